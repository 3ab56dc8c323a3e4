"""The lines and dots of grids that a module shows on its boards (vassal-formats §7)."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from math import ceil, floor
from typing import TYPE_CHECKING

from modgen.log.board_sizes import rgb
from modgen.log.locations import CELLS, PlacedBoard, grid_measures, polygon_of
from modgen.svg_sizes import Size
from modgen.vassal.components import Component

if TYPE_CHECKING:
    from PIL import Image

MOST_CELLS = 50_000
"""The most cells of a grid that is drawn."""
MOST_PIXELS = 40_000_000
"""The most pixels of a board on which a grid is drawn."""


def grid_picture(board: PlacedBoard, scale: float = 1) -> Image.Image | None:
    """The lines and dots of a board's grids on a clear ground, at a scale; None for none."""
    from PIL import Image

    from modgen.draw.raster import png

    size = board.width, board.height
    drawn = "".join(_shapes(next(iter(board.component.children), None), size))
    if not drawn or size[0] * size[1] > MOST_PIXELS:
        return None
    wide, high = (max(1, round(side * scale)) for side in size)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
        f'viewBox="0 0 {size[0]} {size[1]}">{drawn}</svg>'
    )
    return Image.open(BytesIO(png(svg, 96))).convert("RGBA")


def _shapes(grid: Component | None, size: Size) -> Iterator[str]:
    """The parts of a drawing of a grid; in zones, of their own grids."""
    if grid is None:
        return
    if grid.name != "ZonedGrid":
        yield _lines(grid, size)
        return
    zones = [
        (polygon, next((each for each in zone.children if each.name in CELLS), None))
        for zone in grid.children
        if zone.name == "Zone" and zone.attributes.get("useParentGrid") != "true"
        if len(polygon := polygon_of(zone.attributes.get("path", ""))) > 2
    ]
    spared = "".join(f'<polygon points="{_points(each)}"/>' for each, _ in zones)
    ground = next((each for each in grid.children if each.name in CELLS), None)
    lines = _lines(ground, size) if ground is not None else ""
    if lines:
        yield (
            f'<mask id="ground"><rect width="{size[0]}" height="{size[1]}" fill="#fff"/>{spared}'
            f'</mask><g mask="url(#ground)">{lines}</g>'
        )
    for number, (polygon, own) in enumerate(zones):
        lines = _lines(own, size) if own is not None else ""
        if lines:
            yield (
                f'<clipPath id="zone{number}"><polygon points="{_points(polygon)}"/></clipPath>'
                f'<g clip-path="url(#zone{number})">{lines}</g>'
            )


def _points(polygon: tuple[tuple[int, int], ...]) -> str:
    return " ".join(f"{x},{y}" for x, y in polygon)


def _lines(grid: Component, size: Size) -> str:
    """The lines and dots of one grid over a whole board."""
    given = grid.attributes
    colour = rgb(given.get("color", "0,0,0"))
    seen, dotted = given.get("visible") == "true", given.get("dotsVisible") == "true"
    left, top, dx, dy = grid_measures(grid)
    if not (seen or dotted) or not colour or min(dx, dy) < 1:
        return ""
    sideways = grid.name == "HexGrid" and given.get("sideways") == "true"
    across, down = size[::-1] if sideways else size
    columns = range(floor(-left / dx) - 1, ceil((across - left) / dx) + 2)
    rows = range(floor(-top / dy) - 1, ceil((down - top) / dy) + 2)
    if len(columns) * len(rows) > MOST_CELLS:
        return ""
    hexes = grid.name == "HexGrid"
    middles = [
        (left + column * dx, top + row * dy + (dy / 2 if hexes and column % 2 else 0))
        for column in columns
        for row in rows
    ]
    drawn = ""
    if seen and hexes:
        paths = ([_turn(point, sideways) for point in _top(x, y, dx, dy)] for x, y in middles)
        drawn = "".join("M" + "L".join(f"{x} {y}" for x, y in path) for path in paths)
    elif seen:
        drawn = "".join(f"M{_round(left + dx * (each + 0.5))} 0V{size[1]}" for each in columns)
        drawn += "".join(f"M0 {_round(top + dy * (each + 0.5))}H{size[0]}" for each in rows)
    # The engine's lines go through the middles of pixels.
    line = f'<path d="{drawn}" transform="translate(.5 .5)" fill="none" stroke="{colour}"/>'
    shift = 0 if hexes else 0.5
    dots = (_turn((_round(x - shift), _round(y - shift)), sideways) for x, y in middles if dotted)
    spots = "".join(f"M{x} {y}h2v2h-2z" for x, y in dots)
    return (line if drawn else "") + (f'<path d="{spots}" fill="{colour}"/>' if spots else "")


def _top(x: float, y: float, dx: float, dy: float) -> tuple[tuple[int, int], ...]:
    """The upper half of a hex. The lower halves are those of the hexes below it."""
    reach = 2 * dx / 3
    return (
        (_round(x - reach), _round(y)),
        (_round(x - reach / 2), _round(y - dy / 2)),
        (_round(x + reach / 2), _round(y - dy / 2)),
        (_round(x + reach), _round(y)),
    )


def _turn(point: tuple[int, int], sideways: bool) -> tuple[int, int]:
    return point[::-1] if sideways else point


def _round(value: float) -> int:
    return floor(value + 0.5)
