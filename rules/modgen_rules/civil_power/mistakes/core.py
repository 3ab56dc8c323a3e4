"""Mistakes of order, movement, gas and markers."""

from __future__ import annotations

from collections.abc import Iterator

from modgen_rules.civil_power.judging.movement_end import HOURS
from modgen_rules.civil_power.law.plan import (
    CROWD,
    FORCE_BOXES,
    GROUP,
    LEFT_BOXES,
    MOBS,
    POLICE,
    UPSTAIRS,
)
from modgen_rules.civil_power.law.routes import Router
from modgen_rules.civil_power.law.state import Position, Unit
from modgen_rules.civil_power.mistakes.kinds import Mistake, Plant
from modgen_rules.civil_power.play.table import RiotTable

WIDE = 3
"""How many squares beyond its allowance a wrong move may lead."""
MOST_TRIED = 60
"""The squares that are tried for one unit."""


def idle(table: RiotTable, side: str) -> Iterator[Unit]:
    """The units of a side that have not moved or entered in this phase, in any order."""
    units = [
        unit
        for unit in table.position.of(side)
        if unit.key in table.there and unit.key not in table.started
    ]
    table.chance.shuffle(units)
    return iter(units)


def router(table: RiotTable, unit: Unit) -> Router:
    """The ways of a unit as the checker sees them."""
    scenario = table.field.scenario
    indoors = scenario is None or scenario.id not in HOURS
    return Router(table.position, unit, unit.key in table.fired, indoors=indoors)


def roomy(at: Position, unit: Unit, cell: str) -> bool:
    """Whether a square has room for a unit and no enemies."""
    alike = sum(one.size == unit.size for one in at.at(cell, unit.side))
    return alike < at.plan.most(unit.size) and not at.enemies(cell, unit.side)


def wrong_move(clause: str, into_enemies: bool = False) -> Plant:
    """A move whose first breach is of a clause."""

    def plant(table: RiotTable, side: str) -> str:
        at = table.position
        for unit in idle(table, side):
            ways = router(table, unit)
            near = [
                cell
                for cell in at.field.ground.names
                if 0 < at.field.away(cell, unit.cell) <= ways.allowance + WIDE
                and (into_enemies or roomy(at, unit, cell))
            ]
            table.chance.shuffle(near)
            for cell in near[:MOST_TRIED]:
                if at.gas.get(cell):
                    continue
                way = ways.explain((cell, 0))
                if way.breaks[:1] == (clause,):
                    table.go(unit, cell)
                    return f"{unit.kind} goes from {unit.cell} to {cell}"
        return ""

    return plant


def too_many(size: str, number: int) -> Plant:
    """Units end their movement in a square beyond its limit."""

    def plant(table: RiotTable, side: str) -> str:
        at = table.position
        for unit in idle(table, side):
            if unit.size != size:
                continue
            for stand in router(table, unit).reach():
                cell = stand[0]
                alike = sum(one.size == size for one in at.at(cell, side))
                enemies = bool(at.enemies(cell, side))
                if cell != unit.cell and alike == number and enemies == (number == 2):
                    table.go(unit, *stand)
                    return f"{unit.kind} goes to {cell}, where {alike} are"
        return ""

    return plant


def out_of_turn(table: RiotTable, side: str) -> str:
    """A unit of another side moves."""
    at = table.position
    for other in table.field.sides:
        for unit in at.of(other) if other != side else ():
            for cell in at.field.beside[unit.cell]:
                closed = at.field.is_building(cell) or cell in at.fires or unit.cell in at.gas
                if roomy(at, unit, cell) and not closed and not at.contested(unit.cell):
                    table.go(unit, cell)
                    return f"{unit.kind} of another side goes to {cell}"
    return ""


def comes_back(table: RiotTable, side: str) -> str:
    """A unit that left the map returns."""
    for key, state in table.writer.states.items():
        if state.place in LEFT_BOXES.values() and table.field.side.get(state.kind) == side:
            cell = table.chance.choice(sorted(table.field.rim))
            if not table.position.at(cell) and not table.field.is_building(cell):
                table.move([key], cell)
                return f"{state.kind} comes back to {cell}"
    return ""


