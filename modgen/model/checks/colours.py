"""Checks that everybody can tell the colours of different sides' pieces apart."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from modgen.model.checks.check import Check
from modgen.model.colour_vision import ENOUGH, VISIONS, difference
from modgen.model.files.diagnostics import PartDiagnostic
from modgen.model.game import Game
from modgen.model.types.pieces import PieceType


def told_by_colour(game: Game) -> Iterator[PartDiagnostic]:
    """Pieces without any print, in one shape, have colours that nobody confuses.

    Printed pieces that are alike have the patterns of their sides.
    """
    told: set[frozenset[str]] = set()
    for one, other in combinations(game.pieces, 2):
        sides = frozenset((one.side or "", other.side or ""))
        if "" in sides or len(sides) < 2 or sides in told or _print(one) or _print(other):
            continue
        if one.shape != other.shape or one.size != other.size:
            continue
        colours = _colour(game, one), _colour(game, other)
        near = (name for name in VISIONS if difference(*colours, VISIONS[name]) < ENOUGH)
        if vision := next(near, ""):
            told.add(sides)
            seen = "look alike" if vision == "usual" else f"look alike to people with {vision}"
            yield PartDiagnostic(
                game.piece_types[other.id],
                ("shape",),
                f"`{other.id}` and `{one.id}` differ by colour only, and their colours {seen}",
                "give one of the sides another colour, or its pieces an icon or another shape",
                warning=True,
            )


def _print(piece: PieceType) -> bool:
    face = piece.start_face
    return bool(face.icon or face.text or piece.text or face.art)


def _colour(game: Game, piece: PieceType) -> str:
    return piece.start_face.colour or piece.colour or game.sides[piece.side or ""].colour


COLOURS: tuple[Check, ...] = (told_by_colour,)
