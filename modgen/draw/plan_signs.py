"""Names on town plans: those of areas on plates, and those of cells in their upper corners.

A counter in the middle of a cell covers neither: both are in the gaps between counters. The plates
are on lines between two rows of cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from modgen.draw.colours import ink_on
from modgen.draw.svg import Drawing
from modgen.draw.text import LEAST, Style, width
from modgen.model.game import Game
from modgen.model.geography.cells import Cell
from modgen.model.tactics.ground import area_cells
from modgen.model.types.base import Point, Rect
from modgen.model.types.places import Grid
from modgen.model.types.tactics import Terrain

CAPITAL = 0.72
"""The height of capitals, as a share of the size of their letters."""
MARGIN = 0.3
"""The space between a sign's letters and the counters above and below it, in mm."""
USUAL = 0.82
"""The side of a counter as a share of that of a cell, in games without units that fit a cell."""
NEAR = 1e-6


class Sign(NamedTuple):
    """The plate with the name of an area."""

    text: str
    letters: Style
    plate: Rect
    colour: str


class CellName(NamedTuple):
    """The name of a cell: its letters, and the left or right end of their base line."""

    letters: Style
    at: Point
    right: bool


def counter_gap(game: Game, grid: Grid) -> float:
    """The distance between the counters of two neighbouring cells, in mm."""
    fits = (
        piece.drawn_height
        for piece in game.pieces
        if piece.kind == "force" and not piece.on_side and piece.drawn_height < grid.size
    )
    return grid.size - max(fits, default=USUAL * grid.size)


def place_signs(
    game: Game, grid: Grid, cells: Mapping[str, Cell], terrains: Mapping[str, Terrain], least: float
) -> list[Sign]:
    """The signs of a plan's areas, with letters of at least `least` mm."""
    signs = []
    gap = counter_gap(game, grid)
    for letter, area in grid.legend.items():
        if not area.name:
            continue
        text = area.sign or letter
        size = min((gap - MARGIN) / CAPITAL, 0.3 * grid.size)
        letters = Style("title", max(size, least, LEAST), bold=True)
        wide = max(width(text, letters) + letters.size * 0.6, letters.size * 1.2)
        high = letters.size * (CAPITAL + 0.3)
        terrain = terrains.get(area.terrain)
        members = [cells[name] for name in area_cells(grid, letter)]
        basin = terrain is not None and terrain.look == "paved"
        x, y = _sign_point(grid, cells, members, wide, gap, basin=basin)
        plate = Rect.model_construct(x=x - wide / 2, y=y - high / 2, w=wide, h=high)
        green = terrain is not None and terrain.look == "grass"
        signs.append(Sign(text, letters, plate, "#2f4a3a" if green else "#27406b"))
    return signs


def _sign_point(
    grid: Grid,
    cells: Mapping[str, Cell],
    members: list[Cell],
    wide: float,
    gap: float,
    *,
    basin: bool,
) -> Point:
    """The middle of an area's sign: on a line between rows, near the middle of the area.

    There, the names of the cells below it are free, in one of their corners. A `basin` is in the
    middle of the area, and is left free.
    """
    half = grid.size / 2
    xs, ys = ([cell.centre[n] for cell in members] for n in (0, 1))
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    held = {cell.centre for cell in members}
    lines = {
        (cell.centre[0], cell.centre[1] + half)
        for cell in members
        if any(
            abs(cell.centre[0] - a) < NEAR and 0 < b - cell.centre[1] < 3 * half for a, b in held
        )
    }
    if not lines:
        return (x, y)
    points = {(across, line) for _, line in lines for across in (x, *_columns(xs, half))}
    named = cell_names(grid, cells.values(), gap, ())

    def cost(point: Point) -> tuple[bool, bool, float]:
        plate = Rect.model_construct(x=point[0] - wide / 2, y=point[1] - half, w=wide, h=2 * half)
        hidden = any(
            _covers(plate, own, cell, grid, right=False)
            and _covers(plate, own, cell, grid, right=True)
            for cell in cells.values()
            if abs(cell.centre[1] - half - point[1]) < NEAR
            for own in [named[cell.name].letters]
        )
        inside = any(abs(point[1] - line) < NEAR and abs(point[0] - a) <= half for a, line in lines)
        near = basin and abs(point[0] - x) + abs(point[1] - y) < half
        return (hidden or not inside, near, abs(point[0] - x) + 1.01 * abs(point[1] - y))

    return min(sorted(points), key=cost)


def _columns(xs: list[float], half: float) -> list[float]:
    """The middle of each column, and the lines between columns."""
    middles = sorted(set(xs))
    return [*middles, *(x + half for x in middles[:-1])]


def _covers(plate: Rect, letters: Style, cell: Cell, grid: Grid, *, right: bool) -> bool:
    """Whether a plate on the upper side of a cell covers the corner that has the cell's name."""
    room = width(cell.name, letters) + letters.size
    left = cell.centre[0] + grid.size / 2 - room if right else cell.centre[0] - grid.size / 2
    return plate.x < left + room and left < plate.x + plate.w


def cell_names(
    grid: Grid, cells: Iterable[Cell], gap: float, signs: Iterable[Sign]
) -> dict[str, CellName]:
    """Where the names of cells are: in the upper left corner, or right where a sign is there."""
    half = grid.size / 2
    size = max(LEAST, min(grid.size * 0.115, 2.6, (gap / 2 - MARGIN / 2) / CAPITAL))
    letters = Style("title", size, bold=True)
    plates = [sign.plate for sign in signs]
    names = {}
    for cell in cells:
        x, y = cell.centre
        near = [
            plate for plate in plates if plate.y < y - half + size and y - half < plate.y + plate.h
        ]
        right = any(_covers(plate, letters, cell, grid, right=False) for plate in near)
        base = y - half + max(gap / 2, size * CAPITAL + MARGIN / 2)
        edge = half - size * 0.45
        names[cell.name] = CellName(letters, (x + edge if right else x - edge, base), right)
    return names


def paint_sign(drawing: Drawing, sign: Sign) -> None:
    """A plate with the name of an area."""
    plate = sign.plate
    drawing.rect(
        plate.x + 0.3, plate.y + 0.5, plate.w, plate.h, 1, fill="#000000", fill_opacity=0.3
    )
    drawing.rect(
        plate.x,
        plate.y,
        plate.w,
        plate.h,
        1,
        fill=sign.colour,
        stroke="#ffffff",
        stroke_width=0.4,
    )
    x, y = plate.centre
    drawing.text(
        sign.text,
        x,
        y + sign.letters.size * CAPITAL / 2,
        sign.letters,
        align="centre",
        fill=ink_on(sign.colour),
    )


def paint_cell_name(drawing: Drawing, name: str, placed: CellName, terrain: Terrain | None) -> None:
    """The name of a cell, light on roofs. Its halo parts it from walls and hedges."""
    dark = terrain is not None and terrain.look == "roof"
    drawing.text(
        name,
        *placed.at,
        placed.letters,
        align="right" if placed.right else "left",
        fill="#ffffff" if dark else "#4c473d",
        fill_opacity=0.9,
        halo="#3b2d22" if dark else "#f4f0e6",
        halo_width=0.4 if dark else 0.55,
    )