def upstairs_outside(table: RiotTable, side: str) -> str:
    """A unit in the street is marked as on the second level."""
    for unit in idle(table, side):
        inside = table.field.is_building(unit.cell)
        if not inside and unit.size not in (CROWD, "vehicle") and not unit.level:
            table.writer.set_condition(unit.key, UPSTAIRS)
            return f"{unit.kind} in {unit.cell} is marked 2nd Level"
    return ""


def mounts(table: RiotTable, side: str) -> str:
    """A squad on foot mounts."""
    for unit in table.position.of(side):
        if (unit.kind, unit.face) == ("line", "foot"):
            table.writer.flip(unit.key, "mounted")
            return f"a Line squad in {unit.cell} mounts"
    return ""


def builds(table: RiotTable, side: str) -> str:
    """A Barricade is built in play."""
    cell = table.chance.choice(sorted(table.field.ground.names))
    key = table.bring("barricade", f"{cell}/n", "barricade")
    return f"a Barricade is put at {cell}" if key else ""


def fire_spreads(table: RiotTable, side: str) -> str:
    """A Fire appears without a cause."""
    at = table.position
    free = [
        cell
        for cell in sorted(at.field.ground.names)
        if not at.present.get(cell) and cell not in at.fires
    ]
    cell = table.chance.choice(free)
    return f"a Fire appears in {cell}" if table.bring("fire", cell) else ""


def fire_removed(table: RiotTable, side: str) -> str:
    """A Fire is taken away without a 6 and without water."""
    for cell in sorted(table.position.fires):
        table.away("fire", cell)
        return f"the Fire in {cell} is taken away"
    return ""


def _gas(table: RiotTable, face: str) -> str:
    """The id of a Gas marker on the boards with a face; empty for none."""
    names = table.field.ground.names
    found = [
        key
        for key, state in table.writer.where("gas")
        if state.place in names and state.face == face
    ]
    return found[0] if found else ""


def gas_kept(table: RiotTable, side: str) -> str:
    """Gas-2 is not removed: it comes back to where it was."""
    key = _gas(table, "gas_2")
    if key:
        table.writer.flip(key, "gas")
    return "Gas-2 is turned back to Gas" if key else ""


def gas_early(table: RiotTable, side: str) -> str:
    """Gas is removed after one check phase."""
    key = _gas(table, "gas_2")
    if key:
        table.move([key], table.plan.game.piece_types["gas"].home or "")
    return "fresh Gas is taken away" if key else ""


def fire_dice(table: RiotTable, side: str) -> str:
    """One die too many is rolled for the Fires."""
    if not table.position.fires:
        return ""
    table.writer.roll(MOBS[0], "fires_out", (1,))
    return "a die too many is rolled for the Fires"


def turn_marker(table: RiotTable, side: str) -> str:
    """The marker of the game-turn goes on by two."""
    if side != table.field.sides[-1]:
        return ""
    table.level("turn", table.position.turn + 2)
    return "the game-turn marker goes on by two"


def recovers_early(table: RiotTable, side: str) -> str:
    """A unit recovers in the player-turn in which it was suppressed."""
    for key in sorted(table.suppressed_now):
        unit = table.position.units.get(key)
        if unit is not None and unit.side == side and unit.suppressed:
            table.recover(key)
            return f"{unit.kind} in {unit.cell} recovers too early"
    return ""


def others_recover(table: RiotTable, side: str) -> str:
    """A unit of another side recovers."""
    for other in table.field.sides:
        for unit in table.position.of(other) if other != side else ():
            if unit.suppressed:
                table.recover(unit.key)
                return f"{unit.kind} of another side recovers"
    return ""


def engagement_falls(table: RiotTable, side: str) -> str:
    """An Engagement Level is lowered."""
    now = table.position.engagement(side)
    if now < 1:
        return ""
    table.level(f"el_{side}", now - 1)
    return f"the Engagement Level of the {side} goes down"


