"""Set-ups of imported modules: `scenarios/<id>.csv` has a row for each piece and card.

A row says where a piece lies, in the engine's pixels and in the game's own words. The counts of
`place`, the cards of `piles` and those of `hands` follow from the rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from modgen.model.files.diagnostics import Diagnostics
from modgen.model.files.located import CellPositions, LocatedData
from modgen.model.files.table_source import Row

CARD = "card:"
"""Begins the `piece` of a row that is a card."""
ID = re.compile(r"[a-z0-9_-]+")
"""The id of a pile. A deck that the model does not have has another name, with its number."""
STACK = "#"
"""Begins the `pile` of a row that is in a stack on a map, as in `#12`."""
HAND = "hand:"
"""Begins the `place` of a card in a side's hand."""
POINT = ("map", "x", "y")


def add_laid_pieces(located: LocatedData, rows: Sequence[Row], diagnostics: Diagnostics) -> None:
    """Add the rows of a scenario's table to its data.

    What a row lacks of `map`, `x` and `y` is as in the other rows of its pile. A row without all
    three and without a pile lies in the middle of its `place`.
    """
    data = located.data
    if not isinstance(data, dict):
        return
    _report_repeated_ids(rows, diagnostics)
    points = _points(rows, diagnostics)
    place = data.setdefault("place", {})
    piles = {
        setup["pile"]: setup
        for setup in data.get("piles") or ()
        if isinstance(setup, dict) and isinstance(setup.get("pile"), str)
    }
    laid: list[dict[str, Any]] = []
    positions = located.tables["laid"] = CellPositions(list(rows[0].positions) if rows else ())
    for row in rows:
        piece, where = row.cells.get("piece", ""), row.cells.get("place", "")
        pile = row.cells.get("pile", "")
        if _pointed(row) or pile or piece.startswith(CARD):
            cells = {column: text for column, text in row.cells.items() if text}
            cells = {**points.get(pile, {}), **cells}
            _report_half_a_point(row, cells, diagnostics)
            laid.append({**cells, "line": row.position.line})
            positions.add(row.position, row.positions)
        elif not where:
            diagnostics.error(
                row.position,
                "the row does not say where the piece lies",
                "fill in `place`, or `map`, `x` and `y`",
            )
        if piece.startswith(CARD):
            _add_card(located, piles, row)
        elif where and isinstance(place, dict):
            held = place.setdefault(where, {})
            if isinstance(held, dict) and isinstance(held.get(piece, 0), int):
                held[piece] = held.get(piece, 0) + 1
                for known in (located.values, located.keys):
                    known.setdefault(("place", where), row.position)
                    known.setdefault(("place", where, piece), row.position)
    data["laid"] = laid
    if piles:
        data["piles"] = list(piles.values())


def _add_card(located: LocatedData, piles: dict[str, Any], row: Row) -> None:
    """Add a card to its side's hand or to its pile."""
    card = row.cells["piece"].removeprefix(CARD)
    where, pile = row.cells.get("place", ""), row.cells.get("pile", "")
    if where.startswith(HAND):
        hands = located.data.setdefault("hands", {})
        hands.setdefault(where.removeprefix(HAND), []).append(card)
    elif ID.fullmatch(pile) and not where:
        setup = piles.get(pile)
        if setup is None:
            at = row.positions.get("pile", row.position)
            for known in (located.values, located.keys):
                known[("piles", len(piles), "pile")] = at
            setup = piles[pile] = {"pile": pile}
        setup.setdefault("cards", []).append(card)


def _pointed(row: Row) -> bool:
    """Whether a row has a point of its own. A piece on no map has the point 0, 0 and no map."""
    return any(row.cells.get(column) for column in POINT)


def _report_half_a_point(row: Row, cells: dict[str, str], diagnostics: Diagnostics) -> None:
    """Report a row that names a map or one coordinate only."""
    missing = [column for column in "xy" if not cells.get(column)]
    if missing and _pointed(row):
        diagnostics.error(
            row.positions.get(missing[0], row.position),
            f"the row has no `{missing[0]}`",
            "fill in `map`, `x` and `y`, or only `place`",
        )


def _report_repeated_ids(rows: Iterable[Row], diagnostics: Diagnostics) -> None:
    """Report pieces with the id of another one: the engine would keep only one of the two."""
    first: dict[str, int] = {}
    for row in rows:
        key = row.cells.get("id", "")
        line = first.setdefault(key, row.position.line) if key else row.position.line
        if line != row.position.line:
            diagnostics.error(
                row.positions.get("id", row.position),
                f"the id {key} is that of line {line}",
                "leave the cell empty for a new piece",
            )


def _points(rows: Sequence[Row], diagnostics: Diagnostics) -> dict[str, dict[str, str]]:
    """Where each pile lies, by its first row with a point; rows that lie elsewhere are reported."""
    points: dict[str, tuple[int, dict[str, str]]] = {}
    for row in rows:
        pile = row.cells.get("pile", "")
        if pile and row.cells.get("x") and row.cells.get("y"):
            point = {column: row.cells.get(column, "") for column in POINT}
            points.setdefault(pile, (row.position.line, point))
    for row in rows:
        pile = row.cells.get("pile", "")
        if pile not in points:
            continue
        line, known = points[pile]
        point = {column: row.cells.get(column) or known[column] for column in POINT}
        wrong = next((column for column in POINT if known[column] != point[column]), None)
        if wrong is not None:
            diagnostics.error(
                row.positions.get(wrong, row.position),
                f"the pile {pile} lies at {_shown(known)} (line {line}), but this row at "
                f"{_shown(point)}",
                f"give the row another pile, such as {STACK}{_free(rows)}, or the same point",
            )
    return {pile: point for pile, (_, point) in points.items()}


def _shown(point: dict[str, str]) -> str:
    return f"{point['x'] or 0}, {point['y'] or 0} on {point['map'] or 'no map'}"


def _free(rows: Iterable[Row]) -> int:
    """The number of a stack that no row has."""
    used = {row.cells.get("pile", "").partition("/")[0] for row in rows}
    return next(number for number in range(1, len(used) + 2) if f"{STACK}{number}" not in used)
