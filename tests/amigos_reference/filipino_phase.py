"""The Filipino Operations (8, 10, 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.amigos_reference import battle, chits, sea
from tests.amigos_reference.country import NAMES, NEXT, SEAS_OF, distance
from tests.amigos_reference.forces import FIL_STEPS
from tests.amigos_reference.table import Piece

if TYPE_CHECKING:
    from tests.amigos_reference.war import War


def movement(w: War) -> None:
    """8.1, 8.2.2: every Filipino unit may move."""
    w.moved = set()
    w.no_sea = False
    number = "g3" if w.guerrilla_war else "s7"
    if chits.may_play(w, "us", number, 0.5):
        chits.play(w, "us", number)
        w.no_sea = True
    _uprising(w)
    places = [one for one in NAMES if w.t.filipinos(one)]
    w.chance.shuffle(places)
    for place in places:
        if w.mistake and not w.planted and _mistaken(w, place):
            continue
        if w.often(0.35):
            _march(w, place)
    sea.boats(w)


def _uprising(w: War) -> None:
    """Filipino chit 11: an attack out of nowhere in Manila."""
    number, kind, steps = ("g11", "guerrilla", 2) if w.guerrilla_war else ("s11", "regular", 4)
    if w.t.us("manila") < 6 or len(w.t.pool(kind)) < 2:
        return
    if chits.may_play(w, "filipino", number, 0.4):
        chits.play(w, "filipino", number)
        w.t.take(kind, steps, "manila")
        (w.uprising_die,) = w.roll("filipino", "filipino", 1, "manila")
        battle.Battle(w, "manila", "filipino", uprising=True).fight()


def _group(w: War, place: str) -> list[Piece]:
    """Some units; nobody without steps stays alone."""
    steps = [one for one in w.t.here(place, *FIL_STEPS) if one.key not in w.moved]
    if not steps:
        return []
    w.chance.shuffle(steps)
    group = steps[: w.chance.randint(1, len(steps))]
    others = [one for one in w.force(place, "filipino") if not one.steps and one.key not in w.moved]
    goods = w.t.here(place, "imported_arms") + w.force(place, "filipino")
    stuck = [one for one in goods if not one.steps and one.key in w.moved]
    if stuck and len(group) == len(w.t.here(place, *FIL_STEPS)):
        group = group[1:]
    if len(group) == len(w.t.here(place, *FIL_STEPS)):
        group = group + others
    elif others and w.often(0.4):
        group = [*group, w.chance.choice(others)]
    return group


def reach(w: War, place: str, group: list[Piece]) -> list[list[str]]:
    """Every route of one or two areas."""
    regular = any(one.kind == "regular" for one in group)
    found = []
    for first in sorted(NEXT[place]):
        found.append([first])
        us = w.force(first, "us")
        stops = us and (
            regular or w.t.us(first) > 4 or not w.t.us(first) or w.t.here(first, "scouts")
        )
        if not w.monsoon and not stops:
            found += [[first, then] for then in sorted(NEXT[first]) if then != place]
    return found


def _march(w: War, place: str) -> None:
    group = _group(w, place)
    if not group:
        return
    strength = sum(one.steps for one in group)
    regular = any(one.kind == "regular" for one in group)
    routes = []
    for route in reach(w, place, group):
        end = route[-1]
        us = w.t.us(end)
        if end == "manila" or not w.room(end, "filipino", group) or (us > strength + 2 and regular):
            continue
        routes.append(route)
        if us and us <= strength:
            routes += [route] * 6
    if not routes:
        return
    route = w.chance.choice(routes)
    arms = w.t.here(place, "imported_arms")
    along = arms if (arms and w.often(0.5)) or not w.t.filipinos(place) - strength else []
    goods = group + along
    if len(route) == 2 and w.often(0.4):
        w.t.move(goods, route[0])
        w.filipinos_enter(route[0])
    w.t.move(goods, route[-1])
    w.moved |= {one.key for one in goods}
    w.tidy_markers(place)
    w.filipinos_enter(route[-1])


def combats(w: War) -> None:
    """3.3, 10: Regulars must fight, Guerrillas may."""
    w.shelled = set()
    places = [one for one in NAMES if w.t.us(one) and w.t.filipinos(one)]
    w.chance.shuffle(places)
    for place in places:
        if not (w.t.us(place) and w.t.filipinos(place)):
            continue
        alone = not w.t.regulars(place)
        if alone and not w.often(0.5 if w.t.guerrillas(place) >= w.t.us(place) else 0.1):
            continue
        if not alone and w.wants("filipinos_hold_back"):
            w.plant(f"no battle in {place}", "10.1.b")
            continue
        battle.Battle(w, place, "filipino").fight()


def _mistaken(w: War, place: str) -> bool:
    """A march that no rule allows."""
    t = w.t
    units = [one for one in t.here(place, *FIL_STEPS) if one.key not in w.moved]
    regulars = [one for one in units if one.kind == "regular"]
    guerrillas = [one for one in units if one.kind == "guerrilla"]
    if t.filipinos(place) < 2 or w.force(place, "us"):
        return False
    calm = [one for one in NAMES if not w.force(one, "us")]
    inland = not SEAS_OF[place] or w.monsoon
    three = [one for one in calm if distance(place, one) == 3 and (inland or not SEAS_OF[one])]
    two = [one for one in calm if distance(place, one) == 2 and (inland or not SEAS_OF[one])]
    blocked = {one for one in NAMES if t.us(one)}
    strong = {one for one in NAMES if t.us(one) > 4}
    cases = [
        ("rebels_march_three", three if not w.monsoon else [], units[:1], ("8.1.a",)),
        ("rebels_two_in_monsoon", two if w.monsoon else [], units[:1], ("13.0.a",)),
        (
            "regulars_pass_us",
            [one for one in two if NEXT[place] & NEXT[one] <= blocked] if not w.monsoon else [],
            regulars[:1],
            ("8.1.c",),
        ),
        (
            "guerrillas_pass_us",
            [one for one in two if NEXT[place] & NEXT[one] <= strong] if not w.monsoon else [],
            guerrillas[:1],
            ("8.1.d",),
        ),
    ]
    for kind, goals, group, clauses in cases:
        ends = [one for one in goals if group and w.room(one, "filipino", group)]
        if ends and t.filipinos(place) > sum(one.steps for one in group) and w.wants(kind):
            end = w.chance.choice(ends)
            t.move(group, end)
            w.moved |= {one.key for one in group}
            w.filipinos_enter(end)
            w.plant(f"{kind}: {place} to {end}", *clauses)
            return True
    crowds = (
        ("eleven_regulars", regulars, t.regulars, 10, "8.3.b"),
        ("six_guerrillas_march", guerrillas, t.guerrillas, 5, "8.3.b"),
    )
    for kind, group, counted, most, clause in crowds:
        for end in sorted(NEXT[place]):
            total = counted(end) + sum(one.steps for one in group)
            whole = sum(one.steps for one in group) < t.filipinos(place)
            fits = end in calm and total > most and group and whole
            if fits and w.wants(kind):
                t.move(group, end)
                w.moved |= {one.key for one in group}
                w.plant(f"{kind}: {total} in {end}", clause)
                return True
    guns = t.here(place, "fil_artillery")
    for end in sorted(NEXT[place]):
        if guns and end in calm and t.here(end, "fil_artillery") and w.wants("two_rebel_guns"):
            t.move([*guns, units[0]], end)
            w.moved.add(units[0].key)
            w.plant(f"two Filipino Artillery units in {end}", "8.3.b")
            return True
    return False


PHASES = {"filipino_movement": movement, "filipino_combat": combats}
