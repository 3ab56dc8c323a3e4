"""Mistakes of the Fire Combat Phase that need acts of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.civil_reference import fire, weapons
from tests.civil_reference.table import Piece

if TYPE_CHECKING:
    from tests.civil_reference.riot import Riot


def shoot(r: Riot, units: list[Piece], target: Piece, *clauses: str, story: str) -> None:
    """A forbidden attack; noted when the die is cast."""
    fire.announce(r, units, target.place, fire.mark(target))
    if units[0].sniper and len(units) == 1:
        fire.way(r, "sniper")
    r.roll(r.die_of(r.side), 1, r.side)
    r.plant(story, *clauses)
    fire.over(r)


def before_fire(r: Riot) -> None:
    """Mistakes of the Fire Combat Phase."""
    handler = SHOTS.get(r.mistake)
    if handler is not None and not r.planted and r.turn >= r.late and r.often(0.8):
        handler(r)


def bodies(r: Riot) -> list[Piece]:
    """Enemies that are Groups or Crowds."""
    found = [
        one
        for one in r.on_map()
        if r.owner(one) not in (r.side, "")
        and one.size in ("group", "crowd")
        and not r.units(one.place, r.side)
    ]
    r.chance.shuffle(found)
    return found


def shooters(r: Riot, *, legal: bool = True) -> list[Piece]:
    """Units with Fire, allowed at the level or not."""
    found = [
        one
        for one in fire.able_to_fire(r)
        if one.rating.fire
        and one.size in ("group", "crowd", "individual")
        and fire.allowed(r, one) == legal
        and one.face != "mounted"
        and one.base not in ("hmg", "field_gun")
    ]
    r.chance.shuffle(found)
    return found


def suppressed_fires(r: Riot) -> None:
    """5.2.b."""
    for unit in r.on_map(r.side):
        if unit.suppressed and fire.allowed(r, unit) and unit.size != "vehicle":
            aims = fire.victims(r, unit)
            if aims:
                target = r.chance.choice(aims)
                shoot(
                    r,
                    [unit],
                    target,
                    "5.2.b",
                    story=f"suppressed {unit.kind} fires at {target.place}",
                )
                return


def fires_twice(r: Riot) -> None:
    """5.3.a."""
    for unit in shooters(r):
        aims = fire.victims(r, unit)
        if aims:
            fire.volley(r, [unit], aims[0])
            if aims[0].key in r.lost or aims[0].place not in r.town:
                return
            shoot(r, [unit], aims[0], "5.3.a", story=f"{unit.kind} fires again at {aims[0].place}")
            return


def out_of_range(r: Riot) -> None:
    """5.3.2.a."""
    for unit in shooters(r):
        if unit.sniper:
            continue
        for target in bodies(r):
            away = r.town.distance(unit.place, target.place)
            if away > (unit.rating.fire + 1) // 2 + 1 and fire.sees(r, unit, target) == "clear":
                if r.night and away > 3:
                    continue
                shoot(
                    r,
                    [unit],
                    target,
                    "5.3.2.a",
                    "5.3.2.f",
                    story=f"{unit.kind} fires {away} areas at {target.place}",
                )
                return


def night_range(r: Riot) -> None:
    """5.3.2.f, 6.3.a."""
    for unit in shooters(r):
        if unit.base == "police_sniper" or not r.night:
            continue
        for target in bodies(r):
            away = r.town.distance(unit.place, target.place)
            reach = 99 if unit.sniper else (unit.rating.fire + 1) // 2
            if 3 < away <= reach and fire.sees(r, unit, target) == "clear" and r.dark(target.place):
                codes = ("6.3.a", "5.3.2.f", "6.6.a") if unit.sniper else ("5.3.2.f", "6.6.a")
                shoot(r, [unit], target, *codes, story=f"{unit.kind} fires {away} areas by night")
                return


def blind(r: Riot) -> None:
    """5.3.2.d: through a building or a Crowd."""
    for unit in shooters(r):
        for target in bodies(r):
            if fire.distance_ok(r, unit, target.place) and fire.sees(r, unit, target) == "blocked":
                shoot(
                    r,
                    [unit],
                    target,
                    "5.3.2.d",
                    "5.3.2.c",
                    story=f"{unit.kind} in {unit.place} fires at {target.place} unseen",
                )
                return


def sniper_joins(r: Riot) -> None:
    """5.3.e."""
    for unit in shooters(r):
        if not unit.sniper:
            continue
        for other in shooters(r):
            if other is unit or r.town.distance(unit.place, other.place) > 1:
                continue
            both = [one for one in fire.victims(r, other) if one in fire.victims(r, unit)]
            if both:
                shoot(r, [other, unit], both[0], "5.3.e", story=f"a Sniper fires with {other.kind}")
                return


def far_apart(r: Riot) -> None:
    """5.3.d."""
    for unit in shooters(r):
        for other in shooters(r):
            if unit.sniper or other.sniper or r.town.distance(unit.place, other.place) < 2:
                continue
            both = [one for one in fire.victims(r, other) if one in fire.victims(r, unit)]
            if both:
                shoot(
                    r,
                    [unit, other],
                    both[0],
                    "5.3.d",
                    story=f"{unit.place} and {other.place} fire together",
                )
                return


def level_low(r: Riot) -> None:
    """6.7: Fire below the level."""
    for unit in shooters(r, legal=False):
        level = r.el[r.side]
        for target in bodies(r):
            if fire.distance_ok(r, unit, target.place) and fire.sees(r, unit, target) == "clear":
                codes = [f"6.7.{'P' if r.side == 'police' else 'M'}{n}" for n in range(5)]
                need = (
                    4
                    if r.side == "police"
                    else (1 if unit.base in fire.ROCKS else 3 if unit.sniper else 4)
                )
                first = codes[level]
                shoot(
                    r,
                    [unit],
                    target,
                    first,
                    codes[min(need, 4)],
                    *codes,
                    story=f"{unit.kind} fires at level {level}",
                )
                return


def sniper_crowd(r: Riot) -> None:
    """6.7.P3: a Police Sniper at level 3 fires on a Crowd."""
    if r.side != "police" or r.el["police"] != 3:
        return
    for unit in shooters(r):
        for target in bodies(r):
            if (
                unit.sniper
                and target.crowd
                and fire.distance_ok(r, unit, target.place)
                and fire.sees(r, unit, target) == "clear"
            ):
                shoot(
                    r, [unit], target, "6.7.P3", story="a Police Sniper fires on a Crowd at level 3"
                )
                return


def crew_shot(r: Riot) -> None:
    """8.8.a."""
    if r.side != "police":
        return
    for unit in shooters(r):
        for crew in r.t.all("tv_crew"):
            if (
                crew.place in r.town
                and fire.distance_ok(r, unit, crew.place)
                and (fire.sees(r, unit, crew) == "clear")
                and not any(
                    one.size == "individual" and one is not crew for one in r.units(crew.place)
                )
            ):
                shoot(r, [unit], crew, "8.8.a", "6.7.P3", story="Police fire on the TV Crew")
                return


def squads(r: Riot) -> list[Piece]:
    """Police squads that may throw gas."""
    found = [
        one
        for one in fire.able_to_fire(r)
        if one.size == "group"
        and r.side == "police"
        and one.base not in ("hmg", "field_gun")
        and one.face != "mounted"
    ]
    r.chance.shuffle(found)
    return found


def gas_wrong(r: Riot) -> None:
    """6.1: gas against a rule."""
    if r.side != "police":
        return
    kind = r.mistake
    carriers = {r.t.pieces[who].key for who in r.guns.values()}
    places = sorted(
        {
            one.place
            for one in r.on_map()
            if r.owner(one) in ("mob", "rival")
            and not r.units(one.place, "police")
            and not r.town.house(one.place)
            and not r.marked(one.place, "gas")
        }
    )
    r.chance.shuffle(places)
    pool = squads(r)
    if kind == "gas_suppressed":
        pool = [one for one in r.on_map("police") if one.suppressed and one.size == "group"]
    level = r.el["police"]
    if (level < 1) != (kind == "gas_level") or (r.box["grenades"] > 0) == (kind == "gas_none"):
        return
    for unit in pool:
        gun = unit.key in carriers
        for place in places:
            away = r.town.distance(unit.place, place)
            clear = r.town.sight(
                unit.place, place, bool(unit.level), lambda at: r.marked(at, "gas"), r.walls()
            )
            codes: tuple[str, ...] = ()
            if kind == "gas_far" and gun and away > 7 and clear == "clear" and not r.night:
                codes = ("6.1.d",)
            elif (
                kind == "gas_hand_far"
                and not gun
                and away in (2, 3)
                and not any(
                    r.town.distance(unit.place, r.t.pieces[who].place) <= 0
                    for who in r.guns.values()
                )
            ):
                codes = ("6.1.e",)
            elif kind == "gas_blind" and gun and 2 <= away <= 6 and clear == "blocked":
                codes = ("6.1.d", "5.3.2.d", "6.1.h")
            elif kind == "gas_suppressed" and (
                away == 1 or (gun and away <= 6 and clear == "clear")
            ):
                codes = ("5.2.b", "6.1.c", "6.1.1.c") if not gun else ("6.1.1.c", "5.2.b", "6.1.c")
            elif kind == "gas_level" and away == 1:
                codes = ("6.7.P0", "6.7.P1")
            elif kind == "gas_none" and away == 1 and clear != "blocked":
                codes = ("6.1.b", "6.1.f")
            if codes:
                fire.announce(r, [unit], place, "everyone")
                fire.way(r, "gas_gun" if gun else "hand_gas")
                can = r.t.here("pool_gas", "gas")[0]
                if can.face != "gas":
                    r.t.do("face", (can.key,), text="gas")
                r.t.do("move", (can.key,), place)
                r.plant(f"{unit.kind} in {unit.place} puts gas into {place}", *codes)
                r.count("grenades", -1)
                for one in r.units(place):
                    if r.owner(one) != "police" and one.place == place:
                        r.gas_check(one)
                fire.over(r)
                return


def molotov_wrong(r: Riot) -> None:
    """6.5: a Molotov against a rule."""
    store = "molotovs_2" if r.side == "rival" else "molotovs"
    if r.side == "police":
        return
    kind = r.mistake
    level = r.el[r.side]
    if (level < 1) != (kind == "molotov_level"):
        return
    if (r.box.get(store, 0) > 0) == (kind == "molotov_none"):
        return
    throwers = [one for one in fire.able_to_fire(r) if one.crowd or one.punk]
    if kind == "molotov_suppressed":
        throwers = [one for one in r.on_map(r.side) if one.suppressed and (one.crowd or one.punk)]
    if kind == "molotov_agitator":
        throwers = [one for one in r.on_map(r.side) if one.base == "agitator"]
    r.chance.shuffle(throwers)
    for unit in throwers:
        if kind == "molotov_twice" and not unit.punk:
            continue
        near = weapons.molotov_targets(r, unit)
        if kind == "molotov_far":
            near = [
                one.place
                for one in bodies(r)
                if r.town.distance(one.place, unit.place) == 2
                and fire.sees(r, unit, one) == "clear"
                and not r.town.house(one.place)
            ]
        if not near:
            continue
        place = r.chance.choice(near)
        if kind == "molotov_twice":
            weapons.throw(r, unit, place, store)
            if not r.enemies(place, r.side) or r.marked(place, "fire") or not r.box[store]:
                return
        codes = {
            "molotov_far": ("6.5.a",),
            "molotov_none": ("6.5.b",),
            "molotov_level": ("6.7.M0", "6.7.M1"),
            "molotov_suppressed": ("5.2.b", "6.5.a"),
            "molotov_twice": ("6.5.c", "5.3.a"),
            "molotov_agitator": ("6.5.a", "5.2.b"),
        }[kind]
        fire.announce(r, [unit], place, "everyone")
        fire.way(r, "molotov")
        r.plant(f"{unit.kind} in {unit.place} throws at {place}", *codes)
        r.count(store, -1)
        for target in r.enemies(place, r.side):
            r.roll("mob", 1, r.side)
            r.check(target)
        r.t.do("roll", text="fire_check", dice=(2,), side=r.side)
        fire.over(r)
        return


def wrong_phase(r: Riot) -> None:
    """5.3.f is planted in `after_fire` of the next phase: here the attack is held back."""
    for unit in shooters(r):
        aims = fire.victims(r, unit)
        if aims:
            r.enter(f"{r.side}_move")
            r.enter(f"{r.side}_shock")
            shoot(
                r,
                [unit],
                aims[0],
                "5.3.f",
                "3.0.b",
                "3.0.a",
                story=f"{unit.kind} fires in the Shock Phase",
            )
            r.skip_phases = {f"{r.side}_move", f"{r.side}_shock"}
            return


SHOTS = {
    "suppressed_fires": suppressed_fires, "fires_twice": fires_twice, "out_of_range": out_of_range,
    "night_range": night_range, "blind": blind, "sniper_joins": sniper_joins,
    "far_apart": far_apart, "level_low": level_low, "sniper_crowd": sniper_crowd,
    "crew_shot": crew_shot, "wrong_phase": wrong_phase,
    **dict.fromkeys(("gas_far", "gas_hand_far", "gas_blind", "gas_suppressed", "gas_level",
                     "gas_none"), gas_wrong),
    **dict.fromkeys(("molotov_far", "molotov_none", "molotov_level", "molotov_suppressed",
                     "molotov_twice", "molotov_agitator"), molotov_wrong),
}  # fmt: skip
