"""The grids that a module shows on its boards: lines, dots and numbers (vassal-formats §7)."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from math import ceil, floor
from typing import TYPE_CHECKING

from modgen.log.board_sizes import rgb
from modgen.log.grid_numbers import numbers
from modgen.log.locations import CELLS, PlacedBoard, grid_measures, polygon_of
from modgen.svg_sizes import Size
from modgen.vassal.components import Component

if TYPE_CHECKING:
    from PIL import Image

MOST_CELLS = 50_000
"""The most cells of a grid that is drawn."""
MOST_PIXELS = 40_000_000
"""The most pixels of a board on which a grid is drawn."""
MOST_TEXT = 5_000_000
"""The longest drawing of the grids of a board, in characters: about 25,000 numbers."""
Area = tuple[int, int, int, int]
"""A part of a board in pixels: left, top, right, bottom."""


def grid_picture(board: PlacedBoard, scale: float = 1) -> Image.Image | None:
    """A board's grids on a clear ground, at a scale; None for none or if they are too much."""
    from PIL import Image

    from modgen.draw.raster import png

    size = board.width, board.height
    if size[0] * size[1] > MOST_PIXELS:
        return None
    drawn = ""
    for part in grid_shapes(next(iter(board.component.children), None), size, scale):
        drawn += part
        if len(drawn) > MOST_TEXT:
            return None
    if not drawn:
        return None
    wide, high = (max(1, round(side * scale)) for side in size)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
        f'viewBox="0 0 {size[0]} {size[1]}">{drawn}</svg>'
    )
    try:
        return Image.open(BytesIO(png(svg, 96))).convert("RGBA")
    except ValueError:  # the drawing has too many parts for the renderer
        return None


def grid_shapes(grid: Component | None, size: Size, scale: float) -> Iterator[str]:
    """The parts of a drawing of a grid; in zones, of their own grids."""
    if grid is None:
        return
    whole = (0, 0, *size)
    if grid.name != "ZonedGrid":
        yield _drawn(grid, whole, size, scale)
        return
    zones = [
        (polygon, next((each for each in zone.children if each.name in CELLS), None))
        for zone in grid.children
        if zone.name == "Zone" and zone.attributes.get("useParentGrid") != "true"
        if len(polygon := polygon_of(zone.attributes.get("path", ""))) > 2
    ]
    spared = "".join(f'<polygon points="{_points(each)}"/>' for each, _ in zones)
    ground = next((each for each in grid.children if each.name in CELLS), None)
    lines = _drawn(ground, whole, size, scale) if ground is not None else ""
    if lines:
        yield (
            f'<mask id="ground"><rect width="{size[0]}" height="{size[1]}" fill="#fff"/>{spared}'
            f'</mask><g mask="url(#ground)">{lines}</g>'
        )
    for number, (polygon, own) in enumerate(zones):
        left, top, right, bottom = _around(polygon)
        # A pixel more, for lines are drawn through the middles of pixels.
        area = max(left - 1, 0), max(top - 1, 0), min(right + 1, size[0]), min(bottom + 1, size[1])
        measures = right - left, bottom - top
        lines = _drawn(own, area, measures, scale) if own is not None else ""
        if lines:
            yield (
                f'<clipPath id="zone{number}"><polygon points="{_points(polygon)}"/></clipPath>'
                f'<g clip-path="url(#zone{number})">{lines}</g>'
            )


def _around(polygon: tuple[tuple[int, int], ...]) -> Area:
    across, down = zip(*polygon, strict=True)
    return min(across), min(down), max(across), max(down)


def _points(polygon: tuple[tuple[int, int], ...]) -> str:
    return " ".join(f"{x},{y}" for x, y in polygon)


def _drawn(grid: Component, area: Area, container: Size, scale: float) -> str:
    """One grid in a part of a board. `container` is the size of the board or of the grid's zone."""
    _, _, dx, dy = grid_measures(grid)
    if grid.name not in CELLS or min(dx, dy) < 1:
        return ""
    sideways = _is_sideways(grid)
    middles = (_turn((_round(x), _round(y)), sideways) for x, y in _middles(grid, area))
    return _lines(grid, area) + numbers(grid, middles, container, scale)


def _is_sideways(grid: Component) -> bool:
    return grid.name == "HexGrid" and grid.attributes.get("sideways") == "true"


def _ranges(grid: Component, area: Area) -> tuple[range, range]:
    """The columns and rows of cells in a part of a board; none if there are very many."""
    x, y, dx, dy = grid_measures(grid)
    left, top, right, bottom = area
    if _is_sideways(grid):
        left, top, right, bottom = top, left, bottom, right
    columns = range(floor((left - x) / dx) - 1, ceil((right - x) / dx) + 2)
    rows = range(floor((top - y) / dy) - 1, ceil((bottom - y) / dy) + 2)
    return (columns, rows) if len(columns) * len(rows) <= MOST_CELLS else (range(0), range(0))


def _middles(grid: Component, area: Area) -> Iterator[tuple[float, float]]:
    """The middles of the cells; of a sideways grid with x and y exchanged."""
    left, top, dx, dy = grid_measures(grid)
    columns, rows = _ranges(grid, area)
    for column in columns:
        lower = dy / 2 if grid.name == "HexGrid" and column % 2 else 0
        yield from ((left + column * dx, top + row * dy + lower) for row in rows)


def _lines(grid: Component, area: Area) -> str:
    """The lines and dots of a grid."""
    given = grid.attributes
    colour = rgb(given.get("color", "0,0,0"))
    seen, dotted = given.get("visible") == "true", given.get("dotsVisible") == "true"
    if not (seen or dotted) or not colour:
        return ""
    left, top, dx, dy = grid_measures(grid)
    sideways, hexes = _is_sideways(grid), grid.name == "HexGrid"
    drawn = ""
    if seen and hexes:
        tops = (_top(x, y, dx, dy) for x, y in _middles(grid, area))
        paths = ([_turn(point, sideways) for point in one] for one in tops)
        drawn = "".join("M" + "L".join(f"{x} {y}" for x, y in path) for path in paths)
    elif seen:
        columns, rows = _ranges(grid, area)
        xs = (_round(left + dx * (each + 0.5)) for each in columns)
        ys = (_round(top + dy * (each + 0.5)) for each in rows)
        drawn = "".join(f"M{x} {area[1]}V{area[3]}" for x in xs)
        drawn += "".join(f"M{area[0]} {y}H{area[2]}" for y in ys)
    # The engine's lines go through the middles of pixels.
    line = f'<path d="{drawn}" transform="translate(.5 .5)" fill="none" stroke="{colour}"/>'
    shift = 0 if hexes else 0.5
    middles = _middles(grid, area) if dotted else ()
    dots = (_turn((_round(x - shift), _round(y - shift)), sideways) for x, y in middles)
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
