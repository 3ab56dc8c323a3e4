"""Operations and Special Activities: their steps and, in `actions.csv`, their clauses and limits.

The last columns of the table name, for what a space shows too much or too little, the clause that
says how much it should be; it is asked only when no legal way leads to what the log shows.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from modgen_rules.people_power.law import government as gov
from modgen_rules.people_power.law import npa
from modgen_rules.people_power.law import reformers as ref
from modgen_rules.people_power.law.options import (
    Context,
    Outcome,
    StepFunction,
    Traffic,
    run,
    unless,
)
from modgen_rules.people_power.law.state import FACTIONS, FIELDS, Space


class Action(NamedTuple):
    """An Operation or Special Activity: whose, its clauses, its steps in a selected space."""

    id: str
    faction: str
    section: str
    """The section of the rules on it."""
    price: str
    """The clause of an Operation's price."""
    does: str
    """The clause that says what it does."""
    limit: str
    """The clause that says in how many spaces a Special Activity may be."""
    most: int
    """In how many spaces a Special Activity may be; 0 for an Operation, which has no such limit."""
    only_with: tuple[str, ...]
    """The Operations that a Special Activity goes with (4.1.1)."""
    places: tuple[str, ...]
    """Kinds of its own pieces that it places, and may lift from the map for it (1.5.1)."""
    blame: Mapping[str, str]
    steps: tuple[StepFunction, ...]
    leave: StepFunction | None
    """What leaving does, where pieces move (3.1.2)."""


STEPS: Mapping[str, tuple[StepFunction, ...]] = {
    "train": (gov.train, gov.train_extra),
    "sweep": (gov.sweep,),
    "roundup": (gov.roundup,),
    "assault": (gov.assault,),
    "rally": (npa.rally,),
    "march": (npa.march_arrive,),
    "attack": (npa.attack,),
    "terror": (npa.terror,),
    "recruit": (ref.recruit,),
    "assemble": (ref.assemble_arrive, ref.assemble_terror),
    "persuade": (ref.persuade,),
    "protest": (ref.protest,),
    "enrich": (gov.enrich,),
    "reprisal": (gov.reprisal,),
    "charm": (gov.charm,),
    "appeal": (ref.appeal,),
    "convert": (ref.convert,),
    "canvass": (ref.canvass,),
    "extort": (npa.extort,),
    "strike": (npa.strike,),
    "ambush": (npa.ambush,),
}
LEAVE: Mapping[str, StepFunction] = {
    "sweep": gov.sweep_leave,
    "march": npa.march_leave,
    "assemble": ref.assemble_leave,
}


