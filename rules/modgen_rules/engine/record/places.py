"""Where a piece can be, as one value with a clear text form.

| text | meaning |
|--|--|
| `manila`, `turn:3`, `W-C7` | a space or box, a cell of a track, a cell of a grid |
| `W-C7/n` | the north side of a cell |
| `W-C7@1` | level 1 of a cell; level 0 is the ground and is not written |
| `hand:gov` | the hand of a side |
| `board:west` | on a board, but in none of its places |
| `off`, `off:card_box` | off the map: removed from play, or in the box of unused cards |
| `unknown` | a place that the game's data does not describe |
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

PlaceKind = Literal["place", "hand", "board", "off", "unknown"]
TEXT = re.compile(r"(?P<id>.*?)(?:/(?P<side>[a-z]{1,2}))?(?:@(?P<level>\d{1,2}))?")
PREFIXES: dict[str, PlaceKind] = {"hand": "hand", "board": "board", "off": "off"}


class Place(NamedTuple):
    """A place by ids of the game's data. `str` gives its text form, `read_place` reads it."""

    kind: PlaceKind
    id: str = ""
    """A space, a box, a cell (`turn:3`, `W-C7`), the side of a hand; empty for none."""
    board: str = ""
    """The board on which it lies; empty when it is on none, or not known."""
    side: str = ""
    """The side of a cell, such as `n`."""
    level: int = 0
    """0 is the ground."""

    def __str__(self) -> str:
        if self.kind == "unknown":
            return "unknown"
        if self.kind == "off":
            return f"off:{self.id}" if self.id else "off"
        if self.kind == "hand":
            return f"hand:{self.id}"
        if self.kind == "board":
            return f"board:{self.board}"
        side = f"/{self.side}" if self.side else ""
        return f"{self.id}{side}{f'@{self.level}' if self.level else ''}"


OFF = Place("off")
UNKNOWN = Place("unknown")
CARD_BOX = Place("off", "card_box")


def read_place(text: str) -> Place:
    """The place of a text form; its board is not part of the text and stays empty."""
    if text in ("", "unknown"):
        return UNKNOWN
    if text == "off":
        return OFF
    start, _, rest = text.partition(":")
    kind = PREFIXES.get(start)
    if kind == "board":
        return Place("board", board=rest)
    if kind is not None:
        return Place(kind, rest)
    found = TEXT.fullmatch(text)
    if found is None:
        return Place("place", text)
    return Place("place", found["id"], "", found["side"] or "", int(found["level"] or 0))
