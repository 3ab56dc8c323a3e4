"""Mistakes with POA sites, in supply and in the Jungle."""

from __future__ import annotations

from collections.abc import Sequence

from modgen_rules.amigos_insurrectos.judging.upkeep import SITE_STEPS, SITE_WILL
from modgen_rules.amigos_insurrectos.law.country import (
    FILIPINO,
    GUERRILLAS,
    JUNGLE,
    MANILA,
    MOST_SITES,
    STEPS,
    US,
)
from modgen_rules.amigos_insurrectos.mistakes.kinds import mistake, shuffled
from modgen_rules.amigos_insurrectos.mistakes.spots import Spot
from modgen_rules.engine.record.table_acts import Act, Flip, Move

# --- POA sites ---------------------------------------------------------------------------------


def site(spot: Spot, area: str, number: int = 1) -> list[Act]:
    """New sites, with their Political Will."""
    keys = spot.at.keys("pool_markers", ("poa",))[:number]
    marker = next(k for k, one in spot.at.pieces.items() if one.kind == "political_will_marker")
    will = min(top(spot), spot.at.will + len(keys))
    return [Move(tuple(keys), area), Move((marker,), f"political_will:{will}")]


def top(spot: Spot) -> int:
    """The highest Political Will on the track."""
    return spot.country.game.tracks["political_will"].last


def quiet(spot: Spot, least: int, most: int = 99) -> list[str]:
    """Areas without combat and without a site, by their US steps."""
    at = spot.at
    return [
        one
        for one in at.everywhere(US)
        if least <= at.strong(one, US) <= most
        and one not in spot.fields
        and one not in at.sites
        and not (one == MANILA and spot.mark.turn == 1)
    ]


def may_build(spot: Spot) -> bool:
    """Whether sites may be made now."""
    calm = not spot.country.monsoon(spot.mark.turn) and spot.at.will < top(spot)
    return calm and len(spot.at.keys("pool_markers", ("poa",))) > MOST_SITES


@mistake("11.0.b", "us_poa")
def us_small_site(spot: Spot) -> Sequence[Act] | None:
    """A POA site is made beside fewer than five US steps."""
    areas = quiet(spot, 1, SITE_STEPS - 1)
    new = set(spot.at.sites) - set(spot.mark.position.sites)
    if not may_build(spot) or spot.mark.position.will < SITE_WILL or not areas or len(new) > 1:
        return None
    return site(spot, spot.chance.choice(areas))


@mistake("11.0.b", "us_poa")
def us_site_after_combat(spot: Spot) -> Sequence[Act] | None:
    """A POA site is made where there was combat in the turn."""
    at = spot.at
    areas = [
        one
        for one in spot.end.battles
        if at.strong(one, US) >= SITE_STEPS and not at.strong(one, FILIPINO) and one not in at.sites
    ]
    new = set(at.sites) - set(spot.mark.position.sites)
    if not may_build(spot) or spot.mark.position.will < SITE_WILL or not areas or len(new) > 1:
        return None
    return site(spot, sorted(areas)[0])


@mistake("11.0.a", "us_poa")
def us_three_sites(spot: Spot) -> Sequence[Act] | None:
    """A third POA site is made in a turn."""
    areas = quiet(spot, SITE_STEPS)
    new = len(set(spot.at.sites) - set(spot.mark.position.sites))
    if not may_build(spot) or spot.mark.position.will < SITE_WILL or len(areas) <= MOST_SITES - new:
        return None
    acts: list[Act] = []
    keys = spot.at.keys("pool_markers", ("poa",))
    for key, area in zip(keys, areas[: MOST_SITES + 1 - new], strict=False):
        acts.append(Move((key,), area))
    marker = next(k for k, one in spot.at.pieces.items() if one.kind == "political_will_marker")
    return [
        *acts,
        Move((marker,), f"political_will:{min(top(spot), spot.at.will + MOST_SITES + 1 - new)}"),
    ]


@mistake("11.0.a", "us_poa")
def us_unpopular_site(spot: Spot) -> Sequence[Act] | None:
    """A POA site is made while Political Will is not above 0."""
    areas = quiet(spot, SITE_STEPS)
    if not may_build(spot) or spot.at.will > 0 or spot.marks[0].position.will > 0 or not areas:
        return None
    return site(spot, areas[0])


