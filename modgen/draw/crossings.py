"""Features on the borders of areas, such as rivers: drawn along what two areas have in common."""

from __future__ import annotations

from collections.abc import Sequence

from modgen.draw.grids import chains, paint_feature
from modgen.draw.svg import Drawing
from modgen.model.game import Game
from modgen.model.geography.geometry import NEAR, Segment, common_border
from modgen.model.types.places import Space


def paint_crossings(drawing: Drawing, game: Game, areas: Sequence[Space]) -> None:
    """The features of edges along the borders of areas, those that meet joined to one line."""
    known = {feature.id: feature for feature in game.info.features}
    shapes = {space.id: game.outlines.shapes[space.id] for space in areas}
    found: dict[str, list[Segment]] = {}
    for edge in game.map.edges:
        first, second = edge.between
        if edge.features and first in shapes and second in shapes:
            border = common_border(shapes[first], shapes[second], NEAR)
            for feature in edge.features:
                found.setdefault(feature, []).extend(border)
    for key, sides in found.items():
        for line in chains(sides):
            paint_feature(drawing, line, known[key])
