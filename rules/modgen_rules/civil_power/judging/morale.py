"""Morale checks (5.1): modifiers, outcomes, and whether a log applied them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from modgen_rules.civil_power.law.levels import AGITATOR, HELICOPTER, base
from modgen_rules.civil_power.law.plan import (
    LOST_BOXES,
    MOBS,
    POLICE,
    SUPPRESSED,
    TRUCK,
    VEHICLE,
    Plan,
)
from modgen_rules.civil_power.law.state import Position, Unit
from modgen_rules.civil_power.reading.record import Record
from modgen_rules.civil_power.reading.riot import Riot
from modgen_rules.engine.reading.act_records import Act
from modgen_rules.engine.reading.verdicts import CERTAIN
from modgen_rules.engine.reports.sections import Issue

CHART = "08_morale"
STANDS, FALLS, LOST = "no effect", "suppressed", "eliminated"
"""The outcomes of a check."""
HELPED = "5.1.g"
"""The clause of a check from which too much is subtracted."""
NAMES = {
    "5.1.e": "night",
    "5.1.f": "suppressed",
    "5.1.g": "Agitator",
    "5.1.h": "retreat",
    "5.4.1.a": "result X",
    "5.4.3.l": "no way to retreat",
    "8.6.e": "Helicopter",
    "8.7": "Donut Wagon",
}
"""What the modifiers of checks are for, by their clauses."""
BREACHES = {STANDS: "5.1.b", FALLS: "5.1.c", LOST: "5.1.d"}
"""The clause that is broken when an outcome is not applied."""


class Modifier(NamedTuple):
    """A modifier of a check. `sure` is false when the log does not tell whether it counts."""

    clause: str
    value: int
    sure: bool = True


class Cause(NamedTuple):
    """Why a unit must check."""

    of: str
    """`fire`, `shock` or `gas`."""
    retreated: int = 0
    stuck: int = 0
    """5.4.3.l: the areas that it could not retreat at all."""
    extra: int = 0
    """The 1 that the result X adds."""
    perhaps: int = 0
    """The same where it is open whether it counts."""


def modifiers(
    position: Position, unit: Unit, cause: Cause, helicopters: bool | None = None
) -> Iterator[Modifier]:
    """What is added to a check. `position` is the table as it is made, after a retreat.

    `helicopters`: whether 8.6.e is in force; None or false where the players may use it or not.
    """
    if cause.of == "gas":
        return
    plan = position.plan
    if position.night:
        yield Modifier("5.1.e", plan.modifier(CHART, "night"))
    if unit.suppressed:
        yield Modifier("5.1.f", plan.modifier(CHART, "suppressed"))
    friends = position.at(unit.cell, unit.side)
    if any(base(one) == AGITATOR for one in friends) and heeds(position, unit):
        yield Modifier("5.1.g", plan.modifier(CHART, "Agitator"))
    if cause.retreated:
        yield Modifier("5.1.h", plan.modifier(CHART, "retreated"))
    if cause.stuck:
        yield Modifier("5.4.3.l", plan.modifier(CHART, "No way") * cause.stuck)
    if cause.extra:
        yield Modifier("5.4.1.a", cause.extra)
    if cause.perhaps:
        yield Modifier("5.4.1.a", cause.perhaps, sure=False)
    if unit.side == POLICE and any(one.kind == TRUCK for one in friends):
        yield Modifier("8.7", plan.modifier(CHART, "Donut"), sure=False)
    if unit.side in MOBS and _below_helicopter(position, unit):
        yield Modifier("8.6.e", 1, sure=bool(helicopters))


def heeds(position: Position, unit: Unit) -> bool:
    """S.I1.g: whether an Agitator's presence counts for a unit: in I-1 he helps Crowds only."""
    scenario = position.field.scenario
    marching = scenario.id == "i-1" and unit.side == POLICE
    return not marching or unit.size == "crowd"


def _below_helicopter(position: Position, unit: Unit) -> bool:
    near = (unit.cell, *position.field.near[unit.cell])
    return any(one.kind == HELICOPTER for cell in near for one in position.present.get(cell, ()))


def sums(found: Sequence[Modifier]) -> set[int]:
    """The totals that modifiers may have."""
    totals = {sum(one.value for one in found if one.sure)}
    for one in found:
        if not one.sure:
            totals |= {total + one.value for total in totals}
    return totals


def lost_at(plan: Plan) -> int:
    """5.1.d: the adjusted roll that eliminates."""
    return next((one.lost_at for one in plan.game.info.checks if one.lost_at), 7)


def outcome(plan: Plan, unit: Unit, adjusted: int, gas: bool = False) -> str:
    """What an adjusted roll does to a unit. A check for gas never eliminates (ruling)."""
    if adjusted >= lost_at(plan) and not gas:
        return LOST
    return FALLS if adjusted > (plan.morale(unit.kind, unit.face) or 0) else STANDS


def checks_morale(unit: Unit) -> bool:
    """Whether a unit makes checks: Agitators and Vehicles do not (6.4, 8.12)."""
    return unit.size != VEHICLE and base(unit) != AGITATOR


def is_lost(position: Position, key: str) -> bool:
    """Whether a unit lies among the eliminated, or is no longer in the game."""
    place = position.place(key)
    return not place or place in LOST_BOXES.values()


def fate(record: Record, key: str, end: int) -> str:
    """What became of a unit, by the table before act `end`."""
    if is_lost(record.positions[end], key):
        return LOST
    return FALLS if SUPPRESSED in record.positions[end].conditions.get(key, ()) else STANDS