@mistake("11.0.c", "us_poa")
def us_site_in_monsoon(spot: Spot) -> Sequence[Act] | None:
    """A POA site is made in a Monsoon turn, or in Manila on turn 1."""
    areas = quiet(spot, SITE_STEPS)
    if spot.mark.turn == 1 and spot.at.will > 0 and spot.at.will < top(spot):
        return site(spot, MANILA) if MANILA not in spot.fields else None
    if not spot.country.monsoon(spot.mark.turn) or spot.at.will < SITE_WILL or not areas:
        return None
    return site(spot, areas[0]) if spot.at.will < top(spot) else None


@mistake("11.0.d", "us_poa")
def us_two_sites_in_an_area(spot: Spot) -> Sequence[Act] | None:
    """An area receives two POA sites."""
    areas = quiet(spot, SITE_STEPS)
    new = set(spot.at.sites) - set(spot.mark.position.sites)
    if not may_build(spot) or spot.mark.position.will < SITE_WILL or not areas or new:
        return None
    return site(spot, areas[0], 2)


@mistake("11.0.e", "us_poa")
def us_unpaid_site(spot: Spot) -> Sequence[Act] | None:
    """A POA site is made without its point."""
    areas = quiet(spot, SITE_STEPS)
    new = set(spot.at.sites) - set(spot.mark.position.sites)
    if not may_build(spot) or spot.mark.position.will < SITE_WILL or not areas or len(new) > 1:
        return None
    return site(spot, areas[0])[:1]


@mistake("11.0.f", "us_poa")
def us_site_vanishes(spot: Spot) -> Sequence[Act] | None:
    """A POA site beside US steps is removed."""
    old = [one for one in spot.mark.position.sites if spot.at.strong(one, US)]
    if not old or spot.at.will <= -8:
        return None
    marker = next(k for k, one in spot.at.pieces.items() if one.kind == "political_will_marker")
    keys = spot.at.keys(old[0], ("poa",))
    if not keys or not all(mark.position.strong(old[0], US) for mark in spot.marks):
        return None
    return [Move((keys[0],), "pool_markers"), Move((marker,), f"political_will:{spot.at.will - 1}")]


# --- supply ------------------------------------------------------------------------------------


@mistake("15.1.b", "supply")
def supplied_force_starves(spot: Spot) -> Sequence[Act] | None:
    """A force in supply loses a step."""
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
    """A force without supply loses nothing."""
    found = list(spot.acts())
    old = spot.mark.position
    if not any(not old.supplied(one) for one in old.everywhere(US)):
        return None
    spot.skip |= {n for n in found if isinstance(spot.acts()[n], Flip | Move)}
    return []


@mistake("15.2.b", "supply")
def starving_is_free(spot: Spot) -> Sequence[Act] | None:
    """A step is lost for want of supply without Political Will."""
    old = spot.mark.position
    if old.will - 2 < -8 or not any(not old.supplied(one) for one in old.everywhere(US)):
        return None
    found = [
        n
        for n, act in spot.acts().items()
        if isinstance(act, Move) and act.place.startswith("political_will")
    ]
    spot.skip |= set(found)
    return [] if found else None


# --- the Jungle --------------------------------------------------------------------------------


@mistake("12.C.a", "jungle_filipino")
def too_many_in_the_jungle(spot: Spot) -> Sequence[Act] | None:
    """Too many Guerrilla steps enter the Jungle."""
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
    """Guerrillas leave the Jungle from its first box."""
    keys = spot.at.keys(JUNGLE[0], GUERRILLAS)
    homes = spot.at.held(FILIPINO, spot.country.luzon)
    old = spot.mark.position
    keys = [key for key in keys if old.pieces[key].place == JUNGLE[0]] or [
        key for key in spot.at.keys(JUNGLE[1], GUERRILLAS) if old.pieces[key].place == JUNGLE[0]
    ]
    return [Move((keys[0],), homes[0])] if keys and homes else None


@mistake("12.A.d", "jungle_filipino")
def leader_in_the_jungle(spot: Spot) -> Sequence[Act] | None:
    """A Leader enters the Jungle."""
    for area in shuffled(spot, list(spot.country.luzon)):
        names = spot.at.leaders(area, FILIPINO)
        if names:
            return [Move((spot.at.keys(area, names)[0],), JUNGLE[0])]
    return None


@mistake("12.A.c", "filipino_combat")
def us_enters_the_jungle_early(spot: Spot) -> Sequence[Act] | None:
    """A US unit enters the Jungle before the Guerrilla War."""
    for area in shuffled(spot, list(spot.at.everywhere(US))):
        keys = spot.at.keys(area, STEPS[US])
        if area in spot.country.luzon and len(keys) > 2 and not spot.mark.guerrilla:
            return [Move((keys[0],), JUNGLE[0])]
    return None
