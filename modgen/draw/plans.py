"""Town plans: square grids whose cells have terrain, with buildings, parks and what lies on sides.

Cells with the same letter in a grid's plan are drawn as one area: a roof, a lawn, a square.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from modgen.draw.colours import darker, lighter, mix
from modgen.draw.plan_signs import (
    cell_names,
    counter_gap,
    paint_cell_name,
    paint_sign,
    place_signs,
)
from modgen.draw.svg import Drawing
from modgen.model.game import Game
from modgen.model.geography.cells import Cell, cell_side, cells
from modgen.model.geography.plan import plan_letter, terrain_of
from modgen.model.tactics.ground import STEPS, area_cells, sides_of
from modgen.model.types.base import Point
from modgen.model.types.places import Grid
from modgen.model.types.tactics import Feature, Terrain

GROUND = "#cfcbc2"
LINE = {"stroke": "#5b564c", "stroke_opacity": 0.42, "stroke_width": 0.2}
WALL = 1.1
"""Width of a wall in mm."""


class _Plan:
    """A grid being drawn: its cells, its areas and the look of each terrain."""

    def __init__(self, drawing: Drawing, game: Game, grid: Grid) -> None:
        self.drawing = drawing
        self.grid = grid
        self.cells = {cell.name: cell for cell in cells(grid)}
        self.terrains = {terrain.id: terrain for terrain in game.info.terrains}
        self.features = {feature.id: feature for feature in game.info.features}
        self.kinds = terrain_of(grid)

    def look(self, cell: Cell) -> Terrain | None:
        return self.terrains.get(self.kinds[cell.name])

    def letter(self, cell: Cell) -> str:
        return plan_letter(self.grid, cell.column, cell.row)

    def corner(self, cell: Cell) -> Point:
        half = self.grid.size / 2
        return (cell.centre[0] - half, cell.centre[1] - half)

    def rim(self, letter: str) -> Iterator[tuple[Cell, str, Point, Point]]:
        """The outer sides of an area's cells."""
        for name in area_cells(self.grid, letter):
            cell = self.cells[name]
            for side, (dx, dy) in STEPS.items():
                beside = (cell.column + dx, cell.row + dy)
                if min(beside) < 0 or plan_letter(self.grid, *beside) != letter:
                    yield (cell, side, *cell_side(self.grid, cell.centre, side))


def paint_plan(drawing: Drawing, game: Game, grid: Grid) -> None:
    """A grid of squares as a town."""
    plan = _Plan(drawing, game, grid)
    rect, size = grid.rect, grid.size
    drawing.rect(rect.x, rect.y, rect.w, rect.h, fill=_fill(plan.terrains.get(grid.ground)))
    for cell in plan.cells.values():
        terrain = plan.look(cell)
        if terrain is not None and terrain.id != grid.ground:
            drawing.rect(*plan.corner(cell), size, size, fill=_fill(terrain))
    for letter in grid.legend:
        names = area_cells(grid, letter)
        terrain = plan.look(plan.cells[names[0]])
        if terrain is None or terrain.id == grid.ground:
            continue
        AREAS[terrain.look](plan, letter, terrain)
    _streets(plan)
    _lines(plan)
    if grid.divided_after:
        y = rect.y + grid.divided_after * size
        look = {"stroke": "#7d2019", "stroke_opacity": 0.75, "stroke_width": 0.7}
        drawing.line(rect.x, y, rect.x + rect.w, y, stroke_dasharray="4 2.4 1 2.4", **look)
    for name, side, feature in sides_of(grid):
        _side(plan, plan.cells[name], side, plan.features.get(feature))
    signs = place_signs(game, grid, plan.cells, plan.terrains, drawing.least_name)
    placed = cell_names(grid, plan.cells.values(), counter_gap(game, grid), signs)
    for cell in plan.cells.values():
        paint_cell_name(drawing, cell.name, placed[cell.name], plan.look(cell))
    for sign in signs:
        paint_sign(drawing, sign)


def _fill(terrain: Terrain | None) -> str:
    return (terrain.colour if terrain else None) or GROUND


def _noise(*numbers: int) -> float:
    """A pseudo-random number from 0 to 1, the same for the same input."""
    state = 2166136261
    for number in numbers:
        state = (state ^ (number + 7919)) * 16777619 % 2**32
    return (state >> 8) % 1000 / 999


def _plain(plan: _Plan, letter: str, terrain: Terrain) -> None:
    """Plain colour."""
    del plan, letter, terrain


