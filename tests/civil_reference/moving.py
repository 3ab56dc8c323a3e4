"""4.0-4.3, 8.12: the Movement Phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.civil_reference import opening, shock
from tests.civil_reference.table import Piece

if TYPE_CHECKING:
    from tests.civil_reference.riot import Riot

Paths = dict[str, list[str]]
GAS_WALKS = 0.15
"""How often a Mob unit may look for a way through gas."""


def prohibited(r: Riot, unit: Piece, place: str) -> bool:
    """Ground that a unit may never stand on."""
    if r.marked(place, "fire"):
        return True
    if unit.base == "helicopter" or r.town.ground(place) != "building":
        return False
    return (
        unit.crowd
        or unit.size == "vehicle"
        or unit.face == "mounted"
        or r.name == "i-1"
        or unit.base == "field_gun"
    )


def room(r: Riot, unit: Piece, place: str, attack: bool) -> bool:
    """4.1, 4.3: whether the stacking limits let a unit end in an area."""
    same = [one for one in r.units(place, r.owner(unit)) if one is not unit]
    if unit.crowd:
        crowds = [one for one in same if one.crowd]
        return len(crowds) < (2 if attack else 1)
    if unit.size == "group":
        return sum(one.size == "group" for one in same) < 3
    return True


def crosses(r: Riot, unit: Piece, one: str, other: str) -> bool:
    """8.12: whether a Vehicle's step crosses a hedge, fence, Barricade or Barrier."""
    if unit.size != "vehicle" or unit.base == "helicopter":
        return False
    corner = {one, other, *(set(r.town.near(one, False)) & set(r.town.near(other, False)))}
    return any(wall <= corner for wall in r.walls()) or any(
        r.town.hedge(one, two) for two in corner
    )


def reach(r: Riot, unit: Piece, start: str, points: int, gas: bool = False) -> Paths:
    """Where a unit can go, by paths without enemies before their end."""
    side = r.owner(unit)
    mob = side != "police"
    paths: Paths = {start: [start]}
    layer = [start]
    for _ in range(points):
        following = []
        for here in layer:
            if here != start and r.enemies(here, side):
                continue
            for there in r.town.near(here, not unit.crowd):
                if there in paths or prohibited(r, unit, there) or crosses(r, unit, here, there):
                    continue
                if mob and not gas and unit.base != "agitator" and r.marked(there, "gas"):
                    continue
                foes = r.enemies(there, side)
                if unit.crowd and any(one.crowd for one in r.units(there)) and not foes:
                    continue
                if foes and unit.size == "vehicle":
                    continue
                paths[there] = [*paths[here], there]
                following.append(there)
        layer = following
    return paths


def may_attack(r: Riot, unit: Piece) -> bool:
    """Whether a unit may enter an area with enemies."""
    return (
        unit.key not in r.fired
        and not unit.suppressed
        and unit.size in ("group", "crowd")
        and unit.base not in ("hmg", "field_gun")
    )


def targets(r: Riot, side: str) -> list[str]:
    """Areas with enemies worth an attack, all on the street level."""
    found = []
    for place in {one.place for one in r.on_map() if r.owner(one) != side}:
        foes = r.enemies(place, side)
        sides = {r.owner(one) for one in foes}
        bodies = [one for one in foes if one.size in ("group", "crowd")]
        if len(sides) != 1 or any(one.level for one in foes) or r.units(place, side):
            continue
        singles = [one for one in r.units(place) if one.size == "individual"]
        lone = [one for one in foes if one.sniper or one.base == "agitator"]
        if not bodies and (len(singles) != 1 or not lone or len(foes) > 1):
            continue
        if not bodies and lone[0].base == "agitator" and side != "police":
            continue
        if any(one.base == "tank" for one in foes):
            continue
        found.append(place)
    return sorted(found)


def strength(r: Riot, units: list[Piece]) -> int:
    """Shock of units that are not suppressed."""
    return sum(0 if one.suppressed or one.size == "vehicle" else one.rating.shock for one in units)


