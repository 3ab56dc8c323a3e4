"""The checks of morale in an attack or round: which is whose, and whether each was applied."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from modgen_rules.civil_power import wording
from modgen_rules.civil_power.judging import morale
from modgen_rules.civil_power.judging.morale import Cause
from modgen_rules.civil_power.law.levels import base, is_sniper
from modgen_rules.civil_power.law.plan import INDIVIDUAL, LOST_BOXES, MOBS, POLICE, SUPPRESSED
from modgen_rules.civil_power.law.state import Position, Unit
from modgen_rules.civil_power.reading.phases import Phase
from modgen_rules.civil_power.reading.riot import Riot
from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.act_records import Act
from modgen_rules.engine.reading.verdicts import unless
from modgen_rules.engine.reports.sections import Issue


class Need(NamedTuple):
    """A check that a unit must have made with one of the dice without an owner."""

    unit: Unit
    cause: Cause
    falls: bool
    """Whether it is suppressed before it checks (5.4.3.o)."""
    clause: str
    """The clause that it breaks by not checking."""


@dataclass
class Checking:
    """The acts of one attack or round, from `first` up to before `end`, with its checks."""

    phase: Phase
    riot: Riot
    first: int
    end: int
    told: set[str] = field(default_factory=set)
    """The units whose fate is explained; added to."""
    spare: list[tuple[str, int]] = field(default_factory=list)
    """Dice besides those of the attack: the side that rolled each, and the result."""
    needs: list[Need] = field(default_factory=list)
    """The checks for which no line names the unit; `settle` gives them dice."""
    used: set[int] = field(default_factory=set)
    """The checks that are taken to be some unit's."""

    @cached_property
    def acts(self) -> list[int]:
        """The acts of the phase in the window."""
        return [n for n in self.phase.acts if self.first <= n < self.end]

    @property
    def start(self) -> Position:
        """The table as it begins: lines of sight and totals are those of this moment."""
        return self.riot.record.positions[self.first]

    @property
    def after(self) -> Position:
        """The table as it ends."""
        return self.riot.record.positions[self.end]

    def name(self, unit: Unit) -> str:
        """A unit as messages call it."""
        return f"{self.riot.name(unit.kind)} of {unit.cell}"

    def issue(
        self,
        clause: str,
        actor: str,
        what: str,
        first: int = -1,
        last: int = -1,
        expected: str = "",
        observed: str = "",
        ruling: str = "",
    ) -> Issue:
        """Something wrong, at the beginning of the window by default; with a ruling suspect."""
        begin = self.first if first < 0 else first
        gap = unless(not ruling, prices.DOUBT)
        return Issue(clause, gap, actor, what, begin, max(last, begin), expected, observed, ruling)

    def place(self, unit: Unit) -> str:
        """A unit's square and level as places are written."""
        return f"{unit.cell}@{unit.level}" if unit.level else unit.cell

    # --- moves --------------------------------------------------------------------------------

    def first_move(self, unit: Unit) -> int | None:
        """The act that takes a unit off its square; None if it stays or is removed.

        A unit that came back and left once more took its first drag back.
        """
        found = None
        for n in self.acts:
            act = self.riot.record.acts[n]
            if act.what == "move" and act.piece == unit.key and act.source == self.place(unit):
                removed = morale.is_lost(self.riot.record.positions[n + 1], unit.key)
                found = None if removed else n
        return None if found is not None and self.stays(unit) else found

    def halt(self, unit: Unit, moved: int) -> tuple[Unit | None, int]:
        """The unit where its retreat ended, before any removal, and the act of its last step.

        The unit is None when it left the map. Once it has met an individual that was then
        eliminated, its next move is another one: two Crowds make room for each other (5.4.2).
        """
        last, halted = None, moved
        for n in self.acts:
            act = self.riot.record.acts[n]
            if n < moved or act.what != "move":
                continue
            if act.piece == unit.key:
                here = self.riot.record.positions[n + 1].units.get(unit.key)
                last, halted = (here, n) if here else (last, halted)
            elif last and act.source == last.cell and self._eliminated(n, act, unit.side):
                break
        return last, halted

    def _eliminated(self, n: int, act: Act, side: str) -> bool:
        """Whether an act removes an individual of the other sides."""
        one = self.riot.record.positions[n].units.get(act.piece)
        foe = one is not None and one.side != side and one.size == INDIVIDUAL
        return foe and act.target in LOST_BOXES.values()

    def stays(self, unit: Unit) -> bool:
        """Whether a unit is where it was, at the end."""
        now = self.after.units.get(unit.key)
        return now is not None and (now.cell, now.level) == (unit.cell, unit.level)

    def _through_gas(self, unit: Unit) -> bool:
        """Whether a Mob unit came into, or perhaps through, gas."""
        moved = self.first_move(unit)
        if moved is None or unit.side not in MOBS or base(unit) == "tv_crew":
            return False
        gas = self.riot.record.positions[moved].gas
        acts = (self.riot.record.acts[n] for n in self.acts)
        ends = [act.at for act in acts if act.what == "move" and act.piece == unit.key]
        return any(cell in gas for cell in (*self.start.field.near[unit.cell], *ends))

    # --- checks ----------------------------------------------------------------------------------

    @cached_property
    def checked(self) -> bool:
        """Whether the players of the log use the menu entries that check morale."""
        return any(act.what == "check" for act in self.riot.record.acts)

    def reset(self) -> None:
        """Forget what one reading of the record made of the checks."""
        self.needs.clear()
        self.used.clear()

    def settle(self) -> Iterator[Issue]:
        """Give the dice without an owner to the units that must have checked."""
        if not self.checked and not self.spare:
            return
        for side in dict.fromkeys(need.unit.side for need in self.needs):
            needs = [one for one in self.needs if one.unit.side == side]
            dice = [die for owner, die in self.spare if owner == side]
            wanted = [(one.unit, self._totals(one), self._seen(one)) for one in needs]
            while len(wanted) > len(dice):
                # A unit that stands although nobody rolled for it made no check.
                n = next((n for n, one in enumerate(wanted) if morale.STANDS in one[2]), 0)
                unit = wanted.pop(n)[0]
                what = f"{self.name(unit)} made no morale check"
                yield self.issue(needs.pop(n).clause, side, what, last=self.end - 1)
            if not morale.assigned(self.riot, wanted, dice):
                yield self._misapplied(side, wanted, dice)

    def _misapplied(
        self, side: str, wanted: list[tuple[Unit, set[int], set[str]]], dice: list[int]
    ) -> Issue:
        """No way to give the dice to the units explains what became of them."""
        bad = [one for one in wanted if not morale.assigned(self.riot, [one], dice)] or wanted
        unit, totals, seen = bad[0]
        due = {morale.outcome(self.riot, unit, die + one) for die in dice for one in totals}
        clause = next(
            morale.BREACHES[one] for one in (morale.LOST, morale.FALLS, morale.STANDS) if one in due
        )
        need = next(one for one in self.needs if one.unit.key == unit.key)
        flown = self.riot.in_force("8.6.e")
        for one in morale.modifiers(self.start, unit, need.cause, flown):
            without = {total - one.value for total in totals}
            if one.sure and morale.assigned(self.riot, [(unit, without, seen)], dice):
                clause = one.clause
                break
        expected, found = " or ".join(sorted(due)), " or ".join(sorted(seen))
        whose = wording.side_name(self.riot.plan.game, side)
        what = (
            f"the morale check of {self.name(unit)} had the result \u201c{found}\u201d, "
            f"which no die roll of {whose} gives"
        )
        return self.issue(clause, side, what, self.first, self.end - 1, expected, found)

    def _totals(self, need: Need) -> set[int]:
        """The totals of the modifiers of a check whose moment is not known."""
        moved, positions = self.first_move(need.unit), self.riot.record.positions
        at = self.start if moved is None else positions[self.halt(need.unit, moved)[1] + 1]
        falls, flown = {SUPPRESSED} if need.falls else set(), self.riot.in_force("8.6.e")
        found: set[int] = set()
        for position, here in ((at, need.unit), (self.after, None)):
            unit = position.units.get(need.unit.key, here)
            if unit is not None:
                unit = unit._replace(conditions=need.unit.conditions | falls)
                found |= morale.sums(list(morale.modifiers(position, unit, need.cause, flown)))
        return found

    def _seen(self, need: Need) -> set[str]:
        """What became of a unit: two outcomes are alike for one that was suppressed before."""
        unit = need.unit
        seen = morale.fate(self.riot.record, unit.key, self.end)
        same = unit.suppressed and seen != morale.LOST
        return {morale.STANDS, morale.FALLS} if same else {seen}

    def checks_of(self, unit: Unit) -> list[int]:
        """The checks in the window that may be a unit's."""
        fitting = [
            (n, act)
            for n, act in morale.made(self.riot.record, self.acts)
            if morale.fits(act, unit) and n not in self.used
        ]
        return [n for n, act in fitting if act.piece] or [n for n, _ in fitting]

    def check(self, unit: Unit, cause: Cause, n: int, falls_first: bool = False) -> Iterator[Issue]:
        """Judge one check of a unit; its outcome must be seen before the unit's next."""
        self.told.add(unit.key)
        self.used.add(n)
        ends = sorted({self.until(unit, n), self.next_check(unit, n)})
        burns = unit.cell in self.after.fires
        if (burns or is_sniper(unit)) and morale.is_lost(self.after, unit.key):
            return  # no way out of a new Fire (6.5.f), or a Sniper alone (6.3)
        found = [
            list(morale.judge(self.riot, one, cause, n, end, falls_first, self.phase.crowded))
            for end in ends
            for one in self._alike(unit, n)
        ]
        issues = min(found, key=len)
        yield from issues
        if not issues and cause.of != "gas":
            yield from self._again(unit, n)

    def _again(self, unit: Unit, n: int) -> Iterator[Issue]:
        """5.1.a, 5.1.c: a unit checks once; what it rolls afterwards changes nothing."""
        acts, positions = self.riot.record.acts, self.riot.record.positions
        later = [
            m for m in self.acts if m > n and acts[m].what == "check" and acts[m].piece == unit.key
        ]
        if not later or acts[n].piece != unit.key:
            return
        end = positions[self.phase.end]
        there = end.units.get(unit.key)
        second, before = later[0], positions[later[0]]
        stood = SUPPRESSED not in before.conditions.get(unit.key, ())
        suffers = morale.is_lost(end, unit.key) or (stood and bool(there and there.suppressed))
        dice = sum(
            acts[m].kind in (*MOBS, POLICE, "both")
            for m in self.acts
            if acts[m].what in ("roll", "void")
        )
        once = dice <= 1 + (self.phase.kind == "shock") and not self._through_gas(unit)
        worse = acts[second].dice[1] > acts[second].dice[2]
        if suffers and worse and once and unit.key not in self.phase.crowded:
            what = f"{self.name(unit)} checked morale a second time"
            yield self.issue("5.1.a", unit.side, what, second)

    def _alike(self, unit: Unit, n: int) -> list[Unit]:
        """The units of which a check may be one: all alike in a square if it names none."""
        if self.riot.record.acts[n].piece:
            return [unit]
        at = self.riot.record.positions[n]
        here = at.units.get(unit.key, unit)
        alike = [
            one
            for one in at.at(here.cell, here.side)
            if (one.kind, one.conditions) == (here.kind, here.conditions)
        ]
        return alike or [unit]

    def until(self, unit: Unit, n: int) -> int:
        """The act up to which the outcome of a check is seen in tidy records."""
        return max(min(self.next_check(unit, n), self.end), n + 1)

    def next_check(self, unit: Unit, n: int) -> int:
        """The unit's next check of the phase, or the end of the phase."""
        record = self.riot.record
        later = (m for m in self.phase.acts if m > n and self._is_check(record.acts[m], unit))
        return next(later, self.phase.end)

    @staticmethod
    def _is_check(act: Act, unit: Unit) -> bool:
        return act.what == "check" and morale.fits(act, unit)

    def _changed(self, unit: Unit, n: int) -> bool:
        """Whether a check that was not asked for changed anything."""
        seen = morale.fate(self.riot.record, unit.key, self.until(unit, n))
        return seen == morale.LOST or (seen == morale.FALLS and not unit.suppressed)
