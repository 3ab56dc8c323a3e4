"""8.1, 8.2: how far units go by land and by sea. Players choose among these routes, too."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Literal

from modgen_rules.amigos_insurrectos.country import FILIPINO, GUERRILLAS, OTHER, STEPS, US, Country
from modgen_rules.amigos_insurrectos.state import Position

LAND_REACH, MONSOON_REACH = 2, 1
"""8.1.a, 13.0.a: the most areas of a move by land."""
SEA_REACH = 5
"""8.2.2.a: the most sea spaces that Filipinos enter."""
PASSABLE = 4
"""8.1.d, 7.2.h: the most US steps that Guerrillas pass, or are recruited beside."""
SEA_STEPS = {US: 6, FILIPINO: 2}
"""8.2.3.c, 8.2.2.a: the most steps that go by sea in a turn."""
Stop = Literal["", "8.1.b", "8.1.c", "8.1.d"]


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
    watched = position.strong(area, US) > PASSABLE or position.has(area, "scouts")
    return "8.1.d" if watched else ""


def reach(position: Position, kind: str, source: str, most: int = LAND_REACH) -> dict[str, int]:
    """8.1: the areas that a unit can reach by land, with the number of areas that it enters."""
    near, found, edge = position.country.near, {source: 0}, {source}
    for steps in range(1, most + 1):
        onward = {one for one in edge if one == source or not stops(position, kind, one)}
        edge = {area for one in onward for area in near[one]} - found.keys()
        found |= dict.fromkeys(edge, steps)
    return found


def too_far(position: Position, kind: str, source: str, target: str) -> str:
    """The clause that bars a move by land of more than one area; the mildest that explains it."""
    country = position.country
    if country.distance(source, [target]).get(target, 99) > LAND_REACH:
        return "8.1.a"
    between = country.near[source] & country.near[target]
    return min((stops(position, kind, one) or "8.1.a" for one in between), default="8.1.a")


def sea_routes(
    country: Country, source: str, target: str, shut: Collection[str] = ()
) -> int | None:
    """The fewest sea spaces on the way from coast to coast; None when there is no such way.

    `shut` are sea spaces that are avoided.
    """
    return _sea_routes(country, source, frozenset(shut)).get(target)


@lru_cache(maxsize=4096)
def _sea_routes(country: Country, source: str, shut: frozenset[str]) -> Mapping[str, int]:
    found: dict[str, int] = {}
    edge = set(country.coasts[source] - shut - country.secures.keys())
    seen, steps = set[str](), 1
    while edge:
        for sea in edge:
            for area in country.shores[sea]:
                found.setdefault(area, steps)
        seen |= edge
        closed = seen | shut | country.secures.keys()
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
    for steps in range(1, SEA_REACH + 1):
        for sea, met in edge:
            if met < best.get((sea, 0), 99):
                best[sea, 0] = met
            if sea in country.coasts[target]:
                most = min(most, met)
        if steps < SEA_REACH:
            edge = {
                (near, met + (near in guarded))
                for sea, met in edge
                for near in country.sea_near[sea]
            }
    return most


def stacked(position: Position, area: str, side: str) -> list[tuple[str, str, int, int]]:
    """8.3: stacks beyond the limit in an area: clause, kind, limit, number."""
    country, found = position.country, []
    kinds = (
        (("us_army", STEPS[US]),)
        if side == US
        else (
            ("regular", ("regular",)),
            ("guerrilla", GUERRILLAS),
        )
    )
    for kind, counted in kinds:
        most, number = country.limit(kind, area), position.steps(area, counted)
        if most is not None and number > most:
            found.append(("8.3.a" if side == US else "8.3.b", kind, most, number))
    guns = "us_artillery" if side == US else "fil_artillery"
    most, number = country.limit(guns, area), len(position.artillery(area, side))
    if most is not None and number > most:
        found.append(("1.2.1.h" if side == US else "8.3.b", guns, most, number))
    return found
