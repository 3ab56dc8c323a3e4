"""3.0, 5.5, 8.9: the Gas and Fire Check, recovery, disintegration."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.civil_reference.riot import Riot


def check_phase(r: Riot) -> None:
    """3.0: gas, gas fades, fires."""
    r.side = ""
    r.came_from = {}
    r.enter("gas_morale")
    clouds = [one for one in r.t.all("gas") if one.place in r.town]
    for cloud in clouds:
        inside = [one for one in r.units(cloud.place) if r.owner(one) != "police"]
        bodies = [one for one in inside if one.size in ("group", "crowd")]
        if bodies and r.wants("gas_forgotten"):
            r.plant(f"nobody in {cloud.place} checks in the gas", "3.0.d", "6.1.i")
            continue
        police = r.units(cloud.place, "police")
        if police and r.wants("police_check_gas") and police[0].size == "group":
            r.check(police[0], gas=True)
            r.plant(f"{police[0].kind} checks in the gas of {cloud.place}", "6.1.g")
        for one in inside:
            if one.place == cloud.place:
                r.gas_check(one)
    r.enter("gas_fades")
    for cloud in clouds:
        if cloud.face == "gas_2":
            if r.wants("gas_stays"):
                r.plant(f"Gas-2 stays in {cloud.place}", "3.0.e", "6.1.k")
                continue
            r.t.do("move", (cloud.key,), "pool_gas")
        elif r.wants("gas_unturned"):
            r.plant(f"the gas in {cloud.place} is not turned", "3.0.e", "6.1.k")
        else:
            r.t.do("face", (cloud.key,), text="gas_2")
    r.enter("fires")
    fires = [one for one in r.t.all("fire") if one.place in r.town]
    if not fires:
        return
    number = len(fires)
    if r.wants("fires_unrolled", share=0.8):
        r.plant(f"no dice for {number} Fires", "3.0.f")
        return
    if r.wants("fires_more", share=0.8):
        number += 1
    dice = r.roll("fires_out", number)
    if number > len(fires):
        r.plant(f"{number} dice for {len(fires)} Fires", "3.0.f")
    out = dice.count(6)
    if out < len(fires) and r.wants("fire_out_early"):
        r.t.do("move", (fires[0].key,), "pool_fire")
        for one in fires[1 : out + 1]:
            r.t.do("move", (one.key,), "pool_fire")
        r.plant(f"a Fire goes out by {dice}", "3.0.f", "6.5.k")
        return
    if out and r.wants("fire_burns_on"):
        r.plant(f"no Fire goes out by {dice}", "3.0.f", "6.5.k")
        return
    for one in r.chance.sample(fires, min(out, len(fires))):
        r.t.do("move", (one.key,), "pool_fire")


def recovery(r: Riot) -> None:
    """5.5: units that were suppressed before this Player-turn."""
    own = [one for one in r.on_map(r.side) if one.suppressed]
    for one in own:
        since = r.hit.get(one.key, (r.turn, r.side))
        earlier = one.key in r.smoke
        if earlier and r.wants("no_recovery") and since[0] < r.turn:
            r.plant(f"{one.kind} in {one.place} does not recover", "5.2.e", "3.0.i")
            r.smoke.discard(one.key)
            r.stay = one.key
            continue
        if not earlier and r.wants("early_recovery"):
            r.t.do("condition", (one.key,), text="suppressed", number=0)
            r.hit.pop(one.key, None)
            r.plant(
                f"{one.kind} in {one.place} recovers in the turn of its suppression",
                "3.0.i",
                "5.2.e",
            )
        elif earlier:
            r.t.do("condition", (one.key,), text="suppressed", number=0)
            r.hit.pop(one.key, None)


def build(r: Riot) -> None:
    """8.11: Barriers by Groups and Crowds of a Mob that did nothing else."""
    if r.side == "police" or not r.builds:
        return
    for unit in r.on_map(r.side):
        if unit.size not in ("group", "crowd") or unit.suppressed or unit.level:
            continue
        idle = (
            r.at_start.get(unit.key) == (unit.place, unit.level)
            and unit.key not in r.fired
            and unit.key not in r.shaken
            and unit.key not in r.entered
        )
        if not idle and not r.wants("barrier_busy", share=0.3):
            continue
        if idle and not r.often(0.12 if not r.mistake.startswith("barrier") else 0.6):
            continue
        busy = not idle
        if busy and unit.key not in r.entered:
            continue
        dice = tuple(r.chance.randint(1, 6) for _ in range(3 if unit.crowd else 1))
        r.t.do("build", (unit.key,), dice=dice)
        if busy:
            r.plant(f"{unit.kind} in {unit.place} moved and builds", "8.11.a")
        sixes = dice.count(6)
        more = r.wants("barrier_unearned")
        place = unit.place
        if sixes and r.wants("barrier_elsewhere", share=1):
            place = r.chance.choice(
                [one for one in r.town.near(place) if not r.t.here(one)] or [place]
            )
        for _ in range(sixes + more):
            strip = next(iter(r.t.here("pool_barricades", "barricade")), None)
            walls = r.walls()
            sides = [
                one
                for one in "nesw"
                if r.town.beyond(place, one)
                and frozenset((place, r.town.beyond(place, one))) not in walls
            ]
            if strip is None or not sides:
                break
            r.t.do("face", (strip.key,), text="barrier")
            r.t.do("move", (strip.key,), place)
            side = r.chance.choice(sides)
            if side != strip.side_of:
                r.t.do("turn", (strip.key,), text=side)
        if more:
            r.plant(f"a Barrier too many in {place} by {dice}", "8.11.b")
        elif place != unit.place and sixes:
            r.plant(f"a Barrier in {place} built from {unit.place}", "8.11.h", "8.11.b")
        return
