"""The traits of pieces: fixed properties, by which our own modules tell kinds, and changes."""

from __future__ import annotations

from collections.abc import Callable

from modgen.vassal.pieces import GamePiece
from modgen.vassal.traits import Invisible, Marker, Mask, Trait


def markers(piece: GamePiece) -> dict[str, str]:
    """The fixed properties of a piece, by name."""
    return {
        name: value
        for trait in piece.traits
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
