"""Zones, regions and grids: spaces and cells with the engine's own names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import floor, hypot
from typing import Any

from modgen.compile.parts.numbers import digits
from modgen.importing.boards import Boards, ImportedBoard
from modgen.importing.source import LINK, Ids, Source, children, is_valid, link, real
from modgen.log.board_sizes import whole
from modgen.log.locations import polygon_of
from modgen.model.geography.cells import cell_at, cells
from modgen.model.types.places import Grid, Space
from modgen.unpacking.xml import Node

GRIDS = ("RegionGrid", "HexGrid", "SquareGrid")
MOST_CELLS = 45_000
SMALLEST, LARGEST = 2.0, 25.0
"""The radius of the disc of a region in mm."""
NO_DISC = 6.0
"""The radius of a region without neighbours in mm."""
Ring = list[list[float]]


@dataclass
class Places:
    """The places of a game, and how to find them by the engine's names."""

    spaces: list[dict[str, Any]] = field(default_factory=list)
    grids: list[dict[str, Any]] = field(default_factory=list)
    shapes: dict[str, dict[str, list[Ring]]] = field(default_factory=dict)
    """By board and space: the outlines in mm."""
    by_name: dict[tuple[str, str], str] = field(default_factory=dict)
    """By board and the engine's location: the place's id, or the name of the cell."""
    own_grids: dict[str, bool] = field(default_factory=dict)
    """Whether a grid is of what is imported, and not of the module that it extends."""
    ids: Ids = field(default_factory=Ids)
    cells: int = 0
    """The number of cells of all grids."""
    unnamed: dict[str, list[Grid]] = field(default_factory=dict)
    """By board: grids whose cells have no names in the module."""
    _cells: dict[str, dict[str, str]] = field(default_factory=dict)
    """By board: the cells by the engine's names."""

    def place(self, board: str, location: str, at: tuple[float, float]) -> str:
        """The place or cell of an engine's location, or of a point in mm; empty for none."""
        found = self.by_name.get((board, location)) or self._cells.get(board, {}).get(location)
        if found is not None:
            return found
        return next(
            (cell for grid in self.unnamed.get(board, ()) if (cell := cell_at(grid, at))), ""
        )

    def added(self, source: Source) -> set[str]:
        """The places and cells that an extension adds to those of its module."""
        links = (
            node.attributes.get(LINK, "") for node in source.root.walk() if not source.is_own(node)
        )
        spaces = {space["id"] for space in self.spaces}
        spaces -= {
            link.partition(":")[2].partition("/")[0] for link in links if link.startswith("space:")
        }
        grids = (grid for grid in self.grids if self.own_grids[grid["id"]])
        return spaces.union(cell for grid in grids for _, cell in _names(grid))

    def add_cells(self, board: str, names: dict[str, str]) -> None:
        """Register the cells of a grid, by the engine's names."""
        known = self._cells.setdefault(board, {})
        for name, cell in names.items():
            known.setdefault(name, cell)


def import_places(source: Source, boards: Boards) -> Places:
    """The places of all boards."""
    places = Places()
    for board in boards.all:
        for grid in board.node.children:
            if grid.name == "ZonedGrid":
                _zones(source, places, board, grid)
            elif grid.name in GRIDS:
                whole_board = (0, 0, board.width, board.height)
                _grid(source, places, board, grid, box=whole_board, name=board.name)
    return places


def _zones(source: Source, places: Places, board: ImportedBoard, zoned: Node) -> None:
    background = next(children(zoned, *GRIDS), None)
    shared = False
    for zone in children(zoned, "Zone"):
        attributes = zone.attributes
        name = attributes.get("name", "")
        text = attributes.get("locationFormat", "$name$").replace("$name$", name)
        polygon = polygon_of(attributes.get("path", ""))
        if attributes.get("useParentGrid") == "true":
            shared = True
            if text != "$gridLocation$":
                source.keep("zones with the grid of the board", name)
            continue
        own = next(children(zone, *GRIDS), None)
        named = own is not None and own.name == "RegionGrid" and "$gridLocation$" in text
        if own is not None and (named or _numbered(own)):
            if len(polygon) > 2:
                across, down = zip(*polygon, strict=True)
                box = (min(across), min(down), max(across), max(down))
                size = (box[2] - box[0], box[3] - box[1])
                _grid(source, places, board, own, box=box, within=text, name=name, size=size)
            else:
                source.keep("zones without an outline", name)
            continue
        location = text.replace("$gridLocation$", "")
        if len(polygon) < 3 or not location.strip():
            source.keep("zones without a name or an outline", name)
            continue
        _zone_space(source, places, board, zone, location)
    if background is not None:
        box = (0, 0, board.width, board.height)
        _grid(source, places, board, background, box=box, name=board.name)
    elif shared:
        source.keep("zones with the grid of a board that has none", board.name)


