"""Which zones touch: they are assumed to be adjacent."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from math import ceil, hypot
from typing import Any

from modgen.importing.places import Places, Ring

REACH = 1.2
"""The largest gap in mm between zones that touch; people draw zones by hand."""
LEAST = 3.0
"""The shortest border in mm."""
STEP = 0.5
"""The distance in mm between the points of an outline that are compared."""
MOST_POINTS = 400_000
ASSUMED = "The zones touch; the module does not state what is adjacent."


def touching(places: Places) -> tuple[list[dict[str, Any]], int]:
    """Edges between zones of a board whose outlines lie along each other.

    Also returns how many zones have no edge. A board with too many points has none.
    """
    edges: list[dict[str, Any]] = []
    zones = 0
    for shapes in places.shapes.values():
        zones += len(shapes)
        length = sum(_length(ring) for rings in shapes.values() for ring in rings)
        if length / STEP > MOST_POINTS:
            continue
        for one, other in _pairs(shapes):
            edges.append({"between": [one, other], "assumed": ASSUMED})
    linked = {key for edge in edges for key in edge["between"]}
    return edges, zones - len(linked)


def _pairs(shapes: dict[str, list[Ring]]) -> Iterator[tuple[str, str]]:
    """Pairs of spaces with enough points of their outlines near each other."""
    cells: defaultdict[tuple[int, int], dict[str, list[tuple[float, float]]]]
    cells = defaultdict(dict)
    points: dict[str, list[tuple[float, float]]] = {}
    for key, rings in shapes.items():
        points[key] = [point for ring in rings for point in _along(ring)]
        for x, y in points[key]:
            cells[int(x // REACH), int(y // REACH)].setdefault(key, []).append((x, y))
    order = {key: number for number, key in enumerate(shapes)}
    near: defaultdict[tuple[str, str], int] = defaultdict(int)
    for key, own in points.items():
        for x, y in own:
            for other in _close(cells, key, x, y):
                near[key, other] += 1
    for (key, other), number in near.items():
        if order[key] < order[other]:
            shared = min(number, near.get((other, key), 0)) * STEP
            if shared >= LEAST:
                yield key, other


def _close(cells: Any, key: str, x: float, y: float) -> dict[str, None]:
    """The other spaces that have a point within reach, in an order that is always the same."""
    column, row = int(x // REACH), int(y // REACH)
    found: dict[str, None] = {}
    for i in (column - 1, column, column + 1):
        for j in (row - 1, row, row + 1):
            for other, points in cells.get((i, j), {}).items():
                if other == key or other in found:
                    continue
                if any(hypot(x - a, y - b) <= REACH for a, b in points):
                    found[other] = None
    return found


def _along(ring: Ring) -> Iterator[tuple[float, float]]:
    """Points along an outline."""
    for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
        count = max(1, ceil(hypot(bx - ax, by - ay) / STEP))
        for n in range(count):
            yield ax + (bx - ax) * n / count, ay + (by - ay) * n / count


def _length(ring: Ring) -> float:
    return sum(
        hypot(b[0] - a[0], b[1] - a[1]) for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)
    )
