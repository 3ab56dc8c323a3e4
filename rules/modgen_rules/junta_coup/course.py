"""The course of a coup (2.0, 3.0): its phases found in the log, and each judged.

The phase marker is evidence of where a phase ends, not proof: it is moved late, early, or
forgotten. The search takes the cheapest way to cut the log into phases.
"""

from __future__ import annotations

import heapq
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from modgen_rules.junta_coup.city import UNITS
from modgen_rules.junta_coup.ending import Ending
from modgen_rules.junta_coup.issues import BREACH, Issue, breach, oddity
from modgen_rules.junta_coup.phase import Phase, PhaseJudgement, Section
from modgen_rules.junta_coup.position import Coup, Position
from modgen_rules.junta_coup.record import Record, marker_place
from modgen_rules.junta_coup.wording import Words

BASED = frozenset({"palace_guard", "police", "brigade_1", "brigade_2", "brigade_3"})
"""1.a: the kinds of Units that begin on the map."""
SHIFTED = 0.9
"""The price of a phase that ends elsewhere than its marker moves."""
FORGOTTEN = 1.4
"""The price of a phase whose marker was not moved."""
MOST = 10
"""After this number of judged phases, only the ends that the marker shows are tried."""
REACH = 14
"""The greatest number of acts between the end of a phase and the move of its marker."""


@dataclass
class Cut:
    """A phase in one way to cut the log: its acts, how it was judged, what came before."""

    number: int
    start: int
    end: int
    judged: PhaseJudgement
    before: Cut | None
    notes: tuple[Issue, ...] = ()

    def line(self) -> list[Cut]:
        """All phases up to this one, in order."""
        return [*(self.before.line() if self.before else []), self]


