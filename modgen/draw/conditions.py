"""Draw the badges of conditions: a frame around a unit and a disc with an icon at its edge."""

from __future__ import annotations

from modgen.draw.colours import darker, ink_on
from modgen.draw.fonts import in_typefaces
from modgen.draw.pieces import MARGIN, corner_of, piece_height
from modgen.draw.svg import Drawing
from modgen.draw.text import Style
from modgen.model.game import Game
from modgen.model.types.pieces import PieceType
from modgen.model.types.unit_states import Condition

BADGE = 2.4
"""The largest radius of a badge in mm."""
SHARE = 0.34
"""The radius of a badge on a small piece, as a share of its width."""
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
    radius = min(BADGE, wide * SHARE)
    x = MARGIN + (radius if number % 2 == 0 else wide - radius)
    y = MARGIN + high / 2
    edge = darker(condition.colour, 0.5)
    drawing.circle(x, y, radius, fill=condition.colour, stroke=edge, stroke_width=0.25)
    if condition.icon:
        ink = ink_on(condition.colour)
        drawing.icon(condition.icon, x, y, radius * 1.5, ink, game.folder)
    elif condition.letters:
        letters = Style("title", radius * 1.7, bold=True)
        ink = ink_on(condition.colour)
        drawing.text(condition.letters, x, y + radius * 0.6, letters, align="centre", fill=ink)
    return drawing