def deep_entry(table: RiotTable, side: str) -> str:
    """A unit enters far from every edge."""
    at = table.position
    for key, state in table.writer.states.items():
        if state.place == FORCE_BOXES[side] and state.kind in table.plan.units:
            reach = table.plan.allowance(state.kind, state.face)
            deep = [
                cell
                for cell in sorted(at.field.ground.names)
                if min(at.field.away(cell, one) for one in at.field.rim) > reach
                and not at.at(cell)
                and not at.field.is_building(cell)
            ]
            if deep:
                cell = table.chance.choice(deep)
                table.move([key], cell)
                return f"{state.kind} enters at {cell}"
    return ""


def _only(side: str, plant: Plant) -> Plant:
    """A mistake of one side, or of the Mobs for `mob`."""
    sides = MOBS if side == MOBS[0] else (side,)
    return lambda table, actor: plant(table, actor) if actor in sides else ""


CORE: tuple[Mistake, ...] = (
    Mistake("too far", ("4.0.a",), "move", wrong_move("4.0.a")),
    Mistake("Crowd diagonally", ("4.0.c",), "move", wrong_move("4.0.c")),
    Mistake("past enemies", ("4.0.d",), "move", wrong_move("4.0.d")),
    Mistake(
        "fired and charges", ("4.0.e", "S.II2.a"), "move", wrong_move("4.0.e", into_enemies=True)
    ),
    Mistake("suppressed and charges", ("5.2.a",), "move", wrong_move("5.2.a", into_enemies=True)),
    Mistake("into a building", ("4.2.a", "S.I1.a"), "move", wrong_move("4.2.a")),
    Mistake("into a house of I-1", ("S.I1.a",), "move", wrong_move("S.I1.a")),
    Mistake("Crowd through Crowd", ("4.3.a", "4.0.c"), "move", wrong_move("4.3.a")),
    Mistake("into a Fire", ("6.5.f",), "move", wrong_move("6.5.f")),
    Mistake("Vehicle over a hedge", ("8.12.a",), "move", wrong_move("8.12.a")),
    Mistake("Vehicle into enemies", ("8.12.b",), "move", wrong_move("8.12.b", into_enemies=True)),
    Mistake("four Groups", ("4.1.b",), "move", too_many(GROUP, 3)),
    Mistake("two Crowds", ("4.1.c",), "move", too_many(CROWD, 1)),
    Mistake("three Crowds", ("4.1.c",), "move", too_many(CROWD, 2)),
    Mistake("out of turn", ("4.0.h",), "move", out_of_turn),
    Mistake("moves in Recovery", ("4.0.h",), "recovery", out_of_turn),
    Mistake("comes back", ("4.0.g",), "move", comes_back),
    Mistake("second level in the street", ("4.2.e",), "move", upstairs_outside),
    Mistake("mounts", ("8.5.a",), "move", _only(POLICE, mounts)),
    Mistake("Barricade in play", ("6.2.a",), "move", builds),
    Mistake("Fire of itself", ("6.5.i",), "gas_fades", fire_spreads),
    Mistake("Fire taken away", ("6.5.k",), "recovery", fire_removed),
    Mistake("Gas-2 kept", ("3.0.e", "6.1.k"), "gas_fades", gas_kept),
    Mistake("Gas gone early", ("6.1.k", "3.0.e"), "gas_fades", gas_early),
    Mistake("dice for Fires", ("3.0.f",), "fires", fire_dice),
    Mistake("turn marker", ("3.0.j",), "recovery", turn_marker),
    Mistake("recovers early", ("3.0.i", "5.2.e"), "recovery", recovers_early),
    Mistake("others recover", ("3.0.i",), "recovery", others_recover),
    Mistake("Engagement Level falls", ("6.7.b",), "move", engagement_falls),
    Mistake("enters too deep", ("4.0.a",), "move", deep_entry),
)
"""The kinds of mistakes of this file."""
