"""Tables read with the position of every cell: `.csv` as spreadsheets write it, and `.xlsx`."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from modgen.model.files.diagnostics import Diagnostics, FilePosition
from modgen.model.files.spreadsheet import read_spreadsheet
from modgen.model.files.table_cells import MAX_COLUMNS, MAX_ROWS, Cell, Cells, Stored
from modgen.model.files.text import read_text
from modgen.model.files.typed_dates import HINT, explained, typed

SEPARATOR = re.compile(r"sep=([,;\t:])\r?\n", re.IGNORECASE)
"""The first line with which some spreadsheet programs state the delimiter."""


MOST_IN_TITLE = 1
"""A line above the header, such as the title of a table, has no more cells than this."""
NUMERIC = re.compile(r"[\d.,%+-]+")
ERROR = re.compile(r"#(?:REF!|NAME\?|DIV/0!|VALUE!|N/A|NUM!|NULL!|SPILL!|CALC!)|Err:\d{3}")
"""What a spreadsheet program shows for a formula without a result."""
FORMULA = re.compile(r"=(?:[A-Z]{2,}[A-Z.]*\(|\$?[A-Z]{1,3}\$?\d+\b)")
"""The beginning of a formula, such as `=SUM(` or `=B2`."""
DATE_AND_TIME = re.compile(r"\d{4}-\d\d-\d\d[ T]00:00(?::00)?")
"""A date with midnight, which programs write for a date."""


@dataclass(frozen=True)
class Row:
    """One row: the text and the position of each cell, by the name of its column.

    In a position, the column of a CSV cell is counted in characters, that of a spreadsheet's cell
    in cells.
    """

    cells: dict[str, str]
    positions: dict[str, FilePosition]
    position: FilePosition
    stored: dict[str, Stored] = field(default_factory=dict)
    """The columns whose cells hold something else than they show."""
    headers: dict[str, FilePosition] = field(default_factory=dict)
    """The position of each column's name."""


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
        lines = read_spreadsheet(path, name, diagnostics)
    else:
        text = read_text(path, name, diagnostics, utf_16=True)
        if text is None:
            return []
        lines = _comma_separated(text, name, diagnostics)
    return list(_rows(lines, name, diagnostics))


def _rows(lines: Iterator[Cells], name: str, diagnostics: Diagnostics) -> Iterator[Row]:
    header: list[str] | None = None
    headers: dict[str, FilePosition] = {}
    padded = name.lower().endswith(".xlsx")
    table = _with_header(lines, diagnostics)
    filled = deque(table[titles_above(table) :])
    del table
    widths = Counter(len(cells) for cells in islice(filled, 1, None))
    usual = widths.most_common(1)[0][0] if widths and not padded else 0
    while filled:  # not all rows and all cells at once: there can be a million cells
        cells = filled.popleft()
        for cell in cells:
            if cell.fault:
                diagnostics.error(cell.position, *cell.fault)
        if header is None:
            header = [cell.text for cell in cells]
            while header and not header[-1]:
                header.pop()
            for number, cell in enumerate(cells):
                if cell.text and cell.text in header[:number]:
                    message = f"the column `{cell.text}` is duplicated"
                    diagnostics.error(cell.position, message, "delete one of the two, or rename it")
                headers.setdefault(cell.text, cell.position)
            continue
        _report_shifted(header, cells, usual, padded, diagnostics)
        named = [(column, cell) for column, cell in zip(header, cells, strict=False) if column]
        yield Row(
            {column: "" if cell.fault else cell.text for column, cell in named},
            {column: cell.position for column, cell in named},
            cells[0].position,
            {column: cell.stored for column, cell in named if cell.stored},
            headers,
        )
    if header is None and not diagnostics.errors_in(name):
        diagnostics.error(FilePosition(name), "the table has no header")


def _with_header(lines: Iterable[Cells], diagnostics: Diagnostics) -> list[Cells]:
    """The lines that are neither blank nor comments; an error if the header is read as a comment.

    People call a column of numbers `#`, and its line would be a comment.
    """
    written = [cells for cells in lines if any(cell.text or cell.fault for cell in cells)]
    filled = [cells for cells in written if cells[0].fault or not cells[0].text.startswith("#")]
    first = next((cells for cells in written if cells[0].text == "#"), None)
    if first is None or sum(bool(cell.text) for cell in first) < MOST_IN_TITLE + 2:
        return filled
    if any(cells is not first for cells in filled[: written.index(first)]):
        return filled
    message = "this line begins with `#`, so it is a comment, but it seems to be the header"
    diagnostics.error(first[0].position, message, "call its first column `id` or `No.`")
    return [first, *filled]


