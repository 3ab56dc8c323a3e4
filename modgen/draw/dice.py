"""Draw dice: a face with pips, or with a number if a die has more than six sides."""

from __future__ import annotations

from modgen.draw.colours import darker, ink_on, lighter
from modgen.draw.svg import Drawing
from modgen.draw.text import Style
from modgen.model.types.game_file import Die

SIZE = 6.0
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""The pips of each number, in steps right of and below the middle."""


def draw_die(die: Die) -> Drawing:
    """A die showing its highest number."""
    drawing = Drawing(SIZE, SIZE)
    colour, ink = die.colour, ink_on(die.colour)
    drawing.rect(
        0.3,
        0.3,
        SIZE - 0.6,
        SIZE - 0.6,
        1.3,
        fill=colour,
        stroke=darker(colour, 0.45),
        stroke_width=0.3,
    )
    drawing.rect(0.8, 0.8, SIZE - 1.6, SIZE - 1.6, 1.0, fill=lighter(colour, 0.12))
    if die.sides in PIPS:
        for right, down in PIPS[die.sides]:
            drawing.circle(SIZE / 2 + right * 1.45, SIZE / 2 + down * 1.45, 0.55, fill=ink)
        return drawing
    letters = Style("title", 3.2, bold=True)
    drawing.text(str(die.sides), SIZE / 2, SIZE / 2 + 1.15, letters, align="centre", fill=ink)
    return drawing
