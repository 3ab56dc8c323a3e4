"""The checks of morale in an attack or round: which is whose, and whether each was applied."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from modgen_rules.civil_power import wording
from modgen_rules.civil_power.judging import morale
from modgen_rules.civil_power.judging.excerpt import Excerpt
from modgen_rules.civil_power.judging.morale import Cause
from modgen_rules.civil_power.law.levels import is_sniper
from modgen_rules.civil_power.law.plan import CROWD, GROUP, MOBS, POLICE, SUPPRESSED
from modgen_rules.civil_power.law.state import Unit
from modgen_rules.engine.reading.act_records import Act
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
class Checking(Excerpt):
    """An excerpt with the dice that may be checks of morale."""

    spare: list[tuple[str, int]] = field(default_factory=list)
    """Dice besides those of the attack: the side that rolled each, and the result."""
    needs: list[Need] = field(default_factory=list)
    """The checks for which no line names the unit; `settle` gives them dice."""
    used: set[int] = field(default_factory=set)
    """The checks that are taken to be some unit's."""

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
                if self._alone(unit):
                    needs.pop(n)
                elif not dice or not morale.is_lost(self.after, unit.key):
                    what = f"{self.name(unit)} made no morale check"
                    yield self.issue(needs.pop(n).clause, side, what, last=self.end - 1)
                else:
                    needs.pop(n)
            if not morale.assigned(self.riot, wanted, dice):
                yield self._misapplied(side, wanted, dice)

    def _alone(self, unit: Unit) -> bool:
        """6.3: whether a Sniper was eliminated with, or because of, those stacked with it."""
        if not is_sniper(unit) or not morale.is_lost(self.after, unit.key):
            return False
        friends = [
            one
            for one in self.start.at(unit.cell, unit.side)
            if one.key != unit.key and one.size in (GROUP, CROWD)
        ]
        return not any(self.stays(one) for one in friends)

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
        need = next((one for one in self.needs if one.unit.key == unit.key), None)
        if need and need.cause.of == "gas":
            clause = "6.1.j" if morale.FALLS in due else "6.1.i"
        flown = self.riot.in_force("8.6.e")
        for one in morale.modifiers(self.start, unit, need.cause, flown) if need and dice else ():
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
        moved = self.first_move(need.unit)
        halted = self.halt(need.unit, moved)[1] if moved is not None else self.first
        record = self.riot.record
        while moved is not None and self._follows(record.acts[halted + 1 : halted + 2]):
            halted += 1
        at = record.positions[halted + 1 if moved is not None else halted]
        falls = {SUPPRESSED} if need.falls else set()
        found: set[int] = set()
        for position in (at, self.after):
            unit = position.units.get(need.unit.key)
            if unit is None and (position is self.after or need.unit.key not in at.pieces):
                continue
            unit = (unit or need.unit)._replace(conditions=need.unit.conditions | falls)
            flown = self.riot.in_force("8.6.e")
            found |= morale.sums(list(morale.modifiers(position, unit, need.cause, flown)))
        return found

    @staticmethod
    def _follows(acts: Sequence[Act]) -> bool:
        """Whether the next act is that of an Agitator or a weapon who goes along with a unit."""
        return any(
            act.what == "move" and (act.kind.startswith("agitator") or act.kind == "gas_gun")
            for act in acts
        )

    def _seen(self, need: Need) -> set[str]:
        """What became of a unit: two outcomes are alike for one that was suppressed before."""
        unit = need.unit
        seen = morale.fate(self.riot.record, unit.key, self.end)
        if need.cause.of == "gas" and seen == morale.STANDS and self.first_move(unit) is not None:
            return {morale.FALLS}
        falls = need.falls or unit.key in self.phase.crowded
        same = (unit.suppressed or falls) and seen != morale.LOST
        return {morale.STANDS, morale.FALLS} if same else {seen}

    def checks_of(self, unit: Unit) -> list[int]:
        """The checks in the window that may be a unit's."""
        fitting = [
            (n, act)
            for n, act in morale.made(self.riot.record, self.acts)
            if morale.fits(act, unit) and n not in self.used
        ]
        named = [n for n, act in fitting if act.piece]
        return named or [n for n, act in fitting if self._there(unit, n, act)]

    def nameless(self, unit: Unit, after: int) -> list[int]:
        """The checks after an act that may be a unit's, though no mark tells whose they are."""
        return [
            n
            for n, act in morale.made(self.riot.record, self.acts)
            if n > after
            and not act.piece
            and morale.fits(act, unit)
            and n not in self.used
            and self._there(unit, n, act)
        ]

    def _there(self, unit: Unit, n: int, act: Act) -> bool:
        """Whether a unit is in the square of a check, as far as the log tells where both are."""
        now = self.riot.record.positions[n].units.get(unit.key)
        return now is None or not act.source or now.cell == act.source

    def check(self, unit: Unit, cause: Cause, n: int, falls_first: bool = False) -> Iterator[Issue]:
        """Judge one check of a unit; its outcome must be seen before the unit's next."""
        self.told.add(unit.key)
        self.used.add(n)
        ends = sorted({self.until(unit, n), self.next_check(unit, n)})
        burns = unit.cell in self.after.fires and unit.cell not in self.start.fires
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
        fell = acts[n].dice[2] < acts[n].dice[1] < morale.lost_at(self.riot)
        there = end.units.get(unit.key)
        if fell and there is not None and not there.suppressed:
            what = f"{self.name(unit)} failed its check, checked again and was not suppressed"
            yield self.issue("5.1.c", unit.side, what, n)
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
