"""The numbers that a grid shows in its cells (vassal-formats §7.4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from html import escape

from modgen.log.board_sizes import rgb, whole
from modgen.log.locations import NUMBERED, grid_measures
from modgen.svg_sizes import Size
from modgen.vassal.components import Component

ASCENT, HEIGHT = 0.93, 1.17
"""The height of letters above their line, and of a line, in sizes of the font."""
USUAL_SIZE = "9"
LEAST_SIZE = 5
"""The smallest size of letters that the engine draws, in pixels of the screen."""
LONGEST = 20
"""A longer number is not drawn."""
EDGES = {0: (0, -1), 90: (1, 0), 180: (0, 1), 270: (-1, 0)}
"""The edge of a square at which its number is, by the degrees that it is turned."""


def numbers(
    grid: Component, middles: Iterable[tuple[int, int]], container: Size, scale: float
) -> str:
    """The numbers of cells as a part of a drawing; empty for none.

    `middles` are those of the cells, `container` is the size of the board or of the grid's zone.
    """
    numbering = next((child for child in grid.children if child.name.endswith("Numbering")), None)
    if numbering is None or numbering.attributes.get("visible") != "true":
        return ""
    given = numbering.attributes
    size, colour = whole(given.get("fontSize", USUAL_SIZE)), rgb(given.get("color", "0,0,0"))
    if int(size * scale + 0.5) < LEAST_SIZE or not colour:
        return ""
    # The engine ignores the location format here.
    plain = replace(numbering, attributes=given | {"locationFormat": ""})
    named, name = replace(grid, children=[plain]), NUMBERED[grid.name]
    turned = whole(given.get("rotateText"))
    right, down, at_top = _anchor(grid, turned)
    across = whole(given.get("hDrawOff"))
    base = whole(given.get("vDrawOff")) + size * (ASCENT if at_top else ASCENT - HEIGHT / 2)
    look = _look(size, colour)
    return "".join(
        f'<text {look} x="{across}" y="{base:.2f}" '
        f'transform="translate({x + right:g},{y + down:g}) rotate({turned})">'
        f"{escape(number)}</text>"
        for x, y in middles
        if len(number := name(named, (x, y), container)) <= LONGEST
    )


def _anchor(grid: Component, turned: int) -> tuple[float, float, bool]:
    """The point of a number, from the middle of its cell, and whether the number hangs below it.

    Otherwise the number is centred on that point.
    """
    _, _, dx, dy = grid_measures(grid)
    if grid.name != "HexGrid":
        right, down = EDGES.get(turned, EDGES[0])
        return right * dx / 2, down * dy / 2, True
    at_top = not turned and grid.attributes.get("sideways") != "true"
    return 0, -dy / 2 if at_top else 0, at_top


def _look(size: int, colour: str) -> str:
    from modgen.draw.fonts import face

    family = face("text").family
    return f'font-family="{family}" font-size="{size}" fill="{colour}" text-anchor="middle"'
