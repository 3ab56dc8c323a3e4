"""Stickers for wooden blocks: a step is at each edge, the present one at the top.

A block that loses a step is turned a quarter to the left, which brings its right edge to the top.
"""

from __future__ import annotations

from modgen.draw.colours import ink_on, lighter, side_colour
from modgen.draw.pieces import fitted_letters
from modgen.draw.side_patterns import paint_pattern, pattern_of
from modgen.draw.svg import Drawing, number
from modgen.draw.whole import draw_face
from modgen.model.game import Game
from modgen.model.types.pieces import Face, PieceType

EDGES = 4
"""The most steps of a sticker."""
RATINGS = ("nw", "ne", "sw", "se", "factors")
STEP, RATING, NAME = 0.22, 0.17, 0.12
"""Heights of letters as shares of the sticker's size."""
PLATE = 0.28
"""Half the width of the plate in the middle, as a share of that size."""
ICONS = (0.44, 0.36, 0.25)
"""The size of the icon with nothing, one line or two lines beside it, as shares of that size."""


def draw_sticker(
    game: Game, piece: PieceType, faces: list[Face], size: float, bleed: float
) -> Drawing:
    """The sticker of a block, `size` mm wide and high without the bleed.

    The steps of the faces go round its edges from the top to the right; what the faces have in
    common is in the middle. A first face that is a picture fills the sticker.
    """
    whole = size + 2 * bleed
    drawing, middle, first = Drawing(whole, whole), whole / 2, faces[0]
    if first.art:
        draw_face(drawing, game.folder, first.art, 0, 0, whole, whole)
        return drawing
    colour = first.colour or piece.colour or side_colour(game, piece.side)
    ink = ink_on(colour)
    drawing.rect(0, 0, whole, whole, fill=colour)
    half, ground = size * PLATE, lighter(colour, 0.14)
    corner = middle - half
    drawing.rect(corner, corner, 2 * half, 2 * half, size * 0.03, fill=ground)
    pattern = pattern_of(game, piece.side)
    paint_pattern(drawing, pattern, (middle, middle), half * 0.96, size, ground)
    base, wide, high = bleed + size * 0.19, size * 0.55, size * STEP
    for at, step in enumerate(_steps(faces)):
        with drawing.group(transform=f"rotate({at * 90} {number(middle)} {number(middle)})"):
            fitted_letters(drawing, step, middle, base, wide, high, ink)
    name, common = first.text or piece.text, _common(faces)
    if first.icon:
        down = size * (0.06 * bool(name) - 0.075 * bool(common))
        across = size * ICONS[bool(name) + bool(common)]
        drawing.icon(first.icon, middle, middle + down, across, ink, game.folder)
    if name:
        fitted_letters(drawing, name, middle, middle - size * 0.165, size * 0.5, size * NAME, ink)
    if common:
        low = middle + size * 0.25
        fitted_letters(drawing, common, middle, low, size * 0.5, size * RATING, ink)
    return drawing


def _differing(faces: list[Face]) -> list[str]:
    """The ratings that are not the same on all faces."""
    return [key for key in RATINGS if len({getattr(face, key) for face in faces}) > 1]


def _common(faces: list[Face]) -> str:
    """The ratings that all faces share."""
    differing = _differing(faces)
    shared = (getattr(faces[0], key) for key in RATINGS if key not in differing)
    return " ".join(filter(None, shared))


def _steps(faces: list[Face]) -> list[str]:
    """What distinguishes the faces: ratings that differ, or else their strength or number."""
    if differing := _differing(faces):
        return [" ".join(getattr(face, key) for key in differing).strip() for face in faces]
    if len(faces) == 1:
        return []
    strengths = [face.strength for face in faces]
    numbers = strengths if len(set(strengths)) > 1 else range(len(faces), 0, -1)
    return [str(number) for number in numbers]
