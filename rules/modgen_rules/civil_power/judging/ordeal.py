"""What an attack asks of a unit, and whether the log shows it: retreat, checks, removal."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from modgen_rules.civil_power import wording
from modgen_rules.civil_power.judging import morale
from modgen_rules.civil_power.judging.morale import Cause
from modgen_rules.civil_power.judging.shock import Duty
from modgen_rules.civil_power.law.levels import base, is_sniper, squares
from modgen_rules.civil_power.law.plan import (
    CROWD,
    GROUP,
    INDIVIDUAL,
    LEFT_BOXES,
    LOST_BOXES,
    MOBS,
    POLICE,
    SUPPRESSED,
    Stand,
)
from modgen_rules.civil_power.law.retreats import Ways
from modgen_rules.civil_power.law.state import Position, Unit
from modgen_rules.civil_power.reading.phases import Phase
from modgen_rules.civil_power.reading.record import Record
from modgen_rules.civil_power.reading.riot import Riot
from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.act_records import Act
from modgen_rules.engine.reading.verdicts import unless
from modgen_rules.engine.reports.sections import Issue

MANY_ROUTES = 4
"""More squares to which a unit may retreat are not named in a sentence."""


class Need(NamedTuple):
    """A check that a unit must have made with one of the dice without an owner."""

    unit: Unit
    cause: Cause
    falls: bool
    """Whether it is suppressed before it checks (5.4.3.o)."""
    clause: str
    """The clause that it breaks by not checking."""


@dataclass
class Window:
    """The acts of an attack or round, from `first` up to before `end`: what it asks of units."""

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

    @property
    def record(self) -> Record:
        """The record of the phase."""
        return self.phase.record

    @cached_property
    def acts(self) -> list[int]:
        """The acts of the phase in the window."""
        return [n for n in self.phase.acts if self.first <= n < self.end]

    @property
    def start(self) -> Position:
        """The table as it begins: lines of sight and totals are those of this moment."""
        return self.record.positions[self.first]

    @property
    def after(self) -> Position:
        """The table as it ends."""
        return self.record.positions[self.end]

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

    # --- moves --------------------------------------------------------------------------------

    def first_move(self, unit: Unit) -> int | None:
        """The act that takes a unit off its square; None if it stays or is removed.

        A unit that came back and left once more took its first drag back.
        """
        found, place = None, self.start.place(unit.key)
        for n in self.acts:
            act = self.record.acts[n]
            if (act.what, act.piece, act.source) == ("move", unit.key, place):
                removed = morale.is_lost(self.record.positions[n + 1], unit.key)
                found = None if removed else n
        return None if found is not None and self.stays(unit) else found

    def halt(self, unit: Unit, moved: int) -> tuple[Unit | None, int]:
        """The unit where its retreat ended, before any removal, and the act of its last step.

        The unit is None when it left the map. Once it has met an individual that was then
        eliminated, its next move is another one: two Crowds make room for each other (5.4.2).
        """
        last, halted = None, moved
        for n in self.acts:
            act = self.record.acts[n]
            if n < moved or act.what != "move":
                continue
            if act.piece == unit.key:
                here = self.record.positions[n + 1].units.get(unit.key)
                last, halted = (here, n) if here else (last, halted)
            elif last and act.source == last.cell and self._eliminated(n, act, unit.side):
                break
        return last, halted

    def _eliminated(self, n: int, act: Act, side: str) -> bool:
        """Whether an act removes an individual of the other sides."""
        one = self.record.positions[n].units.get(act.piece)
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
        gas = self.record.positions[moved].gas
        acts = (self.record.acts[n] for n in self.acts)
        ends = [act.at for act in acts if act.what == "move" and act.piece == unit.key]
        return any(cell in gas for cell in (*self.start.field.near[unit.cell], *ends))

    # --- checks ----------------------------------------------------------------------------------

    @cached_property
    def checked(self) -> bool:
        """Whether the players of the log use the menu entries that check morale."""
        return any(act.what == "check" for act in self.record.acts)

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
            if not morale.assigned(self.riot.plan, wanted, dice):
                yield self._misapplied(side, wanted, dice)

    def _misapplied(
        self, side: str, wanted: list[tuple[Unit, set[int], set[str]]], dice: list[int]
    ) -> Issue:
        """No way to give the dice to the units explains what became of them."""
        bad = [one for one in wanted if not morale.assigned(self.riot.plan, [one], dice)] or wanted
        unit, totals, seen = bad[0]
        due = {morale.outcome(self.riot.plan, unit, die + one) for die in dice for one in totals}
        clause = next(
            morale.BREACHES[one] for one in (morale.LOST, morale.FALLS, morale.STANDS) if one in due
        )
        need = next(one for one in self.needs if one.unit.key == unit.key)
        flown = self.riot.in_force("8.6.e")
        for one in morale.modifiers(self.start, unit, need.cause, flown):
            without = {total - one.value for total in totals}
            if one.sure and morale.assigned(self.riot.plan, [(unit, without, seen)], dice):
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
        moved, positions = self.first_move(need.unit), self.record.positions
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
        seen = morale.fate(self.record, unit.key, self.end)
        same = unit.suppressed and seen != morale.LOST
        return {morale.STANDS, morale.FALLS} if same else {seen}

    def checks_of(self, unit: Unit) -> list[int]:
        """The checks in the window that may be a unit's."""
        fitting = [
            (n, act)
            for n, act in morale.made(self.record, self.acts)
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
        acts, positions = self.record.acts, self.record.positions
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
            act.what == "void" or (act.what == "roll" and act.kind in (*MOBS, POLICE, "both"))
            for act in (acts[m] for m in self.acts)
        )
        once = dice <= 1 + (self.phase.kind == "shock") and not self._through_gas(unit)
        worse = acts[second].dice[1] > acts[second].dice[2]
        if suffers and worse and once and unit.key not in self.phase.crowded:
            what = f"{self.name(unit)} checked morale a second time"
            yield self.issue("5.1.a", unit.side, what, second)

    def _alike(self, unit: Unit, n: int) -> list[Unit]:
        """The units of which a check may be one: all alike in a square if it names none."""
        if self.record.acts[n].piece:
            return [unit]
        at = self.record.positions[n]
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
        checks = (m for m, act in self.phase.each("check") if m > n and morale.fits(act, unit))
        return next(checks, self.phase.end)

    def _changed(self, unit: Unit, n: int) -> bool:
        """Whether a check that was not asked for changed anything."""
        seen = morale.fate(self.record, unit.key, self.until(unit, n))
        return seen == morale.LOST or (seen == morale.FALLS and not unit.suppressed)

    # --- what it asks of a unit ------------------------------------------------------------------

    def judge(
        self, unit: Unit, fellows: frozenset[str], duty: Duty, sources: Collection[str] = ()
    ) -> Iterator[Issue]:
        """Whether a unit retreated and checked as it had to.

        `sources` are the squares from which the attackers came or shot (5.4.3.a).
        """
        moved = self.first_move(unit)
        lost = morale.is_lost(self.after, unit.key)
        stuck, falls = 0, False
        if duty.areas:
            at = self.record.positions[moved] if moved is not None else self.after
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
            at, came = self.record.positions[moved], self.halt(unit, moved)[0]
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
        shown = self.record.tidy and sources and "" not in sources
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
        after = self.record.positions[halted + 1]
        return after.overfull(came.cell, unit.side, unit.size)

    def _crowded(
        self, unit: Unit, stand: Stand, moved: int, fellows: frozenset[str]
    ) -> Iterator[Issue]:
        """5.4.3.f: in an overstacked square the unit and one other of its size are suppressed.

        Of the units there, its `fellows` have retreated too, and check (5.4.3.o).
        """
        positions = self.record.positions
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
        for n, act in morale.made(self.record, self.acts):
            if n > moved and act.piece in others:
                what = f"{self.riot.name(act.kind)} of {stand.cell} checked morale although it "
                what += "only made room"
                yield self.issue("5.4.3.o", unit.side, what, n)

    def _checks(self, unit: Unit, duty: Duty, stuck: int, falls: bool) -> Iterator[Issue]:
        """Whether a unit made its check, with the right modifiers, and took the result."""
        checks = self.checks_of(unit)
        cause = Cause("shock", 0 if stuck else duty.areas, stuck, duty.extra, duty.perhaps)
        if self._through_gas(unit) and len(checks) > int(duty.checks):
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
        elif checks:
            # In a record without spoilt dice a check is certainly that of the unit that it names.
            named = self.record.acts[checks[0]].piece and self.record.tidy
            if named or self._changed(unit, checks[0]):
                what = f"{self.name(unit)} need not check morale"
                yield self.issue(duty.spared, unit.side, what, checks[0])

    def _breaches(
        self, unit: Unit, cause: Cause, checks: Sequence[int], gas: Collection[int]
    ) -> int:
        """How much is wrong with the checks of a unit if some of them are for gas."""
        return sum(
            1 for n in checks for _ in self.check(unit, Cause("gas") if n in gas else cause, n)
        )

    def _free_to_go(self, unit: Unit, moved: int) -> bool:
        """Whether a unit may leave: a Crowd after a surge (5.4.2.b)."""
        before, came = self.record.positions[moved], self.halt(unit, moved)[0]
        beside = came is not None and came.cell in before.field.beside[unit.cell]
        return beside and self._surged(unit, moved)

    def _pursues(self, unit: Unit, came: Unit, moved: int) -> bool:
        """4.0.h: whether a unit goes after enemies who have left its square."""
        away, now = self.start.field.away, self.record.positions[moved].units
        fled = (now.get(one.key) for one in self.start.enemies(unit.cell, unit.side))
        return any(one and away(came.cell, one.cell) < away(unit.cell, one.cell) for one in fled)

    def _surged(self, unit: Unit, moved: int) -> bool:
        """5.4.2: whether a Crowd and another one alone hold the square of a fight."""
        before = self.record.positions[moved]
        crowds = sum(one.size == CROWD for one in before.at(unit.cell, unit.side))
        alone = all(one.size == INDIVIDUAL for one in before.enemies(unit.cell, unit.side))
        return unit.size == CROWD and crowds > 1 and alone
