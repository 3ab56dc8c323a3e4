"""The kinds of mistakes, and what their makers share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from modgen_rules.amigos_insurrectos.country import (
    GUERRILLAS,
    MANILA,
    NO_US_TURN,
    STEPS,
    US,
)
from modgen_rules.amigos_insurrectos.mistakes.spots import Maker, Spot
from modgen_rules.amigos_insurrectos.routes import stops


class Mistake(NamedTuple):
    """A kind of mistake. `phase` is the phase to whose end it is added."""

    clause: str
    phase: str
    make: Maker


MISTAKES: dict[str, Mistake] = {}


def mistake(clause: str, phase: str) -> Callable[[Maker], Maker]:
    """Register a mistake under the name of its function."""

    def register(make: Maker) -> Maker:
        MISTAKES[make.__name__] = Mistake(clause, phase, make)
        return make

    return register


def shuffled(spot: Spot, items: Sequence[str]) -> list[str]:
    """Some names in random order."""
    found = sorted(items)
    spot.chance.shuffle(found)
    return found


def free_operation(spot: Spot, area: str) -> bool:
    """Whether an area's units may be activated without one operation too many."""
    used = spot.end.operations
    return area in used or len(used) < spot.country.operations(spot.mark.turn)


def us_units(spot: Spot, kinds: Sequence[str] = STEPS[US]) -> Iterator[tuple[str, str, str]]:
    """US units that may march: key, kind, area; an area that is left keeps a step."""
    at = spot.at
    for area in shuffled(spot, list(at.everywhere(US))):
        if not free_operation(spot, area) or spot.mark.turn == NO_US_TURN:
            continue
        stayed = spot.mark.position.at.get(area, ())
        keys = [key for key in at.keys(area, kinds) if key in stayed and key not in spot.end.landed]
        if keys and at.strong(area, US) > 2 and not at.steps(area, GUERRILLAS):
            yield keys[0], at.pieces[keys[0]].kind, area


def far(spot: Spot, key: str, kind: str, area: str, clause: str) -> str:
    """An area two steps away that a clause puts out of reach."""
    at, country = spot.at, spot.country
    near = country.distance(area, country.areas)
    for target in shuffled(spot, [one for one, steps in near.items() if steps == 2]):
        between = country.near[area] & country.near[target]
        reasons = {stops(at, kind, one) for one in between}
        by_sea = MANILA in (area, target) and country.coasts[area] and country.coasts[target]
        if clause in reasons and "" not in reasons and not by_sea and not full(spot, kind, target):
            others = reasons - {clause}
            if not others:
                return target
    return ""


def has_room(spot: Spot, area: str, steps: int) -> bool:
    """Whether an area has room for a number of US steps more."""
    most = spot.country.limit("us_army", area)
    return most is None or spot.at.strong(area, US) + steps <= most


def full(spot: Spot, kind: str, area: str) -> bool:
    """Whether an area has no room for two more steps."""
    side = spot.country.side[kind]
    kinds = STEPS[US] if side == US else GUERRILLAS if kind == "guerrilla" else ("regular",)
    most = spot.country.limit(kind, area)
    return most is not None and spot.at.steps(area, kinds) + 2 > most
