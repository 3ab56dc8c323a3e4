"""Cuts a province in two along a line, for areas smaller than the provinces of the source.

The line ends at existing vertices of the outline, so that neighbours, which share these vertices,
need no new ones.
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
    """The two pieces of a shape: on the left of a line as one walks along it, and on its right.

    Each end of the line goes to the nearest vertex of the outline. What else the shape has -
    islands, lakes - goes with the piece that is nearer or around it. Raises ValueError when the
    line does not lead through one polygon's inside.
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
    number = min(range(len(outer)), key=lambda one: min(dist(at, line[0]) for at in outer[one]))
    ring = outer[number]
    start, end = (
        min(range(len(ring)), key=lambda place: dist(ring[place], at)) for at in (line[0], line[-1])
    )
    if start == end:
        raise ValueError("both ends of the line are at the same corner of the outline")
    return number, start, end


def _run(ring: Ring, start: int, end: int) -> Ring:
    """The vertices from one to another along a ring, without the last."""
    return ring[start:end] if start < end else (*ring[start:], *ring[:end])


def _check(ring: Ring, path: Sequence[Point]) -> None:
    for a, b in pairwise(path):
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        inside = contains(((ring,),), middle)
        if not inside or any(_cross((a, b), side) for side in segments(ring)):
            raise ValueError("the line leaves the outline between its ends")


def _cross(one: Segment, other: Segment) -> bool:
    """Whether two segments cross; those that only touch at an end do not."""
    (a, b), (c, d) = one, other
    if {a, b} & {c, d}:
        return False
    return _turn(a, b, c) != _turn(a, b, d) and _turn(c, d, a) != _turn(c, d, b)


def _turn(p: Point, q: Point, r: Point) -> bool:
    return (q[0] - p[0]) * (r[1] - p[1]) > (q[1] - p[1]) * (r[0] - p[0])


def _distance(ring: Ring, other: Ring) -> float:
    """From one ring's vertices to the other's."""
    return min(dist(a, b) for a in ring for b in other)
