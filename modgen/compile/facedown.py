"""Pieces face down: other sides see a back, the owning side sees a mark on the piece.

A piece of no side has a picture over it, which nobody sees through and everybody may take off. The
engine's own trait cannot do this: what belongs to nobody, nobody can turn up.
"""

from __future__ import annotations

from collections.abc import Iterable
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

COVER = "FaceDown"
"""The name of the layer over a piece of no side."""
OWNER_SEES = "G"
"""The style of a mask whose owner sees the piece with a picture over it."""


def mask(build: Build, piece: PieceType) -> list[Trait]:
    """The trait that turns a piece face down: for all, or for all but its side and the solo player.

    It is the outermost trait, so that a player who cannot see the piece gets no menu and no report.
    """
    if not piece.back:
        return []
    back = build.picture(
        f"back-{piece.id}.png", partial(draw_back, build.game, piece), build.dpi, piece
    ).name
    if not piece.side:
        return _cover(build, back)
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


def _cover(build: Build, back: str) -> list[Trait]:
    """The picture over a piece of no side; its name stands for that of the piece."""
    report = together.changed(build, build.words("report_flip"), "over")
    return [
        t.Layer(
            name=COVER,
            images=(back,),
            level_names=(build.words("covered_piece"),),
            activate_menu=build.words("face_down"),
            activate_key=b.FACE_DOWN,
            always_active=False,
            level=-1,
        ),
        t.ReportAction(keys=(b.FACE_DOWN,), format=report),
    ]


def property_of(piece: PieceType) -> str:
    """The property that says whether a piece with a back lies face down."""
    return "ObscuredToOthers" if piece.side else f"{COVER}_Active"


def is_covered(traits: Iterable[Trait]) -> bool:
    """Whether a piece of no side lies face down."""
    return any(isinstance(one, t.Layer) and one.name == COVER and one.level > 0 for one in traits)


def seen_by(build: Build, side: str) -> str:
    """The sides that see the face of a piece turned face down: its own side and the solo player."""
    names = (build.game.sides[side].name, build.words("solo"))
    return "sides:" + sequence.join(names, ":")


def lies_face_down(build: Build, piece: PieceType, trait: Trait) -> Trait:
    """A trait of a piece that is face down when the game starts."""
    if isinstance(trait, t.Layer):
        return trait.but(level=1) if trait.name == COVER else trait
    if not isinstance(trait, Mask):
        return trait
    return trait.but(obscured_by=build.game.sides[piece.side or ""].name)
