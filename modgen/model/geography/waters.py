"""How far spaces extend over the sea: each gets the water that is nearest to its land.

Wargame maps draw borders across straits, so that islands belong to a space and players see which
coasts are adjacent. The plane is divided into small square cells; each cell goes to the nearest
land within reach; the outlines of the results are then smoothed.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from math import ceil, hypot, inf

from modgen.model.geography.geometry import MultiPolygon, Segment, mapped, rings, segments
from modgen.model.geography.merging import enclosed, reshape, simplify_areas
from modgen.model.geography.simplify import Line
from modgen.model.types.base import Point

CELLS_PER_REACH = 16
SMOOTHING = 40
"""How often each outline is averaged; more makes it rounder."""
SMALLEST_BEND = 0.4
"""Smaller bends of the smoothed outlines are straightened; an area in cells."""

Cell = tuple[int, int]


def waters(land: Mapping[str, MultiPolygon], reach: float) -> dict[str, MultiPolygon]:
    """Each land with its water: the water within `reach` that is nearer to it than to other land.

    Coordinates and `reach` have the same unit along both axes. Water beyond the reach of all that
    the result encloses goes to the nearest land. Neighbours share their border points exactly.
    """
    size = reach / CELLS_PER_REACH
    owners = _owners(land, reach, size)
    # In units of cells, so that the corners that cells share are exactly equal.
    areas = {key: enclosed(sides) for key, sides in _stairs(owners).items()}
    smooth = simplify_areas(reshape(areas, lambda lines: list(map(_rounded, lines))), SMALLEST_BEND)
    return {
        key: mapped(smooth[key], lambda corner: (corner[0] * size, corner[1] * size))
        for key in land
        if key in smooth
    }


def _stairs(owners: Mapping[Cell, str]) -> dict[str, list[Segment]]:
    """The sides between each owner's cells and all others, with the owner's on their left."""
    sides: dict[str, list[Segment]] = defaultdict(list)
    for (x, y), key in owners.items():
        corners = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
        others = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
        for place, other in enumerate(others):
            if owners.get(other) != key:
                sides[key].append((corners[place], corners[(place + 1) % 4]))
    return sides


def _owners(land: Mapping[str, MultiPolygon], reach: float, size: float) -> dict[Cell, str]:
    """The owner of each cell: its land, or the nearest within reach; also in enclosed pockets."""
    owners = {cell: key for key, shape in land.items() for cell in _inside(shape, size)}
    coast = [(point, key) for key, shape in land.items() for point in _coast(shape, size)]
    _spread(owners, coast, size, lambda distance, _: distance <= reach)
    pockets = _enclosed(owners)
    if pockets:
        near: dict[Cell, str] = {}
        _spread(near, coast, size, lambda _, cell: cell in owners or cell in pockets)
        owners |= {cell: near[cell] for cell in pockets}
    return owners


def _inside(shape: MultiPolygon, size: float) -> Iterator[Cell]:
    """Cells whose centre lies inside a shape, row by row."""
    crossings: dict[int, list[float]] = defaultdict(list)
    for ring in rings(shape):
        for (ax, ay), (bx, by) in segments(ring):
            low, high = sorted((ay, by))
            for row in range(ceil(low / size - 0.5), ceil(high / size - 0.5)):
                along = ((row + 0.5) * size - ay) / (by - ay)
                crossings[row].append(ax + along * (bx - ax))
    for row, columns in crossings.items():
        columns.sort()
        for enter, leave in zip(columns[::2], columns[1::2], strict=True):
            for column in range(ceil(enter / size - 0.5), ceil(leave / size - 0.5)):
                yield (column, row)


def _coast(shape: MultiPolygon, size: float) -> Iterator[Point]:
    """Points along every ring, closer together than cells are wide."""
    for ring in rings(shape):
        for (ax, ay), (bx, by) in segments(ring):
            steps = int(hypot(bx - ax, by - ay) / size) + 1
            for step in range(steps):
                yield (ax + (bx - ax) * step / steps, ay + (by - ay) * step / steps)


def _spread(
    owners: dict[Cell, str],
    coast: list[tuple[Point, str]],
    size: float,
    allowed: Callable[[float, Cell], bool],
) -> None:
    """Give each allowed cell without an owner to the owner of the nearest point of the coast.

    Cells get the nearest point from their neighbours, the nearest cells first.
    """
    best: dict[Cell, float] = {}
    queue: list[tuple[float, Cell, str, Point]] = []

    def offer(cell: Cell, point: Point, key: str) -> None:
        away = hypot((cell[0] + 0.5) * size - point[0], (cell[1] + 0.5) * size - point[1])
        if away < best.get(cell, inf) and cell not in owners and allowed(away, cell):
            best[cell] = away
            heapq.heappush(queue, (away, cell, key, point))

    for point, key in coast:
        for cell in _around((int(point[0] // size), int(point[1] // size))):
            offer(cell, point, key)
    while queue:
        _, cell, key, point = heapq.heappop(queue)
        if cell not in owners:
            owners[cell] = key
            for other in _around(cell):
                offer(other, point, key)


def _around(cell: Cell) -> Iterator[Cell]:
    """A cell and its eight neighbours."""
    for column in range(cell[0] - 1, cell[0] + 2):
        for row in range(cell[1] - 1, cell[1] + 2):
            yield (column, row)


def _enclosed(owners: Mapping[Cell, str]) -> set[Cell]:
    """Cells without an owner that are not connected with the edge of the map."""
    columns, rows = zip(*owners, strict=True)
    left, right, top, bottom = min(columns) - 1, max(columns) + 1, min(rows) - 1, max(rows) + 1
    free = {
        (column, row)
        for column in range(left, right + 1)
        for row in range(top, bottom + 1)
        if (column, row) not in owners
    }
    queue = [(left, top)]
    while queue:
        x, y = queue.pop()
        if (x, y) in free:
            free.discard((x, y))
            queue += ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
    return free


def _rounded(line: Line) -> Line:
    """The outline of cells as a smooth line; the ends are kept unless the line is closed."""
    closed = line[0] == line[-1]
    for _ in range(SMOOTHING):
        middle = tuple(
            ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
            for a, b, c in zip(line, line[1:], line[2:], strict=False)
        )
        if closed:
            (ax, ay), (bx, by), (cx, cy) = line[-2], line[0], line[1]
            joint = ((ax + 2 * bx + cx) / 4, (ay + 2 * by + cy) / 4)
            line = (joint, *middle, joint)
        else:
            line = (line[0], *middle, line[-1])
    return line
