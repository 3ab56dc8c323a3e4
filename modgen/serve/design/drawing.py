"""Adds places, texts and connections to a board, renames and removes them.

Only `map.yaml` is changed; when a place is removed, also its lines in set-ups and translations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import dist
from pathlib import Path
from typing import Any, NamedTuple

from modgen.draw.links import link_lines
from modgen.model.checks.borders import LEAST_NEAR
from modgen.model.files.binding import SourceMap
from modgen.model.files.diagnostics import DataPath, Diagnostics
from modgen.model.files.text import FORBIDDEN
from modgen.model.files.yaml_source import read_yaml
from modgen.model.game import Game
from modgen.model.geography.geometry import NEAR, Ring, shared_borders
from modgen.model.types.base import Part, Point, id_from_name
from modgen.model.types.places import KINDS_OF_EDGE, Board, Edge
from modgen.serve.design.moving import MAP, has_own_table, own_table, part_at
from modgen.serve.design.written import (
    CONFLICT,
    Change,
    FileError,
    Written,
    bytes_of,
    inside,
    write_all,
)
from modgen.serve.design.yaml_edit import Item, Value, added, edited, removed

RADIUS = 10.0
"""The radius of a space in mm, if no other space has one."""
BOX = (50.0, 30.0)
"""The size of a box in mm."""
MARGIN = 8.0
"""How much wider and higher a box for cards is than a card, in mm."""
CELL = 12.0
"""The side of a track's cell in mm."""
CELLS = 10
LONGEST = 200
"""The most characters of a name or text that the page writes."""
MARK = b"\xef\xbb\xbf"
SECTIONS = {"space": "spaces", "box": "boxes", "track": "tracks"}


class New(NamedTuple):
    """What is added: a `space`, `box`, `track` or `label` with its middle at a point in mm."""

    kind: str
    sort: str
    """The kind of the space or box, or the style of the label."""
    name: str
    at: Point


def add(game: Game, board_id: str, new: New) -> Written:
    """Add something to a board. Raises FileError."""
    board = game.boards.get(board_id)
    if board is None:
        raise FileError(
            f"the board `{board_id[:60]}` is no longer in the game; reload the page", 404
        )
    name = _one_line(new.name)
    if not has_own_table(game):
        return write_all([_change(game, *_item(game, board, new, name))])
    table, *others = own_table(game)
    path, item = _item(game, board, new, name)
    after = added((table.after or b"").decode("utf-8"), MAP, path, item).encode("utf-8")
    return write_all([table._replace(after=after), *others])


def _item(game: Game, board: Board, new: New, name: str) -> tuple[DataPath, Item]:
    """The list of `map.yaml` to which something is added, and what is added."""
    kind, at = new.kind, new.at
    if kind == "label":
        label: Item = {"text": name, "at": _rounded(at), "style": new.sort}
        return _labels_of(game, board), label
    if kind not in SECTIONS:
        raise FileError(f"`{kind[:40]}` cannot be added to a board")
    item: dict[str, Any] = {"id": _new_id(game, name, kind), "name": name}
    if board.id != "main":
        item["board"] = board.id
    if kind == "space":
        item |= {"kind": new.sort, "at": _rounded(at), "radius": _usual_radius(game, board)}
    elif kind == "box":
        item |= {"kind": new.sort, "rect": _rect(board, at, _box_size(game, new.sort))}
    else:
        rect = _rect(board, at, (CELL * CELLS, CELL))
        run = rect | {"w": round(rect["w"] / CELLS, 2), "count": CELLS, "going": "right"}
        item |= {"first": 1, "last": CELLS, "runs": [run]}
    return (SECTIONS[kind],), item


