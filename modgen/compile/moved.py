"""The trail of units, and the mark of those that have moved."""

from __future__ import annotations

from modgen.compile import build as b
from modgen.compile.build import Build
from modgen.draw.colours import side_dark
from modgen.draw.pieces import draw_moved_mark
from modgen.model.game import Game
from modgen.model.types.pieces import PieceType
from modgen.vassal import traits as t
from modgen.vassal.traits import Trait

MOVERS = ("force", "leader")
"""The kinds of pieces that have a trail."""


def marks_moves(piece: PieceType) -> bool:
    """Whether a piece shows that it has moved: counters of units and leaders do."""
    return piece.kind in MOVERS and piece.shape in ("counter", "round")


def has_trail(piece: PieceType) -> bool:
    """Whether a menu entry shows where a piece has moved."""
    return piece.kind in MOVERS if piece.trail is None else piece.trail


def moves_are_marked(game: Game) -> bool:
    """Whether a game has pieces that show that they have moved.

    That is a setting of the maps, so an expansion has that of the game that it extends.
    """
    return any(marks_moves(piece) for piece in (game.parent or game).pieces)


def moving(build: Build, piece: PieceType) -> list[Trait]:
    """The trail of a unit, and the small mark at its top right corner once it has moved."""
    if not has_trail(piece):
        return []
    words = build.words
    traits: list[Trait] = []
    if marks_moves(piece) and moves_are_marked(build.game):
        mark = build.picture("moved.png", draw_moved_mark, build.dpi)
        right, top = build.px(piece.size / 2), build.px(piece.drawn_height / 2)
        traits.append(
            t.MarkMoved(
                image=mark.name,
                x=right - mark.pixels[0],
                y=-top,
                menu=words("mark_moved"),
                key=b.MOVED,
                ignore_same_location=True,
            )
        )
    colour = side_dark(build.game, piece.side)
    line = b.engine_colour(colour)
    traits.append(
        t.MovementTrail(key=b.TRAIL, menu=words("trail"), radius=6, line=line, line_width=2.0)
    )
    if len(traits) > 1:
        names = (words("trail"), words("mark_moved"))
        traits.append(t.SubMenu(menu=words("movement"), commands=names))
    return build.share("Moving", traits)
