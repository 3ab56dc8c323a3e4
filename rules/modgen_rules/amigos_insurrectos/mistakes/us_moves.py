"""Mistakes of the United States: marches, landings, Gunboats."""

from __future__ import annotations

from collections.abc import Sequence

from modgen_rules.amigos_insurrectos.country import (
    FILIPINO,
    GUERRILLAS,
    MANILA,
    NO_US_TURN,
    STEPS,
    US,
)
from modgen_rules.amigos_insurrectos.mistakes.kinds import (
    far,
    free_operation,
    full,
    has_room,
    mistake,
    shuffled,
    us_units,
)
from modgen_rules.amigos_insurrectos.mistakes.spots import Spot
from modgen_rules.amigos_insurrectos.routes import LAND_REACH, reach, stops
from modgen_rules.amigos_insurrectos.state import Position
from modgen_rules.engine.table_acts import Act, Move, StepTracker

# --- the US phase ------------------------------------------------------------------------------


@mistake("8.1.a", "us_ground")
def us_too_far(spot: Spot) -> Sequence[Act] | None:
    """A US unit marches three areas or more."""
    for key, kind, area in us_units(spot):
        near = spot.country.distance(area, spot.country.areas)
        for target in shuffled(spot, [one for one, steps in near.items() if steps in (3, 4)]):
            by_sea = MANILA in (area, target) and spot.country.coasts[target]
            if not by_sea and not full(spot, kind, target):
                return [Move((key,), target)]
    return None


@mistake("8.1.b", "us_ground")
def us_through_mountain(spot: Spot) -> Sequence[Act] | None:
    """A US unit goes on through mountains."""
    if spot.country.monsoon(spot.mark.turn):
        return None
    for key, kind, area in us_units(spot, ("us_army", "us_volunteers")):
        target = far(spot, key, kind, area, "8.1.b")
        if target:
            return [Move((key,), target)]
    return None


@mistake("8.1.c", "us_ground")
def us_through_enemy(spot: Spot) -> Sequence[Act] | None:
    """A US unit goes on where enemies stop it."""
    if spot.country.monsoon(spot.mark.turn):
        return None
    for key, kind, area in us_units(spot):
        target = far(spot, key, kind, area, "8.1.c")
        if target:
            return [Move((key,), target)]
    return None


@mistake("8.1.g", "us_ground")
def us_moves_twice(spot: Spot) -> Sequence[Act] | None:
    """A US unit is moved twice in a turn."""
    if spot.country.monsoon(spot.mark.turn):
        return None
    for key, kind, area in us_units(spot):
        first = reach(spot.at, kind, area)
        for stop in shuffled(spot, [one for one in first if first[one]]):
            if stops(spot.at, kind, stop) or spot.at.keys(stop, (kind,)):
                continue
            onward = set(reach(spot.at, kind, stop)) - set(first)
            for target in shuffled(spot, list(onward)):
                by_sea = {MANILA} & {area, stop, target}
                enemies = spot.at.units(target, FILIPINO)
                if not by_sea and not enemies and not full(spot, kind, target):
                    return [Move((key,), stop), Move((key,), target)]
    return None


@mistake("3.2.a", "us_ground")
def us_third_operation(spot: Spot) -> Sequence[Act] | None:
    """There is one Ground Operation too many."""
    at, old = spot.at, spot.mark.position
    if spot.mark.turn in (4, 8) or spot.end.played & {"fil_s1", "fil_s2"}:
        return None

    def units(position: Position, area: str) -> set[str]:
        return {*position.keys(area, STEPS[US])}

    left = {one for one in spot.end.operations if units(old, one) - units(at, one)}
    used = {one for one in left if not units(at, one) - units(old, one)}
    acts: list[Act] = []
    most = spot.country.operations(spot.mark.turn)
    for area in shuffled(spot, list(at.everywhere(US))):
        keys = [key for key in at.keys(area, STEPS[US]) if key not in spot.end.landed]
        quiet = units(at, area) <= units(old, area) and not at.units(area, FILIPINO)
        if area in spot.end.operations or not keys or at.strong(area, US) < 3 or not quiet:
            continue
        targets = [
            one
            for one in spot.country.near[area]
            if not at.units(one, FILIPINO)
            and one not in used | spot.end.operations
            and not full(spot, "us_army", one)
            and one != MANILA
        ]
        if targets and len(used) <= most:
            used.add(area)
            acts.append(Move((keys[0],), spot.chance.choice(sorted(targets))))
    sails = MANILA in used  # then one of them may be the Amphibious Operation
    return acts if len(used) > most and not sails else None


