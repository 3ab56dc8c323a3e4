"""Tables of cells: terrain, names and heights of a grid's cells from a CSV file or spreadsheet."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from modgen.model.files.column_names import rename_columns
from modgen.model.files.diagnostics import Diagnostics, did_you_mean
from modgen.model.files.located import LocatedData
from modgen.model.files.table_source import Row

COLUMNS = {"terrain": "terrain", "name": "names", "height": "heights"}
"""Columns of the table, and the keys of a grid that take their values by cell."""

Reader = Callable[[str], Sequence[Row]]
"""Reads the rows of a file of the game."""


def add_cell_tables(located: LocatedData, rows_of: Reader, diagnostics: Diagnostics) -> None:
    """Give each grid of `map.yaml` with a `table` the values of its rows.

    A row has the column `cell` and some of `terrain`, `name`, `height`. What `map.yaml` itself
    states for a cell goes first.
    """
    grids = located.data.get("grids") if isinstance(located.data, dict) else None
    for number, grid in enumerate(grids if isinstance(grids, list) else ()):
        table = grid.get("table") if isinstance(grid, dict) else None
        if not isinstance(table, str) or not table:
            continue
        for row in rename_columns(rows_of(table), ("cell", *COLUMNS), {}, diagnostics):
            cell = row.cells.get("cell", "")
            if not cell:
                diagnostics.error(row.position, "the row names no `cell`")
                continue
            for column, text in row.cells.items():
                if column == "cell" or not text:
                    continue
                if column not in COLUMNS:
                    diagnostics.error(
                        row.headers[column],
                        f"unknown column `{column}`",
                        did_you_mean(column, COLUMNS),
                    )
                    continue
                key = COLUMNS[column]
                held = grid.setdefault(key, {})
                if isinstance(held, dict) and cell not in held:
                    held[cell] = text
                    path = ("grids", number, key, cell)
                    located.values[path] = located.keys[path] = row.positions[column]
