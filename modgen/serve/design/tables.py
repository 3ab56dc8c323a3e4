"""A game's CSV table as rows of cells for the page's grid, and back.

Rows that the page did not change keep their bytes: quotes, comments and line ends stay as a person
or a spreadsheet program wrote them.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from modgen.model.files.diagnostics import FilePosition
from modgen.model.files.table_cells import MAX_COLUMNS, Cell
from modgen.model.files.table_source import SEPARATOR, delimiter_of, placed_cells, titles_above
from modgen.model.files.text import FORBIDDEN, forbidden_character
from modgen.serve.design.written import FileError

MOST_ROWS = 3000
"""A longer table is not shown as a grid."""
BOM = "\ufeff"
ONE_CELL = ("comment", "separator")
"""The kinds of rows that are one cell of the grid."""
SPREADSHEET_ENDS = "\r\n"


@dataclass(frozen=True)
class Record:
    """A row of the file: its cells, its own text, its first line and the columns of its cells."""

    cells: tuple[str, ...]
    text: str
    line: int
    columns: tuple[int, ...]

    @property
    def kind(self) -> str:
        """Whether it is a `separator` line such as `sep=;`, a `comment`, `blank`, or a `row`."""
        if self.line == 1 and SEPARATOR.fullmatch(self.text):
            return "separator"
        if self.cells and self.cells[0].startswith("#"):
            return "comment"
        return "row" if any(cell.strip() for cell in self.cells) else "blank"


def records(text: str, name: str) -> list[Record]:
    """The rows of a table, with comments and blank rows. Raises FileError if it is not a table."""
    lines = list(io.StringIO(text.removeprefix(BOM), newline=""))
    reader = csv.reader(lines, delimiter=delimiter_of(text.removeprefix(BOM)), strict=True)
    found: list[Record] = []
    line = 1
    try:
        for cells in reader:
            if len(found) >= MOST_ROWS or len(cells) > MAX_COLUMNS:
                raise FileError(
                    f"{name} has more than {MOST_ROWS:,} rows or {MAX_COLUMNS} columns; edit it in "
                    "a spreadsheet program"
                )
            placed = list(placed_cells(cells, lines[line - 1], name, line)) if cells else []
            own = "".join(lines[line - 1 : reader.line_num])
            columns = tuple(cell.position.column for cell in placed)
            found.append(Record(tuple(cells), own, line, columns))
            line = reader.line_num + 1
    except csv.Error as problem:
        raise FileError(f"{name}:{line}: the row cannot be read: {problem}") from None
    return found


def shown(text: str, name: str) -> list[dict[str, object]]:
    """The rows for the page. A comment or separator is one cell, without its line end.

    Lines above the header that are passed over are of the kind `title`.
    """
    found = records(text, name)
    rows = [one for one in found if one.kind == "row"]
    at = FilePosition(name)
    above = titles_above([[Cell(cell.strip(), at) for cell in one.cells] for one in rows])
    return [
        {
            "kind": "title" if one in rows[:above] else one.kind,
            "cells": [one.text.rstrip("\r\n")] if one.kind in ONE_CELL else list(one.cells),
            "line": one.line,
            "columns": list(one.columns),
        }
        for one in found
    ]


def written(before: str, name: str, rows: Sequence[Sequence[str]]) -> str:
    """The text of a table with these rows, instead of those of the text `before`.

    Raises FileError for characters that no file of a game may have.
    """
    if len(rows) > MOST_ROWS:
        raise FileError(
            f"{name} would have {len(rows):,} rows; at most {MOST_ROWS:,} are edited here"
        )
    old = records(before, name)
    ends = SPREADSHEET_ENDS if before.count("\r\n") * 2 > before.count("\n") else "\n"
    kept: dict[tuple[str, ...], list[str]] = {}
    for one in old:
        key = [one.text.rstrip("\r\n")] if one.kind in ONE_CELL else one.cells
        kept.setdefault(_key(key), []).append(one.text)
    delimiter = delimiter_of(before.removeprefix(BOM)) if before.strip() else ","
    lines: list[str] = []
    for cells in rows:
        known = kept.get(_key(cells))
        if known:
            own = known.pop(0) if len(known) > 1 else known[0]
        else:
            own = "".join(_lines(cells, delimiter, ends))
        if lines and not lines[-1].endswith(("\n", "\r")):
            lines[-1] += ends  # the old last row
        lines.append(own)
    text = "".join(lines)
    bad = FORBIDDEN.search(text)
    if bad:
        raise FileError(forbidden_character(bad))
    marked = BOM if before.startswith(BOM) else ""
    return marked + text


def _lines(cells: Sequence[str], delimiter: str, ends: str) -> Iterator[str]:
    if len(cells) == 1 and cells[0].startswith("#"):
        yield cells[0].replace("\r", " ").replace("\n", " ") + ends
        return
    line = io.StringIO(newline="")
    csv.writer(line, delimiter=delimiter, lineterminator=ends).writerow(
        [cell.replace("\r\n", "\n").replace("\r", "\n") for cell in cells]
    )
    yield line.getvalue()


def _key(cells: Sequence[str]) -> tuple[str, ...]:
    """Cells without empty ones at the end, by which a row is known again."""
    known = [cell.replace("\r\n", "\n") for cell in cells]
    while known and not known[-1]:
        known.pop()
    return tuple(known)
