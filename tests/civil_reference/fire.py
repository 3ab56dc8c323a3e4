"""5.3, 6.1, 6.5, 8.1-8.3: the Fire Combat Phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.civil_reference.figures import FIRE, lowered, result
from tests.civil_reference.table import Piece

if TYPE_CHECKING:
    from tests.civil_reference.riot import Riot

ROCKS = ("trained_crowd", "slingshot_punk")


def allowed(r: Riot, unit: Piece) -> bool:
    """6.7: whether a unit may use its Fire at its side's Engagement Level."""
    level = r.el[r.owner(unit)]
    if not unit.rating.fire or unit.face == "mounted" or unit.size == "vehicle":
        return False
    if r.owner(unit) == "police":
        return level >= 4 or (level == 3 and unit.sniper)
    if unit.base in ROCKS:
        return level >= 1
    return level >= (3 if unit.sniper else 4)


def mark(target: Piece) -> str:
    """The face of the marker for a target."""
    return target.size


def distance_ok(r: Riot, unit: Piece, target: str) -> bool:
    """5.3.2: range, by day and by night."""
    away = r.town.distance(unit.place, target)
    if r.dark(target) and unit.base != "police_sniper" and away > 3:
        return False
    return unit.sniper or unit.base in ("hmg", "field_gun") or away <= (unit.rating.fire + 1) // 2


def sees(r: Riot, unit: Piece, target: Piece) -> str:
    """Clear, blocked or open."""
    hedges = not r.data.get("features")
    high = bool(unit.level or target.level)

    def hides(place: str) -> bool:
        return r.hides(place) or (r.name == "ii-1" and r.town.ground(place) == "park")

    return r.town.sight(unit.place, target.place, high, hides, r.walls(), hedges)


def victims(r: Riot, unit: Piece) -> list[Piece]:
    """Units that one may fire on without any doubt."""
    side = r.owner(unit)
    found = []
    for one in r.on_map():
        if r.owner(one) in (side, "") or one.base in ("tv_crew", "helicopter") or one.key in r.lost:
            continue
        if (
            side == "police"
            and r.el[side] == 3
            and not (one.size == "group" or one.base == "agitator")
        ):
            continue
        if one.size == "vehicle" and (unit.base in ROCKS or one.base == "tank"):
            continue
        if r.owner(one) == "police" and one.crowd:
            continue
        if (
            distance_ok(r, unit, one.place)
            and one.place != unit.place
            and sees(r, unit, one) == "clear"
        ):
            found.append(one)
    return found


def window(r: Riot, unit: Piece, target: Piece) -> int:
    """5.3.3: 1 when a target in a building is fired on from outside."""
    house = r.town.house(target.place)
    return int(bool(house) and r.town.house(unit.place) != house)


def walled(r: Riot, unit: Piece, target: Piece) -> bool:
    """6.2: whether the line crosses a Barricade on a side of the target's area."""
    last = list(r.town.line(unit.place, target.place))[-1]
    sides = {frozenset((r.town.at[last.start].name, target.place))}
    if last.beside:
        sides |= {
            frozenset((r.town.at[at].name, target.place)) for at in last.beside if at in r.town.at
        }
    closed = {
        frozenset((one.place, r.town.beyond(one.place, one.side_of)))
        for one in r.t.all("barricade")
        if one.place in r.town and one.face == "barricade"
    }
    return bool(sides & closed)


def modifier(r: Riot, units: list[Piece], target: Piece) -> int:
    """5.3.3."""
    higher = any(one.level > target.level for one in units)
    total = int(higher)
    if r.dark(target.place):
        total -= 2
    if any(walled(r, one, target) for one in units) and not higher:
        total -= 2
    if any(window(r, one, target) for one in units):
        total -= 1
    return total


def announce(r: Riot, units: list[Piece], place: str, face: str) -> None:
    """Mark who fires and put the marker on the target."""
    for one in units:
        r.t.do("condition", (one.key,), text="fires", number=1)
        r.fired.add(one.key)
    marker = r.t.one("fire_attack")
    if marker.face != face:
        r.t.do("face", (marker.key,), text=face)
    r.t.do("move", (marker.key,), place)


def way(r: Riot, text: str) -> None:
    """The way of an attack."""
    r.t.do("deed", (r.t.one("fire_attack").key,), text=text, side=r.side)


def over(r: Riot) -> None:
    """The end of an attack."""
    r.t.do("button", text="fire_over")


def wound(r: Riot, target: Piece, told: str, by: Piece | None = None) -> bool:
    """W and K: book them; True when the target is gone."""
    victim = r.owner(target)
    if told not in ("W", "K"):
        return False
    if target.size == "vehicle":
        if told == "K":
            r.book(victim, "kia", 1)
            r.eliminate(target)
        return True
    number = 2 if target.crowd else 1
    if target.crowd and r.wants("crowd_once"):
        r.book(victim, "wia" if told == "W" else "kia", 1)
        r.plant(f"{told} on {target.kind} is booked once", "5.3.1.c", "5.3.1.e")
    elif r.wants("unbooked"):
        r.plant(f"{told} on {target.kind} is not booked", "5.3.1.e", "5.3.1.c")
    else:
        r.book(victim, "wia" if told == "W" else "kia", number)
    if victim != "police":
        r.tdn(-1 if told == "W" else -3, victim)
    if target.size == "individual":
        if r.wants("individual_survives", share=1):
            r.plant(f"{target.kind} survives {told}", "5.3.1.d")
            return False
        r.eliminate(target)
        return True
    return False


