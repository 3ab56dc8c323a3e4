"""The order of turns of players round a table."""

from __future__ import annotations

from collections.abc import Collection


def clockwise(seats: tuple[str, ...], first: str, further: int = 0) -> tuple[str, ...]:
    """All seats in clockwise order from `first`, or from `further` places to its left.

    Without such a seat the order is that of `seats`.
    """
    if first not in seats:
        return seats
    at = (seats.index(first) + further) % len(seats)
    return seats[at:] + seats[:at]


def overtaken(order: tuple[str, ...], who: str, done: Collection[str]) -> bool:
    """Whether somebody whose turn comes after that of `who` has already had it."""
    return who in order and any(seat in done for seat in order[order.index(who) + 1 :])
