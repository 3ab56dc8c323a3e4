"""The table of a game that has cards and no map: a box for each of its piles."""

from __future__ import annotations

from math import ceil

from modgen.model.files.located import LocatedData
from modgen.model.types.cards import CardsFile
from modgen.model.types.places import MapFile

GAP = 8.0
"""Space around boxes in mm."""
HEADER = 8.0
"""Height of the strip with a box's name in mm."""
IN_A_ROW = 6
"""The most boxes in a row."""
CLOTH = "#4f7a5b"
"""The colour of the table."""


def add_boxes(cards: LocatedData) -> None:
    """Give each pile of `cards.yaml` that names no box and no side a box with the pile's id."""
    piles = cards.data.get("piles")
    for pile in piles if isinstance(piles, list) else []:
        if isinstance(pile, dict) and "id" in pile and "side" not in pile:
            pile.setdefault("box", pile["id"])


def card_table(cards: CardsFile) -> MapFile:
    """A board with a box for each pile, in rows from left to right. Sheets leave it out."""
    wide = max((deck.width for deck in cards.decks), default=63.0) + 6
    high = max((deck.height for deck in cards.decks), default=88.0) + HEADER + 4
    names = {pile.box: pile.name for pile in cards.piles if pile.box}
    rows = max(1, ceil(len(names) / IN_A_ROW))
    columns = ceil(len(names) / rows)
    boxes = [
        {
            "id": key,
            "name": name,
            "kind": "deck",
            "rect": {
                "x": GAP + n % columns * (wide + GAP),
                "y": GAP + n // columns * (high + GAP),
                "w": wide,
                "h": high,
            },
        }
        for n, (key, name) in enumerate(names.items())
    ]
    board = {
        "id": "main",
        "name": "Table",
        "width": GAP + max(columns, 1) * (wide + GAP),
        "height": GAP + rows * (high + GAP),
        "printed": False,
    }
    return MapFile.model_validate({"boards": [board], "boxes": boxes, "background": CLOTH})
