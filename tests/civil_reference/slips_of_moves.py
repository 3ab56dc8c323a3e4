"""Mistakes of the Movement Phase that need acts of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.civil_reference import moving
from tests.civil_reference.table import Piece

if TYPE_CHECKING:
    from tests.civil_reference.riot import Riot


def idle(r: Riot) -> list[Piece]:
    """Units of the side on turn that have not moved and stand without enemies on the street."""
    found = [
        one
        for one in r.on_map(r.side)
        if one.key not in r.entered
        and not r.enemies(one.place, r.side)
        and not one.level
        and one.size in ("group", "crowd")
        and one.key not in r.guns.values()
    ]
    r.chance.shuffle(found)
    return found


def put(r: Riot, unit: Piece, place: str) -> None:
    """Drag a unit wherever."""
    r.move([unit], place)
    r.entered.add(unit.key)


def plain(r: Riot, place: str) -> bool:
    """An area with nothing in it."""
    return not r.t.here(place)


def before_moves(r: Riot) -> None:
    """Mistakes of the Movement Phase."""
    kind = r.mistake
    if r.planted or r.turn < r.late:
        return
    handler = MOVES.get(kind)
    if handler is not None and r.often(0.7):
        handler(r)


def too_far(r: Riot) -> None:
    """4.0.a."""
    for unit in idle(r):
        near = moving.reach(r, unit, unit.place, unit.rating.move, gas=True)
        far = moving.reach(r, unit, unit.place, unit.rating.move + 2, gas=True)
        ends = [one for one, path in far.items() if one not in near and plain(r, one)]
        if ends:
            put(r, unit, r.chance.choice(ends))
            r.plant(f"{unit.kind} moves to {unit.place}", "4.0.a", "4.0.b", "4.3.a", "4.0.c")
            return


def twice(r: Riot) -> None:
    """4.0.a: two drags that are too much together."""
    for unit in idle(r):
        first = moving.reach(r, unit, unit.place, unit.rating.move)
        start = unit.place
        ends = [
            one
            for one, path in first.items()
            if len(path) == unit.rating.move + 1 and plain(r, one)
        ]
        for end in ends:
            near = moving.reach(r, unit, start, unit.rating.move, gas=True)
            more = [
                one for one in moving.reach(r, unit, end, 2) if one not in near and plain(r, one)
            ]
            if more:
                put(r, unit, end)
                put(r, unit, r.chance.choice(more))
                r.plant(f"{unit.kind} moves twice, to {unit.place}", "4.0.a", "4.0.b")
                return


def diagonal(r: Riot) -> None:
    """4.0.c: a Crowd over a corner, both ways round closed to it."""
    for unit in idle(r):
        if not unit.crowd:
            continue
        near = moving.reach(r, unit, unit.place, 3, gas=True)
        ends = [
            one
            for one in r.town.near(unit.place)
            if one not in near and plain(r, one) and not moving.prohibited(r, unit, one)
        ]
        if ends:
            put(r, unit, r.chance.choice(ends))
            r.plant(
                f"{unit.kind} moves diagonally to {unit.place}",
                "4.0.c",
                "4.0.a",
                "4.3.a",
                "4.2.a",
                "4.0.b",
            )
            return


def past_enemy(r: Riot) -> None:
    """4.0.d."""
    for unit in idle(r):
        if not moving.may_attack(r, unit):
            continue
        aims = [
            one
            for one in moving.targets(r, r.side)
            if r.town.distance(one, unit.place) == 1
            and moving.room(r, unit, one, True)
            and not moving.prohibited(r, unit, one)
            and (not unit.crowd or one in r.town.near(unit.place, False))
            and any(two.size in ("group", "crowd") for two in r.enemies(one, r.side))
        ]
        for aim in aims:
            ends = [
                one
                for one in r.town.near(aim, not unit.crowd)
                if plain(r, one)
                and not moving.prohibited(r, unit, one)
                and r.town.distance(one, unit.place) > 1
            ]
            if ends:
                put(r, unit, aim)
                put(r, unit, r.chance.choice(ends))
                r.plant(f"{unit.kind} moves on from {aim} to {unit.place}", "4.0.d")
                return


def enters(r: Riot, unit: Piece, reason: str, *clauses: str) -> bool:
    """A unit enters an area with enemies although it may not."""
    paths = moving.reach(r, unit, unit.place, unit.rating.move)
    aims = [
        one
        for one in moving.targets(r, r.side)
        if one in paths
        and moving.room(r, unit, one, True)
        and any(two.size in ("group", "crowd") for two in r.enemies(one, r.side))
    ]
    if not aims:
        return False
    moving.go(r, unit, paths[r.chance.choice(aims)])
    r.plant(f"{unit.kind} {reason} enters {unit.place}", *clauses)
    return True


def fired_enters(r: Riot) -> None:
    """4.0.e."""
    for unit in idle(r):
        if (
            unit.key in r.fired
            and not unit.suppressed
            and enters(r, unit, "that fired", "4.0.e", "5.0")
        ):
            return


def suppressed_enters(r: Riot) -> None:
    """5.2.a."""
    for unit in idle(r):
        if (
            unit.suppressed
            and unit.key not in r.fired
            and enters(r, unit, "suppressed", "5.2.a", "5.2.b")
        ):
            return


def into_building(r: Riot) -> None:
    """4.2.a, 8.12.a."""
    units = [
        one
        for one in r.on_map(r.side)
        if (one.crowd or one.base == "water_cannon") and not r.enemies(one.place, r.side)
    ]
    r.chance.shuffle(units)
    for unit in units:
        ends = [
            one for one in r.town.near(unit.place, False) if r.town.house(one) and plain(r, one)
        ]
        if ends and unit.key not in r.entered:
            put(r, unit, r.chance.choice(ends))
            if r.name == "i-1":
                r.plant(
                    f"{unit.kind} enters the building in {unit.place}", "4.2.a", "S.I1.a", "4.0.a"
                )
            elif unit.crowd:
                r.plant(f"{unit.kind} enters the building in {unit.place}", "4.2.a", "4.0.a")
            else:
                r.plant(
                    f"{unit.kind} enters the building in {unit.place}", "8.12.a", "4.2.a", "4.0.a"
                )
            return


def group_house(r: Riot) -> None:
    """S.I1.a."""
    if r.name != "i-1":
        return
    for unit in idle(r):
        ends = [one for one in r.town.near(unit.place) if r.town.house(one) and plain(r, one)]
        if unit.size == "group" and ends:
            ends = [one for one in ends if moving.column(r, unit, one)]
            if ends:
                put(r, unit, r.chance.choice(ends))
                r.plant(f"{unit.kind} enters the building in {unit.place}", "S.I1.a")
                return


def through_crowd(r: Riot) -> None:
    """4.3.a: a Crowd passes through a Crowd in a lane."""
    for unit in idle(r):
        if not unit.crowd:
            continue
        near = moving.reach(r, unit, unit.place, 3, gas=True)
        beside = r.town.near(unit.place)
        for mid in r.town.near(unit.place, False):
            if not any(one.crowd for one in r.units(mid, r.side)):
                continue
            ends = [
                one
                for one in r.town.near(mid, False)
                if one not in near and plain(r, one) and not moving.prohibited(r, unit, one)
            ]
            if ends:
                put(r, unit, r.chance.choice(ends))
                r.plant(
                    f"{unit.kind} moves through a Crowd to {unit.place}",
                    "4.3.a 4.0.c" if unit.place in beside else "4.3.a",
                    "4.0.a",
                    "4.0.b",
                )
                return


def out_of_turn(r: Riot) -> None:
    """4.0.h: the other side moves."""
    others = [
        one
        for one in r.on_map()
        if r.owner(one) not in (r.side, "")
        and one.size in ("group", "crowd")
        and not r.enemies(one.place, r.owner(one))
        and one.key not in r.guns.values()
        and not (r.name != "i-3" and "rival" not in r.order and one.kind.endswith("_2"))
    ]
    r.chance.shuffle(others)
    for unit in others:
        ends = [
            one
            for one in r.town.near(unit.place, False)
            if plain(r, one) and not moving.prohibited(r, unit, one)
        ]
        if ends:
            r.move([unit], r.chance.choice(ends))
            r.plant(
                f"{unit.kind} moves to {unit.place} in the other side's turn",
                "4.0.h",
                "3.0.a",
                "3.0.b",
            )
            return


def overstack(r: Riot) -> None:
    """4.1.c for Crowds, 4.1.b for Groups."""
    size = "crowd" if r.mistake == "two_crowds" else "group"
    most = 1 if size == "crowd" else 3
    for unit in idle(r):
        if unit.size != size:
            continue
        paths = moving.reach(r, unit, unit.place, unit.rating.move)
        around = {at for one in paths for at in (one, *r.town.near(one, size == "group"))}
        full = [
            one
            for one in sorted(around)
            if r.town.distance(one, unit.place) <= unit.rating.move
            and sum(two.size == size for two in r.units(one, r.side)) == most
            and one != unit.place
            and not r.enemies(one, r.side)
            and not r.t.here(one, "fire", "gas")
            and (size == "crowd" or one in paths)
        ]
        if size == "crowd":
            full = [
                one
                for one in full
                if any(at in paths and len(paths[at]) < 3 for at in r.town.near(one, False))
            ]
        if full:
            put(r, unit, r.chance.choice(full))
            r.entered.update(one.key for one in r.units(unit.place, r.side))
            codes = ("4.1.c", "4.3.b", "4.3.a") if size == "crowd" else ("4.1.b",)
            r.plant(f"{unit.kind} overstacks {unit.place}", *codes)
            return


def upstairs_outside(r: Riot) -> None:
    """4.2.e."""
    for unit in idle(r):
        if unit.size == "group" and not r.town.house(unit.place):
            r.t.do("condition", (unit.key,), text="second_level", number=1)
            r.entered.add(unit.key)
            r.plant(f"{unit.kind} on a second level in {unit.place}", "4.2.e")
            return


def climbs_too_far(r: Riot) -> None:
    """4.2.c: a move that leaves no points for the stairs."""
    for unit in idle(r):
        if unit.size != "group" or unit.face == "mounted" or r.name == "i-1":
            continue
        paths = moving.reach(r, unit, unit.place, unit.rating.move)
        ends = [
            one
            for one, path in paths.items()
            if len(path) == unit.rating.move + 1 and r.town.house(one) and plain(r, one)
        ]
        if ends:
            put(r, unit, r.chance.choice(ends))
            r.t.do("condition", (unit.key,), text="second_level", number=1)
            r.plant(f"{unit.kind} moves to {unit.place} and upstairs", "4.2.c", "4.0.a")
            return


def comes_back(r: Riot) -> None:
    """4.0.g."""
    for key in r.gone:
        unit = r.t.pieces[key]
        if r.owner(unit) == r.side and unit.place.startswith("left") and unit.size:
            ends = [
                one
                for side in "nesw"
                for one in r.town.edge(side)
                if plain(r, one) and not moving.prohibited(r, unit, one)
            ]
            if ends:
                put(r, unit, r.chance.choice(ends))
                r.plant(f"{unit.kind} comes back to the map in {unit.place}", "4.0.g", "2.3.d")
                return
    if r.often(0.8):
        for unit in idle(r):
            borders = [one for side in "nesw" for one in r.town.edge(side)]
            if unit.place in borders:
                moving.leave(r, unit)
                return


def into_fire(r: Riot) -> None:
    """6.5.f."""
    fires = [one.place for one in r.t.all("fire") if one.place in r.town]
    for unit in idle(r):
        for place in fires:
            if place in r.town.near(unit.place, False) and not r.town.house(place):
                put(r, unit, place)
                r.plant(f"{unit.kind} enters the Fire of {place}", "6.5.f", "4.0.a")
                return


def over_hedge(r: Riot) -> None:
    """8.12.a: a Vehicle into the Park."""
    park = r.town.area("park")
    for unit in r.on_map("police"):
        if unit.base != "water_cannon" or r.side != "police" or unit.key in r.entered:
            continue
        ends = [one for one in park if plain(r, one) and r.town.distance(one, unit.place) <= 6]
        if ends:
            put(r, unit, r.chance.choice(ends))
            r.plant(f"{unit.kind} crosses the hedge to {unit.place}", "8.12.a", "4.0.a")
            return


def vehicle_rams(r: Riot) -> None:
    """8.12.b."""
    for unit in r.on_map("police"):
        if unit.base != "water_cannon" or r.side != "police" or unit.key in r.entered:
            continue
        paths = moving.reach(r, unit, unit.place, 7)
        for aim in moving.targets(r, "police"):
            if any(at in paths for at in r.town.near(aim, False)) and not r.town.house(aim):
                if not any(one.size in ("crowd", "group") for one in r.enemies(aim, "police")):
                    continue
                if r.town.ground(aim) == "park":
                    continue
                put(r, unit, aim)
                r.plant(f"{unit.kind} enters {aim} with enemies", "8.12.b", "4.0.a")
                return


def gun_moves(r: Riot) -> None:
    """S.II2.a."""
    for unit in r.on_map("police"):
        if unit.base == "field_gun" and unit.key in r.fired and r.side == "police":
            ends = [
                one for one in r.town.near(unit.place) if plain(r, one) and not r.town.house(one)
            ]
            if ends:
                put(r, unit, ends[0])
                r.plant(f"the Field Gun fires and moves to {unit.place}", "S.II2.a", "S.II1")
                return


def gun_house(r: Riot) -> None:
    """S.II2.e."""
    for unit in r.on_map("police"):
        if unit.base == "field_gun" and unit.key not in r.fired and r.side == "police":
            ends = [one for one in r.town.near(unit.place) if plain(r, one) and r.town.house(one)]
            if ends:
                put(r, unit, ends[0])
                r.plant(f"the Field Gun enters the building in {unit.place}", "S.II2.e", "4.2.a")
                return


def strays(r: Riot) -> None:
    """S.I1.b."""
    if r.name != "i-1" or r.side != "police":
        return
    for unit in idle(r):
        if unit.crowd or unit.kind.endswith("_2"):
            continue
        paths = moving.reach(r, unit, unit.place, unit.rating.move)
        crowds = [one.place for one in r.on_map("police") if one.crowd]
        ends = [
            one
            for one in paths
            if plain(r, one) and all(r.town.distance(one, at) > 2 for at in crowds)
        ]
        if ends:
            put(r, unit, r.chance.choice(ends))
            r.plant(f"{unit.kind} leaves the column for {unit.place}", "S.I1.b")
            return


def late_barricade(r: Riot) -> None:
    """6.2.a."""
    piece = next(iter(r.t.here("pool_barricades", "barricade")), None)
    ends = [one.place for one in r.on_map(r.side)]
    if piece and ends:
        place = r.chance.choice(ends)
        r.move([piece], place)
        r.plant(f"a Barricade is built in {place}", "6.2.a")


def vehicle_moves(r: Riot) -> None:
    """S.II7.b."""
    if r.name != "ii-7" or r.side != "police":
        return
    for unit in r.on_map("police"):
        if unit.base in ("generic_veh", "tank"):
            ends = [
                one
                for one in r.town.near(unit.place, False)
                if plain(r, one) and r.town.ground(one) == r.town.ground(unit.place)
            ]
            if ends:
                put(r, unit, ends[0])
                r.plant(f"{unit.kind} moves to {unit.place}", "S.II7.b")
                return


MOVES = {
    "too_far": too_far, "twice": twice, "diagonal": diagonal, "past_enemy": past_enemy,
    "fired_enters": fired_enters, "suppressed_enters": suppressed_enters,
    "into_building": into_building, "group_house": group_house, "through_crowd": through_crowd,
    "out_of_turn": out_of_turn, "two_crowds": overstack, "four_groups": overstack,
    "upstairs_outside": upstairs_outside, "climbs_too_far": climbs_too_far,
    "comes_back": comes_back, "into_fire": into_fire, "over_hedge": over_hedge,
    "vehicle_rams": vehicle_rams, "gun_moves": gun_moves, "gun_house": gun_house,
    "strays": strays, "late_barricade": late_barricade, "vehicle_moves": vehicle_moves,
}  # fmt: skip
