"""Mistakes of purchases, set-ups, entries, scenarios and optional rules."""

from __future__ import annotations

from collections.abc import Callable

from modgen_rules.civil_power.judging.arrivals import DICE, ROLLS
from modgen_rules.civil_power.law.plan import (
    CROWD,
    FORCE_BOXES,
    GROUP,
    MOB,
    MOBS,
    POLICE,
    TRUCK,
    VEHICLE,
)
from modgen_rules.civil_power.law.state import Unit
from modgen_rules.civil_power.mistakes.kinds import Mistake, Plant
from modgen_rules.civil_power.play.table import RiotTable
from modgen_rules.civil_power.reading.scenarios import FIXED_LEVELS
from modgen_rules.civil_power.reading.setups import ZONES, clause_of, zone


def _scenario(table: RiotTable) -> str:
    return table.field.scenario.id if table.field.scenario else ""


def _in(scenarios: tuple[str, ...], plant: Plant) -> Plant:
    """A mistake of some scenarios."""
    return lambda table, side: plant(table, side) if _scenario(table) in scenarios else ""


def _spare(table: RiotTable, kind: str) -> str:
    """A piece of a kind that is still in its pool; empty for none."""
    home = table.plan.game.piece_types[kind].home
    spare = [key for key, state in table.writer.where(kind) if state.place == home]
    return spare[0] if spare else ""


def overspends(table: RiotTable, side: str) -> str:
    """A side takes units beyond its points."""
    scenario = table.field.scenario
    for force in scenario.forces if scenario else ():
        if force.points is None:
            continue
        kind = "tactical" if force.side == POLICE else "agitator"
        if force.side == "rival":
            kind = "agitator_2"
        for _ in range(4):
            key = _spare(table, kind)
            if not key:
                break
            table.move([key], FORCE_BOXES[force.side])
        supply = "grenades" if force.side == POLICE else "molotovs"
        table.book(supply if force.side != "rival" else "molotovs_2", 40)
        return f"the {force.side} spends more than its points"
    return ""


def outside(table: RiotTable, side: str) -> str:
    """A unit is set up outside its side's zone."""
    scenario, at = table.field.scenario, table.position
    for force in scenario.forces if scenario else ():
        rule = force.sets_up
        if rule is None or rule.quarter:
            continue
        others = [unit.cell for unit in at.units.values() if unit.side != force.side]
        allowed = zone(table.field, rule, others)
        closed = {cell for cell in table.field.ground.names if table.field.is_building(cell)}
        free = [
            cell
            for cell in sorted({*table.field.ground.names} - allowed - closed)
            if not at.at(cell)
        ]
        mine = sorted(unit.key for unit in at.units.values() if unit.side == force.side)
        if free and mine and scenario:
            key, cell = table.chance.choice(mine), table.chance.choice(free)
            table.move([key], cell)
            return (
                f"{at.units[key].kind} is set up in {cell} ({clause_of(scenario.id, force.side)})"
            )
    return ""


def starts_high(table: RiotTable, side: str) -> str:
    """A side begins at a higher Engagement Level."""
    chosen = table.chance.choice(table.field.sides)
    if table.position.engagement(chosen) >= 5:
        return ""
    table.book(f"el_{chosen}", 1)
    return f"the {chosen} begins at a higher Engagement Level"


def raises(table: RiotTable, side: str) -> str:
    """A fixed Engagement Level rises."""
    fixed = table.field.scenario.attributes["fixed_level"] if table.field.scenario else ""
    marker = f"el_{MOB if fixed == 'all' else fixed}"
    table.book(marker, 1)
    return f"the marker {marker} goes up"


def rolls_twice(table: RiotTable, side: str) -> str:
    """A second roll for reinforcements."""
    if side != MOB or not table.position.turn > 2:
        return ""
    table.roll(DICE, MOB)
    return "the Mob rolls again for reinforcements"


