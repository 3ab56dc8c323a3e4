"""The engine's names of points: boards, zones, regions, squares and hexes (vassal-formats §7).

The names are the values that `LocationName` and `CurrentZone` of a piece have in the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from math import floor, hypot, isfinite
from typing import NamedTuple

from modgen.log.board_sizes import board_size
from modgen.svg_sizes import Size
from modgen.vassal.components import Component

OFFBOARD = "offboard"
MOST_PLACES = 50_000
"""Points whose names are kept; with more, all are forgotten."""
MOST_LETTERS = 100
"""A column or row that is named by letters has at most so many."""
UNKNOWN_SIZE = 1 << 20
"""Pixels of a board that only its picture measures: no point of its map lies outside."""
MAPS = ("Map", "PrivateMap", "PlayerHand", "WidgetMap")
Placed = Sequence[tuple[str, str, str]]
"""The boards of a map in a save: name (with `/rev` when reversed), column, row."""
Point = tuple[int, int]
Polygon = tuple[Point, ...]
Namer = Callable[[Point, Size], str]
"""From a point in board pixels, and the size of board or zone, to a name; empty for none."""


class Place(NamedTuple):
    """The names of a point: location, zone and board. Zone and board are empty for none."""

    location: str
    zone: str
    board: str


class PlacedBoard(NamedTuple):
    """A board on a map: its component, its rectangle in map pixels, and whether it is turned."""

    component: Component
    left: int
    top: int
    width: int
    height: int
    reversed: bool

    @property
    def name(self) -> str:
        """The name of the board."""
        return self.component.attributes.get("name", "")


@dataclass
class Locations:
    """Names the points of a module's maps, from its component tree.

    The size of a board is that of its picture in `images`, as in the engine, or else the size in
    its attributes; it is assumed if the picture is missing. Without `images` and a size, all
    points of the map are on the board.
    """

    tree: Component
    images: Mapping[str, bytes] | None = None
    _maps: dict[str, Component] = field(default_factory=dict)
    _ids: dict[str, str] = field(default_factory=dict)
    _boards: dict[str, dict[str, Component]] = field(default_factory=dict)
    _decks: dict[str, list[Component]] = field(default_factory=dict)
    _sizes: dict[tuple[str, str], Size] = field(default_factory=dict)
    _laid: dict[tuple[str, Placed], list[PlacedBoard]] = field(default_factory=dict)
    _namers: dict[int, Namer] = field(default_factory=dict)
    _places: dict[tuple[str, int, int, Placed], Place] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for number, map_component in enumerate(self.tree.find_all(*MAPS)):
            name = map_component.attributes.get("mapName", "")
            self._maps.setdefault(name, map_component)
            self._ids.setdefault(name, f"Map{number}")
            boards = self._boards.setdefault(name, {})
            for board in map_component.find_all("Board"):
                boards.setdefault(board.attributes.get("name", ""), board)

    def place(self, map_name: str, x: int, y: int, boards: Mapping[str, Placed]) -> Place:
        """The names of a point in map pixels, with the boards that a save puts on each map."""
        key = map_name, x, y, tuple(boards.get(map_name, ()))
        known = self._places.get(key)
        if known is None:
            if len(self._places) >= MOST_PLACES:
                self._places.clear()
            known = self._places[key] = self._place(map_name, x, y, boards)
        return known

    def _place(self, map_name: str, x: int, y: int, boards: Mapping[str, Placed]) -> Place:
        laid = self.boards(map_name, boards)
        for board in laid:
            plain = (x - board.left, y - board.top)
            if 0 <= plain[0] < board.width and 0 <= plain[1] < board.height:
                size = (board.width, board.height)
                local = (size[0] - plain[0], size[1] - plain[1]) if board.reversed else plain
                grid = next(iter(board.component.children), None)
                zone = _zone_at(grid, plain)
                location = self._deck_at(map_name, (x, y), laid)
                location = location or self._namer(grid)(local, size)
                named = zone.attributes.get("name", "") if zone is not None else ""
                return Place(location or OFFBOARD, named, board.name)
        return Place(OFFBOARD, "", "")

    def distance(
        self, map_name: str, start: Point, end: Point, boards: Mapping[str, Placed]
    ) -> str:
        """How far two points of a map are apart: `2 hexes`, `1 square` or `54 pixels`.

        Cells count where both points are on a board whose grid at the first point has some.
        """
        across, down = end[0] - start[0], end[1] - start[1]
        far, word = round(hypot(across, down)), "pixel"
        for board in self.boards(map_name, boards):
            local = (start[0] - board.left, start[1] - board.top)
            if 0 <= local[0] < board.width and 0 <= local[1] < board.height:
                grid = _grid_at(next(iter(board.component.children), None), local)
                cells = _cells(grid, across, down) if grid is not None else 0
                if cells and grid is not None:
                    far, word = cells, CELLS[grid.name]
                break
        plural = "" if far == 1 else "es" if word == "hex" else "s"
        return f"{far} {word}{plural}"

    def cells(self, map_name: str, at: Point, boards: Mapping[str, Placed]) -> Component | None:
        """The grid of hexes or squares at a point of a map; None for none.

        Where the grid of a zone has no cells, it is that around the zones.
        """
        for board in self.boards(map_name, boards):
            local = (at[0] - board.left, at[1] - board.top)
            if 0 <= local[0] < board.width and 0 <= local[1] < board.height:
                ground = next(iter(board.component.children), None)
                grid = _grid_at(ground, local)
                if grid is not None and grid.name not in CELLS and ground is not None:
                    grid = next((each for each in ground.children if each.name in CELLS), None)
                return grid if grid is not None and grid.name in CELLS else None
        return None

    def boards(self, map_name: str, boards: Mapping[str, Placed]) -> list[PlacedBoard]:
        """The boards of a map where a save puts them.

        A map that the save does not name shows its only board, or none.
        """
        known = self._boards.get(map_name, {})
        shown = boards.get(map_name) or ([(next(iter(known)), "0", "0")] if len(known) == 1 else ())
        key = (map_name, tuple(shown))
        if key not in self._laid:
            self._laid[key] = list(self._lay(map_name, shown))
        return self._laid[key]

    def first_board(self, map_name: str) -> list[PlacedBoard]:
        """The first of a map's boards, alone on the map; none for a map without boards."""
        known = self._boards.get(map_name, {})
        return list(self._lay(map_name, [(next(iter(known)), "0", "0")])) if known else []

    def edge(self, map_name: str) -> Size:
        """The width of the edge left and right of a map's boards, and that above and below them."""
        attributes = self.attributes(map_name)
        return _int(attributes.get("edgeWidth")), _int(attributes.get("edgeHeight"))

    def attributes(self, map_name: str) -> Mapping[str, str]:
        """The attributes of a map; none for an unknown one."""
        return self._maps[map_name].attributes if map_name in self._maps else {}

    def map_id(self, map_name: str) -> str:
        """The engine's id of a map, by its number among all maps; empty for an unknown one."""
        return self._ids.get(map_name, "")

    def parts_of(self, map_name: str, kind: str) -> list[Mapping[str, str]]:
        """The attributes of each part of a kind that a map has."""
        owner = self._maps.get(map_name)
        return [part.attributes for part in (owner.find_all(kind) if owner is not None else ())]

    def size(self, map_name: str, board_name: str) -> Size:
        """The size of a board in pixels. Raises KeyError for an unknown board."""
        return self._size(map_name, self._boards[map_name][board_name])

    def _lay(self, map_name: str, shown: Placed) -> Iterator[PlacedBoard]:
        known = self._boards.get(map_name, {})
        cells: dict[tuple[int, int], tuple[Component, Size, bool]] = {}
        for spec, column, row in shown:
            name = spec.removesuffix("/rev")
            if name in known:
                size = self._size(map_name, known[name])
                cells[_int(column), _int(row)] = known[name], size, name != spec
        edge = self.edge(map_name)
        for (across, down), (board, (width, height), turned) in cells.items():
            left = sum(
                size[0] for (x, y), (_, size, _) in cells.items() if x < across and y == down
            )
            top = sum(size[1] for (x, y), (_, size, _) in cells.items() if x == across and y < down)
            yield PlacedBoard(board, edge[0] + left, edge[1] + top, width, height, turned)

    def _size(self, map_name: str, board: Component) -> Size:
        key = map_name, board.attributes.get("name", "")
        if key not in self._sizes:
            if self.images is None:
                given = [_int(board.attributes.get(side)) for side in ("width", "height")]
                self._sizes[key] = given[0] or UNKNOWN_SIZE, given[1] or UNKNOWN_SIZE
            else:
                self._sizes[key], _ = board_size(board, self._maps.get(map_name), self.images)
        return self._sizes[key]

    def _deck_at(self, map_name: str, at: Point, laid: Sequence[PlacedBoard]) -> str:
        """The name of the deck whose point this is; empty for none."""
        if map_name not in self._decks:
            owner = self._maps.get(map_name)
            self._decks[map_name] = list(owner.find_all("DrawPile")) if owner is not None else []
        for deck in self._decks[map_name]:
            attributes = deck.attributes
            wanted = attributes.get("owningBoard", "")
            board = next((each for each in laid if wanted in ("", each.name)), None)
            if board is not None and at == (
                board.left + _int(attributes.get("x")),
                board.top + _int(attributes.get("y")),
            ):
                return attributes.get("name", "")
        return ""

    def _namer(self, grid: Component | None) -> Namer:
        """What names the points of a grid, made once."""
        if grid is None:
            return _unnamed
        namer = self._namers.get(id(grid))
        if namer is None:
            namer = self._namers[id(grid)] = _namer_of(grid)
        return namer


