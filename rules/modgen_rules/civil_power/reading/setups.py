"""2.3.d: where and in what order a scenario has its sides set up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from itertools import product

from modgen.model.types.scenario import Scenario
from modgen.model.types.tactics import Force, SetUpZone
from modgen_rules.civil_power.law.levels import HELICOPTER
from modgen_rules.civil_power.law.plan import CROWD, GROUP, POLICE, VEHICLE, Field
from modgen_rules.civil_power.law.state import Unit
from modgen_rules.civil_power.reading.phases import Phase
from modgen_rules.civil_power.reading.riot import Riot

SWAG, GUARD = "swag", "unarmed_reserve"


def clause_of(side: str, riot: Riot) -> str:
    """The clause that says where a side sets up or enters."""
    return riot.clause("zone", side) or "2.3.d"


def judge(phase: Phase, riot: Riot) -> str | None:
    """The units on the boards at the end of the set-up."""
    scenario = riot.scenario
    _order(phase, riot)
    if not phase.finished:
        return None
    for side in riot.field.sides:
        level = riot.course.begun[side] = phase.after.engagement(side)
        wanted = scenario.levels.get(f"el_{side}", 0)
        if level != wanted:
            what = f"the Engagement Level is {level} at the start, but should be {wanted}"
            riot.find("6.7.d", side, what, phase.last, expected=wanted, observed=level)
    for force in scenario.forces:
        _force(phase, force, riot)
    _stacks(phase, riot)
    if riot.plays("ii-6"):
        _swag(phase, riot)
    return f"{len(phase.after.units)} units are set up"


def _placed(phase: Phase, unit: Unit) -> int:
    """The act that put a unit where it is."""
    return phase.drags.get(unit.key, phase.begin)


def _force(phase: Phase, force: Force, riot: Riot) -> None:
    """The units of a side that are on the boards, and where."""
    after = phase.after
    mine = [
        unit
        for key, unit in after.units.items()
        if unit.side == force.side and key not in phase.before.units
    ]
    clause = clause_of(force.side, riot)
    if force.sets_up is None:
        each = force.enters.each_turn if force.enters else None
        at_once = each is not None and len(mine) <= each
        for unit in mine if force.enters and not at_once else ():
            if not (riot.plays("ii-6") and unit.kind == GUARD):
                what = f"{riot.name(unit.kind)} is set up in {unit.cell}, but its side enters "
                what += "during play"
                riot.find(clause, force.side, what, _placed(phase, unit))
        return
    others = [unit.cell for unit in after.units.values() if unit.side != force.side]
    allowed = zone(riot.field, force.sets_up, others)
    for unit in mine:
        if unit.cell not in allowed:
            riot.find(
                clause,
                force.side,
                f"{riot.name(unit.kind)} is set up in {unit.cell}, outside its side's set-up zone",
                _placed(phase, unit),
                expected="inside the zone of the scenario",
                observed=unit.cell,
            )
    if force.sets_up.quarter:
        _quarter(phase, mine, force.side, clause, riot)


def zone(field: Field, rule: SetUpZone, others: Collection[str] = ()) -> frozenset[str]:
    """The squares in which a side may set up; `others` are those of the units of other sides."""
    cells = frozenset(field.ground.names)
    if rule.boards:
        cells = frozenset(cell for cell in cells if field.board(cell) in rule.boards)
    if rule.areas:
        core = frozenset(cell for name in rule.areas for cell in field.area(name))
        near = frozenset(other for cell in core for other in field.near[cell])
        allowed = core | (near if rule.beside else frozenset())
        if rule.buildings_beside:
            allowed |= {one for cell in near for one in field.building(cell)}
        if rule.within:
            allowed |= {
                cell for cell in cells if any(field.away(cell, one) <= rule.within for one in core)
            }
        cells &= allowed
    for edge, rows in rule.far_from.items():
        cells -= strip(field, edge, rows)
    if rule.from_enemies:
        cells = frozenset(
            cell
            for cell in cells
            if all(field.away(cell, one) >= rule.from_enemies for one in others)
        )
    return cells


def strip(field: Field, edge: str, rows: int) -> frozenset[str]:
    """The squares of the first rows along an edge of the map."""
    names, vertical = field.ground.names, edge in "ns"
    numbers = {cell: square[1 if vertical else 0] for cell, square in names.items()}
    low, high = min(numbers.values()), max(numbers.values())
    return frozenset(
        cell
        for cell, number in numbers.items()
        if (number - low if edge in "nw" else high - number) < rows
    )


def _quarter(phase: Phase, mine: list[Unit], side: str, clause: str, riot: Riot) -> None:
    """I-3, II-5: each Mob in a quarter of its own."""
    found = Counter(riot.field.quarter(unit.cell) for unit in mine)
    if not found:
        return
    own = found.most_common(1)[0][0]
    riot.course.quarters.setdefault(side, own)
    taken = [name for other, name in riot.course.quarters.items() if other != side]
    for unit in mine:
        quarter = riot.field.quarter(unit.cell)
        if quarter != own or own in taken:
            why = "outside its quarter" if quarter != own else "in the quarter of the other Mob"
            what = f"{riot.name(unit.kind)} is set up in {unit.cell}, {why}"
            riot.find(clause, side, what, _placed(phase, unit), expected=own, observed=quarter)
            return


def _order(phase: Phase, riot: Riot) -> None:
    """A side that sets up second begins when the first has done."""
    forces = riot.scenario.forces
    order = {one.side: one.sets_up.order for one in forces if one.sets_up and one.sets_up.order}
    sides = riot.field.side
    came = [
        (n, sides[act.kind], order[sides[act.kind]])
        for n, act in phase.each("move")
        if riot.field.way(act) == "on" and sides.get(act.kind) in order
    ]
    last = max((n for n, _, rank in came if rank == 1), default=-1)
    early = [(n, side) for n, side, rank in came if rank > 1 and n < last]
    if early:
        what = "the side that sets up second begins before the first side has finished"
        riot.find("2.3.d", early[0][1], what, early[0][0], last)


def _stacks(phase: Phase, riot: Riot) -> None:
    """4.1, 4.2.a: who may not stand together, or there."""
    after = phase.after
    for cell, units in sorted(after.present.items()):
        for side, size in product(riot.field.sides, riot.plan.limited):
            if after.overfull(cell, side, size):
                mine = [unit for unit in units if (unit.side, unit.size) == (side, size)]
                clause, most = "4.1.b" if size == GROUP else "4.1.c", riot.plan.most(size)
                told = f"{len(mine)} {size.capitalize()}s are set up in {cell}, but at most "
                told += f"{most} may be"
                at = max(_placed(phase, unit) for unit in mine)
                riot.find(clause, side, told, at, expected=most, observed=len(mine))
        for unit in units if riot.field.is_building(cell) else ():
            heavy = unit.size in (CROWD, VEHICLE) and unit.kind != HELICOPTER
            if heavy or unit.face == "mounted":
                what = f"{riot.name(unit.kind)} is set up in a building, {cell}"
                riot.find("4.2.a", unit.side, what, _placed(phase, unit))


def _swag(phase: Phase, riot: Riot) -> None:
    """II-6: four Swag in four buildings, a shopkeeper with each."""
    after, field, wanted = phase.after, riot.field, shops(riot.scenario)
    found = after.cells_with(SWAG)
    number = sum(map(len, found.values()))
    houses = {frozenset(field.building(cell)) for cell in found if field.is_building(cell)}
    guarded = all(any(unit.kind == GUARD for unit in after.at(cell, POLICE)) for cell in found)
    mistakes = (
        (number != wanted, f"the number of Swag set up is {number} instead of {wanted}"),
        (len(houses) != wanted, f"the Swag are not in {wanted} different buildings"),
        (not guarded, "a Swag has no Unarmed Reserve with it"),
    )
    for why in [why for wrong, why in mistakes if wrong][:1]:
        riot.find("S.II6", POLICE, why, phase.last, expected=wanted, observed=number)


def shops(scenario: Scenario) -> int:
    """II-6: the number of Swag: one for each guard that the Police have from the start."""
    return sum(force.units.get(GUARD, 0) for force in scenario.forces)
