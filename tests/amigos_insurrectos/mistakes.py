"""Mistakes that players make, each with the clause that it breaks and the phase that it is in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from modgen_rules.amigos_insurrectos.country import (
    FILIPINO,
    GUERRILLAS,
    JUNGLE,
    MANILA,
    STEPS,
    TRANS_OCEAN,
    US,
)
from modgen_rules.amigos_insurrectos.routes import fewest_gunboats, reach, sea_routes, stops
from modgen_rules.amigos_insurrectos.scoring import achieved, number_of, possible
from modgen_rules.amigos_insurrectos.war import War
from modgen_rules.engine.table_acts import Act, Flip, Move, Roll
from tests.amigos_insurrectos.wars import Maker, Spot


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
        if not free_operation(spot, area) or spot.mark.turn == 4:
            continue
        keys = [key for key in at.keys(area, kinds) if key not in spot.end.landed]
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


def full(spot: Spot, kind: str, area: str) -> bool:
    """Whether an area has no room for two more steps."""
    side = spot.country.side[kind]
    kinds = STEPS[US] if side == US else GUERRILLAS if kind == "guerrilla" else ("regular",)
    most = spot.country.limit(kind, area)
    return most is not None and spot.at.steps(area, kinds) + 2 > most


# --- the US phase ------------------------------------------------------------------------------


@mistake("8.1.a", "us_ground")
def us_too_far(spot: Spot) -> Sequence[Act] | None:
    for key, kind, area in us_units(spot):
        near = spot.country.distance(area, spot.country.areas)
        for target in shuffled(spot, [one for one, steps in near.items() if steps in (3, 4)]):
            by_sea = MANILA in (area, target) and spot.country.coasts[target]
            if not by_sea and not full(spot, kind, target):
                return [Move((key,), target)]
    return None


@mistake("8.1.b", "us_ground")
def us_through_mountain(spot: Spot) -> Sequence[Act] | None:
    if spot.country.monsoon(spot.mark.turn):
        return None
    for key, kind, area in us_units(spot, ("us_army", "us_volunteers")):
        target = far(spot, key, kind, area, "8.1.b")
        if target:
            return [Move((key,), target)]
    return None


@mistake("8.1.c", "us_ground")
def us_through_enemy(spot: Spot) -> Sequence[Act] | None:
    if spot.country.monsoon(spot.mark.turn):
        return None
    for key, kind, area in us_units(spot):
        target = far(spot, key, kind, area, "8.1.c")
        if target:
            return [Move((key,), target)]
    return None


@mistake("8.1.g", "us_ground")
def us_moves_twice(spot: Spot) -> Sequence[Act] | None:
    if spot.country.monsoon(spot.mark.turn):
        return None
    for key, kind, area in us_units(spot):
        first = reach(spot.at, kind, area)
        for stop in shuffled(spot, [one for one in first if first[one]]):
            if stops(spot.at, kind, stop):
                continue
            onward = set(reach(spot.at, kind, stop)) - set(first)
            for target in shuffled(spot, list(onward)):
                by_sea = {MANILA} & {area, stop, target}
                if not by_sea and not full(spot, kind, target):
                    return [Move((key,), stop), Move((key,), target)]
    return None


@mistake("3.2.a", "us_ground")
def us_third_operation(spot: Spot) -> Sequence[Act] | None:
    at, used = spot.at, set(spot.end.operations)
    if spot.mark.turn in (4, 8):
        return None
    acts: list[Act] = []
    most = spot.country.operations(spot.mark.turn)
    for area in shuffled(spot, list(at.everywhere(US))):
        keys = [key for key in at.keys(area, STEPS[US]) if key not in spot.end.landed]
        if area in used or not keys or at.strong(area, US) < 3 or at.steps(area, GUERRILLAS):
            continue
        targets = [
            one for one in spot.country.near[area]
            if not at.units(one, FILIPINO) and one not in used and not full(spot, "us_army", one)
            and one != MANILA
        ]  # fmt: skip
        if targets and len(used) <= most:
            used.add(area)
            acts.append(Move((keys[0],), spot.chance.choice(sorted(targets))))
    return acts if len(used) > most else None


@mistake("7.1.c", "us_ground")
def us_fresh_troops_march(spot: Spot) -> Sequence[Act] | None:
    at = spot.at
    if not free_operation(spot, MANILA) or spot.mark.turn == 4:
        return None
    for kind in STEPS[US]:
        keys = at.keys(MANILA, (kind,))
        if not any(key in spot.end.landed for key in keys):
            continue
        targets = [
            one for one in spot.country.near[MANILA]
            if not at.units(one, FILIPINO) and at.strong(one, US) + 2 * len(keys) <= 10
        ]  # fmt: skip
        if targets and at.strong(MANILA, US) > sum(map(at.strength, keys)):
            return [Move(tuple(keys), sorted(targets)[0])]
    return None


@mistake("1.1.2.a", "us_ground")
def us_leaves_star(spot: Spot) -> Sequence[Act] | None:
    at = spot.at
    for area in sorted(spot.country.victory - {MANILA}):
        keys = [*at.keys(area, STEPS[US])]
        if not keys or at.controller(area) != US or not free_operation(spot, area):
            continue
        targets = [
            one for one in spot.country.near[area]
            if not at.units(one, FILIPINO) and at.strong(one, US) + at.strong(area, US) <= 10
        ]  # fmt: skip
        if targets and not at.steps(area, GUERRILLAS) and spot.mark.turn != 4:
            return [Move(tuple(keys), sorted(targets)[0])]
    return None


@mistake("8.3.a", "us_ground")
def us_stacks_eleven(spot: Spot) -> Sequence[Act] | None:
    at = spot.at
    keys = [key for key in at.keys(MANILA, STEPS[US]) if key not in spot.end.landed]
    targets = [one for one in spot.country.near[MANILA] if not at.units(one, FILIPINO)]
    for target in shuffled(spot, targets):
        chosen: list[str] = []
        for key in keys:
            if at.strong(target, US) + sum(map(at.strength, chosen)) <= 10:
                chosen.append(key)
        total = at.strong(target, US) + sum(map(at.strength, chosen))
        left = at.strong(MANILA, US) - sum(map(at.strength, chosen))
        if total > 10 and left > 0 and free_operation(spot, MANILA) and spot.mark.turn != 4:
            return [Move(tuple(chosen), target)]
    return None


@mistake("1.2.1.h", "us_ground")
def us_two_batteries(spot: Spot) -> Sequence[Act] | None:
    at = spot.at
    keys = [key for key in at.artillery(MANILA, US) if key not in spot.end.landed]
    for target in shuffled(spot, list(spot.country.near[MANILA])):
        there = len(at.artillery(target, US))
        free = keys and free_operation(spot, MANILA) and spot.mark.turn != 4
        if free and len(keys) + there > 1 and not at.units(target, FILIPINO):
            return [Move(tuple(keys), target)]
    return None


def landing(spot: Spot, steps: int, least: int = 0) -> tuple[list[str], list[str], str, str] | None:
    """A landing that could be: units of Manila, Gunboats there, the target, its sea space."""
    at, country = spot.at, spot.country
    if spot.mark.turn == 4 or spot.end.amphibious:
        return None
    boats = at.gunboats(*country.coasts[MANILA])
    keys: list[str] = []
    for key in at.keys(MANILA, ("us_army", "us_volunteers")):
        if key not in spot.end.landed and sum(map(at.strength, keys)) + at.strength(key) <= steps:
            keys.append(key)
    land = country.distance(MANILA, country.areas)
    home = country.coasts[MANILA]
    targets = [
        one for one in country.areas
        if country.coasts[one] and land.get(one, 9) > 2 and not at.units(one, FILIPINO)
        and not country.coasts[one] & home and not full(spot, "us_army", one)
        and at.strong(one, US) + steps <= 10
    ]  # fmt: skip
    enough = sum(map(at.strength, keys)) == steps and at.strong(MANILA, US) > steps
    if not targets or not enough or len(boats) < least:
        return None
    target = spot.chance.choice(sorted(targets))
    return keys, boats, target, sorted(country.coasts[target])[0]


@mistake("8.2.3.c", "us_ground")
def us_lands_eight(spot: Spot) -> Sequence[Act] | None:
    found = landing(spot, 8, 4)
    if not found or spot.country.monsoon(spot.mark.turn):
        return None
    keys, boats, target, sea = found
    return [Move(tuple(keys), target), Move(tuple(boats[:4]), sea)]


@mistake("8.2.3.c", "us_ground")
def us_too_few_gunboats(spot: Spot) -> Sequence[Act] | None:
    found = landing(spot, 6, 3)
    if not found or spot.country.monsoon(spot.mark.turn):
        return None
    keys, boats, target, sea = found
    return [Move(tuple(keys), target), Move(tuple(boats[:2]), sea)]


@mistake("8.2.3.g", "us_ground")
def us_gunboats_elsewhere(spot: Spot) -> Sequence[Act] | None:
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
    found = landing(spot, 2)
    if not found or spot.country.monsoon(spot.mark.turn):
        return None
    keys, boats, target, sea = found
    beside = spot.country.coasts[target]
    others = [
        key for one in sorted(spot.country.seas - beside - spot.country.secures.keys())
        for key in spot.at.gunboats(one)
    ]  # fmt: skip
    far_off = [key for key in others if key not in boats]
    if boats or not far_off:
        return None
    return [Move(tuple(keys), target), Move(tuple(far_off[:1]), sea)]


@mistake("8.2.3.e", "us_ground")
def us_lands_in_monsoon(spot: Spot) -> Sequence[Act] | None:
    found = landing(spot, 4, 2)
    if not found or not spot.country.monsoon(spot.mark.turn):
        return None
    keys, boats, target, sea = found
    return [Move(tuple(keys), target), Move(tuple(boats[:2]), sea)]


@mistake("8.2.3.h", "us_ground")
def us_carriers_go_on(spot: Spot) -> Sequence[Act] | None:
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
    if spot.end.amphibious:
        return None
    for key, kind, area in us_units(spot):
        land = spot.country.distance(area, spot.country.areas)
        targets = [
            one for one in spot.country.areas
            if spot.country.coasts[one] and one not in land and one != MANILA
            and not spot.at.units(one, FILIPINO) and not full(spot, kind, one)
        ]  # fmt: skip
        if area != MANILA and targets and spot.country.coasts[area]:
            return [Move((key,), spot.chance.choice(sorted(targets)))]
    return None


@mistake("13.0.a", "us_ground")
def us_two_areas_in_monsoon(spot: Spot) -> Sequence[Act] | None:
    if not spot.country.monsoon(spot.mark.turn):
        return None
    for key, kind, area in us_units(spot):
        found = reach(spot.at, kind, area)
        targets = [
            one for one in found if found[one] == 2 and not full(spot, kind, one)
            and not (MANILA in (area, one) and spot.country.coasts[one])
        ]  # fmt: skip
        if targets:
            return [Move((key,), spot.chance.choice(sorted(targets)))]
    return None


@mistake("13.0.c", "us_ground")
def us_moves_on_turn_four(spot: Spot) -> Sequence[Act] | None:
    if spot.mark.turn != 4:
        return None
    at = spot.at
    for area in shuffled(spot, list(at.everywhere(US))):
        near = [one for one in spot.country.near[area] if not at.units(one, FILIPINO)]
        if near and at.strong(area, US) > 2:
            return [Move((at.keys(area, STEPS[US])[0],), sorted(near)[0])]
    return None


@mistake("8.1.h", "us_ground")
def us_leaves_guerrillas(spot: Spot) -> Sequence[Act] | None:
    at = spot.at
    for area in shuffled(spot, list(at.everywhere(US))):
        keys = at.keys(area, STEPS[US])
        near = [
            one for one in spot.country.near[area]
            if at.strong(one, US) + at.strong(area, US) <= 10 and not at.units(one, FILIPINO)
        ]  # fmt: skip
        fits = at.steps(area, GUERRILLAS) and not at.steps(area, ("regular",))
        free = free_operation(spot, area) and not set(keys) & spot.end.landed
        if free and fits and near and area not in spot.country.victory and spot.mark.turn != 4:
            return [Move(tuple(keys), sorted(near)[0])]
    return None


@mistake("9.4.a", "us_gunboats")
def us_secures_the_enemy(spot: Spot) -> Sequence[Act] | None:
    if spot.mark.turn == 4 or spot.end.amphibious:
        return None
    for sea, group in sorted(spot.country.secures.items()):
        areas = [one for one, region in spot.country.region.items() if region == group]
        boats = [
            key for one in sorted(spot.country.seas - spot.country.secures.keys())
            for key in spot.at.gunboats(one)
        ]  # fmt: skip
        if boats and any(spot.at.units(one, FILIPINO) for one in areas):
            return [Move((boats[0],), sea)]
    return None


@mistake("9.0.b", "us_gunboats")
def us_loses_a_gunboat(spot: Spot) -> Sequence[Act] | None:
    boats = spot.at.gunboats(*sorted(spot.country.seas))
    if spot.mark.turn == 4 or spot.end.amphibious or not boats:
        return None
    return [Move((boats[0],), "pool_us")]


@mistake("1.2.1.b", "us_ground")
def us_conjures_a_step(spot: Spot) -> Sequence[Act] | None:
    pool = spot.at.keys("pool_us", ("us_army",))
    areas = [one for one in spot.at.everywhere(US) if not full(spot, "us_army", one)]
    if not pool or not areas or spot.mark.turn == 4 or not spot.end.operations:
        return None
    return [Move((pool[0],), spot.chance.choice(areas))]


# --- POA sites ---------------------------------------------------------------------------------


def site(spot: Spot, area: str, number: int = 1) -> list[Act]:
    """New sites, with their Political Will."""
    keys = spot.at.keys("pool_markers", ("poa",))[:number]
    marker = next(k for k, one in spot.at.pieces.items() if one.kind == "political_will_marker")
    will = min(8, spot.at.will + len(keys))
    return [Move(tuple(keys), area), Move((marker,), f"political_will:{will}")]


def quiet(spot: Spot, least: int, most: int = 99) -> list[str]:
    """Areas without combat and without a site, by their US steps."""
    at = spot.at
    return [
        one for one in at.everywhere(US)
        if least <= at.strong(one, US) <= most and one not in spot.end.battles
        and one not in at.sites and not (one == MANILA and spot.mark.turn == 1)
    ]  # fmt: skip


def may_build(spot: Spot) -> bool:
    """Whether sites may be made now."""
    calm = not spot.country.monsoon(spot.mark.turn) and spot.at.will < 8
    return calm and len(spot.at.keys("pool_markers", ("poa",))) >= 3


@mistake("11.0.b", "us_poa")
def us_small_site(spot: Spot) -> Sequence[Act] | None:
    areas = quiet(spot, 1, 4)
    new = set(spot.at.sites) - set(spot.mark.position.sites)
    if not may_build(spot) or spot.mark.position.will < 1 or not areas or len(new) > 1:
        return None
    return site(spot, spot.chance.choice(areas))


@mistake("11.0.b", "us_poa")
def us_site_after_combat(spot: Spot) -> Sequence[Act] | None:
    at = spot.at
    areas = [
        one for one in spot.end.battles
        if at.strong(one, US) >= 5 and not at.strong(one, FILIPINO) and one not in at.sites
    ]  # fmt: skip
    new = set(at.sites) - set(spot.mark.position.sites)
    if not may_build(spot) or spot.mark.position.will < 1 or not areas or len(new) > 1:
        return None
    return site(spot, sorted(areas)[0])


@mistake("11.0.a", "us_poa")
def us_three_sites(spot: Spot) -> Sequence[Act] | None:
    areas = quiet(spot, 5)
    new = len(set(spot.at.sites) - set(spot.mark.position.sites))
    if not may_build(spot) or spot.mark.position.will < 1 or len(areas) < 3 - new:
        return None
    acts: list[Act] = []
    keys = spot.at.keys("pool_markers", ("poa",))
    for key, area in zip(keys, areas[: 3 - new], strict=False):
        acts.append(Move((key,), area))
    marker = next(k for k, one in spot.at.pieces.items() if one.kind == "political_will_marker")
    return [*acts, Move((marker,), f"political_will:{min(8, spot.at.will + 3 - new)}")]


@mistake("11.0.a", "us_poa")
def us_unpopular_site(spot: Spot) -> Sequence[Act] | None:
    areas = quiet(spot, 5)
    starts = [mark for mark in spot.story.marks if mark.turn == spot.mark.turn]
    if not may_build(spot) or spot.at.will > 0 or starts[0].position.will > 0 or not areas:
        return None
    return site(spot, areas[0])


@mistake("11.0.c", "us_poa")
def us_site_in_monsoon(spot: Spot) -> Sequence[Act] | None:
    areas = quiet(spot, 5)
    if spot.mark.turn == 1 and spot.at.will > 0 and spot.at.will < 8:
        return site(spot, MANILA) if MANILA not in spot.end.battles else None
    if not spot.country.monsoon(spot.mark.turn) or spot.at.will < 1 or not areas:
        return None
    return site(spot, areas[0]) if spot.at.will < 8 else None


@mistake("11.0.d", "us_poa")
def us_two_sites_in_an_area(spot: Spot) -> Sequence[Act] | None:
    areas = quiet(spot, 5)
    new = set(spot.at.sites) - set(spot.mark.position.sites)
    if not may_build(spot) or spot.mark.position.will < 1 or not areas or new:
        return None
    return site(spot, areas[0], 2)


@mistake("11.0.e", "us_poa")
def us_unpaid_site(spot: Spot) -> Sequence[Act] | None:
    areas = quiet(spot, 5)
    new = set(spot.at.sites) - set(spot.mark.position.sites)
    if not may_build(spot) or spot.mark.position.will < 1 or not areas or len(new) > 1:
        return None
    return site(spot, areas[0])[:1]


@mistake("11.0.f", "us_poa")
def us_site_vanishes(spot: Spot) -> Sequence[Act] | None:
    old = [one for one in spot.mark.position.sites if spot.at.strong(one, US)]
    if not old or spot.at.will <= -8:
        return None
    marker = next(k for k, one in spot.at.pieces.items() if one.kind == "political_will_marker")
    keys = spot.at.keys(old[0], ("poa",))
    if not keys or not all(m.position.strong(old[0], US) for m in spot.story.marks
                           if m.turn == spot.mark.turn):  # fmt: skip
        return None
    return [Move((keys[0],), "pool_markers"), Move((marker,), f"political_will:{spot.at.will - 1}")]


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
        spot.at.strength(key) for key, one in spot.at.pieces.items()
        if key in old.pieces and old.pieces[key].place != one.place
        and spot.country.side.get(one.kind) == FILIPINO
    )  # fmt: skip


@mistake("8.1.a", "filipino_movement")
def filipino_too_far(spot: Spot) -> Sequence[Act] | None:
    for key, kind, area in filipinos(spot, ("regular", "guerrilla")):
        near = spot.country.distance(area, spot.country.areas)
        targets = [
            one for one, steps in near.items()
            if steps in (3, 4) and not full(spot, kind, one) and not spot.at.strong(one, US)
            and not (spot.country.coasts[area] and spot.country.coasts[one])
        ]  # fmt: skip
        if targets:
            return [Move((key,), spot.chance.choice(sorted(targets)))]
    return None


@mistake("8.1.c", "filipino_movement")
def regulars_pass_enemy(spot: Spot) -> Sequence[Act] | None:
    return passes(spot, "regular", "8.1.c")


@mistake("8.1.d", "filipino_movement")
def guerrillas_pass_garrison(spot: Spot) -> Sequence[Act] | None:
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
            if reasons == {clause} and not by_sea and not full(spot, kind, target):
                return [Move((key,), target)]
    return None


@mistake("8.2.2.a", "filipino_movement")
def filipino_sails_three(spot: Spot) -> Sequence[Act] | None:
    if spot.country.monsoon(spot.mark.turn):
        return None
    for key, kind, area in filipinos(spot, ("regular", "guerrilla")):
        targets = over_sea(spot, kind, area)
        keys = [one for one in spot.at.keys(area, (kind,)) if one != key]
        total = sum(map(spot.at.strength, (key, *keys)))
        if targets and total >= 3 and spot.at.strong(targets[0], FILIPINO) + total <= 5:
            return [Move((key, *keys), targets[0])]
    return None


def over_sea(spot: Spot, kind: str, area: str, most: int = 5, least: int = 1) -> list[str]:
    """Areas that only a way by sea without Gunboats reaches."""
    if not spot.country.coasts[area]:
        return []
    land = reach(spot.at, kind, area)
    found = []
    for target in shuffled(spot, list(spot.country.areas - set(land))):
        steps = sea_routes(spot.country, area, target) if spot.country.coasts[target] else None
        quiet_ = not spot.at.strong(target, US) and not full(spot, kind, target)
        fits = steps is not None and least <= steps <= most and quiet_
        if fits and (most > 5 or not fewest_gunboats(spot.at, area, target)):
            found.append(target)
    return found


@mistake("8.2.2.a", "filipino_movement")
def filipino_sails_too_far(spot: Spot) -> Sequence[Act] | None:
    if spot.country.monsoon(spot.mark.turn):
        return None
    for key, kind, area in filipinos(spot, ("regular", "guerrilla")):
        targets = over_sea(spot, kind, area, 30, 6)
        if targets:
            return [Move((key,), targets[0])]
    return None


@mistake("8.2.2.b", "filipino_movement")
def filipino_sails_from_inland(spot: Spot) -> Sequence[Act] | None:
    for key, kind, area in filipinos(spot, ("regular", "guerrilla")):
        land = spot.country.distance(area, spot.country.areas)
        targets = [one for one in spot.country.areas if one not in land
                   and spot.country.coasts[one] and not full(spot, kind, one)
                   and not spot.at.strong(one, US)]  # fmt: skip
        if not spot.country.coasts[area] and targets:
            return [Move((key,), spot.chance.choice(sorted(targets)))]
    return None


@mistake("8.2.2.e", "filipino_movement")
def filipino_sails_inland(spot: Spot) -> Sequence[Act] | None:
    for key, kind, area in filipinos(spot, ("regular", "guerrilla")):
        land = spot.country.distance(area, spot.country.areas)
        targets = [one for one in spot.country.areas if one not in land
                   and not spot.country.coasts[one] and not full(spot, kind, one)
                   and not spot.at.strong(one, US)]  # fmt: skip
        if spot.country.coasts[area] and targets:
            return [Move((key,), spot.chance.choice(sorted(targets)))]
    return None


@mistake("8.2.2.c", "filipino_movement")
def filipino_sails_in_monsoon(spot: Spot) -> Sequence[Act] | None:
    if not spot.country.monsoon(spot.mark.turn):
        return None
    for key, kind, area in filipinos(spot, ("regular", "guerrilla")):
        targets = [
            one
            for one in over_sea(spot, kind, area)
            if spot.country.distance(area, [one]).get(one, 9) > 2
        ]
        if targets:
            return [Move((key,), targets[0])]
    return None


def guarded(spot: Spot) -> tuple[str, str] | None:
    """A unit and an area that it reaches only past a Gunboat."""
    if spot.country.monsoon(spot.mark.turn) or sailed(spot):
        return None
    for key, kind, area in filipinos(spot, ("regular", "guerrilla")):
        if not spot.country.coasts[area]:
            continue
        land = reach(spot.at, kind, area)
        for target in shuffled(spot, list(spot.country.areas - set(land))):
            steps = sea_routes(spot.country, area, target) if spot.country.coasts[target] else None
            if steps is None or steps > 5 or full(spot, kind, target):
                continue
            if fewest_gunboats(spot.at, area, target) and not spot.at.strong(target, US):
                return key, target
    return None


@mistake("8.2.2.d", "filipino_movement")
def filipino_passes_gunboat(spot: Spot) -> Sequence[Act] | None:
    found = guarded(spot)
    return [Move((found[0],), found[1])] if found else None


@mistake("9.2", "filipino_movement")
def filipino_survives_gunboat(spot: Spot) -> Sequence[Act] | None:
    found = guarded(spot)
    if not found:
        return None
    number = fewest_gunboats(spot.at, spot.at.pieces[found[0]].place, found[1])
    return [Roll(US, "interception", (5,) * number), Move((found[0],), found[1])]


@mistake("8.3.b", "filipino_movement")
def filipino_stacks_six(spot: Spot) -> Sequence[Act] | None:
    for key, kind, area in filipinos(spot, ("guerrilla",)):
        for target in sorted(spot.country.near[area]):
            total = spot.at.steps(target, GUERRILLAS) + spot.at.strength(key)
            if total > 5 and not spot.at.strong(target, US):
                return [Move((key,), target)]
        del kind
    return None


@mistake("6.0.f", "filipino_movement")
def arms_go_alone(spot: Spot) -> Sequence[Act] | None:
    place = spot.at.place("imported_arms")
    if place not in spot.country.areas or spot.mark.position.place("imported_arms") != place:
        return None
    key = spot.at.keys(place, ("imported_arms",))[0]
    gone = {one for one, state in spot.at.pieces.items()
            if spot.mark.position.pieces[one].place == place != state.place}  # fmt: skip
    targets = sorted(spot.country.near[place])
    return [Move((key,), targets[0])] if not gone else None


@mistake("13.0.a", "filipino_movement")
def filipino_two_areas_in_monsoon(spot: Spot) -> Sequence[Act] | None:
    if not spot.country.monsoon(spot.mark.turn):
        return None
    for key, kind, area in filipinos(spot, ("regular", "guerrilla")):
        found = reach(spot.at, kind, area)
        targets = [one for one in found if found[one] == 2 and not full(spot, kind, one)
                   and not spot.at.strong(one, US)
                   and not (spot.country.coasts[area] and spot.country.coasts[one])]  # fmt: skip
        if targets:
            return [Move((key,), spot.chance.choice(sorted(targets)))]
    return None


# --- reinforcements ----------------------------------------------------------------------------


def spare(spot: Spot, kind: str) -> list[str]:
    """Counters of one step in the pool."""
    return [key for key in spot.at.keys("pool_filipino", (kind,)) if spot.at.strength(key) == 1]


def recruit(spot: Spot, kind: str, area: str) -> list[Act] | None:
    """One more step of a kind in an area."""
    keys = spot.at.keys("pool_filipino", (kind,))
    if not keys:
        return None
    key = keys[0]
    turned = [Flip(key, "one")] if spot.at.pieces[key].face != "one" else []
    return [*turned, Move((key,), area)]


def kind_of(spot: Spot, act: Move) -> str:
    """The kind of the first piece of a move; empty for a chit."""
    state = spot.mark.position.pieces.get(act.keys[0])
    return state.kind if state else ""


def rolled(spot: Spot, die: str) -> bool:
    """Whether a die was rolled in the phase."""
    return any(isinstance(act, Roll) and act.die == die for act in spot.acts().values())


def came(spot: Spot) -> set[str]:
    """The areas that got Filipino steps in the phase."""
    old, at = spot.mark.position, spot.at
    return {one for one in at.everywhere(FILIPINO)
            if at.strong(one, FILIPINO) > old.strong(one, FILIPINO)}  # fmt: skip


def chits(spot: Spot) -> bool:
    """Whether a chit was played or a chit's units came in the phase."""
    return any(
        isinstance(act, Move) and act.place.startswith("chits_") for act in spot.acts().values()
    )


