"""What an attack asks of a unit, and whether the log shows it: retreat, check, removal."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from modgen_rules.civil_power import morale
from modgen_rules.civil_power.levels import base, is_sniper
from modgen_rules.civil_power.morale import Cause
from modgen_rules.civil_power.phases import Phase
from modgen_rules.civil_power.plan import (
    CROWD,
    GROUP,
    INDIVIDUAL,
    LEFT_BOXES,
    MOBS,
    POLICE,
    SUPPRESSED,
)
from modgen_rules.civil_power.record import Act
from modgen_rules.civil_power.retreats import Stand, Ways, overstacked
from modgen_rules.civil_power.riot import Riot
from modgen_rules.civil_power.state import Position, Unit
from modgen_rules.engine.findings import Verdict
from modgen_rules.engine.sections import Issue


class Duty(NamedTuple):
    """What a result asks of a unit."""

    areas: int = 0
    """How far it must retreat."""
    checks: bool = False
    extra: int = 0
    """The 1 that X adds to its check."""
    clause: str = "5.4.1.a"
    """The clause that it breaks by not checking."""
    stays: str = "5.4.1.a"
    """The clause that it breaks by leaving when it need not retreat."""
    perhaps: int = 0
    """The 1 of X where it is open whether it counts."""


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
    """The acts of one attack or round, from `first` up to before `end`."""

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

    @cached_property
    def checked(self) -> bool:
        """Whether the players of the log use the menu entries that check morale."""
        return any(act.what == "check" for act in self.riot.record.acts)

    def reset(self) -> None:
        """Forget what one reading of the record made of the checks."""
        self.needs.clear()
        self.used.clear()

    def name(self, unit: Unit) -> str:
        """A unit as messages call it."""
        return f"{self.riot.name(unit.kind)} of {unit.cell}"

    def issue(
        self, clause: str, actor: str, what: str, first: int = -1, last: int = -1,
        expected: str = "", observed: str = "", ruling: str = "",
    ) -> Issue:  # fmt: skip
        """Something wrong, at the beginning of the window by default; with a ruling suspect."""
        begin = self.first if first < 0 else first
        verdict: Verdict = "suspect" if ruling else "illegal"
        return Issue(
            clause, verdict, actor, what, begin, max(last, begin), expected, observed, ruling
        )

    def place(self, unit: Unit) -> str:
        """A unit's square and level as places are written."""
        return f"{unit.cell}@{unit.level}" if unit.level else unit.cell

    # --- a unit ----------------------------------------------------------------------------------

    def judge(
        self, unit: Unit, fellows: frozenset[str], duty: Duty,
        sources: Collection[str] = (),
    ) -> Iterator[Issue]:  # fmt: skip
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
                yield from self._retreat(unit, readings, duty.areas, moved)
            elif routes and not lost:
                march = self.riot.plays("i-1") and unit.side == POLICE and unit.size == CROWD
                yield self.issue(
                    "S.I1.f" if march else "5.4.1.e", unit.side,
                    f"{self.name(unit)} did not retreat", last=self.end - 1,
                )  # fmt: skip
                return
            elif not routes:
                stuck = duty.areas
        elif moved is not None and not self._free_to_go(unit, moved):
            fought = self.riot.record.positions[moved].enemies(unit.cell, unit.side)
            over = duty.stays == "5.4.1.a" and not fought
            what = f"{self.name(unit)} left its square although it need not retreat"
            yield self.issue("4.0.h" if over else duty.stays, unit.side, what, moved)
            return
        yield from self._checks(unit, duty, stuck, falls)

    def _readings(
        self, at: Position, unit: Unit, fellows: frozenset[str], sources: Collection[str]
    ) -> list[Ways]:
        """The ways out by every reading of "directly away".

        Nothing is excluded; the squares from which the attacker came; all that are no further
        from those. An empty text in `sources` is an attacker who came from an unknown square.
        """
        away, near = at.field.away, at.field.near
        known = frozenset(one for one in sources if one in near)
        nearer = frozenset(
            cell for cell in near[unit.cell]
            if any(away(cell, one) <= away(unit.cell, one) for one in known)
        )  # fmt: skip
        readings = [frozenset(), known, nearer]
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

    def _retreat(self, unit: Unit, readings: list[Ways], areas: int, moved: int) -> Iterator[Issue]:
        """Whether a retreat ended where it may."""
        came, halted = self.halt(unit, moved)
        if came is None:
            left = self.after.place(unit.key) in LEFT_BOXES.values()
            if left and not readings[0].may_leave(areas):
                yield self.issue("5.4.3.a", unit.side, f"{self.name(unit)} left the map", moved)
            return
        stand = Stand(came.cell, came.level)
        wrong = [ways.wrong(stand, areas) for ways in readings]
        clause = wrong[0] if all(wrong) else ""
        if clause and not self._gassed(unit, readings[0], stand, areas):
            routes = sorted({one.cell for ways in readings for one in ways.ends(areas)})
            what = f"{self.name(unit)} retreated to {came.cell}"
            expected = " or ".join(routes) or "no way out"
            yield self.issue(clause, unit.side, what, moved, moved, expected, came.cell)
        if self._overstacks(unit, moved):
            yield from self._crowded(unit, stand, halted)
        self.told |= self.phase.crowded

    def _overstacks(self, unit: Unit, moved: int) -> bool:
        came, halted = self.halt(unit, moved)
        if came is None:
            return False
        after = self.riot.record.positions[halted + 1]
        return overstacked(after, Stand(came.cell, came.level), unit.side) == unit.size

    def _crowded(self, unit: Unit, stand: Stand, moved: int) -> Iterator[Issue]:
        """5.4.3.f: in an overstacked square the unit and one other of its size are suppressed."""
        positions = self.riot.record.positions
        there = [one for one in positions[moved + 1].at(stand.cell, unit.side)
                 if one.size == unit.size]  # fmt: skip
        fell = {
            one.key for one in there
            if morale.is_lost(positions[self.phase.end], one.key)
            or SUPPRESSED in positions[self.phase.end].conditions.get(one.key, ())
        }  # fmt: skip
        self.told |= {one.key for one in there}
        if unit.key not in fell or len(fell) < 2:
            what = f"two units of {stand.cell} are not suppressed although it is overstacked"
            yield self.issue("5.4.3.f", unit.side, what, moved)
        others = {one.key for one in there} - {unit.key}
        for n, act in morale.made(self.riot.record, self.acts):
            known = self.start.units.get(act.piece)
            if n > moved and act.piece in others and known and known.cell == stand.cell:
                what = f"{self.name(known)} checked morale although it only made room"
                yield self.issue("5.4.3.o", unit.side, what, n)

    def _checks(self, unit: Unit, duty: Duty, stuck: int, falls: bool) -> Iterator[Issue]:
        """Whether a unit made its check, with the right modifiers, and took the result."""
        checks = self.checks_of(unit)
        cause = Cause("shock", 0 if stuck else duty.areas, stuck, duty.extra, duty.perhaps)
        through = self._through_gas(unit)
        if through and len(checks) > int(duty.checks):
            while len(checks) > int(duty.checks):  # one for each square with Gas
                yield from self.check(unit, Cause("gas"), checks.pop(0))
        elif through and duty.checks and len(checks) == 1 and self._for_gas(unit, cause, checks[0]):
            falls |= self.riot.record.acts[checks.pop()].target == morale.FALLS
        if duty.checks and checks:
            yield from self.check(unit, cause, checks[0], falls)
        elif duty.checks:
            self.needs.append(Need(unit, cause, falls, duty.clause))
        elif checks and (self._changed(unit, checks[0]) or self._named(checks[0])):
            what = f"{self.name(unit)} need not check morale"
            yield self.issue("5.4.1.a", unit.side, what, checks[0])
        elif not (duty.checks or checks or duty.areas or falls):
            yield from self._marked(unit)

    def _marked(self, unit: Unit) -> Iterator[Issue]:
        """5.1.c: a unit that neither retreats nor checks is not suppressed."""
        marks = [n for n in self.acts if self.riot.record.acts[n].what == "condition"
                 and self.riot.record.acts[n].piece == unit.key]  # fmt: skip
        rolled = any(owner == unit.side for owner, _ in self.spare)
        known = not (unit.suppressed or rolled or unit.key in self.phase.crowded)
        fell = morale.fate(self.riot.record, unit.key, self.phase.end) == morale.FALLS
        tidy = self.riot.record.tidy and not self._through_gas(unit)
        if marks and known and fell and tidy and morale.fate(
            self.riot.record, unit.key, self.end
        ) == morale.FALLS:  # fmt: skip
            what = f"{self.name(unit)} is suppressed although it need not check"
            yield self.issue("5.1.c", unit.side, what, marks[0])

    def _for_gas(self, unit: Unit, cause: Cause, n: int) -> bool:
        """Whether the only check of a unit is the one for gas, and a plain die that of the fight.

        The check is applied at once, and the fight's own check would be wrong.
        """
        record = self.riot.record
        die, total, _ = record.acts[n].dice
        if total != die or not any(owner == unit.side for owner, _ in self.spare):
            return False
        at_once = morale.fate(record, unit.key, min(n + 2, self.end))
        fits = at_once == morale.outcome(self.riot, unit, die, gas=True)
        return fits and any(True for _ in self.check(unit, cause, n))

    def _named(self, n: int) -> bool:
        """Whether a check is certainly that of its unit, in a record without spoilt dice."""
        return bool(self.riot.record.acts[n].piece) and self.riot.record.tidy

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
        friends = [one for one in self.start.at(unit.cell, unit.side)
                   if one.key != unit.key and one.size in (GROUP, CROWD)]  # fmt: skip
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
        for one in morale.modifiers(self.start, unit, need.cause) if need and dice else ():
            without = {total - one.value for total in totals}
            if one.sure and morale.assigned(self.riot, [(unit, without, seen)], dice):
                clause = one.clause
                break
        what = f"no die of the {side} explains the morale check of {self.name(unit)}"
        expected, found = " or ".join(sorted(due)), " or ".join(sorted(seen))
        return self.issue(clause, side, what, self.first, self.end - 1, expected, found)

    def _totals(self, need: Need) -> set[int]:
        """The totals of the modifiers of a check whose moment is not known."""
        moved = self.first_move(need.unit)
        halted = self.halt(need.unit, moved)[1] if moved is not None else self.first
        record = self.riot.record
        while moved is not None and self._follows(record.acts[halted + 1 : halted + 2], need.unit):
            halted += 1
        at = record.positions[halted + 1 if moved is not None else halted]
        falls = {SUPPRESSED} if need.falls else set()
        found: set[int] = set()
        for position in (at, self.after):
            unit = position.units.get(need.unit.key)
            if unit is None and (position is self.after or need.unit.key not in at.pieces):
                continue
            unit = (unit or need.unit)._replace(conditions=need.unit.conditions | falls)
            found |= morale.sums(list(morale.modifiers(position, unit, need.cause)))
        return found

    @staticmethod
    def _follows(acts: Sequence[Act], unit: Unit) -> bool:
        """Whether the next act is that of an Agitator or a weapon who goes along with a unit."""
        return any(
            act.what == "move" and (act.kind.startswith("agitator") or act.kind == "gas_gun")
            for act in acts
        )  # fmt: skip

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
            (n, act) for n, act in morale.made(self.riot.record, self.acts)
            if morale.fits(act, unit) and n not in self.used
        ]  # fmt: skip
        named = [n for n, act in fitting if act.piece]
        return named or [n for n, _ in fitting]

    def check(self, unit: Unit, cause: Cause, n: int, falls_first: bool = False) -> Iterator[Issue]:
        """Judge one check of a unit; its outcome must be seen before the unit's next."""
        self.told.add(unit.key)
        self.used.add(n)
        ends = sorted({self.until(unit, n), self._next(unit, n)})
        burns = unit.cell in self.after.fires and unit.cell not in self.start.fires
        if (burns or is_sniper(unit)) and morale.is_lost(self.after, unit.key):
            return  # no way out of a new Fire (6.5.f), or a Sniper alone (6.3)
        found = [
            list(morale.judge(self.riot, one, cause, n, end, falls_first, self.phase.crowded))
            for end in ends for one in self._alike(unit, n)
        ]  # fmt: skip
        issues = min(found, key=len)
        yield from issues
        if not issues and cause.of != "gas":
            yield from self._again(unit, n)

    def _again(self, unit: Unit, n: int) -> Iterator[Issue]:
        """5.1.a, 5.1.c: a unit checks once; what it rolls afterwards changes nothing."""
        acts, positions = self.riot.record.acts, self.riot.record.positions
        later = [m for m in self.acts
                 if m > n and acts[m].what == "check" and acts[m].piece == unit.key]  # fmt: skip
        if not later or acts[n].piece != unit.key:
            return
        end = positions[self.phase.end]
        fell = acts[n].dice[2] < acts[n].dice[1] < morale.lost_at(self.riot)
        there = end.units.get(unit.key)
        if fell and there is not None and not there.suppressed:
            what = f"{self.name(unit)} failed its check, checked again and is not suppressed"
            yield self.issue("5.1.c", unit.side, what, n)
        second, before = later[0], positions[later[0]]
        stood = SUPPRESSED not in before.conditions.get(unit.key, ())
        suffers = morale.is_lost(end, unit.key) or (stood and bool(there and there.suppressed))
        dice = sum(acts[m].kind in (*MOBS, POLICE, "both") for m in self.acts
                   if acts[m].what in ("roll", "void"))  # fmt: skip
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
        alike = [one for one in at.at(here.cell, here.side)
                 if (one.kind, one.conditions) == (here.kind, here.conditions)]  # fmt: skip
        return alike or [unit]

    def until(self, unit: Unit, n: int) -> int:
        """The act up to which the outcome of a check is seen in tidy records."""
        return max(min(self._next(unit, n), self.end), n + 1)

    def _next(self, unit: Unit, n: int) -> int:
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

    # --- moves -----------------------------------------------------------------------------------

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

        The unit is None when it left the map.
        """
        last, halted = None, moved
        for n in self.acts:
            act = self.riot.record.acts[n]
            if n >= moved and act.what == "move" and act.piece == unit.key:
                here = self.riot.record.positions[n + 1].units.get(unit.key)
                last, halted = (here, n) if here else (last, halted)
        return last, halted

    def stays(self, unit: Unit) -> bool:
        """Whether a unit is where it was, at the end."""
        now = self.after.units.get(unit.key)
        return now is not None and (now.cell, now.level) == (unit.cell, unit.level)

    def _free_to_go(self, unit: Unit, moved: int) -> bool:
        """Whether a unit may leave: a Crowd after a surge (5.4.2.b), or one that flees gas."""
        before, came = self.riot.record.positions[moved], self.halt(unit, moved)[0]
        if unit.side in MOBS and unit.cell in before.gas:
            return True
        crowds = sum(one.size == CROWD for one in before.at(unit.cell, unit.side))
        beside = came is not None and came.cell in before.field.beside[unit.cell]
        alone = all(one.size == INDIVIDUAL for one in before.enemies(unit.cell, unit.side))
        return unit.size == CROWD and crowds > 1 and beside and alone

    def _through_gas(self, unit: Unit) -> bool:
        """Whether a Mob unit came into, or perhaps through, gas."""
        moved = self.first_move(unit)
        if moved is None or unit.side not in MOBS or base(unit) == "tv_crew":
            return False
        gas = self.riot.record.positions[moved].gas
        acts = (self.riot.record.acts[n] for n in self.acts)
        ends = [act.at for act in acts if act.what == "move" and act.piece == unit.key]
        return any(cell in gas for cell in (*self.start.field.near[unit.cell], *ends))

    def _gassed(self, unit: Unit, ways: Ways, stand: Stand, areas: int) -> bool:
        """6.1.j: whether a failed check for gas on the way drove a unit one area further."""
        gas, morale_ = ways.position.gas, ways.position.plan.morale(unit.kind, unit.face) or 0
        dice = [self.riot.record.acts[n].dice[0] for n in self.checks_of(unit)]
        if unit.side not in MOBS or (dice and (len(dice) < 2 or dice[0] <= morale_)):
            return False
        way = {one.cell for one in (*ways.ends(areas), *ways.ends(1)) if one.cell in gas}
        return any(stand.cell in ways.position.field.near[cell] for cell in way)
