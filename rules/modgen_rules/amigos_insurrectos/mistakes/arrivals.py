"""Mistakes with reinforcements and recruits."""

from __future__ import annotations

from collections.abc import Sequence

from modgen_rules.amigos_insurrectos.arrivals import FIRST_ROLL, LAST_STAND_UP_ARRIVAL
from modgen_rules.amigos_insurrectos.country import (
    FILIPINO,
    MANILA,
    TRANS_OCEAN,
    US,
)
from modgen_rules.amigos_insurrectos.mistakes.kinds import full, mistake
from modgen_rules.amigos_insurrectos.mistakes.spots import Spot
from modgen_rules.amigos_insurrectos.routes import PASSABLE
from modgen_rules.engine.table_acts import Act, Flip, Move, Roll

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
    return {
        one
        for one in at.everywhere(FILIPINO)
        if at.strong(one, FILIPINO) > old.strong(one, FILIPINO)
    }


def chits(spot: Spot) -> bool:
    """Whether a chit was played or a chit's units came in the phase."""
    return any(
        isinstance(act, Move) and act.place.startswith("chits_") for act in spot.acts().values()
    )


@mistake("7.2.f", "reinforcements")
def recruits_two_in_an_area(spot: Spot) -> Sequence[Act] | None:
    """An area receives two recruits."""
    areas = [one for one in came(spot) if not full(spot, "guerrilla", one)]
    kind = "guerrilla" if spot.mark.guerrilla else "regular"
    if chits(spot) or not areas or (kind == "regular" and spot.at.strong(sorted(areas)[0], US)):
        return None
    return recruit(spot, kind, sorted(areas)[0])


@mistake("7.2.g", "reinforcements")
def recruits_in_an_empty_area(spot: Spot) -> Sequence[Act] | None:
    """A recruit comes to an area without Filipinos."""
    areas = [
        one
        for one in spot.country.luzon
        if not spot.at.strong(one, FILIPINO)
        and not spot.at.strong(one, US)
        and not near_site(spot, one)
    ]
    kind = "guerrilla" if spot.mark.guerrilla else "regular"
    if chits(spot) or not areas or not rolled(spot, "luzon"):
        return None
    return recruit(spot, kind, spot.chance.choice(sorted(areas)))


def near_site(spot: Spot, area: str) -> bool:
    """Whether a site is in an area or next to it."""
    return bool({area, *spot.country.near[area]} & set(spot.mark.position.sites))


@mistake("7.2.h", "reinforcements")
def recruits_beside_a_garrison(spot: Spot) -> Sequence[Act] | None:
    """A Guerrilla step comes to an area with more than four US steps."""
    old = spot.mark.position
    areas = [
        one
        for one in old.everywhere(FILIPINO)
        if old.strong(one, US) > PASSABLE
        and one in spot.country.luzon
        and not near_site(spot, one)
        and one not in came(spot)
        and not full(spot, "guerrilla", one)
    ]
    if chits(spot) or not areas or not spot.mark.guerrilla or not rolled(spot, "luzon"):
        return None
    return recruit(spot, "guerrilla", sorted(areas)[0])


@mistake("7.2.i", "reinforcements")
def recruits_two_guerrillas(spot: Spot) -> Sequence[Act] | None:
    """Two Guerrilla steps are recruited before the Guerrilla War."""
    if spot.mark.guerrilla or chits(spot) or not rolled(spot, "visayas"):
        return None
    old, at = spot.mark.position, spot.at
    number = sum(
        at.steps(one, ("guerrilla",)) - old.steps(one, ("guerrilla",)) for one in spot.country.areas
    )
    areas = [
        one
        for one in old.everywhere(FILIPINO)
        if one not in came(spot)
        and not old.strong(one, US)
        and not near_site(spot, one)
        and not full(spot, "guerrilla", one)
    ]
    acts: list[Act] = []
    keys = list(spot.at.keys("pool_filipino", ("guerrilla",)))
    changed = [
        n
        for n, act in spot.acts().items()
        if isinstance(act, Move)
        and act.place in spot.country.areas
        and kind_of(spot, act) == "regular"
    ]
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
    """A Regular step is recruited in the Guerrilla War."""
    if not spot.mark.guerrilla or chits(spot) or spot.mark.turn < FIRST_ROLL[True]:
        return None
    areas = [
        one
        for one in spot.mark.position.everywhere(FILIPINO)
        if one in spot.country.luzon
        and not near_site(spot, one)
        and not spot.at.strong(one, US)
        and one not in came(spot)
    ]
    return recruit(spot, "regular", sorted(areas)[0]) if areas and rolled(spot, "luzon") else None