@mistake("7.2.f", "reinforcements")
def recruits_two_in_an_area(spot: Spot) -> Sequence[Act] | None:
    areas = [one for one in came(spot) if not full(spot, "guerrilla", one)]
    kind = "guerrilla" if spot.mark.guerrilla else "regular"
    if chits(spot) or not areas or (kind == "regular" and spot.at.strong(sorted(areas)[0], US)):
        return None
    return recruit(spot, kind, sorted(areas)[0])


@mistake("7.2.g", "reinforcements")
def recruits_in_an_empty_area(spot: Spot) -> Sequence[Act] | None:
    areas = [one for one in spot.country.luzon if not spot.at.strong(one, FILIPINO)
             and not spot.at.strong(one, US) and not near_site(spot, one)]  # fmt: skip
    kind = "guerrilla" if spot.mark.guerrilla else "regular"
    if chits(spot) or not areas or not rolled(spot, "luzon"):
        return None
    return recruit(spot, kind, spot.chance.choice(sorted(areas)))


def near_site(spot: Spot, area: str) -> bool:
    """Whether a site is in an area or next to it."""
    return bool({area, *spot.country.near[area]} & set(spot.mark.position.sites))


@mistake("7.2.h", "reinforcements")
def recruits_beside_a_garrison(spot: Spot) -> Sequence[Act] | None:
    old = spot.mark.position
    areas = [one for one in old.everywhere(FILIPINO) if old.strong(one, US) > 4
             and one in spot.country.luzon and not near_site(spot, one) and one not in came(spot)
             and not full(spot, "guerrilla", one)]  # fmt: skip
    if chits(spot) or not areas or not spot.mark.guerrilla or not rolled(spot, "luzon"):
        return None
    return recruit(spot, "guerrilla", sorted(areas)[0])


