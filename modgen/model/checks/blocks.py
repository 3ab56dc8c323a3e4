"""Warnings of pieces that differ from the others of their kind: hidden pieces, blocks, steps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from modgen.model.checks.check import Check
from modgen.model.files.diagnostics import PartDiagnostic
from modgen.model.game import Game
from modgen.model.types.pieces import PieceType

FEW = 0.25
"""The largest share of blocks that are told when they lack what the others have."""


def backs_alike(game: Game) -> Iterator[PartDiagnostic]:
    """Pieces of a side that may lie face down have one back, size and shape.

    Those of no side may have several backs, such as tiles of several heaps. What most of them have
    is right, or else what the first one has.
    """
    groups: dict[str, list[PieceType]] = {}
    for piece in game.pieces:
        if piece.back:
            groups.setdefault(piece.side or f"/{piece.back}", []).append(piece)
    for group in groups.values():
        for field in ("back", "shape", "size", "height"):
            usual = Counter(getattr(piece, field) for piece in group).most_common(1)[0][0]
            model = next(piece for piece in group if getattr(piece, field) == usual)
            for piece in group:
                if getattr(piece, field) != usual:
                    yield PartDiagnostic(
                        piece,
                        (field,),
                        f"`{piece.id}` and `{model.id}` may lie face down, but differ in {field}",
                        "make them alike, so that nobody can tell them apart face down",
                        warning=True,
                    )


def blocks_alike(game: Game) -> Iterator[PartDiagnostic]:
    """If nearly all blocks have a side, a back and steps to lose, the others have them too."""
    blocks = [piece for piece in game.pieces if piece.shape == "block"]
    for field, means in (
        ("side", "whose it is"),
        ("back", "what the other side sees"),
        ("steps", "`true`, so that it can lose a step"),
        ("lost_to", "the box for what is out of play"),
    ):
        like = [piece for piece in blocks if field != "steps" or len(piece.faces) > 1]
        without = [piece for piece in like if not getattr(piece, field)]
        if len(without) <= FEW * len(like):
            for piece in without:
                yield PartDiagnostic(
                    piece,
                    (field,),
                    f"the block `{piece.id}` has no `{field}`, unlike the others",
                    f"fill in the column: {means}",
                    warning=True,
                )


def falling_steps(game: Game) -> Iterator[PartDiagnostic]:
    """A piece that loses a step does not become stronger."""
    for piece in game.pieces:
        if not piece.steps:
            continue
        for number, (face, less) in enumerate(pairwise(piece.faces), 1):
            if less.strength > face.strength > 0:
                yield PartDiagnostic(
                    piece,
                    ("faces", number, "strength"),
                    f"`{piece.id}` has the strength {face.strength} and, after the loss of a step, "
                    f"{less.strength}",
                    "list its faces from the strongest to the weakest",
                    warning=True,
                )
                break


CHECKS: tuple[Check, ...] = (backs_alike, blocks_alike, falling_steps)
