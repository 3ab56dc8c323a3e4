"""Clause 17: everybody chooses a side, power centres are counted."""

from __future__ import annotations

from collections.abc import Iterator

from tests.junta_reference.city import CENTRES
from tests.junta_reference.position import Position
from tests.junta_reference.record import Event


def speakers(position: Position) -> list[str]:
    """17.a: who chooses in which order."""
    start = position.start
    first = start.leader if position.present(start.leader) else start.president
    return [one for one in position.seats(first) if position.present(one)]


def rebel_centres(position: Position, sides: dict[str, str]) -> list[str]:
    """17.c, 17.d: the power centres with units of Rebel-siding families alone."""
    held = []
    for space in CENTRES:
        here = position.families_at(space)
        if here and all(sides.get(one) == "rebels" for one in here):
            held.append(space)
    return held


class Ending:
    """The choice of sides and the result."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.expected = speakers(position)
        self.sides: dict[str, str] = {}

    def side(self, event: Event) -> Iterator[str]:
        """17.a, 17.b."""
        at = len(self.sides)
        if event.who in self.sides or self.expected[at : at + 1] != [event.who]:
            yield "17.a"
        loyal = event.who == self.position.start.president
        if event.way != "president" and (loyal or event.way != "rebels"):
            yield "17.b"
        self.sides[event.who] = event.way

    def result(self, way: str) -> Iterator[str]:
        """17.a, 17.e."""
        if set(self.expected) - set(self.sides):
            yield "17.a"
        won = len(rebel_centres(self.position, self.sides)) >= 3
        if way != ("rebels" if won else "president"):
            yield "17.e"
