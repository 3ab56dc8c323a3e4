"""The cells of square and hex grids: their names, centres and outlines, in millimetres.

A grid's cells are counted from its top left corner. Hexes have flat tops (columns are straight,
every second one half a hex lower) or, if `sideways`, pointed tops (rows are straight).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import dist, sqrt
from typing import NamedTuple

from modgen.model.geography.geometry import Ring
from modgen.model.types.base import Point
from modgen.model.types.places import Grid

HALF_ROOT = sqrt(3) / 2
"""Distance from one column of hexes to the next, as a multiple of a hex's height."""


class Cell(NamedTuple):
    """A cell: column and row from 0, its name, its centre."""

    column: int
    row: int
    name: str
    centre: Point


def cells(grid: Grid) -> Iterator[Cell]:
    """All cells, column by column."""
    for column in range(grid.columns):
        for row in range(grid.rows):
            yield Cell(column, row, cell_name(grid, column, row), cell_centre(grid, column, row))


def cell_centre(grid: Grid, column: int, row: int) -> Point:
    """The middle of a cell; column and row are counted from 0."""
    size, rect = grid.size, grid.rect
    if grid.kind == "square":
        return (rect.x + (column + 0.5) * size, rect.y + (row + 0.5) * size)
    step, corner = size * HALF_ROOT, size / sqrt(3)
    if grid.sideways:
        shift = size / 2 if row % 2 else 0.0
        return (rect.x + size / 2 + column * size + shift, rect.y + corner + row * step)
    shift = size / 2 if column % 2 else 0.0
    return (rect.x + corner + column * step, rect.y + size / 2 + row * size + shift)


def cell_name(grid: Grid, column: int, row: int) -> str:
    """The name of a cell, such as `W-C7`: prefix, column, row.

    If columns and rows both have numbers, each has two digits.
    """
    pair = grid.column_names == grid.row_names == "numbers"
    across = _label(grid.column_names, grid.first_column + column, pair)
    down = _label(grid.row_names, grid.first_row + row, pair)
    return f"{grid.prefix}{across}{down}"


def _label(kind: str, number: int, pair: bool) -> str:
    if kind == "letters":
        times, letter = divmod(number - 1, 26)
        return chr(ord("A") + letter) * (times + 1)
    return f"{number:02d}" if pair else str(number)


def cell_ring(grid: Grid, centre: Point) -> Ring:
    """The outline of a cell."""
    x, y = centre
    half = grid.size / 2
    if grid.kind == "square":
        return (
            (x - half, y - half),
            (x + half, y - half),
            (x + half, y + half),
            (x - half, y + half),
        )
    far, near = grid.size / sqrt(3), grid.size / sqrt(3) / 2
    if grid.sideways:
        return ((x, y - far), (x + half, y - near), (x + half, y + near),
                (x, y + far), (x - half, y + near), (x - half, y - near))  # fmt: skip
    return ((x - far, y), (x - near, y - half), (x + near, y - half),
            (x + far, y), (x + near, y + half), (x - near, y + half))  # fmt: skip


def adjacent(grid: Grid, one: Point, other: Point) -> bool:
    """Whether two cells of a grid, by their centres, have a side in common."""
    return 0 < dist(one, other) < grid.size * NEXT


NEXT = 1.2
"""The greatest distance of adjacent cells, as a multiple of a cell's size, with a margin."""
SQUARE_SIDES = ("n", "e", "s", "w")
SIDES: dict[tuple[str, bool], tuple[str, ...]] = {
    ("square", False): SQUARE_SIDES,
    ("square", True): SQUARE_SIDES,
    ("hex", True): ("ne", "e", "se", "sw", "w", "nw"),
    ("hex", False): ("nw", "n", "ne", "se", "s", "sw"),
}
"""The sides of a cell in the order of its outline."""


def cell_side(grid: Grid, centre: Point, side: str) -> tuple[Point, Point]:
    """The two ends of a side. Raises KeyError if such cells do not have that side."""
    names = SIDES[(grid.kind, grid.sideways)]
    if side not in names:
        raise KeyError(side)
    ring = cell_ring(grid, centre)
    at = names.index(side)
    return ring[at], ring[(at + 1) % len(ring)]
