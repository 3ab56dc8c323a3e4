"""How players move: squads board Vehicles (8.12), each unit goes to a square towards its goals."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from modgen_rules.civil_power.judging.compound import SCENARIO as COMPOUND
from modgen_rules.civil_power.judging.movement import crosses
from modgen_rules.civil_power.law.plan import (
    CROWD,
    GROUP,
    GUNS,
    INDIVIDUAL,
    POLICE,
    TRUCK,
    VEHICLE,
    VEHICLE_BOX,
)
from modgen_rules.civil_power.law.routes import Stand, destinations
from modgen_rules.civil_power.law.state import Unit
from modgen_rules.civil_power.play.table import RiotTable

LETTERS = ("a", "b", "c", "d")
"""The faces of Vehicles that carry somebody."""
BOARDS, GETS_OUT = 0.5, 0.4
"""How likely a squad beside a Vehicle boards it, and a passenger gets out."""
STAYS = 0.15
"""The chance that a unit does not move."""

Allowed = Callable[[Unit, Stand], bool]
"""Whether a scenario lets a unit move to a stand."""


def movement(
    table: RiotTable,
    side: str,
    goals: Sequence[str],
    rule: Callable[[RiotTable], Allowed] | None = None,
) -> None:
    """4.*: the movement of a side; units that stand too close together go first.

    `rule` gives, for the table of the moment, what the scenario allows.
    """
    table.came.clear()
    table.over.clear()
    table.started.clear()
    load(table, side)
    units = list(table.position.of(side))
    table.chance.shuffle(units)
    at = table.position
    units.sort(key=lambda unit: not at.overfull(unit.cell, side, unit.size))
    for number, unit in enumerate([*units, *units, *units]):
        must = table.position.overfull(unit.cell, side, unit.size)
        moved = unit.key in table.started
        # In the end those who still stand too close together try again.
        if (moved or number >= 2 * len(units)) and not must:
            continue
        if must or not table.hits(STAYS):
            _move(table, unit, goals, must, rule(table) if rule else None)


def _move(
    table: RiotTable, unit: Unit, goals: Sequence[str], must: bool, fits: Allowed | None = None
) -> None:
    at = table.position
    unit = at.units[unit.key]
    stands, reach = destinations(at, unit, unit.key in table.fired)
    options = [stand for stand in stands if fits is None or fits(unit, stand)]
    if not options or (goals and table.hits(0.1) and not must):
        return
    best = min(options, key=lambda stand: _price(table, stand, goals))
    table.started[unit.key] = unit.cell
    way = reach.way(best).stands
    table.came[unit.key] = way[-2][0]
    before = [cell for cell, _ in way if cell != best[0]]
    strips = at.strips_at(best[0])
    table.over[unit.key] = bool(before) and crosses(at, before[-1], best[0], strips)
    table.go(unit, *best)


def _price(table: RiotTable, stand: Stand, goals: Collection[str]) -> float:
    """How far a stand is from the nearest goal, with some chance."""
    away = min((table.field.away(stand[0], goal) for goal in goals), default=0)
    return away + table.chance.random() * 3 + stand[1]


def place(table: RiotTable, key: str, side: str, cells: Sequence[str]) -> str:
    """Set a unit up in the first square of some that takes it; returns the square."""
    state = table.writer.states[key]
    words = table.plan.words[state.kind, state.face]
    size = table.plan.size[state.kind]
    at = table.position
    for cell in cells:
        terrain = table.field.ground.terrain[table.field.ground.names[cell]]
        alike = sum(one.size == size for one in at.at(cell, side))
        closed = words & set(terrain.closed_to)
        if closed or at.enemies(cell, side) or alike >= table.plan.most(size):
            continue
        if size in (INDIVIDUAL, VEHICLE) or size == CROWD or not alike or table.hits(0.7):
            table.move([key], cell)
            return cell
    return ""


# --- passengers ----------------------------------------------------------------------------------


def aboard(table: RiotTable, truck: Unit) -> list[str]:
    """The passengers of a Vehicle."""
    if truck.kind != TRUCK:
        return []
    return [
        key
        for key, state in table.writer.states.items()
        if state.place == f"{VEHICLE_BOX}{truck.face}" and state.kind in table.plan.units
    ]


def load(table: RiotTable, side: str) -> None:
    """8.12.c, f, g: before the movement squads board and get out; neither they nor it move."""
    scenario = table.field.scenario
    # In the compound Vehicles never move.
    if side != POLICE or not table.field.known or scenario.id == COMPOUND:
        return
    for truck in [one for one in table.position.of(POLICE) if one.kind == TRUCK]:
        at = table.position
        if truck.face not in LETTERS or at.enemies(truck.cell, POLICE):
            continue
        squads = [one for one in at.at(truck.cell, POLICE) if one.size == GROUP]
        riders = aboard(table, truck)
        if riders and len(squads) < at.plan.most(GROUP) and table.hits(GETS_OUT):
            table.move(riders, truck.cell)
            busy = riders
        else:
            fit = [
                one
                for one in squads
                if not one.suppressed
                and one.kind not in GUNS
                and one.key not in table.fired
                and one.face != "mounted"
            ]
            if riders or not fit or not table.hits(BOARDS):
                continue
            busy = [table.chance.choice(fit).key]
            table.move(busy, f"{VEHICLE_BOX}{truck.face}")
        table.started |= dict.fromkeys((truck.key, *busy), truck.cell)


def jump_off(table: RiotTable, truck: Unit) -> None:
    """8.12.1, 8.12.2.a: the passengers of a Vehicle that is lost get out, suppressed."""
    for key in aboard(table, truck):
        table.move([key], truck.cell)
        table.suppress(key)
