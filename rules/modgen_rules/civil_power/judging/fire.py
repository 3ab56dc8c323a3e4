"""Attacks in Fire Combat (5.3, 6.1, 6.5, 8.1 to 8.3): what bars them, and what their dice do.

The player makes attacks that nothing bars and does what their dice ask; the judge looks for the
attack that explains a record best.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import NamedTuple

from modgen_rules.civil_power.judging.bookings import NOTHING, Booked, casualties
from modgen_rules.civil_power.judging.shock import AREAS, Duty, X, lowered, watched
from modgen_rules.civil_power.judging.shock import CHART as SHOCK_MODIFIERS
from modgen_rules.civil_power.judging.shock import LADDER as SHOCK_LADDER
from modgen_rules.civil_power.judging.shock import NONE as NO_SHOCK
from modgen_rules.civil_power.law import levels
from modgen_rules.civil_power.law.levels import (
    CARRIERS,
    HELICOPTER,
    SHOCK_VEHICLES,
    SHOCK_WEAPONS,
    TV_CREW,
    base,
    is_sniper,
    squares,
)
from modgen_rules.civil_power.law.plan import (
    ABOARD,
    CROWD,
    FLAMES,
    GROUP,
    GUNS,
    INDIVIDUAL,
    MOBS,
    POLICE,
    TANK,
    VEHICLE,
    Plan,
)
from modgen_rules.civil_power.law.sight import BLOCKING, View, height
from modgen_rules.civil_power.law.state import Position, Unit
from modgen_rules.civil_power.reading.riot import Riot

CHART, RANGE_CHART = "05_fire_modifiers", "19_ranges"
NONE, WOUND, KILL = "–", "W", "K"
LADDER = (NONE, WOUND, KILL)
"""The results of Fire from the mildest to the worst (8.8)."""
ARROWS = "i-6"
"""The scenario in which the Mob's Snipers do no more than wound."""
EXTENDED, DOUBLED, SPECIAL = "extended", "doubled", "special"
SQUADS = ("reserve", "line", "tactical")
"""8.1: the classes that may carry batons."""
OBSTACLES: Mapping[str, Collection[str]] = {
    "gas_gun": (),
    "water": (),
    "batons": (*BLOCKING, VEHICLE, INDIVIDUAL),
}
"""6.1, 8.2, 8.1.b: the sizes of units that block the lines of these weapons."""
SHELTER = ("barricade", "hedge", "fence")
"""8.1 to 8.3: what stops batons, water and Active Denial."""


class Weapon(NamedTuple):
    """A weapon with rules of its own."""

    name: str
    row: str
    """Its row in the chart of ranges."""
    of: str
    """The clause of who may use it."""
    aims: str
    """The clause of its range and line."""
    fits: Callable[[Unit], bool]
    """Whether a kind of unit of its side may use it."""


WEAPONS: Mapping[str, Weapon] = {
    "gas_gun": Weapon(
        "the Gas Gun",
        "Gas Gun",
        "6.1.c",
        "6.1.d",
        lambda one: one.size == GROUP or one.kind in CARRIERS,
    ),
    "hand_gas": Weapon(
        "gas grenades",
        "Gas by hand",
        "6.1.c",
        "6.1.e",
        lambda one: one.size != VEHICLE or one.kind in SHOCK_VEHICLES,
    ),
    "molotov": Weapon(
        "Molotovs", "Molotov", "6.5.a", "6.5.a", lambda one: one.size in (GROUP, CROWD)
    ),
    "batons": Weapon(
        "batons",
        "Baton rounds",
        "8.1.a",
        "8.1.b",
        lambda one: one.kind in SQUADS and one.face != "mounted",
    ),
    "water": Weapon(
        "water", "Water Cannon", "8.2.a", "8.2.a", lambda one: one.kind == "water_cannon"
    ),
    "ads": Weapon(
        "the Active Denial System",
        "Active Denial",
        "8.3.a",
        "8.3.b",
        lambda one: one.kind in ("ads", HELICOPTER),
    ),
}
"""The weapons by the ways of announcements."""
RANGES = {way: one.row for way, one in WEAPONS.items()} | {"flames": "Flame-thrower"}
"""The rows of the chart of ranges."""


def _range_row(plan: Plan, way: str) -> Sequence[str]:
    return next(row for row in plan.charts[RANGE_CHART].rows if row[0] == RANGES[way])


