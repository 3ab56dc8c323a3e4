"""Draw the marks of places: discs, printed attributes, flags of cells in which a side wins."""

from __future__ import annotations

from modgen.draw.colours import lighter, side_colour
from modgen.draw.svg import Drawing
from modgen.draw.text import Style
from modgen.model.game import Game
from modgen.model.types.places import Space

CITY = "#f3e7cf"
RIM = "#8c3b2e"
GREY_LAND = "#c9c6b8"
"""Land that is not a space."""
RADIUS = 3.8
"""The radius of the disc of a printed attribute in mm."""
FLAG = 5.5
"""The sides of a flag in mm."""
SMALL = 8.0
"""A disc of a smaller radius in mm, as in a legend, has a single rim."""


def paint_disc(drawing: Drawing, game: Game, space: Space, x: float, y: float, r: float) -> None:
    """A city, a node or a sea space: a disc with a double rim, and its icon."""
    thick = min(r / SMALL, 1.0)
    rim = space.colour or RIM
    if space.kind == "sea":
        drawing.circle(x, y, r, fill="#dbe8f0", stroke="#ffffff", stroke_width=thick)
        drawing.circle(x, y, r - 0.9 * thick, fill="none", stroke="#3d6e8a", stroke_width=0.3)
        return
    drawing.circle(x + 0.6 * thick, y + thick, r, fill="#000000", fill_opacity=0.25)
    drawing.circle(x, y, r, fill=CITY, stroke="#ffffff", stroke_width=1.6 * thick)
    drawing.circle(x, y, r - 0.9 * thick, fill="none", stroke=rim, stroke_width=0.8 * thick)
    if r >= SMALL:
        drawing.circle(x, y, r - 2.0, fill="none", stroke=rim, stroke_width=0.25)
    if space.icon:
        faint = 0.72 if r >= SMALL else 0.35
        drawing.icon(space.icon, x, y, r * 1.15, lighter(rim, faint), game.folder)


def paint_attribute(drawing: Drawing, worth: object, x: float, y: float, r: float = RADIUS) -> None:
    """A printed attribute of a space: its value on a dark disc."""
    share = r / RADIUS
    drawing.circle(x, y, r, fill="#3a3327", stroke="#ffffff", stroke_width=0.6 * share)
    letters = Style("title", 5.6 * share, bold=True)
    drawing.text(str(worth), x, y + 2.0 * share, letters, align="centre", fill="#ffffff")


def paint_flag(drawing: Drawing, game: Game, side: str | None, right: float, top: float) -> None:
    """A flag in the colour of a side, in the corner at `right`, `top`."""
    drawing.polygon(
        ((right - FLAG, top), (right, top), (right, top + FLAG)),
        fill=side_colour(game, side),
        stroke="#ffffff",
        stroke_width=0.25,
    )
