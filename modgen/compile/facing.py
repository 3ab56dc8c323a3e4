"""Pieces that face a direction: the trait that turns them, and the layer with their fire arcs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from modgen.compile import build as b
from modgen.compile.build import Build, act
from modgen.draw.arcs import draw_arcs
from modgen.model.facing import WINDS, directions, reaches, shapes
from modgen.model.types.pieces import PieceType
from modgen.model.types.places import Grid
from modgen.vassal import traits as t
from modgen.vassal.traits import Trait

NAME = "Facing"
"""The name of the trait that turns a piece; the property `Facing_Facing` counts from 1."""
LEVEL = "ArcLevel"
"""The property of pieces with arcs on grids of several sizes: the number of the picture."""


def facing(build: Build, piece: PieceType) -> list[Trait]:
    """The trait that turns what is inside of it, its menu entries, and the report of a turn."""
    if not piece.facings:
        return []
    words = build.words
    about = act("TurnAbout")
    names = _names(build, piece)
    turning: list[Trait] = [
        t.Rotate(
            facings=piece.facings,
            clockwise_key=b.TURN,
            anticlockwise_key=b.TURN_BACK,
            clockwise_menu=words("turn_right"),
            anticlockwise_menu=words("turn_left"),
            name=NAME,
            direct_key=about if piece.facings % 2 == 0 else None,
            direct_menu=words("turn_about") if piece.facings % 2 == 0 else "",
            direct_expression=_opposite(piece) if piece.facings % 2 == 0 else "",
        ),
        t.CalculatedProperty(
            name="Direction",
            expression=f'{{{b.quoted(" ".join(names))}.split(" ")[{NAME}_Facing-1]}}',
        ),
        t.ReportAction(keys=(b.TURN, b.TURN_BACK, about), format=words("report_facing")),
    ]
    return build.share(f"Faces {piece.facings} ways", turning)


def _opposite(piece: PieceType) -> str:
    """An expression for the number of the direction opposite to the present one."""
    half, count = piece.facings // 2, piece.facings
    return f"{{{NAME}_Facing>{half} ? {NAME}_Facing-{half} : {NAME}_Facing+{count - half}}}"


def _names(build: Build, piece: PieceType) -> list[str]:
    """The directions in the module's language; angles as they are."""
    translated = dict(zip(WINDS, build.words("compass").split(" "), strict=True))
    return [translated.get(name, f"{name}°") for name in directions(piece)]


def arcs(build: Build, piece: PieceType) -> list[Trait]:
    """The layer with the arcs of a piece, below its face, and the outline that can be clicked."""
    if not piece.arcs:
        return []
    game = build.game
    grids = shapes(game)
    shown = [reaches(game, piece, face.id) for face in piece.faces]
    one = all(arcs == shown[0] for arcs in shown)
    images = []
    for face, arcs in zip(piece.faces[:1] if one else piece.faces, shown, strict=False):
        reach = "-".join(f"{arc.id}{cells:g}" for arc, cells in arcs)
        for number, (grid, *_) in enumerate(grids):
            on = f"-{grid.id}" if number else ""
            name = f"arcs-{piece.side or 'any'}-{piece.facings}-{piece.first_facing:g}-{reach}{on}"
            draw = partial(draw_arcs, game, piece, face.id, grid)
            images.append(build.picture(f"{name}.png", draw, build.dpi, piece).name)
    level = "" if one else "Face_Level"
    levels: list[Trait] = []
    if len(grids) > 1:
        levels.append(t.CalculatedProperty(name=LEVEL, expression=_level(build, grids, one)))
        level = LEVEL
    layer = t.Layer(
        name="Arcs",
        images=tuple(images),
        level_names=("+",) * len(images),
        activate_menu=build.words("arcs"),
        activate_key=b.ARCS,
        follow=bool(level),
        property=level,
        always_active=False,
        level=-1,
    )
    x, y = build.px(piece.size / 2), build.px(piece.drawn_height / 2)
    outline = t.NonRectangular(path=f"d M {-x} {-y} L {x} {-y} L {x} {y} L {-x} {y} Z")
    return build.share("Fire arcs", [*levels, layer, outline])


def _level(build: Build, grids: Sequence[Sequence[Grid]], one: bool) -> str:
    """An expression for the picture of the arcs: that of the face on the grid where a piece is."""
    boards = build.game.boards
    grid = "1"
    for number, alike in reversed(list(enumerate(grids[1:], 2))):
        there = "||".join(
            f"(CurrentBoard=={b.quoted(boards[one.board].name)}"
            f"&&CurrentZone=={b.quoted(build.zone_name(one))})"
            for one in alike
        )
        grid = f"({there} ? {number} : {grid})"
    return "{" + ("" if one else f"(Face_Level-1)*{len(grids)}+") + grid + "}"
