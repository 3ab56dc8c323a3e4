"""At sea: landings, gunboats, Filipino boats and interception (8.2, 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.amigos_reference import ground
from tests.amigos_reference.country import (
    COASTAL,
    COASTS,
    ISLANDS,
    NEXT,
    SEAS_OF,
    STARRED,
    WATERS,
    distance,
    sea_routes,
)
from tests.amigos_reference.forces import FIL_STEPS
from tests.amigos_reference.table import Piece

if TYPE_CHECKING:
    from tests.amigos_reference.war import War


def amphibious(w: War) -> None:
    """8.2.3: at most six steps from or to Manila, a gunboat for two steps."""
    if w.monsoon:
        if w.wants("landing_in_monsoon", 1.0):
            _land(w, "landing_in_monsoon", "8.2.3.e", "13.0.b")
        return
    for kind, *clauses in (
        ("landing_elsewhere", "8.2.3.a"),
        ("landing_too_many", "8.2.3.c"),
        ("landing_few_boats", "8.2.3.c"),
        ("landing_far_boats", "8.2.3.b"),
        ("landed_march", "8.2.3.d"),
    ):
        if w.wants(kind) and _land(w, kind, *clauses):
            return
    if not w.often(0.55):
        return
    if _land(w) and w.wants("second_landing", 1.0):
        _land(w, "second_landing", "3.2.b", "8.2.3.a")


def _land(w: War, wrong: str = "", *clauses: str) -> bool:
    t = w.t
    starts = ["manila"] if w.often(0.8) else [one for one in COASTAL if one != "manila"]
    if wrong == "landing_elsewhere":
        starts = [one for one in COASTAL if one != "manila"]
    for _ in range(12):
        start = w.chance.choice(sorted(starts))
        units = [
            one for one in ground.free(w, start) if w.began.get(one.key) == start and one.steps
        ]
        boats = [
            one
            for one in t.all("gunboat")
            if w.began.get(one.key) == one.place
            and one.place in SEAS_OF[start]
            and one.key not in w.sailed
        ]
        if wrong == "landing_far_boats":
            boats = [
                one
                for one in t.all("gunboat")
                if one.place not in SEAS_OF[start] and one.place not in ISLANDS
            ]
        ends = ["manila"] if start != "manila" else sorted(COASTAL - {"manila"})
        if wrong == "landing_elsewhere":
            ends = sorted(one for one in COASTAL - {"manila", start} if distance(start, one) > 2)
        if not units or not boats:
            continue
        most = min(6, 2 * len(boats))
        group: list[Piece] = []
        w.chance.shuffle(units)
        target = w.chance.randint(1, most)
        if wrong == "landing_too_many":
            target = 8
        elif wrong == "landing_few_boats":
            target = 5
        for unit in units:
            if sum(one.steps for one in group) + unit.steps <= target:
                group.append(unit)
        carried = sum(one.steps for one in group)
        if not group or (start in STARRED and carried >= t.us(start)):
            continue
        if t.us(start) == carried and len(w.force(start, "us")) > len(group):
            continue
        if t.guerrillas(start) and t.us(start) == carried:
            continue
        if wrong == "landing_too_many" and (carried < 7 or len(boats) < (carried + 1) // 2):
            continue
        need = (carried + 1) // 2
        if wrong == "landing_few_boats":
            if carried < 4 or len(boats) < 1:
                continue
            need = 1
        if len(boats) < need:
            continue
        leaders = [one for one in ground.free(w, start) if one.kind in ground_leaders(w)]
        if leaders and w.often(0.3):
            group.append(leaders[0])
        fit = [
            one
            for one in ends
            if (wrong or w.room(one, "us", group))
            and t.filipinos(one) <= carried + 2
            and not (w.force(one, "filipino") and not t.filipinos(one))
            and w.room(one, "us", group)
        ]
        if wrong:
            fit = [one for one in fit if distance(start, one) > 2 and not t.filipinos(one)]
        else:
            hot = [one for one in fit if t.regulars(one)]
            fit = hot if hot and w.often(0.5) else fit
        if not fit:
            continue
        end = w.chance.choice(fit)
        _carry(w, group, boats[:need], start, end)
        if wrong == "landed_march":
            onward = [
                one
                for one in sorted(NEXT[end])
                if not w.force(one, "filipino")
                and w.room(one, "us", group)
                and not t.us(one)
                and distance(start, one) > 2
                and one not in COASTAL
            ]
            if not onward:
                return True
            t.move(group, onward[0])
        if wrong:
            w.plant(f"{wrong}: {start} to {end}, {carried} steps", *clauses)
        return True
    return False


def ground_leaders(w: War) -> frozenset[str]:
    """Leaders who may go along; the chief stays where he is."""
    names = {"lawton", "wheaton", "anderson", "funston", "smith", "macarthur"}
    return frozenset(names - {w.chief("us")})


def _carry(w: War, group: list[Piece], boats: list[Piece], start: str, end: str) -> None:
    ground.declare(w, "amphibious", start)
    sea = w.chance.choice(sorted(SEAS_OF[end]))
    order = w.chance.random()
    if order < 0.6:
        w.t.move(group, end)
    if boats[0].place != sea:
        w.t.move(boats, sea)
    if order >= 0.6:
        w.t.move(group, end)
    w.activated |= {one.key for one in group}
    w.landed |= {one.key for one in group}
    w.sailed |= {one.key for one in boats}
    ground.arrive(w, group, end)


def gunboats(w: War) -> None:
    """9.0, 9.4: gunboats that carried nobody go where they like."""
    if w.mistake.startswith("landing") and w.planted and w.planted_turn == w.turn:
        return
    wrong = w.wants("carrier_sails_on") and w.sailed
    for boat in w.t.all("gunboat"):
        if boat.key in w.sailed:
            if wrong and not w.planted:
                near = COASTS[boat.place]
                away = sorted(
                    one for one in WATERS if one not in ISLANDS and not COASTS[one] & near
                )
                others = [one for one in w.t.all("gunboat") if one.place == boat.place]
                if len(others) == 1:
                    w.t.move([boat], w.chance.choice(away))
                    w.plant("a gunboat that carried troops sails on", "8.2.3.h", "8.2.3.g")
            continue
        bare = sorted(
            sea
            for sea, group in ISLANDS.items()
            if not any(w.force(one, "filipino") for one in group)
        )
        held = sorted(ISLANDS.keys() - set(bare))
        if boat.place in ISLANDS and w.often(0.9):
            continue
        if held and w.wants("secures_too_soon"):
            w.t.move([boat], held[0])
            w.plant(f"{held[0]} with Filipinos on the islands", "9.4.a")
        elif bare and w.often(0.5) and not any(w.t.here(sea, "gunboat") for sea in bare):
            w.t.move([boat], w.chance.choice(bare))
        elif w.often(0.35):
            w.t.move([boat], w.chance.choice(sorted(WATERS.keys() - ISLANDS.keys())))


# --- Filipino boats --------------------------------------------------------------------------


def boats(w: War) -> None:
    """8.2.2: at most two steps a turn, five sea spaces."""
    for kind in (
        "sails_in_monsoon",
        "sails_three_steps",
        "sails_six_spaces",
        "sails_unseen",
        "survives_interception",
        "sails_and_marches",
    ):
        if w.wants(kind, 0.8) and _sail(w, kind):
            return
    if w.monsoon or w.no_sea:
        if w.no_sea and not w.monsoon and w.wants("sails_in_spite", 1.0):
            _sail(w, "sails_in_spite")
        return
    if w.often(0.5):
        _sail(w)


def _sail(w: War, wrong: str = "") -> bool:
    t = w.t
    clauses = {
        "sails_in_monsoon": ("8.2.2.c", "13.0.b"),
        "sails_three_steps": ("8.2.2.a",),
        "sails_six_spaces": ("8.2.2.a",),
        "sails_unseen": ("9.2", "8.2.2.d"),
        "survives_interception": ("9.2", "8.2.2.d"),
        "sails_and_marches": ("8.2.2.e",),
        "sails_in_spite": (f"{'US.G3' if w.guerrilla_war else 'US.S7'} 8.2.2.c",),
    }.get(wrong, ())
    if (wrong == "sails_in_monsoon") != w.monsoon and wrong:
        return False
    if wrong and wrong != "sails_in_spite" and w.no_sea:
        return False
    guarded = frozenset(one.place for one in t.all("gunboat") if one.place not in ISLANDS)
    for _ in range(14):
        start = w.chance.choice(sorted(COASTAL))
        units = [one for one in t.here(start, *FIL_STEPS) if one.key not in w.moved]
        if not units or w.force(start, "us"):
            continue
        w.chance.shuffle(units)
        group, total = [], 3 if wrong == "sails_three_steps" else w.chance.randint(1, 2)
        for unit in units:
            if sum(one.steps for one in group) + unit.steps <= total:
                group.append(unit)
        if not group or (wrong == "sails_three_steps" and sum(one.steps for one in group) != 3):
            continue
        if len(w.force(start, "filipino")) > len(group) and t.filipinos(start) <= total:
            continue
        end = w.chance.choice(sorted(COASTAL))
        if end == start or distance(start, end) <= 3 or not w.room(end, "filipino", group):
            continue
        if w.force(end, "us") and not (t.us(end) and t.us(end) <= 2):
            continue
        if wrong and w.force(end, "us"):
            continue
        calm = sea_routes(start, end, 5, guarded)
        every = calm or sea_routes(start, end, 5, frozenset())
        if wrong == "sails_six_spaces":
            if every or not sea_routes(start, end, 8, guarded):
                continue
            route: tuple[str, ...] = ()
        else:
            if not every:
                continue
            if wrong in {"sails_unseen", "survives_interception"} and calm:
                continue
            route = w.chance.choice([one for one in every if len(one) == min(map(len, every))])
        return _voyage(w, group, start, end, route, guarded, wrong, clauses)
    return False


def _voyage(
    w: War,
    group: list[Piece],
    start: str,
    end: str,
    route: tuple[str, ...],
    guarded: frozenset[str],
    wrong: str,
    clauses: tuple[str, ...],
) -> bool:
    t = w.t
    step_by_step = bool(route) and (bool(set(route) & guarded) or w.often(0.4))
    w.moved |= {one.key for one in group}
    for sea in route if step_by_step else ():
        t.move(group, sea)
        if sea not in guarded:
            continue
        if wrong == "sails_unseen":
            continue
        (die,) = w.roll("us", "interception", 1, sea)
        if wrong == "survives_interception" and die >= 4:
            t.move(group, end)
            w.plant(f"the boats sail on after an interception of {die}", *clauses)
            return True
        if die >= 4:
            steps = sum(one.steps for one in group)
            for unit in group:
                w.lost_turn[unit.kind] = w.lost_turn.get(unit.kind, 0) + unit.steps
                t.remove(unit)
            w.tidy_markers(start)
            w.will(steps)
            return True
    if wrong == "survives_interception":
        t.move(group, end)
        return True
    t.move(group, end)
    w.tidy_markers(start)
    w.filipinos_enter(end)
    if wrong == "sails_and_marches":
        onward = [
            one
            for one in sorted(NEXT[end])
            if one not in COASTAL
            and not w.force(one, "us")
            and w.room(one, "filipino", group)
            and distance(start, one) > 2
        ]
        if not onward:
            return True
        t.move(group, onward[0])
    if wrong and wrong != "survives_interception":
        steps = sum(one.steps for one in group)
        w.plant(f"{wrong}: {start} to {end}, {steps} steps", *clauses)
    return True