def uncalled(table: RiotTable, side: str) -> str:
    """A unit comes that nobody bought and no roll brought."""
    at = table.position
    kind = "tactical" if side == POLICE else "shotgun_punk" if side == MOB else "shotgun_punk_2"
    free = [
        cell
        for cell in sorted(table.field.rim)
        if not at.at(cell)
        and not table.field.is_building(cell)
        and not any(at.at(near) for near in table.field.near[cell])
    ]
    key = _spare(table, kind)
    if not free or not key:
        return ""
    table.move([key], table.chance.choice(free))
    return f"{kind} comes from nowhere"


def strays(table: RiotTable, side: str) -> str:
    """A blue unit of I-1 leaves the column."""
    at, field = table.position, table.field
    crowds = [unit.cell for unit in at.of(POLICE) if unit.size == CROWD]
    for unit in at.of(POLICE) if side == POLICE else ():
        blue = table.plan.side[unit.kind] == POLICE and unit.key not in table.started
        for cell in field.near.get(unit.cell, ()) if blue and crowds else ():
            lonely = not any(field.away(cell, one) <= 1 for one in crowds)
            if lonely and not at.at(cell) and not field.is_building(cell):
                table.move([unit.key], cell)
                return f"{unit.kind} leaves the column for {cell}"
    return ""


def drives(table: RiotTable, side: str) -> str:
    """A vehicle of II-7 is moved."""
    if side != POLICE:
        return ""
    return _shifts(table, lambda unit: unit.size == VEHICLE and unit.face != "donut")


def _shifts(table: RiotTable, fits: Callable[[Unit], bool]) -> str:
    at, field = table.position, table.field
    for unit in at.of(POLICE):
        if not fits(unit):
            continue
        for cell in field.beside[unit.cell]:
            walled = at.crosses(unit.cell, cell)
            if not walled and not at.at(cell) and not field.is_building(cell):
                table.move([unit.key], cell)
                return f"{unit.kind} is moved to {cell}"
    return ""


def barrier(table: RiotTable, side: str) -> str:
    """A Barrier is put up without dice."""
    if side not in MOBS:
        return ""
    at = table.position
    cells = sorted(unit.cell for unit in at.of(side) if unit.size in (GROUP, CROWD))
    key = _spare(table, "barricade")
    free = [cell for cell in cells if f"{cell}/n" not in at.strips]
    if not free or not key:
        return ""
    table.writer.flip(key, "barrier")
    table.move([key], free[0])
    table.writer.turn_to(key, "n")
    return f"a Barrier is put up in {free[0]} without a roll"


def boards_afar(table: RiotTable, side: str) -> str:
    """A squad boards a Vehicle that is elsewhere."""
    at = table.position
    trucks = {unit.cell for unit in at.of(POLICE) if unit.kind == TRUCK}
    squads = [unit for unit in at.of(POLICE) if unit.size == GROUP and unit.cell not in trucks]
    if side != POLICE or not squads:
        return ""
    unit = table.chance.choice(squads)
    table.move([unit.key], "vehicle_a")
    return f"{unit.kind} in {unit.cell} boards a Vehicle that is not there"


SCENARIOS: tuple[Mistake, ...] = (
    Mistake("overspends", ("2.3.a", "S.0.g"), "setup", overspends),
    Mistake("outside its zone", tuple(sorted({*ZONES.values(), "S.I4.c"})), "setup", outside),
    Mistake("begins too high", ("6.7.d",), "setup", starts_high),
    Mistake(
        "raises a fixed level", ("S.I1.a", "S.II7.a"), "move", _in(tuple(FIXED_LEVELS), raises)
    ),
    Mistake("rolls twice", tuple(sorted(ROLLS.values())), "move", _in(tuple(ROLLS), rolls_twice)),
    Mistake("comes from nowhere", ("2.3.e", *sorted(ROLLS.values())), "move", uncalled),
    Mistake("leaves the column", ("S.I1.b",), "move", _in(("i-1",), strays)),
    Mistake("drives away", ("S.II7.b",), "move", _in(("ii-7",), drives)),
    Mistake("Barrier without dice", ("8.11.b",), "recovery", barrier),
    Mistake("boards from afar", ("8.12.g",), "move", boards_afar),
)
"""The kinds of mistakes of this file."""
