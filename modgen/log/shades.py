"""Areas around pieces and the shading of maps (vassal-formats §5.3, §6).

An area is made of cells of the grid at its piece, or is a circle where the board has no hexes or
squares. A map's shading covers the areas of the pieces that name it, or all boards but those areas.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from io import BytesIO
from itertools import pairwise
from math import floor, sqrt
from typing import TYPE_CHECKING, NamedTuple

from modgen.log.board_sizes import rgb, whole
from modgen.log.properties import PieceProperties
from modgen.svg_sizes import Size
from modgen.vassal.components import Component
from modgen.vassal.traits import AreaOfEffect
from modgen.vassal.wires import read_integer

if TYPE_CHECKING:
    from PIL import Image

    from modgen.log.locations import PlacedBoard

MOST_CELLS = 5000
"""The most cells of an area that is drawn."""
LARGEST = 4000
"""The longest side of the picture of an area, in pixels."""
DETAIL = 2_000_000
"""The most pixels of a map's shading in a page."""
FOREGROUND = "Foreground"
"""The engine's name of a shading that covers the areas, not what is around them."""
PATTERNS = {"25%": ((1, 0), (0, 0)), "50%": ((1, 0), (0, 1)), "75%": ((1, 1), (0, 1))}
"""The engine's names of patterns, and their rows: whether each pixel is drawn."""
PICTURE = "Custom Image"

Point = tuple[float, float]
Outline = tuple[Point, ...]
"""The corners of a cell; of a circle its middle and the point at the end of its radius."""


