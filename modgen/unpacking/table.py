"""All pieces of an unpacked module as one table for a spreadsheet, and changes back.

A row is a piece, a column is a field of a trait: `Layer.images`, and `Layer 2.images` for the
second layer of a piece. Only fields that differ from their default in some piece have a column.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from copy import deepcopy

from modgen.errors import ModgenError
from modgen.unpacking import yaml_text
from modgen.unpacking.folder import UnpackedModule
from modgen.unpacking.pieces import (
    COUNTS,
    EXTRA,
    VERBATIM,
    PieceFormError,
    Value,
    compose,
    describe,
)
from modgen.unpacking.xml import Node
from modgen.vassal.pieces import BasicPiece

FIXED = ("number", "component", "name")
"""Columns that identify the piece; `number` counts all pieces of the module from 1."""
MAX_CELL = 1 << 20


class TableError(ModgenError, ValueError):
    """The table does not fit the module."""


Traits = list[dict[str, dict[str, Value]]]


def _pieces(module: UnpackedModule) -> list[Node]:
    return [node for node in module.root.walk() if node.piece is not None]


def _columns(traits: Traits) -> Iterator[tuple[str, dict[str, Value]]]:
    """The traits that have columns, with the first part of the columns' names."""
    seen: dict[str, int] = {}
    for trait in traits:
        ((name, values),) = trait.items()
        seen[name] = number = seen.get(name, 0) + 1
        if name != VERBATIM:
            yield (name if number == 1 else f"{name} {number}"), values


def _cells(traits: Traits) -> dict[str, str]:
    return {
        f"{name}.{key}": value if isinstance(value, str) else yaml_text.flow(value)
        for name, values in _columns(traits)
        for key, value in values.items()
        if key not in (*COUNTS, *EXTRA)
    }


def write_table(module: UnpackedModule) -> str:
    """The table as CSV, the columns in the order of first use."""
    rows = []
    columns: dict[str, None] = {}
    for number, node in enumerate(_pieces(module), 1):
        assert node.piece is not None
        cells = _cells(describe(node.piece, module.habits))
        name = node.attributes.get("entryName") or node.attributes.get("name", "")
        rows.append({"number": str(number), "component": node.name, "name": name} | cells)
        columns |= dict.fromkeys(cells)
    # Fields of the basic piece, such as its picture, are the most wanted.
    first = f"{BasicPiece.__name__}."
    order = sorted(columns, key=lambda column: not column.startswith(first))
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, [*FIXED, *order], restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return buffer.getvalue()


def apply_table(module: UnpackedModule, text: str) -> int:
    """Change the pieces where a cell differs; return how many pieces changed.

    An empty cell stands for the default. A row can be left out, and a column too. A new column
    sets a field that no piece had. Raises TableError for a cell that fits no trait of its piece.
    """
    pieces = _pieces(module)
    changed = 0
    usual = csv.field_size_limit(MAX_CELL)
    try:
        rows = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))
    except csv.Error as problem:
        raise TableError(f"the table is not CSV: {problem}") from None
    finally:
        csv.field_size_limit(usual)
    for line, row in enumerate(rows, 2):
        number = row.get("number") or ""
        if not number.isascii() or not number.isdigit() or not 1 <= int(number[:9]) <= len(pieces):
            raise TableError(f"line {line}: {number!r} is not the number of a piece")
        node = pieces[int(number) - 1]
        assert node.piece is not None
        traits = deepcopy(describe(node.piece, module.habits))
        before = _cells(traits)
        by_name = dict(_columns(traits))
        differs = False
        for column, cell in row.items():
            if column in FIXED or column is None or cell is None or cell == before.get(column, ""):
                continue
            name, _, key = column.partition(".")
            if name not in by_name:
                raise TableError(f"line {line}: this piece has no {name}; empty its cell {column}")
            differs = True
            if cell == "":
                by_name[name].pop(key, None)
            else:
                old = by_name[name].get(key)
                is_list = cell.startswith("[") and not isinstance(old, str)
                by_name[name][key] = yaml_text.read(cell, f"line {line}") if is_list else cell
        if differs:
            try:
                node.piece = compose(traits, module.habits)
            except PieceFormError as problem:
                raise TableError(f"line {line}: {problem}") from None
            changed += 1
    return changed