def _int(text: str | None) -> int:
    try:
        return int(float(text or 0))
    except (ValueError, OverflowError):
        return 0


def _zone_at(grid: Component | None, at: Point) -> Component | None:
    """The first zone in file order whose polygon holds a point."""
    if grid is None or grid.name != "ZonedGrid":
        return None
    for child in grid.children:
        if child.name == "Zone" and _inside(polygon_of(child.attributes.get("path", "")), at):
            return child
    return None


def _grid_at(grid: Component | None, at: Point) -> Component | None:
    """The grid whose cells lie at a point of a board; None for none."""
    zone = _zone_at(grid, at)
    if zone is not None and zone.attributes.get("useParentGrid") != "true":
        grid = zone
    if grid is not None and grid.name not in GRIDS:
        grid = next((child for child in grid.children if child.name in GRIDS), None)
    return grid


def _cells(grid: Component, across: int, down: int) -> int:
    """A distance in cells of a grid of hexes or squares; 0 for less than one, and other grids."""
    if grid.name not in CELLS:
        return 0
    _, _, dx, dy = grid_measures(grid)
    if grid.name == "HexGrid":
        return round(hypot(across, down) / abs(dy))
    return round(max(abs(across / dx), abs(down / dy)))


@lru_cache(maxsize=20_000)
def polygon_of(path: str) -> Polygon:
    """The corners of a zone from its path, `x,y;x,y`."""
    pairs = (pair.split(",") for pair in path.split(";"))
    return tuple((_int(pair[0]), _int(pair[1])) for pair in pairs if len(pair) == 2)