class Area(NamedTuple):
    """What a piece shades: outlines of cells, in pixels from the piece, and how they look."""

    cells: tuple[Outline, ...]
    colour: str = "#808080"
    opacity: int = 30
    """In per cent."""

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, right and bottom in whole pixels."""
        return _box(self.cells)

    @property
    def size(self) -> Size:
        """Width and height in pixels."""
        left, top, right, bottom = self.box
        return right - left, bottom - top


def _box(cells: Sequence[Outline]) -> tuple[int, int, int, int]:
    corners = [corner for cell in cells for corner in _corners(cell)]
    across, down = zip(*corners, strict=True)
    return floor(min(across)), floor(min(down)), -floor(-max(across)), -floor(-max(down))


def _corners(cell: Outline) -> Iterator[Point]:
    if len(cell) > 2:
        yield from cell
    else:
        (x, y), (end, _) = cell
        radius = end - x
        yield from ((x - radius, y - radius), (x + radius, y + radius))


def area_of(trait: AreaOfEffect, properties: PieceProperties, grid: Component | None) -> Area:
    """The area of a trait on a grid; without cells if it is not shown or too large."""
    if not (trait.always_on or trait.active):
        return Area(())
    radius = trait.radius
    if not trait.fixed_radius:
        try:
            radius = read_integer(properties.get(trait.radius_property))
        except ValueError:
            radius = 0
    cells = _cells(grid, radius) if grid is not None else ()
    cells = cells or (((0.0, 0.0), (float(radius), 0.0)),)
    made = Area(cells, rgb(trait.colour) or "#808080", max(0, min(trait.opacity, 100)))
    return made if min(made.size) > 0 and max(made.size) <= LARGEST else Area(())


def _cells(grid: Component, radius: int) -> tuple[Outline, ...]:
    if radius < 0 or (2 * radius + 1) ** 2 > MOST_CELLS:
        return ()
    try:
        dx, dy = (float(grid.attributes.get(key) or 0) for key in ("dx", "dy"))
    except ValueError:
        return ()
    if not (1 <= dx <= LARGEST and 1 <= dy <= LARGEST):
        return ()
    if grid.name == "SquareGrid":
        return tuple(_squares(dx, dy, radius))
    return tuple(_hexes(dx, dy, radius, grid.attributes.get("sideways") == "true"))


def _squares(dx: float, dy: float, radius: int) -> Iterator[Outline]:
    for across in range(-radius, radius + 1):
        for down in range(-radius, radius + 1):
            left, top = int(int(across * dx) - dx / 2), int(int(down * dy) - dy / 2)
            right, bottom = left + int(dx), top + int(dy)
            yield (left, top), (right, top), (right, bottom), (left, bottom)


def _hexes(dx: float, dy: float, radius: int, sideways: bool) -> Iterator[Outline]:
    """Rounded to pixels as in the engine; each hex reaches one pixel into its neighbours."""
    reach = 2 * dx / 3
    for column in range(-radius, radius + 1):
        x, number = int(column * dx), 2 * radius + 1 - abs(column)
        y = -int(dy * (number - 1) / 2)
        for _ in range(number):
            hexagon = (
                (_round(x - reach), y),
                (_round(x - reach / 2), _round(y - dy / 2)),
                (_round(x + reach / 2) + 1, _round(y - dy / 2)),
                (_round(x + reach) + 1, y),
                (_round(x + reach / 2) + 1, _round(y + dy / 2) + 1),
                (_round(x - reach / 2), _round(y + dy / 2) + 1),
            )
            yield tuple((down, across) for across, down in hexagon) if sideways else hexagon
            y = int(y + dy)


def _round(value: float) -> int:
    return floor(value + 0.5)


def draw_area(area: Area) -> Image.Image:
    """The picture of an area, of its size."""
    from PIL import Image

    left, top, *_ = area.box
    picture = Image.new("RGBA", area.size, area.colour)
    mask = _mask(area.cells, area.size, (-left, -top), 1)
    picture.putalpha(mask.point(lambda value: (value * area.opacity + 50) // 100))
    return picture


@lru_cache(maxsize=64)
def _mask(cells: tuple[Outline, ...], size: Size, at: Point, scale: float) -> Image.Image:
    """White where a cell is; `at` is where the origin of the cells is in the picture."""
    from PIL import Image

    from modgen.draw.raster import png

    wide, high = (max(1, round(side * scale)) for side in size)
    shapes = f'<g transform="scale({scale:.6g}) translate({at[0]:g} {at[1]:g})">'
    path = "".join(
        "M" + "L".join(f"{x:g} {y:g}" for x, y in _clockwise(cell)) + "Z"
        for cell in cells
        if len(cell) > 2
    )
    shapes += f'<path d="{path}"/>' if path else ""
    for (x, y), (end, _) in (cell for cell in cells if len(cell) == 2):
        shapes += f'<circle cx="{x:g}" cy="{y:g}" r="{end - x:g}"/>'
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}">{shapes}</g></svg>'
    )
    return Image.open(BytesIO(png(svg, 96))).convert("RGBA").getchannel("A")


def _clockwise(cell: Outline) -> Outline:
    """The corners in one order for all cells, so that those that overlap are filled."""
    turned = sum(x * below - right * y for (x, y), (right, below) in pairwise((*cell, cell[0])))
    return cell if turned > 0 else cell[::-1]


class Shading(NamedTuple):
    """A map's shading while it covers some cells, which are in map pixels."""

    cells: tuple[Outline, ...]
    size: Size
    """Width and height of the map in pixels."""
    boards: tuple[tuple[int, int, int, int], ...]
    """Left, top, right and bottom of what is shaded around the cells; none in the foreground."""
    colour: str
    opacity: int
    pattern: str
    image: str
    """The name of a picture that is repeated in place of the pattern."""
    border: tuple[str, int]
    """The colour of the line around it and its opacity in per cent; no colour for none."""
    above: bool
    """Whether it is drawn above the pieces."""

    @property
    def detail(self) -> float:
        """The scale at which it is drawn in a page."""
        return min(1.0, sqrt(DETAIL / (self.size[0] * self.size[1])))