def _zone_space(
    source: Source, places: Places, board: ImportedBoard, zone: Node, location: str
) -> None:
    """A zone as an area. Zones of one name on one board are one space with several outlines."""
    known = places.by_name.get((board.id, location))
    ring = [[source.mm(x), source.mm(y)] for x, y in polygon_of(zone.attributes["path"])]
    shapes = places.shapes.setdefault(board.id, {})
    if known is None:
        key = places.ids(location, "zone")
        places.spaces.append({"id": key, "name": location, "kind": "area", "board": board.id})
        places.by_name[board.id, location] = known = key
    elif known not in shapes:
        source.keep("zones with the name of a region", location)
        return
    rings = shapes.setdefault(known, [])
    link(zone, f"space:{known}/{len(rings)}")
    rings.append(ring)


def _numbered(grid: Node) -> bool:
    return any(child.name.endswith("Numbering") for child in grid.children)


def _grid(
    source: Source,
    places: Places,
    board: ImportedBoard,
    grid: Node,
    *,
    box: tuple[int, int, int, int],
    within: str = "",
    name: str,
    size: tuple[int, int] = (0, 0),
) -> None:
    """A grid of a board or zone. `box` is the part of the board in pixels on which it is."""
    if grid.name == "RegionGrid":
        _regions(source, places, board, grid, within)
        return
    data = _cells(source, board, grid, box=box, within=within, size=size)
    if data is None or not is_valid(Grid, {**data, "id": "grid", "name": name, "board": board.id}):
        source.keep(
            "grids whose measures or numbers are beyond all bounds", f"{board.name}: {name}"
        )
        return
    if places.cells + data["columns"] * data["rows"] > MOST_CELLS:
        source.keep("grids with too many cells", f"{board.name}: {name}")
        return
    _add_grid(source, places, board, grid, data, name)


def _add_grid(  # noqa: PLR0917
    source: Source,
    places: Places,
    board: ImportedBoard,
    node: Node,
    data: dict[str, Any],
    name: str,
) -> None:
    """Add a grid. One with the same cells as a grid of another board is shared by both."""
    same = [
        known
        for known in places.grids
        if all(known.get(key) == value for key, value in data.items())
        and places.own_grids[known["id"]] == source.is_own(node)
    ]
    shared = next((one for one in same if one["board"] != board.id), None)
    if shared is not None and board.id not in shared.get("also", ()):
        shared.setdefault("also", []).append(board.id)
        link(node, f"grid:{shared['id']}")
        _register(places, board, shared)
        return
    data = {"id": places.ids(name, "grid"), "name": name, "board": board.id, **data}
    taken = {cell for cells in places._cells.values() for cell in cells.values()}
    if any(cell in taken or cell in places.ids.taken for _, cell in _names(data)):
        data["prefix"] = f"{data['id']}-"
    places.grids.append(data)
    places.own_grids[data["id"]] = source.is_own(node)
    places.cells += data["columns"] * data["rows"]
    link(node, f"grid:{data['id']}")
    _register(places, board, data)


def _register(places: Places, board: ImportedBoard, data: dict[str, Any]) -> None:
    """Make the cells of a grid known, by their names or by where they are."""
    if data["numbering"].get("shown", True):
        places.add_cells(board.id, dict(_names(data)))
    else:
        places.unnamed.setdefault(board.id, []).append(Grid.model_validate(data))


