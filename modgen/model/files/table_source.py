"""Tables with the place of every cell: `.csv` as spreadsheets write it, and `.xlsx`."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from modgen.model.files.diagnostics import Diagnostics, FilePosition
from modgen.model.files.yaml_source import read_text

MAX_ROWS = 100_000
MAX_COLUMNS = 500


@dataclass(frozen=True)
class Row:
    """One row: cell texts by column name, and where each stands.

    The column of a CSV cell is counted in characters, that of a spreadsheet's cell in cells.
    """

    cells: dict[str, str]
    positions: dict[str, FilePosition]
    position: FilePosition


def find_table(folder: Path, stem: str, diagnostics: Diagnostics) -> Path | None:
    """`stem.csv` or `stem.xlsx`, whichever there is; both at once are an error."""
    found = [path for end in (".csv", ".xlsx") if (path := folder / f"{stem}{end}").exists()]
    if len(found) > 1:
        diagnostics.error(
            FilePosition(found[1].name), f"{stem}.csv is there too", "keep only one of the two"
        )
    return found[0] if found else None


def read_table(path: Path, name: str, diagnostics: Diagnostics) -> list[Row]:
    """The rows of a table. Blank rows, and rows whose first cell begins with `#`, are notes."""
    if path.suffix.lower() == ".xlsx":
        lines = _spreadsheet(path, name, diagnostics)
    else:
        text = read_text(path, name, diagnostics)
        lines = _comma_separated(text, name, diagnostics) if text is not None else iter(())
    return list(_rows(lines, name, diagnostics))


Cells = list[tuple[str, FilePosition]]


def _rows(lines: Iterator[Cells], name: str, diagnostics: Diagnostics) -> Iterator[Row]:
    header: list[str] | None = None
    for cells in lines:
        if not any(text for text, _ in cells) or cells[0][0].startswith("#"):
            continue
        if header is None:
            header = [text for text, _ in cells]
            for number, (column, position) in enumerate(cells):
                if column and column in header[:number]:
                    diagnostics.error(position, f"the column `{column}` stands twice")
            continue
        for text, position in cells[len(header) :]:
            if text:
                diagnostics.error(
                    position,
                    f"the row has more cells than the header's {len(header)}",
                    "quote texts that hold the delimiter",
                )
                break
        named = [(column, cell) for column, cell in zip(header, cells, strict=False) if column]
        yield Row(
            {column: text for column, (text, _) in named},
            {column: position for column, (_, position) in named},
            cells[0][1],
        )
    if header is None:
        diagnostics.error(FilePosition(name), "the table has no header")


def _comma_separated(text: str, name: str, diagnostics: Diagnostics) -> Iterator[Cells]:
    first = next((line for line in text.splitlines() if line and line[0] != "#"), "")
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader(text.splitlines(keepends=True), delimiter=delimiter, strict=True)
    line = 1
    lines = text.splitlines()
    try:
        for number, cells in enumerate(reader):
            if number >= MAX_ROWS or len(cells) > MAX_COLUMNS:
                diagnostics.error(
                    FilePosition(name, line),
                    f"the table is larger than {MAX_ROWS:,} rows or {MAX_COLUMNS} columns",
                )
                return
            yield list(_placed(cells, lines[line - 1] if line <= len(lines) else "", name, line))
            line = reader.line_num + 1
    except csv.Error as problem:
        diagnostics.error(
            FilePosition(name, line),
            f"the row cannot be read: {problem}",
            'a quote inside a quoted text is doubled: ""',
        )


def _placed(
    cells: list[str], source: str, name: str, line: int
) -> Iterator[tuple[str, FilePosition]]:
    start = 0
    for cell in cells:
        first = cell.split("\n", 1)[0].replace('"', '""')
        column = source.find(first, start) if first else start
        column = max(column, start)
        yield cell.strip(), FilePosition(name, line, column + 1)
        start = min(column + len(first) + 1, len(source))


def _spreadsheet(path: Path, name: str, diagnostics: Diagnostics) -> Iterator[Cells]:
    import openpyxl

    try:
        book = openpyxl.load_workbook(path, read_only=True, data_only=True)
        sheet = book.worksheets[0]
        for number, values in enumerate(sheet.iter_rows(values_only=True), 1):
            if number > MAX_ROWS or len(values) > MAX_COLUMNS:
                diagnostics.error(FilePosition(name, number), f"more than {MAX_ROWS:,} rows")
                return
            yield [
                (_cell_text(value), FilePosition(name, number, column))
                for column, value in enumerate(values, 1)
            ]
    except Exception as problem:  # openpyxl raises whatever its XML and zip readers do
        diagnostics.error(FilePosition(name), f"the spreadsheet cannot be read: {problem}")


def _cell_text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).strip()