def shadings(
    parts: Iterable[Mapping[str, str]], size: Size, laid: Sequence[PlacedBoard]
) -> dict[str, Shading]:
    """A map's shadings that are on when a game begins, without any cells, by their names.

    `parts` are the attributes of the map's shaders.
    """
    found = {}
    for given in parts:
        if "true" not in (given.get("alwaysOn"), given.get("startsOn")):
            continue
        ground = given.get("type", FOREGROUND) != FOREGROUND
        border = rgb(given.get("borderColor", "0,0,0")) if given.get("border") == "true" else ""
        found[given.get("name", "")] = Shading(
            (),
            size,
            tuple(
                (board.left, board.top, board.left + board.width, board.top + board.height)
                for board in laid
                if ground and _is_shaded(given, board.name)
            ),
            rgb(given.get("color", "0,0,0")) or "#000000",
            _per_cent(given.get("opacity", "100")),
            given.get("pattern", "25%"),
            given.get("image", "") if given.get("pattern") == PICTURE else "",
            (border, _per_cent(given.get("borderOpacity", "100"))),
            given.get("drawOver") == "true",
        )
    return found


def _per_cent(text: str) -> int:
    return max(0, min(whole(text), 100))


def _is_shaded(given: Mapping[str, str], board: str) -> bool:
    listed = board in given.get("boardList", "").split(",")
    return {"No, exclude Boards in list": not listed, "No, only shade Boards in List": listed}.get(
        given.get("boards", ""), True
    )


def draw_shading(shading: Shading, tile: Image.Image | None, scale: float) -> Image.Image | None:
    """The picture of a shading, of the map's size at a scale; None if it covers nothing.

    It is filled with the picture `tile`, or else with its pattern.
    """
    from PIL import Image, ImageChops, ImageDraw, ImageFilter

    wide, high = (max(1, round(side * scale)) for side in shading.size)
    size = wide, high
    mask = _mask(shading.cells, shading.size, (0, 0), scale) if shading.cells else None
    if shading.boards:
        ground = Image.new("L", size)
        pencil = ImageDraw.Draw(ground)
        for board in shading.boards:
            left, top, right, bottom = (round(side * scale) for side in board)
            pencil.rectangle((left, top, right - 1, bottom - 1), 255)
        mask = ImageChops.subtract(ground, mask) if mask is not None else ground
    if mask is None:
        return None
    picture = _filled(tile or _tile(shading, scale), size)
    shape = ImageChops.multiply(mask, picture.getchannel("A"))
    picture.putalpha(shape.point(lambda value: (value * shading.opacity + 50) // 100))
    colour, opacity = shading.border
    if colour:
        line = Image.new("RGBA", size, colour)
        edge = ImageChops.subtract(mask, mask.filter(ImageFilter.MinFilter(3)))
        line.putalpha(edge.point(lambda value: (value * opacity + 50) // 100))
        picture.alpha_composite(line)
    return picture


def _tile(shading: Shading, scale: float) -> Image.Image:
    """A piece of a pattern. One that is made smaller is an even, thinner colour."""
    from PIL import Image

    rows = PATTERNS.get(shading.pattern, ((1,),))
    alpha = [255 * value for row in rows for value in row]
    if scale != 1:
        alpha = [sum(alpha) // len(alpha)] * len(alpha)
    shape = Image.new("L", (len(rows[0]), len(rows)))
    shape.putdata(alpha)
    tile = Image.new("RGBA", shape.size, shading.colour)
    tile.putalpha(shape)
    return tile


def _filled(tile: Image.Image, size: Size) -> Image.Image:
    """A picture full of tiles, from its top left."""
    from PIL import Image

    filled = Image.new("RGBA", size)
    filled.paste(tile, (0, 0))
    wide, high = tile.size
    while wide < size[0]:
        filled.paste(filled.crop((0, 0, wide, high)), (wide, 0))
        wide *= 2
    while high < size[1]:
        filled.paste(filled.crop((0, 0, size[0], high)), (0, high))
        high *= 2
    return filled