def made(record: Record, acts: Sequence[int]) -> list[tuple[int, Act]]:
    """The checks among some acts, with their numbers."""
    return [(n, record.acts[n]) for n in acts if record.acts[n].what == "check"]


def fits(act: Act, unit: Unit) -> bool:
    """Whether a check may be one of a unit: it is named, or the only thing known is its kind."""
    return act.piece == unit.key if act.piece else act.kind == unit.kind


def judge(
    riot: Riot,
    unit: Unit,
    cause: Cause,
    n: int,
    end: int,
    falls_first: bool = False,
    crowded: Collection[str] = (),
) -> Iterator[Issue]:
    """Judge the check of act `n`; `end` is the act up to which its outcome must be seen.

    `falls_first`: the unit is suppressed before it checks (5.4.3.o). `crowded` are units that
    overstacking may suppress at any time.
    """
    record, act = riot.record, riot.record.acts[n]
    position = record.positions[n]
    die, used = act.dice[0], act.dice[1] - act.dice[0]
    unit = position.units.get(unit.key, unit)
    if falls_first:
        unit = unit._replace(conditions=unit.conditions | {SUPPRESSED})
    found = list(modifiers(position, unit, cause, riot.in_force("8.6.e")))
    totals = sums(found)
    wanted = {outcome(riot.plan, unit, die + one, cause.of == "gas") for one in totals}
    seen = fate(record, unit.key, end)
    if (unit.suppressed or unit.key in crowded) and seen == FALLS:
        seen = STANDS
        wanted = {STANDS if one == FALLS else one for one in wanted}
    moved = record.positions[end].place(unit.key) != record.positions[n].place(unit.key)
    if unit.key in crowded:
        # It may have been suppressed for making room, or not yet.
        totals |= {total + (-1 if unit.suppressed else 1) for total in totals}
    name, clause = riot.name(unit.kind), wrong_modifier(found, totals, used)
    if clause == HELPED and unit.side == POLICE and _wagon_lost(position):
        clause = "8.7.a"
    entries = [one.adds for one in riot.plan.game.info.checks]
    if min(totals) - unit.suppressed > max(entries) or max(totals) < min(entries):
        clause = ""  # there is no menu entry for it
    due = " or ".join(f"{one:+d}" for one in sorted(totals))
    parts = ", ".join(f"{NAMES[one.clause]} {one.value:+d}" for one in found)
    made_with = f"was made with {used:+d}, not {due}"
    if len(found) > 1:
        made_with += f" ({parts})"
    if seen in wanted or (cause.of == "gas" and FALLS in wanted and seen == STANDS and moved):
        if clause:
            what = f"the morale check of {name} in {unit.cell} {made_with}"
            clause = "6.1.i" if cause.of == "gas" else clause
            yield Issue(clause, CERTAIN, unit.side, what, n, n, due, f"{used:+d}")
        return
    if cause.of == "gas":
        clause = "6.1.i" if used or seen == LOST else "6.1.j"
        what = f"the check of {name} for gas in {unit.cell} was "
        fault = f"not applied: {_result(die, totals, wanted, seen)}"
        what += f"made with {used:+d}, not {due}" if used else fault
    elif clause and seen == outcome(riot.plan, unit, die + used):
        what = f"the morale check of {name} in {unit.cell} {made_with}"
    else:
        clause = next(BREACHES[one] for one in (LOST, FALLS, STANDS) if one in wanted)
        what = f"the result of the morale check of {name} in {unit.cell} was not applied: "
        what += _result(die, totals, wanted, seen)
    numbers = " or ".join(str(die + one) for one in sorted(totals))
    expected = f"{numbers}, {' or '.join(sorted(wanted))}"
    yield Issue(clause, CERTAIN, unit.side, what, n, n, expected, seen)


def _result(die: int, totals: set[int], wanted: set[str], seen: str) -> str:
    """`5 means suppressed, but it was eliminated`: a roll and what became of the unit."""
    numbers = " or ".join(str(die + one) for one in sorted(totals))
    became = "had no effect" if seen == STANDS else f"left the unit {seen}"
    return f"the adjusted roll of {numbers} means {' or '.join(sorted(wanted))}, but it {became}"


def wrong_modifier(found: Sequence[Modifier], totals: set[int], used: int) -> str:
    """The clause of the modifier that was forgotten or wrongly added; empty if none was.

    Of several that would explain it people forget the rarest: night, which counts for every
    check, comes last.
    """
    if used in totals:
        return ""
    for one in reversed(found):
        if one.sure and used + one.value in totals:
            return one.clause
    if used < min(totals):
        return HELPED
    return "5.1.h" if used - 1 in totals else "5.1.a"


def _wagon_lost(position: Position) -> bool:
    """8.7.a: whether a Donut Wagon is among the eliminated."""
    return any(
        state.face == "donut" and state.place == LOST_BOXES[POLICE]
        for state in position.pieces.values()
    )


def assigned(
    plan: Plan, needs: Sequence[tuple[Unit, set[int], set[str]]], dice: Sequence[int]
) -> bool:
    """Whether dice can be given to units so that each has an outcome that was seen.

    `needs` are units with the totals of their modifiers and the outcomes that fit the table.
    """
    free = list(dice)

    def place(n: int) -> bool:
        if n == len(needs):
            return True
        unit, totals, seen = needs[n]
        for at, die in enumerate(free):
            if die and seen & {outcome(plan, unit, die + one) for one in totals}:
                free[at] = 0
                if place(n + 1):
                    return True
                free[at] = die
        return False

    return len(needs) <= len(dice) and place(0)