def attack(r: Riot) -> None:
    """Send units into areas with enemies."""
    side = r.side
    aims = targets(r, side)
    r.chance.shuffle(aims)
    for place in aims[: r.chance.choice((1, 2, 2, 3))]:
        foes = list(r.enemies(place, side))
        need = strength(r, foes)
        able = [
            one
            for one in r.on_map(side)
            if may_attack(r, one)
            and one.key not in r.entered
            and r.town.distance(one.place, place) <= one.rating.move
            and one.rating.shock
            and not r.enemies(one.place, side)
            and not prohibited(r, one, place)
            and not one.level
        ]
        if r.name == "i-1":
            able = [] if side == "police" else able
        r.chance.shuffle(able)
        sent = 0
        for unit in able:
            if sent >= need + 3 or not room(r, unit, place, True):
                break
            path = reach(r, unit, unit.place, unit.rating.move).get(place)
            if path is None or not r.often(0.85):
                continue
            second = any(one.crowd and one is not unit for one in r.units(place, side))
            if unit.crowd and second and not r.often(0.7):
                continue
            go(r, unit, path)
            sent += unit.rating.shock
        if r.units(place, side):
            shock.caught(r, place)


def go(r: Riot, unit: Piece, path: list[str]) -> None:
    """Drag a unit, with its Gas Gun, along a path of its own."""
    side = r.owner(unit)
    pieces = [unit] + [r.t.pieces[gun] for gun, who in r.guns.items() if who == unit.key]
    before = unit.place
    if unit.face == "mounted" and path and not unit.suppressed:
        mobs = [one.place for one in r.on_map() if r.owner(one) in ("mob", "rival")]
        far = all(r.town.distance(before, at) >= 2 for at in mobs)
        clean = not any(r.units(at, "police") for at in path[1:])
        (r.chargers if far and clean else r.close_riders).add(unit.key)
    walls = r.walls()
    steps = [n for n in range(1, len(path)) if frozenset(path[n - 1 : n + 1]) in walls]
    stops = sorted({*steps, len(path) - 1})
    if side != "police" and unit.base != "agitator":
        stops = sorted({*stops, *(n for n in range(1, len(path)) if r.marked(path[n], "gas"))})
    for n in stops:
        r.move(pieces, path[n], together=True)
        if unit.place not in r.town:
            return
        if side != "police" and r.marked(path[n], "gas"):
            if r.wants("gas_walk") and unit.base != "agitator":
                r.plant(f"{unit.kind} walks into gas at {path[n]}", "6.1.i")
                continue
            r.gas_check(unit)
            if unit.suppressed or unit.place != path[n]:
                break
    r.entered.add(unit.key)
    r.came_from[unit.key] = path[-2] if len(path) > 1 else before


def goal(r: Riot, unit: Piece) -> list[str]:
    """Where a unit wants to be."""
    side = r.owner(unit)
    foes = [
        one.place
        for one in r.on_map()
        if r.owner(one) not in (side, "") and one.base not in ("tv_crew", "helicopter")
    ]
    if r.name == "i-1" and side == "police":
        return r.town.edge("n")
    if r.name == "ii-3" and side == "mob":
        return r.town.edge("e", "east")
    if r.name == "i-4" and side == "mob":
        return r.town.area("WH") if not unit.crowd else r.town.beside(r.town.area("WH"))
    if r.name in ("i-8", "i-2") and side == "mob":
        return r.town.area("plaza")
    if r.name == "ii-7" and side == "mob":
        return r.town.area("park")
    return foes or r.town.area("plaza")


def free(r: Riot, unit: Piece, place: str) -> bool:
    """Whether a unit may end its move in an area without enemies."""
    if r.enemies(place, r.owner(unit)) or not room(r, unit, place, False):
        return False
    if unit.size == "individual" and any(
        one.size == "individual" and one is not unit and one.base != "tv_crew"
        for one in r.units(place, r.owner(unit))
    ):
        return False
    return not (r.name == "i-1" and r.owner(unit) == "police" and not column(r, unit, place))


