"""The cells of square and hex grids: their names, centres and outlines, in millimetres.

A grid's cells are counted from its top left corner. Hexes have flat tops (columns are straight,
every second one half a hex lower) or, if `sideways`, pointed tops (rows are straight).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import dist, floor, sqrt
from typing import NamedTuple

from modgen.model.geography.geometry import Ring
from modgen.model.types.base import Point
from modgen.model.types.grid_parts import Axis, Numbering
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
    for column, row in positions(grid):
        yield Cell(column, row, cell_name(grid, column, row), cell_centre(grid, column, row))


def positions(grid: Grid) -> Iterator[tuple[int, int]]:
    """Column and row, from 0, of every cell, column by column."""
    short = grid.short_lines and grid.kind == "hex"
    for column in range(grid.columns):
        for row in range(grid.rows):
            last = column == grid.columns - 1 if grid.sideways else row == grid.rows - 1
            if not (short and last and is_shifted(grid, row if grid.sideways else column)):
                yield column, row


def is_shifted(grid: Grid, line: int) -> bool:
    """Whether a column of hexes, or a row of hexes with pointed tops, is half a hex further.

    `line` counts from 0.
    """
    return (line + raw_offset(grid)) % 2 == 1


def raw_offset(grid: Grid) -> int:
    """The number by which the engine counts the first column, or row with pointed tops."""
    if grid.numbering and grid.origin and grid.pitch:
        return grid.first_row if grid.sideways else grid.first_column
    return int(grid.first_is_lower)


def cell_centre(grid: Grid, column: int, row: int) -> Point:
    """The middle of a cell; column and row are counted from 0."""
    size, rect = grid.size, grid.rect
    if grid.numbering and grid.origin and grid.pitch:
        return _from_origin(grid, grid.origin, grid.pitch, column, row)
    if grid.kind == "square":
        return (rect.x + (column + 0.5) * size, rect.y + (row + 0.5) * size)
    step, corner = size * HALF_ROOT, size / sqrt(3)
    if grid.sideways:
        shift = size / 2 if is_shifted(grid, row) else 0.0
        return (rect.x + size / 2 + column * size + shift, rect.y + corner + row * step)
    shift = size / 2 if is_shifted(grid, column) else 0.0
    return (rect.x + corner + column * step, rect.y + size / 2 + row * size + shift)


def _from_origin(
    grid: Grid, origin: Point, pitch: tuple[float, float], column: int, row: int
) -> Point:
    """The middle of a cell of a grid that states the middle of its cell 0, 0."""
    column, row = column + grid.first_column, row + grid.first_row
    across = down = 0.0
    if grid.kind == "hex":
        across = pitch[0] / 2 if grid.sideways and row % 2 else 0.0
        down = pitch[1] / 2 if not grid.sideways and column % 2 else 0.0
    return (origin[0] + column * pitch[0] + across, origin[1] + row * pitch[1] + down)


def cell_name(grid: Grid, column: int, row: int) -> str:
    """The name of a cell, such as `W-C7`: prefix, column, row.

    If columns and rows both have numbers, each has two digits. With `numbering`, it is the name
    that VASSAL shows, after the prefix.
    """
    if grid.numbering:
        return grid.prefix + engine_name(grid, grid.numbering, column, row)
    pair = grid.column_names == grid.row_names == "numbers"
    across = _label(grid.column_names, grid.first_column + column, pair)
    counted = grid.rows - 1 - row if grid.upwards else row
    down = _label(grid.row_names, grid.first_row + counted, pair)
    return f"{grid.prefix}{across}{down}"


def _label(kind: str, number: int, pair: bool) -> str:
    if kind == "letters":
        times, letter = divmod(number - 1, 26)
        return chr(ord("A") + letter) * (times + 1)
    return f"{number:02d}" if pair else str(number)


def cell_at(grid: Grid, at: Point) -> str:
    """The name of the cell at a point in mm of a grid with `numbering`, as the engine finds it.

    Empty for a point in no cell of the grid.
    """
    if not (grid.numbering and grid.origin and grid.pitch):
        return ""
    x, y = at[0] - grid.origin[0], at[1] - grid.origin[1]
    across, down = grid.pitch
    if grid.kind == "hex" and grid.sideways:
        row = floor(y / down + 0.5)
        column = floor((x - (across / 2 if row % 2 else 0.0)) / across + 0.5)
    elif grid.kind == "hex":
        column = floor(x / across + 0.5)
        row = floor((y - (down / 2 if column % 2 else 0.0)) / down + 0.5)
    else:
        column, row = floor(x / across + 0.5), floor(y / down + 0.5)
    column, row = column - grid.first_column, row - grid.first_row
    if not (0 <= column < grid.columns and 0 <= row < grid.rows):
        return ""
    return cell_name(grid, column, row)


def engine_name(grid: Grid, numbering: Numbering, column: int, row: int) -> str:
    """The name that VASSAL shows for a cell (vassal-formats §7.4)."""
    line = (row if grid.sideways else column) + raw_offset(grid)
    odd = line % 2
    column, row = column + grid.first_column, row + grid.first_row
    for_columns, for_rows = numbering.columns, numbering.rows
    if for_columns.down_from is not None:
        column = for_columns.down_from - column
    if for_rows.down_from is not None:
        row = for_rows.down_from - row
    if grid.kind == "hex":
        along = for_columns if grid.sideways else for_rows
        added = 0
        if odd and (numbering.stagger or numbering.oblique == "rising"):
            added = -1 if along.down_from is not None else 1
        if numbering.oblique:
            half = int(line / 2)  # the engine's division of whole numbers
            added += half if numbering.oblique == "rising" else 1 - half
        column, row = (column + added, row) if grid.sideways else (column, row + added)
    across, down = _engine_label(for_columns, column), _engine_label(for_rows, row)
    pair = (down, across) if numbering.rows_first else (across, down)
    name = (numbering.format or "$gridLocation$").replace(
        "$gridLocation$", numbering.separator.join(pair)
    )
    # The engine calls the rows of a hex grid with pointed tops columns.
    across, down = (down, across) if grid.sideways else (across, down)
    name = name.replace("$column$", across).replace("$row$", down)
    within = numbering.within
    return within.replace("$gridLocation$", name) if within else name


def _engine_label(axis: Axis, number: int) -> str:
    """A number with leading zeros, or a letter that is repeated: A to Z, AA, BB."""
    number += axis.first
    sign, number = "-" if number < 0 else "", abs(number)
    if axis.kind == "letters":
        return sign + chr(ord("A") + number % 26) * min(number // 26 + 1, 40)
    return sign + f"{number:0{axis.digits}d}" if axis.digits else sign + str(number)


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
        return (
            (x, y - far),
            (x + half, y - near),
            (x + half, y + near),
            (x, y + far),
            (x - half, y + near),
            (x - half, y - near),
        )
    return (
        (x - far, y),
        (x - near, y - half),
        (x + near, y - half),
        (x + far, y),
        (x + near, y + half),
        (x - near, y + half),
    )


def adjacent(grid: Grid, one: Point, other: Point) -> bool:
    """Whether two cells of a grid, by their centres, have a side in common."""
    return 0 < dist(one, other) < grid.size * NEXT


NEXT = 1.2
"""The greatest distance of adjacent cells, as a multiple of a cell's size, with a margin."""
NEAR = 1.35
"""The same for hexes of joined boards."""
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


def side_between(grid: Grid, one: Point, other: Point) -> str:
    """The side of a cell that it shares with an adjacent cell, by their centres.

    Raises ValueError for cells that are not adjacent.
    """
    if adjacent(grid, one, other):
        middle = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
        for side in SIDES[grid.kind, grid.sideways]:
            (ax, ay), (bx, by) = cell_side(grid, one, side)
            if dist(((ax + bx) / 2, (ay + by) / 2), middle) < grid.size * 0.1:
                return side
    raise ValueError("the cells are not adjacent")
