"""The law of movement (3.2, 7.1.c, 8.0, 9.0, 13.0): what each move of a unit breaks, if anything.

Judges ask about the moves on record, and players choose among `offers`. A clause is empty for a
legal move.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from modgen_rules.amigos_insurrectos.law.country import (
    FILIPINO,
    GUERRILLAS,
    MANILA,
    OTHER,
    STEPS,
    US,
    Country,
)
from modgen_rules.amigos_insurrectos.law.state import Position

NOWHERE = 99
"""The distance of places without a way between them; no limit."""
Stop = Literal["", "8.1.b", "8.1.c", "8.1.d"]


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


def offers(at: Position, side: str, by_sea: bool = True) -> Iterator[Move]:
    """8.1, 8.2: every legal move of units with steps, each by itself; `by_sea`: also by sea."""
    if side == US and at.turn == at.country.numbers.no_us_turn:
        return
    numbers, monsoon = at.country.numbers, at.country.monsoon(at.turn)
    sea_steps = numbers.us_sea_steps if side == US else numbers.filipino_sea_steps
    for area in sorted(at.everywhere(side)):
        coasts = sorted(landings(at, side, area)) if by_sea and not monsoon else []
        for kind in STEPS[side]:
            steps = at.steps(area, (kind,))
            by_land = reach(at, kind, area, land_reach(at.country, at.turn)) if steps else {}
            goals = [(one, steps, "land") for one in sorted(by_land) if one != area]
            shipped = min(steps, sea_steps)
            goals += [(one, shipped, "sea") for one in coasts if one not in by_land]
            for target, number, way in goals:
                most = min(number, room(at, kind, target))
                if most > 0:
                    yield Move(side, kind, area, target, most, way)


# --- by land (8.1, 13.0) --------------------------------------------------------------------------


def land_reach(country: Country, turn: int) -> int:
    """8.1.a, 13.0.a: the most areas of a move by land."""
    numbers = country.numbers
    return numbers.monsoon_reach if country.monsoon(turn) else numbers.land_reach


def stops(position: Position, kind: str, area: str) -> Stop:
    """The clause by which a unit that enters an area must stop there; empty when it may go on."""
    country = position.country
    side = country.side[kind]
    enemies = position.units(area, OTHER[side])
    if side == US:
        tired = kind in ("us_army", "us_volunteers", "us_artillery") and area in country.mountains
        return "8.1.c" if enemies else "8.1.b" if tired else ""
    if not enemies:
        return ""
    if kind == "regular":
        return "8.1.c"
    watched = position.strong(area, US) > country.numbers.passable or position.has(area, "scouts")
    return "8.1.d" if watched else ""


def reach(position: Position, kind: str, source: str, most: int) -> dict[str, int]:
    """8.1: the areas that a unit can reach by land, with the number of areas that it enters."""
    near, found, edge = position.country.near, {source: 0}, {source}
    for steps in range(1, most + 1):
        onward = {one for one in edge if one == source or not stops(position, kind, one)}
        edge = {area for one in onward for area in near[one]} - found.keys()
        found |= dict.fromkeys(edge, steps)
    return found


def far(country: Country, source: str, target: str) -> int:
    """The number of areas from one to another by land; `NOWHERE` if there is no way."""
    return country.distance(source, [target]).get(target, NOWHERE)


def march(at: Position, kind: str, source: str, target: str, turn: int) -> str:
    """The clause that a move by land breaks; the mildest that explains it."""
    country = at.country
    us = country.side[kind] == US
    if us and turn == country.numbers.no_us_turn:
        return "13.0.c"
    most, away = land_reach(country, turn), far(country, source, target)
    if target in reach(at, kind, source, most):
        return ""
    if away == NOWHERE:  # only a way by sea leads there
        begins, ends = (bool(country.coasts[one]) for one in (source, target))
        ashore = ("8.2.3.b", "8.2.3.a") if us else ("8.2.2.b", "8.2.2.e")
        return ashore[begins and (ends or not us)]
    if most < away <= country.numbers.land_reach:
        return "13.0.a"
    between = country.near[source] & country.near[target]  # none if it is farther away
    return min((stops(at, kind, one) or "8.1.a" for one in between), default="8.1.a")


def emptied(at: Position, area: str) -> Iterator[str]:
    """1.1.2.a, 8.1.h: what is broken, or shot at, if no US step stays in an area."""
    if not at.strong(area, US):
        return
    if area in at.country.victory and at.controller(area) == US:
        yield "1.1.2.a"
    if at.steps(area, GUERRILLAS):
        yield "8.1.h"


def fresh(at: Position, area: str, landed: Collection[str]) -> list[str]:
    """7.1.c: the units in an area that landed this turn and stay where they are."""
    return [key for key in at.at.get(area, ()) if key in landed]


# --- by sea (8.2, 9.0) ----------------------------------------------------------------------------


def landings(position: Position, side: str, area: str) -> Iterator[str]:
    """8.2: the areas to which units of an area may go by sea, as far as it is safe."""
    country = position.country
    if side == US:
        if position.gunboats(*country.coasts[area]):
            ends = country.areas if area == MANILA else {MANILA}
            yield from (one for one in ends if country.coasts[one] and one != area)
        return
    for target in country.areas:
        if voyage(country, area, target) and not fewest_gunboats(position, area, target):
            yield target


def sea_shut(country: Country, turn: int, played: Collection[str]) -> bool:
    """8.2.2.c, US.S7, US.G3: whether no Filipinos move by sea."""
    chits = country.chits
    return country.monsoon(turn) or any(one in chits and chits[one].has("no_sea") for one in played)


def voyage(country: Country, source: str, target: str) -> bool:
    """8.2.2.a: whether Filipinos can go from coast to coast in one turn."""
    return sea_routes(country, source).get(target, NOWHERE) <= country.numbers.sea_reach


def needed_gunboats(country: Country, steps: int) -> int:
    """8.2.3.g: the Gunboats that go along with some steps."""
    return -(-steps // country.numbers.gunboat_steps)


def landing(
    country: Country,
    turn: int,
    steps: int,
    ready: Collection[str],
    came: Sequence[Collection[str]],
    stay: Collection[str],
) -> str:
    """8.2.3: the clause that an Amphibious Operation breaks.

    `ready` are the Gunboats that lay beside the area where it begins; `came` those beside the area
    where it ends, at each moment; `stay` those that are there in the end.
    """
    needed = needed_gunboats(country, steps)
    along = len({*ready} & {*stay})
    enough = [boats for boats in came if len(boats) >= needed]
    clause = ""
    if country.monsoon(turn):
        clause = "8.2.3.e"
    elif steps > country.numbers.us_sea_steps:
        clause = "8.2.3.c"
    elif along >= needed:
        clause = ""
    elif any(len({*ready} & {*boats}) >= needed for boats in enough):
        clause = "8.2.3.h"
    elif (len(ready) < needed and enough) or (len(stay) >= needed and not along):
        clause = "8.2.3.b"
    else:
        clause = "8.2.3.c" if along else "8.2.3.g"
    return clause


def gunboat(moments: Sequence[Position], place: str) -> tuple[str, str]:
    """9.0.b, 9.4.a: what a Gunboat breaks that goes to a place, and where Filipinos bar it."""
    country = moments[0].country
    if place in country.areas:
        return "9.0.b", ""
    group = country.secures.get(place, "")
    held = (
        area
        for area in sorted(country.areas)
        if country.region[area] == group and all(at.units(area, FILIPINO) for at in moments)
    )
    area = next(held, "") if group else ""
    return ("9.4.a", area) if area else ("", "")


@lru_cache(maxsize=4096)
def sea_routes(country: Country, source: str) -> Mapping[str, int]:
    """The fewest sea spaces on the way from the coast of an area to each coast."""
    found: dict[str, int] = {}
    edge = set(country.coasts[source] - country.secures.keys())
    seen, steps = set[str](), 1
    while edge:
        for sea in edge:
            for area in country.shores[sea]:
                found.setdefault(area, steps)
        seen |= edge
        closed = seen | country.secures.keys()
        edge = {near for sea in edge for near in country.sea_near[sea]} - closed
        steps += 1
    return found


def fewest_gunboats(position: Position, source: str, target: str) -> int:
    """9.2: the fewest sea spaces with Gunboats on any way of five sea spaces or fewer."""
    country = position.country
    guarded = {sea for sea in country.seas if position.gunboats(sea)}
    best: dict[tuple[str, int], int] = {}
    edge = {(sea, int(sea in guarded)) for sea in country.coasts[source]}
    most = len(guarded) + 1
    for steps in range(1, country.numbers.sea_reach + 1):
        for sea, met in edge:
            if met < best.get((sea, 0), NOWHERE):
                best[sea, 0] = met
            if sea in country.coasts[target]:
                most = min(most, met)
        if steps < country.numbers.sea_reach:
            edge = {
                (near, met + (near in guarded))
                for sea, met in edge
                for near in country.sea_near[sea]
            }
    return most


# --- stacking (8.3) -------------------------------------------------------------------------------

LIMITS: Mapping[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    US: (("8.3.a", STEPS[US]), ("1.2.1.h", ("us_artillery",))),
    FILIPINO: (("8.3.b", ("regular",)), ("8.3.b", GUERRILLAS), ("8.3.b", ("fil_artillery",))),
}
"""The clause of each limit of stacking, and the kinds that it counts together."""


class Stack(NamedTuple):
    """Units of which an area holds a limited number."""

    clause: str
    kinds: tuple[str, ...]
    most: int
    number: int
    """Steps; of Artillery: units."""


def amount(at: Position, area: str, kinds: Collection[str]) -> int:
    """The steps of some kinds in an area; of Artillery the units."""
    return sum(at.strength(key) or 1 for key in at.keys(area, kinds))


def stacks(at: Position, area: str, side: str) -> Iterator[Stack]:
    """8.3: the limited stacks of a side in an area."""
    for clause, kinds in LIMITS[side]:
        most = at.country.limit(kinds[0], area)
        if most is not None:
            yield Stack(clause, kinds, most, amount(at, area, kinds))


def room(at: Position, kind: str, area: str) -> int:
    """8.3: how many steps of a kind an area can still take."""
    every = stacks(at, area, at.country.side[kind])
    found = next((one for one in every if kind in one.kinds), None)
    return max(0, found.most - found.number) if found else NOWHERE
