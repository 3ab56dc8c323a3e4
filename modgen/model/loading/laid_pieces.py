"""Set-ups of imported modules: `scenarios/<id>.csv` has a row for each piece and card.

A row says where a piece lies, in the engine's pixels and in the game's own words. The counts of
`place`, the cards of `piles` and those of `hands` follow from the rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from modgen.model.files.located import LocatedData
from modgen.model.files.table_source import Row

CARD = "card:"
"""Begins the `piece` of a row that is a card."""
ID = re.compile(r"[a-z0-9_-]+")
"""The id of a pile. A deck that the model does not have has another name, with its number."""
STACK = "#"
"""Begins the `pile` of a row that is in a stack on a map, as in `#12`."""
HAND = "hand:"
"""Begins the `place` of a card in a side's hand."""


def add_laid_pieces(located: LocatedData, rows: Iterable[Row]) -> None:
    """Add the rows of a scenario's table to its data."""
    data = located.data
    if not isinstance(data, dict):
        return
    place = data.setdefault("place", {})
    piles = {
        setup["pile"]: setup
        for setup in data.get("piles") or ()
        if isinstance(setup, dict) and isinstance(setup.get("pile"), str)
    }
    laid: list[dict[str, Any]] = []
    for number, row in enumerate(rows):
        laid.append({column: text for column, text in row.cells.items() if text})
        located.values[("laid", number)] = row.position
        for column, position in row.positions.items():
            located.values[("laid", number, column)] = position
        piece, where = row.cells.get("piece", ""), row.cells.get("place", "")
        pile = row.cells.get("pile", "")
        if piece.startswith(CARD):
            card = piece.removeprefix(CARD)
            if where.startswith(HAND):
                hands = data.setdefault("hands", {})
                hands.setdefault(where.removeprefix(HAND), []).append(card)
            elif ID.fullmatch(pile) and not where:
                setup = piles.setdefault(pile, {"pile": pile})
                setup.setdefault("cards", []).append(card)
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
