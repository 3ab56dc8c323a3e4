"""Mistakes of the Filipinos: marches, sails, Imported Arms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from modgen_rules.amigos_insurrectos.country import (
    FILIPINO,
    GUERRILLAS,
    US,
)
from modgen_rules.amigos_insurrectos.filipino_moves import NO_SEA
from modgen_rules.amigos_insurrectos.mistakes.kinds import full, mistake, shuffled
from modgen_rules.amigos_insurrectos.mistakes.spots import Spot
from modgen_rules.amigos_insurrectos.routes import (
    LAND_REACH,
    MONSOON_REACH,
    SEA_REACH,
    SEA_STEPS,
    fewest_gunboats,
    reach,
    sea_routes,
    stops,
)
from modgen_rules.engine.table_acts import Act, Move, Roll

FAR = 30
"""More sea spaces than any way has."""

# --- the Filipino phase ------------------------------------------------------------------------


def filipinos(spot: Spot, kinds: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Filipino units that have not moved: key, kind, area."""
    at, old = spot.at, spot.mark.position
    for area in shuffled(spot, list(at.everywhere(FILIPINO))):
        for key in at.keys(area, kinds):
            stayed = key in old.pieces and old.pieces[key].place == area
            if stayed and at.keys(area, kinds) == old.keys(area, kinds):
                yield key, at.pieces[key].kind, area
            if stayed:
                break


def sailed(spot: Spot) -> int:
    """The steps that sailed in the phase, at most."""
    old = spot.mark.position
    return sum(
        spot.at.strength(key)
        for key, one in spot.at.pieces.items()
        if key in old.pieces
        and old.pieces[key].place != one.place
        and spot.country.side.get(one.kind) == FILIPINO
    )


@mistake("8.1.a", "filipino_movement")
def filipino_too_far(spot: Spot) -> Sequence[Act] | None:
    """A Filipino unit marches three areas."""
    for key, kind, area in filipinos(spot, ("regular", "guerrilla")):
        near = spot.country.distance(area, spot.country.areas)
        targets = [
            one
            for one, steps in near.items()
            if steps in (3, 4)
            and not full(spot, kind, one)
            and not spot.at.units(one, US)
            and not (spot.country.coasts[area] and spot.country.coasts[one])
        ]
        if targets:
            return [Move((key,), spot.chance.choice(sorted(targets)))]
    return None


@mistake("8.1.c", "filipino_movement")
def regulars_pass_enemy(spot: Spot) -> Sequence[Act] | None:
    """Regulars go on where enemies stop them."""
    return passes(spot, "regular", "8.1.c")


@mistake("8.1.d", "filipino_movement")
def guerrillas_pass_garrison(spot: Spot) -> Sequence[Act] | None:
    """Guerrillas go on where a garrison stops them."""
    return passes(spot, "guerrilla", "8.1.d")


def passes(spot: Spot, kind: str, clause: str) -> Sequence[Act] | None:
    """A unit that goes on where it must stop."""
    if spot.country.monsoon(spot.mark.turn):
        return None
    for key, _, area in filipinos(spot, (kind,)):
        near = spot.country.distance(area, spot.country.areas)
        for target in shuffled(spot, [one for one, steps in near.items() if steps == 2]):
            between = spot.country.near[area] & spot.country.near[target]
            reasons = {stops(spot.at, kind, one) for one in between}
            by_sea = spot.country.coasts[area] and spot.country.coasts[target]
            us_there = spot.at.units(target, US)
            if reasons == {clause} and not (by_sea or full(spot, kind, target) or us_there):
                return [Move((key,), target)]
    return None


def no_sea(spot: Spot) -> bool:
    """Whether Monsoon or a chit keeps the Filipinos from the sea."""
    return spot.country.monsoon(spot.mark.turn) or not spot.end.played.isdisjoint(NO_SEA)


@mistake("8.2.2.a", "filipino_movement")
def filipino_sails_three(spot: Spot) -> Sequence[Act] | None:
    """Three Filipino steps sail."""
    if no_sea(spot):
        return None
    for key, kind, area in filipinos(spot, ("regular", "guerrilla")):
        targets = over_sea(spot, kind, area)
        most = spot.country.limit(kind, targets[0]) if targets else 0
        keys = [one for one in spot.at.keys(area, (kind,)) if one != key]
        total = sum(map(spot.at.strength, (key, *keys)))
        if not targets or total <= SEA_STEPS[FILIPINO]:
            continue
        if most is None or spot.at.strong(targets[0], FILIPINO) + total <= most:
            return [Move((key, *keys), targets[0])]
    return None


def over_sea(spot: Spot, kind: str, area: str, most: int = SEA_REACH, least: int = 1) -> list[str]:
    """Areas that only a way by sea without Gunboats reaches."""
    if not spot.country.coasts[area]:
        return []
    land = reach(spot.at, kind, area)
    found = []
    for target in shuffled(spot, list(spot.country.areas - set(land))):
        steps = sea_routes(spot.country, area, target) if spot.country.coasts[target] else None
        quiet_ = not spot.at.units(target, US) and not full(spot, kind, target)
        fits = steps is not None and least <= steps <= most and quiet_
        if fits and (most > SEA_REACH or not fewest_gunboats(spot.at, area, target)):
            found.append(target)
    return found


