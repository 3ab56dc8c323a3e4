"""Draw the ground of a city: blocks of houses along streets, whose direction changes by district.

A district is the ground that is nearer to one space than to any other. Blocks leave avenues free
between districts and along the lines between spaces, so a player sees where units can go.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from math import cos, dist, radians, sin

from modgen.draw.colours import darker
from modgen.draw.svg import Drawing
from modgen.model.boards import layout
from modgen.model.game import Game
from modgen.model.geography.geometry import bounds, contains, distance_to_segment
from modgen.model.types.base import Point
from modgen.model.types.places import Space

ROOFS = ("#d9cbb0", "#cfbfa2", "#e0d4bd", "#d3bfa6", "#c9b99b")
PARK = "#b7c79a"
BLOCK = (11.0, 7.5)
"""The length and width of a block in mm."""
STREET = 1.5
"""The width of a street in mm."""
AVENUE = 2.2
"""Half the width of the avenues along lines and between districts in mm."""
RIM = 3.0
"""Free ground around the disc of a space in mm."""
PARKS = 14
"""One block in this many is a park."""


def paint_city(drawing: Drawing, game: Game, spaces: list[Space], land: Iterable[str]) -> None:
    """Paint blocks of houses on the shapes `land`, around the discs and lines of the spaces."""
    centres = {space.id: layout.centre(game, space) for space in spaces if space.radius}
    radii = {space.id: space.radius or 0.0 for space in spaces}
    lines = [
        (centres[a], centres[b])
        for a, b in (edge.between for edge in game.map.edges)
        if a in centres and b in centres
    ]
    paths: dict[str, list[str]] = {}
    for key in land:
        shape = game.outlines.shapes[key]
        for space, corners, number in _blocks(centres, bounds(shape)):
            middle = ((corners[0][0] + corners[2][0]) / 2, (corners[0][1] + corners[2][1]) / 2)
            if dist(middle, centres[space]) < radii[space] + RIM:
                continue
            if not all(contains(shape, corner) for corner in corners):
                continue
            if any(_district(centres, corner) != space for corner in corners):
                continue
            points = (*corners, middle)
            if any(distance_to_segment(at, line) < AVENUE for line in lines for at in points):
                continue
            colour = PARK if number % PARKS == 0 else ROOFS[number % len(ROOFS)]
            path = "L".join(f"{x:.1f},{y:.1f}" for x, y in corners)
            paths.setdefault(colour, []).append(f"M{path}z")
    for colour, parts in sorted(paths.items()):
        drawing.path(
            "".join(parts),
            fill=colour,
            stroke=darker(colour, 0.22),
            stroke_width=0.25,
            stroke_linejoin="round",
        )


def _blocks(
    centres: dict[str, Point], around: tuple[float, float, float, float]
) -> Iterator[tuple[str, tuple[Point, ...], int]]:
    """The corners of every block of each district's lattice within bounds, and a fixed number."""
    left, top, right, bottom = around
    long, wide = BLOCK[0] + STREET, BLOCK[1] + STREET
    for space, (x, y) in centres.items():
        digest = sha256(space.encode()).digest()
        angle = radians(digest[0] / 256 * 70 - 35)
        along, across = (cos(angle), sin(angle)), (-sin(angle), cos(angle))
        reach = max(dist((x, y), other) for other in _closest(centres, space))
        for row in range(-int(reach / wide), int(reach / wide) + 1):
            for column in range(-int(reach / long), int(reach / long) + 1):
                u, v = column * long, row * wide
                at = (x + u * along[0] + v * across[0], y + u * along[1] + v * across[1])
                if not (left < at[0] < right and top < at[1] < bottom):
                    continue
                if _district(centres, at) != space:
                    continue
                corners = tuple(
                    (
                        at[0] + a * BLOCK[0] / 2 * along[0] + b * BLOCK[1] / 2 * across[0],
                        at[1] + a * BLOCK[0] / 2 * along[1] + b * BLOCK[1] / 2 * across[1],
                    )
                    for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
                )
                number = sha256(f"{space} {row} {column}".encode()).digest()[0]
                yield space, corners, number


def _closest(centres: dict[str, Point], space: str, count: int = 6) -> list[Point]:
    """The centres of the spaces that are closest to a space."""
    return sorted(centres.values(), key=lambda other: dist(other, centres[space]))[1 : count + 1]


def _district(centres: dict[str, Point], at: Point) -> str:
    """The space whose centre is nearest to a point."""
    x, y = at
    return min(centres, key=lambda key: (centres[key][0] - x) ** 2 + (centres[key][1] - y) ** 2)
