"""The points of named places: the reverse of `modgen.log.locations`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import ceil, sqrt

from modgen.log.locations import MAPS, OFFBOARD, Locations, Placed, PlacedBoard, polygon_of
from modgen.vassal.components import Component
from modgen.vassal.module import Module

MOST_SAMPLES = 40_000
"""The most points of a board that are tried."""
LONGEST_RUN = 4_000
"""The most pixels to an edge of a place."""
GRIDS = ("HexGrid", "SquareGrid")
Point = tuple[int, int]


class PlaceFinder:
    """Finds the middle of places by name, with the boards that a save has on each map."""

    def __init__(self, module: Module, boards: Mapping[str, Placed]) -> None:
        tree = module.tree
        self._locations = Locations(tree, module.images)
        self._boards = boards
        self._known: dict[str, dict[str, tuple[Point, bool]]] = {}
        self.maps = {one.attributes.get("mapName", ""): one for one in tree.find_all(*MAPS)}
        """The maps of the module by name."""

    def find(self, place: str, map_name: str) -> Point | None:
        """A point in map pixels that has a name; None if the map has no such place."""
        if map_name not in self._known:
            points: dict[str, tuple[Point, bool]] = {}
            for board in self._locations.boards(map_name, self._boards):
                for point, in_cell in self._candidates(board, self.maps[map_name]):
                    location, zone, _ = self._locations.place(map_name, *point, self._boards)
                    for name in (location, zone):
                        if name and name != OFFBOARD:
                            points.setdefault(name, (point, in_cell))
            self._known[map_name] = points
        if place not in self._known[map_name]:
            return None
        point, in_cell = self._known[map_name][place]
        return self._middle(place, map_name, point) if in_cell else point

    def extent(self, map_name: str) -> Point | None:
        """The pixels that a map is wide and high; None without boards whose sizes are known."""
        laid = self._locations.boards(map_name, self._boards)
        if not laid or any(not (board.width and board.height) for board in laid):
            return None
        across, down = self._locations.edge(map_name)
        wide = max(board.left + board.width for board in laid)
        high = max(board.top + board.height for board in laid)
        return across + wide, down + high

    def _candidates(self, board: PlacedBoard, owner: Component) -> Iterator[tuple[Point, bool]]:
        """Points that may have names: of decks, regions and zones, then all over the board.

        Each with whether it is somewhere in a cell of a grid.
        """
        for deck in owner.find_all("DrawPile"):
            if deck.attributes.get("owningBoard", "") in ("", board.name):
                yield self._on_map(board, *_point(deck, "x", "y"), turn=False), False
        for region in board.component.find_all("Region"):
            yield self._on_map(board, *_point(region, "originx", "originy")), False
        for zone in board.component.find_all("Zone"):
            corners = polygon_of(zone.attributes.get("path", ""))
            if corners:
                x = sum(corner[0] for corner in corners) // len(corners)
                y = sum(corner[1] for corner in corners) // len(corners)
                yield self._on_map(board, x, y), False
        sizes = [
            size
            for grid in board.component.find_all(*GRIDS)
            for size in (_number(grid, "dx"), _number(grid, "dy"))
            if size >= 1
        ]
        if not sizes:
            return
        least = ceil(sqrt(board.width * board.height / MOST_SAMPLES))
        step = max(int(min(sizes) / 3), least, 1)
        for y, x in product(range(0, board.height, step), range(0, board.width, step)):
            yield (board.left + x, board.top + y), True

    @staticmethod
    def _on_map(board: PlacedBoard, x: int, y: int, *, turn: bool = True) -> Point:
        if board.reversed and turn:
            x, y = board.width - x, board.height - y
        return board.left + x, board.top + y

    def _middle(self, place: str, map_name: str, point: Point) -> Point:
        """The middle of the cell of a grid around a point."""
        x, y = point
        for _ in range(2):
            x = (
                self._edge(place, map_name, (x, y), (-1, 0))
                + self._edge(place, map_name, (x, y), (1, 0))
            ) // 2
            y = (
                self._edge(place, map_name, (x, y), (0, -1))
                + self._edge(place, map_name, (x, y), (0, 1))
            ) // 2
        return x, y

    def _edge(self, place: str, map_name: str, point: Point, step: Point) -> int:
        """The last coordinate in a direction that still has the name."""
        x, y = point
        for _ in range(LONGEST_RUN):
            new = x + step[0], y + step[1]
            if self._locations.place(map_name, *new, self._boards).location != place:
                break
            x, y = new
        return x if step[0] else y


def _point(part: Component, x: str, y: str) -> Point:
    return int(_number(part, x)), int(_number(part, y))


def _number(part: Component, name: str) -> float:
    try:
        return max(-1e6, min(float(part.attributes.get(name) or 0), 1e6))
    except ValueError:
        return 0