def outlined(
    game: Game, board_id: str, id_: str, name: str, points: Sequence[Sequence[float]]
) -> Change | None:
    """What an outline that was drawn on a board changes in `map.yaml`; None if nothing.

    With a name it is that of a new space. The space is connected with the areas beside it, because
    a common border without a connection would be a mistake. Raises FileError.
    """
    board = game.boards[board_id]
    items: list[tuple[DataPath, Item]] = []
    if name:
        drawn = [
            space.kind for space in game.map.spaces if space.board == board_id and not space.radius
        ]
        kind = Counter(drawn).most_common(1)[0][0] if drawn else "area"
        item: dict[str, Any] = {"id": id_, "name": _one_line(name)}
        if board.id != "main":
            item["board"] = board.id
        items.append((("spaces",), item | {"kind": kind}))
    known = {frozenset(edge.between) for edge in game.map.edges}
    ring = tuple((x, y) for x, y in points)
    for other in _beside(game, board_id, id_, ring) if items or id_ in game.spaces else ():
        if frozenset((id_, other)) not in known:
            items.append((("edges",), {"between": [other, id_]}))
    if not items:
        return None
    before, text, mark = text_of(game, MAP)
    for path, one in items:
        text = added(text, MAP, path, one)
    return Change(game.folder / MAP, before, mark + text.encode("utf-8"))


def _beside(game: Game, board_id: str, id_: str, ring: Ring) -> list[str]:
    """The areas of a board that have a border with an outline."""
    shapes = {
        space.id: game.outlines.shapes[space.id]
        for space in game.map.spaces
        if space.board == board_id and not space.radius and space.id in game.outlines.shapes
    }
    lengths = shared_borders({**shapes, id_: ((ring,),)}, NEAR)
    pairs = [pair for pair, length in lengths.items() if length >= LEAST_NEAR and id_ in pair]
    return sorted(one for pair in pairs for one in pair if one != id_)


def connect(game: Game, first: str, second: str, kind: str) -> Written:
    """Connect two spaces. Raises FileError."""
    for one in (first, second):
        if one not in game.spaces:
            raise FileError(
                f"the space `{one[:60]}` is no longer in the game; reload the page", 404
            )
    if first == second:
        raise FileError("a space cannot be connected to itself; choose another one")
    if kind not in edge_kinds(game):
        raise FileError(
            f"`{kind[:40]}` is not a kind of connection of this game; choose one from the list"
        )
    for edge in game.map.edges:
        if {*edge.between} == {first, second} and edge.kind == kind:
            names = " and ".join(game.spaces[one].name for one in (first, second))
            raise FileError(f"{names} are connected by {kind} already")
    item: dict[str, Any] = {"between": [first, second]}
    if kind != Edge.model_fields["kind"].default:
        item["kind"] = kind
    return write_all([_change(game, ("edges",), item)])


def edge_kinds(game: Game) -> list[str]:
    """The kinds of connections that a game has, those of its own first."""
    return [*(kind.id for kind in game.map.edge_kinds), *KINDS_OF_EDGE]


def rename(game: Game, sources: SourceMap, key: str, name: str) -> Written:
    """Give a place another name, a label another text, or a connection another kind.

    Raises FileError.
    """
    part, file, path = _found(game, sources, key)
    name = _one_line(name)
    field = "kind" if isinstance(part, Edge) else "text" if key.startswith("label/") else "name"
    if field == "kind" and name not in edge_kinds(game):
        raise FileError(
            f"`{name[:40]}` is not a kind of connection of this game; choose one from the list"
        )
    before, text, mark = text_of(game, file)
    after = mark + edited(text, file, {(*path, field): name}).encode("utf-8")
    return write_all([Change(game.folder / file, before, after)])


def remove(game: Game, sources: SourceMap, key: str) -> Written:
    """Remove a place with its connections and pieces in set-ups, a label, a connection or a bend.

    Raises FileError.
    """
    if key.startswith("edge/") and key.count("/") == 2:
        return _without_bend(game, sources, key)
    part, file, path = _found(game, sources, key)
    gone: dict[str, list[DataPath]] = {file: [path]}
    id_ = str(getattr(part, "id", ""))
    if id_:
        for name, inner in _mentions(game, id_):
            gone.setdefault(name, []).append(inner)
    changes = []
    for name, paths in gone.items():
        before, text, mark = text_of(game, name)
        freed = _freed(data_of(game, name), id_)
        text = removed(edited(text, name, freed) if freed else text, name, paths)
        changes.append(Change(game.folder / name, before, mark + text.encode("utf-8")))
    return write_all(changes)