def _names(data: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The engine's name and the game's name of every cell of a grid."""
    grid = Grid.model_validate(data)
    for cell in cells(grid):
        yield cell.name.removeprefix(grid.prefix), cell.name


def _cells(
    source: Source,
    board: ImportedBoard,
    grid: Node,
    *,
    box: tuple[int, int, int, int],
    within: str,
    size: tuple[int, int],
) -> dict[str, Any] | None:
    """The data of a square or hex grid; None if its measures make no sense."""
    attributes = grid.attributes
    x0, y0 = real(attributes.get("x0")), real(attributes.get("y0"))
    dx, dy = real(attributes.get("dx")), real(attributes.get("dy"))
    if dx < 1 or dy < 1:
        return None
    is_hex = grid.name == "HexGrid"
    sideways = is_hex and attributes.get("sideways") == "true"
    if sideways:
        x0, y0, dx, dy = y0, x0, dy, dx
    size = size if size != (0, 0) else (board.width, board.height)
    left, right = floor((box[0] - x0) / dx + 0.5), floor((box[2] - 1 - x0) / dx + 0.5)
    top, bottom = floor((box[1] - y0) / dy + 0.5), floor((box[3] - 1 - y0) / dy + 0.5)
    if not is_hex:
        top = int((box[1] - y0) / dy + 0.5)  # as the engine rounds the rows of squares
    if is_hex and sideways:
        left -= 1
    elif is_hex:
        top -= 1
    columns, rows = right - left + 1, bottom - top + 1
    if not (0 < columns <= 1000 and 0 < rows <= 1000 and abs(left) < 1000 and abs(top) < 1000):
        return None
    mm = source.mm
    numbering = next((one for one in grid.children if one.name.endswith("Numbering")), None)
    half_x, half_y = mm(dx) / 2, mm(dy) / 2
    return {
        "kind": "hex" if is_hex else "square",
        "rect": {
            "x": round(mm(x0 + left * dx) - half_x, 4),
            "y": round(mm(y0 + top * dy) - half_y, 4),
            "w": mm(dx * columns),
            "h": mm(dy * rows),
        },
        "size": mm(dx if sideways else dy),
        "sideways": sideways,
        "columns": columns,
        "rows": rows,
        "first_column": left,
        "first_row": top,
        "origin": [mm(x0), mm(y0)],
        "pitch": [round(dx / source.dpi * 25.4, 6), round(dy / source.dpi * 25.4, 6)],
        "numbering": _numbering(
            numbering, is_hex=is_hex, sideways=sideways, within=within, size=size, pitch=(dx, dy)
        ),
    }


def _numbering(
    node: Node | None,
    *,
    is_hex: bool,
    sideways: bool,
    within: str,
    size: tuple[int, int],
    pitch: tuple[float, float],
) -> dict[str, Any]:
    """The numbering of a grid. The engine calls the rows of hexes with pointed tops columns.

    A grid without numbers in the module has columns and rows with two digits.
    """
    if node is None:
        return {"columns": {"digits": 2}, "rows": {"digits": 2}, "shown": False}
    attributes = node.attributes
    axes = {axis: _axis(attributes, axis) for axis in "hv"}
    across, down = ("v", "h") if sideways else ("h", "v")
    columns, rows = axes[across], axes[down]
    # For hexes with flat tops the engine divides by the other measure.
    by = pitch[::-1] if is_hex and not sideways else pitch
    counts = [int(size[n] / by[n] + 0.5) for n in (0, 1)]
    if attributes.get("hDescend") == "true":
        columns["down_from"] = counts[0]
    if attributes.get("vDescend") == "true":
        rows["down_from"] = counts[1]
    made: dict[str, Any] = {"columns": columns, "rows": rows}
    if (attributes.get("first", "H")[:1].upper() == "V") != sideways:
        made["rows_first"] = True
    for name, value in (("separator", attributes.get("sep", "")), ("within", within)):
        if value and not (name == "within" and value == "$gridLocation$"):
            made[name] = value
    text = attributes.get("locationFormat", "")
    if text not in ("", "$gridLocation$"):
        made["format"] = text
    if is_hex and attributes.get("stagger", "true") == "true":
        made["stagger"] = True
    return made


def _axis(attributes: dict[str, str], axis: str) -> dict[str, Any]:
    letters = attributes.get(f"{axis}Type", "N")[:1].upper() == "A"
    data: dict[str, Any] = {"first": whole(attributes.get(f"{axis}Off", "1"))}
    if letters:
        data["kind"] = "letters"
    else:
        data["digits"] = digits(attributes, axis)
    return data


def _regions(source: Source, places: Places, board: ImportedBoard, grid: Node, within: str) -> None:
    """The regions of a grid as nodes; their discs reach half way to the nearest other one."""
    regions = list(children(grid, "Region"))
    points = [
        (whole(one.attributes.get("originx")), whole(one.attributes.get("originy")))
        for one in regions
    ]
    for number, region in enumerate(regions):
        name = region.attributes.get("name", "")
        location = within.replace("$gridLocation$", name) if within else name
        if not location.strip():
            source.keep("regions without a name", board.name)
            continue
        if (board.id, location) in places.by_name:
            source.keep("regions of the same name", location)
            continue
        x, y = points[number]
        near = [hypot(x - a, y - b) for n, (a, b) in enumerate(points) if n != number][:5000]
        reach = source.mm(min(near) / 2) if near and min(near) > 0 else NO_DISC
        data = {
            "name": location,
            "kind": "node",
            "board": board.id,
            "at": [source.mm(x), source.mm(y)],
            "radius": round(min(max(reach, SMALLEST), LARGEST), 1),
        }
        if not is_valid(Space, {**data, "id": "region"}):
            source.keep("regions far from their board", location)
            continue
        key = places.ids(location, "region")
        places.spaces.append({"id": key, **data})
        places.by_name[board.id, location] = key
        link(region, f"space:{key}")
