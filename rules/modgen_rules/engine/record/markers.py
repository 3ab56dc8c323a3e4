"""The traits of pieces: fixed properties, by which our own modules tell kinds, and changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from modgen.log.table import Piece
from modgen.vassal.pieces import GamePiece, PieceError
from modgen.vassal.traits import Invisible, Marker, Mask, Trait


def readable_traits(piece: Piece) -> Sequence[Trait]:
    """The traits of a piece on the table; none if its texts do not form a piece."""
    try:
        return piece.game_piece.traits
    except (PieceError, ValueError, RecursionError):
        return ()


def markers(traits: Sequence[Trait]) -> dict[str, str]:
    """The fixed properties of a piece with some traits, by name."""
    return {
        name: value
        for trait in traits
        if isinstance(trait, Marker)
        for name, value in zip(trait.names, trait.values, strict=False)
    }


def altered(piece: GamePiece, change: Callable[[Trait], Trait]) -> GamePiece:
    """A piece with each of its traits changed, or not."""
    return piece.but(traits=tuple(map(change, piece.traits)))


def masked_for(piece: GamePiece, side: str) -> GamePiece:
    """A piece face down or unseen for all but a side, by its name; `null` shows it."""

    def hidden(trait: Trait) -> Trait:
        if isinstance(trait, Mask):
            return trait.but(obscured_by=side)
        return trait.but(hidden_by=side) if isinstance(trait, Invisible) else trait

    return altered(piece, hidden)