def _without_bend(game: Game, sources: SourceMap, key: str) -> Written:
    """Remove a bend of a connection, and the list of its bends with the last one."""
    edge, file, path = part_at(game, sources, key)
    before, text, mark = text_of(game, file)
    gone: DataPath = (*path, "via")
    if isinstance(edge, Edge) and len(edge.via) > 1:
        gone = (*gone, int(key.rpartition("/")[2]))
    after = mark + removed(text, file, [gone]).encode("utf-8")
    return write_all([Change(game.folder / file, before, after)])


def bend(game: Game, sources: SourceMap, key: str) -> Written:
    """Give a connection one more bend, in the middle of its longest straight part.

    Raises FileError.
    """
    edge, file, path = _found(game, sources, key)
    lines = [
        points
        for board in game.boards
        for line, _, points in link_lines(
            game, [one for one in game.map.spaces if one.board == board]
        )
        if line is edge
    ]
    if not isinstance(edge, Edge) or not lines:
        raise FileError("it is not drawn as a line, so it has no bends")
    points = lines[0]
    number = max(range(len(points) - 1), key=lambda at: dist(points[at], points[at + 1]))
    (x, y), (to_x, to_y) = points[number : number + 2]
    middle = ((x + to_x) / 2, (y + to_y) / 2)
    via = [_rounded(one) for one in (*edge.via[:number], middle, *edge.via[number:])]
    before, text, mark = text_of(game, file)
    after = mark + edited(text, file, {(*path, "via"): via}).encode("utf-8")
    return write_all([Change(game.folder / file, before, after)])


def _freed(data: Any, id_: str) -> dict[DataPath, Value]:
    """What a set-up says is available once the pieces that it has in a place are not there."""
    place, available = data.get("place"), data.get("available")
    held = place.get(id_) if isinstance(place, dict) else None
    if not isinstance(held, dict) or not isinstance(available, dict):
        return {}
    more: Counter[str] = Counter()
    for piece, number in held.items():
        if isinstance(number, int):
            more[str(piece).partition("/")[0]] += number
    return {
        ("available", piece): available[piece] + number
        for piece, number in more.items()
        if isinstance(available.get(piece), int)
    }


def _mentions(game: Game, id_: str) -> Iterator[tuple[str, DataPath]]:
    """Where files mention a place: its connections, and its keys in set-ups and translations."""
    data = data_of(game, MAP)
    for number, edge in enumerate(_entries(data, "edges")):
        if isinstance(edge, dict) and id_ in map(str, edge.get("between") or ()):
            yield MAP, ("edges", number)
    for number, closed in enumerate(_entries(data, "closed")):
        if closed == id_:
            yield MAP, ("closed", number)
    for folder in ("scenarios", "locale"):
        for path in sorted((game.folder / folder).glob("*.yaml")):
            name = f"{folder}/{path.name}"
            data = _data(path, name)
            for section, held in data.items():
                if isinstance(held, dict) and id_ in held and _is_place(folder, str(section)):
                    yield name, (section, id_)


def _is_place(folder: str, section: str) -> bool:
    """Whether the keys of a section of a set-up or translation are places."""
    places = ("place", "states", "facings", "gauges") if folder == "scenarios" else ("places",)
    return section in places


def _entries(data: Any, key: str) -> list[Any]:
    held = data.get(key)
    return held if isinstance(held, list) else []


def data_of(game: Game, name: str) -> dict[str, Any]:
    """The data of a YAML file of a game; empty if there is none."""
    return _data(game.folder / name, name)


def _data(path: Path, name: str) -> dict[str, Any]:
    located = read_yaml(path, name, Diagnostics()) if path.is_file() else None
    return located.data if located and isinstance(located.data, dict) else {}


