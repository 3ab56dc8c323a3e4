"""Cross-checks of a game's map against its geometry: borders against edges, set-ups in zones."""

from __future__ import annotations

from collections.abc import Iterator

from modgen.model.boards.layout import centre, lies_in, space_point, zone_rings
from modgen.model.files.diagnostics import PartDiagnostic
from modgen.model.game import Game, split_face
from modgen.model.geography.geometry import (
    MultiPolygon,
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
"""A shorter common border, in mm, is a corner."""
TOUCH = 1.5
"""How far, in mm, a disc may lie from an area that it is adjacent to."""


def check_borders(game: Game) -> Iterator[PartDiagnostic]:
    """Areas that share a border are adjacent or the edge says `blocked`; and no others are.

    A disc (city) is compared with the areas that it touches. Nodes have no borders to compare.
    """
    touching = _touching(game)
    stated = {frozenset(edge.between) for edge in game.map.edges}
    bordered = {key for pair in touching for key in pair}
    for number, edge in enumerate(game.map.edges):
        pair = frozenset(edge.between)
        drawn = edge.kind == "land" or (edge.kind == "sea" and bool(game.outlines.waters))
        if pair <= bordered and pair not in touching and drawn:
            a, b = edge.between
            yield PartDiagnostic(
                game.map,
                ("edges", number),
                f"`{a}` and `{b}` are said to be adjacent, but their shapes share no border",
            )
    names = {space.id: number for number, space in enumerate(game.map.spaces)}
    for pair in sorted(touching - stated, key=sorted):
        a, b = sorted(pair, key=lambda key: names[key])
        yield PartDiagnostic(
            game.map,
            ("spaces", names[a]),
            f"`{a}` shares a border with `{b}`, but no edge joins them; "
            "add one, with `blocked: true` if it may not be crossed",
        )


def _touching(game: Game) -> set[frozenset[str]]:
    """Pairs of spaces whose shapes touch."""
    outlines = game.outlines
    areas = {
        space.id: outlines.waters.get(space.id) or outlines.shapes[space.id]
        for space in game.map.spaces
        if space.id in outlines.shapes and not space.radius
    }
    found = {
        frozenset(pair) for pair, length in shared_borders(areas).items() if length >= LEAST_BORDER
    }
    for space in game.map.spaces:
        if space.radius and space.kind not in ("node", "sea") and areas:
            at = centre(game, space)
            for key, shape in areas.items():
                if _reaches(shape, at, space.radius + TOUCH):
                    found.add(frozenset((space.id, key)))
    return found


def _reaches(shape: MultiPolygon, at: Point, radius: float) -> bool:
    """Whether a disc comes at least to the border of a shape."""
    return contains(shape, at) or any(
        distance_to_segment(at, side) <= radius for ring in rings(shape) for side in segments(ring)
    )


def check_places(game: Game) -> Iterator[PartDiagnostic]:
    """Every stack that a scenario sets up lies inside its own space, and in no other's disc.

    Where each side has one stack, so does whatever may enter the space.
    """
    for space, piece, when in (*_set_up(game), *_may_enter(game)):
        drawn = any(zone_rings(game, space))
        if not drawn or lies_in(game, space, space_point(game, space, piece)):
            continue
        yield PartDiagnostic(
            game.map,
            ("spaces", game.map.spaces.index(space)),
            f"`{piece.id}` {when} would lie outside it; move `pieces_at`"
            + (" or lessen `spread`" if game.boards[space.board].stacks == "side" else ""),
        )


def _set_up(game: Game) -> Iterator[tuple[Space, PieceType, str]]:
    """The pieces that scenarios put into spaces, and a word on which."""
    for scenario in game.scenarios:
        for place, held in scenario.place.items():
            for key in held:
                if place in game.spaces:
                    piece = game.piece_types[split_face(key, game)[0]]
                    yield game.spaces[place], piece, f"set up in `{place}` by {scenario.id}"


def _may_enter(game: Game) -> Iterator[tuple[Space, PieceType, str]]:
    """A piece of each side, and one of nobody, for each space where sides have one stack."""
    for space in game.map.spaces:
        if game.boards[space.board].stacks != "side":
            continue
        entering = {
            piece.side: piece
            for piece in reversed(game.pieces)
            if piece.kind != "level" and (not piece.goes_to or space.kind in piece.goes_to)
        }
        for piece in entering.values():
            yield space, piece, f"sent to `{space.id}`"