@mistake("7.1.c", "us_ground")
def us_fresh_troops_march(spot: Spot) -> Sequence[Act] | None:
    """Units march on the turn of their landing."""
    at = spot.at
    if not free_operation(spot, MANILA) or spot.mark.turn == NO_US_TURN:
        return None
    for kind in STEPS[US]:
        keys = at.keys(MANILA, (kind,))
        if not any(key in spot.end.landed for key in keys):
            continue
        targets = [
            one
            for one in spot.country.near[MANILA]
            if not at.units(one, FILIPINO) and has_room(spot, one, 2 * len(keys))
        ]
        if targets and at.strong(MANILA, US) > sum(map(at.strength, keys)):
            return [Move(tuple(keys), sorted(targets)[0])]
    return None


@mistake("1.1.2.a", "us_ground")
def us_leaves_star(spot: Spot) -> Sequence[Act] | None:
    """The last US step leaves a victory area."""
    at = spot.at
    for area in sorted(spot.country.victory - {MANILA}):
        keys = [*at.keys(area, STEPS[US])]
        if not keys or at.controller(area) != US or not free_operation(spot, area):
            continue
        targets = [
            one
            for one in spot.country.near[area]
            if not at.units(one, FILIPINO) and has_room(spot, one, at.strong(area, US))
        ]
        if targets and not at.steps(area, GUERRILLAS) and spot.mark.turn != NO_US_TURN:
            return [Move(tuple(keys), sorted(targets)[0])]
    return None


@mistake("8.3.a", "us_ground")
def us_stacks_eleven(spot: Spot) -> Sequence[Act] | None:
    """An area holds more than ten US steps after a move."""
    at = spot.at
    keys = [key for key in at.keys(MANILA, STEPS[US]) if key not in spot.end.landed]
    targets = [one for one in spot.country.near[MANILA] if not at.units(one, FILIPINO)]
    for target in shuffled(spot, targets):
        chosen: list[str] = []
        for key in keys:
            if has_room(spot, target, sum(map(at.strength, chosen))):
                chosen.append(key)
        steps = sum(map(at.strength, chosen))
        left = at.strong(MANILA, US) - steps
        if (
            not has_room(spot, target, steps)
            and left > 0
            and free_operation(spot, MANILA)
            and spot.mark.turn != NO_US_TURN
        ):
            return [Move(tuple(chosen), target)]
    return None


@mistake("1.2.1.h", "us_ground")
def us_two_batteries(spot: Spot) -> Sequence[Act] | None:
    """A second Artillery unit enters an area."""
    at = spot.at
    keys = [key for key in at.artillery(MANILA, US) if key not in spot.end.landed]
    for target in shuffled(spot, list(spot.country.near[MANILA])):
        there = len(at.artillery(target, US))
        free = keys and free_operation(spot, MANILA) and spot.mark.turn != NO_US_TURN
        if free and len(keys) + there > 1 and not at.units(target, FILIPINO):
            return [Move(tuple(keys), target)]
    return None


def sails_later(spot: Spot) -> bool:
    """Whether the Amphibious Operation of the turn, or a move of a Gunboat, follows."""
    pieces = spot.at.pieces
    return any(
        (isinstance(act, StepTracker) and act.phase == "us_amphibious")
        or (
            isinstance(act, Move)
            and any(pieces[key].kind == "gunboat" for key in act.keys if key in pieces)
        )
        for act in (one.act for one in spot.later)
    )