@mistake("7.2.i", "reinforcements")
def recruits_two_guerrillas(spot: Spot) -> Sequence[Act] | None:
    if spot.mark.guerrilla or chits(spot) or not rolled(spot, "visayas"):
        return None
    old, at = spot.mark.position, spot.at
    number = sum(at.steps(one, ("guerrilla",)) - old.steps(one, ("guerrilla",))
                 for one in spot.country.areas)  # fmt: skip
    areas = [one for one in old.everywhere(FILIPINO) if one not in came(spot)
             and not old.strong(one, US) and not near_site(spot, one)
             and not full(spot, "guerrilla", one)]  # fmt: skip
    acts: list[Act] = []
    keys = list(spot.at.keys("pool_filipino", ("guerrilla",)))
    changed = [
        n for n, act in spot.acts().items()
        if isinstance(act, Move) and act.place in spot.country.areas
        and kind_of(spot, act) == "regular"
    ]  # fmt: skip
    for n in changed[: 2 - number]:
        act = spot.acts()[n]
        assert isinstance(act, Move)
        key = keys.pop(0)
        spot.skip.add(n)
        turned = [Flip(key, "one")] if spot.at.pieces[key].face != "one" else []
        if full(spot, "guerrilla", act.place):
            return None
        acts += [*turned, Move((key,), act.place)]
    del areas
    return acts if number + len(changed[: 2 - number]) > 1 and acts else None


