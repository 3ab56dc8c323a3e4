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


def grid_picture(board: PlacedBoard, scale: float = 1) -> Image.Image | None:
    """A board's grids on a clear ground, at a scale; None for none."""
    from PIL import Image

    from modgen.draw.raster import png

    size = board.width, board.height
    drawn = "".join(grid_shapes(next(iter(board.component.children), None), size, scale))
    if not drawn or size[0] * size[1] > MOST_PIXELS:
        return None
    wide, high = (max(1, round(side * scale)) for side in size)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
        f'viewBox="0 0 {size[0]} {size[1]}">{drawn}</svg>'
    )
    return Image.open(BytesIO(png(svg, 96))).convert("RGBA")


def grid_shapes(grid: Component | None, size: Size, scale: float) -> Iterator[str]:
    """The parts of a drawing of a grid; in zones, of their own grids."""
    if grid is None:
        return
    if grid.name != "ZonedGrid":
        yield _drawn(grid, size, size, scale)
        return
    zones = [
        (polygon, next((each for each in zone.children if each.name in CELLS), None))
        for zone in grid.children
        if zone.name == "Zone" and zone.attributes.get("useParentGrid") != "true"
        if len(polygon := polygon_of(zone.attributes.get("path", ""))) > 2
    ]
    spared = "".join(f'<polygon points="{_points(each)}"/>' for each, _ in zones)
    ground = next((each for each in grid.children if each.name in CELLS), None)
    lines = _drawn(ground, size, size, scale) if ground is not None else ""
    if lines:
        yield (
            f'<mask id="ground"><rect width="{size[0]}" height="{size[1]}" fill="#fff"/>{spared}'
            f'</mask><g mask="url(#ground)">{lines}</g>'
        )
    for number, (polygon, own) in enumerate(zones):
        across, down = (max(side) - min(side) for side in zip(*polygon, strict=True))
        lines = _drawn(own, size, (across, down), scale) if own is not None else ""
        if lines:
            yield (
                f'<clipPath id="zone{number}"><polygon points="{_points(polygon)}"/></clipPath>'
                f'<g clip-path="url(#zone{number})">{lines}</g>'
            )


def _points(polygon: tuple[tuple[int, int], ...]) -> str:
    return " ".join(f"{x},{y}" for x, y in polygon)


def _drawn(grid: Component, size: Size, container: Size, scale: float) -> str:
    """One grid over a whole board. `container` is the size of the board or of the grid's zone."""
    _, _, dx, dy = grid_measures(grid)
    if grid.name not in CELLS or min(dx, dy) < 1:
        return ""
    sideways = _is_sideways(grid)
    middles = (_turn((_round(x), _round(y)), sideways) for x, y in _middles(grid, size))
    return _lines(grid, size) + numbers(grid, middles, container, scale)


def _is_sideways(grid: Component) -> bool:
    return grid.name == "HexGrid" and grid.attributes.get("sideways") == "true"


def _ranges(grid: Component, size: Size) -> tuple[range, range]:
    """The columns and rows of cells on a board; none if there are very many."""
    left, top, dx, dy = grid_measures(grid)
    across, down = size[::-1] if _is_sideways(grid) else size
    columns = range(floor(-left / dx) - 1, ceil((across - left) / dx) + 2)
    rows = range(floor(-top / dy) - 1, ceil((down - top) / dy) + 2)
    return (columns, rows) if len(columns) * len(rows) <= MOST_CELLS else (range(0), range(0))


def _middles(grid: Component, size: Size) -> Iterator[tuple[float, float]]:
    """The middles of the cells; of a sideways grid with x and y exchanged."""
    left, top, dx, dy = grid_measures(grid)
    columns, rows = _ranges(grid, size)
    for column in columns:
        lower = dy / 2 if grid.name == "HexGrid" and column % 2 else 0
        yield from ((left + column * dx, top + row * dy + lower) for row in rows)


def _lines(grid: Component, size: Size) -> str:
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
        tops = (_top(x, y, dx, dy) for x, y in _middles(grid, size))
        paths = ([_turn(point, sideways) for point in one] for one in tops)
        drawn = "".join("M" + "L".join(f"{x} {y}" for x, y in path) for path in paths)
    elif seen:
        columns, rows = _ranges(grid, size)
        drawn = "".join(f"M{_round(left + dx * (each + 0.5))} 0V{size[1]}" for each in columns)
        drawn += "".join(f"M0 {_round(top + dy * (each + 0.5))}H{size[0]}" for each in rows)
    # The engine's lines go through the middles of pixels.
    line = f'<path d="{drawn}" transform="translate(.5 .5)" fill="none" stroke="{colour}"/>'
    shift = 0 if hexes else 0.5
    middles = _middles(grid, size) if dotted else ()
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
