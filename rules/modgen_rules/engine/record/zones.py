"""The outlines of a game's places on its boards, and which of them holds a point.

All lengths are millimetres on the printed board. The outlines of a game are worked out once.
"""

from __future__ import annotations

import weakref
from collections.abc import Collection, Mapping
from typing import NamedTuple

from modgen.model.boards import layout
from modgen.model.game import Game
from modgen.model.geography.cells import SIDES, cell_side
from modgen.model.geography.geometry import Ring
from modgen.model.types.base import Point
from modgen.model.types.places import Box, Grid, Track

REACH = 12.0
"""A piece that was let go so many millimetres beside a place may be meant to lie in it."""


class _Zone(NamedTuple):
    """A place's outline, and the box around it."""

    name: str
    ring: Ring
    left: float
    top: float
    right: float
    bottom: float


class Zones:
    """The outlines of the places of a game."""

    def __init__(self, game: Game) -> None:
        # No reference to the game itself, or `zones_of` would keep it alive.
        self._boards = {board.id: _outlines(game, board.id) for board in game.map.boards}
        self._cells = {track.id: _track_cells(track) for track in game.map.tracks}
        self._grids = {grid.id: _Middles(grid, _middles(game, grid)) for grid in game.map.grids}
        self._sides: dict[str, _Middles] = {}

    def find(self, board: str, at: Point) -> str:
        """The first place on a board that holds a point; empty for none."""
        x, y = at
        for name, ring, left, top, right, bottom in self._boards.get(board, ()):
            if left <= x <= right and top <= y <= bottom and inside(ring, at):
                return name
        return ""

    def beside(self, board: str, at: Point, names: Collection[str]) -> str:
        """The place of some names that is nearest to a point beside them; empty if none is near."""
        zones = (zone for zone in self._boards.get(board, ()) if zone.name in names)
        near = ((_distance(corner, at), zone.name) for zone in zones for corner in zone.ring)
        distance, name = min(near, default=(float("inf"), ""))
        return name if distance <= REACH**2 else ""

    def cell(self, track: str, at: Point) -> int:
        """The number of a track's cell that is nearest to a point."""
        return min(self._cells[track], key=lambda one: _distance(one[1], at))[0]

    def nearest(self, grid: str, at: Point) -> str:
        """The cell of a grid that is nearest to a point; empty for a grid without cells."""
        return self._grids[grid].nearest(at)

    def nearest_side(self, grid: str, at: Point, side: int) -> str:
        """The side of a cell that is nearest to a point; empty for a grid without cells.

        A piece in the middle of a cell lies on the side to which it is turned, which is counted
        clockwise from the north. A side that two cells share is named by the first of them in the
        order of the grid.
        """
        cells = self._grids[grid]
        cell = cells.nearest(at)
        if not cell:
            return ""
        centre, size = cells.points[cell], cells.grid.size
        if _distance(centre, at) <= (size / 4) ** 2:
            names = SIDES[cells.grid.kind, cells.grid.sideways]
            (ax, ay), (bx, by) = cell_side(cells.grid, centre, names[side % len(names)])
            at = (ax + bx) / 2, (ay + by) / 2
        if grid not in self._sides:
            self._sides[grid] = _Middles(cells.grid, _side_middles(cells))
        return self._sides[grid].nearest(at)


_KNOWN: dict[int, Zones] = {}


def zones_of(game: Game) -> Zones:
    """The outlines of the places of a game, which are kept as long as the game."""
    found = _KNOWN.get(id(game))
    if found is None:
        found = _KNOWN[id(game)] = Zones(game)
        weakref.finalize(game, _KNOWN.pop, id(game), None)
    return found


class _Middles:
    """Named points of a grid, in squares as wide as its cells."""

    def __init__(self, grid: Grid, points: Mapping[str, Point]) -> None:
        self.grid = grid
        self.points = points
        self._squares: dict[tuple[int, int], list[tuple[int, str, Point]]] = {}
        for n, (name, point) in enumerate(points.items()):
            self._squares.setdefault(self._square(point), []).append((n, name, point))

    def _square(self, at: Point) -> tuple[int, int]:
        return int(at[0] // self.grid.size), int(at[1] // self.grid.size)

    def nearest(self, at: Point) -> str:
        """The name of the nearest point, of equally near ones the first; empty for no points."""
        column, row = self._square(at)
        near = (
            (_distance(point, at), n, name)
            for x in (column - 1, column, column + 1)
            for y in (row - 1, row, row + 1)
            for n, name, point in self._squares.get((x, y), ())
        )
        distance, _, name = min(near, default=(float("inf"), 0, ""))
        if distance < self.grid.size**2:  # all other points are farther than a square
            return name
        return min(self.points, key=lambda one: _distance(self.points[one], at), default="")


def _outlines(game: Game, board: str) -> list[_Zone]:
    zones: list[tuple[str, Ring]] = []
    for track in game.map.tracks:
        if track.board == board:
            zones += [(track.id, layout.rect_corners(run)) for run, _ in layout.track_runs(track)]
    boxed: tuple[Box | Grid, ...] = (*game.map.boxes, *game.map.grids)
    for place in boxed:
        if place.board == board:
            zones.append((place.id, layout.rect_corners(place.rect)))
    spaces = [space for space in game.map.spaces if space.board == board]
    for space in sorted(spaces, key=lambda space: space.kind == "area"):
        zones += [(space.id, ring) for ring in layout.zone_rings(game, space)]
    return [_zone(name, ring) for name, ring in zones]


def _zone(name: str, ring: Ring) -> _Zone:
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    return _Zone(name, ring, min(xs), min(ys), max(xs), max(ys))


def _track_cells(track: Track) -> list[tuple[int, Point]]:
    numbers = range(track.first, track.last + 1)
    return [(number, layout.track_cell(track, number).centre) for number in numbers]


def _middles(game: Game, grid: Grid) -> dict[str, Point]:
    return {name: centre for name, (one, centre) in game.cells.items() if one.id == grid.id}


def _side_middles(cells: _Middles) -> dict[str, Point]:
    """The middle of every side of a grid's cells, by its first name."""
    found: dict[Point, str] = {}
    for name, centre in cells.points.items():
        for side in SIDES[cells.grid.kind, cells.grid.sideways]:
            (ax, ay), (bx, by) = cell_side(cells.grid, centre, side)
            middle = (round((ax + bx) / 2, 1), round((ay + by) / 2, 1))
            found.setdefault(middle, f"{name}/{side}")
    return {name: point for point, name in found.items()}


def inside(ring: Ring, at: Point) -> bool:
    """Whether a point lies in a polygon, by the even-odd rule."""
    x, y = at
    odd = False
    for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (ay <= y) != (by <= y) and x - ax < (y - ay) * (bx - ax) / (by - ay):
            odd = not odd
    return odd


def _distance(one: Point, other: Point) -> float:
    """The square of the distance of two points."""
    return float((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2)
