"""Moves and resizes what has a position in a YAML file: places, names, labels, layout elements."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from modgen.draw.board import label_size, name_size
from modgen.draw.links import link_lines
from modgen.draw.text import MissingGlyphError
from modgen.model.boards import layout
from modgen.model.files.binding import SourceMap
from modgen.model.files.diagnostics import DataPath, Diagnostics, FilePosition
from modgen.model.files.yaml_source import read_yaml
from modgen.model.game import Game
from modgen.model.geography.geojson import Projector
from modgen.model.types.base import Part, Point
from modgen.model.types.places import Board, BoardLabel, Box, Edge, Space
from modgen.serve.design.rows import NUMBER, part_of
from modgen.serve.design.written import (
    CONFLICT,
    Change,
    FileError,
    Written,
    bytes_of,
    digest,
    inside,
    save,
    write_all,
)
from modgen.serve.design.yaml_edit import Value, edited

MM_DIGITS, DEGREE_DIGITS = 2, 5
MAP, CARDS = "map.yaml", "cards.yaml"
BASELINE = 0.35
"""How far the middle of a label is above its baseline, in letter heights."""
LEAST = 0.5
"""The smallest width and height of a rectangle in mm that the page makes."""


class Handle(NamedTuple):
    """Something of a board that can be moved: its key and field, its rectangle in mm.

    A point has no width and no height. `grows` says whether it can be resized. The handle of a text
    is a rectangle about it, so that it does not cover it.
    """

    key: str
    field: str
    x: float
    y: float
    w: float = 0
    h: float = 0
    grows: bool = False
    text: str = ""


def handles(game: Game, board: str) -> Iterator[Handle]:
    """What can be moved on a board."""
    for grid in game.map.grids:
        if grid.board == board:
            at = grid.rect
            yield Handle(f"grid/{grid.id}", "rect", at.x, at.y, at.w, at.h, text=grid.name)
    for box in game.map.boxes:
        if box.board == board:
            at = box.rect
            yield Handle(f"box/{box.id}", "rect", at.x, at.y, at.w, at.h, True, box.name)
    for track in game.map.tracks:
        if track.board == board:
            for at, _ in list(layout.track_runs(track))[:1]:
                yield Handle(f"track/{track.id}", "runs", at.x, at.y, at.w, at.h, text=track.name)
    for space in game.map.spaces:
        if space.board == board:
            yield from _of_space(game, space)
    yield from _of_edges(game, board)
    for number, label in enumerate(game.boards[board].labels):
        x, y = label.at
        rect = (x, y, 0.0, 0.0)
        if not label.angle:
            rect = _about((x, y - label.size * BASELINE), partial(label_size, game, label))
        yield Handle(f"label/{board}/{number}", "at", *rect, text=label.text)


def _of_edges(game: Game, board: str) -> Iterator[Handle]:
    """The bends of the lines that are drawn on a board."""
    spaces = [space for space in game.map.spaces if space.board == board]
    drawn = {id(edge) for edge, _, _ in link_lines(game, spaces)}
    for number, edge in enumerate(game.map.edges):
        names = " – ".join(game.spaces[key].name for key in edge.between)
        for bend, (x, y) in enumerate(edge.via if id(edge) in drawn else ()):
            yield Handle(f"edge/{number}/{bend}", "bend", x, y, text=names)


def _of_space(game: Game, space: Space) -> Iterator[Handle]:
    for field in ("at", "pieces_at", "label_at"):
        point = _point(game, space, field)
        if point is None:
            continue
        rect = (*point, 0.0, 0.0)
        if field == "label_at":
            rect = _about(point, partial(name_size, game, space))
        yield Handle(f"space/{space.id}", field, *rect, text=space.name)


def _about(middle: Point, size: Callable[[], Point]) -> tuple[float, float, float, float]:
    """The rectangle of a text about its middle; a point if it cannot be drawn."""
    try:
        w, h = size()
    except MissingGlyphError:
        w = h = 0
    return middle[0] - w / 2, middle[1] - h / 2, w, h


def _point(game: Game, space: Space, field: str) -> Point | None:
    """Where a point of a space is; None if it has none that can be moved."""
    if field == "label_at":
        return layout.label_point(game, space)
    middle = game.outlines.centres.get(space.id)
    if field == "at":
        return middle if space.radius and (space.at or space.lonlat) else None
    return None if space.radius else space.pieces_at or middle


def move(  # noqa: PLR0917 - by, grow
    game: Game, sources: SourceMap, key: str, field: str, by: Point, grow: Point = (0, 0)
) -> Written:
    """Move a part by mm to the right and down, and make it wider and higher. Raises FileError."""
    known = _part(game, key)
    if isinstance(known, Box) and has_own_table(game):
        return write_all(own_table(game, known, by, grow))
    part, file, base = part_at(game, sources, key)
    path = game.folder / file
    before = bytes_of(path) or b""
    if isinstance(part, Edge):
        field = key.rpartition("/")[2]  # the number of the bend
    changes = {(*base, *inner): value for inner, value in _changes(game, part, field, by, grow)}
    text = edited(before.decode("utf-8-sig"), file, changes)
    mark = before[:3] if before.startswith(b"\xef\xbb\xbf") else b""
    return save(path, file, mark + text.encode("utf-8"), digest(before))


def part_at(game: Game, sources: SourceMap, key: str) -> tuple[Part, str, DataPath]:
    """A part of a board or layout, its YAML file, and its path there. Raises FileError."""
    part = _part(game, key)
    return part, *place_of(game, sources, part, key)


def place_of(game: Game, sources: SourceMap, part: Part, key: str) -> tuple[str, DataPath]:
    """The YAML file of a part and its path there. Raises FileError."""
    at = sources.position(part)
    path = inside(game.folder, at.file) if at.file != "?" else Path()
    if path.suffix != ".yaml":
        raise FileError(f"{key} has no position in a YAML file, so it cannot be changed here")
    return at.file, _path_of(path, at, getattr(part, "id", None))


def has_own_table(game: Game) -> bool:
    """Whether the map is the table that the program makes for cards, and no file."""
    return game.parent is None and not (game.folder / MAP).exists()


def own_table(
    game: Game, box: Box | None = None, by: Point = (0, 0), grow: Point = (0, 0)
) -> list[Change]:
    """A file of the table that the program makes for cards, in which a box may be moved."""
    (board,) = game.map.boards  # the only one of that table
    lines = [
        "# The table with the piles of cards.yaml. All lengths are millimetres from the top left.",
        f'background: "{game.map.background}"',
        "boards:",
        f"  - {{id: {board.id}, name: {json.dumps(board.name)}, width: {board.width:g}, "
        f"height: {board.height:g}, printed: false}}",
        "boxes:",
    ]
    for one in game.map.boxes:
        values = {name: getattr(one.rect, name) for name in "xywh"}
        if one is box:
            values |= {str(name): value for (name,), value in _rectangle((), one.rect, by, grow)}
        rect = ", ".join(f"{name}: {value:.10g}" for name, value in values.items())
        name = json.dumps(one.name, ensure_ascii=False)
        lines.append(f"  - {{id: {one.id}, name: {name}, kind: {one.kind}, rect: {{{rect}}}}}")
    table = "\n".join([*lines, ""]).encode("utf-8")
    cards = game.folder / CARDS
    before = cards.read_bytes()
    located = read_yaml(cards, CARDS, Diagnostics())
    piles = located.data.get("piles", []) if located else []
    boxes: dict[DataPath, Value] = {
        ("piles", number, "box"): pile["id"]
        for number, pile in enumerate(piles)
        if "box" not in pile and "side" not in pile
    }
    after = edited(before.decode("utf-8"), CARDS, boxes).encode("utf-8")
    return [Change(game.folder / MAP, None, table), Change(cards, before, after)]


def _part(game: Game, key: str) -> Part:
    kind, _, rest = key.partition("/")
    owner, _, number = rest.rpartition("/")
    at = int(number) if NUMBER.fullmatch(number) else -1
    found: Part | None = None
    try:
        if kind == "edge" and at >= 0 and game.map.edges[int(owner)].via[at]:
            found = game.map.edges[int(owner)]
        elif kind in ("box", "track", "grid", "space", "label", "element"):
            found = part_of(game, key)
    except (KeyError, IndexError, ValueError):
        found = None
    if found is None:
        raise FileError(f"there is no `{key[:80]}` that can be moved", 404)
    return found


def _path_of(path: Path, at: FilePosition, id_: str | None) -> DataPath:
    """The path of the mapping that begins at a position of a file.

    If the file has changed since, a part with an id is found by it.
    """
    located = read_yaml(path, at.file, Diagnostics())
    values = located.values if located else {}
    found = [inner for inner, position in values.items() if position == at]
    if id_ is not None and located and not any(_id(located.data, one) == id_ for one in found):
        found = [inner for inner in values if len(inner) == 2 and _id(located.data, inner) == id_]
    if len(found) != 1:
        raise FileError(f"{at.file} has changed; try again", CONFLICT)
    return found[0]


def _id(data: Any, path: DataPath) -> object:
    for step in path:
        data = data[step]
    return data.get("id") if isinstance(data, dict) else None


def _changes(
    game: Game, part: Part, field: str, by: Point, grow: Point
) -> Iterator[tuple[DataPath, Value]]:
    """The new values of a part, by their paths inside it."""
    data: Any = part
    if isinstance(part, Edge):
        yield ("via", int(field)), _moved(part.via[int(field)], by)
    elif field == "element":
        yield from _rectangle((), data, by, grow)
    elif field == "rect" and hasattr(data, "rect"):
        yield from _rectangle(("rect",), data.rect, by, grow)
        if getattr(data, "origin", None):
            yield ("origin",), _moved(data.origin, by)
    elif field == "runs" and hasattr(data, "runs"):
        for number, run in enumerate(data.runs):
            yield from _rectangle(("runs", number), run, by, (0, 0))
    elif isinstance(part, Space) and (point := _point(game, part, field)):
        if field == "at" and part.at is None:
            projection = game.boards[part.board].projection
            if projection is None:
                raise FileError(f"{part.id} has no position that can be moved")
            lonlat = Projector.fit(projection).to_lonlat((point[0] + by[0], point[1] + by[1]))
            yield ("lonlat",), [round(value, DEGREE_DIGITS) for value in lonlat]
        else:
            yield (field,), _on(game.boards[part.board], _moved(point, by))
    elif field == "at" and isinstance(part, BoardLabel):
        board = next(one for one in game.boards.values() if any(x is part for x in one.labels))
        yield ("at",), _on(board, _moved(part.at, by))
    else:
        raise FileError(f"this part has no `{field[:40]}` that can be moved")


def _rectangle(
    path: DataPath, rect: Any, by: Point, grow: Point
) -> Iterator[tuple[DataPath, Value]]:
    for name, step in zip("xywh", (*by, *grow), strict=True):
        if not step:
            continue
        value = round(getattr(rect, name) + step, MM_DIGITS)
        flat = name == "h" and getattr(rect, "kind", "") == "line"
        if name in "wh" and value < (0 if flat else LEAST):
            raise FileError(f"a width and height must be at least {LEAST:g} mm")
        yield (*path, name), value


def _on(board: Board, point: list[float]) -> list[float]:
    """A point that is on a board. Raises FileError: what is off it could not be seen again."""
    x, y = point
    if not (0 <= x <= board.width and 0 <= y <= board.height):
        raise FileError(f"that is off the board, which is {board.width:g} × {board.height:g} mm")
    return point


def _moved(point: Point, by: Point) -> list[float]:
    return [round(value + step, MM_DIGITS) for value, step in zip(point, by, strict=True)]