def volley(r: Riot, units: list[Piece], target: Piece, doing: str = "") -> None:
    """5.3.1: one attack with Fire strength."""
    side = r.side
    if side == "police":
        r.tdn_attack("soft" if units[0].sniper else "hard")
    announce(r, units, target.place, mark(target))
    if units[0].sniper:
        way(r, "sniper")
    total = sum(one.rating.fire for one in units)
    die = r.roll(r.die_of(side), 1, side)[0]
    told = result(FIRE, total, die + modifier(r, units, target))
    if r.tv(target.place):
        told = lowered(told)
    if r.name == "i-6" and units[0].base == "mob_sniper" and told == "K":
        told = "W"
    if told == "-" and r.wants("false_wound") and target.size != "vehicle":
        r.book(r.owner(target), "wia", 1)
        r.plant(f"a WIA for strength {total}, die {die}", "5.3.1.a", "5.3.1.e")
    gone = wound(r, target, told)
    if not gone and target.size != "vehicle" and target.base != "agitator":
        if r.wants("no_fire_check"):
            r.plant(f"{target.kind} in {target.place} does not check", "5.3.1.b")
        elif (
            r.wants("night_unadded") and r.night and not r.units(target.place, r.owner(target))[1:]
        ):
            r.check(target, plan=0)
            r.plant(f"{target.kind} checks by night without 1", "5.1.e", "6.6.a")
        elif r.wants("extra_unearned") and not r.night:
            r.check(target, plan=r.modifiers(target) + 2)
            r.plant(f"{target.kind} checks with 2 more for nothing", "5.1.a", "5.1.h", "5.1.f")
        elif r.wants("failed_stays"):
            failed(r, target)
        else:
            r.check(target)
    elif target.base == "agitator" and not gone and r.wants("agitator_checks"):
        r.t.do("check", (target.key,), text="morale", dice=(4,), number=4)
        r.plant("an Agitator checks morale", "6.4.b")
    over(r)
    ammunition(r, units)


def failed(r: Riot, target: Piece) -> None:
    """A unit that fails its check, and the mark is taken off again."""
    before = target.suppressed
    found = r.check(target)
    if found == "suppressed" and not before:
        r.t.do("condition", (target.key,), text="suppressed", number=0)
        r.hit.pop(target.key, None)
        r.plant(f"{target.kind} in {target.place} failed and is not suppressed", "5.1.c")


def ammunition(r: Riot, units: list[Piece]) -> None:
    """II-2: a special weapon that has fired."""
    if r.name not in ("ii-1", "ii-2") or units[0].base not in ("hmg", "field_gun"):
        return
    if r.name == "ii-1":
        return
    gun = units[0]
    if r.wants("no_ammunition"):
        r.plant(f"no ammunition die for the {gun.kind}", "S.II2.b")
        return
    if r.roll("ammunition")[0] == 6:
        place = gun.place
        r.move([gun], "left_police")
        r.gone.append(gun.key)
        spare = next((one for one in r.t.here("pool_police", "reserve")), None)
        if spare is not None:
            r.move([spare], place)


def groups(r: Riot, unit: Piece, target: Piece, able: list[Piece]) -> list[Piece]:
    """Who may join in an attack."""
    found = [unit]
    for one in able:
        if one is unit or one.sniper or one.key in r.fired or len(found) == 3:
            continue
        beside = any(r.town.distance(one.place, two.place) <= 1 for two in found)
        if beside and target in victims(r, one) and r.often(0.7):
            found.append(one)
    return found


def able_to_fire(r: Riot) -> list[Piece]:
    """Units of the side on turn that may make a fire attack."""
    return [
        one
        for one in r.on_map(r.side)
        if not one.suppressed
        and one.key not in r.fired
        and not r.enemies(one.place, r.side)
        and not (r.baton and one.base == r.baton)
    ]


def fire_phase(r: Riot) -> None:
    """5.3: attacks of the side on turn."""
    from tests.civil_reference import slips_of_fire, weapons

    slips_of_fire.before_fire(r)
    weapons.specials(r)
    shooters = [
        one for one in able_to_fire(r) if allowed(r, one) and one.base not in ("hmg", "field_gun")
    ]
    r.chance.shuffle(shooters)
    done = 0
    limit = r.chance.choice((1, 2, 3, 4))
    for unit in shooters:
        if unit.key in r.fired or unit.place not in r.town or done >= limit:
            continue
        if unit.suppressed or not r.often(0.6):
            continue
        aims = victims(r, unit)
        if not aims:
            continue
        target = r.chance.choice(aims)
        others = [one for one in shooters if one.place in r.town and not one.suppressed]
        units = [unit] if unit.sniper else groups(r, unit, target, others)
        volley(r, units, target)
        done += 1