def reach(plan: Plan, way: str) -> int | None:
    """The range of a weapon in squares; None without a limit."""
    most = _range_row(plan, way)[1]
    return int(most) if most.isdigit() else None


def strengths(plan: Plan, way: str) -> list[int]:
    """The numbers in the last column of the chart of ranges: of water one for each square."""
    numbers = _range_row(plan, way)[2].partition(" at ")[0]
    return [int(number) for number in re.findall(r"\d+", numbers)]


class Fault(NamedTuple):
    """What is wrong with an attack. With a `ruling` it is only suspect."""

    clause: str
    what: str
    ruling: str = ""


class Modifiers(NamedTuple):
    """The modifiers of the die by one reading."""

    height: int = 0
    night: int = 0
    barricade: int = 0
    window: int = 0

    @property
    def total(self) -> int:
        """Their sum."""
        return sum(self)


def users(units: Collection[Unit], way: str) -> list[Unit]:
    """The units of some that may use a weapon, by kind."""
    sides = MOBS if way == "molotov" else (POLICE,)
    return [one for one in units if one.side in sides and WEAPONS[way].fits(one)]


def square(cell: str) -> Unit:
    """What stands for the target of an attack on a square, such as one with gas."""
    return Unit("", "", "", "", "", cell, 0, frozenset(), False)


