"""A game's ground as it lies on the table: joined boards, what pieces add to it, what they hide."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from modgen.model.boards.arrangement import arrangement, maps
from modgen.model.game import Game
from modgen.model.tactics.ground import Ground, Square, joined
from modgen.model.tactics.line_of_sight import Obstacles
from modgen.model.tactics.movement import Mover, kinds_of
from modgen.model.types.pieces import PieceType
from modgen.model.types.scenario import Scenario
from modgen.model.types.tactics import Feature

Held = Mapping[str, Mapping[tuple[str, str], int]]
"""Place (a cell, or a side of one) to pieces (type and face) to their number."""


def ground_of(game: Game, scenario: Scenario | None = None, held: Held | None = None) -> Ground:
    """The ground of the main map as a scenario lays its boards, with what pieces put on sides.

    Raises ValueError where the map has other grids than squares.
    """
    features = {feature.id: feature for feature in game.info.features}
    rows = arrangement(game, scenario, next(iter(maps(game))))
    grids = [[grid for board in row for grid in game.map.grids if grid.board == board.id]
             for row in rows]  # fmt: skip
    bare = joined(grids, {terrain.id: terrain for terrain in game.info.terrains}, features)
    return bare.with_features(_on_sides(game, bare, features, held or {}))


def _on_sides(
    game: Game, ground: Ground, features: Mapping[str, Feature], held: Held
) -> Iterator[tuple[Square, str, Feature]]:
    """What pieces that lie on sides are: the feature that their face is named after."""
    for place, pieces in held.items():
        cell, side = game.cell_sides.get(place, ("", ""))
        if cell in ground.names:
            for kind, face in pieces:
                if game.piece_types[kind].on_side and face in features:
                    yield ground.names[cell], side, features[face]


def obstacles(
    game: Game, ground: Ground, held: Held, levels: Mapping[str, int] | None = None
) -> Obstacles:
    """How high pieces hide what is behind them, by square; `levels` says in which cells they stand
    above the ground."""
    hiding = {size.id for size in game.info.size_classes if size.blocks_sight}
    found: dict[Square, int] = {}
    for place, pieces in held.items():
        if place in ground.names and any(
            number and game.piece_types[kind].size_class in hiding
            for (kind, _), number in pieces.items()
        ):
            found[ground.names[place]] = (levels or {}).get(place, 0)
    return Obstacles(found)


def mover(game: Game, piece: PieceType, face: str = "", level_cost: float = 0) -> Mover:
    """How a piece moves: by its size class, and as `closed_to` means it."""
    diagonal = {size.id: size.diagonal for size in game.info.size_classes}
    return Mover(kinds_of(piece, face), diagonal.get(piece.size_class or "", True), level_cost)
