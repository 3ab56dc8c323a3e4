"""What an attack asks of a unit, and whether the log shows it: retreat, check, removal."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from modgen_rules.civil_power.judging import morale
from modgen_rules.civil_power.judging.checking import Checking, Need
from modgen_rules.civil_power.judging.morale import Cause
from modgen_rules.civil_power.judging.shock import Duty
from modgen_rules.civil_power.law.levels import squares
from modgen_rules.civil_power.law.plan import (
    CROWD,
    GROUP,
    INDIVIDUAL,
    LEFT_BOXES,
    POLICE,
    SUPPRESSED,
    Stand,
)
from modgen_rules.civil_power.law.retreats import Ways, overstacked
from modgen_rules.civil_power.law.state import Position, Unit
from modgen_rules.engine.reports.sections import Issue

MANY_ROUTES = 4
"""More squares to which a unit may retreat are not named in a sentence."""


@dataclass
class Window(Checking):
    """The acts of an attack or round, with what it asks of each unit."""

    def judge(
        self,
        unit: Unit,
        fellows: frozenset[str],
        duty: Duty,
        sources: Collection[str] = (),
    ) -> Iterator[Issue]:
        """Whether a unit retreated and checked as it had to.

        `sources` are the squares from which the attackers came or shot (5.4.3.a).
        """
        moved = self.first_move(unit)
        lost = morale.is_lost(self.after, unit.key)
        stuck, falls = 0, False
        if duty.areas:
            at = self.riot.record.positions[moved] if moved is not None else self.after
            readings = self._readings(at, unit, fellows, sources)
            routes = all(ways.ends(duty.areas) for ways in readings)
            if moved is not None:
                falls = self._overstacks(unit, moved)
                yield from self._retreat(unit, readings, duty, moved)
                yield from self._towards(unit, readings[0], duty, moved, sources)
            elif lost and self._off_the_map(unit, readings[0], duty.areas):
                what = f"{self.name(unit)} is counted as eliminated, and no check eliminated it"
                yield self.issue("5.4.3.i", unit.side, what, last=self.end - 1)
                return
            elif routes and not lost:
                march = self.riot.plays("i-1") and unit.side == POLICE and unit.size == CROWD
                half = duty.areas > 1 and all(
                    at.field.away(unit.cell, end.cell) < duty.areas
                    for ways in readings
                    for end in ways.ends(duty.areas)
                )
                clause = (
                    "5.4.3.m" if half and duty.stands in ("5.4.1.e", "5.4.1.g") else duty.stands
                )
                what = f"{self.name(unit)} did not retreat the {squares(duty.areas)} that it must"
                what += f"{duty.totals}"
                yield self.issue("S.I1.f" if march else clause, unit.side, what, last=self.end - 1)
                return
            elif not routes:
                stuck = duty.areas
        elif moved is not None and not self._free_to_go(unit, moved):
            at, came = self.riot.record.positions[moved], self.halt(unit, moved)[0]
            clause, way = duty.stays, ""
            if came is not None:
                way, joins = f" for {came.cell}", at.enemies(came.cell, unit.side)
                on = clause == "5.4.1.a" or joins or self._pursues(unit, came, moved)
                if on and not at.enemies(unit.cell, unit.side):
                    clause = "4.0.h"
            what = f"{self.name(unit)} left its square{way} although it need not retreat"
            what += duty.totals
            if came is not None and self._surged(unit, moved):
                clause = "5.4.2.b"
                what = f"{self.name(unit)} goes diagonally to {came.cell} after a surge"
            yield self.issue(clause, unit.side, what, moved)
            return
        yield from self._checks(unit, duty, stuck, falls)

    def _readings(
        self, at: Position, unit: Unit, fellows: frozenset[str], sources: Collection[str]
    ) -> list[Ways]:
        """The ways out by every reading of "directly away".

        Nothing is excluded; the squares from which the attacker came; all that are no further
        from those. An empty text in `sources` is an attacker who came from an unknown square. An
        attacker who retreats may have to fall back: not further on from where it came.
        """
        away, near = at.field.away, at.field.near
        known = frozenset(one for one in sources if one in near)
        nearer = frozenset(
            cell
            for cell in near[unit.cell]
            if any(away(cell, one) <= away(unit.cell, one) for one in known)
        )
        came = self.riot.came.get(unit.key, "") if unit.side == self.phase.side else ""
        ahead = frozenset(cell for cell in near[unit.cell] if came in near and away(cell, came) > 1)
        readings = [frozenset(), known, nearer, ahead]
        ways = Ways(at, unit, fellows, known)
        steps = set(ways.steps(ways.start))
        mixed = frozenset(one.cell for one in steps if at.enemies(one.cell, unit.side))
        readings += [known | mixed, nearer | mixed]
        empty = [{one for one in steps if ways.empty(one, alone)} for alone in (False, True)]
        for open_ in (steps, *empty):
            cells = frozenset(one.cell for one in open_)
            if len(cells - known) <= sum(one not in near for one in sources):
                readings.append(known | cells)
        return [Ways(at, unit, fellows, one) for one in dict.fromkeys(readings)]

    def _retreat(self, unit: Unit, readings: list[Ways], duty: Duty, moved: int) -> Iterator[Issue]:
        """Whether a retreat ended where it may."""
        areas, (came, halted) = duty.areas, self.halt(unit, moved)
        if came is None:
            left = self.after.place(unit.key) in LEFT_BOXES.values()
            if left and not readings[0].may_leave(areas):
                yield self.issue("5.4.3.a", unit.side, f"{self.name(unit)} left the map", moved)
            return
        stand = Stand(came.cell, came.level)
        wrong = [ways.wrong(stand, areas) for ways in readings]
        clause = wrong[0] if all(wrong) else ""
        if clause and readings[0].position.field.away(unit.cell, stand.cell) > areas:
            clause = duty.further
        if clause:
            routes = sorted({one.cell for one in self._surely(readings, areas)})
            expected = " or ".join(routes) or "no way out"
            what = f"{self.name(unit)} retreated to {came.cell}"
            if not routes:
                what += "; it has no way out"
            elif len(routes) <= MANY_ROUTES:
                what += f"; it may retreat to {expected}"
            yield self.issue(clause, unit.side, what, moved, moved, expected, came.cell)
        if self._overstacks(unit, moved):
            yield from self._crowded(unit, stand, halted, readings[0].fellows)
        self.told |= self.phase.crowded

    def _surely(self, readings: list[Ways], areas: int) -> set[Stand]:
        """The ends of a retreat that the strictest reading with any allows, the furthest first."""
        found = [ends for ways in readings if (ends := ways.ends(areas))]
        ends = min(found, key=len, default=set())
        start, away = readings[0].start, readings[0].position.field.away
        return {one for one in ends if away(start.cell, one.cell) == areas} or ends

    def _towards(
        self, unit: Unit, ways: Ways, duty: Duty, moved: int, sources: Collection[str]
    ) -> Iterator[Issue]:
        """5.4.3.a: a retreat to a square from which attackers came, although another was free.

        Only where the drags show from where every attacker came.
        """
        came = self.halt(unit, moved)[0]
        shown = self.riot.record.tidy and sources and "" not in sources
        if came is None or duty.areas != 1 or not shown or came.cell not in sources:
            return
        away = replace(ways, shunned=frozenset(sources)).ends(1)
        if away and all(ways.empty(one, alone=True) for one in away):
            expected = " or ".join(sorted({one.cell for one in away}))
            what = (
                f"{self.name(unit)} retreated to {came.cell}, from where its attackers came; "
                f"it may retreat to {expected}"
            )
            yield self.issue(
                "5.4.3.a", unit.side, what, moved, moved, expected, came.cell, "directly-away"
            )

    def _off_the_map(self, unit: Unit, ways: Ways, areas: int) -> bool:
        """5.4.3.i: whether a lost unit without a check was perhaps driven off the map."""
        rolled = self.checks_of(unit) or any(side == unit.side for side, _ in self.spare)
        return unit.size in (GROUP, CROWD) and self.checked and not rolled and ways.may_leave(areas)

    def _overstacks(self, unit: Unit, moved: int) -> bool:
        came, halted = self.halt(unit, moved)
        if came is None:
            return False
        after = self.riot.record.positions[halted + 1]
        return overstacked(after, Stand(came.cell, came.level), unit.side) == unit.size

    def _crowded(
        self, unit: Unit, stand: Stand, moved: int, fellows: frozenset[str]
    ) -> Iterator[Issue]:
        """5.4.3.f: in an overstacked square the unit and one other of its size are suppressed.

        Of the units there, its `fellows` have retreated too, and check (5.4.3.o).
        """
        positions = self.riot.record.positions
        there = [
            one for one in positions[moved + 1].at(stand.cell, unit.side) if one.size == unit.size
        ]
        fell = {
            one.key
            for one in there
            if morale.is_lost(positions[self.phase.end], one.key)
            or SUPPRESSED in positions[self.phase.end].conditions.get(one.key, ())
        }
        self.told |= {one.key for one in there}
        if unit.key not in fell or len(fell) < 2:
            what = f"two units of {stand.cell} are not suppressed although it is overstacked"
            yield self.issue("5.4.3.f", unit.side, what, moved)
        others = {one.key for one in there} - fellows
        for n, act in morale.made(self.riot.record, self.acts):
            if n > moved and act.piece in others:
                what = f"{self.riot.name(act.kind)} of {stand.cell} checked morale although it "
                what += "only made room"
                yield self.issue("5.4.3.o", unit.side, what, n)

    def _checks(self, unit: Unit, duty: Duty, stuck: int, falls: bool) -> Iterator[Issue]:
        """Whether a unit made its check, with the right modifiers, and took the result."""
        checks = self.checks_of(unit)
        cause = Cause("shock", 0 if stuck else duty.areas, stuck, duty.extra, duty.perhaps)
        through = self._through_gas(unit)
        if through and len(checks) > int(duty.checks):
            # One for each square with Gas; the fight's own may come before or after them.
            tries = combinations(checks, len(checks) - int(duty.checks))
            gas = min(tries, key=lambda some: self._breaches(unit, cause, checks, some))
            for n in gas:
                yield from self.check(unit, Cause("gas"), n)
            checks = [n for n in checks if n not in gas]
        if duty.checks and checks:
            yield from self.check(unit, cause, checks[0], falls)
        elif duty.checks and self.after.place(unit.key) not in LEFT_BOXES.values():
            need = Need(unit, cause, falls, duty.clause)
            if not duty.open or morale.STANDS not in self._seen(need):
                self.needs.append(need)
        elif checks and (self._changed(unit, checks[0]) or self._named(checks[0])):
            what = f"{self.name(unit)} need not check morale"
            yield self.issue(duty.spared, unit.side, what, checks[0])

    def _breaches(
        self, unit: Unit, cause: Cause, checks: Sequence[int], gas: Collection[int]
    ) -> int:
        """How much is wrong with the checks of a unit if some of them are for gas."""
        return sum(
            1 for n in checks for _ in self.check(unit, Cause("gas") if n in gas else cause, n)
        )

    def _named(self, n: int) -> bool:
        """Whether a check is certainly that of its unit, in a record without spoilt dice."""
        return bool(self.riot.record.acts[n].piece) and self.riot.record.tidy

    def _free_to_go(self, unit: Unit, moved: int) -> bool:
        """Whether a unit may leave: a Crowd after a surge (5.4.2.b)."""
        before, came = self.riot.record.positions[moved], self.halt(unit, moved)[0]
        beside = came is not None and came.cell in before.field.beside[unit.cell]
        return beside and self._surged(unit, moved)

    def _pursues(self, unit: Unit, came: Unit, moved: int) -> bool:
        """4.0.h: whether a unit goes after enemies who have left its square."""
        away, now = self.start.field.away, self.riot.record.positions[moved].units
        fled = (now.get(one.key) for one in self.start.enemies(unit.cell, unit.side))
        return any(one and away(came.cell, one.cell) < away(unit.cell, one.cell) for one in fled)

    def _surged(self, unit: Unit, moved: int) -> bool:
        """5.4.2: whether a Crowd and another one alone hold the square of a fight."""
        before = self.riot.record.positions[moved]
        crowds = sum(one.size == CROWD for one in before.at(unit.cell, unit.side))
        alone = all(one.size == INDIVIDUAL for one in before.enemies(unit.cell, unit.side))
        return unit.size == CROWD and crowds > 1 and alone