class Step(NamedTuple):
    """A way to cut the log so far; with an `end`, its next phase is still to be judged."""

    total: float
    number: int
    """The phase that comes next."""
    used: int
    """How many moves of the phase marker are accounted for."""
    before: Cut | None
    start: int
    coup: Coup
    end: int | None = None
    following: int = 0
    notes: tuple[Issue, ...] = ()
    price: float = 0.0
    """What the end costs because the phase marker shows another one."""


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
        turned = [who for who in self.city.families if "revolution" in begun.tiles(who).values()]
        self.coup.rebels |= dict.fromkeys(turned, "3.f")
        self.coup.landed |= {
            key for key, unit in begun.units.items() if unit.place in self.city.near
        }
        start = self._set_up(begun, bool(turned))
        last = self._outcome()
        cuts = self._closely(self._cut(start, last))
        for cut in cuts:
            self.record.number(cut.start, cut.end, cut.number)
        self._made_good(cuts)
        for cut in cuts:
            self.sections += cut.judged.sections
            self._phase_end(cut)
        self._raids(cuts)
        self._loyalty(cuts)
        self._exiles(start)
        self._end(last, cuts)
        return sorted(self.sections, key=lambda one: (one.first, one.last))

    # --- set-up ----------------------------------------------------------------------------------

    def _set_up(self, begun: Position, turned: bool) -> int:
        """1.a, 1.b, 1.c: where play begins; seats and Offices may be dealt in the log."""
        acts = self.record.acts
        play = next(
            (n for n, act in enumerate(acts) if act.what in ("roll", "phase", "battle", "attack")),
            self.end,
        )
        dealt = [
            n
            for n, act in enumerate(acts[:play])
            if act.what in ("leader", "seat") or (act.what == "office" and act.kind == "place")
        ]
        start = dealt[-1] + 1 if dealt else 0
        if begun.phase or turned:
            return start
        if any(act.what == "unit" for act in acts[:start]) and self._misplaced(start):
            start = next(n for n, act in enumerate(acts) if act.what == "unit")
        best = self._misplaced(start)
        if start == 0 and best:
            moved = [n for n, act in enumerate(acts[:play]) if act.what == "unit"]
            ready = [n + 1 for n in moved if not self._misplaced(n + 1)]
            if ready:
                return ready[0]
        if best:
            position = self.record.positions[start]
            lost = any(unit.place == "dead_units" for unit in position.units.values())
            police = {kind for kind, _ in best} == {"police"}
            early = {kind for kind, _ in best} <= UNITS - BASED
            wrong = next(iter(sorted(best)))
            units = self.words.units(wrong[0], best[wrong])
            what = f"{units} in {self.words.place(wrong[1])} are not as any set-up has them"
            clause = "1.e" if early else "1.c" if lost else "1.b" if police else "1.a"
            issue = oddity(clause, "", what, max(1, self.record.step(start)))
            self.sections.append(Section("Set-up", "", issue.first, issue.last, "", [issue]))
        return start

    def _misplaced(self, index: int) -> Counter[tuple[str, str]]:
        """What differs from the set-up that is most alike."""
        units = self.record.positions[index].units.values()
        there = Counter((unit.kind, unit.place) for unit in units if unit.place in self.city.near)
        return min(((there - one) + (one - there) for one in self.city.starts), key=Counter.total)

    # --- phases ----------------------------------------------------------------------------------

    def _outcome(self) -> int:
        """The first act that speaks of the end: a choice of side, or the result."""
        for n, act in enumerate(self.record.acts):
            if act.what == "say" and act.kind.startswith(("for_", "won_")):
                return n
        return self.end

    def _marks(self, start: int, last: int) -> list[tuple[int, int, int]]:
        """Where the phase marker moved: act, old and new number; what was put right is left out."""
        found: list[tuple[int, int, int]] = []
        for n in range(start, last):
            act = self.record.acts[n]
            if act.what != "phase" or ":" not in act.target:
                continue
            old = int(act.source.partition(":")[2] or 0)
            new = int(act.target.partition(":")[2])
            if found and all(
                self.record.acts[k].what in ("phase", "office") for k in range(found[-1][0] - 1, n)
            ):
                old = found.pop()[1]
            if old != new:
                found.append((n + 1, old, new))
        return found

    def _cut(self, start: int, last: int) -> list[Cut]:
        """The cheapest phases: by cost, over the acts at which a phase may end."""
        number = self.record.positions[start].phase
        marks = self._marks(start, last)
        first = Step(0.0, number, 0, None, start, self.coup)
        heap: list[tuple[float, int, int, Step]] = [(0.0, 0, 0, first)]
        seen: set[tuple[int, int, int]] = set()
        count = judged = 0
        while heap:
            total, _, _, step = heapq.heappop(heap)
            if step.end is not None:
                judged += 1
                step = self._judged(step)
                count += 1
                heapq.heappush(heap, (step.total, -step.start, count, step))
                continue
            key = (step.number, step.start, step.used)
            if key in seen:
                continue
            if step.before and step.start >= last and step.used >= len(marks):
                return step.before.line()
            seen.add(key)
            ends = self._ends(step.number, step.start, step.used, marks, last)
            for end, following, used, price, notes in ends[:1] if judged > MOST else ends:
                count += 1
                open_ = step._replace(
                    total=total + price,
                    end=end,
                    following=following,
                    used=used,
                    notes=notes,
                    price=price,
                )
                heapq.heappush(heap, (open_.total, -end, count, open_))
        return []

    def _judged(self, step: Step) -> Step:
        """A phase whose end was only supposed, judged."""
        assert step.end is not None
        opening = step.before is None and self._midway()
        last = step.end >= self.end and not self._closed()
        judged = Phase(
            self.record, self.words, step.number, step.start, step.end, step.coup.copy(), opening,
            last, quick=True,
        ).judge()  # fmt: skip
        cut = Cut(step.number, step.start, step.end, judged, step.before, step.notes)
        return Step(step.total + judged.cost, step.following, step.used, cut, step.end, judged.coup)

    def _closely(self, cuts: list[Cut]) -> list[Cut]:
        """The same phases, those in which something is wrong judged by a wider search."""
        found: list[Cut] = []
        changed = False
        for cut in cuts:
            if cut.judged.cost or changed:
                before = found[-1] if found else None
                coup = before.judged.coup if before else self.coup
                judged = Phase(
                    self.record, self.words, cut.number, cut.start, cut.end, coup.copy(),
                    before is None and self._midway(), cut.end >= self.end and not self._closed(),
                ).judge()  # fmt: skip
                changed = changed or judged.coup != cut.judged.coup
                found.append(Cut(cut.number, cut.start, cut.end, judged, before, cut.notes))
            else:
                found.append(cut)
        return found

    def _midway(self) -> bool:
        """Whether the log begins in the course of a coup."""
        begun = self.record.positions[0]
        turned = any("revolution" in begun.tiles(who).values() for who in self.city.families)
        return bool(begun.phase or turned)

    def _ends(
        self, number: int, begin: int, used: int, marks: list[tuple[int, int, int]], last: int
    ) -> list[tuple[int, int, int, float, tuple[Issue, ...]]]:
        """Where a phase may end: act, the next phase, marks used, price, what is odd about it."""
        if used >= len(marks):
            return [(last, number + 1, used, 0.0, ())]
        n, old, new = marks[used]
        step = self.record.step(n - 1)
        n = max(n, begin)
        found: list[tuple[int, int, int, float, tuple[Issue, ...]]] = []
        if new == number + 1:
            found.append((n, new, used + 1, 0.0, ()))
            limit = marks[used + 1][0] if used + 1 < len(marks) else last
            for end in self._seams(begin, limit):
                if end == n or abs(end - n) > REACH or not self._fits(begin, n, end):
                    continue
                price = SHIFTED + 0.02 * abs(end - n)
                late: tuple[Issue, ...] = ()
                if end < n:
                    what = "Units moved after the battles, before the phase marker went on"
                    late = (oddity("2.f", "", what, self.record.step(end), step),)
                found.append((end, new, used + 1, price, late))
            return found
        what = f"the phase marker went from {old} to {new}"
        if new > number + 1:
            jump = breach("2.d", "", what, step, expected=str(number + 1))
            found.append((n, new, used + 1, jump.price, (jump,)))
            forgot = oddity("2.d", "", what, step, expected=str(number + 1))
            for end in self._seams(begin, n):
                price = FORGOTTEN + BREACH * (
                    not self._played(end, n) and not self._played(n, last)
                )
                found.append((end, number + 1, used, price, (forgot,)))
        else:
            back = breach("2.a", "", what, step, expected=str(number + 1))
            home = new == 0 and not self._played(n, last)
            found.append((n, number if home else new, used + 1, 0.0 if home else back.price,
                          () if home else (back,)))  # fmt: skip
        return found

    def _fits(self, begin: int, mark: int, end: int) -> bool:
        """Whether a phase may end before its marker moves, or after it.

        Before it a new Movement has to begin after dice; after it only leftovers may follow.
        """
        acts = self.record.acts
        if end > mark:
            return all(
                act.what != "roll" and (act.what != "unit" or act.source in self.city.near)
                for act in acts[mark:end]
            )
        moves = acts[end].what == "card" or (
            acts[end].what == "unit" and acts[end].target in self.city.near
        )
        return (
            moves
            and not marker_place(self.record, end)
            and any(act.what == "roll" for act in acts[begin:end])
        )

    def _played(self, start: int, end: int) -> bool:
        """Whether Units moved or dice were rolled."""
        return any(act.what in ("unit", "roll") for act in self.record.acts[start:end])

    def _seams(self, start: int, end: int) -> list[int]:
        """Acts at which a phase may end: a movement that begins after a battle, or markers home."""
        found = []
        near = self.city.near
        for n in range(start + 1, end + 1):
            acts = self.record.acts
            act = acts[n] if n < len(acts) else None
            before = acts[n - 1]
            moves = act is None or (
                act.what in ("unit", "card") and (act.what == "card" or act.target in near)
            )
            new_step = act is None or before.step != act.step
            if new_step and (moves or before.what in ("battle", "attack", "office")):
                found.append(n)
        return found

    # --- after the phases ------------------------------------------------------------------------

    @staticmethod
    def _made_good(cuts: list[Cut]) -> None:
        """14.d: a Unit that goes in the next phase was forgotten, and is no breach any more."""
        for cut, following in pairwise(cuts):
            for section in following.judged.sections:
                late = {one.actor for one in section.issues if one.made_good}
                for before in cut.judged.sections if late else ():
                    before.issues = [
                        one
                        for one in before.issues
                        if one.clause != "14.d" or one.actor not in {*late, ""}
                    ]

    def _phase_end(self, cut: Cut) -> None:
        for issue in cut.notes:
            self._tell(cut.number, issue)

    def _tell(self, number: int, issue: Issue, what: str = "end of the phase") -> None:
        name = f"Coup phase {number}" if number else "Rebellion"
        title = f"{name}, {what}" if what else name
        self.sections.append(Section(title, issue.actor, issue.first, issue.last, "", [issue]))

    def _raids(self, cuts: list[Cut]) -> None:
        """12.c: one marker is turned for each successful Air Raid."""
        position = self.record.positions[cuts[0].start]
        flown = self._flown(cuts[0].start)
        raids = 0
        for n, cut in enumerate(cuts):
            rolled = [
                act for act in self.record.acts[cut.start : cut.end]
                if act.what == "roll" and act.kind == "air_raid"
            ]  # fmt: skip
            sure = any(self.city.hit in act.dice for act in rolled)
            raids += bool(rolled)
            later = cuts[n + 1].end if n + 1 < len(cuts) else cut.end
            turned = self._flown(cut.end) - flown
            late = self._flown(later) - flown
            what = f"{turned} Air Raid markers were turned for {raids} raids"
            what = what.replace("1 Air Raid markers were", "1 Air Raid marker was")
            what = what.replace("for 1 raids", "for 1 raid")
            step = self.record.step(max(cut.start, cut.end - 1))
            most = len([p for p in position.others.values() if p.kind == "air_raid"])
            if turned > raids:
                self._tell(cut.number, breach("12.c", "", what, step))
                flown += turned - raids
            elif sure and turned < min(raids, most) and late < min(raids, most):
                self._tell(cut.number, breach("12.c", "", what, step))
                return

    def _flown(self, index: int) -> int:
        pieces = self.record.positions[index].others.values()
        return sum(piece.kind == "air_raid" and piece.face == "flown" for piece in pieces)

    def _loyalty(self, cuts: list[Cut]) -> None:
        """3.b, 3.d, 3.e, 3.f, 3.g, 3.h: who showed himself a Rebel, and who should have."""
        told: set[str] = set()
        rebels: dict[str, str] = dict(self.coup.rebels)
        shown: set[str] = set(self.coup.rebels)
        words = self.words
        for cut in cuts:
            due, maybe = cut.judged.coup.rebels, cut.judged.coup.maybe
            end = self._leftovers(cut, cuts)
            position = self.record.positions[end]
            step = self.record.step(max(cut.start, cut.end - 1))
            if cut.end >= self.end and not self._closed():
                return
            for who in position.playing():
                tiles = position.tiles(who)
                turned, has = "revolution" in tiles.values(), "regime" in tiles.values()
                name = words.family(who)
                issue = None
                if who in told:
                    continue
                if who == position.president:
                    if turned:
                        what = f"{name}, El Presidente, shows the Revolution side"
                        issue = breach("3.g", who, what, step)
                elif who in shown and has and not turned:
                    issue = breach("3.f", who, f"{name} turned its Offices back", step)
                elif turned and who not in due and who not in rebels:
                    if who not in maybe:
                        what = f"{name} turned its Offices without moving or firing"
                        issue = breach("3.b", who, what, step)
                elif who in due and who not in rebels and has and not turned:
                    issue = self._unshown(who, due[who], end, step)
                if turned:
                    shown.add(who)
                    rebels[who] = "3.f"
                if issue is not None:
                    told.add(who)
                    self._tell(cut.number, issue)

    def _unshown(self, who: str, clause: str, end: int, step: int) -> Issue:
        """3.h: a Rebel whose Offices still show the regime: late, or never."""
        name = self.words.family(who)
        why = {
            "3.h": "moved in the Rebellion phase", "3.d": "fired in the Rebellion phase",
            "3.e": "fired at the Palace Guard",
        }.get(clause, "became a Rebel")  # fmt: skip
        later = any(
            "revolution" in self.record.positions[n].tiles(who).values()
            for n in range(end, len(self.record.positions))
        )
        what = f"{name} {why} and its Offices still show the regime"
        if later or not self.record.turned:
            return oddity(clause, who, what, step, price=0.3)
        return breach(clause, who, what, step)

    def _leftovers(self, cut: Cut, cuts: list[Cut]) -> int:
        """The act up to which Offices may be turned for a phase: its own end, or soon after."""
        following = next((one for one in cuts if one.start >= cut.end and one is not cut), None)
        limit = following.end if following else self.end
        acts = self.record.acts
        end = cut.end
        for n in range(cut.end, limit):
            if acts[n].what == "roll" or (acts[n].what == "unit" and n > cut.end + REACH):
                break
            if acts[n].what == "office":
                end = n + 1
        return end

    def _closed(self) -> bool:
        """Whether the last phase of the log was finished."""
        return self._outcome() < self.end or any(
            act.what == "say" and act.kind.startswith("agree_") for act in self.record.acts
        )

    def _exiles(self, start: int) -> None:
        """16.c: out of the country by an Embassy, while Units move."""
        near = self.city.near
        for n in range(start, self.end):
            act = self.record.acts[n]
            if act.what != "seat" or act.kind != "face" or act.target != "exile":
                continue
            later = [one for one in self.record.acts[n + 1 :] if one.piece == act.piece]
            if later and later[0].target == act.source and later[0].step <= act.step + 3:
                continue
            position = self.record.positions[n]
            who, name = act.family, self.words.family(act.family)
            there = any(
                unit.place in self.city.embassies and position.controller(unit) == who
                for unit in position.units.values()
            )
            soon = any(
                one.what == "unit" and one.family == who and one.target in self.city.embassies
                for one in self.record.acts[n + 1 : n + 6]
            )
            if not there and not soon:
                what = f"{name} went into exile without a Unit in an Embassy"
                self._tell(position.phase, breach("16.c", who, what, act.step), "")
            elif self._fighting(n, near):
                what = f"{name} went into exile during the Battle"
                self._tell(position.phase, oddity("16.c", who, what, act.step), "")

    def _fighting(self, n: int, near: dict[str, frozenset[str]]) -> bool:
        """Whether attacks are declared or dice rolled in the same phase before an act."""
        for act in reversed(self.record.acts[:n]):
            if act.what == "phase":
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
                    ending = Ending(self.record.positions[n], issues.append, words=self.words)
                ending.position, ending.step, said = self.record.positions[n], step, True
                ending.said(act.family, act.kind)
            elif ending is not None and (ending.result or ending.agreed):
                going = act.what == "phase" and not act.target.endswith(":0")
                if going or (
                    act.what == "unit" and act.kind in UNITS and act.target in self.city.near
                ):
                    issues.append(breach("17.g", "", "the coup went on after its result", step))
                    break
        if not said or ending is None:
            return
        steps = [act.step for act in self.record.acts[last:]] or [self.record.last]
        title = "End of the coup" if ending.sides or ending.result else ""
        outcome = {"rebels": "the Rebels win", "president": "El Presidente wins"}
        story = f"Result: {outcome.get(ending.result, ending.result)}" if ending.result else ""
        if title or issues:
            first = min([min(steps), *(issue.first for issue in issues)])
            self.sections.append(
                Section(title or self._name(number), "", first, max(steps), story, issues)
            )

    @staticmethod
    def _name(number: int) -> str:
        return f"Coup phase {number}, agreement" if number else "Rebellion, agreement"