@mistake("8.2.2.a", "filipino_movement")
def filipino_sails_too_far(spot: Spot) -> Sequence[Act] | None:
    """A Filipino unit sails more than five sea spaces."""
    if no_sea(spot):
        return None
    for key, kind, area in filipinos(spot, ("regular", "guerrilla")):
        targets = over_sea(spot, kind, area, FAR, SEA_REACH + 1)
        if targets:
            return [Move((key,), targets[0])]
    return None


@mistake("8.2.2.b", "filipino_movement")
def filipino_sails_from_inland(spot: Spot) -> Sequence[Act] | None:
    """A Filipino unit sails from an inland area."""
    for key, kind, area in filipinos(spot, ("regular", "guerrilla")):
        land = spot.country.distance(area, spot.country.areas)
        targets = [
            one
            for one in spot.country.areas
            if one not in land
            and spot.country.coasts[one]
            and not full(spot, kind, one)
            and not spot.at.units(one, US)
        ]
        if not spot.country.coasts[area] and targets:
            return [Move((key,), spot.chance.choice(sorted(targets)))]
    return None


@mistake("8.2.2.e", "filipino_movement")
def filipino_sails_inland(spot: Spot) -> Sequence[Act] | None:
    """A Filipino unit sails to an inland area."""
    for key, kind, area in filipinos(spot, ("regular", "guerrilla")):
        land = spot.country.distance(area, spot.country.areas)
        targets = [
            one
            for one in spot.country.areas
            if one not in land
            and not spot.country.coasts[one]
            and not full(spot, kind, one)
            and not spot.at.units(one, US)
        ]
        if spot.country.coasts[area] and targets:
            return [Move((key,), spot.chance.choice(sorted(targets)))]
    return None


@mistake("8.2.2.c", "filipino_movement")
def filipino_sails_in_monsoon(spot: Spot) -> Sequence[Act] | None:
    """A Filipino unit sails in a Monsoon turn."""
    if not spot.country.monsoon(spot.mark.turn):
        return None
    for key, kind, area in filipinos(spot, ("regular", "guerrilla")):
        targets = [
            one
            for one in over_sea(spot, kind, area)
            if spot.country.distance(area, [one]).get(one, 9) > LAND_REACH
        ]
        if targets:
            return [Move((key,), targets[0])]
    return None


def guarded(spot: Spot) -> tuple[str, str] | None:
    """A unit and an area that it reaches only past a Gunboat."""
    if no_sea(spot) or sailed(spot):
        return None
    for key, kind, area in filipinos(spot, ("regular", "guerrilla")):
        if not spot.country.coasts[area]:
            continue
        land = reach(spot.at, kind, area)
        for target in shuffled(spot, list(spot.country.areas - set(land))):
            steps = sea_routes(spot.country, area, target) if spot.country.coasts[target] else None
            if steps is None or steps > SEA_REACH or full(spot, kind, target):
                continue
            if fewest_gunboats(spot.at, area, target) and not spot.at.units(target, US):
                return key, target
    return None


@mistake("8.2.2.d", "filipino_movement")
def filipino_passes_gunboat(spot: Spot) -> Sequence[Act] | None:
    """A Filipino unit sails past a Gunboat without a die."""
    found = guarded(spot)
    return [Move((found[0],), found[1])] if found else None


@mistake("9.2", "filipino_movement")
def filipino_survives_gunboat(spot: Spot) -> Sequence[Act] | None:
    """A Filipino unit sails on after a Gunboat hit it."""
    found = guarded(spot)
    if not found:
        return None
    number = fewest_gunboats(spot.at, spot.at.pieces[found[0]].place, found[1])
    return [Roll(US, "interception", (5,) * number), Move((found[0],), found[1])]


@mistake("8.3.b", "filipino_movement")
def filipino_stacks_six(spot: Spot) -> Sequence[Act] | None:
    """A Guerrilla unit enters an area that is full."""
    for key, kind, area in filipinos(spot, ("guerrilla",)):
        for target in sorted(spot.country.near[area]):
            total = spot.at.steps(target, GUERRILLAS) + spot.at.strength(key)
            most = spot.country.limit(kind, target)
            if most is not None and total > most and not spot.at.units(target, US):
                return [Move((key,), target)]
    return None


@mistake("6.0.f", "filipino_movement")
def arms_go_alone(spot: Spot) -> Sequence[Act] | None:
    """The Imported Arms move without a unit."""
    place = spot.at.place("imported_arms")
    if place not in spot.country.areas or spot.mark.position.place("imported_arms") != place:
        return None
    key = spot.at.keys(place, ("imported_arms",))[0]
    gone = {
        one
        for one, state in spot.at.pieces.items()
        if spot.mark.position.pieces[one].place == place != state.place
    }
    targets = sorted(spot.country.near[place])
    return [Move((key,), targets[0])] if not gone else None


@mistake("13.0.a", "filipino_movement")
def filipino_two_areas_in_monsoon(spot: Spot) -> Sequence[Act] | None:
    """A Filipino unit marches two areas in a Monsoon turn."""
    if not spot.country.monsoon(spot.mark.turn):
        return None
    for key, kind, area in filipinos(spot, ("regular", "guerrilla")):
        found = reach(spot.at, kind, area)
        targets = [
            one
            for one in found
            if found[one] > MONSOON_REACH
            and not full(spot, kind, one)
            and not spot.at.units(one, US)
            and not (spot.country.coasts[area] and spot.country.coasts[one])
        ]
        if targets:
            return [Move((key,), spot.chance.choice(sorted(targets)))]
    return None
