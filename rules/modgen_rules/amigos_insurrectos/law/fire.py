"""Dice and hits (10.5, 10.6): how many dice a force rolls, and how many steps they cost.

A log does not say which die a Leader or Artillery helped, or whether a hit was ignored. So numbers
are ranges: the fewest and the most that the rules allow.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, NamedTuple

from modgen_rules.amigos_insurrectos.law.chit_data import Chit
from modgen_rules.amigos_insurrectos.law.country import FILIPINO, US, Country, FireNumbers
from modgen_rules.amigos_insurrectos.law.force import Force

Way = Literal["artillery", "shelling", "fire", "parting"]
NEVER = 7
"""A die that never hits."""
ADDED = 1
"""What Artillery and Leaders add to a die (1.2.1, 1.2.2)."""


class Range(NamedTuple):
    """The fewest and the most."""

    least: int = 0
    most: int = 0

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and self.least <= number <= self.most

    def plus(self, least: int, most: int) -> Range:
        """Both ends moved."""
        return Range(self.least + least, self.most + most)

    def __str__(self) -> str:
        return f"{self.least}" if self.least == self.most else f"{self.least} to {self.most}"


NONE = Range()


class Terms(NamedTuple):
    """What decides hits: thresholds as (hard, easy), where a ruling or a chit leaves both open."""

    regular: Range
    """US at Regulars; `least` is the easier threshold."""
    guerrilla: Range
    us_parting: Range
    filipino: Range
    filipino_parting: Range
    added: int = 0
    """Filipino dice that may have 1 added."""
    fagen: int = 0
    twice: bool = False
    """1.2.1.n: two hits for a step of Guerrillas."""
    guns: tuple[Range, Range] = (NONE, NONE)
    """Artillery and Gunboats at Regulars and at Guerrillas; chits for steps may not help them."""


def terms(
    country: Country,
    attacker: str,
    area: str,
    force: Force,
    sure: Collection[Chit],
    maybe: Collection[Chit],
) -> Terms:
    """The terms of a volley. `sure` are chits that were played, `maybe` such as may have been."""
    mountain, numbers = area in country.mountains, country.fire
    base = numbers.sure if mountain else numbers.fire
    regular = Range(base, base)
    plain = numbers.sure if mountain or attacker == US else numbers.fire
    guerrilla = Range(plain, plain)
    parting = Range(numbers.parting, numbers.parting)
    for chit in (*sure, *maybe):
        for word in ("us_hits", "us_hits_guerrillas", "us_parting"):
            value = chit.number(word)
            if not value:
                continue
            hard = value if chit in sure and not (mountain and chit.guerrilla) else NEVER
            if word == "us_parting":
                parting = _eased(parting, value, hard)
                continue
            guerrilla = _eased(guerrilla, value, hard)
            if word == "us_hits":
                regular = _eased(regular, value, hard)
    filipino = Range(numbers.filipino, numbers.filipino)
    armed = bool(force.imported_arms)
    if armed:
        filipino = _eased(filipino, numbers.armed, NEVER if mountain else numbers.armed)
    shots = Range(numbers.parting, numbers.parting)
    if force.trait(country, FILIPINO, "f2"):
        filipino = Range(filipino.least - ADDED, filipino.most - ADDED)
        shots = Range(shots.least - ADDED, shots.most)
    added = min(force.fil_artillery, force.regular) + force.trait(country, FILIPINO, "f")
    return Terms(
        regular,
        guerrilla,
        parting,
        filipino,
        shots,
        added,
        force.fagen,
        mountain,
        (
            Range(min(regular.least, base), max(regular.most, base)),
            Range(min(guerrilla.least, plain), max(guerrilla.most, plain)),
        ),
    )


def _eased(threshold: Range, value: int, hard: int) -> Range:
    """A threshold that may be, or surely is, lower."""
    return Range(min(threshold.least, value), min(threshold.most, hard))


class Hits(NamedTuple):
    """What dice cost a target."""

    steps: Range
    halves: Range = NONE
    """1.2.1.n: hits besides of which two make a step."""


def threshold(found: Terms, shooter: str, way: Way, target: Force) -> Range:
    """The lowest result that hits."""
    if shooter == FILIPINO:
        return found.filipino_parting if way == "parting" else found.filipino
    if way == "parting":
        return found.us_parting
    if way != "fire":
        return found.guns[not target.regular]
    return found.regular if target.regular else found.guerrilla


def hits(found: Terms, shooter: str, way: Way, dice: Collection[int], target: Force) -> Hits:
    """10.6.4: the steps that dice cost a target."""

    def count(threshold: int) -> int:
        return sum(die >= threshold for die in dice)

    if shooter == FILIPINO:
        at = threshold(found, shooter, way, target)
        near = sum(die == at.least - 1 for die in dice)
        more = min(near, found.added + (found.fagen if way == "fire" else 0))
        steps = target.steps(US)
        return Hits(Range(min(count(at.most), steps), min(count(at.least) + more, steps)))
    at_regular, at_guerrilla = found.regular, found.guerrilla
    if way == "parting":
        at_regular = at_guerrilla = found.us_parting
    elif way != "fire":
        at_regular, at_guerrilla = found.guns
    regular, hidden = target.regular, target.hidden
    if not regular:
        if found.twice:
            return Hits(NONE, Range(count(at_guerrilla.most), count(at_guerrilla.least)))
        least = min(count(at_guerrilla.most), hidden)
        return Hits(Range(least, min(count(at_guerrilla.least), hidden)))
    least, most = min(count(at_regular.most), regular), min(count(at_regular.least), regular)
    left = max(0, count(at_regular.least) - regular)  # Guerrillas beside Regulars: either number
    if found.twice:
        return Hits(Range(least, most), Range(0, left))
    return Hits(Range(least, most + min(left, hidden)))


def near_misses(found: Terms, way: Way, dice: Collection[int], target: Force) -> tuple[int, int]:
    """US.S8: the dice that 1 more, or 2 more, would turn into hits."""
    at = threshold(found, US, way, target)
    one = sum(die == at.least - 1 for die in dice)
    return one, one + sum(die == at.least - 2 for die in dice)


def need(
    numbers: FireNumbers, way: Way, shooter: str, force: Force, boats: int = 0, rolls: int = 1
) -> Range:
    """The dice of a volley; of Artillery the most, for it may stay silent."""
    steps = force.steps(shooter)
    if way == "artillery":
        return Range(0, (force.us_artillery * numbers.guns + boats * numbers.boats) * rolls)
    if way == "shelling":
        return Range(0, boats * numbers.boats)
    if way == "parting":
        return Range((steps + 1) // 2, (steps + 1) // 2)
    return Range(steps, steps)