@mistake("7.2.j", "reinforcements")
def recruits_a_regular(spot: Spot) -> Sequence[Act] | None:
    if not spot.mark.guerrilla or chits(spot) or spot.mark.turn < 10:
        return None
    areas = [one for one in spot.mark.position.everywhere(FILIPINO) if one in spot.country.luzon
             and not near_site(spot, one) and not spot.at.strong(one, US)
             and one not in came(spot)]  # fmt: skip
    return recruit(spot, "regular", sorted(areas)[0]) if areas and rolled(spot, "luzon") else None


@mistake("7.2.k", "reinforcements")
def recruits_beside_a_site(spot: Spot) -> Sequence[Act] | None:
    kind = "guerrilla" if spot.mark.guerrilla else "regular"
    areas = [one for one in spot.mark.position.everywhere(FILIPINO) if near_site(spot, one)
             and not spot.at.strong(one, US) and one not in came(spot)
             and one in spot.country.luzon and not full(spot, kind, one)]  # fmt: skip
    if chits(spot) or not areas or not rolled(spot, "luzon"):
        return None
    return recruit(spot, kind, sorted(areas)[0])


@mistake("7.2.l", "reinforcements")
def recruits_in_secured_islands(spot: Spot) -> Sequence[Act] | None:
    at = spot.mark.position
    secured = {spot.country.secures[sea] for sea in spot.country.secures if at.gunboats(sea)}
    areas = [one for one, region in spot.country.region.items() if region in secured
             and not near_site(spot, one) and not at.strong(one, US)]  # fmt: skip
    if chits(spot) or not areas or not rolled(spot, "visayas") or not spot.mark.guerrilla:
        return None
    return recruit(spot, "guerrilla", sorted(areas)[0])


