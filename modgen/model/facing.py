"""Where pieces can face, and how far their arcs of fire reach. Angles are degrees clockwise."""

from __future__ import annotations

from math import cos, pi, radians, sin
from typing import NamedTuple

from modgen.model.game import Game
from modgen.model.geography.geometry import Ring
from modgen.model.movement.traveller import value_of
from modgen.model.types.arcs import Arc
from modgen.model.types.moves import FaceValue
from modgen.model.types.pieces import PieceType
from modgen.model.types.places import Grid
from modgen.model.types.scenario import Scenario

WINDS = (
    "n",
    "nne",
    "ne",
    "ene",
    "e",
    "ese",
    "se",
    "sse",
    "s",
    "ssw",
    "sw",
    "wsw",
    "w",
    "wnw",
    "nw",
    "nnw",
)
"""The points of the compass, clockwise from the top of the board."""
OF_HEXES = dict(
    zip(
        range(0, 360, 30),
        (
            "n",
            "nne",
            "ene",
            "e",
            "ese",
            "sse",
            "s",
            "ssw",
            "wsw",
            "w",
            "wnw",
            "nnw",
        ),
        strict=True,
    )
)
"""Angles of the sides and corners of hexes, when both are used."""
SIDES = {
    0: "n",
    30: "ne",
    60: "ne",
    90: "e",
    120: "se",
    150: "se",
    180: "s",
    210: "sw",
    240: "sw",
    270: "w",
    300: "nw",
    330: "nw",
}
"""Angles of the sides of hexes with flat tops, and of those with pointed tops."""
FULL_CIRCLE = 360
NEAREST = 0.5
"""The distance from the middle of a piece at which its arcs begin, in cells."""


def angles(piece: PieceType) -> tuple[float, ...]:
    """The directions in which a piece can face, the first one first; empty if it has none."""
    step = FULL_CIRCLE / piece.facings if piece.facings else 0
    return tuple((piece.first_facing + n * step) % FULL_CIRCLE for n in range(piece.facings))


def directions(piece: PieceType) -> tuple[str, ...]:
    """The names of these directions: `n`, `ne`, or the number of degrees."""
    return tuple(_name(angle, piece.facings) for angle in angles(piece))


def _name(angle: float, count: int) -> str:
    at = round(angle, 3)
    if count in (4, 8, 16) and at % 22.5 == 0:
        return WINDS[int(at / 22.5)]
    if count in (6, 12) and at % 30 == 0:
        return (SIDES if count == 6 else OF_HEXES)[int(at)]
    return f"{at:g}"


def start_facing(scenario: Scenario, piece: PieceType, place: str = "") -> int:
    """The number of the direction, from 0, in which a piece begins in a place."""
    chosen = scenario.facings.get(place) or scenario.facings.get(piece.id, "")
    known = directions(piece)
    return known.index(chosen) if chosen in known else 0


class Reach(NamedTuple):
    """An arc of a piece, and how far it reaches in cells."""

    arc: Arc
    cells: float


def reaches(game: Game, piece: PieceType, face: str) -> tuple[Reach, ...]:
    """The arcs of a piece on a face. Raises KeyError for an unknown arc or number."""
    known = {arc.id: arc for arc in game.info.arcs}
    found = []
    for text in piece.arcs:
        key, _, how_far = text.partition(":")
        far = how_far.strip()
        number = (
            float(far)
            if far.replace(".", "", 1).isdecimal()
            else value_of(FaceValue(value=far), piece, face)
        )
        found.append(Reach(known[key], number))
    return tuple(found)


def shapes(game: Game) -> list[list[Grid]]:
    """The grids of a game, those whose cells have the same shape and size together."""
    found: dict[tuple[str, bool, float], list[Grid]] = {}
    for grid in game.map.grids:
        found.setdefault((grid.kind, grid.sideways, grid.size), []).append(grid)
    return list(found.values())


def arc_outline(reach: Reach, grid: Grid, piece: PieceType) -> Ring:
    """The outline of an arc of a piece at 0, 0 that faces its first direction, in mm.

    On hexes it is as far away as the ring of hexes that the arc reaches, if the piece has a facing
    for each side or each corner; elsewhere it is round.
    """
    arc, far = reach.arc, (reach.cells + NEAREST) * grid.size
    hexes = grid.kind == "hex" and piece.facings in (0, 6)
    first = 30.0 if grid.sideways else 0.0
    ahead = piece.first_facing if piece.facings else 0.0
    start, end = arc.start + ahead, arc.end + ahead
    steps = max(2, round(arc.width / 3))
    turns = [start + arc.width * n / steps for n in range(steps + 1)]
    if hexes:
        corners = (first + 60 * n for n in range(-14, 15))
        turns = sorted({*turns, *(one for one in corners if start < one < end)})
    outer = [_at(turn, far * (_hexagon(turn - first) if hexes else 1)) for turn in turns]
    near = grid.size * NEAREST
    inner = [_at(turn, near) for turn in reversed(turns)]
    return (*outer, *inner)


def _at(degrees: float, far: float) -> tuple[float, float]:
    return far * sin(radians(degrees)), -far * cos(radians(degrees))


def _hexagon(degrees: float) -> float:
    """The distance of a hexagon's outline from its middle; a corner, at 0 degrees, is at 1."""
    return cos(pi / 6) / cos(radians(degrees % 60) - pi / 6)