def landing(spot: Spot, steps: int, least: int = 0) -> tuple[list[str], list[str], str, str] | None:
    """A landing that could be: units of Manila, Gunboats there, the target, its sea space."""
    at, country = spot.at, spot.country
    if spot.mark.turn == NO_US_TURN or spot.end.amphibious or sails_later(spot):
        return None
    boats = at.gunboats(*country.coasts[MANILA])
    keys: list[str] = []
    for key in at.keys(MANILA, ("us_army", "us_volunteers")):
        if key not in spot.end.landed and sum(map(at.strength, keys)) + at.strength(key) <= steps:
            keys.append(key)
    land = country.distance(MANILA, country.areas)
    home = country.coasts[MANILA]
    targets = [
        one
        for one in country.areas
        if country.coasts[one]
        and land.get(one, 9) > LAND_REACH
        and not at.units(one, FILIPINO)
        and not country.coasts[one] & home
        and not full(spot, "us_army", one)
        and has_room(spot, one, steps)
    ]
    enough = sum(map(at.strength, keys)) == steps and at.strong(MANILA, US) > steps
    if not targets or not enough or len(boats) < least:
        return None
    target = spot.chance.choice(sorted(targets))
    return keys, boats, target, sorted(country.coasts[target])[0]


@mistake("8.2.3.c", "us_ground")
def us_lands_eight(spot: Spot) -> Sequence[Act] | None:
    """A landing takes eight steps."""
    found = landing(spot, 8, 4)
    if not found or spot.country.monsoon(spot.mark.turn):
        return None
    keys, boats, target, sea = found
    return [Move(tuple(keys), target), Move(tuple(boats[:4]), sea)]


@mistake("8.2.3.c", "us_ground")
def us_too_few_gunboats(spot: Spot) -> Sequence[Act] | None:
    """A landing has too few Gunboats."""
    found = landing(spot, 6, 3)
    if not found or spot.country.monsoon(spot.mark.turn):
        return None
    keys, boats, target, sea = found
    return [Move(tuple(keys), target), Move(tuple(boats[:2]), sea)]


@mistake("8.2.3.g", "us_ground")
def us_gunboats_elsewhere(spot: Spot) -> Sequence[Act] | None:
    """The Gunboats of a landing end their move elsewhere."""
    found = landing(spot, 4, 2)
    if not found or spot.country.monsoon(spot.mark.turn):
        return None
    keys, _, target, _ = found
    beside = spot.country.coasts[target]
    if spot.at.gunboats(*beside):
        return None
    return [Move(tuple(keys), target)]


@mistake("8.2.3.b", "us_ground")
def us_gunboats_not_ready(spot: Spot) -> Sequence[Act] | None:
    """The Gunboats of a landing do not begin beside its troops."""
    found = landing(spot, 2)
    if not found or spot.country.monsoon(spot.mark.turn):
        return None
    keys, boats, target, sea = found
    beside = spot.country.coasts[target]
    others = [
        key
        for one in sorted(spot.country.seas - beside - spot.country.secures.keys())
        for key in spot.at.gunboats(one)
    ]
    far_off = [key for key in others if key not in boats]
    if boats or not far_off:
        return None
    return [Move(tuple(keys), target), Move(tuple(far_off[:1]), sea)]


@mistake("8.2.3.e", "us_ground")
def us_lands_in_monsoon(spot: Spot) -> Sequence[Act] | None:
    """Troops land in a Monsoon turn."""
    found = landing(spot, 4, 2)
    if not found or not spot.country.monsoon(spot.mark.turn):
        return None
    keys, boats, target, sea = found
    return [Move(tuple(keys), target), Move(tuple(boats[:2]), sea)]


@mistake("8.2.3.h", "us_ground")
def us_carriers_go_on(spot: Spot) -> Sequence[Act] | None:
    """The Gunboats of a landing move on."""
    found = landing(spot, 4, 2)
    if not found or spot.country.monsoon(spot.mark.turn):
        return None
    keys, boats, target, sea = found
    away = sorted(spot.country.sea_near[sea] - spot.country.coasts[target])
    if not away or spot.at.gunboats(*spot.country.coasts[target]):
        return None
    return [Move(tuple(keys), target), Move(tuple(boats[:2]), sea), Move(tuple(boats[:2]), away[0])]