def _paved(plan: _Plan, letter: str, terrain: Terrain) -> None:
    """Slabs in two tints, with a border and a round basin in the middle."""
    drawing, size = plan.drawing, plan.grid.size
    colour = _fill(terrain)
    names = area_cells(plan.grid, letter)
    step = size / 5
    for name in names:
        left, top = plan.corner(plan.cells[name])
        for i, j in product(range(5), repeat=2):
            if (i + j) % 2:
                tint = darker(colour, 0.05 + 0.04 * _noise(i, j, len(name) + ord(name[-1])))
                drawing.rect(left + i * step, top + j * step, step, step, fill=tint)
    for _, _, start, end in plan.rim(letter):
        drawing.line(
            *start, *end, stroke=darker(colour, 0.35), stroke_width=1.0, stroke_linecap="square"
        )
    x, y = _middle(plan, names)
    drawing.circle(
        x, y, size * 0.34, fill=darker(colour, 0.18), stroke=darker(colour, 0.4), stroke_width=0.4
    )
    drawing.circle(x, y, size * 0.27, fill="#9cc3d8", stroke=darker(colour, 0.4), stroke_width=0.3)
    drawing.circle(
        x, y, size * 0.07, fill=lighter(colour, 0.5), stroke=darker(colour, 0.4), stroke_width=0.3
    )


def _grass(plan: _Plan, letter: str, terrain: Terrain) -> None:
    """A lawn with crossing paths and trees."""
    drawing, size = plan.drawing, plan.grid.size
    colour = _fill(terrain)
    names = area_cells(plan.grid, letter)
    x, y = _middle(plan, names)
    corners = [plan.corner(plan.cells[name]) for name in names]
    left, top = min(a for a, _ in corners), min(b for _, b in corners)
    right, bottom = max(a for a, _ in corners) + size, max(b for _, b in corners) + size
    path = {"stroke": "#d9c9a0", "stroke_width": size * 0.14, "stroke_linecap": "butt"}
    drawing.line(left, y, right, y, **path)
    drawing.line(x, top, x, bottom, **path)
    drawing.circle(x, y, size * 0.24, fill="#d9c9a0")
    for name in names:
        cell = plan.cells[name]
        for n in range(6):
            dx, dy = _noise(cell.column, cell.row, n), _noise(cell.row, n, cell.column, 3)
            left, high = (dx - 0.5) * size * 0.8, (dy - 0.5) * size * 0.8
            at = (cell.centre[0] + left, cell.centre[1] + high)
            if min(abs(at[0] - x), abs(at[1] - y)) < size * 0.2 or high < -size / 4:
                continue
            r = size * (0.07 + 0.05 * _noise(n, cell.column))
            drawing.circle(at[0] + 0.5, at[1] + 0.8, r, fill="#000000", fill_opacity=0.2)
            drawing.circle(*at, r, fill=darker(colour, 0.35 + 0.15 * dx))
            drawing.circle(at[0] - r * 0.25, at[1] - r * 0.3, r * 0.5, fill=darker(colour, 0.2))


ROOFS = ("#b5835a", "#a9745c", "#9c8f7e", "#b79268", "#8e8a86", "#a87d68")


def _roof(plan: _Plan, letter: str, terrain: Terrain) -> None:
    """A building from above: its shade, a roof in fields, walls with windows and doors."""
    drawing, size = plan.drawing, plan.grid.size
    tint = ROOFS[(ord(letter) * 5) % len(ROOFS)]
    colour = mix(_fill(terrain), tint, 0.75)
    names = area_cells(plan.grid, letter)
    for name in names:
        left, top = plan.corner(plan.cells[name])
        drawing.rect(left + 0.9, top + 1.3, size, size, fill="#000000", fill_opacity=0.16)
    for name in names:
        cell = plan.cells[name]
        left, top = plan.corner(cell)
        share = 0.10 * _noise(cell.column, cell.row, ord(letter))
        drawing.rect(left, top, size, size, fill=lighter(colour, share))
        for n in range(1, 5):
            drawing.line(
                left,
                top + n * size / 5,
                left + size,
                top + n * size / 5,
                stroke=darker(colour, 0.25),
                stroke_opacity=0.28,
                stroke_width=0.22,
            )
        _chimney(plan, cell, colour)
    for _, side, (ax, ay), (bx, by) in plan.rim(letter):
        dx, dy = STEPS[side]
        light = lighter(colour, 0.35) if side in {"n", "w"} else darker(colour, 0.22)
        drawing.line(
            ax - dx * 1.4,
            ay - dy * 1.4,
            bx - dx * 1.4,
            by - dy * 1.4,
            stroke=light,
            stroke_width=1.3,
        )
    for cell, side, start, end in plan.rim(letter):
        drawing.line(*start, *end, stroke="#4a3426", stroke_width=WALL, stroke_linecap="square")
        dx, dy = STEPS[side]
        if plan.grid.columns > cell.column + dx >= 0 <= cell.row + dy < plan.grid.rows:
            _door(drawing, start, end, size)


def _door(drawing: Drawing, start: Point, end: Point, size: float) -> None:
    (ax, ay), (bx, by) = start, end
    x, y, part = (ax + bx) / 2, (ay + by) / 2, 0.11
    dx, dy = (bx - ax) * part, (by - ay) * part
    drawing.line(x - dx, y - dy, x + dx, y + dy, stroke="#f0d9a8", stroke_width=WALL * 0.75)
    for far in (-0.3, 0.3):
        wx, wy = x + (bx - ax) * far, y + (by - ay) * far
        drawing.line(
            wx - dx * 0.55,
            wy - dy * 0.55,
            wx + dx * 0.55,
            wy + dy * 0.55,
            stroke="#a9cbe0",
            stroke_width=WALL * 0.6,
        )
    del size


