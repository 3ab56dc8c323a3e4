"""Draw the fire arcs of a piece that faces its first direction, with the piece in the middle."""

from __future__ import annotations

from math import cos, radians, sin

from modgen.draw.colours import darker, side_colour
from modgen.draw.fonts import in_typefaces
from modgen.draw.svg import Drawing, number
from modgen.draw.text import Style
from modgen.model.facing import arc_outline, reaches
from modgen.model.game import Game
from modgen.model.types.pieces import PieceType
from modgen.model.types.places import Grid

FILL = 0.24
MARGIN = 0.6
"""Around the arcs, in mm."""


@in_typefaces
def draw_arcs(game: Game, piece: PieceType, face: str, grid: Grid) -> Drawing:
    """All arcs of a piece on a face, each as far as it reaches on a grid, with its name."""
    shapes = [(arc, arc_outline(arc, grid, piece)) for arc in reaches(game, piece, face)]
    far = max(max(abs(x), abs(y)) for _, ring in shapes for x, y in ring) + MARGIN
    drawing = Drawing(2 * far, 2 * far)
    for reach, ring in shapes:
        colour = reach.arc.colour or side_colour(game, piece.side)
        points = [(x + far, y + far) for x, y in ring]
        drawing.polygon(
            points,
            fill=colour,
            fill_opacity=FILL,
            stroke=darker(colour, 0.3),
            stroke_width=0.5,
            stroke_linejoin="round",
        )
        size = min(4.0, grid.size * 0.22)
        turn = reach.arc.start + reach.arc.width / 2 + (piece.first_facing if piece.facings else 0)
        away = (reach.cells + 0.5) * grid.size * 0.86 - size
        x, y = far + away * sin(radians(turn)), far - away * cos(radians(turn))
        with drawing.group(transform=f"rotate({number(turn)} {number(x)} {number(y)})"):
            drawing.text(
                f"{reach.arc.name} {reach.cells:g}",
                x,
                y + size * 0.36,
                Style("title", size, bold=True),
                align="centre",
                fill=darker(colour, 0.45),
                halo="#ffffff",
                halo_width=0.5,
            )
    return drawing
