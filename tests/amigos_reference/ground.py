"""Ground Operations: what is activated, how it marches (3.2, 8.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.amigos_reference import chits
from tests.amigos_reference.country import MOUNTAINS, NAMES, NEXT, STARRED, distance
from tests.amigos_reference.forces import operations
from tests.amigos_reference.table import Piece

if TYPE_CHECKING:
    from tests.amigos_reference.war import War


def declare(w: War, kind: str, place: str) -> None:
    """The marker of an operation put into its area."""
    markers = w.t.here("us_operations", f"operation_{kind}")
    if not markers:
        return
    with w.t.together():
        w.t.move(markers[:1], place)
        w.say("us", f"Operation: {kind} | In: {place}")


def free(w: War, place: str) -> list[Piece]:
    """US units that may be activated."""
    idle = w.activated | w.fresh
    return [one for one in w.force(place, "us") if one.key not in idle]


def operations_of_turn(w: War) -> None:
    """3.2: as many operations as the turn allows, or fewer."""
    most = operations(w.turn)
    number = most if w.often(0.6) else w.chance.randint(0, most)
    extra = w.wants("operation_too_many", 0.8)
    done, started = 0, set[str]()
    for _ in range(40):
        if done >= (most + 1 if extra else number):
            break
        places = [one for one in NAMES if any(unit.steps for unit in free(w, one))]
        if extra:
            places = [one for one in places if one not in started and one != "manila"]
        if not places:
            break
        place = w.chance.choice(sorted(places, key=lambda one: _heat(w, one))[-4:])
        if one_operation(w, place, extra):
            started.add(place)
            done += 1
            if done > most and not w.planted:
                w.plant(f"{done} Ground Operations", "3.2.a")


def _heat(w: War, place: str) -> float:
    near = sum(w.t.filipinos(one) for one in NEXT[place])
    return min(w.t.us(place), 12) + 2 * min(near, 8) + w.chance.random() * 14


def one_operation(w: War, place: str, moving: bool = False) -> bool:
    """One operation from an area; False if none came of it."""
    t = w.t
    alone = t.guerrillas(place) and not t.regulars(place)
    units = free(w, place)
    if alone and not moving and w.often(0.6) and len(units) == len(w.force(place, "us")):
        declare(w, "search", place)
        w.search_in.add(place)
        w.activated |= {one.key for one in units}
        return True
    if t.regulars(place) and len(units) == len(w.force(place, "us")) and not moving:
        declare(w, "in_place", place)
        w.in_place.add(place)
        w.activated |= {one.key for one in units}
        return True
    if t.regulars(place):
        return False
    if _mistaken(w, place, units):
        return True
    for _ in range(6):
        group = _group(w, place, units)
        route = _route(w, place, group) if group else []
        if route and not (alone and _strands(w, place, group)):
            march(w, place, group, route)
            return True
    return False


def _strands(w: War, place: str, group: list[Piece]) -> bool:
    """A force with a Leader, or a weak one, does not leave Guerrillas behind it."""
    left = w.t.us(place) - sum(one.steps for one in group)
    weak = sum(one.steps for one in group) <= (w.t.guerrillas(place) + 1) // 2
    return left == 0 and (weak or any(not one.steps for one in group))


def _group(w: War, place: str, units: list[Piece]) -> list[Piece]:
    """Some units: a step stays in a victory area, and no gun or Leader stays alone."""
    steps = [one for one in units if one.steps]
    others = [one for one in units if not one.steps]
    if not steps:
        return []
    w.chance.shuffle(steps)
    group = steps[: w.chance.randint(1, min(len(steps), 6))]
    if w.often(0.25):
        group = [one for one in steps if one.kind == "us_cavalry"] or group
    if others and w.often(0.6):
        group = group + w.chance.sample(others, min(len(others), w.chance.randint(1, 2)))
    left = [one for one in w.force(place, "us") if one not in group]
    if not any(one.steps for one in left):
        if place in STARRED:
            group = [one for one in group if one is not group[0]] if group[0].steps else group
            left = [one for one in w.force(place, "us") if one not in group]
            if not any(one.steps for one in left):
                return []
        elif left:
            group = group + [one for one in left if one in units]
            if any(one not in group for one in left):
                return []
    return group if any(one.steps for one in group) else []


def reach(w: War, place: str, group: list[Piece], most: int) -> list[list[str]]:
    """Every route of one or two areas that a US force may take."""
    horses = all(one.kind == "us_cavalry" for one in group)
    found = []
    for first in sorted(NEXT[place]):
        found.append([first])
        stops = (first in MOUNTAINS and not horses) or w.force(first, "filipino")
        if most == 2 and not stops:
            found += [[first, then] for then in sorted(NEXT[first]) if then != place]
    return found


def _route(w: War, place: str, group: list[Piece]) -> list[str]:
    """A route with room at its end, better one to an enemy that can be beaten."""
    most = 1 if w.monsoon else 2
    strength = sum(one.steps for one in group)
    routes, eager = [], []
    for route in reach(w, place, group, most):
        end = route[-1]
        if (
            end in w.shut
            or not w.room(end, "us", group)
            or (end == "manila" and w.mistake == "operation_too_many")
        ):
            continue
        enemies = w.t.filipinos(end)
        if w.force(end, "filipino") and not enemies:
            leaders = w.leaders(end, "filipino")
            if len(leaders) != len(w.force(end, "filipino")):
                continue
        if enemies > strength + 2:
            continue
        routes.append(route)
        if enemies:
            eager.append(route)
    if eager and w.often(0.75):
        return w.chance.choice(eager)
    return w.chance.choice(routes) if routes else []


def march(w: War, place: str, group: list[Piece], route: list[str]) -> None:
    """8.1: along a route of areas; some may be dropped on the way."""
    declare(w, "ground", place)
    if chits.may_play(w, "filipino", "s6", 0.3) and not w.planted:
        chits.play(w, "filipino", "s6")
        if w.wants("difficult_ignored", 1.0) and len(route) == 2:
            far = distance(place, route[1]) == 2
            if far:
                w.t.move(group, route[1])
                w.activated |= {one.key for one in group}
                w.plant("Difficult Terrain is ignored", "PH.S6")
                arrive(w, group, route[1])
                return
        if not w.room(route[0], "us", group) or w.force(route[0], "filipino"):
            route = []
        route = route[:1]
    w.activated |= {one.key for one in group}
    if not route:
        return
    left_behind = w.t.guerrillas(place) and not w.t.us(place) - sum(one.steps for one in group)
    if len(route) == 2 and (left_behind or w.often(0.5)):
        w.t.move(group, route[0])
        if left_behind:
            _shots_behind(w, place, group)
        elif w.often(0.3) and len([one for one in group if one.steps]) > 2:
            dropped = next(one for one in group if one.steps)
            if w.room(route[0], "us", [dropped]):
                group = [one for one in group if one is not dropped]
        group = [one for one in group if one.place == route[0]]
        w.t.move(group, route[1])
    else:
        w.t.move(group, route[-1])
        if left_behind:
            _shots_behind(w, place, group)
    arrive(w, [one for one in group if one.place == route[-1]], route[-1])


def _shots_behind(w: War, place: str, group: list[Piece]) -> None:
    """8.1: Guerrillas whose area is left shoot after the force on a 4 to 6."""
    if w.wants("no_shots_behind", 1.0):
        w.plant(f"no die when {place} is left to Guerrillas", "8.1.h")
        return
    (die,) = w.roll("filipino", "leaving", 1, place)
    if die < 4:
        return
    dice = w.roll("filipino", "filipino_parting", (w.t.guerrillas(place) + 1) // 2, place)
    for _ in range(sum(one >= 5 for one in dice)):
        there = [one for one in group if one.steps and one.place in NAMES]
        if there:
            w.t.lose(w.chance.choice(there))
            w.lost_turn["us"] = w.lost_turn.get("us", 0) + 1
            w.will(-2)


def arrive(w: War, group: list[Piece], place: str) -> None:
    """1.2.2: a Leader found alone; Lawton's night attack."""
    if w.force(place, "filipino") and not w.t.filipinos(place):
        for leader in w.leaders(place, "filipino"):
            (die,) = w.roll("us", "leader_alone", 1, place)
            if die <= 3:
                w.leader_lost(leader)
            else:
                w.to_friends(leader)
    elif w.t.filipinos(place) and any(one.kind == "lawton" for one in group):
        (die,) = w.roll("us", "night_attack", 1, place)
        w.night[place] = die <= 2