@mistake("7.2.e", "reinforcements")
def recruits_too_many(spot: Spot) -> Sequence[Act] | None:
    if chits(spot) or not rolled(spot, "luzon"):
        return None
    kind = "guerrilla" if spot.mark.guerrilla else "regular"
    areas = [one for one in spot.mark.position.everywhere(FILIPINO) if one in spot.country.luzon
             and one not in came(spot) and not near_site(spot, one)
             and not spot.mark.position.strong(one, US) and not full(spot, kind, one)]  # fmt: skip
    acts: list[Act] = []
    for area, key in zip(areas, spare(spot, kind), strict=False):
        acts.append(Move((key,), area))
    return acts if len(came(spot) & spot.country.luzon) + len(acts) > 9 else None


@mistake("7.2.a", "reinforcements")
def recruits_without_a_die(spot: Spot) -> Sequence[Act] | None:
    rolls = [n for n, act in spot.acts().items() if isinstance(act, Roll) and act.die == "luzon"]
    if chits(spot) or not rolls or not came(spot) & spot.country.luzon:
        return None
    spot.skip |= set(rolls)
    return []


@mistake("7.1.a", "reinforcements")
def lands_too_early(spot: Spot) -> Sequence[Act] | None:
    keys = [key for key in spot.at.at.get(TRANS_OCEAN, ())
            if key not in spot.mark.position.at.get(TRANS_OCEAN, ())]  # fmt: skip
    return [Move((keys[0],), MANILA)] if keys and not chits(spot) else None


