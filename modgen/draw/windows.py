"""Draw the background of a private window: the name of each cup above its place."""

from __future__ import annotations

from collections.abc import Mapping

from modgen.draw.svg import Drawing
from modgen.draw.text import Style
from modgen.model.types.base import Rect

TABLE = "#46545c"
"""The colour of windows that hold cards."""
NAME_HEIGHT = 5.0
"""The height above a cup for its name, in mm."""


def draw_window(wide: float, high: float, cups: Mapping[str, Rect]) -> Drawing:
    """A window, its size in mm, with the names of its cups."""
    drawing = Drawing(wide, high)
    drawing.rect(0, 0, wide, high, fill=TABLE)
    for name, rect in cups.items():
        drawing.rect(
            rect.x,
            rect.y,
            rect.w,
            rect.h,
            3,
            fill="#000000",
            fill_opacity=0.18,
            stroke="#ffffff",
            stroke_opacity=0.45,
            stroke_width=0.3,
            stroke_dasharray="1.6 1.2",
        )
        drawing.box_text(
            name,
            rect.x,
            rect.y - NAME_HEIGHT,
            rect.w,
            NAME_HEIGHT - 1,
            Style("title", 3.6),
            least=2,
            align="centre",
            valign="middle",
            fill="#ffffff",
        )
    return drawing
