"""How players move: each unit to a legal square towards its goals."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from modgen_rules.civil_power.judging.movement import crosses
from modgen_rules.civil_power.law.plan import CROWD, INDIVIDUAL, VEHICLE
from modgen_rules.civil_power.law.routes import Stand, destinations
from modgen_rules.civil_power.law.state import Unit
from modgen_rules.civil_power.play.table import RiotTable
from modgen_rules.civil_power.play.truck_play import load

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
    strips = at.plan.strips_at(at.strips, best[0], at.field)
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