def _inside(polygon: Polygon, at: Point) -> bool:
    """Even-odd, as java.awt.Polygon: points on left and top sides are inside."""
    x, y = at
    inside = False
    ax, ay = polygon[-1] if polygon else (0, 0)
    for bx, by in polygon:
        if (ay <= y) != (by <= y) and x - ax < (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
        ax, ay = bx, by
    return inside


def _unnamed(at: Point, size: Size) -> str:
    del at, size
    return ""


def _namer_of(grid: Component | None) -> Namer:
    """A function from a point in board pixels, and the board's size, to the grid's name for it."""
    if grid is not None and grid.name == "ZonedGrid":
        return _zones(grid)
    if grid is not None and grid.name == "RegionGrid":
        return _regions(grid)
    namer = NUMBERED.get(grid.name) if grid is not None else None
    return _unnamed if grid is None or namer is None else partial(namer, grid)


def _zones(grid: Component) -> Namer:
    background = _namer_of(next((child for child in grid.children if child.name in GRIDS), None))
    zones = {id(child): _zone(child, background) for child in grid.children if child.name == "Zone"}

    def name(at: Point, size: Size) -> str:
        zone = _zone_at(grid, at)
        return background(at, size) if zone is None else zones[id(zone)](at, size)

    return name


def _zone(zone: Component, background: Namer) -> Namer:
    attributes = zone.attributes
    own = next((child for child in zone.children if child.name in GRIDS), None)
    shared = attributes.get("useParentGrid") == "true"
    inner = background if shared else _namer_of(own)
    polygon = polygon_of(attributes.get("path", ""))
    box: Size | None = None
    if polygon and not shared:
        across, down = zip(*polygon, strict=True)
        box = (max(across) - min(across), max(down) - min(down))
    text = attributes.get("locationFormat", "$name$").replace("$name$", attributes.get("name", ""))

    def name(at: Point, size: Size) -> str:
        return text.replace("$gridLocation$", inner(at, box or size))

    return name


def _regions(grid: Component) -> Namer:
    regions = [
        (
            _int(child.attributes.get("originx")),
            _int(child.attributes.get("originy")),
            child.attributes.get("name", ""),
        )
        for child in grid.children
        if child.name == "Region"
    ]

    def name(at: Point, size: Size) -> str:
        """The nearest region, however far."""
        del size
        if not regions:
            return ""
        return min(regions, key=lambda region: hypot(region[0] - at[0], region[1] - at[1]))[2]

    return name


def _square(grid: Component, at: Point, size: Size) -> str:
    numbering = next((child for child in grid.children if child.name.endswith("Numbering")), None)
    if numbering is None:
        return ""
    x0, y0, dx, dy = grid_measures(grid)
    column = floor((at[0] - x0) / dx + 0.5)
    row = int((at[1] - y0) / dy + 0.5)
    attributes = numbering.attributes
    if attributes.get("hDescend") == "true":
        column = int(size[0] / dx + 0.5) - column
    if attributes.get("vDescend") == "true":
        row = int(size[1] / dy + 0.5) - row
    return _named(attributes, column, row)


def _hex(grid: Component, at: Point, size: Size) -> str:
    numbering = next((child for child in grid.children if child.name.endswith("Numbering")), None)
    if numbering is None:
        return ""
    x0, y0, dx, dy = grid_measures(grid)
    sideways = grid.attributes.get("sideways") == "true"
    x, y = (at[1], at[0]) if sideways else at
    raw = column = floor((x - x0) / dx + 0.5)
    shift = dy / 2 if raw % 2 else 0.0
    row = floor((y - y0 - shift) / dy + 0.5)
    attributes = numbering.attributes
    rows, columns = floor(size[1] / dx + 0.5), floor(size[0] / dy + 0.5)
    down, left = attributes.get("vDescend") == "true", attributes.get("hDescend") == "true"
    if sideways:
        column = rows - column if down else column
        row = columns - row if left else row
    else:
        row = rows - row if down else row
        column = columns - column if left else column
    if attributes.get("stagger", "true") == "true" and raw % 2:
        turned = left if sideways else down
        row += -1 if turned else 1
    if numbering.name == "ObliqueHexGridNumbering":
        half = int(column / 2)  # the engine's division of whole numbers
        row += half if attributes.get("stagger", "true") == "true" else 1 - half
    return _named(attributes, column, row)


def grid_measures(grid: Component) -> tuple[float, float, float, float]:
    """Where the middle of a grid's first cell is, and how far apart cells are, in pixels."""
    attributes = grid.attributes
    values = [_number(attributes.get(key)) for key in ("x0", "y0", "dx", "dy")]
    return values[0], values[1], values[2] or 1.0, values[3] or 1.0


def _number(text: str | None) -> float:
    try:
        value = float(text or 0)
    except ValueError:
        return 0.0
    return value if isfinite(value) else 0.0


def _named(attributes: Mapping[str, str], column: int, row: int) -> str:
    across = _label(column + _int(attributes.get("hOff", "1")), attributes, "h")
    down = _label(row + _int(attributes.get("vOff", "1")), attributes, "v")
    separator = attributes.get("sep", "")
    first = [across, down] if attributes.get("first", "H")[:1].upper() != "V" else [down, across]
    text: str = attributes.get("locationFormat") or "$gridLocation$"
    text = text.replace("$gridLocation$", separator.join(first))
    return text.replace("$column$", across).replace("$row$", down)


def _label(value: int, attributes: Mapping[str, str], axis: str) -> str:
    """A number with leading zeros, or a letter that is repeated: A to Z, AA, BB (§7.4)."""
    sign = "-" if value < 0 else ""
    value = abs(value)
    if attributes.get(f"{axis}Type", "N")[:1].upper() == "A":
        letters: str = chr(ord("A") + value % 26) * min(value // 26 + 1, MOST_LETTERS)
        return sign + letters
    leading = min(_int(attributes.get(f"{axis}Leading", "1")), 20)
    zeros = "0" * sum(value < 10**k for k in range(1, leading + 1))
    return f"{sign}{zeros}{value}"


NUMBERED: dict[str, Callable[[Component, Point, Size], str]] = {
    "SquareGrid": _square,
    "HexGrid": _hex,
}
GRIDS = ("RegionGrid", *NUMBERED)
CELLS = {"SquareGrid": "square", "HexGrid": "hex"}
"""What a cell of each grid is called."""
