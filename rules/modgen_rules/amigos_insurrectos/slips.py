"""Mistakes that the simulation plants on request: one phase each, and what players do wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from modgen_rules.amigos_insurrectos.chits import HAND
from modgen_rules.amigos_insurrectos.country import FILIPINO, NO_US_TURN, STEPS, US
from modgen_rules.amigos_insurrectos.routes import LAND_REACH, stacked
from modgen_rules.amigos_insurrectos.scoring import MOST_OBJECTIVES, number_of
from modgen_rules.amigos_insurrectos.table import WarTable
from modgen_rules.amigos_insurrectos.upkeep import SITE_STEPS, SITE_WILL

EVERY = 2
"""The turns from one mistake to the next."""
LIKELY = 0.4
"""How often an occasion for a mistake is taken."""


class Slip(NamedTuple):
    """A kind of mistake: the phase at whose end it is made, and what makes it.

    `make` returns the mistake in a few words; it is empty when there is no occasion.
    """

    phase: str
    clause: str
    make: Callable[[WarTable], str]


def _free(table: WarTable, area: str) -> bool:
    """Whether an area has units of nobody."""
    return not table.position.units(area, US) and not table.position.units(area, FILIPINO)


def _spare(table: WarTable, side: str) -> Iterator[tuple[str, str]]:
    """Units that can leave their area unnoticed, with the area, in random order."""
    at, other = table.position, FILIPINO if side == US else US
    areas = sorted(table.country.areas - table.country.victory)
    table.chance.shuffle(areas)
    for area in areas:
        keys = at.keys(area, STEPS[side])
        if len(keys) > 1 and not at.units(area, other):
            yield keys[0], area


def _march(table: WarTable, side: str) -> str:
    """A unit goes one area too far by land."""
    country, at = table.country, table.position
    for key, area in _spare(table, side):
        away = country.distance(area, sorted(country.areas))
        spare = len(table.war.operations | {area}) <= country.operations(at.turn)
        if side == US and (key in table.war.landed or not spare):
            continue
        for target in sorted(one for one, far in away.items() if far == LAND_REACH + 1):
            by_sea = country.coasts[area] and country.coasts[target]
            if not by_sea and _free(table, target) and not stacked(at, target, side):
                table.move([key], target)
                return f"a unit marches from {country.names[area]} to {country.names[target]}"
    return ""


def _us_march(table: WarTable) -> str:
    return "" if table.position.turn == NO_US_TURN else _march(table, US)


def _filipino_march(table: WarTable) -> str:
    return _march(table, FILIPINO)


def _in_monsoon(table: WarTable) -> str:
    """US units move on the turn without a US phase."""
    country = table.country
    for key, area in _spare(table, US) if table.position.turn == NO_US_TURN else ():
        for target in sorted(country.near[area]):
            if _free(table, target):
                table.move([key], target)
                return f"US units move to {country.names[target]} on turn {NO_US_TURN}"
    return ""


def _recruit(table: WarTable) -> str:
    """A recruit comes to an area without Filipinos."""
    country, at = table.country, table.position
    sites, kind = set(at.sites), "guerrilla" if table.war.guerrilla else "regular"
    secured = {country.secures[sea] for sea in country.secures if at.gunboats(sea)}
    closed = table.war.closed.keys() | sites | {near for one in sites for near in country.near[one]}
    areas = [
        one for one in sorted(country.areas - closed)
        if _free(table, one) and country.region[one] not in secured
    ]  # fmt: skip
    if not areas or table.war.changing or at.turn <= 1:
        return ""
    area = table.chance.choice(areas)
    return f"a recruit comes to {country.names[area]}" if table.bring(kind, area) else ""


def _weak_site(table: WarTable) -> str:
    """A POA site beside too few US steps."""
    at, country = table.position, table.country
    made = set(at.sites) - set(table.war.begun.sites if table.war.begun else ())
    areas = [
        one for one in sorted(country.areas)
        if 0 < at.strong(one, US) < SITE_STEPS and not at.units(one, FILIPINO)
        and one not in at.sites and one not in table.war.battles
    ]  # fmt: skip
    if made or not areas or country.monsoon(at.turn) or at.turn == 1:
        return ""
    area = table.chance.choice(areas)
    if not table.bring("poa", area):
        return ""
    table.will(SITE_WILL)
    return f"a POA site is made in {country.names[area]} beside {at.strong(area, US)} steps"


def _sixth_chit(table: WarTable) -> str:
    """A side draws although its hand is full."""
    for side in (US, FILIPINO):
        cup = f"cup_{side}_{'guerrilla' if table.war.guerrilla else 'stand_up'}"
        left = sorted(
            one for one, where in table.position.cards.items()
            if where == cup and not table.country.chits[one].has("luna")
        )  # fmt: skip
        if len(table.hand(side)) == HAND and left and not table.war.changing:
            table.chit(table.chance.choice(left), f"hand:{side}")
            return f"{table.country.game.sides[side].name}: a sixth chit is drawn"
    return ""


def _third_objective(table: WarTable) -> str:
    """A third objective is laid."""
    for side in (US, FILIPINO):
        at, box = table.position.cards, f"objectives_{side}"
        laid = [one for one, where in at.items() if where == box]
        spare = sorted(
            one for one, where in at.items() if where == f"hand:{side}" and number_of(one) == 0
        )
        if len(laid) == MOST_OBJECTIVES and spare:
            table.chit(spare[0], box)
            return f"{table.country.game.sides[side].name}: a third objective is laid"
    return ""


def _points(table: WarTable) -> str:
    """One Victory Point too many is recorded."""
    track = table.country.game.tracks["victory_points"]
    points = table.position.points + 1
    if points >= track.last:
        return ""
    table.level("victory_marker", points)
    return "one Victory Point too many is recorded"


SLIPS: Sequence[Slip] = (
    Slip("us_ground", "8.1.a", _us_march), Slip("reinforcements", "7.2.g", _recruit),
    Slip("us_poa", "11.0.b", _weak_site), Slip("advantage", "5.0.c", _sixth_chit),
    Slip("filipino_movement", "8.1.a", _filipino_march), Slip("scoring", "17.1.b", _points),
    Slip("us_ground", "13.0.c", _in_monsoon), Slip("objectives", "4.0.a", _third_objective),
)  # fmt: skip
"""The kinds of mistakes, in the order in which they are tried."""


class Slips:
    """Makes a number of mistakes in a war; `made` has for each its act and a sentence."""

    def __init__(self, wanted: int) -> None:
        self.wanted = wanted
        self.made: list[tuple[int, str]] = []
        self._left = list(SLIPS)
        self._turn = 0

    def after(self, phase: str, table: WarTable) -> None:
        """Make a mistake at the end of a phase, if it is time for one of its kind."""
        turn = table.position.turn
        if len(self.made) >= self.wanted or (self._turn and turn < self._turn + EVERY):
            return
        for slip in [one for one in self._left if one.phase == phase and table.hits(LIKELY)]:
            words = slip.make(table)
            if words:
                self._left.remove(slip)
                self._left = self._left or list(SLIPS)
                self._turn = turn
                self.made.append((len(table.writer.acts) - 1, f"{words} [{slip.clause}]"))
                return
