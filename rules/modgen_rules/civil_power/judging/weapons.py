"""Weapons with rules of their own: gas (6.1), Molotovs (6.5), batons, water, Active Denial (8)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from modgen_rules.civil_power.judging.fire import Fault, Shot, connected
from modgen_rules.civil_power.judging.shock import CHART as SHOCK_MODIFIERS
from modgen_rules.civil_power.judging.shock import LADDER, lowered, watched
from modgen_rules.civil_power.law import levels
from modgen_rules.civil_power.law.levels import HELICOPTER, SHOCK_VEHICLES, base, squares
from modgen_rules.civil_power.law.plan import ABOARD, CROWD, GROUP, MOBS, POLICE, VEHICLE, Plan
from modgen_rules.civil_power.law.sight import View, height
from modgen_rules.civil_power.law.state import Unit
from modgen_rules.civil_power.reading.riot import Riot

CHART = "19_ranges"
ROWS = {
    "gas_gun": "Gas Gun",
    "hand_gas": "Gas by hand",
    "molotov": "Molotov",
    "batons": "Baton rounds",
    "water": "Water Cannon",
    "ads": "Active Denial",
    "flames": "Flame-thrower",
}
"""The rows of the chart of ranges, by the ways of announcements."""
RANGE_CLAUSES = {
    "gas_gun": "6.1.d",
    "hand_gas": "6.1.e",
    "molotov": "6.5.a",
    "batons": "8.1.b",
    "water": "8.2.a",
    "ads": "8.3.b",
}
WEAPONS = {
    "gas_gun": "the Gas Gun",
    "hand_gas": "gas grenades",
    "molotov": "Molotovs",
    "batons": "batons",
    "water": "water",
    "ads": "the Active Denial System",
}
"""The names of weapons in a finding."""
SQUADS = ("reserve", "line", "tactical")
"""8.1: the classes that may carry batons."""
SHELTER = ("barricade", "hedge", "fence")
"""8.1 to 8.3: what stops batons, water and Active Denial."""


def reach(plan: Plan, way: str) -> int | None:
    """The range of a weapon in squares; None without a limit."""
    row = next(row for row in plan.charts[CHART].rows if row[0] == ROWS[way])
    return int(row[1]) if row[1].isdigit() else None


def strengths(plan: Plan, way: str) -> list[int]:
    """The numbers in the last column of the chart of ranges: of water one for each square."""
    row = next(row for row in plan.charts[CHART].rows if row[0] == ROWS[way])
    return [int(number) for number in re.findall(r"\d+", row[2].partition(" at ")[0])]


def users(units: Collection[Unit], way: str) -> list[Unit]:
    """The units of some that may use a weapon, by kind."""
    match way:
        case "gas_gun":
            found = [
                one
                for one in units
                if one.size == GROUP or one.kind in ("water_cannon", HELICOPTER)
            ]
        case "hand_gas":
            found = [one for one in units if one.size != VEHICLE or one.kind in SHOCK_VEHICLES]
        case "molotov":
            found = [one for one in units if one.size in (GROUP, CROWD)]
        case "batons":
            found = [one for one in units if one.kind in SQUADS and one.face != "mounted"]
        case "water":
            found = [one for one in units if one.kind == "water_cannon"]
        case _:
            found = [one for one in units if one.kind in ("ads", HELICOPTER)]
    side = MOBS if way == "molotov" else (POLICE,)
    return [one for one in found if one.side in side]


def faults(
    riot: Riot, view: View, shooters: Sequence[Unit], cell: str, way: str, target: Unit | None
) -> Iterator[Fault]:
    """Everything that is wrong with the use of a weapon against a square."""
    side, level = shooters[0].side, view.position.engagement(shooters[0].side)
    for unit in shooters:
        name = f"{riot.name(unit.kind)} in {unit.cell}"
        if unit not in users(shooters, way):
            yield Fault(_user_clause(way), f"{name} cannot use {WEAPONS[way]} against {cell}")
        if unit.suppressed:
            clause = "6.1.1.c" if way == "gas_gun" else "5.2.b"
            yield Fault(clause, f"{name} was suppressed, but used {WEAPONS[way]} against {cell}")
        if ABOARD in unit.conditions:
            yield Fault("8.12.d", f"{name} attacked {cell} from aboard a Vehicle")
        again = unit.key in riot.fired and not (way == "molotov" and unit.size == CROWD)
        if unit.kind == "water_cannon":  # it may use water and a Gas Gun
            again = (unit.key, way) in riot.used
        if again:
            clause = "6.5.c" if way == "molotov" else "5.3.a"
            used = f"{name} used {WEAPONS[way]} against {cell}"
            yield Fault(clause, f"{used} after another attack in the same phase")
        clause, why = levels.breach(side, level, unit, way, target)
        if clause:
            yield Fault(clause, f"{name} may not use {WEAPONS[way]} against {cell}: {why}")
        yield from _aim(riot, view, unit, cell, way, name)
    if way == "batons":
        armed = riot.options is None or any(f"8.1:{one.kind}" in riot.options for one in shooters)
        if len({one.kind for one in shooters}) > 1 or not armed:
            yield Fault("8.1.a", f"squads that carry no batons fired baton rounds at {cell}")
        if not connected(view.position, shooters):
            yield Fault(
                "8.1.f", f"squads that are not adjacent fired baton rounds together at {cell}"
            )
    if target is not None and base(target) == levels.TV_CREW and side == POLICE:
        yield Fault("8.8.a", f"the Police attacked a TV Crew in {cell}")


def _user_clause(way: str) -> str:
    return {
        "gas_gun": "6.1.c",
        "hand_gas": "6.1.c",
        "molotov": "6.5.a",
        "batons": "8.1.a",
        "water": "8.2.a",
    }.get(way, "8.3.a")


def _aim(riot: Riot, view: View, unit: Unit, cell: str, way: str, name: str) -> Iterator[Fault]:
    """Range, sight and shelter of one unit's use of a weapon."""
    field, clause = view.position.field, RANGE_CLAUSES[way]
    away, most = field.away(unit.cell, cell), reach(riot.plan, way)
    if (most is not None and away > most) or (not away and way in ("molotov", "hand_gas")):
        used = f"{name} used {WEAPONS[way]} against {cell}"
        far = f"{used}, {squares(away)} away instead of at most {most}"
        what = far if away else f"{name} attacked its own square"
        yield Fault(clause, what)
        return
    armed = unit.kind in ("water_cannon", HELICOPTER)
    if way == "gas_gun" and not armed and not view.position.has_gas_gun(unit):
        yield Fault("6.1.d", f"{name} has no Gas Gun")
    building = field.building(cell)
    if way == "molotov":
        if unit.cell in building:
            yield Fault("6.5.j", f"{name} threw a Molotov inside a building")
        return
    if way in levels.SHOCK_WEAPONS and building:
        yield Fault(clause, f"the target in {cell} is in a building")
    if way in ("hand_gas",) or not away:
        return
    over = way in ("gas_gun", "water")
    line = view.line(unit.cell, cell, (height(unit), 0), over)
    if line.blocked:
        yield Fault(
            "6.1.d" if way == "gas_gun" else "8.2.g" if way == "water" else clause,
            f"the line from {unit.cell} to {cell} is blocked",
            "hedges" if line.only_hedge else "",
        )
    elif way == "gas_gun" and view.dark(cell) and away > riot.plan.night_range:
        yield Fault("5.3.2.f", f"{name} fired at {cell} over {squares(away)} by night")
    elif way in levels.SHOCK_WEAPONS and view.crosses(unit.cell, cell, SHELTER)[0]:
        yield Fault(clause, f"a Barricade or hedge shelters {cell} from {unit.cell}")
    elif way == "ads" and view.position.gas.get(cell):
        yield Fault(clause, f"there is Gas in {cell}")


