"""Tables of cells: terrain, names and heights of a grid's cells from a CSV file or spreadsheet."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from modgen.model.files.column_names import rename_columns
from modgen.model.files.diagnostics import Diagnostics, did_you_mean
from modgen.model.files.located import LocatedData
from modgen.model.files.table_source import Row
from modgen.model.loading.piece_rows import lacks_column
from modgen.model.types.base import is_note

COLUMNS = {"terrain": "terrain", "name": "names", "height": "heights"}
"""Columns of the table, and the keys of a grid that take their values by cell."""

SYNONYMS = {
    "hex": "cell", "hexes": "cell", "hex_id": "cell", "hex_number": "cell", "square": "cell",
    "space": "cell", "coordinate": "cell", "coordinates": "cell", "coord": "cell", "id": "cell",
    "terrain_type": "terrain", "type": "terrain", "ground": "terrain",
    "elevation": "height", "level": "height", "altitude": "height",
    "label": "name", "place": "name",
}  # fmt: skip
"""Other names of the columns."""

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
        rows = rename_columns(rows_of(table), ("cell", *COLUMNS), SYNONYMS, diagnostics)
        if lacks_column(rows, "cell", SYNONYMS, table, diagnostics):
            continue
        lines: dict[str, int] = {}
        for row in rows:
            cell = row.cells.get("cell", "")
            if cell in lines:
                message = f"the cell `{cell}` is in line {lines[cell]} too"
                diagnostics.error(row.positions["cell"], message, "delete one of the two rows")
            lines.setdefault(cell, row.position.line)
            if not cell:
                lines.pop(cell, None)
                diagnostics.error(row.position, "the row names no `cell`")
                continue
            for column, text in row.cells.items():
                if column == "cell" or not text or (column not in COLUMNS and is_note(column)):
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
