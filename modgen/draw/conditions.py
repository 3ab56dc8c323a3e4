"""Draw the badges of conditions: a frame at the rim of a unit and a disc with an icon.

Neither covers a rating: badges are in the middle of the edges if numbers are in the corners, and in
the corners if they are elsewhere.
"""

from __future__ import annotations

from modgen.draw.colours import darker, ink_on
from modgen.draw.fonts import in_typefaces
from modgen.draw.pieces import MARGIN, corner_of
from modgen.draw.svg import Drawing
from modgen.draw.text import Style
from modgen.model.game import Game
from modgen.model.types.pieces import PieceType
from modgen.model.types.unit_states import Condition

BADGE = 2.4
"""The largest radius of a badge in mm."""
SHARE = 0.18
"""The radius of a badge on a small piece, as a share of its width."""
SMALL_SHARE = 0.15
"""The same where two badges are one above the other."""
FRAME = 0.045
"""Width of the frame, as a share of the piece's: as far as ratings are from the edge."""
EDGES = ((-1, 0), (1, 0), (0, -1), (0, 1))
CORNERS = ((1, -1), (-1, -1), (1, 1), (-1, 1))
UPPER = ((1, -1), (1, 0), (-1, -1))
"""The places of badges on units with factors below their symbol, and a name to its left."""


@in_typefaces
def draw_condition(game: Game, condition: Condition, piece: PieceType, number: int) -> Drawing:
    """A condition over a unit; `number` is its place among those that the unit can be in."""
    wide, high = piece.size, piece.drawn_height
    drawing = Drawing(wide + 2 * MARGIN, high + 2 * MARGIN)
    thick = wide * FRAME
    inset = MARGIN + thick / 2
    drawing.rect(
        inset,
        inset,
        wide - thick,
        high - thick,
        max(0.2, corner_of(piece) - thick / 2),
        fill="none",
        stroke=condition.colour,
        stroke_width=thick,
    )
    across, down = badge_spot(piece, number)
    share = SMALL_SHARE if _places(piece) is UPPER else SHARE
    radius = min(BADGE, wide * share)
    x = MARGIN + wide / 2 + across * (wide / 2 - radius)
    y = MARGIN + high / 2 + down * (high / 2 - radius)
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


def badge_spot(piece: PieceType, number: int) -> tuple[int, int]:
    """Where the badge of a condition is: right (1) or left (-1) and below or above the middle."""
    places = _places(piece)
    return places[number % len(places)]


def _places(piece: PieceType) -> tuple[tuple[int, int], ...]:
    """Where on a piece nothing is printed: the directions from its middle to its rim."""
    if any(face.factors for face in piece.faces):
        return UPPER
    rated = any((face.nw, face.ne, face.sw, face.se) != ("", "", "", "") for face in piece.faces)
    if piece.traits:
        return EDGES[1:]
    return EDGES if rated else CORNERS