def shock_results(
    riot: Riot,
    view: View,
    shooters: Sequence[Unit],
    cell: str,
    way: str,
    target: Unit | None,
    die: int,
) -> set[str]:
    """8.1 to 8.3: what batons, water or Active Denial may do with a die."""
    strength, drm, _ = _totals(riot, view, shooters, cell, way, target)
    result = riot.plan.shock_result(strength, die + drm)
    return {lowered(result, LADDER) if watched(view.position, cell) else result}


def _totals(
    riot: Riot, view: View, shooters: Sequence[Unit], cell: str, way: str, target: Unit | None
) -> tuple[int, int, int]:
    """The strength of an attack, the modifier for the distance, that for a Crowd included."""
    plan, field = riot.plan, view.position.field
    away = max(field.away(one.cell, cell) for one in shooters)
    if way != "batons":
        numbers = strengths(plan, way)
        return numbers[min(max(away, 1), len(numbers)) - 1], 0, 0
    each = next(row[1] for row in plan.charts[SHOCK_MODIFIERS].rows if "each area" in row[0])
    step, most = (int(number) for number in re.findall(r"-?\d+", each))
    crowd = target is not None and target.size == CROWD
    bonus = plan.modifier(SHOCK_MODIFIERS, "at a Crowd") if crowd else 0
    strength = sum(plan.shock(one.kind, one.face) for one in shooters)
    return strength, max(step * away, most) + bonus, bonus


def forgotten(
    riot: Riot,
    view: View,
    shooters: Sequence[Unit],
    cell: str,
    way: str,
    target: Unit | None,
    die: int,
) -> Iterator[tuple[str, str]]:
    """Results that only something forgotten explains, each with the clause of it."""
    strength, drm, bonus = _totals(riot, view, shooters, cell, way, target)
    near = watched(view.position, cell)
    raw = riot.plan.shock_result(strength, die + drm)
    if near:
        yield "8.8.b", raw
    others = [("8.2.b", one, 0) for one in strengths(riot.plan, way)] if way == "water" else []
    if way == "batons":
        first = min(shooters, key=lambda one: view.position.field.away(one.cell, cell))
        nearest = _totals(riot, view, [first], cell, way, target)[1]
        others = [("8.1.g", strength, nearest)]
        others += [("8.1.c", strength, more) for more in (bonus, drm - bonus, 0)]
    for clause, one, more in others:
        result = riot.plan.shock_result(one, die + more)
        if result != raw:
            yield clause, lowered(result, LADDER) if near else result
    doubled = riot.plan.shock_result(2 * strength, die + drm)
    if doubled != raw and view.position.engagement(POLICE) >= levels.DOUBLED_SHOCK:
        yield "6.7.P2", lowered(doubled, LADDER) if near else doubled


class Molotov(Shot):
    """A Molotov against one unit: its strength is fixed, and nothing shelters from above."""

    def strengths(self) -> set[int]:
        """6.5: the strength of a Molotov."""
        return set(strengths(self.riot.plan, "molotov"))


class FlameThrower(Shot):
    """A Tank's flame-thrower against one unit, in the way of a special weapon."""

    def strengths(self) -> set[int]:
        """S.II2.f: the strength of a flame-thrower."""
        return set(strengths(self.riot.plan, "flames"))