@mistake("7.2.k", "reinforcements")
def recruits_beside_a_site(spot: Spot) -> Sequence[Act] | None:
    """A recruit comes next to a POA site."""
    kind = "guerrilla" if spot.mark.guerrilla else "regular"
    areas = [
        one
        for one in spot.mark.position.everywhere(FILIPINO)
        if near_site(spot, one)
        and not spot.at.strong(one, US)
        and one not in came(spot)
        and one in spot.country.luzon
        and not full(spot, kind, one)
    ]
    if chits(spot) or not areas or not rolled(spot, "luzon"):
        return None
    return recruit(spot, kind, sorted(areas)[0])


@mistake("7.2.l", "reinforcements")
def recruits_in_secured_islands(spot: Spot) -> Sequence[Act] | None:
    """A recruit comes to islands that a Gunboat secures."""
    at = spot.mark.position
    secured = {spot.country.secures[sea] for sea in spot.country.secures if at.gunboats(sea)}
    areas = [
        one
        for one, region in spot.country.region.items()
        if region in secured and not near_site(spot, one) and not at.strong(one, US)
    ]
    if chits(spot) or not areas or not rolled(spot, "visayas") or not spot.mark.guerrilla:
        return None
    return recruit(spot, "guerrilla", sorted(areas)[0])


@mistake("7.2.e", "reinforcements")
def recruits_too_many(spot: Spot) -> Sequence[Act] | None:
    """More recruits come to Luzon than the die gives."""
    if chits(spot) or not rolled(spot, "luzon"):
        return None
    kind = "guerrilla" if spot.mark.guerrilla else "regular"
    areas = [
        one
        for one in spot.mark.position.everywhere(FILIPINO)
        if one in spot.country.luzon
        and one not in came(spot)
        and not near_site(spot, one)
        and not spot.mark.position.strong(one, US)
        and not full(spot, kind, one)
    ]
    acts: list[Act] = []
    for area, key in zip(areas, spare(spot, kind), strict=False):
        acts.append(Move((key,), area))
    return acts if len(came(spot) & spot.country.luzon) + len(acts) > 9 else None


@mistake("7.2.a", "reinforcements")
def recruits_without_a_die(spot: Spot) -> Sequence[Act] | None:
    """Recruits come to Luzon without a die."""
    rolls = [n for n, act in spot.acts().items() if isinstance(act, Roll) and act.die == "luzon"]
    if chits(spot) or not rolls or not came(spot) & spot.country.luzon:
        return None
    spot.skip |= set(rolls)
    return []


@mistake("7.1.a", "reinforcements")
def lands_too_early(spot: Spot) -> Sequence[Act] | None:
    """A unit lands in Manila on the turn of its arrival."""
    keys = [
        key
        for key in spot.at.at.get(TRANS_OCEAN, ())
        if key not in spot.mark.position.at.get(TRANS_OCEAN, ())
    ]
    return [Move((keys[0],), MANILA)] if keys and not chits(spot) else None


@mistake("7.1.a", "reinforcements")
def does_not_land(spot: Spot) -> Sequence[Act] | None:
    """The units of the Trans-Ocean Box do not land."""
    return stays(spot) if spot.mark.turn > 1 else None


@mistake("7.1.b", "reinforcements")
def first_convoy_waits(spot: Spot) -> Sequence[Act] | None:
    """The first convoy does not land on turn 1."""
    return stays(spot) if spot.mark.turn == 1 else None


def stays(spot: Spot) -> Sequence[Act] | None:
    """The units of the Trans-Ocean Box do not land."""
    waiting = set(spot.mark.position.at.get(TRANS_OCEAN, ()))
    found = [
        n for n, act in spot.acts().items() if isinstance(act, Move) and waiting & set(act.keys)
    ]
    others = [act for n, act in spot.acts().items() if n not in found]
    others += [one.act for one in spot.later]
    used = {key for act in others for key in (*getattr(act, "keys", ()), getattr(act, "key", ""))}
    if not found or waiting & used:
        return None
    spot.skip |= set(found)
    return []


