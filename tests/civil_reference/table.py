"""Pieces on a table and what happens to them: the events that a record is written from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from tests.civil_reference.figures import CROWDS, PUNKS, RATINGS, SNIPERS, Rating


class Event(NamedTuple):
    """One gesture at the table."""

    what: str
    """phase, move, condition, check, roll, face, turn, deed, button, say"""
    keys: tuple[str, ...] = ()
    place: str = ""
    text: str = ""
    side: str = ""
    dice: tuple[int, ...] = ()
    number: int = 0
    group: int = 0
    """Events with one number, not 0, may be done as one drag."""


@dataclass
class Piece:
    """A counter."""

    key: str
    kind: str
    face: str
    place: str
    level: int = 0
    suppressed: bool = False
    fires: bool = False
    side_of: str = "n"
    """The side of its area on which a Barricade lies."""

    @property
    def base(self) -> str:
        """Its kind without the colour."""
        return self.kind.removesuffix("_2")

    @property
    def rating(self) -> Rating:
        """Its numbers."""
        return RATINGS[self.kind, self.face]

    @property
    def size(self) -> str:
        """individual, vehicle, group or crowd; empty for a marker."""
        size = self.rating.size if (self.kind, self.face) in RATINGS else ""
        return size if size != "cloud" else ""

    @property
    def crowd(self) -> bool:
        """Whether it is a Crowd."""
        return self.base in CROWDS

    @property
    def punk(self) -> bool:
        """Whether it is a squad of Punks."""
        return self.base in PUNKS

    @property
    def sniper(self) -> bool:
        """Whether it is a Sniper."""
        return self.base in SNIPERS


class Table:
    """Pieces by key, and the events so far."""

    def __init__(self, pieces: Iterable[Piece]) -> None:
        self.pieces = {piece.key: piece for piece in pieces}
        self.events: list[Event] = []
        self._at: dict[str, dict[str, Piece]] = {}
        for piece in self.pieces.values():
            self._at.setdefault(piece.place, {})[piece.key] = piece

    def here(self, place: str, *kinds: str) -> list[Piece]:
        """The pieces in a place, of some kinds or of all."""
        return [one for one in self._at.get(place, {}).values() if not kinds or one.kind in kinds]

    def all(self, *kinds: str) -> list[Piece]:
        """All pieces of some kinds."""
        return [one for one in self.pieces.values() if one.kind in kinds]

    def one(self, kind: str) -> Piece:
        """The only piece of a kind."""
        return next(one for one in self.pieces.values() if one.kind == kind)

    def do(
        self,
        what: str,
        keys: tuple[str, ...] = (),
        place: str = "",
        text: str = "",
        side: str = "",
        dice: tuple[int, ...] = (),
        number: int = 0,
        group: int = 0,
    ) -> None:
        """Add an event and make what it changes true."""
        self.events.append(Event(what, keys, place, text, side, dice, number, group))
        if what == "button":
            self._over(text)
        for key in keys:
            piece = self.pieces[key]
            match what:
                case "move":
                    self._at[piece.place].pop(key)
                    piece.place = place
                    self._at.setdefault(place, {})[key] = piece
                case "condition":
                    if text == "suppressed":
                        piece.suppressed = bool(number)
                    elif text == "fires":
                        piece.fires = bool(number)
                    elif text == "second_level":
                        piece.level = number
                case "face":
                    piece.face = text
                case "turn":
                    piece.side_of = text
                case _:
                    pass

    def _over(self, button: str) -> None:
        """What the buttons `fire_over` and `shock_over` tidy up."""
        marker = self.one("fire_attack" if button == "fire_over" else "shock_combat")
        self._at[marker.place].pop(marker.key)
        marker.place = "pool_attacks"
        marker.face = "crowd" if button == "fire_over" else "round_1"
        self._at.setdefault("pool_attacks", {})[marker.key] = marker
        if button == "fire_over":
            for piece in self.pieces.values():
                piece.fires = False
