"""The ground of square grids: cells of joined boards, their terrain, and features on their sides.

Columns and rows are counted from 0 over all joined grids, rows downwards; a *square* is a column
and a row. Distances are in squares; a diagonal step counts as one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from modgen.model.geography.cells import cell_name, cells, positions, side_between
from modgen.model.geography.plan import plan_letter, terrain_of
from modgen.model.types.base import Point
from modgen.model.types.places import Grid
from modgen.model.types.tactics import Feature, Terrain

Square = tuple[int, int]
"""Column and row."""
Side = tuple[Square, str]
"""A square and one of its sides: `n`, `e`, `s`, `w`."""

STEPS: dict[str, Square] = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
OPPOSITE = {"n": "s", "e": "w", "s": "n", "w": "e"}


@dataclass(frozen=True)
class Ground:
    """Squares with their terrain, and the features on the sides between them."""

    terrain: Mapping[Square, Terrain]
    features: Mapping[Side, tuple[Feature, ...]] = field(default_factory=dict)
    """Each feature is under one of the two names of its side; `on_side` finds it by either."""
    names: Mapping[str, Square] = field(default_factory=dict)

    def on_side(self, square: Square, side: str) -> tuple[Feature, ...]:
        """The features on a side of a square. Raises KeyError for a side other than n, e, s, w."""
        return self.features.get((square, side), ()) + self.features.get(other(square, side), ())

    def with_features(self, more: Iterable[tuple[Square, str, Feature]]) -> Ground:
        """A copy of the ground with more features on sides."""
        features = dict(self.features)
        for square, side, feature in more:
            features[square, side] = (*features.get((square, side), ()), feature)
        return Ground(self.terrain, features, self.names)


def other(square: Square, side: str) -> Side:
    """The same side as the neighbouring square names it. Raises KeyError."""
    dx, dy = STEPS[side]
    return (square[0] + dx, square[1] + dy), OPPOSITE[side]


def distance(a: Square, b: Square) -> int:
    """The distance between two squares; a diagonal step counts as one."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def joined(
    rows: Sequence[Sequence[Grid]],
    terrains: Mapping[str, Terrain],
    features: Mapping[str, Feature],
) -> Ground:
    """The ground of square grids side by side, in rows from the north.

    Raises ValueError for a grid that is not of squares, KeyError for unknown terrain or features.
    """
    terrain: dict[Square, Terrain] = {}
    sides: dict[Side, tuple[Feature, ...]] = {}
    names: dict[str, Square] = {}
    top = 0
    for row in rows:
        left = 0
        for grid in row:
            if grid.kind != "square":
                raise ValueError(f"the grid `{grid.id}` is not a square grid")
            kinds = terrain_of(grid)
            for column in range(grid.columns):
                for line in range(grid.rows):
                    name = cell_name(grid, column, line)
                    square = (left + column, top + line)
                    names[name] = square
                    terrain[square] = terrains[kinds[name]]
            for cell, side, feature in sides_of(grid):
                at = (names[cell], side)
                sides[at] = (*sides.get(at, ()), features[feature])
            left += grid.columns
        top += max((grid.rows for grid in row), default=0)
    return Ground(terrain, sides, names)


GROUND = "."
"""The letter of a plan for cells that have the grid's own terrain."""


def area_cells(grid: Grid, letter: str) -> list[str]:
    """The names of the cells of one area of a grid's plan."""
    return [
        cell_name(grid, column, row)
        for column, row in positions(grid)
        if plan_letter(grid, column, row) == letter
    ]


def sides_of(grid: Grid) -> Iterator[tuple[str, str, str]]:
    """Every side with a feature, including those around areas: the cell, the side, the feature.

    Pairs of `between` that are not adjacent cells of the grid are left out; `check-data` reports
    them.
    """
    centres: dict[str, Point] = {}
    for grid_side in grid.sides:
        if grid_side.cell:
            yield grid_side.cell, grid_side.side, grid_side.feature
            continue
        centres = centres or {cell.name: cell.centre for cell in cells(grid)}
        for pair in grid_side.between:
            one, other = pair.split("/")
            if one in centres and other in centres:
                with suppress(ValueError):
                    side = side_between(grid, centres[one], centres[other])
                    yield one, side, grid_side.feature
    for column in range(grid.columns):
        for row in range(grid.rows):
            letter = plan_letter(grid, column, row)
            area = grid.legend.get(letter)
            if area is None or not area.around:
                continue
            for side, (dx, dy) in STEPS.items():
                beside = (column + dx, row + dy)
                inside = min(beside) >= 0 and plan_letter(grid, *beside) == letter
                if not inside:
                    yield cell_name(grid, column, row), side, area.around
