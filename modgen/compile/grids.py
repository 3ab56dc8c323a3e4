"""Compile a grid to a zone whose cells have the same names in the engine and in the model."""

from __future__ import annotations

from math import floor
from typing import Literal

from modgen.compile.build import Build
from modgen.draw.picture import MM
from modgen.model.boards import layout
from modgen.model.game import Game
from modgen.model.geography.cells import HALF_ROOT, cell_centre, cell_ring, cells, is_shifted
from modgen.model.geography.outline import rims
from modgen.model.types.grid_parts import Axis, Numbering
from modgen.model.types.places import Grid
from modgen.vassal.components import Component, component

OBLIQUE_SINCE = "3.8.0"
"""The first engine that numbers hexes in oblique lines."""


def oblique(game: Game) -> bool:
    """Whether a game needs an engine that numbers hexes in oblique lines."""
    return any(grid.numbering and grid.numbering.oblique for grid in game.map.grids)


def grid_zone(build: Build, grid: Grid) -> Component:
    """The zone of a grid.

    A sideways hex grid swaps x and y: its columns are the model's rows (vassal-formats §7.4).
    """
    turned = grid.kind == "hex" and grid.sideways
    path = _path(build, grid)
    numbering = grid.numbering or _plain(grid)
    numbers = _numbers(build, grid, numbering, path)
    x0, y0 = build.point(_origin(grid))
    size = grid.size / MM * build.dpi
    if grid.kind == "hex":
        name = "ObliqueHexGridNumbering" if numbering.oblique else "HexGridNumbering"
        stagger = numbering.oblique == "rising" or (numbering.stagger and not numbering.oblique)
        cell_grid = component(
            "HexGrid",
            [component(name, **numbers, stagger=stagger)],
            x0=y0 if turned else x0,
            y0=x0 if turned else y0,
            dx=round(size * HALF_ROOT, 6),
            dy=round(size, 6),
            sideways=turned,
        )
    else:
        cell_grid = component(
            "SquareGrid",
            [component("SquareGridNumbering", **numbers)],
            x0=x0,
            y0=y0,
            dx=round(size, 6),
            dy=round(size, 6),
        )
    return component(
        "Zone",
        [cell_grid],
        name=build.zone_name(grid),
        locationFormat=numbering.within or "$gridLocation$",
        path=";".join(f"{x},{y}" for x, y in path),
    )


def _path(build: Build, grid: Grid) -> list[tuple[int, int]]:
    """The outline of the zone in pixels: the rectangle, or around the hexes that there are."""
    if grid.short_lines and grid.kind == "hex":
        (outline,) = rims(cell_ring(grid, cell.centre) for cell in cells(grid))
        return [build.point(point) for point in outline]
    return [build.point(corner) for corner in layout.rect_corners(grid.rect)]


def _origin(grid: Grid) -> tuple[float, float]:
    """The middle, in mm, of the cell from which the engine counts columns and rows."""
    x, y = cell_centre(grid, 0, 0)
    if grid.kind == "hex" and is_shifted(grid, 0):
        # The engine's lines 0, 2, 4 ... are not shifted; ours begins with its line 1.
        half, line = grid.size / 2, grid.size * HALF_ROOT
        return (x - half, y - line) if grid.sideways else (x - line, y - half)
    return x, y


def _plain(grid: Grid) -> Numbering:
    """The numbering of a grid that has only `column_names` and `row_names`."""
    pair = grid.column_names == grid.row_names == "numbers"

    def axis(kind: Literal["letters", "numbers"], down_from: int | None) -> Axis:
        letters = kind == "letters"
        return Axis.model_construct(
            kind=kind, first=-1 if letters else 0, digits=2 if pair else 1, down_from=down_from
        )

    last = 2 * grid.first_row + grid.rows - 1 if grid.upwards else None
    return Numbering.model_construct(
        columns=axis(grid.column_names, None), rows=axis(grid.row_names, last)
    )


def _numbers(
    build: Build, grid: Grid, numbering: Numbering, path: list[tuple[int, int]]
) -> dict[str, object]:
    """The attributes of the engine's numbering."""
    turned = grid.kind == "hex" and grid.sideways
    shifted = int(grid.kind == "hex" and is_shifted(grid, 0))
    counts = _counts(build, grid, path)
    across = _axis(numbering.columns, grid.first_column, 0 if turned else shifted, counts[0])
    down = _axis(numbering.rows, grid.first_row, shifted if turned else 0, counts[1])
    values: dict[str, object] = {
        "first": "V" if numbering.rows_first != turned else "H",
        "sep": numbering.separator,
        "locationFormat": grid.prefix + (numbering.format or "$gridLocation$"),
    }
    if turned:
        across, down = down, across
    values |= {f"h{name}": value for name, value in across.items()}
    values |= {f"v{name}": value for name, value in down.items()}
    if turned:
        # Descending is by the direction on the map, also for hexes with pointed tops.
        values["hDescend"], values["vDescend"] = values["vDescend"], values["hDescend"]
    return values


def _axis(axis: Axis, first: int, shifted: int, count: int) -> dict[str, object]:
    """One direction. The engine counts down from the number of cells that fit into the zone."""
    down = axis.down_from is not None
    if axis.down_from is not None:
        offset = axis.down_from - first + axis.first - count + shifted
    else:
        offset = first + axis.first - shifted
    letters = axis.kind == "letters"
    return {
        "Type": "A" if letters else "N",
        "Leading": 0 if letters else max(axis.digits - 1, 0),
        "Off": offset,
        "Descend": down,
    }


def _counts(build: Build, grid: Grid, path: list[tuple[int, int]]) -> tuple[int, int]:
    """The numbers from which the engine counts columns and rows down, by the zone's size (§7.4)."""
    xs, ys = zip(*path, strict=True)
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    size = grid.size / MM * build.dpi
    if grid.kind == "square":
        side = round(size, 6)
        return int(wide / side + 0.5), int(high / side + 0.5)
    return floor(wide / round(size, 6) + 0.5), floor(high / round(size * HALF_ROOT, 6) + 0.5)


__all__ = ["OBLIQUE_SINCE", "grid_zone", "oblique"]
