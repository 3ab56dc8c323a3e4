"""Functions of expressions about other pieces: `Count`, `SumStack`, `CountLocation` and the like.

They have the arguments of VASSAL 3.7. Sums take numbers of a property; counts take pieces with a
value of a property, or those for which an expression in braces is true.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from modgen.log.expressions import TooLongError, UnknownValueError, Value, as_text, typed
from modgen.log.locations import Locations, Place
from modgen.log.table import NOWHERE, Piece, Table

AROUND = ("Stack", "Location", "Zone", "Map")


class Source(Protocol):
    """The table on which pieces are counted."""

    @property
    def table(self) -> Table:
        """All pieces and piles."""

    @property
    def locations(self) -> Locations | None:
        """The places of the module; None if the module is not known."""

    def place(self, piece: Piece) -> Place:
        """Where a piece lies."""

    def at(self, on: str, part: str, name: str) -> Iterable[Piece]:
        """The pieces on a map, or (empty) on all maps, whose place has a `part` of this name."""

    def of_container(self, container: str, name: str) -> str:
        """A global property of a map or zone."""


class PieceProperties(Protocol):
    """A piece whose expression counts others."""

    @property
    def piece(self) -> Piece:
        """The piece on the table."""

    @property
    def source(self) -> Source:
        """The table with all other pieces."""

    def other(self, piece: Piece) -> PieceProperties:
        """The same for another piece."""

    def invisible(self) -> bool:
        """Whether a player has hidden the piece from others."""

    def get(self, name: str) -> str:
        """The value of a property."""

    def inserted(self, text: str) -> str:
        """A text with its `$property$` parts replaced by their values."""

    def calculate(self, expression: str) -> str:
        """The value of an expression in braces. Raises UnknownValueError."""


def count(asking: PieceProperties, function: str, values: list[Value]) -> Value:
    """The value of a function; None for one that is not evaluated. Raises UnknownValueError."""
    words = [as_text(value) for value in values]
    if function == "GetMapProperty" and len(words) == 2:
        return typed(asking.source.of_container(words[1], words[0]))
    sums = function.startswith("Sum")
    where = function.removeprefix("Sum" if sums else "Count")
    if where == function or where not in ("", *AROUND):
        return None
    name = words.pop(0) if sums and words else ""
    if where == "":
        if not 1 <= len(words) <= 2:
            return None
        whole = _on_map(asking, words[1] if len(words) == 2 else None)
        return _total(asking, whole, sums, name, words[0])
    pieces: Iterable[Piece]
    if where in ("Location", "Zone") and len(words) > (1 if sums else 2):
        place, on, *words = words
        pieces = _at(asking, where, place, on)
    elif where == "Map" and _names_map(asking, words, sums):
        pieces = _on_map(asking, words.pop(0) or asking.piece.map)
    else:
        pieces = _around(asking, where)
    condition = next((word for word in words if word.startswith("{")), "")
    plain = [word for word in words if not word.startswith("{")]
    if where == "Stack" and not (sums or condition or "".join(plain)):
        # The engine counts what the player sees.
        pieces = [piece for piece in pieces if not asking.other(piece).invisible()]
    if len(plain) > (0 if sums else 1):
        return None
    return _total(asking, pieces, sums, name or "".join(plain), condition)


def _names_map(asking: PieceProperties, words: list[str], sums: bool) -> bool:
    """Whether the first argument is a map. In `CountMap` it can be a property instead."""
    if not words or words[0].startswith("{"):
        return False
    if sums or (len(words) == 2 and not words[1].startswith("{")):
        return True
    return any(piece.map == words[0] for piece in asking.source.table.pieces.values())


def _total(
    asking: PieceProperties, pieces: Iterable[Piece], sums: bool, name: str, condition: str
) -> int:
    """The sum of a property, or the number of pieces that have one, under a condition."""
    condition = asking.inserted(condition).replace('\\"', '"')
    total = 0
    for piece in pieces:
        other = asking.other(piece)
        if condition and not _accepts(other, condition):
            continue
        value = other.get(name) if name else ""
        if sums:
            number = typed(value)
            total += number if isinstance(number, int) and not isinstance(number, bool) else 0
        elif not name or value:
            total += 1
    return total


def _accepts(piece: PieceProperties, condition: str) -> bool:
    """Whether a condition is true. One that is an error for the piece is not, as in the engine."""
    try:
        return piece.calculate(condition) == "true"
    except TooLongError:
        raise
    except UnknownValueError:
        return False


def _on_map(asking: PieceProperties, name: str | None) -> Iterator[Piece]:
    """The pieces on a map, or on all maps."""
    for piece in asking.source.table.pieces.values():
        if piece.map != NOWHERE and name in (None, "", piece.map):
            yield piece


def _around(asking: PieceProperties, where: str) -> Iterable[Piece]:
    """The pieces in the same stack, place, zone or map as the one that asks, which is included."""
    own = asking.piece
    table = asking.source.table
    if where == "Stack":
        pile = table.piles.get(own.pile)
        members = pile.contents if pile is not None else (own.id,)
        return (table.pieces[member] for member in members if member in table.pieces)
    if own.map == NOWHERE:
        return ()
    if where == "Map":
        return _on_map(asking, own.map)
    here = asking.source.place(own)
    return _at(asking, where, here.location if where == "Location" else here.zone, own.map)


def _at(asking: PieceProperties, where: str, place: str, on: str) -> Iterable[Piece]:
    """The pieces in a place or zone of a map."""
    if asking.source.locations is None:
        raise UnknownValueError("places are not known without the module")
    return asking.source.at(on, where.lower(), place)
