"""What is done with the rows of tables before they become pieces or cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from modgen.model.files.diagnostics import DataPath, Diagnostics
from modgen.model.files.table_source import Row
from modgen.model.types.base import id_from_name
from modgen.model.types.places import Box

COUNTS = ("count", "copies")
"""Columns that say how many pieces or cards there are."""
RATINGS = ("nw", "ne", "sw", "se", "factors")
"""Columns that a row with several faces seldom fills for the first alone."""


def warn_of_bare_faces(
    rows: Iterable[Row], columns: Mapping[str, DataPath], diagnostics: Diagnostics
) -> None:
    """Warn of ratings and strengths of a row that some of its faces do not have."""
    for row in rows:
        faces = max(
            (row.cells[name].count("|") + 1 for name in columns if name in row.cells), default=1
        )
        for name in (*RATINGS, "strength"):
            value = row.cells.get(name, "").strip()
            if faces > 1 and value and "|" not in value and name in columns:
                every, first = "|".join([value] * faces), value + "|" * (faces - 1)
                diagnostics.warn(
                    row.positions[name],
                    f"only the first of {faces} faces has the `{name}` {value}",
                    f"write `{every}` for all faces, or `{first}` for the first",
                )
        for name in (*RATINGS, "strength"):
            count = row.cells.get(name, "").count("|") + 1
            if 1 < count < faces and name in columns:
                diagnostics.warn(
                    row.positions[name],
                    f"`{name}` has {count} values for {faces} faces",
                    f"write one for each face, as in `{'|'.join('1' * faces)}`; a face may have "
                    "none",
                )


def warn_of_blank_counts(rows: Iterable[Row], diagnostics: Diagnostics) -> None:
    """Warn of rows without a number of pieces or cards in a table that has a column for it."""
    for row in rows:
        for column in COUNTS:
            if row.cells.get(column) == "":
                message = f"`{column}` is blank, which counts as 1"
                diagnostics.warn(row.positions[column], message, "write the number")


def add_homes(rows: Iterable[Row], boxes: Iterable[Box]) -> None:
    """Give each row without a `home` the first box that holds its piece."""
    homes: dict[str, str] = {}
    for box in boxes:
        for key in box.holds:
            homes.setdefault(key, box.id)
    for row in rows:
        home = homes.get(row.cells.get("id") or id_from_name(row.cells.get("name", "")) or "unit")
        if home and not row.cells.get("home", "").strip():
            row.cells["home"] = home
            row.positions["home"] = row.position
