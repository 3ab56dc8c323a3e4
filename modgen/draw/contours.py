"""Contour lines between the heights of cells, as on a topographic map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import ceil

from modgen.model.geography.cells import adjacent
from modgen.model.types.base import Point
from modgen.model.types.places import Grid

Segment = tuple[Point, Point]
MOST_LINES = 200
"""The largest number of different heights at which lines are drawn."""


def contours(grid: Grid, centres: Mapping[str, Point]) -> Iterator[tuple[float, list[Segment]]]:
    """Each height with the segments of its line, for cells whose height is known.

    Heights are linear between the middles of three cells that touch each other. `centres` has the
    middle of each cell in mm.
    """
    step, heights = grid.contours, grid.heights
    known = {name: centre for name, centre in centres.items() if name in heights}
    if not step or not known:
        return
    triangles = list(_triangles(grid, known))
    low, high = min(heights.values()), max(heights.values())
    first = ceil(low / step + 1e-9)
    for number in range(first, min(first + MOST_LINES, int(high / step) + 1)):
        # A line exactly through a middle would be without direction there.
        level = number * step + step * 1e-4
        segments = [
            cut
            for triangle in triangles
            if (cut := _cut([(known[name], heights[name]) for name in triangle], level))
        ]
        if segments:
            yield number * step, segments


def _triangles(grid: Grid, centres: Mapping[str, Point]) -> Iterator[tuple[str, str, str]]:
    """Cells that touch each other, three by three, each three once."""
    order = {name: number for number, name in enumerate(centres)}
    # Only cells of nearby columns can touch, so they are looked up by where they are.
    where: dict[tuple[int, int], list[str]] = {}
    for name, (x, y) in centres.items():
        where.setdefault((int(x // grid.size), int(y // grid.size)), []).append(name)
    for name, (x, y) in centres.items():
        column, row = int(x // grid.size), int(y // grid.size)
        beside = [
            other
            for dx in (-2, -1, 0, 1, 2)
            for dy in (-2, -1, 0, 1, 2)
            for other in where.get((column + dx, row + dy), ())
            if order[other] > order[name] and adjacent(grid, centres[name], centres[other])
        ]
        for one, other in combinations(beside, 2):
            if adjacent(grid, centres[one], centres[other]):
                yield name, one, other


def _cut(corners: Sequence[tuple[Point, float]], level: float) -> Segment | None:
    """Where a line of a height crosses a triangle; None if it does not."""
    ends: list[Point] = []
    for (start, low), (end, high) in combinations(corners, 2):
        if (low < level) != (high < level):
            share = (level - low) / (high - low)
            ends.append(
                (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            )
    return (ends[0], ends[1]) if len(ends) == 2 else None
