"""The numbers that belong to one piece, as counters show those with which it begins."""

from __future__ import annotations

from modgen.draw.svg import Drawing
from modgen.draw.text import Style, width
from modgen.model.game import Game
from modgen.model.types.pieces import PieceType

SIZE = 2.8
"""Height of the type in mm: a number with two digits is beside the symbol of a 15 mm counter."""
GAP = 1.2
"""Millimetres between two numbers."""
PLATE = "#fffaeb"
INK = "#141414"
CAPITALS = 0.71
"""The height of digits as a share of the type."""


def paint_gauges(
    drawing: Drawing, game: Game, piece: PieceType, right: float, middle: float
) -> None:
    """Paint the numbers of a piece below each other, to the left of `right` and about `middle`."""
    has = [gauge for gauge in game.info.gauges if gauge.id in piece.gauges]
    letters = Style("text", SIZE, bold=True)
    for number, gauge in enumerate(has):
        text = str(piece.gauges[gauge.id])
        wide = width(text, letters) + 0.6
        y = middle + (number - (len(has) - 1) / 2) * (SIZE + GAP)
        high = SIZE + 0.4
        drawing.rect(right - wide, y - high / 2, wide, high, 0.4, fill=PLATE)
        baseline = y + SIZE * CAPITALS / 2
        drawing.text(text, right - wide / 2, baseline, letters, align="centre", fill=INK)