def titles_above(filled: Sequence[Cells]) -> int:
    """How many lines are above the header: a title has one cell, and the header several."""
    at = 0
    while at + 1 < len(filled) and _filled_in(filled[at]) <= MOST_IN_TITLE:
        at += 1
    return at if at and _is_header(filled[at]) else 0


def _filled_in(cells: Cells) -> int:
    return sum(bool(cell.text) for cell in cells)


def _is_header(cells: Cells) -> bool:
    """Whether a line has several names, and no numbers."""
    names = [cell.text for cell in cells if cell.text]
    named = all(cell.stored is None and not NUMERIC.fullmatch(cell.text) for cell in cells)
    return len(names) > MOST_IN_TITLE + 1 and len({*names}) == len(names) and named


def _report_shifted(
    header: Sequence[str], cells: Cells, usual: int, padded: bool, diagnostics: Diagnostics
) -> None:
    """Report cells without a column, and a row with fewer or more cells than the other rows.

    Most rows have `usual` cells. Rows of a spreadsheet are `padded`: they end after the last cell
    that is filled in.
    """
    beyond = next((cell for cell in cells[len(header) :] if cell.text), None)
    if beyond is not None:
        diagnostics.error(
            beyond.position,
            f"this row has more cells than the header, which has {len(header)}",
            "give the column a name, or delete the cell"
            if padded
            else "give the column a name, or put texts that contain the delimiter in quotes",
        )
    elif len(cells) < len(header) and not padded:
        diagnostics.warn(
            cells[-1].position,
            f"this row has {len(cells)} cells, but the header has {len(header)}",
            "write a delimiter for each empty cell; if one is missing, later cells are in the "
            "wrong columns",
        )
    elif len(cells) != usual >= len(header) and not padded:
        diagnostics.warn(
            cells[-1].position,
            f"this row has {len(cells)} cells, but the other rows have {usual}",
            "write one delimiter between two cells; with a missing or extra one, later cells are "
            "in the wrong columns",
        )
    for column, cell in zip(header, cells, strict=False):
        if cell.text and not column:
            diagnostics.warn(
                cell.position,
                "this cell is not read, because its column has no name",
                "write a name into the header, or delete the cell",
            )


def delimiter_of(text: str) -> str:
    """The delimiter of a table: a comma, a semicolon, a tab or a colon.

    The first line may name it, as in `sep=;`.
    """
    named = SEPARATOR.match(text)
    if named:
        return named[1]
    first = next((line for line in text.splitlines() if line and line[0] != "#"), "")
    outside = re.sub(r'"[^"]*"', "", first)
    # A header may have colons in its names; they separate cells only if nothing else does.
    return (
        ":"
        if ":" in outside and not re.search("[,;\t]", outside)
        else max(*",;\t", key=outside.count)
    )


def _comma_separated(text: str, name: str, diagnostics: Diagnostics) -> Iterator[Cells]:
    delimiter = delimiter_of(text)
    lines = list(io.StringIO(text, newline=""))  # splits at line ends only, as csv does
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    line = 1
    try:
        if SEPARATOR.match(text):
            next(reader)
            line = 2
        for number, cells in enumerate(reader):
            if number >= MAX_ROWS or len(cells) > MAX_COLUMNS:
                diagnostics.error(
                    FilePosition(name, line),
                    f"the table has more than {MAX_ROWS:,} rows or {MAX_COLUMNS} columns",
                )
                return
            yield list(
                placed_cells(cells, lines[line - 1] if line <= len(lines) else "", name, line)
            )
            line = reader.line_num + 1
    except csv.Error as error:
        diagnostics.error(
            FilePosition(name, line),
            f"the row cannot be read: {error}",
            'write a quote inside a quoted text twice: ""',
        )


def _fault(text: str) -> tuple[str, str] | None:
    """What is wrong with a cell that a spreadsheet program has written instead of its value."""
    if ERROR.fullmatch(text):
        return f"the cell holds the error {text}", "correct its formula, or enter the value"
    if FORMULA.match(text):
        hint = "save the table from the spreadsheet program again, or enter the value"
        return f"the cell holds the formula {text[:40]}, not its value", hint
    if DATE_AND_TIME.fullmatch(text):
        return explained(text, typed(text.split(maxsplit=1)[0])), HINT
    return None


def placed_cells(cells: Sequence[str], source: str, name: str, line: int) -> Iterator[Cell]:
    """The cells of a row, each with its position; `source` is the first line of the row."""
    start = 0
    for cell in cells:
        first = cell.split("\n", 1)[0].replace('"', '""')
        column = source.find(first, start) if first else start
        column = max(column, start)
        text = cell.strip()
        yield Cell(text, FilePosition(name, line, column + 1), fault=_fault(text))
        start = min(column + len(first) + 1, len(source))
