"""Names of a table's columns in any case, and the usual synonyms of some."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from modgen.model.files.diagnostics import Diagnostics
from modgen.model.files.table_source import Row
from modgen.model.types.base import simple_key, synonym_of

REMARK = re.compile(
    r"\s*[(\[](?:mm|cm|number|nr\.?|no\.?|pcs\.?|optional|required|yes\s*/\s*no|y\s*/\s*n|#)[)\]]\s*$",
    re.IGNORECASE,
)
"""A remark behind a name: `size (mm)`, `copies (number)`."""


def rename_columns(
    rows: Sequence[Row],
    known: Collection[str],
    synonyms: Mapping[str, str],
    diagnostics: Diagnostics,
) -> list[Row]:
    """The rows of a table with the columns named as in `known`.

    `Name`, `NAME` and ` name` are `name`; `Unshaded effect` is `unshaded_effect`. A synonym, and a
    name with a remark such as `size (mm)`, counts if the table has no column of the name that it
    stands for. Two columns of one name are an error.
    """
    columns = rows[0].headers if rows else {}
    taken = {column: column for column in columns if column in known}
    names: dict[str, str] = {}
    for column, position in columns.items():
        name = _known(column, known)
        if not name or name == column:
            continue
        if name in taken:
            message = f"the columns `{taken[name]}` and `{column}` are both read as `{name}`"
            diagnostics.error(position, message, "delete one of the two, or rename it")
            continue
        taken[name], names[column] = column, name
    for column in columns:
        plain = REMARK.sub("", column)
        name = synonyms.get(synonym_of(plain), "") or (_known(plain, known) if plain else "")
        if name and name not in taken and column not in taken.values():
            taken[name], names[column] = column, name
    return [_renamed(row, names) for row in rows] if names else [*rows]


def _known(column: str, known: Collection[str]) -> str:
    """The known name of a column that is written in another way; empty for any other column."""
    outer, dot, inner = column.partition(".")
    name = simple_key(outer if inner else column)
    return name + (dot + inner if inner else "") if name in known else ""


def _renamed(row: Row, names: Mapping[str, str]) -> Row:
    return replace(
        row,
        cells={names.get(column, column): text for column, text in row.cells.items()},
        positions={names.get(column, column): at for column, at in row.positions.items()},
        stored={names.get(column, column): held for column, held in row.stored.items()},
        headers={names.get(column, column): at for column, at in row.headers.items()},
    )
