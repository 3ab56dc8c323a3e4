"""Draw the badges of conditions: a frame around a unit and a disc with an icon at its edge."""

from __future__ import annotations

from modgen.draw.colours import darker, ink_on
from modgen.draw.fonts import in_typefaces
from modgen.draw.icons import draw_icon
from modgen.draw.pieces import MARGIN, corner_of, piece_height
from modgen.draw.svg import Drawing
from modgen.model.game import Game
from modgen.model.types.pieces import PieceType
from modgen.model.types.unit_states import Condition

BADGE = 2.4
"""Radius of a badge in mm."""
FRAME = 0.8
"""Width of the frame in mm."""


@in_typefaces
def draw_condition(game: Game, condition: Condition, piece: PieceType, number: int) -> Drawing:
    """A condition over a unit. Badges alternate between the left and the right edge."""
    wide, high = piece.size, piece_height(piece)
    drawing = Drawing(wide + 2 * MARGIN, high + 2 * MARGIN)
    inset = MARGIN + FRAME / 2 + number * FRAME
    drawing.rect(
        inset,
        inset,
        wide + 2 * (MARGIN - inset),
        high + 2 * (MARGIN - inset),
        max(0.2, corner_of(piece) - FRAME / 2),
        fill="none",
        stroke=condition.colour,
        stroke_width=FRAME,
    )
    x = MARGIN + (BADGE if number % 2 == 0 else wide - BADGE)
    y = MARGIN + high / 2
    edge = darker(condition.colour, 0.5)
    drawing.circle(x, y, BADGE, fill=condition.colour, stroke=edge, stroke_width=0.25)
    if condition.icon:
        draw_icon(drawing, condition.icon, x, y, BADGE * 1.5, ink_on(condition.colour), game.folder)
    return drawing
