"""Writes the outline of a space into the geometry file of its board, and takes it back.

Only the space's own shape changes: the rest of a GeoJSON or SVG file keeps its bytes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from html import escape
from itertools import combinations
from json import JSONDecodeError, JSONDecoder
from math import dist
from pathlib import Path
from tempfile import TemporaryDirectory

from modgen.model.files.diagnostics import Diagnostics
from modgen.model.files.text import leads_out, read_text
from modgen.model.game import Game
from modgen.model.geography.geojson import MAX_BYTES, Feature, Projector, geojson_text, read_geojson
from modgen.model.geography.geometry import signed_area
from modgen.model.geography.svg_shapes import SvgPlace, read_svg, svg_place
from modgen.model.types.base import Point
from modgen.model.types.places import Board, Space
from modgen.serve.design.written import Change, FileError, Written, write_all

ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")
SAME = 0.02
"""Corners that are nearer than this, in mm, are one."""
LEAST_AREA = 1.0
"""The smallest area of a space in square millimetres."""
MM_DIGITS, DEGREE_DIGITS = 2, 4


class OutlineError(FileError):
    """An outline that cannot be written; the message says why."""


def checked(points: Sequence[Sequence[float]]) -> list[Point]:
    """Points in mm from the page as a ring. Raises OutlineError."""
    ring: list[Point] = [(x, y) for x, y in points]
    ring = [point for n, point in enumerate(ring) if point != ring[n - 1]]
    if len(set(ring)) < 3 or abs(signed_area(tuple(ring))) < LEAST_AREA:
        raise OutlineError("the outline encloses no area; it needs three points or more")
    crossing = _crossing(ring)
    if crossing:
        raise OutlineError(f"the outline crosses itself between its points {crossing}")
    return ring


def _crossing(ring: Sequence[Point]) -> str:
    """The numbers of two sides that cross, counted from 1; empty if none do."""
    sides = [(point, ring[(n + 1) % len(ring)]) for n, point in enumerate(ring)]
    for (n, (a, b)), (m, (c, d)) in combinations(enumerate(sides), 2):
        if m - n in (1, len(ring) - 1):
            continue
        if _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0:
            return f"{n + 1}-{n + 2} and {m + 1}-{(m + 1) % len(ring) + 1}"
    return ""


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _geometry(game: Game, board: Board) -> Path:
    """The geometry file of a board. Raises OutlineError if it is not the game's own."""
    path = game.folder / board.geometry
    if leads_out(path, game.folder):
        raise OutlineError(f"{board.geometry} is outside the game's folder")
    if game.parent is not None and board.id in game.parent.boards and not path.exists():
        raise OutlineError(
            f"{board.geometry} is in the folder of {game.parent.info.title}; open that game to "
            "change it"
        )
    return path


def drawn_outline(
    game: Game, board_id: str, space: str, points: Sequence[Sequence[float]]
) -> Change:
    """A space's outline, in mm on the board, in its geometry file. Raises OutlineError."""
    ring = checked(points)
    if not ID.fullmatch(space):
        raise OutlineError(
            f"`{space[:60]}` is not an id: use lower-case letters, digits, `_` and `-`"
        )
    board = game.boards.get(board_id)
    if board is None:
        raise OutlineError(f"there is no board `{board_id[:60]}`")
    if not board.geometry:
        raise OutlineError(
            f"the board `{board.id}` has no geometry file; "
            "add `geometry: map.geojson` to it in map.yaml"
        )
    path = _geometry(game, board)
    name = game.spaces[space].name if space in game.spaces else ""
    before = path.read_bytes() if path.is_file() else None
    text = _text(path, board.geometry)
    if path.suffix == ".svg":
        after = _in_svg(text, board, space, ring)
    else:
        after = _in_geojson(text, board, space, name, ring)
    data = after.encode("utf-8")
    _verify(data, board, space, len(ring))
    return Change(path, before, data)


def move_corner(game: Game, board_id: str, at: Point, to: Point) -> Written:
    """Move a corner of outlines, in mm on the board: of every space that has it.

    Raises OutlineError, also for a board in degrees and for spaces of several pieces.
    """
    board = game.boards.get(board_id)
    if board is None or not board.geometry or board.projection:
        raise OutlineError("this board has no outlines in millimetres")
    path = _geometry(game, board)
    rings: list[tuple[Space, list[Point]]] = []
    for space in game.map.spaces:
        ring = movable_ring(game, space)
        if space.board == board_id and ring and any(dist(at, corner) < SAME for corner in ring):
            rings.append((space, [to if dist(at, one) < SAME else one for one in ring]))
    if not rings:
        raise OutlineError("no outline has this corner; it may have been moved meanwhile")
    before = path.read_bytes()
    text = _text(path, board.geometry)
    for space, moved in rings:
        ring = checked(moved)
        if path.suffix == ".svg":
            text = _in_svg(text, board, space.id, ring)
        else:
            text = _in_geojson(text, board, space.id, space.name, ring)
    data = text.encode("utf-8")
    for space, moved in rings:
        _verify(data, board, space.id, len(checked(moved)))
    return write_all([Change(path, before, data)])


def movable_ring(game: Game, space: Space) -> list[Point]:
    """The corners of a space's outline; none if it has several pieces, holes or no outline."""
    polygons = game.outlines.shapes.get(space.id, ())
    if space.radius or len(polygons) != 1 or len(polygons[0]) != 1:
        return []
    ring = [(x, y) for x, y in polygons[0][0]]
    return ring[:-1] if len(ring) > 1 and ring[0] == ring[-1] else ring


