"""Where the name of a road, railway or river goes on a map of hexes or squares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import atan2, cos, degrees, dist, radians, sin
from typing import NamedTuple

from modgen.model.types.base import Point


class Stretch(NamedTuple):
    """A part of a line that is long enough for a name."""

    bend: float
    """How far a point of it is from the straight line between its ends, in mm."""
    off: float
    """How far it is from the middle of the line, in points of the line."""
    start: Point
    end: Point


def place_along(
    points: Sequence[Point], numbers: Sequence[Point], wide: float, high: float, away: float
) -> tuple[float, float, float]:
    """The middle of a name beside a line, and its angle in degrees clockwise.

    The name is `wide` × `high` mm, and its middle is `away` mm from the line. It goes to the
    part of the line where it covers least of the numbers, which are given by their middles, and of
    such parts to a straight one near the middle of the line.
    """
    best: tuple[float, float, float, bool, tuple[float, float, float]] | None = None
    for stretch in _stretches(points, wide):
        (ax, ay), (bx, by) = stretch.start, stretch.end
        angle = (degrees(atan2(by - ay, bx - ax)) + 90) % 180 - 90
        for below in (False, True):
            up = -away if below else away
            x = (ax + bx) / 2 + up * sin(radians(angle))
            y = (ay + by) / 2 - up * cos(radians(angle))
            hides = sum(_covered(number, (x, y), angle, wide, high) for number in numbers)
            rank = (round(hides, 1), stretch.bend, stretch.off, below, (x, y, angle))
            best = rank if best is None else min(best, rank)
    if best is None:
        raise ValueError("a line has at least two points")
    return best[4]


def _stretches(points: Sequence[Point], wide: float) -> Iterator[Stretch]:
    """The shortest part from each point that is long enough; if none is, the whole line."""
    middle = (len(points) - 1) / 2
    found = False
    for first, start in enumerate(points):
        for last in range(first + 1, len(points)):
            end = points[last]
            if dist(start, end) >= wide:
                bend = max(_from_line(point, start, end) for point in points[first : last + 1])
                yield Stretch(round(bend, 2), abs((first + last) / 2 - middle), start, end)
                found = True
                break
    if not found and len(points) > 1:
        yield Stretch(0, 0, points[0], points[-1])


def _from_line(point: Point, start: Point, end: Point) -> float:
    """The distance of a point from the line through two others."""
    (x, y), (a, b), (c, d) = point, start, end
    return abs((c - a) * (y - b) - (d - b) * (x - a)) / dist(start, end)


def _covered(number: Point, middle: Point, angle: float, wide: float, high: float) -> float:
    """How much of a number, as high as the name and twice as wide, a name covers: 0 to 1."""
    dx, dy = number[0] - middle[0], number[1] - middle[1]
    turn = radians(angle)
    along, across = dx * cos(turn) + dy * sin(turn), dy * cos(turn) - dx * sin(turn)
    return max(0.0, 1 - abs(across) / (1.5 * high)) if abs(along) < wide / 2 + high else 0.0
