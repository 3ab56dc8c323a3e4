"""Lines between spaces: roads and rails, links of sea spaces to each other and to coasts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist
from typing import Any, Literal

from modgen.draw.svg import Drawing
from modgen.model.boards import layout
from modgen.model.game import Game
from modgen.model.geography.geometry import MultiPolygon, rings
from modgen.model.types.base import Point
from modgen.model.types.places import Edge, Space

LINES: dict[str, dict[str, Any]] = {
    "land": {"stroke": "#ffffff", "stroke_width": 1.6},
    "sea": {"stroke": "#ffffff", "stroke_width": 1.2, "stroke_dasharray": "3 2"},
    "rail": {"stroke": "#3b3b3b", "stroke_width": 1.4, "stroke_dasharray": "2 1"},
    "road": {"stroke": "#7a5a32", "stroke_width": 1.8},
    "river": {"stroke": "#3d7ea6", "stroke_width": 2.0},
    "air": {"stroke": "#5a5a5a", "stroke_width": 0.8, "stroke_dasharray": "0.6 2"},
}
DOTS: dict[str, Any] = {
    "stroke": "#ffffff",
    "stroke_width": 1.3,
    "stroke_dasharray": "0 2.4",
    "stroke_linecap": "round",
}
ASHORE = 1.5
"""The length of a sea link's end on the land, in mm."""
NOT_LAID = ("land", "sea", "air")
"""Kinds of edge that are not drawn between areas, from the middle of one to that of the other."""


def line_of(game: Game, kind: str) -> dict[str, Any]:
    """How the line of a kind of edge is drawn."""
    own = next((one for one in game.map.edge_kinds if one.id == kind), None)
    if own is None:
        return LINES[kind]
    dashes = {"stroke_dasharray": " ".join(f"{one:g}" for one in own.dash)} if own.dash else {}
    return {"stroke": own.colour, "stroke_width": own.width, **dashes}


def paint_links(drawing: Drawing, game: Game, spaces: list[Space]) -> None:
    """A line for each edge that is not visible as a common border."""
    for edge, how, line in link_lines(game, spaces):
        if how == "dotted":
            _dotted(drawing, line)
        elif how == "laid":
            _laid(drawing, line, line_of(game, edge.kind))
        else:
            _connection(drawing, edge, line, line_of(game, edge.kind))


def link_lines(
    game: Game, spaces: Sequence[Space]
) -> Iterator[tuple[Edge, Literal["connection", "dotted", "laid"], list[Point]]]:
    """The edges between spaces of a board that are drawn as lines: how, and their points in mm."""
    on_board = {space.id: space for space in spaces}
    for edge in game.map.edges:
        a, b = (on_board.get(key) for key in edge.between)
        if a is None or b is None:
            continue
        if a.kind == b.kind == "node" or (edge.kind == "land" and _points(a, b)):
            ends = (layout.centre(game, a), layout.centre(game, b))
            yield edge, "connection", [ends[0], *edge.via, ends[1]]
        elif edge.kind == "sea" and not game.outlines.waters:
            yield edge, "dotted", sea_link(game, a, b, edge.via)
        elif edge.kind not in NOT_LAID:
            ends = (layout.centre(game, a), layout.centre(game, b))
            yield edge, "laid", [ends[0], *edge.via, ends[1]]


def _points(*spaces: Space) -> bool:
    """Whether all are discs, which have no common border."""
    return all(space.kind in ("node", "city") and space.radius for space in spaces)


def sea_link(game: Game, a: Space, b: Space, via: Sequence[Point] = ()) -> list[Point]:
    """The line of a link across the sea, from a disc's rim or a little inland to the other end."""
    shapes = game.outlines.shapes
    from_a, from_b = layout.centre(game, a), layout.centre(game, b)
    if not a.radius and not b.radius and not via:
        from_a, from_b = nearest_points(shapes[a.id], shapes[b.id])
    else:
        if not a.radius:
            from_a = nearest_point(shapes[a.id], via[0] if via else from_b)
        if not b.radius:
            from_b = nearest_point(shapes[b.id], via[-1] if via else from_a)
    return [
        towards(from_a, via[0] if via else from_b, a.radius or -ASHORE),
        *via,
        towards(from_b, via[-1] if via else from_a, b.radius or -ASHORE),
    ]


def nearest_point(shape: MultiPolygon, point: Point) -> Point:
    """The vertex of a shape's outline that is nearest to a point."""
    return min((at for ring in rings(shape) for at in ring), key=lambda at: dist(at, point))


def nearest_points(first: MultiPolygon, second: MultiPolygon) -> tuple[Point, Point]:
    """The closest pair of vertices, one of each shape."""
    pairs = ((at, nearest_point(second, at)) for ring in rings(first) for at in ring)
    return min(pairs, key=lambda pair: dist(*pair))


def towards(start: Point, end: Point, away: float) -> Point:
    """The point `away` mm from `start` towards `end`; away from `end` if negative."""
    part = away / (dist(start, end) or 1.0)
    return (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)


def _dotted(drawing: Drawing, line: Sequence[Point]) -> None:
    path = _path(line)
    look = {**DOTS, "fill": "none", "stroke_linejoin": "round"}
    drawing.path(path, **{**look, "stroke": "#2f5468", "stroke_width": 1.9})
    drawing.path(path, **look)


def _laid(drawing: Drawing, line: Sequence[Point], kind: dict[str, Any]) -> None:
    look = {"fill": "none", "stroke_linejoin": "round"}
    wide = max(2.2, kind["stroke_width"] + 0.4)
    drawing.path(_path(line), stroke="#ffffff", stroke_width=wide, stroke_opacity=0.8, **look)
    drawing.path(_path(line), **look, **kind)


def _path(line: Sequence[Point]) -> str:
    return "M" + "L".join(f"{x:.3f},{y:.3f}" for x, y in line)


def _connection(drawing: Drawing, edge: Edge, line: Sequence[Point], kind: dict[str, Any]) -> None:
    look = {"fill": "none", "stroke_linejoin": "round"}
    wide = max(2.6, kind["stroke_width"] + 0.6)
    drawing.path(_path(line), stroke="#2b2b2b", stroke_width=wide, stroke_opacity=0.35, **look)
    drawing.path(_path(line), **look, **kind)
    # The mark is in the middle of the longest part.
    start, end = max(pairwise(line), key=lambda pair: dist(*pair))
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    if edge.blocked:
        drawing.circle(*middle, 2.2, fill="#b00020", stroke="#ffffff", stroke_width=0.5)
        drawing.line(
            middle[0] - 1.1,
            middle[1],
            middle[0] + 1.1,
            middle[1],
            stroke="#ffffff",
            stroke_width=0.7,
        )
    elif edge.one_way:
        _arrow(drawing, start, end, middle)


def _arrow(drawing: Drawing, start: Point, end: Point, at: Point) -> None:
    length = dist(start, end) or 1.0
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    tip = (at[0] + ux * 3, at[1] + uy * 3)
    left = (at[0] - ux * 2 - uy * 2, at[1] - uy * 2 + ux * 2)
    right = (at[0] - ux * 2 + uy * 2, at[1] - uy * 2 - ux * 2)
    drawing.polygon((tip, left, right), fill="#ffffff", stroke="#2b2b2b", stroke_width=0.4)
