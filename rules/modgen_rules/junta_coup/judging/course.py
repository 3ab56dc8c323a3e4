"""The course of a coup (2.0, 3.0): its phases found in the log, and each judged.

The phase marker and the turn tracker are evidence of where a phase ends, not proof: they are moved
late, early, or not at all. The search takes the cheapest way to cut the log into phases.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise

from modgen_rules.engine.reports.findings import plural
from modgen_rules.engine.reports.sections import Issue, Section, alone
from modgen_rules.junta_coup.judging.cutting import Cut, Cutting
from modgen_rules.junta_coup.judging.ending import Ending
from modgen_rules.junta_coup.judging.issues import breach, oddity
from modgen_rules.junta_coup.judging.loyalty import Loyalty
from modgen_rules.junta_coup.law.city import DEAD, UNITS
from modgen_rules.junta_coup.law.ending import choosers
from modgen_rules.junta_coup.law.position import Coup, Position
from modgen_rules.junta_coup.reading.record import Record, fled_by, outcome
from modgen_rules.junta_coup.wording import Words, phase_name, verb

BASED = frozenset({"palace_guard", "police", "brigade_1", "brigade_2", "brigade_3"})
"""1.a: the kinds of Units that begin on the map."""


@dataclass
class Course:
    """Judges a record from its first act to its last."""

    record: Record
    words: Words
    sections: list[Section] = field(default_factory=list)
    coup: Coup = field(default_factory=Coup)

    def __post_init__(self) -> None:
        self.city = self.record.city
        self.end = len(self.record.acts)

    def judge(self) -> list[Section]:
        """Every turn, battle and announcement as it was understood."""
        begun = self.record.positions[0]
        turned = begun.shown_as_rebels()
        self.coup.rebels |= dict.fromkeys(turned, "3.f")
        been = {*self.city.near, *([DEAD] if self.record.midway else [])}
        self.coup.landed |= {key for key, unit in begun.units.items() if unit.place in been}
        self.coup.raids = self._flown(0) if self.record.midway else 0
        start = self._set_up(begun, bool(turned))
        last = outcome(self.record)
        cuts = Cutting(self.record, self.words, self.coup, start, last).phases()
        for cut in cuts:
            self.record.number(cut.start, cut.end, cut.number)
        self._made_good(cuts)
        for cut in cuts:
            self.sections += cut.judged.sections
            for issue in cut.notes:
                self._tell(cut.number, issue)
        self._raids(cuts)
        for number, issue in Loyalty(self.record, self.words, self.coup, cuts).judge():
            self._tell(number, issue)
        self._exiles(start)
        self._end(last, cuts)
        return sorted(self.sections, key=lambda one: (one.first, one.last))

    # --- set-up ----------------------------------------------------------------------------------

    def _set_up(self, begun: Position, turned: bool) -> int:
        """1.a, 1.b, 1.c: where play begins; seats and Offices may be dealt in the log."""
        acts = self.record.acts
        play = next(
            (n for n, act in enumerate(acts) if act.what in ("roll", "level", "battle", "attack")),
            self.end,
        )
        dealt = [
            n
            for n, act in enumerate(acts[:play])
            if act.what in ("leader", "seat", "office") and act.kind == "place"
        ]
        start = dealt[-1] + 1 if dealt else 0
        if begun.phase or turned:
            return start
        best = self._misplaced(start)
        if start == 0:
            moved = [n for n, act in enumerate(acts[:play]) if act.what == "unit"]
            ready = [n + 1 for n in moved if not self._misplaced(n + 1)]
            if not best:  # from one set-up to another, before anything else happens
                quiet = next((n for n, act in enumerate(acts) if act.what != "unit"), self.end)
                ready = [n for n in ready if n <= quiet][-1:]
            if ready:
                return ready[0]
        if best:
            position = self.record.positions[start]
            lost = any(unit.place == DEAD for unit in position.units.values())
            police = {kind for kind, _ in best} == {"police"}
            early = {kind for kind, _ in best} <= UNITS - BASED
            wrong = next(iter(sorted(best)))
            units = self.words.units(wrong[0], best[wrong])
            what = f"{self.words.place(wrong[1])} differs from the most similar set-up by {units}"
            clause = "1.e" if early else "1.c" if lost else "1.b" if police else "1.a"
            issue = oddity(clause, "", what, max(1, self.record.step(start)))
            self.sections.append(alone("Set-up", issue))
        return start

    def _misplaced(self, index: int) -> Counter[tuple[str, str]]:
        """What differs from the set-up that is most alike."""
        units = self.record.positions[index].units.values()
        there = Counter((unit.kind, unit.place) for unit in units if unit.place in self.city.near)
        return min(((there - one) + (one - there) for one in self.city.starts), key=Counter.total)

    # --- after the phases ------------------------------------------------------------------------

    @staticmethod
    def _made_good(cuts: list[Cut]) -> None:
        """14.d: a Unit that goes in the next phase was forgotten, and is no breach any more."""
        for cut, following in pairwise(cuts):
            for section in following.judged.sections:
                late = {one.actor for one in section.issues if one.makes_good}
                for before in cut.judged.sections if late else ():
                    before.issues = [
                        one
                        for one in before.issues
                        if one.clause != "14.d" or one.actor not in {*late, ""}
                    ]

    def _tell(self, number: int, issue: Issue, what: str = ", end of the phase") -> None:
        self.sections.append(alone(phase_name(number) + what, issue))

    def _raids(self, cuts: list[Cut]) -> None:
        """12.c: one marker is turned for each Air Raid that hits; one that misses may leave it."""
        position = self.record.positions[cuts[0].start]
        flown = self._flown(cuts[0].start)
        most = len([p for p in position.others.values() if p.kind == "air_raid"]) - flown
        raids = due = 0  # a second raid in one phase is not allowed, and may turn a marker
        for n, cut in enumerate(cuts):
            rolled = [
                act
                for act in self.record.acts[cut.start : cut.end]
                if act.what == "roll" and act.kind == "air_raid"
            ]
            sure = any(self.city.hit in act.dice for act in rolled)
            raids += -(-sum(len(act.dice) for act in rolled) // self.city.salvoes["air_raid"])
            due += sure
            later = cuts[n + 1].end if n + 1 < len(cuts) else cut.end
            turned = self._flown(cut.end) - flown
            late = self._flown(later) - flown
            flights = plural(due, "raid that hit", "raids that hit")
            if turned > raids:
                flights = plural(raids, "raid")
            markers = plural(turned, "Air Raid marker")
            what = f"{markers} {verb(turned, 'was', 'were')} turned for {flights}"
            step = self.record.step(max(cut.start, cut.end - 1))
            if turned > raids:
                self._tell(cut.number, breach("12.c", "", what, step))
                flown += turned - raids
            elif sure and max(turned, late) < min(due, most):
                self._tell(cut.number, breach("12.c", "", what, step))
                return

    def _flown(self, index: int) -> int:
        pieces = self.record.positions[index].others.values()
        return sum(piece.kind == "air_raid" and piece.face == "flown" for piece in pieces)

    def _exiles(self, start: int) -> None:
        """16.c: out of the country by an Embassy, while Units move."""
        near = self.city.near
        for n in range(start, self.end):
            act = self.record.acts[n]
            if act.what != "seat" or act.kind != "face" or act.target != "exile":
                continue
            position = self.record.positions[n]
            who, name = act.owner, self.words.family(act.owner)
            if fled_by(self.record, n) is None:
                what = f"{name} went into exile without a Unit in an Embassy"
                self._tell(position.phase, breach("16.c", who, what, act.step), "")
            elif self._fighting(n, near):
                what = f"{name} went into exile during the Battle"
                self._tell(position.phase, oddity("16.c", who, what, act.step), "")

    def _fighting(self, n: int, near: dict[str, frozenset[str]]) -> bool:
        """Whether attacks are declared or dice rolled in the same phase before an act."""
        for act in reversed(self.record.acts[:n]):
            if act.what == "level":
                return False
            if act.what == "roll" or (act.what in ("attack", "battle") and act.target in near):
                return True
        return False

    # --- the end ---------------------------------------------------------------------------------

    def _end(self, last: int, cuts: list[Cut]) -> None:
        """2.e, 17.0: sides are chosen and power centres counted, or all agree before."""
        number = cuts[-1].number if cuts else 0
        issues: list[Issue] = []
        ending: Ending | None = None
        said = False
        for n, act in enumerate(self.record.acts):
            step = act.step
            if act.what == "say" and act.kind.startswith(("for_", "agree_", "won_")):
                if ending is None:
                    ending = Ending(self.record.positions[n], self.words, issues.append)
                    ending.begun = (
                        self.record.midway
                        and all(one.what == "say" for one in self.record.acts[:n])
                        and (
                            act.kind.startswith("won_") or act.owner != choosers(ending.position)[0]
                        )
                    )
                ending.position, ending.step, said = self.record.positions[n], step, True
                ending.said(act.owner, act.kind)
            elif ending is not None and (ending.result or ending.agreed):
                going = act.what == "level" and act.target != "0"
                if going or (act.what == "unit" and act.target in self.city.near):
                    issues.append(
                        breach("17.g", "", "play went on after the result of the coup", step)
                    )
                    break
        if not said or ending is None:
            return
        steps = [act.step for act in self.record.acts[last:]] or [self.record.step(last)]
        title = "End of the coup" if ending.sides or ending.result else ""
        outcome = {"rebels": "the Rebels win", "president": "El Presidente wins"}
        story = f"Result: {outcome[ending.result]}" if ending.result else ""
        if title or issues:
            first = min([min(steps), *(issue.first for issue in issues)])
            title = title or f"{phase_name(number)}, agreement"
            self.sections.append(Section(title, "", first, max(steps), story, issues))
