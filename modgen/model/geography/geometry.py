"""Plane geometry of areas: sizes, centres, best positions for labels, shared borders.

Shapes are plain tuples of floats. Units are the caller's: millimetres on the board, or degrees.
A ring does not repeat its first vertex at the end, and may have either orientation.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import count
from math import hypot, inf

from modgen.model.types.base import Point

Ring = tuple[Point, ...]
Polygon = tuple[Ring, ...]
"""An outer ring followed by its holes."""
MultiPolygon = tuple[Polygon, ...]
Bounds = tuple[float, float, float, float]
"""Least x, least y, greatest x, greatest y."""
Segment = tuple[Point, Point]
Pair = tuple[str, str]
"""Two ids in alphabetical order."""
NEAR = 0.6
"""The largest distance in mm between the outlines of two spaces that are drawn side by side."""


def segments(ring: Ring) -> Iterator[Segment]:
    """The sides of a ring, the closing one last."""
    return zip(ring, ring[1:] + ring[:1], strict=True)


def rings(shape: MultiPolygon) -> Iterator[Ring]:
    """Every ring of a shape, outer rings and holes alike."""
    return (ring for polygon in shape for ring in polygon)


def mapped(shape: MultiPolygon, change: Callable[[Point], Point]) -> MultiPolygon:
    """A copy of a shape with every point changed; points that shapes share stay shared."""
    return tuple(
        tuple(tuple(change(point) for point in ring) for ring in polygon) for polygon in shape
    )


def signed_area(ring: Ring) -> float:
    """The area of a ring; positive when it turns from the x axis towards the y axis."""
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in segments(ring)) / 2


def polygon_area(polygon: Polygon) -> float:
    """The area of one polygon, without that of its holes."""
    outer, *holes = (abs(signed_area(ring)) for ring in polygon)
    return outer - sum(holes)


def area(shape: MultiPolygon) -> float:
    """The area of all polygons together, without that of their holes."""
    return sum(polygon_area(polygon) for polygon in shape)


def bounds(shape: MultiPolygon) -> Bounds:
    """The smallest upright rectangle around a shape. Raises ValueError on an empty one."""
    xs, ys = zip(*(point for ring in rings(shape) for point in ring), strict=True)
    return (min(xs), min(ys), max(xs), max(ys))


def contains(shape: MultiPolygon, point: Point) -> bool:
    """Whether a point is inside a shape and outside its holes; undefined on the border."""
    return _odd_crossings([side for ring in rings(shape) for side in segments(ring)], point)


def _odd_crossings(sides: Iterable[Segment], point: Point) -> bool:
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in sides:
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside


def distance_to_segment(point: Point, side: Segment) -> float:
    """The distance from a point to the nearest point of a segment."""
    (ax, ay), (bx, by) = side
    px, py = point[0] - ax, point[1] - ay
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    along = (px * dx + py * dy) / square if square else 0.0
    along = 0.0 if along < 0 else min(along, 1.0)
    return hypot(px - along * dx, py - along * dy)


@lru_cache(maxsize=1024)
def pole_of_inaccessibility(
    shape: MultiPolygon, precision: float, aspect: float = 1.0
) -> tuple[Point, float]:
    """The point of a shape that is farthest from its border, and that distance: good for a label.

    The distance is at most `precision` less than the best one. With an `aspect` above 1, the
    function looks for the largest ellipse that is that many times wider than high, as names are
    wide; the distance is half the ellipse's height. Raises ValueError on an empty shape.

    The search splits squares, the most promising first, following V. Agafonkin's description of
    "polylabel". Each square remembers the few sides that can be nearest to its parts.
    """
    squeezed = mapped(shape, lambda point: (point[0] / aspect, point[1]))
    every_side = [side for ring in rings(squeezed) for side in segments(ring)]
    west, north, east, south = bounds(squeezed)
    wide, high = east - west, south - north
    # Begin with at most 100 squares, even for a shape that is long and thin.
    half = max(min(wide, high) / 2, max(wide, high) / 200, precision)
    best: tuple[float, Point] = (-inf, (west, north))
    serial = count()
    queue: list[tuple[float, int, Point, float, list[Segment]]] = []

    def look(x: float, y: float, half: float, near: list[Segment]) -> None:
        nonlocal best
        away = [distance_to_segment((x, y), side) for side in near]
        depth = least = min(away)
        if not _odd_crossings(every_side, (x, y)):
            depth = -least
        best = max(best, (depth, (x, y)))
        reach = half * 1.4143
        if depth + reach > best[0] + precision:
            near = [side for side, far in zip(near, away, strict=True) if far <= least + 2 * reach]
            heapq.heappush(queue, (-depth - reach, next(serial), (x, y), half, near))

    across, down = (int(size / (2 * half)) + 1 for size in (wide, high))
    for column in range(across):
        for row in range(down):
            look(west + (2 * column + 1) * half, north + (2 * row + 1) * half, half, every_side)
    while queue:
        prospect, _, (x, y), half, near = heapq.heappop(queue)
        if -prospect <= best[0] + precision:
            break
        half /= 2
        for dx, dy in ((-half, -half), (half, -half), (-half, half), (half, half)):
            look(x + dx, y + dy, half, near)
    depth, (x, y) = best
    return (x * aspect, y), depth


def shared_borders(shapes: Mapping[str, MultiPolygon], tolerance: float = 0.0) -> dict[Pair, float]:
    """The length of the border that each two shapes share; pairs that share none are missing.

    Sides with the same two ends count in full. With a tolerance, sides of hand-drawn shapes also
    count where they run alongside each other within that distance. Corners that are close together
    then give lengths of about the tolerance, so ignore lengths below a small multiple of it.
    """
    owners: dict[Segment, list[str]] = defaultdict(list)
    for key, shape in shapes.items():
        for ring in rings(shape):
            for a, b in segments(ring):
                owners[(a, b) if a < b else (b, a)].append(key)
    lengths: dict[Pair, float] = defaultdict(float)
    single: list[tuple[str, Segment]] = []
    for side, keys in owners.items():
        if len(keys) == 1:
            single.append((keys[0], side))
        elif keys[0] != keys[1]:
            lengths[_pair(keys[0], keys[1])] += _length(side)
    if tolerance > 0:
        for pair, length in _near_borders(single, tolerance).items():
            lengths[pair] += length
    return dict(sorted(lengths.items()))


def common_border(first: MultiPolygon, second: MultiPolygon, tolerance: float) -> list[Segment]:
    """The parts of the first shape's sides that run alongside the second within a distance.

    Where outlines only meet at corners, parts up to twice as long as the distance are left out.
    """
    sides = [
        (key, side)
        for key, shape in (("first", first), ("second", second))
        for ring in rings(shape)
        for side in segments(ring)
    ]
    spans: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for number, other in map(sorted, _neighbouring(sides, tolerance)):
        span = _alongside(sides[number][1], sides[other][1], tolerance)
        if span:
            spans[number].append(span)
    found = []
    for number in sorted(spans):
        side, length = sides[number][1], _length(sides[number][1])
        near = tolerance / length if length else inf
        for low, high in _joined(spans[number], near):
            start, end = (0.0 if low <= near else low), (1.0 if high >= 1 - near else high)
            if (start, end) == (0.0, 1.0) or (end - start) * length > 2 * tolerance:
                found.append((_along(side, start), _along(side, end)))
    return found


def _along(side: Segment, part: float) -> Point:
    """The point at a fraction of a side; exactly its ends at 0 and 1."""
    (ax, ay), (bx, by) = side
    return ax * (1 - part) + bx * part, ay * (1 - part) + by * part


def _joined(parts: list[tuple[float, float]], gap: float) -> Iterator[tuple[float, float]]:
    """The union of intervals; those that are no further apart than a gap are one."""
    begun, reached = inf, -inf
    for low, high in sorted(parts):
        if low > reached + gap:
            if begun <= reached:
                yield begun, reached
            begun = low
        reached = max(reached, high)
    if begun <= reached:
        yield begun, reached


def _pair(a: str, b: str) -> Pair:
    return (a, b) if a < b else (b, a)


def _length(side: Segment) -> float:
    (ax, ay), (bx, by) = side
    return hypot(bx - ax, by - ay)


def _near_borders(single: list[tuple[str, Segment]], tolerance: float) -> dict[Pair, float]:
    """Lengths of sides that run alongside a side of another shape.

    The length is measured along both shapes; the larger value counts.
    """
    spans: dict[tuple[int, str], list[tuple[float, float]]] = defaultdict(list)
    for first, second in _neighbouring(single, tolerance):
        for number, other in ((first, second), (second, first)):
            span = _alongside(single[number][1], single[other][1], tolerance)
            if span:
                spans[number, single[other][0]].append(span)
    views: dict[Pair, float] = defaultdict(float)
    for (number, neighbour), parts in spans.items():
        owner, side = single[number]
        views[owner, neighbour] += _covered(parts) * _length(side)
    lengths: dict[Pair, float] = {}
    for (owner, neighbour), length in views.items():
        pair = _pair(owner, neighbour)
        lengths[pair] = max(lengths.get(pair, 0.0), length)
    return lengths


def _neighbouring(single: list[tuple[str, Segment]], tolerance: float) -> set[tuple[int, int]]:
    """Pairs of sides of different shapes that share a cell of a coarse grid."""
    if not single:
        return set()
    west, north, east, south = bounds(((tuple(point for _, side in single for point in side),),))
    usual = 2 * tolerance + sum(_length(side) for _, side in single) / len(single)
    cell = max(usual, (east - west) / 256, (south - north) / 256)
    cells: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, (_, ((ax, ay), (bx, by))) in enumerate(single):
        low_x, high_x = (ax, bx) if ax < bx else (bx, ax)
        low_y, high_y = (ay, by) if ay < by else (by, ay)
        for column in range(
            int((low_x - tolerance) // cell), int((high_x + tolerance) // cell) + 1
        ):
            for row in range(
                int((low_y - tolerance) // cell), int((high_y + tolerance) // cell) + 1
            ):
                cells[column, row].append(number)
    return {
        (first, second)
        for numbers in cells.values()
        for place, first in enumerate(numbers)
        for second in numbers[place + 1 :]
        if single[first][0] != single[second][0]
    }


def _alongside(side: Segment, other: Segment, tolerance: float) -> tuple[float, float] | None:
    """The part of a side, as fractions of it, beside and within `tolerance` of another."""
    (ax, ay), (bx, by) = side
    (cx, cy), (dx, dy) = other
    length = hypot(dx - cx, dy - cy)
    if not length:
        return None
    ux, uy = (dx - cx) / length, (dy - cy) / length
    low, high = 0.0, 1.0
    along = ((ax - cx) * ux + (ay - cy) * uy, (bx - cx) * ux + (by - cy) * uy)
    aside = ((ay - cy) * ux - (ax - cx) * uy, (by - cy) * ux - (bx - cx) * uy)
    for (start, end), least, most in ((along, 0.0, length), (aside, -tolerance, tolerance)):
        step = end - start
        if not step:
            if not least <= start <= most:
                return None
            continue
        enter, leave = sorted(((least - start) / step, (most - start) / step))
        low, high = max(low, enter), min(high, leave)
    return (low, high) if low < high else None


def _covered(parts: list[tuple[float, float]]) -> float:
    """The length of the union of intervals."""
    return sum(high - low for low, high in _joined(parts, 0.0))
