"""Warn of ratings that only the first of several faces of a piece would have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from modgen.model.files.diagnostics import DataPath, Diagnostics
from modgen.model.files.table_source import Row

RATINGS = ("nw", "ne", "sw", "se", "factors")
"""Columns that a row with several faces seldom fills for the first alone."""


def warn_of_bare_faces(
    rows: Iterable[Row], columns: Mapping[str, DataPath], diagnostics: Diagnostics
) -> None:
    """Warn of a rating without `|` in a row with several faces."""
    for row in rows:
        faces = max((row.cells[name].count("|") + 1 for name in columns if name in row.cells),
                    default=1)  # fmt: skip
        for name in RATINGS:
            value = row.cells.get(name, "").strip()
            if faces > 1 and value and "|" not in value and name in columns:
                every, first = "|".join([value] * faces), value + "|" * (faces - 1)
                diagnostics.warn(
                    row.positions[name],
                    f"only the first of {faces} faces has the `{name}` {value}",
                    f"write `{every}` for all faces, or `{first}` for the first",
                )
