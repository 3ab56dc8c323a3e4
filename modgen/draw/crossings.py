"""Features on the borders of areas, such as rivers: drawn along what two areas have in common."""

from __future__ import annotations

from collections.abc import Sequence

from modgen.draw.grids import chains, paint_feature
from modgen.draw.svg import Drawing
from modgen.model.game import Game
from modgen.model.geography.geometry import (
    MultiPolygon,
    Segment,
    distance_to_segment,
    rings,
    segments,
)
from modgen.model.types.base import Point
from modgen.model.types.places import Space

NEAR = 0.6
"""The largest distance in mm between outlines that are drawn side by side, as for edges."""


def paint_crossings(drawing: Drawing, game: Game, areas: Sequence[Space]) -> None:
    """The features of edges along the borders of areas, those that meet joined to one line."""
    known = {feature.id: feature for feature in game.info.features}
    shapes = {space.id: game.outlines.shapes[space.id] for space in areas}
    found: dict[str, list[Segment]] = {}
    for edge in game.map.edges:
        first, second = edge.between
        if edge.features and first in shapes and second in shapes:
            border = common_border(shapes[first], shapes[second])
            for feature in edge.features:
                found.setdefault(feature, []).extend(border)
    for key, sides in found.items():
        for line in chains(sides):
            paint_feature(drawing, line, known[key])


def common_border(first: MultiPolygon, second: MultiPolygon) -> list[Segment]:
    """The sides of two shapes that run along the other one, each part of the border once."""
    found: list[Segment] = []
    for shape, other in ((first, second), (second, first)):
        outline = _sides(other)
        found += [
            side
            for side in _sides(shape)
            if all(_on(outline, point) for point in (*side, _middle(side)))
            and not _on(found, _middle(side))
        ]
    return found


def _sides(shape: MultiPolygon) -> list[Segment]:
    return [side for ring in rings(shape) for side in segments(ring)]


def _middle(side: Segment) -> Point:
    (ax, ay), (bx, by) = side
    return (ax + bx) / 2, (ay + by) / 2


def _on(sides: Sequence[Segment], point: Point) -> bool:
    return any(distance_to_segment(point, side) <= NEAR for side in sides)