def _read() -> Iterator[Action]:
    """The rows of the table."""
    with Path(__file__).with_suffix(".csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            fields = [one for one in (*FIELDS, "guerrilla", "face") if row.get(one)]
            yield Action(
                row["id"],
                row["faction"],
                row["section"],
                row["price"],
                row["does"],
                row["limit"],
                int(row["most"] or 0),
                tuple(row["with"].split()),
                tuple(row["places"].split()),
                {field: row[field] for field in fields},
                STEPS[row["id"]],
                LEAVE.get(row["id"]),
            )


ACTIONS = {one.id: one for one in _read()}
OPERATIONS = {name: one for name, one in ACTIONS.items() if one.price}
ACTIVITIES = {name: one for name, one in ACTIONS.items() if one.limit}
BY_FACTION = {
    who: tuple(
        tuple(name for name, one in some.items() if one.faction == who)
        for some in (OPERATIONS, ACTIVITIES)
    )
    for who in FACTIONS
}
"""The Operations and the Special Activities of each Faction."""


def most_spaces(activity: Action, personalities: frozenset[int]) -> int:
    """In how many spaces a Special Activity may be, with the Personalities in play."""
    more = (activity.id == "enrich" and gov.MARCOS in personalities) or (
        activity.id == "reprisal" and gov.VER in personalities
    )
    return activity.most + more


# --- the orders in which steps may come in one space ---------------------------------------------


class Script(NamedTuple):
    """Steps in order, and what they are for people."""

    steps: tuple[StepFunction, ...]
    story: tuple[str, ...]


@cache
def scripts(operation: str | None, activity: str | None, traffic: Traffic) -> tuple[Script, ...]:
    """4.1, 3.1.1: every order of steps in which an action may touch a space, if only none.

    A Special Activity comes at any one moment before, during or after its Operation.
    """
    found: list[Script] = []
    for steps, story in _operation(operation, activity, traffic):
        if activity is None:
            found.append(Script(steps, story))
        else:
            found += _with_activity(operation, steps, story, activity, traffic)
    return tuple(found)


def _operation(
    operation: str | None, activity: str | None, traffic: Traffic
) -> Iterator[tuple[tuple[StepFunction, ...], tuple[str, ...]]]:
    if operation is None:
        yield (), ()
        return
    found = OPERATIONS[operation]
    if found.leave is None:
        yield (), ()
        yield found.steps, (operation,)
        if operation == "attack" and activity == "ambush":
            yield (npa.ambush_attack,), (operation, "ambush")
        return
    end = (ref.assemble_protest,) if operation == "assemble" else ()
    leaves = traffic.leaving or traffic.fewer
    comes = traffic.arriving or traffic.more
    first = (found.leave,) if leaves else ()
    if operation == "march":
        name = ("march",) if leaves else ()
        yield (*first, *(found.steps if comes else ())), name
        if leaves and comes:
            yield (gov.once_only, *found.steps, *first), name
        return
    if not comes:
        yield (*first, *end), ()
    yield (*first, *found.steps, *end), (operation,)
    if leaves and operation == "assemble":
        arrive, *rest = found.steps
        yield (gov.once_only, arrive, *first, *rest, *end), (operation,)


def _with_activity(
    operation: str | None,
    steps: tuple[StepFunction, ...],
    story: tuple[str, ...],
    activity: str,
    traffic: Traffic,
) -> Iterator[Script]:
    found = ACTIVITIES[activity]
    if activity == "reprisal":
        yield from _with_reprisal(steps, story, traffic)
        return
    yield Script(steps, story)
    if activity in story:
        return
    if activity == "ambush" and operation in found.only_with:
        if npa.march_arrive in steps:
            yield Script((*steps, npa.ambush_after_march), (*story, activity))
        elif operation == "march":
            yield Script((*steps, npa.ambush_elsewhere), (*story, activity))
        return
    for at in range(len(steps) + 1):
        yield Script((*steps[:at], *found.steps, *steps[at:]), (*story, activity))


def _with_reprisal(
    steps: tuple[StepFunction, ...], story: tuple[str, ...], traffic: Traffic
) -> Iterator[Script]:
    """4.2.2: pieces that it drives out arrive elsewhere, at any moment of what happens there."""
    orders = [(steps, story)] if not traffic.leaving else []
    orders += [
        ((*steps[:at], gov.reprisal, *steps[at:]), (*story, "reprisal"))
        for at in range(len(steps) + 1)
    ]
    for order, told in orders:
        if not traffic.arriving:
            yield Script(order, told)
            continue
        for at in range(len(order) + 1):
            yield Script((*order[:at], driven_in, *order[at:]), told)


def driven_in(space: Space, here: Context) -> Iterator[Outcome]:
    """4.2.2: a Guerrilla keeps its face (1.5.3), an Activist takes that of the space."""
    turned = 0
    for group in here.arriving:
        if group.kind == "activist":
            space = space._replace(activist=space.activist + group.number)
        else:
            space = space._replace(
                underground=space.underground + group.number - group.active,
                active=space.active + group.active,
            )
            turned += group.number - 2 * group.active
    yield Outcome(space)
    if turned:
        other = space._replace(underground=space.underground - turned, active=space.active + turned)
        yield Outcome(other, broken=("4.2.2.e",))


@cache
def besides(operation: str) -> StepFunction:
    """A second Operation, in which nothing moves, or Special Activity, in this space or not."""
    steps = STEPS[operation]

    def step(space: Space, here: Context) -> Iterator[Outcome]:
        yield Outcome(space)
        for way in run(space, steps, here):
            if way.space != space and not way.broken:
                second = way.effect if operation in OPERATIONS else way.effect._replace(activity=0)
                yield way._replace(effect=second)

    return step


def lift(kind: str, space: Space, goal: Space) -> Iterator[Space]:
    """1.5.1: with none Available, own pieces may be taken from the map to be placed elsewhere.

    So none is taken of which a space has as many in the end; a Guerrilla may show another face.
    """
    if kind == "guerrilla":
        for active in range(space.active + 1):
            for hidden in range(space.underground + 1):
                if active + hidden:
                    yield space._replace(
                        active=space.active - active, underground=space.underground - hidden
                    ).settled()
        return
    for left in reversed(range(getattr(goal, kind), getattr(space, kind))):
        yield space._replace(**{kind: left}).settled()


def accompanies(operation: str, activity: str) -> tuple[str, ...]:
    """4.1.1: the clause, when a Special Activity does not go with an Operation."""
    return unless(operation in ACTIVITIES[activity].only_with, "4.1.1")