@dataclass(frozen=True)
class Shot:
    """An attack in Fire Combat: who attacks whom, and in which way.

    Water hits all enemies in the square of its `target`, a Molotov and a flame-thrower all units:
    then there is a shot for each of them.
    """

    riot: Riot
    view: View
    shooters: tuple[Unit, ...]
    target: Unit
    way: str = ""

    @property
    def side(self) -> str:
        """The side that attacks."""
        return self.shooters[0].side

    @property
    def position(self) -> Position:
        """The table at the moment of the announcement."""
        return self.view.position

    @property
    def level(self) -> int:
        """6.7: the Engagement Level of the side that attacks."""
        return self.riot.level(self.side, self.position)

    @property
    def flames(self) -> bool:
        """S.II2.f: whether a Tank attacks with its flame-thrower."""
        arms = {(one.kind, one.face) for one in self.shooters}
        return self.way == SPECIAL and (TANK, FLAMES) in arms

    # --- what bars it ----------------------------------------------------------------------------

    def faults(self) -> Iterator[Fault]:
        """Everything that is wrong with the attack."""
        own = self.way in WEAPONS
        if base(self.target) == TV_CREW and self.side == POLICE:
            yield Fault("8.8.a", f"the Police attacked a TV Crew in {self.target.cell}")
        for unit in self.shooters:
            if unit.suppressed:
                clause = "6.1.1.c" if self.way == "gas_gun" else "5.2.b"
                yield Fault(clause, f"{self._did(unit)} while suppressed")
            if ABOARD in unit.conditions:
                yield Fault("8.12.d", f"{self._did(unit)} from aboard a Vehicle")
            yield from self._again(unit)
            yield from self._carries(unit) if own else self._armed(unit)
            clause, why = levels.breach(self.side, self.level, unit, self.way, self.target)
            if clause:
                use = f"use {WEAPONS[self.way].name} against" if own else "fire at"
                what = f"{self._name(unit)} may not {use} {self.target.cell}: {why}"
                yield Fault(clause, what)
            yield from self._aims(unit) if own else self._sees(unit)
        yield from self._together()

    def _name(self, unit: Unit) -> str:
        return f"{self.riot.name(unit.kind)} in {unit.cell}"

    def _did(self, unit: Unit) -> str:
        """`Line in W-D8 fired at W-D5`, `Line in W-D8 used the Gas Gun against W-D5`."""
        weapon = WEAPONS.get(self.way)
        did = f"used {weapon.name} against" if weapon else "fired at"
        return f"{self._name(unit)} {did} {self.target.cell}"

    def _again(self, unit: Unit) -> Iterator[Fault]:
        """5.3.a: a unit attacks once in a phase, a Tank with each of its weapons."""
        riot, shots, thrown = self.riot, self.riot.shots[unit.key], self.way == "molotov"
        most = riot.plan.numbers.tank_weapons
        if unit.kind == TANK:
            again = False
            if shots >= most:
                yield Fault("S.II2.q", f"{self._did(unit)}, shot {shots + 1} of at most {most}")
        elif unit.kind == "water_cannon":  # it may use water and a Gas Gun
            again = (unit.key, self.way) in riot.used
        else:
            again = unit.key in riot.fired and not (thrown and unit.size == CROWD)
        if again:
            what = f"{self._did(unit)} after another attack in the same phase"
            yield Fault("6.5.c" if thrown else "5.3.a", what)

    def _armed(self, unit: Unit) -> Iterator[Fault]:
        """Whether a unit has firearms or rocks, and may use them in this way."""
        riot, did = self.riot, self._did(unit)
        if not riot.plan.fire(unit.kind, unit.face):
            crowd = unit.side in MOBS and unit.size == CROWD
            yield Fault("6.7.M1" if crowd else "5.3.1.a", f"{did} without a Fire strength")
        if riot.in_force(f"8.1:{unit.kind}") and unit.face != "mounted":
            yield Fault("8.1.a", f"{self._name(unit)} carries batons, but fired its guns")
        if self.way == EXTENDED and unit.size != GROUP:
            yield Fault("8.13.a", f"{did} at extended range, but is not a Group")
        if self.way == EXTENDED and riot.plays("ii-1"):
            yield Fault("S.II1.b", "fire at extended range is not allowed in II-1")

    def _carries(self, unit: Unit) -> Iterator[Fault]:
        """Whether a unit has the weapon that it uses."""
        weapon = WEAPONS[self.way]
        if unit not in users([unit], self.way):
            what = f"{self._name(unit)} cannot use {weapon.name} against {self.target.cell}"
            yield Fault(weapon.of, what)
        armed = unit.kind in CARRIERS or self.position.has_gas_gun(unit)
        if self.way == "gas_gun" and not armed:
            yield Fault("6.1.d", f"{self._name(unit)} has no Gas Gun")

    def _aims(self, unit: Unit) -> Iterator[Fault]:
        """Range, sight and shelter of one unit's use of a weapon."""
        field, cell, way = self.position.field, self.target.cell, self.way
        clause, name, building = WEAPONS[way].aims, self._name(unit), field.building(cell)
        away, most = field.away(unit.cell, cell), reach(self.riot.plan, way)
        if most is not None and away > most:
            far = f"{squares(away)} away instead of at most {most}"
            yield Fault(clause, f"{self._did(unit)}, {far}")
        elif not away and way in ("molotov", "hand_gas"):
            yield Fault(clause, f"{name} attacked its own square")
        elif way == "molotov" and unit.cell in building:
            yield Fault("6.5.j", f"{name} threw a Molotov inside a building")
        if way in SHOCK_WEAPONS and building:
            yield Fault(clause, f"the target in {cell} is in a building")
        if way in ("molotov", "hand_gas") or not away:
            return
        line = self.view.line(unit.cell, cell, (height(unit), 0), OBSTACLES.get(way, BLOCKING))
        if line.blocked:
            what = f"the line from {unit.cell} to {cell} is blocked"
            ruling = "hedges" if line.only_hedge else ""
            yield Fault("8.2.g" if way == "water" else clause, what, ruling)
        elif way == "gas_gun" and self.view.dark(cell) and away > self.riot.plan.night_range:
            yield Fault("5.3.2.f", f"{name} fired at {cell} over {squares(away)} by night")
        elif way in SHOCK_WEAPONS and self.view.crosses(unit.cell, cell, SHELTER)[0]:
            yield Fault(clause, f"a Barricade or hedge shelters {cell} from {unit.cell}")
        elif way == "ads" and self.position.gas.get(cell):
            yield Fault(clause, f"there is Gas in {cell}")

    def _sees(self, unit: Unit) -> Iterator[Fault]:
        """Range and line of sight of one unit's fire."""
        line, cell = self.view.between(unit, self.target), self.target.cell
        most, plan, tank = self._reach(unit), self.riot.plan, unit.kind == TANK
        if most is not None and line.range > most:
            what = f"{self._did(unit)} over {squares(line.range)}, but its range is {most}"
            yield Fault("5.3.2.a", what)
        night_eyes = is_sniper(unit) and unit.side == POLICE
        if self.view.dark(cell) and line.range > plan.night_range and not night_eyes:
            clause = "6.3.a" if is_sniper(unit) else "5.3.2.f"
            yield Fault(clause, f"{self._did(unit)} over {line.range} squares by night")
        floors = self.riot.scenario.attributes.get("tank_floors", 0) if tank else 0
        if self.target.level and isinstance(floors, int) and line.range < floors:
            what = f"{self._name(unit)} fires at an upper floor {line.range} squares away"
            yield Fault("S.II2.h", what)
        if self.flames and line.range > (most := reach(plan, "flames") or 0):
            used = f"{self._name(unit)} used its flame-thrower over {line.range} squares"
            yield Fault("S.II2.f", f"{used}, but it reaches {most}")
        if line.blocked and not self.flames:
            clause = "S.II1.a" if self.view.only_graves(unit, self.target) else "5.3.2.d"
            what = f"the line of sight from {unit.cell} to {cell} is blocked"
            yield Fault(clause, what, "hedges" if line.only_hedge else "")

    def _reach(self, unit: Unit) -> int | None:
        """5.3.2.a: the range of a unit in squares; None without a limit."""
        if is_sniper(unit) or unit.kind in GUNS:
            return None
        strength = self.riot.plan.fire(unit.kind, unit.face)
        return strength if self.way == EXTENDED else (strength + 1) // 2

    def _together(self) -> Iterator[Fault]:
        """5.3.d, 5.3.e, 8.1: units that fire together are alike, and in one chain of squares."""
        cell = self.target.cell
        if self.way == "batons":
            options, kinds = self.riot.options, {one.kind for one in self.shooters}
            armed = options is None or any(f"8.1:{kind}" in options for kind in kinds)
            if len(kinds) > 1 or not armed:
                yield Fault("8.1.a", f"squads that carry no batons fired baton rounds at {cell}")
            if not connected(self.position, self.shooters):
                what = f"squads that are not adjacent fired baton rounds together at {cell}"
                yield Fault("8.1.f", what)
        elif self.way not in WEAPONS and len(self.shooters) > 1:
            for unit in [one for one in self.shooters if is_sniper(one)][:1]:
                yield Fault("5.3.e", f"{self._did(unit)} together with others")
            if not connected(self.position, self.shooters):
                cells = ", ".join(sorted({one.cell for one in self.shooters}))
                what = f"units that are not adjacent fired together from {cells} at {cell}"
                yield Fault("5.3.d", what)
        if self.way == DOUBLED and not self._doublers():
            clause = levels.clause_of(self.side, levels.DOUBLED_FIRE)
            yield Fault(clause, f"fire at {cell} is doubled at Engagement Level {self.level}")

    def _doublers(self) -> list[Unit]:
        """6.7: the units that may double their Fire."""
        may = levels.may_double_fire
        return [one for one in self.shooters if may(self.side, self.level, one)]

    # --- the Fire table --------------------------------------------------------------------------

    def strengths(self) -> set[int]:
        """The strengths with which the attack may count.

        Doubling by level 5 is free. Where the players announce it, other attacks are not doubled.
        """
        plan, able = self.riot.plan, self._doublers()
        if self.way == "molotov" or self.flames:
            return set(strengths(plan, "flames" if self.flames else self.way))
        if self.way == DOUBLED:
            return {self._total(able or self.shooters)}
        found = {self._total(())}
        if able and not (self.riot.record.doubles and self.riot.record.tidy):
            found.add(self._total(able))
        if any(one.kind == TANK for one in self.shooters):
            found.add(plan.fire(GUNS[0], ""))  # its Machine Gun, which is a special weapon too
        return found

    def _total(self, doubled: Collection[Unit], ambush: bool = True) -> int:
        return sum(
            self._strength(unit, ambush) * (2 if unit in doubled else 1) for unit in self.shooters
        )

    def _strength(self, unit: Unit, ambush: bool = True) -> int:
        plan = self.riot.plan
        strength = plan.fire(unit.kind, unit.face)
        away = self.position.field.away(unit.cell, self.target.cell)
        if self.way == EXTENDED and 2 * away > strength + (strength % 2):
            strength = (strength + 1) // 2
        return strength * 2 if ambush and self._in_ambush(unit) else strength

    def _in_ambush(self, unit: Unit) -> bool:
        """8.4.c: whether a unit reveals itself by this attack."""
        return unit.hidden or (self.way == "ambush" and unit.key not in self.riot.exposed)

    @cached_property
    def modifiers(self) -> tuple[Modifiers, ...]:
        """The modifiers of the die by each reading of what the lines cross."""
        plan, target = self.riot.plan, self.target
        above = any(height(one) > height(target) for one in self.shooters)
        outside = any(map(self._outside, self.shooters))
        over, strip = self._over("barricade"), plan.modifier(CHART, "Barricade")
        # Who fires upwards or on the same floor may still count as behind the strip.
        if any(height(one) > target.level for one in self.shooters) or not any(
            may for _, may in over
        ):
            strips = {0}
        else:
            strips = {strip} if any(sure for sure, _ in over) and not target.level else {0, strip}
        # Ruling night-light: whether light takes the modifier away is soft.
        night = plan.modifier(CHART, "By night")
        dark = self.view.dark(target.cell)
        nights = [night] if dark else [0, night] if self.position.night else [0]
        return tuple(
            Modifiers(
                plan.modifier(CHART, "level higher") if above else 0,
                late,
                strip,
                plan.modifier(CHART, "window") if outside else 0,
            )
            for late in nights
            for strip in strips
        )

    def _outside(self, unit: Unit) -> bool:
        """Whether a unit fires from outside at a target in a building."""
        building = self.position.field.building(self.target.cell)
        return bool(building) and unit.cell not in building

    def _over(self, kind: str) -> list[tuple[bool, bool]]:
        """Whether the line of each unit surely, and perhaps, crosses a strip beside the target."""
        cell = self.target.cell
        cells = [one.cell for one in self.shooters if one.cell != cell]
        return [self.view.crosses(one, cell, (kind,), at_end=True) for one in cells]

    def results(self, die: int) -> set[str]:
        """What the attack may do with a die."""
        if self.way in SHOCK_WEAPONS:
            strength, drm, _ = self._thrust()
            return {self._shock(strength, die + drm)}
        return {
            seen
            for strength, drm in product(self.strengths(), self.modifiers)
            for seen in self._seen(self.riot.plan.fire_result(strength, die + drm.total))
        }

    def _seen(self, result: str) -> set[str]:
        """A result as rocks, arrows, armour and TV Crews leave it."""
        if self.target.size == VEHICLE:
            rocks = all(base(one) in levels.ROCKS for one in self.shooters)
            result = NONE if rocks or self.armoured or self.target.kind == TANK else result
        result = WOUND if result == KILL and self._arrows else result
        if not watched(self.position, self.target.cell):
            near = any(watched(self.position, one.cell) for one in self.shooters)
            return {result, lowered(result, LADDER)} if near else {result}
        free = self.side in MOBS and self.riot.in_force("8.8.d") is not False
        return {lowered(result, LADDER)} | ({result} if free else set())

    def unlowered(self, die: int) -> set[Booked]:
        """8.8: what the attack books if no TV Crew makes it milder."""
        fire = self.riot.plan.fire_result
        both = product(self.strengths(), self.modifiers)
        return {self.damages(fire(strength, die + drm.total))[0] for strength, drm in both}

    @property
    def _arrows(self) -> bool:
        """S.I6: whether Snipers of the Mob fire arrows, whose K counts as a W."""
        arrows = self.riot.plays(ARROWS) and self.side in MOBS
        return arrows and all(is_sniper(one) for one in self.shooters)

    @property
    def armoured(self) -> bool:
        """8.12.3: whether the target is a Vehicle that the players treat as armoured."""
        return is_armoured(self.riot, self.target)

    def damages(self, result: str) -> list[Booked]:
        """What a result may book, the usual first."""
        if self.way in SHOCK_WEAPONS:
            # Whether a Crowd counts the WIA of X twice is open.
            once = frozenset({(f"wia_{self.target.side}", 1)})
            hurts = result == X and self.way != "ads"
            return [casualties(WOUND, self.target), once] if hurts else [NOTHING]
        vehicle = self.target.size == VEHICLE
        return [casualties(NONE if vehicle and result != KILL else result, self.target)]

    def kills(self, result: str) -> bool:
        """5.3.1.d, 8.12.1: whether a result takes the unit off."""
        if self.target.size == VEHICLE:
            return result == KILL
        return self.target.size == INDIVIDUAL and result != NONE

    def mistaken(self, die: int) -> Mapping[Booked, str]:
        """Wrong bookings, with the clause of the mistake that each shows."""
        if self.way in WEAPONS or self.flames:
            return self._miscounted(die) if self.way in SHOCK_WEAPONS else {}
        plan, found = self.riot.plan, dict[Booked, str]()
        right = self.modifiers[0]
        base_strength = self._total(())
        night, up = plan.modifier(CHART, "By night"), plan.modifier(CHART, "level higher")
        window, strip = plan.modifier(CHART, "window"), plan.modifier(CHART, "Barricade")
        both = bool(right.window and right.barricade)
        about_strip, hinted = self._about_strip(both), self._hinted()
        about_window = "6.2.c" if both else "5.3.3.f" if self._one_outside() else "5.3.3.b"
        tries: list[tuple[str, int, Modifiers]] = [
            ("5.3.3.d", base_strength, right._replace(night=0 if right.night else night)),
            ("5.3.3.e", base_strength, right._replace(height=0 if right.height else up)),
            (about_strip, base_strength, right._replace(barricade=0 if right.barricade else strip)),
            (about_window, base_strength, right._replace(window=0 if right.window else window)),
            ("8.13", sum(plan.fire(one.kind, one.face) for one in self.shooters), right),
            ("8.4.c", self._total((), ambush=False), right),
            (self._doubling(), self._total(self.shooters), right),
        ]
        legal = {self.damages(one)[0] for one in self.results(die)}
        added: dict[Booked, set[str]] = {}
        for clause, strength, drm in tries:
            for result in self._seen(plan.fire_result(strength, die + drm.total)):
                booked = self.damages(result)[0]
                if sum(map(bool, drm)) < sum(map(bool, right)):
                    found.setdefault(booked, clause)
                    continue
                # A W for a K, or the other way round, is rather booked on the wrong track than
                # due to a modifier that nothing here suggests.
                track = frozenset() not in legal | {booked}
                same = (strength, drm.total) == (base_strength, right.total)
                if same or clause in hinted or not track:
                    added.setdefault(booked, set()).add(clause)
        for booked, clauses in added.items():
            likely = clauses & hinted or clauses & self._perhaps_above() or clauses
            if len(likely) == 1:
                found.setdefault(booked, next(iter(likely)))
        raw = plan.fire_result(base_strength, die + right.total)
        if watched(self.position, self.target.cell):
            found[self.damages(raw)[0]] = "8.8.b"
        if self._arrows and raw == KILL:
            found[casualties(raw, self.target)] = "S.I6"
        if self.target.size == VEHICLE:
            clause = "8.12.3" if self.armoured else "8.12.1.a" if raw == WOUND else "8.12.1"
            found[casualties(raw, self.target)] = clause
        return {booked: clause for booked, clause in found.items() if booked not in legal}

    def _crosses(self, kind: str) -> bool:
        """Whether a line of the attack perhaps crosses a strip of a kind beside the target."""
        return any(may for _, may in self._over(kind))

    def _about_strip(self, both: bool) -> str:
        """The clause of a modifier for a Barricade that is forgotten or wrongly applied."""
        if any(map(height, self.shooters)):
            return "5.3.3.c"
        if self._crosses("barrier"):
            return "8.11.c"
        over = {may for _, may in self._over("barricade")}
        return "6.2.c" if both else "5.3.3.f" if len(over) > 1 else "5.3.3.b"

    def _one_outside(self) -> bool:
        """5.3.3.f: whether some of the shooters aim through a window, and others do not."""
        return len({self._outside(one) for one in self.shooters}) > 1

    def _hinted(self) -> frozenset[str]:
        """The clauses of mistakes that the way of the attack or the ground suggests."""
        hints = {
            "8.4.c": self.way == "ambush",
            "8.13": self.way == EXTENDED,
            "8.11.c": self._crosses("barrier"),
            "5.3.3.c": any(map(height, self.shooters)) and self._crosses("barricade"),
        }
        return frozenset(clause for clause, hinted in hints.items() if hinted)

    def _perhaps_above(self) -> frozenset[str]:
        """5.3.3.e, if some of the shooters are in a building, but none on its second level."""
        indoors = any(self.position.field.is_building(one.cell) for one in self.shooters)
        above = any(height(one) for one in self.shooters)
        return frozenset({"5.3.3.e"} if indoors and not above else ())

    def _doubling(self) -> str:
        """The clause by which this attack is not doubled."""
        if self.way == "ambush":
            return "8.4.c"
        return levels.clause_of(self.side, levels.DOUBLED_FIRE)

    # --- the Shock table (8.1 to 8.3) ------------------------------------------------------------

    def _thrust(self) -> tuple[int, int, int]:
        """The strength of batons, water or Active Denial, the modifier of the die, and what of it
        is for a Crowd."""
        plan, cell = self.riot.plan, self.target.cell
        away = max(self.position.field.away(one.cell, cell) for one in self.shooters)
        if self.way != "batons":
            numbers = strengths(plan, self.way)
            return numbers[min(max(away, 1), len(numbers)) - 1], 0, 0
        each = next(row[1] for row in plan.charts[SHOCK_MODIFIERS].rows if "each area" in row[0])
        step, most = (int(number) for number in re.findall(r"-?\d+", each))
        crowd = self.target.size == CROWD
        bonus = plan.modifier(SHOCK_MODIFIERS, "at a Crowd") if crowd else 0
        strength = sum(plan.shock(one.kind, one.face) for one in self.shooters)
        return strength, max(step * away, most) + bonus, bonus

    def _shock(self, strength: int, total: int) -> str:
        """A result of the Shock table as TV Crews leave it."""
        result = self.riot.plan.shock_result(strength, total)
        near = watched(self.position, self.target.cell)
        return lowered(result, SHOCK_LADDER) if near else result

    def duty(self, result: str, beside: bool = False) -> Duty:
        """What a result of the Shock table asks of the target.

        `beside`: water has driven off others in the square, so it hits this unit too.
        """
        batons = self.way == "batons"
        # Without its WIA, an X of Active Denial may or may not add 1 to the check.
        worse, sure = int(result == X), self.way != "ads"
        return Duty(
            AREAS[result],
            result != NO_SHOCK,
            worse * sure,
            "8.1.h" if batons else "5.4.3.b" if AREAS[result] else "5.4.1.b",
            perhaps=worse * (not sure),
            stands="8.2.c" if beside else "8.1.h" if batons else "5.4.1.e",
            spared="8.1.d" if batons else "5.4.1.a",
        )

    def _miscounted(self, die: int) -> Mapping[Booked, str]:
        """The same for the Shock table."""
        found: dict[Booked, str] = {}
        if self.way == "ads":
            dear = replace(self, way="water")
            found = {one: "8.3.c" for each in self.results(die) for one in dear.damages(each)}
        for clause, result in self.forgotten(die):
            found = dict.fromkeys(self.damages(result), clause) | found
        return found

    def forgotten(self, die: int) -> Iterator[tuple[str, str]]:
        """Results of the Shock table that only something forgotten explains, with its clause."""
        plan, way = self.riot.plan, self.way
        strength, drm, bonus = self._thrust()
        raw = plan.shock_result(strength, die + drm)
        if watched(self.position, self.target.cell):
            yield "8.8.b", raw
        others = [("8.2.b", one, 0) for one in strengths(plan, way)] if way == "water" else []
        if way == "batons":
            away, cell = self.position.field.away, self.target.cell
            first = min(self.shooters, key=lambda one: away(one.cell, cell))
            others = [("8.1.g", strength, replace(self, shooters=(first,))._thrust()[1])]
            others += [("8.1.c", strength, more) for more in (bonus, drm - bonus, 0)]
        if self.position.engagement(POLICE) >= levels.DOUBLED_SHOCK:
            others.append(("6.7.P2", 2 * strength, drm))
        for clause, one, more in others:
            if plan.shock_result(one, die + more) != raw:
                yield clause, self._shock(one, die + more)


def is_armoured(riot: Riot, unit: Unit) -> bool:
    """8.12.3: whether a unit is a Vehicle that neither Fire nor Shock eliminates by an option."""
    vehicle = unit.size == VEHICLE and unit.kind != levels.HELICOPTER
    return vehicle and bool(riot.in_force("8.12.3"))


def connected(position: Position, units: Sequence[Unit]) -> bool:
    """Whether units are in one chain of squares that are the same or adjacent (ruling)."""
    cells = {one.cell for one in units}
    reached, edge = set(), {next(iter(cells))}
    while edge:
        reached |= edge
        edge = {
            one
            for one in cells - reached
            if any(position.field.away(one, known) <= 1 for known in reached)
        }
    return reached == cells
