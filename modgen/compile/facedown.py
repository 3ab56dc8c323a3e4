"""Pieces face down: other sides see a back, the owning side sees a mark on the piece."""

from __future__ import annotations

from functools import partial

from modgen.compile import build as b
from modgen.compile import together
from modgen.compile.build import Build
from modgen.draw.pieces import (
    MARGIN,
    corner_of,
    draw_back,
    draw_face_down_mark,
)
from modgen.model.types.pieces import PieceType
from modgen.vassal import sequence
from modgen.vassal import traits as t
from modgen.vassal.traits import Mask, Trait

OWNER_SEES = "G"
"""The style of a mask whose owner sees the piece with a picture over it."""


def mask(build: Build, piece: PieceType) -> list[Trait]:
    """The trait that turns a piece face down for all but its side and the solo player.

    It is the outermost trait, so that a player who cannot see the piece gets no menu and no report.
    """
    if not piece.back or not piece.side:
        return []
    back = build.picture(
        f"back-{piece.id}.png", partial(draw_back, build.game, piece), build.dpi, piece
    ).name
    size = (piece.size, piece.drawn_height, corner_of(piece), MARGIN)
    mark = build.picture(
        f"face-down-{piece.id}.png", partial(draw_face_down_mark, *size), build.dpi, piece
    ).name
    side = build.game.sides[piece.side]
    return [
        t.ReportAction(
            keys=(b.FACE_DOWN,),
            format=together.changed(build, build.words("report_face_down"), "over"),
        ),
        t.Mask(
            key=b.FACE_DOWN,
            image=back,
            menu=build.words("face_down"),
            style=OWNER_SEES + mark,
            mask_name=build.words("hidden_piece", side=side.adjective or side.name),
            access=seen_by(build, side.id),
        ),
    ]


def seen_by(build: Build, side: str) -> str:
    """The sides that see the face of a piece turned face down: its own side and the solo player."""
    names = (build.game.sides[side].name, build.words("solo"))
    return "sides:" + sequence.join(names, ":")


def lies_face_down(build: Build, piece: PieceType, trait: Mask) -> Mask:
    """The mask of a piece that is face down when the game starts."""
    return trait.but(obscured_by=build.game.sides[piece.side or ""].name)
