"""The legal moves of both sides: the checker explains moves by them, and players choose them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from modgen_rules.amigos_insurrectos.country import (
    FILIPINO,
    MANILA,
    NO_US_TURN,
    STEPS,
    US,
)
from modgen_rules.amigos_insurrectos.routes import (
    LAND_REACH,
    MONSOON_REACH,
    SEA_REACH,
    SEA_STEPS,
    fewest_gunboats,
    reach,
    sea_routes,
)
from modgen_rules.amigos_insurrectos.state import Position


class Move(NamedTuple):
    """A legal move: up to `most` steps of a kind from one area to another."""

    side: str
    kind: str
    source: str
    target: str
    most: int
    way: str
    """`land` or `sea`."""

    @property
    def story(self) -> str:
        """The move in words."""
        return f"{self.kind} from {self.source} to {self.target} by {self.way}"


def moves(position: Position, side: str, by_sea: bool = True) -> Iterator[Move]:
    """8.1, 8.2: every legal move of units with steps, each by itself; `by_sea`: also by sea."""
    if side == US and position.turn == NO_US_TURN:
        return
    country = position.country
    monsoon = country.monsoon(position.turn)
    for area in sorted(position.everywhere(side)):
        for kind in STEPS[side]:
            steps = position.steps(area, (kind,))
            if not steps:
                continue
            limit = MONSOON_REACH if monsoon else LAND_REACH
            by_land = reach(position, kind, area, limit)
            for target in sorted(set(by_land) - {area}):
                most = min(steps, room(position, kind, target))
                if most > 0:
                    yield Move(side, kind, area, target, most, "land")
            for target in sorted(landings(position, side, area)) if by_sea and not monsoon else ():
                most = min(steps, room(position, kind, target), SEA_STEPS[side])
                if most > 0 and target not in by_land:
                    yield Move(side, kind, area, target, most, "sea")


def landings(position: Position, side: str, area: str) -> Iterator[str]:
    """8.2: the areas to which units of an area may go by sea, as far as it is safe."""
    country = position.country
    if not country.coasts[area]:
        return
    if side == US:
        if position.gunboats(*country.coasts[area]):
            ends = country.areas if area == MANILA else {MANILA}
            yield from (one for one in ends if country.coasts[one] and one != area)
        return
    for target in country.areas:
        near = sea_routes(country, area, target) if country.coasts[target] else None
        if near is not None and near <= SEA_REACH and not fewest_gunboats(position, area, target):
            yield target


def room(position: Position, kind: str, area: str) -> int:
    """8.3: how many steps of a kind an area can still take."""
    country = position.country
    most = country.limit(kind, area)
    if most is None:
        return 99
    side = country.side[kind]
    counted = (
        next(one.pieces for one in country.game.stacking_limits(kind))
        if side == FILIPINO
        else STEPS[US]
    )
    return max(0, most - position.steps(area, counted))
