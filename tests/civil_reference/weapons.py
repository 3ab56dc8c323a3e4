"""6.1, 6.5, 8.1, 8.2, II-2: gas, water, baton rounds, guns and Molotovs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.civil_reference import shock
from tests.civil_reference.figures import FIRE, SHOCK, lowered, result
from tests.civil_reference.fire import (
    able_to_fire,
    allowed,
    announce,
    mark,
    modifier,
    over,
    victims,
    volley,
    way,
    wound,
)
from tests.civil_reference.table import Piece

if TYPE_CHECKING:
    from tests.civil_reference.riot import Riot


def specials(r: Riot) -> None:
    """Gas, water, batons, Molotovs, guns."""
    if r.side == "police":
        gas(r)
        water(r)
        batons(r)
        guns(r)
        return
    molotovs(r)


# --- gas -----------------------------------------------------------------------------------------


def gas_targets(r: Riot, unit: Piece, most: int) -> list[str]:
    """Areas for gas: with Mob units, no Police, no gas, in sight."""
    hedges = not r.data.get("features")
    found = []
    for place in sorted({one.place for one in r.on_map() if r.owner(one) in ("mob", "rival")}):
        if r.units(place, "police") or r.marked(place, "gas") or r.town.ground(place) == "building":
            continue
        if not 1 <= r.town.distance(unit.place, place) <= most or (
            r.dark(place) and r.town.distance(unit.place, place) > 3
        ):
            continue
        if any(one.size == "individual" and one.base != "agitator" for one in r.units(place)):
            continue
        clear = r.town.sight(
            unit.place, place, bool(unit.level), lambda at: r.marked(at, "gas"), r.walls(), hedges
        )
        if clear == "clear" and not unit.level:
            found.append(place)
    return found


def put_gas(r: Riot, unit: Piece, place: str, gun: bool, *, count: bool = True) -> None:
    """6.1: one grenade."""
    r.tdn_attack("soft")
    announce(r, [unit], place, "everyone")
    way(r, "gas_gun" if gun else "hand_gas")
    can = next((one for one in r.t.here("pool_gas", "gas")), None)
    if can is None:
        over(r)
        return
    if can.face != "gas":
        r.t.do("face", (can.key,), text="gas")
    r.t.do("move", (can.key,), place)
    if r.wants("grenade_kept") and count:
        r.plant("a Gas Grenade is not counted", "6.1.f", "6.1.b")
    elif count:
        r.count("grenades", -1)
    inside = [one for one in r.units(place) if r.owner(one) != "police"]
    if gun and inside:
        if r.wants("no_canister"):
            r.plant(f"no canister die for {place}", "6.1.1.d")
        else:
            die = r.roll("canister")[0]
            if die == 6:
                if r.wants("canister_unbooked", share=1):
                    r.plant("the canister's WIA is not booked", "6.1.1.d", "5.3.1.e")
                else:
                    r.book(r.owner(inside[0]), "wia", 1)
    skipped = r.wants("gas_no_check") and any(
        one.size in ("group", "crowd") and not one.suppressed for one in inside
    )
    if skipped:
        r.plant(f"nobody in {place} checks for the gas", "6.1.i")
    for one in inside:
        if not skipped and one.place == place and one.key not in r.lost:
            r.gas_check(one)
    if r.units(place, "police") and r.wants("police_check_gas"):
        r.plant("Police check in gas", "6.1.g")
    over(r)


def gas(r: Riot) -> None:
    """6.1: Gas Guns and hand grenades."""
    if r.el["police"] < 1 or not r.box.get("grenades"):
        return
    carriers = [r.t.pieces[who] for who in r.guns.values()]
    for unit in able_to_fire(r):
        if r.box["grenades"] < 1 or unit.size != "group" or unit.face == "mounted":
            continue
        if unit.base in ("hmg", "field_gun"):
            continue
        gun = unit in carriers
        if not r.often(0.5 if gun else 0.08):
            continue
        places = gas_targets(r, unit, 6 if gun else 1)
        if places:
            put_gas(r, unit, r.chance.choice(places), gun)


# --- water, batons -------------------------------------------------------------------------------


def shelter(r: Riot, unit: Piece, place: str) -> bool:
    """8.1, 8.2: a building, or a hedge or Barricade on the way."""
    if r.town.ground(place) == "building":
        return True
    walls = r.walls()
    for step in r.town.line(unit.place, place):
        squares = [
            r.town.at[at].name for at in (step.start, step.end, *step.beside) if at in r.town.at
        ]
        corner = set(squares)
        if any(wall <= corner for wall in walls):
            return True
        if any(r.town.hedge(squares[0], one) for one in squares[1:]):
            return True
    return False


def push(r: Riot, unit: Piece, place: str, told: str) -> None:
    """A Shock result of water or batons on one unit."""
    if told == "-" or unit.base == "agitator" or unit.size == "vehicle":
        return
    areas = {"1": 1, "2": 2, "X": 2}.get(told, 0)
    r.came_from.pop(unit.key, None)
    shock.withdraw(r, unit, areas, place, int(told == "X")) if areas else r.check(unit)


def water(r: Riot) -> None:
    """8.2: the Water Cannon."""
    for unit in [one for one in r.on_map("police") if one.base == "water_cannon"]:
        if r.el["police"] < 1 or unit.key in r.fired or r.night or not r.often(0.6):
            continue
        places = []
        for place in sorted({one.place for one in r.on_map() if r.owner(one) != "police"}):
            away = r.town.distance(unit.place, place)
            inside = r.units(place)
            plain = all(one.size in ("group", "crowd") and not one.suppressed for one in inside)
            if not 1 <= away <= 3 or not plain or shelter(r, unit, place) or r.marked(place, "gas"):
                continue
            clear = r.town.sight(
                unit.place, place, False, lambda at: r.marked(at, "gas"), r.walls()
            )
            if clear == "clear" and away == 1:
                places.append(place)
        if not places:
            continue
        place = r.chance.choice(places)
        r.tdn_attack("soft")
        announce(r, [unit], place, "everyone")
        way(r, "water")
        die = r.roll("police", 1, "police")[0]
        told = result(SHOCK, {1: 10, 2: 5, 3: 2}[r.town.distance(unit.place, place)], die)
        if r.tv(place):
            told = lowered(told)
        inside = r.units(place)
        if told == "X":
            r.book(r.owner(inside[0]), "wia", 1)
            r.tdn(-1, r.owner(inside[0]))
        for one in inside:
            r.came_from[unit.key] = unit.place
            pushed(r, one, place, told, unit)
        over(r)


def pushed(r: Riot, unit: Piece, place: str, told: str, by: Piece) -> None:
    """A retreat away from a shooter that stands elsewhere."""
    areas = {"1": 1, "2": 2, "X": 2}.get(told, 0)
    extra = int(told == "X")
    if told == "-":
        return
    if not areas:
        r.check(unit)
        return
    gone = 0
    start = r.town.distance(by.place, place)
    done = [place]
    for step in range(areas):
        ways = [
            one
            for one in r.town.near(unit.place, not unit.crowd)
            if shock.open_to(r, unit, one) and r.town.distance(one, by.place) == start + step + 1
        ]
        empty = [one for one in ways if not r.units(one)]
        ways = empty or [one for one in ways if not r.enemies(one, r.owner(unit))]
        if not ways:
            break
        end = r.chance.choice(ways)
        shock.step_back(r, unit, end, shock.companions(r, unit, end))
        if unit.place != end:
            return
        done.append(end)
        gone += 1
    r.check(unit, (1 if gone else areas) + extra)


def batons(r: Riot) -> None:
    """8.1: baton rounds."""
    if not r.baton or r.el["police"] < 1 or r.night:
        return
    for unit in able_to_batons(r):
        if not r.often(0.4):
            continue
        aims = []
        for one in r.on_map():
            if r.owner(one) == "police" or one.size not in ("crowd", "group") or one.suppressed:
                continue
            away = r.town.distance(unit.place, one.place)
            if not 1 <= away <= 3 or shelter(r, unit, one.place) or unit.level or one.level:
                continue
            if r.town.sight(unit.place, one.place, False, r.hides, r.walls()) == "clear":
                aims.append(one)
        if not aims:
            continue
        target = r.chance.choice(aims)
        r.tdn_attack("soft")
        announce(r, [unit], target.place, mark(target))
        way(r, "batons")
        die = r.roll("police", 1, "police")[0]
        die += 2 * target.crowd - min(3, r.town.distance(unit.place, target.place))
        told = result(SHOCK, unit.rating.shock, die)
        if r.tv(target.place):
            told = lowered(told)
        if told == "X":
            r.book(r.owner(target), "wia", 1)
            r.tdn(-1, r.owner(target))
        pushed(r, target, target.place, told, unit)
        over(r)


def able_to_batons(r: Riot) -> list[Piece]:
    """Squads with baton rounds that may fire."""
    return [
        one
        for one in r.on_map("police")
        if one.base == r.baton
        and one.face != "mounted"
        and not one.suppressed
        and one.key not in r.fired
        and not r.enemies(one.place, "police")
    ]


def guns(r: Riot) -> None:
    """II-1, II-2: Machine Gun and Field Gun fire instead of moving."""
    for unit in able_to_fire(r):
        if unit.base not in ("hmg", "field_gun") or not allowed(r, unit):
            continue
        aims = [one for one in victims(r, unit) if r.town.ground(one.place) != "building"]
        if aims and r.often(0.7):
            volley(r, [unit], r.chance.choice(aims))


# --- Molotovs ------------------------------------------------------------------------------------


def molotov_targets(r: Riot, unit: Piece) -> list[str]:
    """Adjacent areas with Police, without walls and TV Crews, with a way out for all."""
    found = []
    for place in r.town.near(unit.place):
        foes = r.enemies(place, r.side)
        if not foes or r.units(place, r.side) or r.marked(place, "fire") or unit.level:
            continue
        if any(one.size != "group" or one.level or one.suppressed for one in foes):
            continue
        if r.town.house(place) or r.town.house(unit.place) or shelter(r, unit, place):
            continue
        if len(foes) > 2 or r.marked(place, "gas") or r.marked(unit.place, "gas"):
            continue
        found.append(place)
    return found


def molotovs(r: Riot) -> None:
    """6.5."""
    store = "molotovs_2" if r.side == "rival" else "molotovs"
    if r.el[r.side] < 1:
        return
    for unit in able_to_fire(r):
        if not (unit.crowd or unit.punk) or not r.box.get(store) or not r.often(0.4):
            continue
        places = molotov_targets(r, unit)
        if places:
            throw(r, unit, r.chance.choice(places), store)


def throw(r: Riot, unit: Piece, place: str, store: str) -> None:
    """6.5: a Molotov on each unit of an area."""
    announce(r, [unit], place, "everyone")
    way(r, "molotov")
    if r.wants("molotov_kept"):
        r.plant("a Molotov is not counted", "6.5.b")
    else:
        r.count(store, -1)
    hit = r.enemies(place, r.side)
    spared = hit[-1] if len(hit) > 1 and r.wants("molotov_spares", share=1) else None
    for target in hit:
        if target is spared:
            r.plant(f"the Molotov spares {target.kind}", "6.5.d")
            continue
        die = r.roll("mob", 1, r.side)[0]
        told = result(FIRE, 4, die + modifier(r, [unit], target))
        if r.tv(place):
            told = lowered(told)
        if not wound(r, target, told):
            r.check(target)
    if r.wants("no_fire_die"):
        r.plant(f"no fire check for {place}", "6.5.e")
        over(r)
        return
    die = r.roll("fire_check")[0]
    burns = die + (r.town.ground(place) == "building") >= 6
    if burns and r.wants("fire_not_put", share=1):
        r.plant(f"the fire check gives {die} and nothing burns", "6.5.e")
        burns = False
    elif not burns and r.wants("fire_for_nothing"):
        light(r, place)
        r.plant(f"the fire check gives {die} and it burns", "6.5.e")
    if burns:
        light(r, place)
    over(r)


def light(r: Riot, place: str) -> None:
    """6.5: a Fire; everybody leaves."""
    marker = next((one for one in r.t.here("pool_fire", "fire")), None)
    if marker is None:
        return
    r.t.do("move", (marker.key,), place)
    for unit in r.units(place):
        if r.wants("stays_in_fire"):
            r.plant(f"{unit.kind} stays in the Fire of {place}", "6.5.f", "6.5.l")
            continue
        flee(r, unit, place)


def flee(r: Riot, unit: Piece, place: str) -> None:
    """6.5: one area out of a Fire."""
    from tests.civil_reference.moving import crosses, prohibited, room

    ways = [
        one
        for one in r.town.near(place, not unit.crowd)
        if not prohibited(r, unit, one)
        and not r.enemies(one, r.owner(unit))
        and room(r, unit, one, False)
        and not crosses(r, unit, place, one)
        and not r.marked(one, "gas")
    ]
    if not ways:
        r.eliminate(unit)
        return
    guns_of = [r.t.pieces[gun] for gun, who in r.guns.items() if who == unit.key]
    r.move([unit, *guns_of], r.chance.choice(ways), together=True)