def column(r: Riot, unit: Piece, place: str) -> bool:
    """I-1: whether every blue unit is beside a marching Crowd when one unit has moved."""
    units = {one.key: one.place for one in r.on_map("police")} | {unit.key: place}
    crowds = [at for key, at in units.items() if r.t.pieces[key].crowd]
    blue = [at for key, at in units.items() if not r.t.pieces[key].kind.endswith("_2")]
    return all(any(r.town.distance(at, crowd) <= 1 for crowd in crowds) for at in blue)


def drift(r: Riot, unit: Piece) -> None:
    """Move a unit towards what it wants."""
    aims = goal(r, unit)
    if not aims:
        return
    paths = reach(r, unit, unit.place, unit.rating.move, gas=r.often(GAS_WALKS))
    ends = [one for one in paths if one != unit.place and free(r, unit, one)]
    if unit.level:
        ends = []
    if not ends:
        return
    r.chance.shuffle(ends)
    few = aims if len(aims) <= 6 else r.chance.sample(aims, 6)

    def worth(place: str) -> float:
        away = min(r.town.distance(place, aim) for aim in few)
        if unit.size == "individual":
            alone = not any(one.size in ("group", "crowd") for one in r.units(place, r.side))
            away += 6 * alone
        if unit.size == "vehicle":
            away = abs(away - 3)
        return away + 0.1 * len(paths[place])

    best = min(ends, key=worth)
    if worth(best) < worth(unit.place) or r.often(0.1):
        go(r, unit, paths[best])


def leave(r: Riot, unit: Piece) -> None:
    """4.0: off the map."""
    pieces = [r.t.pieces[gun] for gun, who in r.guns.items() if who == unit.key]
    if unit.suppressed:
        return
    r.move([unit], f"left_{r.owner(unit)}")
    for gun in pieces:
        del r.guns[gun.key]
        r.move([gun], "left_police")
    r.gone.append(unit.key)


def exits(r: Riot, unit: Piece) -> list[str]:
    """Sides of the map by which a unit wants to leave."""
    if r.name == "ii-3" and r.owner(unit) == "mob":
        return r.town.edge("e", "east")
    if r.name == "i-1" and r.owner(unit) == "police":
        return r.town.edge("n")
    return []


def raise_level(r: Riot) -> None:
    """6.7: the Engagement Level may go up."""
    side = r.side
    wanted = {"night_range": ("mob", 3), "sniper_crowd": ("police", 3), "crew_shot": ("police", 3)}
    who, level = wanted.get(r.mistake, ("", 0))
    if side == who and r.el[side] < level:
        r.el[side] += 1
        r.count(f"el_{side}", 1)
        return
    if r.name == "ii-7" or (r.name == "i-1" and side == "police"):
        if r.wants("el_fixed") and side == "police":
            r.el[side] += 1
            r.count(f"el_{side}", 1)
            r.plant(
                "the Engagement Level of the Police goes up",
                "S.I1.a" if r.name == "i-1" else "S.II7.a",
            )
        return
    if r.wants("el_lowered", share=0.5) and r.el[side]:
        r.el[side] -= 1
        r.count(f"el_{side}", -1)
        r.plant(f"{side} lowers its Engagement Level", "6.7.b")
    elif r.el[side] < 4 and r.often(0.02):
        r.el[side] += 1
        r.count(f"el_{side}", 1)


