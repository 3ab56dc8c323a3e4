"""The engine's names of points: boards, zones, regions, squares and hexes (vassal-formats §7).

The names are the values that `LocationName` and `CurrentZone` of a piece have in the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import floor, hypot, isfinite
from typing import NamedTuple

from modgen.vassal.components import Component

OFFBOARD = "offboard"
UNKNOWN_SIZE = 1 << 20
"""Pixels of a board that only its picture measures: no point of its map lies outside."""
MAPS = ("Map", "PrivateMap", "PlayerHand")
Placed = Sequence[tuple[str, str, str]]
"""The boards of a map in a save: name (with `/rev` when reversed), column, row."""


class Place(NamedTuple):
    """The names of a point: location, zone and board. Zone and board are empty for none."""

    location: str
    zone: str
    board: str


@dataclass(frozen=True)
class _Board:
    name: str
    width: int
    height: int
    grid: Component | None


@dataclass
class Locations:
    """Names the points of a module's maps, from its component tree."""

    tree: Component
    _maps: dict[str, dict[str, _Board]] = field(default_factory=dict)
    _edges: dict[str, tuple[int, int]] = field(default_factory=dict)
    _decks: dict[str, dict[tuple[int, int], str]] = field(default_factory=dict)
    _default: dict[str, Placed] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for map_component in self.tree.find_all(*MAPS):
            name = map_component.attributes.get("mapName", "")
            boards = {
                board.attributes.get("name", ""): _Board(
                    board.attributes.get("name", ""),
                    _int(board.attributes.get("width")) or UNKNOWN_SIZE,
                    _int(board.attributes.get("height")) or UNKNOWN_SIZE,
                    next(iter(board.children), None),
                )
                for board in map_component.find_all("Board")
            }
            self._maps[name] = boards
            attributes = map_component.attributes
            self._edges[name] = (
                _int(attributes.get("edgeWidth")),
                _int(attributes.get("edgeHeight")),
            )
            if len(boards) == 1:
                self._default[name] = [(next(iter(boards)), "0", "0")]

    def place(self, map_name: str, x: int, y: int, boards: Mapping[str, Placed]) -> Place:
        """The names of a point in map pixels, with the boards that a save puts on each map."""
        shown = boards.get(map_name) or self._default.get(map_name, [])
        for board, left, top, turned in self._laid(map_name, shown):
            if left <= x < left + board.width and top <= y < top + board.height:
                plain = (x - left, y - top)
                local = (board.width - plain[0], board.height - plain[1]) if turned else plain
                location = _location(board.grid, local, (board.width, board.height))
                zone = _zone_at(board.grid, plain)
                named = zone.attributes.get("name", "") if zone is not None else ""
                return Place(location or OFFBOARD, named, board.name)
        return Place(OFFBOARD, "", "")

    def _laid(self, map_name: str, shown: Placed) -> list[tuple[_Board, int, int, bool]]:
        """The boards with the pixel of their top left corner, and whether they are reversed."""
        known = self._maps.get(map_name, {})
        cells: dict[tuple[int, int], tuple[_Board, bool]] = {}
        for spec, column, row in shown:
            name, _, mark = spec.partition("/")
            if name in known:
                cells[(_int(column), _int(row))] = (known[name], mark == "rev")
        laid = []
        left0, top0 = self._edges.get(map_name, (0, 0))
        for (across, down), (board, turned) in cells.items():
            beside = (cells[(at, down)][0].width for at in range(across) if (at, down) in cells)
            above = (cells[(across, at)][0].height for at in range(down) if (across, at) in cells)
            laid.append((board, left0 + sum(beside), top0 + sum(above), turned))
        return laid


def _int(text: str | None) -> int:
    try:
        return int(float(text or 0))
    except (ValueError, OverflowError):
        return 0