# --- mistakes --------------------------------------------------------------------------------


def _mistaken(w: War, place: str, units: list[Piece]) -> bool:
    """A march that no rule allows; True if there was one."""
    steps = [one for one in units if one.steps]
    foot = [one for one in steps if one.kind != "us_cavalry"]
    others = w.t.us(place) - sum(one.steps for one in foot[:1])
    if not foot or w.planted or not w.mistake:
        return False
    two = [one for one in NAMES if distance(place, one) == 2 and not w.force(one, "filipino")]
    three = [one for one in NAMES if distance(place, one) == 3 and not w.force(one, "filipino")]
    middle = {one: NEXT[place] & NEXT[one] for one in two}
    land = "manila" not in {place}
    held = {one for one in NAMES if w.force(one, "filipino")}
    guns = [one for one in units if one.kind == "us_artillery"]
    calm = not w.t.guerrillas(place)
    cases: list[tuple[str, list[str], list[Piece], tuple[str, ...]]] = [
        ("marches_three", [one for one in three if land and one != "manila"], foot[:1], ("8.1.a",)),
        (
            "marches_two_in_monsoon",
            [
                one
                for one in two
                if w.monsoon and land and one != "manila" and middle[one] - MOUNTAINS - held
            ],
            foot[:1],
            ("13.0.a",),
        ),
        (
            "through_mountain",
            [
                one
                for one in two
                if middle[one] <= MOUNTAINS and not middle[one] & held and one != "manila" and land
            ],
            foot[:1],
            ("8.1.b", "14.0"),
        ),
        (
            "through_enemy",
            [
                one
                for one in two
                if middle[one] <= held and not middle[one] & MOUNTAINS and one != "manila" and land
            ],
            foot[:1],
            ("8.1.c",),
        ),
        (
            "second_gun",
            [
                one
                for one in sorted(NEXT[place])
                if w.t.here(one, "us_artillery")
                and one != "manila"
                and w.t.us(one)
                and not w.force(one, "filipino")
            ],
            guns[:1],
            ("1.2.1.h", "8.3.a"),
        ),
    ]
    for kind, goals, group, clauses in cases:
        monsoon = w.monsoon and kind != "marches_two_in_monsoon" and kind != "second_gun"
        places = [one for one in goals if kind == "second_gun" or w.room(one, "us", group)]
        if places and group and others > 0 and calm and not monsoon and w.wants(kind):
            declare(w, "ground", place)
            end = w.chance.choice(places)
            w.t.move(group, end)
            w.activated |= {one.key for one in group}
            w.plant(f"{kind}: {place} to {end}", *clauses)
            return True
    crowd = [
        one
        for one in sorted(NEXT[place])
        if one != "manila"
        and not w.force(one, "filipino")
        and w.t.us(one) + sum(unit.steps for unit in steps[:8]) > 10
    ]
    if crowd and len(steps) > 8 and calm and w.wants("eleven_steps"):
        declare(w, "ground", place)
        w.t.move(steps[:8], crowd[0])
        w.activated |= {one.key for one in steps[:8]}
        w.crowded = crowd[0]
        w.plant(f"{w.t.us(crowd[0])} steps in {crowd[0]}", "8.3.a")
        return True
    if place in STARRED and place != "manila" and w.t.us_controls(place) and calm:
        ends = [
            one
            for one in sorted(NEXT[place])
            if w.room(one, "us", units) and not w.force(one, "filipino")
        ]
        if ends and units == w.force(place, "us") and w.wants("star_left"):
            declare(w, "ground", place)
            w.t.move(units, ends[0])
            w.activated |= {one.key for one in units}
            w.shut.add(place)
            w.plant(f"the victory area {place} is left empty", "1.1.2.a")
            return True
    new = [
        one
        for one in w.force(place, "us")
        if one.key in w.fresh and (not one.steps and not any(old.kind == one.kind for old in units))
    ]
    ends = [one for one in sorted(NEXT[place]) if not w.force(one, "filipino")]
    if place == "manila" and new and ends and w.wants("fresh_troops_march"):
        end = w.chance.choice(ends)
        group = [new[0], foot[0]]
        if w.room(end, "us", group):
            declare(w, "ground", place)
            w.t.move(group, end)
            w.activated |= {one.key for one in group}
            w.plant(f"fresh {new[0].kind} marches", "7.1.c")
            return True
    return False
