"""The outlines around cells that touch each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from modgen.model.types.base import Point


def rims(rings: Iterable[Sequence[Point]]) -> list[list[Point]]:
    """The closed outlines around cells that touch: sides that belong to one cell only."""
    sides: dict[tuple[Point, Point], tuple[Point, Point]] = {}
    for ring in rings:
        for start, end in edges(ring):
            pair = key(start), key(end)
            if sides.pop(pair[::-1], None) is None:
                sides[pair] = (start, end)
    following: dict[Point, list[tuple[Point, Point]]] = {}
    for pair in sides:
        following.setdefault(pair[0], []).append(pair)
    loops = []
    while following:
        first = next(iter(following))
        loop, at = [], first
        while at in following:
            pair = following[at].pop()
            if not following[at]:
                del following[at]
            loop.append(sides[pair][0])
            at = pair[1]
        loops.append(loop)
    return loops


def edges(ring: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """The sides of a ring, as pairs of points."""
    yield from zip(ring, [*ring[1:], ring[0]], strict=True)


def key(point: Point) -> Point:
    """A point in hundredths of a millimetre, by which equal corners of cells are found."""
    return round(point[0], 2), round(point[1], 2)
