"""The law of POA sites (11.0): what a new site breaks, and who destroys one.

Judges and players ask about the same functions.
"""

from __future__ import annotations

from modgen_rules.amigos_insurrectos.law.country import FILIPINO, MANILA, US
from modgen_rules.amigos_insurrectos.law.state import Position


def new_site(at: Position, area: str, turn: int, made: int, fought: bool, will: int) -> str:
    """The clause that a new site in an area breaks; empty for a legal one.

    `at` is the table before it, `made` the number of sites that were made before it in the turn,
    `fought` whether there was combat in the area, and `will` the Political Will.
    """
    if made >= at.country.numbers.sites:
        return "11.0.a"
    if at.country.monsoon(turn) or (area == MANILA and turn == 1):
        return "11.0.c"
    if at.strong(area, US) < at.country.numbers.site_steps or fought:
        return "11.0.b"
    if will < at.country.numbers.site_will:
        return "11.0.a"
    return "11.0.d" if area in at.sites else ""


def destroyers(at: Position, area: str, entered: bool) -> bool:
    """11.0.f: whether the Filipinos in an area destroy a site there.

    Any number does if they `entered` the area without a battle.
    """
    steps = at.strong(area, FILIPINO)
    if not steps or at.strong(area, US):
        return False
    return entered or steps >= at.country.numbers.site_survivors or at.steps(area, ("regular",)) > 0
