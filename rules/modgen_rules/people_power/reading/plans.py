"""Actions to hold against the log: options with their Operations and Special Activities (2.3.3)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import NamedTuple

from modgen_rules.engine.reading.sequence import PASS
from modgen_rules.people_power.law.actions import BY_FACTION, OPERATIONS, accompanies
from modgen_rules.people_power.reading.turn import EVENTS, LIMOP, OP_SA, Turn


class Plan(NamedTuple):
    """An action to hold against the log: an option with its Operation and Special Activity."""

    option: str
    operation: str | None = None
    activity: str | None = None
    extra: tuple[str, ...] = ()
    second: str | None = None
    """Another Operation that was carried out besides (3.1)."""
    lifted: bool = False
    """Whether pieces were lifted from the map though some are Available (1.5.1)."""


def plans(turn: Turn) -> Iterator[Plan]:
    """2.3.3, 3.1, 4.1: the legal plans of the options that the turn may have taken."""
    operations, activities = BY_FACTION[turn.actor]
    for option in turn.options:
        if option == PASS or option in EVENTS:
            yield Plan(option)
            continue
        for operation in operations:
            yield Plan(option, operation)
            if option == OP_SA:
                for activity in activities:
                    if not accompanies(operation, activity):
                        yield Plan(option, operation, activity)


def wrong_plans(turn: Turn) -> Iterator[Plan]:
    """Plans that the option or 4.1.1 forbids, with the clause."""
    operations, activities = BY_FACTION[turn.actor]
    for option in turn.options:
        if option == PASS or option in EVENTS:
            continue
        if option == OP_SA:
            for activity in activities:
                if activity != "ambush":  # which takes the place of an Attack (4.4.3)
                    yield Plan(option, None, activity, ("4.1.a",))
        for operation, activity in product(operations, activities):
            wrong = accompanies(operation, activity)
            if option != OP_SA:
                wrong += ("2.3.5.a",) if option == LIMOP else ("4.1.a",)
            if wrong:
                yield Plan(option, operation, activity, wrong)


LIFTED = {"train": "3.2.1.d"}
"""The clauses of Operations that repeat 1.5.1: what is placed comes from Available."""


def double_plans(turn: Turn) -> Iterator[Plan]:
    """3.1, 4.1, 1.5.1: two Operations or two Special Activities, pieces lifted without need.

    The second Operation is one in which nothing moves. Of two Special Activities one is such as
    accompanies the Operation.
    """
    operations, _ = BY_FACTION[turn.actor]
    still = [one for one in operations if OPERATIONS[one].leave is None]
    for option in turn.options:
        if option == PASS or option in EVENTS:
            continue
        for operation in operations:
            if OPERATIONS[operation].places:
                yield Plan(
                    option, operation, None, (LIFTED.get(operation, "1.5.1.c"),), lifted=True
                )
            for first, second in combinations(BY_FACTION[turn.actor][1], 2):
                for one, other in ((first, second), (second, first)):
                    if option == OP_SA and not accompanies(operation, one):
                        yield Plan(option, operation, one, ("4.1.e",), other)
            for second in still:
                if second != operation and (operation not in still or operation < second):
                    yield Plan(option, operation, None, ("3.1.b",), second)
