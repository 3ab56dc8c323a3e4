"""The cells of a table, as a file or a spreadsheet has them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from modgen.model.files.diagnostics import FilePosition

MAX_ROWS = 100_000
MAX_COLUMNS = 500
MOMENT = "moment"
"""The kind of a cell that holds a date or a time."""
PERCENTAGE = "percentage"


@dataclass(frozen=True)
class Stored:
    """What a spreadsheet's cell holds, if it shows something else."""

    text: str
    """The number as a text; empty for a date or time."""
    kind: str = ""
    """`MOMENT`, `PERCENTAGE` or empty."""
    typed: str = ""
    """For a date or time, what the program may have made it of, such as `3-2`."""


class Cell(NamedTuple):
    """A cell: its text as the table shows it, and where it is."""

    text: str
    position: FilePosition
    stored: Stored | None = None
    fault: tuple[str, str] | None = None
    """Why the cell cannot be used, and what to do."""


Cells = list[Cell]
"""A row."""