@mistake("7.1.e", "reinforcements")
def rebuilds_two(spot: Spot) -> Sequence[Act] | None:
    """A second Cavalry unit is rebuilt in a turn."""
    keys = [*spot.at.keys("lost_us", ("us_cavalry",)), *spot.at.keys("pool_us", ("us_cavalry",))]
    keys = [key for key in keys if spot.at.pieces[key].face == "two"]
    marker = next(k for k, one in spot.at.pieces.items() if one.kind == "political_will_marker")
    if not keys or spot.at.will < -6 or spot.at.controller(MANILA) != US:
        return None
    return [Move((keys[0],), MANILA), Move((marker,), f"political_will:{spot.at.will - 2}")]


@mistake("7.3.a", "reinforcements")
def mabini_elsewhere(spot: Spot) -> Sequence[Act] | None:
    """Mabini comes to an area away from every US Leader."""
    if spot.mark.turn != 2 or spot.scenario == "guerrilla-war":
        return None
    found = [
        n
        for n, act in spot.acts().items()
        if isinstance(act, Move) and kind_of(spot, act) == "mabini"
    ]
    far_off = [
        one
        for one in spot.at.everywhere(FILIPINO)
        if not any(spot.at.leaders(x, US) for x in spot.country.near[one])
    ]
    if not found or not far_off:
        return None
    act = spot.acts()[found[0]]
    assert isinstance(act, Move)
    spot.change[found[0]] = Move(act.keys, far_off[0])
    return []


@mistake("1.2.3.b", "reinforcements")
def malvar_comes_early(spot: Spot) -> Sequence[Act] | None:
    """Malvar comes while Aguinaldo is in play."""
    keys = spot.at.keys("leaders_filipino", ("malvar",))
    if not keys or not spot.at.in_play("aguinaldo") or spot.scenario == "guerrilla-war":
        return None
    return [Move((keys[0],), next(spot.at.everywhere(FILIPINO)))]


@mistake("16.0.e", "reinforcements")
def dummy_alone(spot: Spot) -> Sequence[Act] | None:
    """A dummy comes to an area without Filipinos."""
    keys = spot.at.keys("pool_filipino", ("dummy",))
    areas = [one for one in spot.country.luzon if not spot.at.units(one, FILIPINO)]
    return [Move((keys[0],), sorted(areas)[0])] if keys and areas else None


@mistake("1.1.1.d", "reinforcements")
def filipino_in_the_box(spot: Spot) -> Sequence[Act] | None:
    """A Regular step comes to the Trans-Ocean Box."""
    keys = spot.at.keys("pool_filipino", ("regular",))
    return [Move((keys[0],), TRANS_OCEAN)] if keys and not spot.mark.guerrilla else None


@mistake("18.1.c", "reinforcements")
def arrives_early(spot: Spot) -> Sequence[Act] | None:
    """A US unit arrives a turn early."""
    turn = spot.mark.turn
    later = [
        key
        for key in spot.at.at.get(f"turn:{turn + 1}", ())
        if spot.at.pieces[key].kind in spot.country.side
    ]
    if not later or spot.scenario != "stand-up" or turn + 1 > LAST_STAND_UP_ARRIVAL or chits(spot):
        return None
    return [Move((later[0],), TRANS_OCEAN)]


@mistake("6.0.a", "arms")
def arms_without_a_one(spot: Spot) -> Sequence[Act] | None:
    """The Imported Arms come without a 1."""
    dice = [die for act in spot.acts().values() if isinstance(act, Roll) for die in act.results]
    ports = [
        one
        for one in spot.at.everywhere(FILIPINO)
        if spot.country.coasts[one] and not spot.at.gunboats(*spot.country.coasts[one])
    ]
    key = spot.at.keys("supply_source", ("imported_arms",))
    if not dice or 1 in dice or not key or not ports:
        return None
    return [Move((key[0],), spot.chance.choice(ports))]


@mistake("6.0.b", "arms")
def arms_inland(spot: Spot) -> Sequence[Act] | None:
    """The Imported Arms come to an inland area."""
    found = [
        n
        for n, act in spot.acts().items()
        if isinstance(act, Move) and kind_of(spot, act) == "imported_arms"
    ]
    inland = [one for one in spot.at.everywhere(FILIPINO) if not spot.country.coasts[one]]
    if not found or not inland:
        return None
    act = spot.acts()[found[0]]
    assert isinstance(act, Move)
    spot.change[found[0]] = Move(act.keys, inland[0])
    return []
