"""Where Advantage Chits have their effects: the same for who plays one and for who judges it."""

from __future__ import annotations

from collections.abc import Collection

from modgen_rules.amigos_insurrectos.law.chit_data import Chit
from modgen_rules.amigos_insurrectos.law.country import FILIPINO, MANILA, US
from modgen_rules.amigos_insurrectos.law.state import Position

SECTIONS = ("Central Luzon", "Southern Luzon", "Northern Luzon")
"""PH.G8: the sections by the die: two results for each."""


def region(word: str, at: Position, dice: Collection[int] = ()) -> frozenset[str]:
    """The areas of a region as the effects name them; `dice` choose sections of Luzon."""
    country = at.country
    match word:
        case "visayas":
            return country.visayas
        case "manila":
            return frozenset({MANILA})
        case "filipino" | "us":
            return frozenset(at.everywhere(word))
        case "die":
            sections = {SECTIONS[(die - 1) // 2] for die in dice}
            return frozenset(one for one in country.luzon if country.region[one] in sections)
        case _:
            return frozenset(one for one in country.areas if one.startswith(word))


def closed(chit: Chit, at: Position) -> frozenset[str]:
    """US.G6, US.G7: the areas that receive no recruits."""
    if chit.words("no_recruits") != ("near_us",):
        return at.country.visayas
    held = region(US, at)
    return held.union(*(at.country.near[one] for one in held))


def marked(chit: Chit, at: Position, area: str) -> bool:
    """US.G1, PH.S9: whether a chit's marker comes to an area."""
    fits = 0 < at.strong(area, US) <= chit.number("most_us", 99)
    word = chit.words("region")[0]
    return fits and (word == US or area in region(word, at))


def kept(chit: Chit, at: Position, area: str) -> str:
    """US.G2, US.G5: why the Filipinos of an area are not removed; empty if they are."""
    mine, us = at.strong(area, FILIPINO), at.strong(area, US)
    if mine > chit.number("most_filipino"):
        return f"which has {mine}"
    if chit.has("more_us") and us <= mine:
        return "where the US has no more"
    beside = not at.country.near.get(area, frozenset()).isdisjoint(at.sites)
    return "which is not next to a POA site" if chit.has("near_poa") and not beside else ""
