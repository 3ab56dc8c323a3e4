"""Checks of a map against its geometry: shared borders and edges; set-ups inside their spaces."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from modgen.model.boards.layout import (
    centre,
    holds_elsewhere,
    lies_in,
    space_point,
    space_points,
    zone_rings,
)
from modgen.model.files.diagnostics import PartDiagnostic
from modgen.model.game import Game, split_face
from modgen.model.geography.geometry import (
    NEAR,
    MultiPolygon,
    bounds,
    contains,
    distance_to_segment,
    rings,
    segments,
    shared_borders,
)
from modgen.model.types.base import Point
from modgen.model.types.pieces import PieceType
from modgen.model.types.places import Space

LEAST_BORDER = 1.0
"""The shortest border in mm; areas that share less only touch at a corner."""
LEAST_NEAR = 4.0
"""The shortest border in mm of two such spaces."""
OVERLAP = 2.0
"""How far in mm a corner must be inside another area to be told."""
TOUCH = 1.5
"""The largest distance in mm between a disc and an area that it touches."""


def check_borders(game: Game) -> Iterator[PartDiagnostic]:
    """Areas have an edge (it may be `blocked`) exactly if they share a border.

    Discs (cities) are compared with the areas that they touch. Nodes have no borders.
    """
    touching = _touching(game)
    near = _near(game) - touching
    stated = {frozenset(edge.between) for edge in game.map.edges}
    bordered = {key for pair in touching for key in pair}
    for number, edge in enumerate(game.map.edges):
        pair = frozenset(edge.between)
        drawn = edge.kind == "land" or (edge.kind == "sea" and bool(game.outlines.waters))
        if len(pair) == 2 and pair <= bordered and pair not in touching | near and drawn:
            a, b = edge.between
            yield PartDiagnostic(
                game.map,
                ("edges", number),
                f"an edge joins `{a}` and `{b}`, but their shapes share no border",
                "delete the edge, give it another kind, such as `sea` or `road`, or let the "
                "outlines meet",
            )
    names = {space.id: number for number, space in enumerate(game.map.spaces)}
    for pair in sorted((touching | near) - stated, key=sorted):
        a, b = sorted(pair, key=lambda key: names[key])
        share = "seem to share" if pair in near else "share"
        yield PartDiagnostic(
            game.map,
            ("spaces", names[a]),
            f"`{a}` and `{b}` {share} a border, but no edge joins them",
            "add one, with `blocked: true` if the border may not be crossed",
            warning=pair in near,
        )


def check_overlaps(game: Game) -> Iterator[PartDiagnostic]:
    """Areas that are drawn in SVG do not overlap."""
    areas = [
        (number, space, game.outlines.shapes[space.id])
        for number, space in enumerate(game.map.spaces)
        if space.id in game.outlines.shapes and not space.radius and space.board in _drawn(game)
    ]
    for (_, one, first), (number, other, second) in combinations(areas, 2):
        if one.board == other.board and (_enters(first, second) or _enters(second, first)):
            yield PartDiagnostic(
                game.map,
                ("spaces", number),
                f"the areas `{other.id}` and `{one.id}` overlap; pieces in both would be in "
                f"`{one.id}`",
                f"correct their outlines in {game.boards[one.board].geometry}",
                warning=True,
                mistake="areas overlap",
            )


def _enters(shape: MultiPolygon, other: MultiPolygon) -> bool:
    """Whether a corner of a shape is well inside another."""
    left, top, right, bottom = bounds(other)
    outline = [side for ring in rings(other) for side in segments(ring)]
    return any(
        left < x < right
        and top < y < bottom
        and contains(other, (x, y))
        and all(distance_to_segment((x, y), side) > OVERLAP for side in outline)
        for ring in rings(shape)
        for x, y in ring
    )


def _drawn(game: Game) -> set[str]:
    """The boards whose shapes are drawn in SVG."""
    return {board.id for board in game.map.boards if board.geometry.endswith(".svg")}


def _near(game: Game) -> set[frozenset[str]]:
    """Pairs of spaces drawn in SVG whose outlines run alongside each other."""
    drawn = _drawn(game)
    areas = {
        space.id: game.outlines.shapes[space.id]
        for space in game.map.spaces
        if space.board in drawn and space.id in game.outlines.shapes and not space.radius
    }
    lengths = shared_borders(areas, NEAR)
    return {frozenset(pair) for pair, length in lengths.items() if length >= LEAST_NEAR}


def _touching(game: Game) -> set[frozenset[str]]:
    """Pairs of spaces whose shapes touch."""
    outlines = game.outlines
    areas = {
        space.id: outlines.waters.get(space.id) or outlines.shapes[space.id]
        for space in game.map.spaces
        if space.id in outlines.shapes and not space.radius
    }
    pairs = {
        frozenset(pair) for pair, length in shared_borders(areas).items() if length >= LEAST_BORDER
    }
    for space in game.map.spaces:
        if space.radius and space.kind not in ("node", "sea") and areas:
            at = centre(game, space)
            for key, shape in areas.items():
                if _reaches(shape, at, space.radius + TOUCH):
                    pairs.add(frozenset((space.id, key)))
    return pairs


def _reaches(shape: MultiPolygon, at: Point, radius: float) -> bool:
    """Whether a disc touches a shape."""
    return contains(shape, at) or any(
        distance_to_segment(at, side) <= radius for ring in rings(shape) for side in segments(ring)
    )


def check_places(game: Game) -> Iterator[PartDiagnostic]:
    """Stacks set up in a space are inside it, and in no disc of another space.

    On boards with one stack for each side, so are the stacks of all pieces that may enter. Only
    the first in each space is reported.
    """
    told: set[str] = set()
    for space, piece, at, when in (*_set_up(game), *_may_enter(game)):
        drawn = any(zone_rings(game, space)) and not holds_elsewhere(game, space)
        if space.id in told or not drawn or lies_in(game, space, at):
            continue
        told.add(space.id)
        by_side = game.boards[space.board].stacks == "side"
        yield PartDiagnostic(
            game.map,
            ("spaces", game.map.spaces.index(space)),
            f"`{piece.id}` {when} would be at {at[0]:.0f}, {at[1]:.0f}, outside the space",
            "move `pieces_at`"
            + (
                " or reduce `spread`"
                if by_side
                else ", or write `stacks: side` for the board, so that a side has one stack"
            ),
            mistake="set up outside",
        )


def _set_up(game: Game) -> Iterator[tuple[Space, PieceType, Point, str]]:
    """The pieces that scenarios place in spaces, where they lie, and a phrase for the message."""
    for scenario in game.scenarios:
        for place, held in scenario.place.items():
            if place in game.spaces:
                space = game.spaces[place]
                pieces = [game.piece_types[split_face(key, game)[0]] for key in held]
                points = space_points(game, space, pieces)
                for piece in pieces:
                    yield space, piece, points[piece.id], f"set up in `{place}` by {scenario.id}"


def _may_enter(game: Game) -> Iterator[tuple[Space, PieceType, Point, str]]:
    """A piece of each side, and one without a side, for each space where sides have one stack."""
    for space in game.map.spaces:
        if game.boards[space.board].stacks != "side":
            continue
        entering = {
            piece.side: piece
            for piece in reversed(game.pieces)
            if piece.kind != "level" and (not piece.goes_to or space.kind in piece.goes_to)
        }
        for piece in entering.values():
            yield space, piece, space_point(game, space, piece), f"sent to `{space.id}`"
