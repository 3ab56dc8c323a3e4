"""The fixed properties of pieces, by which a module that Modgen built says what they are."""

from __future__ import annotations

from modgen.vassal.pieces import GamePiece
from modgen.vassal.traits import Marker


def markers(piece: GamePiece) -> dict[str, str]:
    """The fixed properties of a piece, by name."""
    return {
        name: value
        for trait in piece.traits
        if isinstance(trait, Marker)
        for name, value in zip(trait.names, trait.values, strict=False)
    }
