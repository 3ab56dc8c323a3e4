"""The places of a map and the steps between them: spaces with their edges, squares, hexes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from math import atan2, cos, dist, radians, sin

from modgen.model.boards.arrangement import arrangement, corners, maps
from modgen.model.game import Game
from modgen.model.geography.cells import NEAR, SIDES, cell_name, cells, is_shifted
from modgen.model.geography.plan import terrain_of
from modgen.model.tactics.ground import STEPS, sides_of
from modgen.model.types.base import Point
from modgen.model.types.places import Edge, EdgeKind, Grid
from modgen.model.types.scenario import Scenario
from modgen.model.types.tactics import Feature, Terrain

Pair = tuple[str, str]
"""Two adjacent places, in the direction of a step."""
Near = dict[tuple[str, str], str]
"""A cell and one of its sides to the cell on the other side."""


@dataclass(frozen=True)
class Link:
    """A step from one place to an adjacent one.

    `ways` are the ways to take it, each the borders that it crosses: a step to a side has one way;
    a diagonal step has two ways around the corner, or one if the other leads off the map.
    """

    start: str
    end: str
    ways: tuple[tuple[Pair, ...], ...]
    edge: Edge | None = None
    diagonal: bool = False
    against: bool = False
    """Whether the edge cannot be used: it is blocked, or leads only the other way."""
    features: tuple[Feature, ...] = ()
    """The features of its edge; those between cells are in the graph."""

    @property
    def kind(self) -> EdgeKind | None:
        """The kind of its edge; None on a grid."""
        return self.edge.kind if self.edge else None


@dataclass(frozen=True)
class Graph:
    """The places of all maps, with what is on them and between them."""

    links: Mapping[str, tuple[Link, ...]]
    """The steps from each place, also those along edges that cannot be used."""
    terrain: Mapping[str, Terrain]
    features: Mapping[Pair, tuple[Feature, ...]]
    """Features between two adjacent cells, under both directions."""
    sides: Mapping[str, Pair] = field(default_factory=dict)
    """The two places on a side of a cell, by the side's name such as `B4/n`."""


def graph_of(game: Game, scenario: Scenario | None = None) -> Graph:
    """The graph of a game, with the boards as a scenario arranges them."""
    known = {feature.id: feature for feature in game.info.features}
    terrains = {terrain.id: terrain for terrain in game.info.terrains}
    links: dict[str, list[Link]] = {space: [] for space in game.spaces}
    features: dict[Pair, tuple[Feature, ...]] = defaultdict(tuple)
    terrain = {
        space.id: terrains[space.terrain] for space in game.map.spaces if space.terrain in terrains
    }
    for edge in game.map.edges:
        first, second = edge.between
        for pair, against in (((first, second), False), ((second, first), edge.one_way)):
            crossed = tuple(known[name] for name in edge.features if name in known)
            closed = against or edge.blocked
            links[pair[0]].append(Link(*pair, ((pair,),), edge, against=closed, features=crossed))
    sides: dict[str, Pair] = {}
    for name in maps(game):
        laid = _laid(game, scenario, name)
        for grid, _ in laid:
            names = terrain_of(grid)
            terrain |= {cell: terrains[names[cell]] for cell in names if names[cell] in terrains}
        squares = _squares(game, scenario, name)
        near = {**squares, **_hexes(laid)}
        for (cell, side), other in near.items():
            links.setdefault(cell, []).append(Link(cell, other, (((cell, other),),)))
            sides[f"{cell}/{side}"] = (cell, other)
        for link in _diagonals(squares):
            links[link.start].append(link)
        for grid, _ in laid:
            for pair, feature in _between(grid, near):
                if feature in known and known[feature] not in features[pair]:
                    features[pair] += (known[feature],)
                    features[pair[1], pair[0]] += (known[feature],)
            for place in cells(grid):
                links.setdefault(place.name, [])
    table = {place: tuple(steps) for place, steps in links.items()}
    return Graph(table, terrain, dict(features), sides)


def _between(grid: Grid, near: Near) -> Iterator[tuple[Pair, str]]:
    """The features on sides between cells, and those that lead from cell to cell."""
    for cell, side, feature in sides_of(grid):
        if (cell, side) in near:
            yield (cell, near[cell, side]), feature
    for line in grid.lines:
        for pair in pairwise(line.through):
            yield pair, line.feature


def _laid(game: Game, scenario: Scenario | None, name: str) -> list[tuple[Grid, Point]]:
    """The grids of a map, each with the position of its board in mm."""
    rows = arrangement(game, scenario, name)
    at = corners(rows)
    boards = [board.id for row in rows for board in row]
    return [(grid, at[key]) for key in boards for grid in game.map.grids if grid.board == key]