def move_phase(r: Riot) -> None:
    """4.0."""
    from tests.civil_reference import slips_of_moves

    side = r.side
    dismount(r)
    spread(r)
    slips_of_moves.before_moves(r)
    opening.arrivals(r)
    attack(r)
    for unit in r.on_map(side):
        if unit.base == "generic_veh" or unit.key in r.entered or unit.place not in r.town:
            continue
        if unit.size == "vehicle" and r.name == "ii-7":
            continue
        if r.enemies(unit.place, side):
            continue
        if unit.base in ("hmg", "field_gun") and unit.key in r.fired:
            continue
        marching = r.name != "i-1" or (unit.crowd and leaves_column(r, unit))
        if unit.place in exits(r, unit) and marching and not unit.suppressed and r.often(0.7):
            leave(r, unit)
            continue
        if r.often(0.75):
            drift(r, unit)
    spread(r)
    for unit in r.on_map(side):
        if unit.face == "mounted" and unit.key in r.entered and r.wants("dismount_late"):
            r.t.do("face", (unit.key,), text="foot")
            r.plant(f"{unit.kind} in {unit.place} dismounts after its move", "8.5.a")
    stairs(r)


def dismount(r: Riot) -> None:
    """8.5: Mounted Police get off at the start of their Movement Phase."""
    for unit in r.on_map(r.side):
        if unit.face == "mounted" and r.often(0.06):
            r.t.do("face", (unit.key,), text="foot")
        elif (
            unit.base == "line"
            and unit.face == "foot"
            and not r.town.house(unit.place)
            and r.wants("remounts")
        ):
            r.t.do("face", (unit.key,), text="mounted")
            r.plant(f"{unit.kind} in {unit.place} mounts again", "8.5.a")


def leaves_column(r: Riot, unit: Piece) -> bool:
    """I-1: whether the blue units keep a Crowd when this one is gone."""
    crowds = [one.place for one in r.on_map("police") if one.crowd and one is not unit]
    blue = [one.place for one in r.on_map("police") if not one.kind.endswith("_2")]
    return all(any(r.town.distance(at, crowd) <= 1 for crowd in crowds) for at in blue)


def spread(r: Riot) -> None:
    """5.4.3: who stands over the limit leaves first."""
    for place in sorted({one.place for one in r.on_map(r.side)}):
        own = r.units(place, r.side)
        if r.mistake in ("two_crowds", "four_groups") and any(one.key in r.entered for one in own):
            continue
        for size, most in (("crowd", 1), ("group", 3)):
            many = [one for one in own if one.size == size and not one.level]
            again = 2
            while len(many) > most and not r.enemies(place, r.side):
                unit = many.pop()
                if r.wants("stays_overstacked"):
                    r.plant(
                        f"{size}s stay overstacked in {place}",
                        "5.4.3.g",
                        "5.4.2.e",
                        "4.1.c",
                        "4.1.b",
                    )
                    unit = many[0]
                    r.entered.update(one.key for one in own)
                    break
                paths = reach(r, unit, unit.place, unit.rating.move)
                ends = [one for one in paths if one != place and free(r, unit, one)]
                if ends:
                    go(r, unit, paths[r.chance.choice(ends)])
                elif again:
                    make_way(r, unit)
                    many.append(unit)
                    again -= 1


def make_way(r: Riot, unit: Piece) -> None:
    """Move a unit next to one that has no way out."""
    for place in r.town.near(unit.place, not unit.crowd):
        for other in r.units(place, r.side):
            if other.size != unit.size or other.key in r.entered or other.level:
                continue
            paths = reach(r, other, place, other.rating.move)
            ends = [one for one in paths if one != place and free(r, other, one)]
            if ends and not r.enemies(place, r.side):
                go(r, other, paths[r.chance.choice(ends)])
                return


def stairs(r: Riot) -> None:
    """4.2: up and down in a building."""
    for unit in r.on_map(r.side):
        if r.town.ground(unit.place) != "building" or unit.size not in ("group", "individual"):
            continue
        if unit.key in r.entered or r.enemies(unit.place, r.side) or unit.rating.move < 2:
            continue
        if unit.key in r.fired and unit.base == "hmg":
            continue
        if unit.rating.fire and r.often(0.3):
            r.level(unit, 1 - unit.level)
            r.entered.add(unit.key)
