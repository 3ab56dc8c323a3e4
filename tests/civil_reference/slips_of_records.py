"""Changes of the table that nothing explains: every kind of change in every phase.

A kind is named by its change and its phase: `suppressed@recovery`, `gas_off@move`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.civil_reference import moving
from tests.civil_reference.table import Piece

if TYPE_CHECKING:
    from tests.civil_reference.riot import Riot

Told = tuple[str, tuple[str, ...]] | None
"""A story, and the clauses that it breaks, the first of them before all others."""
CHECKS = ("gas_morale", "gas_fades", "fires")
PHASES = (*CHECKS, "fire", "move", "shock", "recovery")


def kind_of(phase: str) -> str:
    """The kind of a phase: `mob_fire` is one of `fire`."""
    return next((one for one in PHASES[3:] if phase.endswith(f"_{one}")), phase)


def at_boundary(r: Riot, ends: bool) -> None:
    """The mistake of a game, if it is of this family, at the beginning or end of a phase."""
    change, _, phase = r.mistake.partition("@")
    if not phase or r.planted or r.turn < r.late or kind_of(r.phase) != phase:
        return
    if not r.often(0.3):
        return
    told = CHANGES[change](r)
    if told is not None:
        r.plant(f"{told[0]} ({'end' if ends else 'start'})", *told[1])


# --- choices -------------------------------------------------------------------------------------


def bodies(r: Riot, *, suppressed: bool = False) -> list[Piece]:
    """Groups and Crowds far from gas, enemies and overstacked areas."""
    found = [
        one
        for one in r.on_map()
        if one.size in ("group", "crowd")
        and one.suppressed == suppressed
        and not one.level
        and not r.enemies(one.place, r.owner(one))
        and not r.marked(one.place, "gas")
        and one.key not in r.guns.values()
        and one.key not in r.shaken
        and not crowded(r, one)
        and one.base not in ("hmg", "field_gun")
        and one.face != "mounted"
    ]
    r.chance.shuffle(found)
    return found


def crowded(r: Riot, unit: Piece) -> bool:
    """Whether more units of its size than may are where a unit is."""
    same = [one for one in r.units(unit.place, r.owner(unit)) if one.size == unit.size]
    return len(same) > (1 if unit.crowd else 3)


def ways(r: Riot, unit: Piece) -> list[str]:
    """Empty open areas beside a unit, along the sides."""
    return [
        place
        for place in r.town.near(unit.place, False)
        if not r.t.here(place) and not moving.prohibited(r, unit, place) and not r.town.house(place)
    ]


def empty(r: Riot) -> list[str]:
    """Empty areas of the streets beside units."""
    found = sorted(
        {
            place
            for one in r.on_map()
            for place in r.town.near(one.place)
            if not r.t.here(place) and not r.town.house(place)
        }
    )
    r.chance.shuffle(found)
    return found


def marker(r: Riot, kind: str, place: str = "") -> Piece | None:
    """A marker on the map, or in a place."""
    if place:
        return next(iter(r.t.here(place, kind)), None)
    found = [one for one in r.t.all(kind) if one.place in r.town]
    return r.chance.choice(found) if found else None


# --- units ---------------------------------------------------------------------------------------


def suppressed(r: Riot) -> Told:
    """A unit is marked Suppressed."""
    for unit in bodies(r):
        r.t.do("condition", (unit.key,), text="suppressed", number=1)
        r.hit[unit.key] = r.turn, r.side
        codes = ("5.1.c", "5.2.d", "5.1.a", "5.1.b", "3.0.d")
        return f"{unit.kind} in {unit.place} is suppressed", codes
    return None


def woken(r: Riot) -> Told:
    """A unit recovers outside its own Recovery."""
    for unit in bodies(r, suppressed=True):
        if r.phase.endswith("recovery") and r.owner(unit) == r.side:
            continue
        r.t.do("condition", (unit.key,), text="suppressed", number=0)
        r.hit.pop(unit.key, None)
        return f"{unit.kind} in {unit.place} recovers in {r.phase}", ("3.0.i", "5.2.e")
    return None


def taken(r: Riot, place: Callable[[Piece], str], *codes: str) -> Told:
    """A unit leaves the map for a box."""
    for unit in bodies(r):
        alone = [one for one in r.units(unit.place, r.owner(unit)) if one is not unit]
        if not alone:
            r.t.do("move", (unit.key,), place(unit))
            r.lost.append(unit.key)
            return f"{unit.kind} goes to {unit.place}", codes
    return None


def lost(r: Riot) -> Told:
    """A unit is eliminated."""
    return taken(
        r, lambda unit: "lost_police" if r.owner(unit) == "police" else "lost_mobs", "5.1.d"
    )


def left(r: Riot) -> Told:
    """A unit leaves the map, but not in its own movement."""
    return taken(r, lambda unit: f"left_{r.owner(unit)}", "4.0.f", "4.0.h", "4.0.a")


def shelved(r: Riot) -> Told:
    """A unit goes back to the supply."""
    return taken(r, lambda unit: f"pool_{unit_side(unit)}", "5.1.d", "4.0.f", "2.3.e")


def unit_side(unit: Piece) -> str:
    """The side whose supply holds a kind."""
    from tests.civil_reference.riot import MOB_KINDS

    if unit.base not in MOB_KINDS:
        return "police"
    return "rival" if unit.kind.endswith("_2") else "mob"


def put_back(r: Riot, box: str, *codes: str) -> Told:
    """A unit that is out of the game comes onto the map."""
    gone = [
        one
        for one in r.t.pieces.values()
        if one.place.startswith(box) and one.size in ("group", "crowd")
    ]
    friends = [one for one in r.on_map() if not r.town.house(one.place)]
    r.chance.shuffle(friends)
    for unit in gone:
        if unit.key not in r.lost and unit.key not in r.gone and box != "pool":
            continue
        for friend in friends:
            if r.owner(friend) == r.owner(unit):
                for place in ways(r, friend):
                    r.t.do("move", (unit.key,), place)
                    for known in (r.lost, r.gone):
                        if unit.key in known:
                            known.remove(unit.key)
                    return f"{unit.kind} of {box} is put into {place}", codes
    return None


def risen(r: Riot) -> Told:
    """An eliminated unit comes back."""
    return put_back(r, "lost", "5.1.d", "4.0.g", "4.0.h")


def returned(r: Riot) -> Told:
    """A unit that left the map comes back."""
    return put_back(r, "left", "4.0.g", "4.0.h")


def unbought(r: Riot) -> Told:
    """A unit of the supply comes onto the map."""
    if r.name in ("i-1", "i-2", "ii-2", "ii-6"):
        return None
    return put_back(r, "pool", "2.3.e", "4.0.h")


def recruited(r: Riot) -> Told:
    """A unit is bought in the middle of the game."""
    for side in r.order:
        for unit in r.t.here(f"pool_{side}"):
            if unit.size == "group":
                r.t.do("move", (unit.key,), f"force_{side}")
                return f"{unit.kind} is taken into the force of the {side}", ("2.3.e", "2.3.d")
    return None


def moved(r: Riot) -> Told:
    """A unit moves where only fights move units, or nothing does."""
    own = r.phase.endswith("_move")
    for unit in bodies(r):
        if (own and r.owner(unit) == r.side) or r.name == "i-1":
            continue
        for place in ways(r, unit):
            start = unit.place
            r.move([unit], place)
            return f"{unit.kind} goes from {start} to {place}", ("4.0.h", "3.0.b", "3.0.a")
    return None


def climbed(r: Riot) -> Told:
    """A unit changes its level outside its movement."""
    for unit in r.on_map():
        house = unit.size == "group" and r.town.house(unit.place) and not unit.suppressed
        if not house or r.enemies(unit.place, r.owner(unit)) or unit.base in ("hmg", "field_gun"):
            continue
        if r.phase.endswith("_move") and r.owner(unit) == r.side:
            continue
        r.level(unit, 1 - unit.level)
        return f"{unit.kind} in {unit.place} changes its level", ("4.0.h", "4.2.c", "3.0.b")
    return None


def mounted(r: Riot) -> Told:
    """A squad mounts, or dismounts outside its movement."""
    for unit in r.t.all("line"):
        if unit.place in r.town and not r.enemies(unit.place, "police"):
            face = "mounted" if unit.face == "foot" else "foot"
            if (face == "mounted" and r.town.house(unit.place)) or r.phase == "police_move":
                continue
            r.t.do("face", (unit.key,), text=face)
            return f"line in {unit.place} is {face} now", ("8.5.a",)
    return None


# --- markers -------------------------------------------------------------------------------------


def gas_on(r: Riot) -> Told:
    """Gas appears."""
    can = marker(r, "gas", "pool_gas")
    if can is None or r.phase == "police_fire":
        return None
    for place in empty(r):
        if can.face != "gas":
            r.t.do("face", (can.key,), text="gas")
        r.t.do("move", (can.key,), place)
        return f"gas appears in {place}", ("6.1.c", "6.1.f", "6.1.k", "6.7.P0")
    return None


def gas_off(r: Riot) -> Told:
    """Gas is taken away."""
    can = marker(r, "gas")
    if can is None or (can.face == "gas_2" and r.phase == "gas_fades"):
        return None
    place = can.place
    r.t.do("move", (can.key,), "pool_gas")
    return f"the {can.face} of {place} is taken away", ("6.1.k", "3.0.e")


def gas_turned(r: Riot) -> Told:
    """Gas is turned over."""
    can = marker(r, "gas")
    if can is None or r.phase in CHECKS:
        return None
    r.t.do("face", (can.key,), text="gas" if can.face == "gas_2" else "gas_2")
    return f"the gas of {can.place} is turned to {can.face}", ("3.0.e", "6.1.k")


def gas_drifts(r: Riot) -> Told:
    """Gas goes to another area."""
    can = marker(r, "gas")
    for place in empty(r) if can else ():
        if can and place in r.town.near(can.place):
            start = can.place
            r.t.do("move", (can.key,), place)
            return f"the gas of {start} goes to {place}", ("6.1.k", "3.0.e", "6.1.c")
    return None


def fire_on(r: Riot) -> Told:
    """A Fire appears."""
    flame = marker(r, "fire", "pool_fire")
    for place in empty(r) if flame else ():
        if flame:
            r.t.do("move", (flame.key,), place)
            return f"a Fire appears in {place}", ("6.5.i", "6.5.e", "6.5.k")
    return None


def fire_off(r: Riot) -> Told:
    """A Fire is taken away."""
    flame = marker(r, "fire")
    if flame is None or r.name == "ii-2":
        return None
    place = flame.place
    r.t.do("move", (flame.key,), "pool_fire")
    return f"the Fire of {place} is taken away", ("6.5.k", "3.0.f", "8.2.d")


def fire_drifts(r: Riot) -> Told:
    """A Fire goes to another area."""
    flame = marker(r, "fire")
    for place in empty(r) if flame else ():
        if flame and place in r.town.near(flame.place):
            start = flame.place
            r.t.do("move", (flame.key,), place)
            return f"the Fire of {start} goes to {place}", ("6.5.i", "6.5.k", "6.5.e")
    return None


def gun_moves(r: Riot) -> Told:
    """A Gas Gun goes somewhere without its carrier."""
    gun = marker(r, "gas_gun")
    if gun is None:
        return None
    for place in r.town.near(gun.place):
        if not r.units(place) and not r.town.house(place):
            start = gun.place
            r.t.do("move", (gun.key,), place)
            r.guns.pop(gun.key, None)
            return f"the Gas Gun of {start} goes alone to {place}", ("6.1.1.e", "6.1.1.b")
    return None


def gun_on(r: Riot) -> Told:
    """A Gas Gun of the supply joins a squad."""
    gun = marker(r, "gas_gun", "pool_police")
    squads = [one for one in bodies(r) if r.owner(one) == "police" and one.size == "group"]
    if gun is None or not squads or r.name in ("i-1", "ii-1", "ii-2", "ii-7"):
        return None
    r.t.do("move", (gun.key,), squads[0].place)
    return f"a Gas Gun appears in {squads[0].place}", ("6.1.1.a", "2.3.e", "6.1.1.e")


def gun_off(r: Riot) -> Told:
    """A Gas Gun is taken from its squad."""
    gun = marker(r, "gas_gun")
    if gun is None:
        return None
    place = gun.place
    r.t.do("move", (gun.key,), "pool_police")
    r.guns.pop(gun.key, None)
    return f"the Gas Gun of {place} is taken away", ("6.1.1.b", "6.1.1.e")


def swag_moves(r: Riot) -> Told:
    """Swag is carried."""
    bag = marker(r, "swag")
    if bag is None:
        return None
    start = bag.place
    place = r.chance.choice(sorted(r.town.near(start)))
    r.t.do("move", (bag.key,), place)
    return f"the Swag of {start} goes to {place}", ("S.II6.a", "S.II6")


def dark(r: Riot) -> Told:
    """Day and night change."""
    sky = next(iter(r.t.all("daylight")), None)
    if sky is None or r.name == "ii-6":
        return None
    r.night = not r.night
    r.t.do("face", (sky.key,), text="night" if sky.face == "day" else "day")
    return f"it is {sky.face} now", ("6.6.a", "S.I4", "S.II7.a", "S.I2.f", "2.3.d")


# --- tracks --------------------------------------------------------------------------------------


def track(names: tuple[str, ...], change: int, *codes: str) -> Callable[[Riot], Told]:
    """A marker of a track goes up or down."""

    def make(r: Riot) -> Told:
        known = [
            one
            for one in names
            if r.box.get(one, 0) + min(change, 0) > 0
            and (one[4:] in r.order or one.partition("_")[0] not in ("wia", "kia"))
        ]
        if change > 0:
            known = [one for one in known if r.box[one] < 20]
        if (names[0] == "tdn" and not r.uses_tdn) or not known:
            return None
        name = r.chance.choice(known)
        if names[0] in ("grenades", "molotovs") and r.box[name] <= 2:
            return None
        if name == "molotovs_2" and "rival" not in r.order:
            return None
        r.count(name, change)
        return f"{name} goes to {r.box[name]}", codes

    return make


VICTIMS = ("mob", "rival", "police")
WIA, KIA = (tuple(f"{one}_{side}" for side in VICTIMS) for one in ("wia", "kia"))
CHANGES: dict[str, Callable[[Riot], Told]] = {
    "suppressed": suppressed, "woken": woken, "lost": lost, "left": left, "shelved": shelved,
    "risen": risen, "returned": returned, "unbought": unbought, "recruited": recruited,
    "moved": moved, "climbed": climbed, "mounted": mounted,
    "gas_on": gas_on, "gas_off": gas_off, "gas_turned": gas_turned, "gas_drifts": gas_drifts,
    "fire_on": fire_on, "fire_off": fire_off, "fire_drifts": fire_drifts,
    "gun_moves": gun_moves, "gun_on": gun_on, "gun_off": gun_off, "swag_moves": swag_moves,
    "dark": dark,
    "wia_up": track(WIA, 1, "5.3.1.e", "5.3.1.a"), "wia_down": track(WIA, -1, "5.3.1.e"),
    "kia_up": track(KIA, 1, "5.3.1.e", "5.3.1.a"), "kia_down": track(KIA, -1, "5.3.1.e"),
    "tdn_up": track(("tdn",), 3, "8.9.c", "8.9.b"),
    "tdn_down": track(("tdn",), -3, "8.9.c", "8.9.b"),
    "grenades_up": track(("grenades",), 2, "6.1.b", "6.1.f"),
    "grenades_down": track(("grenades",), -1, "6.1.f", "6.1.b"),
    "molotovs_up": track(("molotovs", "molotovs_2"), 2, "6.5.b"),
    "molotovs_down": track(("molotovs", "molotovs_2"), -1, "6.5.b"),
}  # fmt: skip
"""What changes, by name."""
EVERYWHERE = (
    "i-2",
    "i-3",
    "i-4",
    "i-5",
    "i-6",
    "i-7",
    "i-8",
    "ii-1",
    "ii-3",
    "ii-4",
    "ii-5",
    "ii-6",
    "ii-7",
)
GAS = ("i-2", "i-6", "i-7", "i-8", "ii-4", "i-3", "ii-6")
FLAMES = ("i-6", "i-7", "i-8", "ii-4", "ii-6", "ii-7", "ii-1", "i-5")
SCENARIOS = {
    "gas": GAS, "gun": GAS, "fire": FLAMES, "swag": ("ii-6",), "grenades": GAS,
    "molotovs": (*FLAMES, "i-2"), "tdn": ("i-2", "i-4", "i-6", "i-7", "i-8", "ii-7"),
    "mounted": ("i-1", "i-2", "i-6", "i-8"),
}  # fmt: skip
"""Where a change can happen, by the first part of its name; else everywhere."""
LEGAL = {("wia_up", "fires"), ("kia_up", "fires")}
"""What can happen all the same."""
LOOSE: dict[str, tuple[str, ...]] = {
    f"{change}@{phase}": SCENARIOS.get(change.partition("_")[0], EVERYWHERE)
    for change in CHANGES
    for phase in PHASES
    if (change, phase) not in LEGAL
}
"""The kinds of these mistakes, and the scenarios in which each can happen."""