def _squares(game: Game, scenario: Scenario | None, name: str) -> Near:
    """The squares beside each square; joined boards continue each other's columns and rows."""
    at: dict[tuple[int, int], str] = {}
    top = 0
    for row in arrangement(game, scenario, name):
        grids = [
            grid
            for board in row
            for grid in game.map.grids
            if grid.board == board.id and grid.kind == "square"
        ]
        left = 0
        for grid in grids:
            for column in range(grid.columns):
                for line in range(grid.rows):
                    at[left + column, top + line] = cell_name(grid, column, line)
            left += grid.columns
        top += max((grid.rows for grid in grids), default=0)
    near: Near = {}
    for (x, y), cell in at.items():
        for side, (dx, dy) in STEPS.items():
            if (x + dx, y + dy) in at:
                near[cell, side] = at[x + dx, y + dy]
    return near


CORNERS = (("n", "e"), ("e", "s"), ("s", "w"), ("w", "n"))


def _diagonals(near: Near) -> Iterator[Link]:
    """The diagonal steps between squares."""
    for cell in dict.fromkeys(cell for cell, _ in near):
        for first, second in CORNERS:
            ways: dict[str, list[tuple[Pair, ...]]] = {}
            for before, after in ((first, second), (second, first)):
                middle = near.get((cell, before), "")
                end = near.get((middle, after), "")
                if end:
                    ways.setdefault(end, []).append(((cell, middle), (middle, end)))
            for end, around in ways.items():
                yield Link(cell, end, tuple(around), diagonal=True)


def _hexes(laid: list[tuple[Grid, Point]]) -> Near:
    """The hexes beside each hex: of its own grid, and of grids on boards beside its own."""
    near: Near = {}
    hexes = [(grid, corner) for grid, corner in laid if grid.kind == "hex"]
    for grid, _ in hexes:
        names = {(cell.column, cell.row): cell.name for cell in cells(grid)}
        for (column, row), name in names.items():
            for side, (dx, dy) in hex_steps(grid, column, row).items():
                other = names.get((column + dx, row + dy))
                if other:
                    near[name, side] = other
    rims = [[*_rim(grid, corner)] for grid, corner in hexes]
    for number, (grid, _) in enumerate(hexes):
        for index, (beside, _) in enumerate(hexes):
            if index == number or grid.sideways != beside.sideways:
                continue
            for name, at in rims[number]:
                for far, point in rims[index]:
                    if dist(at, point) <= NEAR * grid.size:
                        near.setdefault((name, _side_towards(grid, at, point)), far)
    return near


def _rim(grid: Grid, corner: Point) -> Iterator[tuple[str, Point]]:
    """The cells at the rim of a grid, with their middle on the map."""
    for cell in cells(grid):
        short = 2 if grid.short_lines else 1
        if not (0 < cell.column < grid.columns - short and 0 < cell.row < grid.rows - short):
            yield cell.name, (corner[0] + cell.centre[0], corner[1] + cell.centre[1])


def hex_steps(grid: Grid, column: int, row: int) -> dict[str, tuple[int, int]]:
    """The change of column and row from a hex across each of its sides."""
    if grid.sideways:
        left = 0 if is_shifted(grid, row) else -1
        return {
            "nw": (left, -1),
            "ne": (left + 1, -1),
            "e": (1, 0),
            "se": (left + 1, 1),
            "sw": (left, 1),
            "w": (-1, 0),
        }
    up = 0 if is_shifted(grid, column) else -1
    return {
        "n": (0, -1),
        "ne": (1, up),
        "se": (1, up + 1),
        "s": (0, 1),
        "sw": (-1, up + 1),
        "nw": (-1, up),
    }


DIRECTIONS = {"e": 0, "se": 60, "sw": 120, "w": 180, "nw": 240, "ne": 300}
FLAT_DIRECTIONS = {"se": 30, "s": 90, "sw": 150, "nw": 210, "n": 270, "ne": 330}
"""Degrees clockwise from the east, for pointed and flat tops."""


def _side_towards(grid: Grid, at: Point, point: Point) -> str:
    """The side of a hex through which a line from its middle to a point leads."""
    angle = atan2(point[1] - at[1], point[0] - at[0])
    directions = DIRECTIONS if grid.sideways else FLAT_DIRECTIONS

    def near(side: str) -> float:
        way = radians(directions[side])
        return cos(angle) * cos(way) + sin(angle) * sin(way)

    return max(SIDES["hex", grid.sideways], key=near)