@mistake("8.2.3.a", "us_ground")
def us_lands_from_elsewhere(spot: Spot) -> Sequence[Act] | None:
    """A landing neither begins nor ends in Manila."""
    if spot.end.amphibious:
        return None
    for key, kind, area in us_units(spot):
        land = spot.country.distance(area, spot.country.areas)
        targets = [
            one
            for one in spot.country.areas
            if spot.country.coasts[one]
            and one not in land
            and one != MANILA
            and not spot.at.units(one, FILIPINO)
            and not full(spot, kind, one)
        ]
        if area != MANILA and targets and spot.country.coasts[area]:
            return [Move((key,), spot.chance.choice(sorted(targets)))]
    return None


@mistake("13.0.a", "us_ground")
def us_two_areas_in_monsoon(spot: Spot) -> Sequence[Act] | None:
    """A US unit marches two areas in a Monsoon turn."""
    if not spot.country.monsoon(spot.mark.turn):
        return None
    for key, kind, area in us_units(spot):
        found = reach(spot.at, kind, area)
        targets = [
            one
            for one in found
            if found[one] == 2
            and not full(spot, kind, one)
            and not (MANILA in (area, one) and spot.country.coasts[one])
        ]
        if targets:
            return [Move((key,), spot.chance.choice(sorted(targets)))]
    return None


@mistake("13.0.c", "us_ground")
def us_moves_on_turn_four(spot: Spot) -> Sequence[Act] | None:
    """A US unit moves on turn 4."""
    if spot.mark.turn != NO_US_TURN:
        return None
    at = spot.at
    for area in shuffled(spot, list(at.everywhere(US))):
        near = [one for one in spot.country.near[area] if not at.units(one, FILIPINO)]
        if near and at.strong(area, US) > 2:
            return [Move((at.keys(area, STEPS[US])[0],), sorted(near)[0])]
    return None


@mistake("8.1.h", "us_ground")
def us_leaves_guerrillas(spot: Spot) -> Sequence[Act] | None:
    """A US force leaves Guerrillas, and no die is rolled."""
    at = spot.at
    for area in shuffled(spot, list(at.everywhere(US))):
        keys = at.keys(area, STEPS[US])
        near = [
            one
            for one in spot.country.near[area]
            if has_room(spot, one, at.strong(area, US)) and not at.units(one, FILIPINO)
        ]
        fits = at.steps(area, GUERRILLAS) and not at.steps(area, ("regular",))
        fits = fits and {*keys} <= {*spot.mark.position.at.get(area, ())}
        free = free_operation(spot, area) and not set(keys) & spot.end.landed
        if (
            free
            and fits
            and near
            and area not in spot.country.victory
            and spot.mark.turn != NO_US_TURN
        ):
            return [Move(tuple(keys), sorted(near)[0])]
    return None


@mistake("9.4.a", "us_gunboats")
def us_secures_the_enemy(spot: Spot) -> Sequence[Act] | None:
    """A Gunboat secures islands with Filipinos."""
    if spot.mark.turn == NO_US_TURN or spot.end.amphibious:
        return None
    for sea, group in sorted(spot.country.secures.items()):
        areas = [one for one, region in spot.country.region.items() if region == group]
        boats = [
            key
            for one in sorted(spot.country.seas - spot.country.secures.keys())
            for key in spot.at.gunboats(one)
        ]
        if boats and any(spot.at.units(one, FILIPINO) for one in areas):
            return [Move((boats[0],), sea)]
    return None


@mistake("9.0.b", "us_gunboats")
def us_loses_a_gunboat(spot: Spot) -> Sequence[Act] | None:
    """A Gunboat is taken off the map."""
    boats = spot.at.gunboats(*sorted(spot.country.seas))
    if spot.mark.turn == NO_US_TURN or spot.end.amphibious or not boats:
        return None
    return [Move((boats[0],), "pool_us")]


@mistake("1.2.1.b", "us_ground")
def us_conjures_a_step(spot: Spot) -> Sequence[Act] | None:
    """A US step comes from the pool in the phase of movement."""
    pool = spot.at.keys("pool_us", ("us_army",))
    areas = [one for one in spot.at.everywhere(US) if not full(spot, "us_army", one)]
    if not pool or not areas or spot.mark.turn == NO_US_TURN or not spot.end.operations:
        return None
    return [Move((pool[0],), spot.chance.choice(areas))]