def _zone_at(grid: Component | None, at: tuple[int, int]) -> Component | None:
    """The first zone in file order whose polygon holds a point."""
    if grid is None or grid.name != "ZonedGrid":
        return None
    for child in grid.children:
        if child.name == "Zone" and _inside(_points(child.attributes.get("path", "")), at):
            return child
    return None


def _points(path: str) -> list[tuple[int, int]]:
    pairs = (pair.split(",") for pair in path.split(";"))
    return [(_int(pair[0]), _int(pair[1])) for pair in pairs if len(pair) == 2]


def _inside(polygon: list[tuple[int, int]], at: tuple[int, int]) -> bool:
    """Even-odd, as java.awt.Polygon: points on left and top sides are inside."""
    x, y = at
    inside = False
    for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        if (ay <= y) != (by <= y) and x - ax < (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
    return inside


def _location(grid: Component | None, at: tuple[int, int], size: tuple[int, int]) -> str:
    """The name that a grid gives to a point in board pixels; empty for none."""
    if grid is None:
        return ""
    if grid.name == "ZonedGrid":
        zone = _zone_at(grid, at)
        background = next((child for child in grid.children if child.name in GRIDS), None)
        if zone is None:
            return _location(background, at, size)
        return _in_zone(zone, background, at, size)
    namer = GRIDS.get(grid.name)
    return namer(grid, at, size) if namer else ""


def _in_zone(
    zone: Component, background: Component | None, at: tuple[int, int], size: tuple[int, int]
) -> str:
    grid = next((child for child in zone.children if child.name in GRIDS), None)
    if zone.attributes.get("useParentGrid") == "true":
        grid = background
    else:
        points = _points(zone.attributes.get("path", ""))
        if points:
            across, down = zip(*points, strict=True)
            size = (max(across) - min(across), max(down) - min(down))
    inner = _location(grid, at, size)
    text = zone.attributes.get("locationFormat", "$name$")
    return text.replace("$name$", zone.attributes.get("name", "")).replace("$gridLocation$", inner)


def _region(grid: Component, at: tuple[int, int], size: tuple[int, int]) -> str:
    """The nearest region, however far."""
    del size
    regions = [
        (hypot(_int(region.attributes.get("originx")) - at[0],
               _int(region.attributes.get("originy")) - at[1]), number, region)
        for number, region in enumerate(grid.children)
        if region.name == "Region"
    ]  # fmt: skip
    return min(regions)[2].attributes.get("name", "") if regions else ""


def _square(grid: Component, at: tuple[int, int], size: tuple[int, int]) -> str:
    numbering = next((child for child in grid.children if child.name.endswith("Numbering")), None)
    if numbering is None:
        return ""
    x0, y0, dx, dy = _measures(grid)
    column = floor((at[0] - x0) / dx + 0.5)
    row = int((at[1] - y0) / dy + 0.5)
    attributes = numbering.attributes
    if attributes.get("hDescend") == "true":
        column = int(size[0] / dx + 0.5) - column
    if attributes.get("vDescend") == "true":
        row = int(size[1] / dy + 0.5) - row
    return _named(attributes, column, row)


def _hex(grid: Component, at: tuple[int, int], size: tuple[int, int]) -> str:
    numbering = next((child for child in grid.children if child.name.endswith("Numbering")), None)
    if numbering is None:
        return ""
    x0, y0, dx, dy = _measures(grid)
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
    return _named(attributes, column, row)


def _measures(grid: Component) -> tuple[float, float, float, float]:
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
        letters: str = chr(ord("A") + value % 26) * (value // 26 + 1)
        return sign + letters
    leading = min(_int(attributes.get(f"{axis}Leading", "1")), 20)
    zeros = "0" * sum(value < 10**k for k in range(1, leading + 1))
    return f"{sign}{zeros}{value}"


Namer = Callable[[Component, tuple[int, int], tuple[int, int]], str]
GRIDS: dict[str, Namer] = {"RegionGrid": _region, "SquareGrid": _square, "HexGrid": _hex}
