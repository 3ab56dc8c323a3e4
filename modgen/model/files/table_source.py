"""Tables read with the position of every cell: `.csv` as spreadsheets write it, and `.xlsx`."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from modgen.model.files.diagnostics import Diagnostics, FilePosition
from modgen.model.files.text import FORBIDDEN, forbidden_character, read_text

MAX_ROWS = 100_000
MAX_COLUMNS = 500
MAX_UNPACKED = 100 << 20
"""Bytes that a spreadsheet, which is a zip archive, may unpack to."""


@dataclass(frozen=True)
class Row:
    """One row: the text and the position of each cell, by the name of its column.

    In a position, the column of a CSV cell is counted in characters, that of a spreadsheet's cell
    in cells.
    """

    cells: dict[str, str]
    positions: dict[str, FilePosition]
    position: FilePosition


def find_table(folder: Path, stem: str, diagnostics: Diagnostics) -> Path | None:
    """`stem.csv` or `stem.xlsx`, whichever exists; None if neither does, an error if both do."""
    tables = [path for end in (".csv", ".xlsx") if (path := folder / f"{stem}{end}").exists()]
    if len(tables) > 1:
        diagnostics.error(
            FilePosition(tables[1].name), f"{stem}.csv exists too", "delete one of the two"
        )
    return tables[0] if tables else None


def read_table(path: Path, name: str, diagnostics: Diagnostics) -> list[Row]:
    """The rows of a table, without blank rows and comments (rows whose first cell begins with `#`).

    `name` is what diagnostics call the file.
    """
    if path.suffix.lower() == ".xlsx":
        lines = _spreadsheet(path, name, diagnostics)
    else:
        text = read_text(path, name, diagnostics)
        if text is None:
            return []
        lines = _comma_separated(text, name, diagnostics)
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
                    diagnostics.error(position, f"the column `{column}` is duplicated")
            continue
        for text, position in cells[len(header) :]:
            if text:
                diagnostics.error(
                    position,
                    f"this row has more cells than the header, which has {len(header)}",
                    "put texts that contain the delimiter in quotes",
                )
                break
        named = [(column, cell) for column, cell in zip(header, cells, strict=False) if column]
        yield Row(
            {column: text for column, (text, _) in named},
            {column: position for column, (_, position) in named},
            cells[0][1],
        )
    if header is None and not diagnostics.errors_in(name):
        diagnostics.error(FilePosition(name), "the table has no header")


def _comma_separated(text: str, name: str, diagnostics: Diagnostics) -> Iterator[Cells]:
    first = next((line for line in text.splitlines() if line and line[0] != "#"), "")
    delimiter = max(",;\t", key=first.count)
    lines = list(io.StringIO(text, newline=""))  # splits at line ends only, as csv does
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    line = 1
    try:
        for number, cells in enumerate(reader):
            if number >= MAX_ROWS or len(cells) > MAX_COLUMNS:
                diagnostics.error(
                    FilePosition(name, line),
                    f"the table has more than {MAX_ROWS:,} rows or {MAX_COLUMNS} columns",
                )
                return
            yield list(_placed(cells, lines[line - 1] if line <= len(lines) else "", name, line))
            line = reader.line_num + 1
    except csv.Error as error:
        diagnostics.error(
            FilePosition(name, line),
            f"the row cannot be read: {error}",
            'write a quote inside a quoted text twice: ""',
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
        with zipfile.ZipFile(path) as archive:
            unpacked = sum(entry.file_size for entry in archive.infolist())
        if unpacked > MAX_UNPACKED:
            size = f"it unpacks to {unpacked:,} bytes; at most {MAX_UNPACKED:,} are allowed"
            raise ValueError(size)
        book = openpyxl.load_workbook(path, read_only=True, data_only=True)
        sheet = book.worksheets[0]
        for number, values in enumerate(sheet.iter_rows(values_only=True), 1):
            if number > MAX_ROWS or len(values) > MAX_COLUMNS:
                raise ValueError(f"it has more than {MAX_ROWS:,} rows or {MAX_COLUMNS} columns")
            cells = [
                (_cell_text(value), FilePosition(name, number, column))
                for column, value in enumerate(values, 1)
            ]
            for text, position in cells:
                bad = FORBIDDEN.search(text)
                if bad:
                    diagnostics.error(position, forbidden_character(bad), "delete it")
                    return
            yield cells
    except Exception as error:  # openpyxl raises whatever its XML and zip readers raise
        diagnostics.error(FilePosition(name), f"the spreadsheet cannot be read: {error}")


def _cell_text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).strip()
