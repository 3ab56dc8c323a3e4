"""Terrain that is painted: the cells of a grid under the shapes of an SVG drawing."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from modgen.model.files.diagnostics import Diagnostics
from modgen.model.files.located import LocatedData
from modgen.model.geography.cells import cells
from modgen.model.geography.plan import plan_letter
from modgen.model.geography.svg_shapes import read_painting
from modgen.model.types.places import Grid

MAX_TESTS = 20_000_000
"""The most pairs of a cell and a shape that are tried."""


def add_painted_terrain(
    located: LocatedData,
    terrains: Collection[str],
    find: Callable[[str], Path | None],
    diagnostics: Diagnostics,
) -> None:
    """Give each grid of `map.yaml` with a `painted` drawing the terrain of the shapes in it.

    A cell has the terrain of the topmost shape over its middle; the drawing is stretched onto the
    board. What `map.yaml`, its plan or its table state for a cell goes first. `find` gives the
    path of a file, or None with a problem in `diagnostics`.
    """
    data = located.data if isinstance(located.data, dict) else {}
    grids, boards = data.get("grids"), data.get("boards")
    for number, entry in enumerate(grids if isinstance(grids, list) else ()):
        name = entry.get("painted") if isinstance(entry, dict) else None
        if not isinstance(name, str) or not name:
            continue
        try:
            grid = Grid.model_validate(entry)
        except ValidationError:
            continue  # reported when the grid is read
        board = _board(boards, grid.board)
        path = find(name)
        if board is None or path is None:
            continue
        before = diagnostics.count(warning=False)
        shapes = read_painting(path, name, diagnostics, board, terrains)
        at = located.position(("grids", number, "painted"))
        if len(shapes) * grid.columns * grid.rows > MAX_TESTS:
            diagnostics.error(at, f"{name} has too many shapes for the grid", "join some of them")
            continue
        if not shapes and diagnostics.count(warning=False) == before:
            diagnostics.error(
                at,
                f"no shape or group in {name} has the id of a terrain",
                f"the terrains are {', '.join(f'`{one}`' for one in sorted(terrains))}",
            )
        stated = entry.setdefault("terrain", {})
        if not isinstance(stated, dict):
            continue
        for cell in cells(grid):
            if cell.name in stated or plan_letter(grid, cell.column, cell.row) in grid.legend:
                continue
            top = next((one for one in reversed(shapes) if one.covers(cell.centre)), None)
            if top is not None:
                stated[cell.name] = top.key
                place = ("grids", number, "terrain", cell.name)
                located.values[place] = located.keys[place] = top.position


def _board(boards: Any, name: str) -> tuple[float, float] | None:
    """The width and height in mm of a board; None if `map.yaml` does not state them."""
    for board in boards if isinstance(boards, list) else ():
        if isinstance(board, dict) and board.get("id") == name:
            size = board.get("width"), board.get("height")
            if isinstance(size[0], int | float) and isinstance(size[1], int | float):
                return float(size[0]), float(size[1])
    return None