def _found(game: Game, sources: SourceMap, key: str) -> tuple[Part, str, DataPath]:
    """A part of a board, its file and its path there. Raises FileError."""
    kind, _, rest = key.partition("/")
    if kind != "edge":
        return part_at(game, sources, key)
    number = int(rest) if rest.isdecimal() and len(rest) < 7 else -1
    if not 0 <= number < len(game.map.edges):
        raise FileError("this connection is no longer in the game; reload the page", 404)
    edge = game.map.edges[number]
    held = _entries(data_of(game, MAP), "edges")
    at = sources.position(edge)
    same = [
        at
        for at, one in enumerate(held)
        if isinstance(one, dict)
        and {*map(str, one.get("between") or ())} == {*edge.between}
        and one.get("kind", "land") == edge.kind
    ]
    if at.file != MAP or len(same) != 1:
        raise FileError(f"{MAP} has changed; try again", CONFLICT)
    return edge, MAP, ("edges", same[0])


def _labels_of(game: Game, board: Board) -> DataPath:
    """The path of a board's labels in `map.yaml`. Raises FileError."""
    if has_own_table(game):
        return ("boards", 0, "labels")
    for number, one in enumerate(_entries(data_of(game, MAP), "boards")):
        if isinstance(one, dict) and one.get("id") == board.id:
            return ("boards", number, "labels")
    raise FileError(f"{MAP} of this game does not have the board `{board.id}`")


def _one_line(name: str) -> str:
    """A name from the page. Raises FileError if it is empty or too long."""
    line = " ".join(FORBIDDEN.sub("", name).split())
    if not line:
        raise FileError("give it a name")
    if len(line) > LONGEST:
        raise FileError(f"a name may have at most {LONGEST} characters")
    return line


def _new_id(game: Game, name: str, kind: str) -> str:
    """An id for a new place that no other place has."""
    taken = {*game.spaces, *game.boxes, *game.tracks, *game.grids, *game.boards}
    wanted = id_from_name(name)[:50].strip("_") or kind
    number, found = 1, wanted
    while found in taken:
        number += 1
        found = f"{wanted}_{number}"
    return found


def _usual_radius(game: Game, board: Board) -> float:
    here = [space.radius for space in game.map.spaces if space.radius and space.board == board.id]
    return Counter(here).most_common(1)[0][0] if here else RADIUS


def _box_size(game: Game, sort: str) -> tuple[float, float]:
    deck = next(iter(game.cards_file.decks), None)
    if sort in ("deck", "card") and deck:
        return deck.width + MARGIN, deck.height + MARGIN
    return BOX


def _rect(board: Board, at: Point, size: tuple[float, float]) -> dict[str, float]:
    """A rectangle about a point that does not leave the board."""
    w, h = min(size[0], board.width), min(size[1], board.height)
    x = min(max(at[0] - w / 2, 0), board.width - w)
    y = min(max(at[1] - h / 2, 0), board.height - h)
    return {"x": round(x, 1), "y": round(y, 1), "w": round(w, 1), "h": round(h, 1)}


def _rounded(at: Point) -> list[float]:
    return [round(value, 1) for value in at]


def text_of(game: Game, name: str) -> tuple[bytes, str, bytes]:
    """The bytes of a file, its text, and its byte order mark. Raises FileError."""
    path = inside(game.folder, name)
    before = bytes_of(path)
    if before is None:
        raise FileError(f"this game has no {name}; create it under Edit, New file")
    mark = MARK if before.startswith(MARK) else b""
    try:
        return before, before[len(mark) :].decode("utf-8"), mark
    except UnicodeDecodeError:
        raise FileError(f"{name} is not UTF-8; save it as UTF-8") from None


def _change(game: Game, path: DataPath, item: Item) -> Change:
    """An item at the end of a list of `map.yaml`."""
    before, text, mark = text_of(game, MAP)
    after = mark + added(text, MAP, path, item).encode("utf-8")
    return Change(game.folder / MAP, before, after)
