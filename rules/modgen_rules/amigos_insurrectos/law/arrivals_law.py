"""The law of arrivals (6.0, 7.0): where Imported Arms, US units, Mabini and recruits come.

Judges and players ask about the same functions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from modgen_rules.amigos_insurrectos.law.country import FILIPINO, MANILA, US, Country
from modgen_rules.amigos_insurrectos.law.state import Position


def arms_come(at: Position, area: str) -> bool:
    """6.0.b: whether Imported Arms may come to an area: a coast with Filipinos, no Gunboats."""
    coasts = at.country.coasts[area]
    return bool(coasts and at.units(area, FILIPINO)) and not at.gunboats(*coasts)


def port(at: Position) -> str:
    """7.1.a, 7.1.f: where US units land: Manila, or else the source of supply."""
    return MANILA if at.controller(MANILA) == US else at.place("supply")


def mabini_comes(at: Position) -> frozenset[str]:
    """7.3.a: the areas to which Mabini may come: next to a US Leader, with or without troops."""
    country = at.country
    led = [area for area in country.areas if at.leaders(area, US)]
    return frozenset(one for area in led for one in country.near[area])


def recruits_turn(country: Country, scenario: str) -> int:
    """7.2.a, 18.2.b: the first turn with recruits."""
    numbers, late = country.numbers, scenario == "guerrilla-war"
    return numbers.recruits_turn_guerrilla if late else numbers.recruits_turn


def region(country: Country, name: str) -> frozenset[str]:
    """7.2: the areas of a region that has a die: `luzon`, `visayas`."""
    return country.luzon if name == "luzon" else country.visayas


def modifier(at: Position, name: str, turn: int, attacks: Collection[int]) -> int:
    """7.2.b, 7.2.c, 7.2.d, 7.3.b: what is added to a region's die.

    `attacks` are the turns in which the US attacked.
    """
    numbers, luzon = at.country.numbers, name == "luzon"
    areas = region(at.country, name)
    held = len(at.held(FILIPINO, areas))
    many = held >= numbers.luzon_areas if luzon else held == len(areas)
    few = numbers.luzon_sites if luzon else numbers.visayas_sites
    sites = sum(area in areas for area in at.sites) >= few
    found = min(max(-at.points, 0), numbers.victory_modifier) + many - sites
    talks = numbers.negotiations_from < turn <= numbers.negotiations_until + 1
    return found + numbers.negotiated * (luzon and talks and turn - 1 in attacks)


def allowed(
    moments: Iterable[Position], name: str, die: int, turn: int, attacks: Collection[int]
) -> int:
    """7.2.e: the most steps that a region receives at some moments, for a result of its die."""
    every = list(moments)
    rows = every[0].country.recruits
    added = max(modifier(at, name, turn, attacks) for at in every)
    return rows[min(max(die + added, min(rows)), max(rows))][name == "visayas"]


def barred(at: Position, area: str, kind: str, guerrilla: bool, closed: Mapping[str, str]) -> str:
    """7.2: the clause by which an area receives no step of a kind; empty when it may.

    `guerrilla`: in the Guerrilla War; `closed` has the areas that a chit closes, with its clause.
    """
    country = at.country
    secured = {country.secures[sea] for sea in country.secures if at.gunboats(sea)}
    if not at.strong(area, FILIPINO):
        return "7.2.g"
    if country.region[area] in secured:
        return "7.2.l"
    if {*at.sites} & {area, *country.near[area]}:
        return "7.2.k"
    if kind == "regular" and guerrilla:
        return "7.2.j"
    if at.strong(area, US) > (country.numbers.passable if kind == "guerrilla" else 0):
        return "7.2.h"
    return closed.get(area, "")
