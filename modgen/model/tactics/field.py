"""The ground of a game in play: joined boards, features from pieces, pieces that block sight."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from modgen.model.boards.arrangement import arrangement, maps
from modgen.model.game import Game
from modgen.model.tactics.ground import Ground, Square, joined
from modgen.model.tactics.line_of_sight import Obstacles
from modgen.model.types.scenario import Scenario
from modgen.model.types.tactics import Feature

Held = Mapping[str, Mapping[tuple[str, str], int]]
"""Place (a space, a cell, or a side of a cell) to pieces (type and face) to their number."""


def ground_of(game: Game, scenario: Scenario | None = None, held: Held | None = None) -> Ground:
    """The ground of the main map with a scenario's boards and the features that pieces add.

    Raises ValueError if the map has a grid that is not of squares.
    """
    features = {feature.id: feature for feature in game.info.features}
    rows = arrangement(game, scenario, next(iter(maps(game))))
    grids = [
        [grid for board in row for grid in game.map.grids if grid.board == board.id] for row in rows
    ]
    if scenario:
        others = scenario.features
        features = {key: features[others.get(key, key)] for key in features}
    bare = joined(grids, {terrain.id: terrain for terrain in game.info.terrains}, features)
    return bare.with_features(
        (bare.names[cell], side, feature)
        for cell, side, feature in features_of_pieces(game, held or {})
        if cell in bare.names
    )


def features_of_pieces(game: Game, held: Held) -> Iterator[tuple[str, str, Feature]]:
    """The features of pieces on sides of cells: those that their faces are named after."""
    features = {feature.id: feature for feature in game.info.features}
    for place, pieces in held.items():
        cell, side = game.cell_sides.get(place, ("", ""))
        if cell:
            for kind, face in pieces:
                if game.piece_types[kind].on_side and face in features:
                    yield cell, side, features[face]


def obstacles(
    game: Game, ground: Ground, held: Held, levels: Mapping[str, int] | None = None
) -> Obstacles:
    """The pieces that block sight, by square.

    `levels` has the levels of cells in which the pieces are above the ground.
    """
    hiding = {size.id for size in game.info.size_classes if size.blocks_sight}
    heights: dict[Square, int] = {}
    for place, pieces in held.items():
        if place in ground.names and any(
            number and game.piece_types[kind].size_class in hiding
            for (kind, _), number in pieces.items()
        ):
            heights[ground.names[place]] = (levels or {}).get(place, 0)
    return Obstacles(heights)
