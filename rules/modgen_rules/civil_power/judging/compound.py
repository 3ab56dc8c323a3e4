"""II-7: the Vehicles of the motor pool, which never move, may burn and count for the result."""

from __future__ import annotations

from modgen_rules.civil_power.judging import morale
from modgen_rules.civil_power.judging.fire_phase import FIRE_CHECK
from modgen_rules.civil_power.law.plan import PARK, POLICE, SQUAT, TANK, VEHICLE
from modgen_rules.civil_power.law.state import Position
from modgen_rules.civil_power.reading.phases import SETUP, Phase
from modgen_rules.civil_power.reading.riot import Riot

SCENARIO = "ii-7"


def judge(phase: Phase, riot: Riot) -> None:
    """The Vehicles of a phase."""
    if not riot.plays(SCENARIO):
        return
    if phase.kind == SETUP:
        if phase.finished:
            riot.course.commander = commander(phase.after)
            _parked(phase, riot)
        return
    _moved(phase, riot)
    if phase.kind == "fires":
        _burning(phase, riot)


def commander(position: Position) -> str:
    """S.II7.b: the commander's Vehicle, in the street beside the Squat; empty for none."""
    field = position.field
    near = {other for cell in field.area(SQUAT) for other in field.near[cell]}
    return next(
        (
            key
            for key, unit in position.units.items()
            if unit.size == VEHICLE and field.terrain(unit.cell) == "street" and unit.cell in near
        ),
        "",
    )


def _parked(phase: Phase, riot: Riot) -> None:
    """S.II7.d: one Vehicle in each square of the compound, the commander's outside it."""
    vehicles = [unit for unit in phase.after.units.values() if unit.size == VEHICLE]
    inside = [unit for unit in vehicles if unit.cell in riot.field.area(PARK)]
    tank = next((unit for unit in vehicles if unit.kind == TANK), None)
    moved = phase.drags
    for unit in inside:
        alike = [other.key for other in inside if other.cell == unit.cell]
        if len(alike) > 1:
            what = f"two Vehicles begin in {unit.cell}"
            at = max((moved[key] for key in alike if key in moved), default=phase.last)
            expected = "one Vehicle in each square of the compound"
            observed = f"two in {unit.cell}"
            riot.find("S.II7.d", POLICE, what, at, expected=expected, observed=observed)
            return
    if tank is not None and tank not in inside:
        what = f"the Tank begins in {tank.cell}, outside the compound"
        at = moved.get(tank.key, phase.last)
        expected = "a square of the compound"
        riot.find("S.II7.d", POLICE, what, at, expected=expected, observed=tank.cell)
    elif vehicles and not riot.course.commander:
        what = "no Vehicle begins in the street beside the Squat"
        at = max(moved.values(), default=phase.last)
        expected = "the commander's Vehicle"
        observed = ", ".join(sorted(unit.cell for unit in vehicles))
        riot.find("S.II7.d", POLICE, what, at, expected=expected, observed=observed)


def _moved(phase: Phase, riot: Riot) -> None:
    """S.II7.b: the Vehicles in the compound never move."""
    names = riot.field.ground.names
    for n, act in phase.each("move"):
        if riot.plan.size.get(act.kind) == VEHICLE and act.at in names and act.origin in names:
            stays = phase.after.place(act.piece) == phase.before.place(act.piece)
            if act.at != act.origin and not stays:
                told = f"{riot.name(act.kind)} is moved from {act.origin} to {act.at}"
                riot.find("S.II7.b", phase.side, told, n, expected=act.origin, observed=act.at)


def _burning(phase: Phase, riot: Riot) -> None:
    """S.II7.f, S.II7.j: each Vehicle in a Fire rolls; it burns with 5, the Tank explodes with 6."""
    before, after = phase.before, phase.after
    burning = [unit for cell in before.fires for unit in before.vehicles(cell)]
    rolls = [
        (n, die) for n, act in phase.each("roll") if act.kind == FIRE_CHECK for die in act.dice
    ]
    still = [unit for unit in burning if unit.cell in after.fires]
    if len(rolls) < len(still) and phase.finished and phase.certain:
        cells = ", ".join(sorted(unit.cell for unit in still))
        what = f"a Vehicle stands in a Fire in {cells}, and no fire check is made for it"
        riot.find("S.II7.f", "", what, phase.last, expected=len(still), observed=len(rolls))
    if len(burning) != 1 or len(rolls) != 1:
        return
    (unit,), ((n, die),) = burning, rolls
    tank, lost = unit.kind == TANK, morale.is_lost(after, unit.key)
    clause = "S.II7.j" if tank else "S.II7.f"
    total = die if tank else die + 1
    if (total >= riot.plan.hits(FIRE_CHECK)) != lost and phase.finished:
        fate = "is eliminated" if lost else "stays"
        what = f"the fire check of {riot.name(unit.kind)} in {unit.cell} was {total}, and it {fate}"
        expected = "to stay" if lost else "to be eliminated"
        riot.find(clause, POLICE, what, n, phase.last, expected=expected, observed=fate)