@mistake("7.1.a", "reinforcements")
def does_not_land(spot: Spot) -> Sequence[Act] | None:
    return stays(spot) if spot.mark.turn > 1 else None


@mistake("7.1.b", "reinforcements")
def first_convoy_waits(spot: Spot) -> Sequence[Act] | None:
    return stays(spot) if spot.mark.turn == 1 else None


def stays(spot: Spot) -> Sequence[Act] | None:
    """The units of the Trans-Ocean Box do not land."""
    waiting = set(spot.mark.position.at.get(TRANS_OCEAN, ()))
    found = [n for n, act in spot.acts().items()
             if isinstance(act, Move) and waiting & set(act.keys)]  # fmt: skip
    later = [one.act for one in spot.story.acts[spot.end.index : spot.story.cut(spot.mark.turn)]]
    if not found or any(waiting & set(getattr(act, "keys", ())) for act in later):
        return None
    spot.skip |= set(found)
    return []


@mistake("7.1.e", "reinforcements")
def rebuilds_two(spot: Spot) -> Sequence[Act] | None:
    keys = [*spot.at.keys("lost_us", ("us_cavalry",)), *spot.at.keys("pool_us", ("us_cavalry",))]
    keys = [key for key in keys if spot.at.pieces[key].face == "two"]
    marker = next(k for k, one in spot.at.pieces.items() if one.kind == "political_will_marker")
    if not keys or spot.at.will < -6 or spot.at.controller(MANILA) != US:
        return None
    return [Move((keys[0],), MANILA), Move((marker,), f"political_will:{spot.at.will - 2}")]


@mistake("7.3.a", "reinforcements")
def mabini_elsewhere(spot: Spot) -> Sequence[Act] | None:
    if spot.mark.turn != 2 or spot.story.scenario == "guerrilla-war":
        return None
    found = [n for n, act in spot.acts().items() if isinstance(act, Move)
             and kind_of(spot, act) == "mabini"]  # fmt: skip
    far_off = [one for one in spot.at.everywhere(FILIPINO)
               if not any(spot.at.leaders(x, US) for x in spot.country.near[one])]  # fmt: skip
    if not found or not far_off:
        return None
    act = spot.acts()[found[0]]
    assert isinstance(act, Move)
    spot.change[found[0]] = Move(act.keys, far_off[0])
    return []


@mistake("1.2.3.b", "reinforcements")
def malvar_comes_early(spot: Spot) -> Sequence[Act] | None:
    keys = spot.at.keys("leaders_filipino", ("malvar",))
    if not keys or not spot.at.in_play("aguinaldo") or spot.story.scenario == "guerrilla-war":
        return None
    return [Move((keys[0],), next(spot.at.everywhere(FILIPINO)))]


