"""II-7: the Vehicles of the motor pool, which never move, may burn and count for the result."""

from __future__ import annotations

from collections import Counter

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
    squares = Counter(unit.cell for unit in inside)
    twice = [unit for unit in inside if squares[unit.cell] > 1]
    outside = [unit for unit in vehicles if unit.kind == TANK and unit not in inside]
    if twice:
        cell = twice[0].cell
        wrong = [unit for unit in twice if unit.cell == cell]
        what, expected = (
            f"two Vehicles begin in {cell}",
            "one Vehicle in each square of the compound",
        )
        observed = f"two in {cell}"
    elif outside:
        (tank,) = wrong = outside
        what = f"the Tank begins in {tank.cell}, outside the compound"
        expected, observed = "a square of the compound", tank.cell
    elif vehicles and not riot.course.commander:
        wrong, what = vehicles, "no Vehicle begins in the street beside the Squat"
        expected, observed = (
            "the commander's Vehicle",
            ", ".join(sorted(unit.cell for unit in wrong)),
        )
    else:
        return
    moved = [phase.drags[unit.key] for unit in wrong if unit.key in phase.drags]
    at = max(moved, default=phase.last)
    riot.find("S.II7.d", POLICE, what, at, expected=expected, observed=observed)


def _moved(phase: Phase, riot: Riot) -> None:
    """S.II7.b: the Vehicles in the compound never move."""
    for n, act in phase.each("move"):
        if riot.plan.size.get(act.kind) == VEHICLE and riot.field.way(act) == "along":
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
    if len(rolls) < len(still) and phase.finished and (phase.certain or phase.dice("fires_out")):
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
