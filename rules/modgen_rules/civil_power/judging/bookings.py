"""WIA and KIA (5.3.1, 5.4): what a phase must book on the tracks of casualties."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import ClassVar, NamedTuple

from modgen_rules.civil_power import wording
from modgen_rules.civil_power.judging.morale import is_lost
from modgen_rules.civil_power.law.plan import CROWD, INDIVIDUAL, POLICE, RIVAL, SUPPRESSED
from modgen_rules.civil_power.law.state import Position, Unit
from modgen_rules.civil_power.reading.changes import wavering
from modgen_rules.civil_power.reading.phases import Phase
from modgen_rules.civil_power.reading.riot import Riot
from modgen_rules.engine.reading import effort
from modgen_rules.engine.reading.verdicts import CERTAIN
from modgen_rules.engine.reports.sections import Issue

Booked = frozenset[tuple[str, int]]
"""Casualties by marker (`wia_mob`), each with its number; nothing for none."""
NOTHING: Booked = frozenset()


def casualties(result: str, unit: Unit) -> Booked:
    """5.3.1: what W or K costs a unit: one, two for a Crowd."""
    if result not in ("W", "K"):
        return NOTHING
    marker = f"{'wia' if result == 'W' else 'kia'}_{unit.side}"
    return frozenset({(marker, 2 if unit.size == CROWD else 1)})


def together(parts: Iterable[Booked]) -> Booked:
    """The sum of several."""
    total: Counter[str] = Counter()
    for part in parts:
        total.update(dict(part))
    return frozenset((marker, number) for marker, number in total.items() if number)


class Entry(NamedTuple):
    """What one attack must book: any of `options`."""

    options: frozenset[Booked]
    first: int
    end: int
    """The acts of the attack: from `first` up to before `end`."""
    side: str
    clause: str
    """What is broken when nothing is booked."""
    why: dict[Booked, str]
    """Wrong bookings with the clause of the mistake that leads to them."""
    cell: str = ""
    """The square that is attacked."""


@dataclass
class Ledger:
    """The casualties of a phase."""

    phase: Phase
    wrong: str
    """The clause of a wrong result that nothing else explains."""
    entries: list[Entry] = field(default_factory=list)
    late: frozenset[int] = frozenset()
    """The acts of later phases that book what was forgotten in this one."""

    def booked(self, acts: Iterable[int]) -> Booked:
        """What some acts booked."""
        total: Counter[str] = Counter()
        groups: dict[tuple[str, int], list[int]] = {}
        for n in acts:
            act = self.phase.record.acts[n]
            counts = act.what == "level" and act.kind.startswith(("wia_", "kia_"))
            if counts and act.source.isdigit() and act.target.isdigit():
                groups.setdefault((act.kind, wavering(self.phase.record, n)), []).append(n)
        for (kind, _), mine in groups.items():
            first, last = (self.phase.record.acts[n] for n in (mine[0], mine[-1]))
            total[self._marker(kind)] += int(last.target) - int(first.source)
        return frozenset((marker, number) for marker, number in total.items() if number)

    def _marker(self, kind: str) -> str:
        """The marker of the side that suffers; without a Rival his pieces are another side's."""
        field_ = self.phase.record.field
        if kind.endswith(RIVAL) and RIVAL not in field_.sides:
            return f"{kind.partition('_')[0]}_{field_.side['untrained_crowd_2'] or POLICE}"
        return kind

    def judge(self) -> Iterator[Issue]:
        """Compare what was booked with what had to be, in all and attack by attack."""
        seen = self.booked(self.phase.acts)
        sums = self._sums([entry.options for entry in self.entries])
        if sums is None or full(self.phase.after):
            return
        if seen in sums:
            yield from self._alone()
            return
        # Nothing is attacked in these phases: what is booked there was forgotten before.
        later = sorted({*self.phase.rest_of_turn("move", "recovery")})
        every = together((seen, self.booked(later)))
        if every in sums or (seen == NOTHING and self._in_a_heap(every, sums)):
            self.late = frozenset(n for n in later if self.booked([n]))
            return
        for entry in self.entries:
            issue = self._wrong(entry)
            if issue:
                yield issue
                return
        at = next((n for n in self.phase.acts if self.booked([n])), self.phase.begin)
        what = "casualties were booked that no attack explains"
        yield Issue("5.3.1.e", CERTAIN, self.phase.side, what, at, at, "", self._words(seen))

    def _in_a_heap(self, booked: Booked, sums: Collection[Booked]) -> bool:
        """Whether what is booked later may be that of some phases, which the tracker shows late."""
        every = dict(booked)
        known = (all(every.get(marker, 0) >= one for marker, one in each) for each in sums)
        return not self.phase.in_time and any(known)

    def _alone(self) -> Iterator[Issue]:
        """In a tidy record the only attack that is booked wrong, though the sum may be right.

        The sum may be right because another attack may book more than it did. An attack beside it
        whose casualties may have been booked together with its own is no proof.
        """
        wrong = [(n, issue) for n, one in enumerate(self.entries) if (issue := self._wrong(one))]
        if len(wrong) != 1 or not self.phase.tidy:
            return
        n, issue = wrong[0]
        mine = self.entries[n]
        booked = self._booked_by(mine)
        for other in self.entries[max(n - 1, 0) : n] + self.entries[n + 1 : n + 2]:
            both = together((booked, self._booked_by(other)))
            if any(together(pair) == both for pair in product(mine.options, other.options)):
                return
        if booked:
            yield issue

    def _booked_by(self, entry: Entry) -> Booked:
        """What the acts of an attack booked."""
        return self.booked(n for n in self.phase.acts if entry.first <= n < entry.end)

    def _wrong(self, entry: Entry) -> Issue | None:
        """What is wrong with what the acts of an attack booked; None if nothing is."""
        mine = self._booked_by(entry)
        if mine in entry.options:
            return None
        clause = entry.why.get(mine, "") if mine else ""
        half = [frozenset((marker, number // 2) for marker, number in one) for one in entry.options]
        if not clause and mine and mine in half:
            clause = "5.3.1.c"
        right = " or ".join(sorted(map(self._words, entry.options)))
        verb = "was" if sum(number for _, number in mine) == 1 else "were"
        on = f"on {entry.cell} " if entry.cell else ""
        return Issue(
            clause or (entry.clause if not mine else self.wrong),
            CERTAIN,
            entry.side,
            f"the attack {on}causes {right}, but {self._words(mine)} {verb} booked",
            entry.first,
            entry.end - 1,
            right,
            self._words(mine),
        )

    def judge_known(self, doubtful: Collection[int]) -> Iterator[Issue]:
        """The same where not all attacks are known: those before the first unknown one.

        `doubtful` are the first acts of the attacks that are not known.
        """
        if not self.phase.tidy or full(self.phase.after):
            return
        for entry in self.entries:
            known = entry.first < min(doubtful, default=entry.end)
            issue = self._wrong(entry) if known else None
            if issue and issue.observed != self._words(NOTHING):
                yield issue
                return

    def _words(self, booked: Booked) -> str:
        """`2 Mob WIA, 1 Police KIA`."""
        game = self.phase.after.field.plan.game
        return (
            ", ".join(
                f"{number} {wording.called(game, marker)}" for marker, number in sorted(booked)
            )
            or "no casualties"
        )

    @staticmethod
    def _sums(options: Sequence[frozenset[Booked]]) -> set[Booked] | None:
        """Every sum of the entries; None if there are too many."""
        sums = {NOTHING}
        for each in options:
            sums = {together(pair) for pair in product(sums, each)}
            if len(sums) > effort.SUMS:
                return None
        return sums


def full(position: Position) -> bool:
    """Whether a marker has come to the end of its track, beyond which nothing is booked."""
    ranges = position.plan.game.level_ranges
    return any(
        kind.startswith(("wia_", "kia_")) and number >= ranges[kind][-1]
        for kind, number in position.levels.items()
        if kind in ranges
    )


@dataclass
class CombatPhase:
    """A phase of attacks with its casualties, and what the attacks explain."""

    WRONG: ClassVar[str]
    """The clause of a wrong result that nothing else explains."""
    phase: Phase
    riot: Riot
    told: set[str] = field(default_factory=set)
    """The units whose fate an attack explains."""
    story: list[str] = field(default_factory=list)
    unclear: bool = False
    """Whether some attack is not known well enough to say what it booked."""

    def __post_init__(self) -> None:
        self.record, self.side, self.plan = self.riot.record, self.phase.side, self.riot.plan
        self.ledger = Ledger(self.phase, self.WRONG)

    def name(self, unit: Unit) -> str:
        """A unit as messages call it."""
        return f"{self.riot.name(unit.kind)} of {unit.cell}"

    def unexplained(self, cause: str) -> None:
        """5.1.c, 5.1.d: units that were lost or suppressed without `an attack` or `a fight`.

        Individuals go with those around them, and other units of a square that burns.
        """
        before, after = self.phase.before, self.phase.after
        self.told |= self.phase.crowded
        burning = after.fires.keys() - before.fires.keys()
        for key, unit in before.units.items() if self.phase.acts else ():
            if key in self.told or unit.cell in burning or unit.size == INDIVIDUAL:
                continue
            acts = [n for n, act in self.phase.each() if act.piece == key]
            at = [self.phase.last, *acts][-1]
            if is_lost(after, key):
                what = f"{self.name(unit)} was eliminated without {cause}"
                self.riot.find("5.1.d", unit.side, what, at)
            elif SUPPRESSED in after.conditions.get(key, ()) and not unit.suppressed:
                what = f"{self.name(unit)} was suppressed without {cause}"
                self.riot.find("5.1.c", unit.side, what, at)
