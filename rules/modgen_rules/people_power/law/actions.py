"""Operations and Special Activities as tables: their steps, their limits, whom to blame.

`blame` names, for what a space shows too much or too little, the clause that says how much it
should be; it is asked only when no legal way leads to what the log shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from modgen_rules.people_power.law import government as gov
from modgen_rules.people_power.law import npa
from modgen_rules.people_power.law import reformers as ref
from modgen_rules.people_power.law.options import (
    Context,
    Effect,
    Outcome,
    StepFunction,
    Traffic,
    unless,
)
from modgen_rules.people_power.law.state import FACTIONS, GOV, NPA, REFORMERS, Space


class Operation(NamedTuple):
    """An Operation: whose, its clause, the clause of its price, its steps in a selected space."""

    id: str
    faction: str
    clause: str
    paid: str
    steps: tuple[StepFunction, ...]
    blame: Mapping[str, str]
    places: tuple[str, ...] = ()
    """Kinds of its own pieces that it places, and may lift from the map for it (1.5.1)."""
    leave: StepFunction | None = None
    """What leaving does, where pieces move (3.1.2)."""
    after: StepFunction | None = None
    """What may be done at the end in every space, selected or not."""


class Activity(NamedTuple):
    """A Special Activity: its step, with which Operations, in how many spaces at most."""

    id: str
    faction: str
    clause: str
    step: StepFunction
    only_with: tuple[str, ...]
    most: int
    blame: Mapping[str, str]
    places: tuple[str, ...] = ()


ANY = 10
OPERATIONS = {
    one.id: one
    for one in (
        Operation(
            "train",
            GOV,
            "3.2.1",
            "3.2.1.b",
            (gov.train, gov.train_extra),
            {
                "troops": "3.2.1.c",
                "police": "3.2.1.c",
                "gov_base": "3.2.1.f",
                "alignment": "3.2.1.h",
                "terror": "3.2.1.h",
                "protest": "3.2.1.g",
                "strike": "3.2.1.g",
            },
            ("troops", "police", "gov_base"),
        ),
        Operation(
            "sweep",
            GOV,
            "3.2.2",
            "3.2.2.a",
            (gov.sweep,),
            {"troops": "3.2.2.b", "police": "3.2.2.b", "face": "3.2.2.e"},
            leave=gov.sweep_leave,
        ),
        Operation(
            "roundup",
            GOV,
            "3.2.3",
            "3.2.3.b",
            (gov.roundup,),
            {"activist": "3.2.3.c", "ref_base": "3.2.3.d", "protest": "3.2.3.e"},
        ),
        Operation(
            "assault",
            GOV,
            "3.2.4",
            "3.2.4.b",
            (gov.assault,),
            {"guerrilla": "3.2.4.c", "face": "3.2.4.c", "npa_base": "3.2.4.d", "strike": "3.2.4.e"},
        ),
        Operation(
            "rally",
            NPA,
            "3.4.1",
            "3.1.c",
            (npa.rally,),
            {"guerrilla": "3.4.1.b", "face": "3.4.1.c", "npa_base": "3.4.1.b"},
            ("guerrilla", "npa_base"),
        ),
        Operation(
            "march",
            NPA,
            "3.4.2",
            "3.4.2.a",
            (npa.march_arrive,),
            {"guerrilla": "3.4.2.b", "face": "3.4.2.f"},
            leave=npa.march_leave,
        ),
        Operation(
            "attack",
            NPA,
            "3.4.3",
            "3.1.c",
            (npa.attack,),
            {
                "face": "3.4.3.b",
                "guerrilla": "3.4.3.f",
                "troops": "3.4.3.d",
                "police": "3.4.3.d",
                "gov_base": "3.4.3.d",
            },
            ("guerrilla",),
        ),
        Operation(
            "terror",
            NPA,
            "3.4.4",
            "3.1.c",
            (npa.terror,),
            {
                "face": "3.4.4.b",
                "terror": "3.4.4.c",
                "protest": "3.4.4.c",
                "strike": "3.4.4.c",
                "alignment": "3.4.4.d",
            },
        ),
        Operation(
            "recruit",
            REFORMERS,
            "3.3.1",
            "3.1.c",
            (ref.recruit,),
            {"activist": "3.3.1.b", "ref_base": "3.3.1.b"},
            ("activist", "ref_base"),
        ),
        Operation(
            "assemble",
            REFORMERS,
            "3.3.2",
            "3.1.c",
            (ref.assemble_arrive, ref.assemble_terror),
            {"activist": "3.3.2.a", "terror": "3.3.2.c", "protest": "3.3.2.d", "strike": "3.3.2.d"},
            leave=ref.assemble_leave,
            after=ref.assemble_protest,
        ),
        Operation(
            "persuade",
            REFORMERS,
            "3.3.3",
            "3.1.c",
            (ref.persuade,),
            {"guerrilla": "3.3.3.b", "face": "3.3.3.b", "protest": "3.3.3.c", "strike": "3.3.3.c"},
        ),
        Operation(
            "protest",
            REFORMERS,
            "3.3.4",
            "3.1.c",
            (ref.protest,),
            {"protest": "3.3.4.b", "alignment": "3.3.4.c"},
        ),
    )
}
ACTIVITIES = {
    one.id: one
    for one in (
        Activity(
            "enrich",
            GOV,
            "4.2.1",
            gov.enrich,
            ("train", "sweep", "roundup", "assault"),
            1,
            {"alignment": "4.2.1.c"},
        ),
        Activity(
            "reprisal",
            GOV,
            "4.2.2",
            gov.reprisal,
            ("roundup", "assault"),
            2,
            {
                "alignment": "4.2.2.b",
                "terror": "4.2.2.b",
                "protest": "4.2.2.b",
                "strike": "4.2.2.b",
                "guerrilla": "4.2.2.c",
                "activist": "4.2.2.c",
                "face": "1.5.3.i",
            },
        ),
        Activity(
            "charm",
            GOV,
            "4.2.3",
            gov.charm,
            ("train", "sweep"),
            1,
            {"alignment": "4.2.3.b"},
        ),
        Activity(
            "appeal",
            REFORMERS,
            "4.3.1",
            ref.appeal,
            ("recruit", "assemble", "persuade", "protest"),
            ANY,
            {"activist": "4.3.1.b"},
        ),
        Activity(
            "convert",
            REFORMERS,
            "4.3.2",
            ref.convert,
            ("recruit", "persuade", "protest"),
            2,
            {
                "troops": "4.3.2.c",
                "police": "4.3.2.b",
                "gov_base": "4.3.2.b",
                "activist": "4.3.2.b",
                "ref_base": "4.3.2.b",
            },
            ("activist", "ref_base"),
        ),
        Activity(
            "canvass",
            REFORMERS,
            "4.3.3",
            ref.canvass,
            ("assemble", "persuade"),
            1,
            {"alignment": "4.3.3.b", "terror": "4.3.3.b"},
        ),
        Activity(
            "extort",
            NPA,
            "4.4.1",
            npa.extort,
            ("rally", "march", "terror"),
            ANY,
            {"face": "4.4.1.b"},
        ),
        Activity(
            "strike",
            NPA,
            "4.4.2",
            npa.strike,
            ("march",),
            2,
            {
                "face": "4.4.2.b",
                "activist": "4.4.2.b",
                "strike": "4.4.2.c",
                "protest": "4.4.2.c",
                "alignment": "4.4.2.d",
            },
        ),
        Activity(
            "ambush",
            NPA,
            "4.4.3",
            npa.ambush,
            ("march", "attack"),
            1,
            {
                "face": "4.4.3.c",
                "troops": "4.4.3.c",
                "police": "4.4.3.c",
                "gov_base": "4.4.3.c",
                "guerrilla": "4.4.3.d",
            },
            ("guerrilla",),
        ),
    )
}
LIMITS = {
    "enrich": "4.2.1.a",
    "reprisal": "4.2.2.a",
    "charm": "4.2.3.a",
    "convert": "4.3.2.a",
    "canvass": "4.3.3.a",
    "strike": "4.4.2.a",
    "ambush": "4.4.3.a",
}
"""The clauses that say in how many spaces a Special Activity may be."""
BY_FACTION = {
    who: (
        tuple(one.id for one in OPERATIONS.values() if one.faction == who),
        tuple(one.id for one in ACTIVITIES.values() if one.faction == who),
    )
    for who in FACTIONS
}


def most_spaces(activity: Activity, personalities: frozenset[int]) -> int:
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
    end = (found.after,) if found.after else ()
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
        yield Script((*steps[:at], found.step, *steps[at:]), (*story, activity))


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


def steps_of(action: str) -> tuple[StepFunction, ...]:
    """The steps of an Operation or Special Activity in a space."""
    return OPERATIONS[action].steps if action in OPERATIONS else (ACTIVITIES[action].step,)


@cache
def besides(operation: str) -> StepFunction:
    """A second Operation, in which nothing moves, or Special Activity, in this space or not."""
    steps = steps_of(operation)

    def step(space: Space, here: Context) -> Iterator[Outcome]:
        yield Outcome(space)
        ways = [Outcome(space)]
        for single in steps:
            ways = [
                Outcome(
                    after.space,
                    Effect(*map(int.__add__, way.effect, after.effect)),
                    way.broken + after.broken,
                    way.doubts + after.doubts,
                )
                for way in ways
                for after in single(way.space, here)
            ]
        for way in ways:
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