@mistake("16.0.e", "reinforcements")
def dummy_alone(spot: Spot) -> Sequence[Act] | None:
    keys = spot.at.keys("pool_filipino", ("dummy",))
    areas = [one for one in spot.country.luzon if not spot.at.units(one, FILIPINO)]
    return [Move((keys[0],), sorted(areas)[0])] if keys and areas else None


@mistake("1.1.1.d", "reinforcements")
def filipino_in_the_box(spot: Spot) -> Sequence[Act] | None:
    keys = spot.at.keys("pool_filipino", ("regular",))
    return [Move((keys[0],), TRANS_OCEAN)] if keys and not spot.mark.guerrilla else None


@mistake("18.1.c", "reinforcements")
def arrives_early(spot: Spot) -> Sequence[Act] | None:
    turn = spot.mark.turn
    later = [key for key in spot.at.at.get(f"turn:{turn + 1}", ())
             if spot.at.pieces[key].kind in spot.country.side]  # fmt: skip
    if not later or spot.story.scenario != "stand-up" or turn + 1 > 7 or chits(spot):
        return None
    return [Move((later[0],), TRANS_OCEAN)]


@mistake("6.0.a", "arms")
def arms_without_a_one(spot: Spot) -> Sequence[Act] | None:
    dice = [die for act in spot.acts().values() if isinstance(act, Roll) for die in act.results]
    ports = [one for one in spot.at.everywhere(FILIPINO) if spot.country.coasts[one]
             and not spot.at.gunboats(*spot.country.coasts[one])]  # fmt: skip
    key = spot.at.keys("supply_source", ("imported_arms",))
    if not dice or 1 in dice or not key or not ports:
        return None
    return [Move((key[0],), spot.chance.choice(ports))]


@mistake("6.0.b", "arms")
def arms_inland(spot: Spot) -> Sequence[Act] | None:
    found = [n for n, act in spot.acts().items() if isinstance(act, Move)
             and kind_of(spot, act) == "imported_arms"]  # fmt: skip
    inland = [one for one in spot.at.everywhere(FILIPINO) if not spot.country.coasts[one]]
    if not found or not inland:
        return None
    act = spot.acts()[found[0]]
    assert isinstance(act, Move)
    spot.change[found[0]] = Move(act.keys, inland[0])
    return []


# --- chits and objectives ----------------------------------------------------------------------


def card_key(spot: Spot, chit: str) -> str:
    """The id in the log of a chit."""
    return spot.story.chits[chit]


def objectives(spot: Spot, side: str, place: str) -> list[str]:
    """The objectives of a side in a place."""
    letter = "us" if side == US else "fil"
    return sorted(
        one for one, where in spot.at.cards.items()
        if where == place and one.startswith(f"{letter}_o")
    )  # fmt: skip


@mistake("4.0.a", "objectives")
def third_objective(spot: Spot) -> Sequence[Act] | None:
    side = spot.chance.choice((US, FILIPINO))
    there = objectives(spot, side, f"objectives_{side}")
    hand = [
        one for one in objectives(spot, side, f"hand:{side}")
        if possible(side, number_of(one) or 0, spot.mark.position, memory(spot))
        and not achieved(side, number_of(one) or 0, spot.mark.position, memory(spot))
    ]  # fmt: skip
    number = 3 - len(there)
    if len(hand) < number:
        return None
    return [Move((card_key(spot, one),), f"objectives_{side}") for one in hand[:number]]


def memory(spot: Spot) -> War:
    """A memory with the phase of the war."""
    return War(spot.country, guerrilla=spot.mark.guerrilla)


@mistake("4.0.b", "filipino_movement")
def late_objective(spot: Spot) -> Sequence[Act] | None:
    side = spot.chance.choice((US, FILIPINO))
    if len(objectives(spot, side, f"objectives_{side}")) > 1:
        return None
    hand = [one for one in objectives(spot, side, f"hand:{side}") if not number_of(one)]
    fought = spot.end.operations or spot.end.battles
    return [Move((card_key(spot, hand[0]),), f"objectives_{side}")] if hand and fought else None


@mistake("4.0.d", "objectives")
def impossible_objective(spot: Spot) -> Sequence[Act] | None:
    side = spot.chance.choice((US, FILIPINO))
    if len(objectives(spot, side, f"objectives_{side}")) > 1:
        return None
    for one in objectives(spot, side, f"hand:{side}"):
        if not possible(side, number_of(one) or 0, spot.mark.position, memory(spot)):
            return [Move((card_key(spot, one),), f"objectives_{side}")]
    return None


@mistake("4.0.c", "objectives")
def free_return(spot: Spot) -> Sequence[Act] | None:
    for side in (US, FILIPINO):
        old = [one for one, where in spot.mark.position.cards.items()
               if where == f"objectives_{side}" and number_of(one)]  # fmt: skip
        later = spot.story.acts[spot.end.index : spot.story.cut(spot.mark.turn)]
        for chit in old:
            key = card_key(spot, chit)
            if not any(key in getattr(one.act, "keys", ()) for one in later):
                return [Move((key,), f"hand:{side}")]
    return None


@mistake("5.0.c", "advantage")
def seven_chits(spot: Spot) -> Sequence[Act] | None:
    return draws(spot, 7)


@mistake("5.0.b", "advantage")
def draws_two(spot: Spot) -> Sequence[Act] | None:
    return draws(spot, 5) if spot.mark.turn not in (1, 9) else None


def hand(spot: Spot, side: str) -> list[str]:
    """The Advantage Chits of a side."""
    letter = "us" if side == US else "fil"
    return [one for one, where in spot.at.cards.items() if where == f"hand:{side}"
            and one.startswith(letter) and number_of(one) is None]  # fmt: skip


def draws(spot: Spot, total: int) -> Sequence[Act] | None:
    """Draws until a hand has so many chits."""
    for side in (US, FILIPINO):
        held = len(hand(spot, side))
        cup = f"cup_{side}_{'guerrilla' if spot.mark.guerrilla else 'stand_up'}"
        luck = [one for one, where in spot.at.cards.items() if where == cup
                and not one.startswith(("us_s5", "us_g2"))]  # fmt: skip
        if total - held >= 2 and len(luck) >= total - held:
            return [Move((card_key(spot, one),), f"hand:{side}") for one in luck[: total - held]]
    return None


