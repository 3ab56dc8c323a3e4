"""5.4: Shock Combat and retreats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.civil_reference.figures import SHOCK, lowered, result
from tests.civil_reference.table import Piece

if TYPE_CHECKING:
    from tests.civil_reference.riot import Riot

MOST_ROUNDS = 15


def side_of(r: Riot, place: str, side: str) -> list[Piece]:
    """The units of a side that fight in an area."""
    return [one for one in r.units(place, side) if one.base not in ("tv_crew", "helicopter")]


def foe(r: Riot, place: str) -> str:
    """The other side in an area."""
    return next((r.owner(one) for one in r.enemies(place, r.side)), "")


def caught(r: Riot, place: str) -> None:
    """6.3, 6.4: Snipers and Agitators alone with enemies."""
    for side in r.order:
        own = side_of(r, place, side)
        foes = r.enemies(place, side)
        if not foes or len(own) != 1 or own[0].size != "individual":
            continue
        if own[0].sniper or (
            own[0].base == "agitator" and any(r.owner(one) == "police" for one in foes)
        ):
            if r.wants("caught_stays"):
                r.plant(
                    f"{own[0].kind} stays alone with enemies in {place}",
                    *(("6.3.b",) if own[0].sniper else ("6.4.c",)),
                )
            else:
                r.eliminate(own[0])


# --- retreats ------------------------------------------------------------------------------------


def open_to(r: Riot, unit: Piece, place: str) -> bool:
    """5.4.3: ground and enemies allow the retreat."""
    from tests.civil_reference.moving import prohibited

    if prohibited(r, unit, place):
        return False
    return not any(one.size in ("group", "crowd") for one in r.enemies(place, r.owner(unit)))


def retreats(r: Riot, unit: Piece, done: list[str], fight: str) -> list[str]:
    """The areas of the next step of a retreat from a fight; the attacker picks one."""
    here = unit.place
    far = r.town.distance(here, fight)
    barred = {r.came_from.get(one.key, "") for one in r.enemies(fight, r.owner(unit))}
    found = []
    for there in r.town.near(here, not unit.crowd):
        if there in done or not open_to(r, unit, there) or r.town.distance(there, fight) <= far:
            continue
        if far == 0 and there in barred:
            continue
        found.append(there)
    empty = [one for one in found if not r.units(one)]
    friendly = [one for one in found if not r.enemies(one, r.owner(unit))]
    return empty or friendly


def step_back(r: Riot, unit: Piece, place: str, along: tuple[Piece, ...] = ()) -> None:
    """One area of a retreat: gas, and the limits of stacking."""
    guns = [r.t.pieces[gun] for gun, who in r.guns.items() if who == unit.key]
    r.move([unit, *guns, *along], place, together=True)
    same = [
        one for one in r.units(place, r.owner(unit)) if one.size == unit.size and one is not unit
    ]
    most = {"group": 3, "crowd": 1}.get(unit.size, 99)
    if len(same) + 1 > most:
        if r.wants("overstack_free"):
            r.plant(
                f"{unit.kind} overstacks {place} and nobody is suppressed", "5.4.3.f", "5.4.3.o"
            )
        else:
            r.suppress(unit)
            r.suppress(next((one for one in same if not one.suppressed), same[0]))
    if r.owner(unit) != "police" and r.marked(place, "gas") and unit.base != "agitator":
        r.check(unit, gas=True)


def companions(r: Riot, unit: Piece, place: str) -> tuple[Piece, ...]:
    """5.4.3: an Agitator who would be left behind goes along."""
    own = r.units(unit.place, r.owner(unit))
    rest = [one for one in own if one is not unit and one.size in ("group", "crowd")]
    if rest:
        return ()
    return tuple(one for one in own if one.base in ("agitator", "tv_crew"))


def withdraw(r: Riot, unit: Piece, areas: int, fight: str, extra: int = 0) -> None:
    """Retreat a unit some areas and check its morale."""
    from tests.civil_reference import slips_of_shock

    gone = 0
    done = [fight]
    if slips_of_shock.wrong_retreat(r, unit, areas, fight, extra):
        return
    while gone < areas:
        ways = retreats(r, unit, done, fight)
        if not ways:
            break
        place = r.chance.choice(ways)
        along = (
            companions(r, unit, place)
            if gone == 0
            else tuple(
                one
                for one in r.units(unit.place, r.owner(unit))
                if one.base in ("agitator", "tv_crew") and one.key in r.smoke_along
            )
        )
        r.smoke_along = {one.key for one in along}
        step_back(r, unit, place, along)
        if unit.place != place:
            return
        done.append(place)
        gone += 1
        further = areas == 2 and gone == 1 and retreats(r, unit, done, fight)
        if further and r.wants("retreat_short", share=0.9):
            r.check(unit, 1 + extra)
            r.plant(f"{unit.kind} retreats one area of two to {place}", "5.4.3.a", "5.4.1.e")
            return
    added = (1 if gone else areas) + extra
    if r.wants("no_retreat_check") and gone:
        r.plant(
            f"{unit.kind} does not check after its retreat to {unit.place}", "5.4.3.b", "5.4.1.b"
        )
        return
    if r.wants("retreat_unadded") and gone and not r.night:
        r.check(unit, added, plan=r.modifiers(unit, added) - 1)
        r.plant(f"{unit.kind} checks without the 1 for its retreat", "5.1.h", "5.4.3.m", "5.1.a")
        return
    if r.wants("agitator_unused") and any(
        one.base == "agitator" for one in r.units(unit.place, r.owner(unit))
    ):
        r.check(unit, added, plan=r.modifiers(unit, added) + 1)
        r.plant(f"{unit.kind} checks without the Agitator's 1", "5.1.g", "6.4.a", "5.1.a")
        return
    r.check(unit, added)


# --- a fight -------------------------------------------------------------------------------------


def total(r: Riot, units: list[Piece], side: str, attacks: bool) -> int:
    """5.4.1: the Shock of a side, with its Agitator."""
    sum_ = 0
    for one in units:
        if one.suppressed or one.size == "vehicle":
            continue
        if r.name == "i-1" and side == "police" and one.crowd and attacks:
            continue
        sum_ += one.rating.shock
    helped = [one for one in units if one.size in ("group", "crowd") and not one.suppressed]
    if r.name == "i-1" and side == "police":
        helped = [one for one in helped if one.crowd]
    return sum_ + bool(helped and any(one.base == "agitator" for one in units))


def doubles(r: Riot, units: list[Piece], side: str) -> int:
    """6.7: what doubling adds: Crowds of Mobs, Groups of the Police, from level 2."""
    sum_ = 0
    for one in units:
        if one.suppressed or one.size not in ("group", "crowd"):
            continue
        if (side == "police") == (one.size == "group") and (side == "police" or one.crowd):
            sum_ += one.rating.shock
    return sum_


def fight(r: Riot, place: str) -> None:
    """5.4.1: rounds until one side is left."""
    from tests.civil_reference import slips_of_shock

    attacker, defender = r.side, foe(r, place)
    marker = r.t.one("shock_combat")
    surged = {side: sum(one.crowd for one in side_of(r, place, side)) > 1 for side in r.order}
    number = 0
    r.smoke_along = set()
    r.charging = ""
    while True:
        caught(r, place)
        ours, theirs = side_of(r, place, attacker), side_of(r, place, defender)
        if not ours or not theirs:
            break
        number += 1
        if number > MOST_ROUNDS:
            raise r.over_error("a fight has no end")
        face = f"round_{min(number, 4)}"
        if number == 1:
            r.t.do("move", (marker.key,), place)
            if marker.face != face:
                r.t.do("face", (marker.key,), text=face)
        else:
            r.t.do("face", (marker.key,), text=face)
        one_round(r, place, attacker, defender, surged, number)
        if slips_of_shock.breaks_off(r, place, attacker, defender):
            break
    if marker.place == place:
        r.t.do("button", text="shock_over")
    leave_surge(r, place, attacker)


def one_round(
    r: Riot,
    place: str,
    attacker: str,
    defender: str,
    surged: dict[str, bool],
    number: int,
) -> None:
    """A round: totals, dice, both results at the same time."""
    from tests.civil_reference import slips_of_shock

    marker = r.t.one("shock_combat")
    units = {side: side_of(r, place, side) for side in (attacker, defender)}
    totals = {side: total(r, units[side], side, side == attacker) for side in units}
    riders = [one for one in units[attacker] if one.face == "mounted" and not one.suppressed]
    charging = [one for one in riders if one.key in r.chargers]
    if charging and number == 1 and r.often(0.8) and len(charging) == len(riders):
        r.charging = place
        r.t.do("deed", (marker.key,), text="charges", side=attacker)
    elif number == 1 and riders and not charging and r.wants("charge_close", share=1):
        r.t.do("deed", (marker.key,), text="charges", side=attacker)
        r.plant(f"Mounted Police charge in {place} from close by", "8.5.b")
    if r.charging == place:
        totals[attacker] += sum(one.rating.shock for one in charging)
    for side, own in units.items():
        if side == "police" and r.charging == place:
            continue
        if r.el[side] >= 2 and doubles(r, own, side) and r.often(0.6):
            totals[side] += doubles(r, own, side)
            r.t.do("deed", (marker.key,), text="doubled", side=side)
        elif number == 1 and surged[side] and side != "police" and r.often(0.8):
            r.t.do("deed", (marker.key,), text="surges", side=side)
    slips_of_shock.doubles_low(r, units, totals)
    quits = ""
    if number >= 5 or (number > 1 and r.often(0.05)):
        quits = min((attacker, defender), key=lambda side: totals[side])
        if not all(can_quit(r, one, place) for one in units[quits]):
            quits = ""
    if quits:
        r.t.do("deed", (marker.key,), text="retreats", side=quits)
    found: dict[str, str] = {}
    for side, other in ((attacker, defender), (defender, attacker)):
        if side == quits:
            continue
        die = r.roll(r.die_of(side), 1, side)[0]
        added = int(any(one.suppressed for one in units[other]))
        if side == attacker:
            added -= over_wall(r, units[side], place)
        told = result(SHOCK, totals[side], die + added)
        if r.tv(place):
            told = lowered(told)
        found[other] = told
    found.setdefault(attacker if quits == defender else defender, "-")
    small = min(totals, key=lambda side: (totals[side], side == attacker))
    done = slips_of_shock.round_slip(r, place, units, totals, found, small, attacker, quits)
    for side, told in found.items():
        if told == "X":
            r.book(side, "wia", 1)
            if side != "police":
                r.tdn(-1, side)
    if quits:
        for unit in list(units[quits]):
            if unit.size == "vehicle" or unit.place != place or unit.key in r.lost:
                continue
            ways = retreats(r, unit, [place], place)
            if ways and unit.base != "agitator":
                back = r.chance.choice(ways)
                step_back(r, unit, back, companions(r, unit, back))
                if unit.key not in r.lost:
                    r.check(unit, 1)
    for side in (small, attacker if small == defender else defender):
        own = [one for one in units[side] if one.key not in done]
        apply(r, place, side, own, found.get(side, "-"), side == small, side == quits)


def can_quit(r: Riot, unit: Piece, place: str) -> bool:
    """Whether a unit can retreat by its own will."""
    return unit.base == "agitator" or bool(retreats(r, unit, [place], place))


def apply(
    r: Riot,
    place: str,
    side: str,
    units: list[Piece],
    told: str,
    small: bool,
    quits: bool,
) -> None:
    """A result on all units of a side."""
    if told == "-" or quits:
        return
    areas = {"1": 1, "2": 2, "X": 2}.get(told, 0)
    extra = int(told == "X")
    for unit in sorted(units, key=lambda one: one.size == "individual"):
        if unit.place != place or unit.key in r.lost or unit.base == "agitator":
            continue
        if unit.size == "vehicle":
            bodies = [one for one in r.units(place, side) if one.size != "vehicle"]
            if areas and small and not bodies and unit.base != "tank":
                r.eliminate(unit)
            continue
        if areas and small:
            withdraw(r, unit, areas, place, extra)
        else:
            r.check(unit, extra)


def over_wall(r: Riot, units: list[Piece], place: str) -> int:
    """6.2: 1 when an attacker came over a Barricade or Barrier on a side of the area."""
    walls = r.walls()
    return int(any(frozenset((r.came_from.get(one.key, place), place)) in walls for one in units))


def leave_surge(r: Riot, place: str, side: str) -> None:
    """5.4.2: one of two Crowds that are left alone leaves."""
    crowds = [one for one in r.units(place, side) if one.crowd]
    if len(crowds) < 2 or r.enemies(place, side) or side == "police":
        return
    if r.wants("surge_stays", share=1):
        r.plant(f"two Crowds stay in {place}", "5.4.2.b", "4.3.b", "4.1.c")
        return
    for unit in crowds:
        ways = [one for one in surge_ways(r, unit, place) if not r.enemies(one, side)]
        if ways:
            end = r.chance.choice(ways)
            r.move([unit], end)
            if r.marked(end, "gas"):
                r.check(unit, gas=True)
            return
    for unit in crowds:
        ways = surge_ways(r, unit, place)
        if ways and not unit.suppressed:
            end = r.chance.choice(ways)
            r.move([unit], end)
            r.came_from[unit.key] = place
            if r.marked(end, "gas"):
                r.check(unit, gas=True)
            caught(r, end)
            if r.enemies(end, side) and unit.place == end:
                fight(r, end)
            return
    for one in r.units(place, side):
        r.suppress(one)


def surge_ways(r: Riot, unit: Piece, place: str) -> list[str]:
    """5.4.2: legal areas over a side without a friendly Crowd."""
    from tests.civil_reference.moving import prohibited

    return [
        one
        for one in r.town.near(place, False)
        if not prohibited(r, unit, one)
        and not any(two.crowd for two in r.units(one, r.owner(unit)))
    ]


def shock_phase(r: Riot) -> None:
    """5.4: every area with both sides on one level."""
    places = sorted(
        {
            one.place
            for one in r.on_map(r.side)
            if one.base not in ("tv_crew", "helicopter") and r.enemies(one.place, r.side, one.level)
        }
    )
    r.chance.shuffle(places)
    for place in places:
        if not (side_of(r, place, r.side) and r.enemies(place, r.side)):
            continue
        if r.wants("shock_skipped"):
            r.plant(f"no Shock in {place}", "3.0.h", "5.4.1.c", "4.3.b")
            continue
        fight(r, place)