def _chimney(plan: _Plan, cell: Cell, colour: str) -> None:
    chance = _noise(cell.row, cell.column, 11)
    if chance < 0.45:
        return
    size = plan.grid.size
    x = cell.centre[0] + (chance - 0.7) * size * 0.8
    y = cell.centre[1] + size * 0.2
    plan.drawing.rect(x + 0.4, y + 0.6, 2.4, 2.4, fill="#000000", fill_opacity=0.25)
    plan.drawing.rect(
        x, y, 2.4, 2.4, fill=darker(colour, 0.35), stroke=darker(colour, 0.6), stroke_width=0.2
    )
    plan.drawing.rect(x + 0.7, y + 0.7, 1.0, 1.0, fill="#2b2420")


AREAS = {"plain": _plain, "paved": _paved, "grass": _grass, "roof": _roof}


def _streets(plan: _Plan) -> None:
    """A kerb where open ground meets anything else, and dashes along the middle of streets."""
    drawing, grid, size = plan.drawing, plan.grid, plan.grid.size
    street = _fill(plan.terrains.get(grid.ground))
    for cell in plan.cells.values():
        if plan.kinds[cell.name] != grid.ground:
            continue
        for side, (dx, dy) in STEPS.items():
            column, row = cell.column + dx, cell.row + dy
            inside = 0 <= column < grid.columns and 0 <= row < grid.rows
            if inside and plan_letter(grid, column, row) != plan.letter(cell):
                (ax, ay), (bx, by) = cell_side(grid, cell.centre, side)
                shift = (-dx * 1.6, -dy * 1.6)
                drawing.line(
                    ax + shift[0],
                    ay + shift[1],
                    bx + shift[0],
                    by + shift[1],
                    stroke=lighter(street, 0.5),
                    stroke_width=2.0,
                )
                drawing.line(
                    ax - dx * 2.7,
                    ay - dy * 2.7,
                    bx - dx * 2.7,
                    by - dy * 2.7,
                    stroke=darker(street, 0.25),
                    stroke_width=0.3,
                )
        _dashes(plan, cell, size)


def _dashes(plan: _Plan, cell: Cell, size: float) -> None:
    x, y = cell.centre
    look = {"stroke": "#ffffff", "stroke_opacity": 0.75, "stroke_width": 0.7}
    open_to = {
        side: plan_letter(plan.grid, cell.column + dx, cell.row + dy) == plan.letter(cell)
        or not (0 <= cell.column + dx < plan.grid.columns and 0 <= cell.row + dy < plan.grid.rows)
        for side, (dx, dy) in STEPS.items()
    }
    along = {axis: open_to[axis[0]] and open_to[axis[1]] for axis in ("we", "ns")}
    if along["we"] and not along["ns"]:
        for far in (-0.38, -0.05, 0.28):
            plan.drawing.line(x + far * size, y, x + (far + 0.12) * size, y, **look)
    elif along["ns"] and not along["we"]:
        for far in (-0.38, -0.05, 0.28):
            plan.drawing.line(x, y + far * size, x, y + (far + 0.12) * size, **look)


def _lines(plan: _Plan) -> None:
    """The grid lines, above the ground."""
    rect, size = plan.grid.rect, plan.grid.size
    for column in range(plan.grid.columns + 1):
        x = rect.x + column * size
        plan.drawing.line(x, rect.y, x, rect.y + rect.h, **LINE)
    for row in range(plan.grid.rows + 1):
        y = rect.y + row * size
        plan.drawing.line(rect.x, y, rect.x + rect.w, y, **LINE)


def _side(plan: _Plan, cell: Cell, side: str, feature: Feature | None) -> None:
    """A feature on a side of a cell: a line with a row of leaves or stones."""
    (ax, ay), (bx, by) = cell_side(plan.grid, cell.centre, side)
    colour = (feature.colour if feature else None) or "#4d4433"
    wide = feature.width if feature else 1.4
    drawing = plan.drawing
    drawing.line(
        ax + 0.3,
        ay + 0.6,
        bx + 0.3,
        by + 0.6,
        stroke="#000000",
        stroke_opacity=0.25,
        stroke_width=wide,
        stroke_linecap="round",
    )
    drawing.line(
        ax, ay, bx, by, stroke=darker(colour, 0.3), stroke_width=wide, stroke_linecap="round"
    )
    for n in range(7):
        share = (n + 0.5) / 7
        x, y = ax + (bx - ax) * share, ay + (by - ay) * share
        tint = lighter(colour, 0.1 + 0.2 * _noise(n, cell.column, cell.row))
        drawing.circle(x, y, wide * 0.46, fill=tint)


def _middle(plan: _Plan, names: list[str]) -> Point:
    points = [plan.cells[name].centre for name in names]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