@mistake("2.0.g", "advantage")
def draws_from_the_other_cup(spot: Spot) -> Sequence[Act] | None:
    for side, old in product((US, FILIPINO), ("guerrilla", "stand_up")):
        if (old == "guerrilla") == spot.mark.guerrilla or len(hand(spot, side)) > 4:
            continue
        cup = [one for one, where in spot.at.cards.items() if where == f"cup_{side}_{old}"
               and not one.startswith("us_s5")]  # fmt: skip
        drawn = any(isinstance(act, Move) for act in spot.acts().values())
        if cup and not drawn:
            return [Move((card_key(spot, cup[0]),), f"hand:{side}")]
    return None


def scored(name: str, side: str, number: int) -> None:
    """Register the mistake of scoring an objective that is not achieved."""
    clause = f"{'US' if side == US else 'PH'}.O{number}"

    def make(spot: Spot) -> Sequence[Act] | None:
        letter = "us" if side == US else "fil"
        chit = f"{letter}_o{number}"
        held = objectives(spot, side, f"objectives_{side}")
        there = spot.at.cards.get(chit) == f"objectives_{side}"
        great = [one for one in held if number_of(one) == 10 and one != chit]
        sign = 1 if side == US else -1
        points = spot.at.points + sign * (2 if number == 10 else 1)
        if not there or great or abs(points) > 7 or achieved(side, number, spot.at, memory(spot)):
            return None
        if number in (10, 7, 6) and side == FILIPINO and spot.end.battles:
            return None
        if number == 10 and spot.end.battles:
            return None
        marker = next(k for k, one in spot.at.pieces.items() if one.kind == "victory_marker")
        return [
            Move((card_key(spot, chit),), f"hand:{side}"),
            Move((marker,), f"victory_points:{points}"),
        ]

    MISTAKES[name] = Mistake(clause, "scoring", make)


for _side, _number in product((US, FILIPINO), range(1, 11)):
    scored(f"scores_{_side}_{_number}", _side, _number)


@mistake("17.1.b", "scoring")
def wrong_victory_points(spot: Spot) -> Sequence[Act] | None:
    marker = next(k for k, one in spot.at.pieces.items() if one.kind == "victory_marker")
    if any(isinstance(act, Move) and act.place.startswith("hand") for act in spot.acts().values()):
        return None
    value = spot.at.points + spot.chance.choice((-1, 1))
    return [Move((marker,), f"victory_points:{value}")] if abs(value) < 8 else None


@mistake("1.1.1.b", "scoring")
def will_stays(spot: Spot) -> Sequence[Act] | None:
    found = [n for n, act in spot.acts().items()
             if isinstance(act, Move) and act.place == "political_will:0"]  # fmt: skip
    spot.skip |= set(found)
    return [] if found else None


# --- supply ------------------------------------------------------------------------------------


@mistake("15.1.b", "supply")
def supplied_force_starves(spot: Spot) -> Sequence[Act] | None:
    at = spot.at
    areas = [one for one in at.everywhere(US) if at.supplied(one)]
    marker = next(k for k, one in at.pieces.items() if one.kind == "political_will_marker")
    for area in areas:
        keys = [key for key in at.keys(area, STEPS[US]) if at.pieces[key].face == "two"]
        if keys and at.will > -7:
            return [Flip(keys[0], "one"), Move((marker,), f"political_will:{at.will - 2}")]
    return None


@mistake("15.2.a", "supply")
def starving_force_lives(spot: Spot) -> Sequence[Act] | None:
    found = list(spot.acts())
    old = spot.mark.position
    if not any(not old.supplied(one) for one in old.everywhere(US)):
        return None
    spot.skip |= {n for n in found if isinstance(spot.acts()[n], Flip | Move)}
    return []


@mistake("15.2.b", "supply")
def starving_is_free(spot: Spot) -> Sequence[Act] | None:
    old = spot.mark.position
    if old.will - 2 < -8 or not any(not old.supplied(one) for one in old.everywhere(US)):
        return None
    found = [n for n, act in spot.acts().items()
             if isinstance(act, Move) and act.place.startswith("political_will")]  # fmt: skip
    spot.skip |= set(found)
    return [] if found else None


# --- the Jungle --------------------------------------------------------------------------------


@mistake("12.C.a", "jungle_filipino")
def too_many_in_the_jungle(spot: Spot) -> Sequence[Act] | None:
    most = 4 if spot.mark.guerrilla else 2
    for area in shuffled(spot, list(spot.at.everywhere(FILIPINO))):
        keys = spot.at.keys(area, ("guerrilla",))
        total = sum(map(spot.at.strength, keys))
        units = sum(len(spot.at.keys(box, GUERRILLAS)) for box in JUNGLE) + len(keys)
        if area in spot.country.luzon and total > most and units <= 5:
            return [Move(tuple(keys), JUNGLE[0])]
    return None


@mistake("12.C.b", "jungle_filipino")
def leaves_jungle_one(spot: Spot) -> Sequence[Act] | None:
    keys = spot.at.keys(JUNGLE[0], GUERRILLAS)
    homes = spot.at.held(FILIPINO, spot.country.luzon)
    old = spot.mark.position
    keys = [key for key in keys if old.pieces[key].place == JUNGLE[0]] or [
        key for key in spot.at.keys(JUNGLE[1], GUERRILLAS)
        if old.pieces[key].place == JUNGLE[0]
    ]  # fmt: skip
    return [Move((keys[0],), homes[0])] if keys and homes else None


@mistake("12.A.d", "jungle_filipino")
def leader_in_the_jungle(spot: Spot) -> Sequence[Act] | None:
    for area in shuffled(spot, list(spot.country.luzon)):
        names = spot.at.leaders(area, FILIPINO)
        if names:
            return [Move((spot.at.keys(area, names)[0],), JUNGLE[0])]
    return None


@mistake("12.A.c", "filipino_combat")
def us_enters_the_jungle_early(spot: Spot) -> Sequence[Act] | None:
    for area in shuffled(spot, list(spot.at.everywhere(US))):
        keys = spot.at.keys(area, STEPS[US])
        if area in spot.country.luzon and len(keys) > 2 and not spot.mark.guerrilla:
            return [Move((keys[0],), JUNGLE[0])]
    return None
