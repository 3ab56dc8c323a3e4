"""Spreadsheets (`.xlsx`): one sheet, each cell as it is shown and as it is stored."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator, Mapping
from datetime import time, timedelta
from itertools import repeat
from pathlib import Path
from typing import Any

from modgen.model.files.diagnostics import Diagnostics, FilePosition
from modgen.model.files.number_formats import (
    Moment,
    plain_number,
    shown_moment,
    shown_number,
)
from modgen.model.files.table_cells import (
    MAX_COLUMNS,
    MAX_ROWS,
    MOMENT,
    PERCENTAGE,
    Cell,
    Cells,
    Stored,
)
from modgen.model.files.text import FORBIDDEN, forbidden_character
from modgen.model.types.base import simple_key

MAX_UNPACKED = 100 << 20
"""Bytes that a spreadsheet, which is a zip archive, may unpack to."""
LOOKED_AT = 40
"""The rows and columns in which a sheet has something, unless it is empty."""
FORMULA = re.compile(rb"<(?:\w+:)?f[ />]")
MERGED = re.compile(
    rb"<(?:\w+:)?mergeCell\s[^<>]*?ref=[\"\']([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3}\d{1,7})"
)
"""Cells that are merged: the first column and row, and the last cell."""


def read_spreadsheet(path: Path, name: str, diagnostics: Diagnostics) -> Iterator[Cells]:
    """The rows of the sheet with the table. `name` is what diagnostics call the file."""
    import openpyxl

    try:
        with zipfile.ZipFile(path) as archive:
            unpacked = sum(entry.file_size for entry in archive.infolist())
        if unpacked > MAX_UNPACKED:
            size = f"it unpacks to {unpacked:,} bytes; at most {MAX_UNPACKED:,} are allowed"
            raise ValueError(size)
        book = openpyxl.load_workbook(path, read_only=True, data_only=True)
        at = _chosen(book, path.stem, name, diagnostics)
        sheet = book.worksheets[at]
        with zipfile.ZipFile(path) as archive:
            source = archive.read(str(getattr(sheet, "_worksheet_path")))  # noqa: B009 - not public
        formulas: Iterator[Any] = repeat(())
        if FORMULA.search(source):
            formulas = openpyxl.load_workbook(path, read_only=True).worksheets[at].iter_rows()
        merged = _merged(source)
        rows = zip(sheet.iter_rows(), formulas, strict=False)
        for number, (held, entered) in enumerate(rows, 1):
            if number > MAX_ROWS or len(held) > MAX_COLUMNS:
                raise ValueError(f"it has more than {MAX_ROWS:,} rows or {MAX_COLUMNS} columns")
            without = {
                column
                for column, (cell, formula) in enumerate(zip(held, entered, strict=False), 1)
                if formula.data_type == "f" and cell.value is None and cell.data_type == "n"
            }
            cells = [
                _cell(cell, FilePosition(name, number, column), column in without, merged)
                for column, cell in enumerate(held, 1)
            ]
            for cell in cells:
                bad = FORBIDDEN.search(cell.text)
                if bad:
                    diagnostics.error(cell.position, forbidden_character(bad), "delete it")
                    return
            yield cells
    except Exception as error:  # openpyxl raises whatever its XML and zip readers raise
        diagnostics.error(FilePosition(name), f"the spreadsheet cannot be read: {error}")


def _chosen(book: Any, stem: str, name: str, diagnostics: Diagnostics) -> int:
    """The number of the sheet that is read: the one called like the file, or the first one.

    Hidden sheets, such as lists for menus, and empty ones are passed over. Warns of others.
    """
    seen = [
        (number, sheet)
        for number, sheet in enumerate(book.worksheets)
        if sheet.sheet_state == "visible" and not _is_empty(sheet)
    ]
    if not seen:
        return 0
    called = (stem.casefold(), stem.casefold().removesuffix("s"))
    named = [one for one in seen if simple_key(one[1].title) in called]
    at, chosen = (named or seen)[0]
    others = [
        f"`{sheet.title}`"
        for number, sheet in seen
        if number != at and (not named or _first_row(sheet) == _first_row(chosen))
    ]
    if others:
        diagnostics.warn(
            FilePosition(name),
            f"only the sheet `{chosen.title}` is read, not {', '.join(others)}",
            "put all rows into one sheet" if named else f"call the sheet with the table `{stem}`",
        )
    return at


def _first_row(sheet: Any) -> list[Any]:
    return next(iter(sheet.iter_rows(max_row=1, max_col=MAX_COLUMNS, values_only=True)), [])


def _is_empty(sheet: Any) -> bool:
    rows = sheet.iter_rows(max_row=LOOKED_AT, max_col=LOOKED_AT, values_only=True)
    return all(value is None for row in rows for value in row)


def _merged(source: bytes) -> dict[tuple[int, int], str]:
    """The ranges of merged cells of a sheet, by the row and column of their first cell."""
    from openpyxl.utils import column_index_from_string

    return {
        (
            int(row),
            column_index_from_string(column.decode()),
        ): f"{(column + row).decode()}:{last.decode()}"
        for column, row, last in MERGED.findall(source)
    }


def _cell(
    cell: Any, position: FilePosition, without: bool, merged: Mapping[tuple[int, int], str]
) -> Cell:
    """A cell; `without` says that it has a formula without a value."""
    span = merged.get((position.line, position.column))
    if span:
        message = f"the cells {span} are merged, so all but the first are empty"
        return Cell(_shown(cell), position, fault=(message, "unmerge them and fill in each cell"))
    if without:
        message = "the formula of this cell has no value"
        hint = "open the file in a spreadsheet program and save it, or enter the value"
        return Cell("", position, fault=(message, hint))
    value = cell.value
    if cell.data_type == "e":
        message = f"the cell holds the error {value}"
        return Cell(
            str(value), position, fault=(message, "correct its formula, or enter the value")
        )
    return Cell(_shown(cell), position, _stored(cell))


def _shown(cell: Any) -> str:
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, int | float):
        return shown_number(value, cell.number_format)
    if isinstance(value, Moment):
        return shown_moment(value, cell.number_format)
    return str(value).strip()


def _stored(cell: Any) -> Stored | None:
    value = cell.value
    if isinstance(value, bool):
        return Stored("true" if value else "false")
    if isinstance(value, int | float):
        number = plain_number(value)
        kind = PERCENTAGE if "%" in cell.number_format else ""
        return Stored(number, kind) if kind or number != _shown(cell) else None
    return (
        Stored("", MOMENT, _typed(value, cell.number_format)) if isinstance(value, Moment) else None
    )


def _typed(value: Moment, number_format: str) -> str:
    """What somebody may have typed that became a date or time, such as `3-2`."""
    if isinstance(value, timedelta):
        minutes = round(value.total_seconds()) // 60
        return f"{minutes // 60}:{minutes % 60}"
    if isinstance(value, time):
        return f"{value.hour}:{value.minute}" + (f":{value.second}" if value.second else "")
    year = value.year % 100
    if "d" not in number_format.lower():
        return f"{value.month}-{year}"
    return f"{value.month}-{value.day}" + (f"-{year}" if "y" in number_format.lower() else "")
