"""Players round a table: whose turn comes when."""

from __future__ import annotations

from collections.abc import Collection


def clockwise(seats: tuple[str, ...], first: str, further: int = 0) -> tuple[str, ...]:
    """The seats from one of them on, or from so many places to its left; as they are without it."""
    if first not in seats:
        return seats
    at = (seats.index(first) + further) % len(seats)
    return seats[at:] + seats[:at]


def overtaken(order: tuple[str, ...], who: str, done: Collection[str]) -> bool:
    """Whether somebody whose turn comes later has had it before."""
    return who in order and any(one in done for one in order[order.index(who) + 1 :])
