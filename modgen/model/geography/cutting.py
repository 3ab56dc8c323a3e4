"""Cuts a province in two along a line, for areas smaller than the provinces of the source.

The line ends at existing vertices of the outline, so that neighbours, which share these vertices,
do not need new ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import dist

from modgen.model.geography.geometry import (
    MultiPolygon,
    Ring,
    Segment,
    contains,
    segments,
    signed_area,
)
from modgen.model.geography.merging import turned
from modgen.model.types.base import Point


def cut(shape: MultiPolygon, line: Sequence[Point]) -> tuple[MultiPolygon, MultiPolygon]:
    """The two pieces of a shape: the one on the left of a line along its direction, then the other.

    Each end of the line is moved to the nearest vertex of the outline. Islands go to the nearer
    piece, lakes to the piece around them. Raises ValueError if the line does not lead through the
    inside of one polygon.
    """
    number, start, end = _ends(shape, line)
    ring = next(iter(turned((shape[number],))))
    path = (ring[start], *line[1:-1], ring[end])
    _check(ring, path)
    left = (*_run(ring, end, start), *path[:-1])
    right = (*_run(ring, start, end), *path[:0:-1])
    if min(signed_area(left), signed_area(right)) <= 0:
        raise ValueError("the line runs along the outline and cuts nothing off")
    lefts, rights = [[left]], [[right]]
    for hole in shape[number][1:]:
        (lefts if contains(((left,),), hole[0]) else rights)[0].append(hole)
    for other, polygon in enumerate(shape):
        if other != number:
            near = _distance(polygon[0], left) <= _distance(polygon[0], right)
            (lefts if near else rights).append(list(polygon))
    return tuple(map(tuple, lefts)), tuple(map(tuple, rights))


def _ends(shape: MultiPolygon, line: Sequence[Point]) -> tuple[int, int, int]:
    """The polygon that the line cuts, and its vertices nearest to the line's two ends."""
    outer = [next(iter(turned((polygon,)))) for polygon in shape]
    number = min(range(len(outer)), key=lambda index: min(dist(at, line[0]) for at in outer[index]))
    ring = outer[number]
    start, end = (
        min(range(len(ring)), key=lambda index: dist(ring[index], at)) for at in (line[0], line[-1])
    )
    if start == end:
        raise ValueError("both ends of the line are at the same corner of the outline")
    return number, start, end


def _run(ring: Ring, start: int, end: int) -> Ring:
    """The vertices of a ring from `start` to `end`, without the last."""
    return ring[start:end] if start < end else (*ring[start:], *ring[:end])


def _check(ring: Ring, path: Sequence[Point]) -> None:
    for a, b in pairwise(path):
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        inside = contains(((ring,),), middle)
        if not inside or any(_cross((a, b), side) for side in segments(ring)):
            raise ValueError("the line leaves the outline between its ends")


def _cross(first: Segment, second: Segment) -> bool:
    """Whether two segments cross; touching at an end is not crossing."""
    (a, b), (c, d) = first, second
    if {a, b} & {c, d}:
        return False
    return _turn(a, b, c) != _turn(a, b, d) and _turn(c, d, a) != _turn(c, d, b)


def _turn(p: Point, q: Point, r: Point) -> bool:
    return (q[0] - p[0]) * (r[1] - p[1]) > (q[1] - p[1]) * (r[0] - p[0])


def _distance(ring: Ring, other: Ring) -> float:
    """The smallest distance between the vertices of two rings."""
    return min(dist(a, b) for a in ring for b in other)
