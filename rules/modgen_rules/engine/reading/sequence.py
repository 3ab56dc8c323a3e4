"""The sequence of play: what the record shows of a round, and the orders in which actors may act.

A round is a stretch of a log in which each of several actors may take one turn. Each of them has a
marker that goes to the box of an option when he takes his turn.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import permutations
from typing import NamedTuple

from modgen_rules.engine.reading.prices import BREACH

NONE, PASS = "none", "pass"
"""The options of an actor that did nothing, and of one that passed."""


class Mark(NamedTuple):
    """A marker that went to the box of an option."""

    step: int
    actor: str
    box: str


@dataclass
class Round:
    """Everything between the beginning of a round and of the next."""

    number: int
    """The game's own number of the round, such as that of its card; 0 for none."""
    start: int
    """The step of its beginning; 0 for the round in which the log begins."""
    end: int
    """The last step before the next one begins."""
    last: bool
    """Whether the log ends here, so that the round may not be finished."""
    eligible: tuple[str, ...] = ()
    """Who may act, in their order."""
    marks: list[Mark] = field(default_factory=list)
    done: dict[str, str] = field(default_factory=dict)
    """Boxes of those who acted before the log begins."""
    settled: dict[str, str] = field(default_factory=dict)
    """Boxes of all markers before the first turn."""
    revealed: dict[str, str] = field(default_factory=dict)
    """Boxes of all markers as the round begins."""
    boxes: dict[str, str] = field(default_factory=dict)
    """The box that each actor's marker took in this round."""
    first_boxes: dict[str, str] = field(default_factory=dict)
    """The first box of an option that each marker took; it may have gone on to another."""
    touched: frozenset[str] = frozenset()
    """Actors whose markers were lifted out of their box and put back at once."""


class Clauses(NamedTuple):
    """The clauses of a rulebook about who may act when."""

    barred: str
    """An actor acted that may not act in this round."""
    early: str
    """An actor acted before another whose turn came first."""
    again: str
    """An actor acted a second time."""
    skipped: str
    """An actor that could act did not."""


class Order(NamedTuple):
    """A sequence of actors that may have acted, what it costs, the clauses it breaks."""

    actors: tuple[str, ...]
    cost: float
    broken: tuple[tuple[str, ...], ...]
    """For each of the actors."""


def orders(
    eligible: tuple[str, ...],
    sequence: tuple[str, ...],
    intruders: tuple[str, ...],
    clauses: Clauses,
) -> list[Order]:
    """The actors in the order of the round; other orders at the price of a breach.

    `intruders` are actors that acted though they may not. There are also orders in which an actor
    acts a second time.
    """
    acting = tuple(who for who in sequence if who in eligible or who in intruders)
    barred = dict.fromkeys(intruders, (clauses.barred,))

    def broken(order: tuple[str, ...], n: int) -> tuple[str, ...]:
        """The clauses that the turn with a number breaks, if each actor has one."""
        rest = acting[: acting.index(order[n])]
        early = any(who in rest and who not in barred for who in order[n + 1 :])
        return (*barred.get(order[n], ()), *(clauses.early,) * early)

    found = [
        _order(order, tuple(broken(order, n) for n in range(len(order))))
        for order in permutations(acting)
    ]
    own = [barred.get(who, ()) for who in acting]
    for first, again in enumerate(acting):
        for at in range(first + 1, len(acting) + 1):
            twice = (*own[:at], (*own[first], clauses.again), *own[at:])
            found.append(_order((*acting[:at], again, *acting[at:]), twice))
    return sorted(found, key=lambda one: one.cost)


def _order(actors: tuple[str, ...], broken: tuple[tuple[str, ...], ...]) -> Order:
    return Order(actors, BREACH * sum(map(len, broken)), broken)