def _text(path: Path, name: str) -> str:
    """The text of a geometry file; empty if there is none yet."""
    if not path.is_file():
        return ""
    diagnostics = Diagnostics()
    text = read_text(path, name, diagnostics, MAX_BYTES)
    if text is None:
        raise OutlineError(str(diagnostics.errors[0]))
    return text


def _verify(data: bytes, board: Board, space: str, points: int) -> None:
    """Read what is about to be written. Raises OutlineError unless the space has the outline."""
    diagnostics = Diagnostics()
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"geometry{Path(board.geometry).suffix}"
        path.write_bytes(data)
        name = board.geometry
        if path.suffix == ".svg":
            features = read_svg(path, name, diagnostics, board.width, board.height)
        else:
            features = read_geojson(path, name, diagnostics)
    if diagnostics.errors:
        raise OutlineError(str(diagnostics.errors[0]))
    shapes = [feature.polygons for feature in features if feature.id == space]
    if [[[len(ring) for ring in polygon] for polygon in shape] for shape in shapes] != [[[points]]]:
        raise OutlineError(f"the shape `{space}` could not be written to {name}; write it by hand")


# --- GeoJSON -------------------------------------------------------------------------------------


def _in_geojson(text: str, board: Board, space: str, name: str, ring: Sequence[Point]) -> str:
    digits = MM_DIGITS
    if board.projection:
        projector = Projector.fit(board.projection)
        ring, digits = [projector.to_lonlat(point) for point in ring], DEGREE_DIGITS
    rounded = [[round(value, digits) for value in point] for point in (*ring, ring[0])]
    polygon = {"type": "Polygon", "coordinates": [rounded]}
    if not text:
        feature = Feature(space, name, ((tuple(ring),),))
        return geojson_text([feature], digits)
    spans = _features(text)
    for start, end, known in spans:
        properties = known.get("properties")
        own = properties.get("id") if isinstance(properties, dict) else None
        if (own if own is not None else known.get("id")) == space:
            changed = json.dumps(
                {**known, "geometry": polygon}, ensure_ascii=False, separators=(",", ":")
            )
            return text[:start] + changed + text[end:]
    new = json.dumps(
        {"type": "Feature", "properties": {"id": space, "name": name}, "geometry": polygon},
        ensure_ascii=False,
        separators=(",", ":"),
    )
    if spans:
        end = spans[-1][1]
        return f"{text[:end]},\n{new}{text[end:]}"
    begin = _list_start(text)
    return f"{text[:begin]}\n{new}\n{text[begin:]}"


def _list_start(text: str) -> int:
    """The index after the `[` of the list of features. Raises OutlineError."""
    found = re.search(r'"features"\s*:\s*\[', text)
    if found is None:
        raise OutlineError("the geometry file is not GeoJSON: there is no list `features`")
    return found.end()


def _features(text: str) -> list[tuple[int, int, dict[str, object]]]:
    """Each feature with its first index in the text and the index after it."""
    decoder = JSONDecoder()
    at = _list_start(text)
    found: list[tuple[int, int, dict[str, object]]] = []
    try:
        while True:
            while text[at].isspace() or text[at] == ",":
                at += 1
            if text[at] == "]":
                return found
            feature, end = decoder.raw_decode(text, at)
            if not isinstance(feature, dict):
                raise OutlineError("a feature of the geometry file is not a mapping")
            found.append((at, end, feature))
            at = end
    except (JSONDecodeError, IndexError, RecursionError) as problem:
        raise OutlineError(f"the geometry file is not valid JSON: {problem}") from None


# --- SVG -----------------------------------------------------------------------------------------

SHAPES = r"path|polygon|rect|circle|ellipse"
GEOMETRY = re.compile(r"\s(?:d|points|x|y|width|height|rx|ry|cx|cy|r)\s*=\s*(\"[^\"]*\"|'[^']*')")


def _in_svg(text: str, board: Board, space: str, ring: Sequence[Point]) -> str:
    if not text:
        size = f'viewBox="0 0 {board.width:g} {board.height:g}"'
        text = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>\n</svg>\n'
    try:
        place = svg_place(text, board.width, board.height, space)
        data = _path(place, ring)
    except ValueError as problem:
        raise OutlineError(f"{board.geometry}: {problem}") from None
    if not place.found:
        end = text.rfind("</")
        if end < 0:
            raise OutlineError(f"{board.geometry} has no closing tag `</svg>`")
        return f'{text[:end]}  <path id="{escape(space)}" d="{data}"/>\n{text[end:]}'
    own = re.compile(rf"<({SHAPES})\b((?:[^>\"']|\"[^\"]*\"|'[^']*')*)>", re.DOTALL)
    for match in own.finditer(text):
        if not re.search(rf"\sid\s*=\s*([\"']){re.escape(space)}\1", match.group(2)):
            continue
        rest = GEOMETRY.sub("", match.group(2))
        closed = rest.rstrip().endswith("/")
        rest = rest.rstrip().removesuffix("/").rstrip()
        tag = f'<path{rest} d="{data}"{"/" if closed else ""}>'
        after = text[match.end() :]
        if not closed:
            after = after.replace(f"</{match.group(1)}>", "</path>", 1)
        return text[: match.start()] + tag + after
    raise OutlineError(f"the shape `{space}` was not found in {board.geometry}; write it by hand")


def _path(place: SvgPlace, ring: Sequence[Point]) -> str:
    points = [place.to_drawing(point) for point in ring]
    joined = " L".join(f"{round(x, 3):g},{round(y, 3):g}" for x, y in points)
    return f"M{joined} Z"
