"""Set-ups, purchases, entries and reinforcements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.civil_reference.figures import RATINGS
from tests.civil_reference.table import Piece

if TYPE_CHECKING:
    from tests.civil_reference.riot import Riot

BOX = {"mob": "force_mob", "rival": "force_rival", "police": "force_police"}
QUARTERS = {"north": range(1, 7), "south": range(8, 14)}
SUBSTITUTES = ("i-3", "i-6", "i-7", "i-8", "ii-4", "i-4")
"""Scenarios in which Slingshot Punks may stand in for Untrained Crowds, or are bought."""


def force(r: Riot, side: str) -> list[Piece]:
    """The units that a side has and that are not on the map yet."""
    return [one for one in r.t.here(BOX[side]) if one.size]


def row(r: Riot, place: str) -> int:
    """The row of an area on its board."""
    return int(place[3:])


def set_up(r: Riot) -> None:
    """2.3: forces, then units on the map in the scenario's order."""
    from tests.civil_reference import slips_of_set_up

    purchases(r)
    slips_of_set_up.bad_purchase(r)
    r.t.do("sheet", (r.t.one("sheet").key,), text="chosen", side=r.side)
    town = r.town
    plaza = town.area("plaza") if "W-D4" in town else []
    around = [one for one in town.beside(plaza) if town.ground(one) == "building"] if plaza else []
    ends = {side: town.edge(side) for side in "nesw"}
    everything = [one for edge in ends.values() for one in edge]
    one_edge = ends[r.chance.choice("nesw")]
    match r.name:
        case "i-1":
            for unit in r.t.here("force_police", "line"):
                if r.mistake == "dismount_late" or (r.mistake != "remounts" and r.often(0.5)):
                    r.t.do("face", (unit.key,), text="mounted")
            deploy(r, "mob", plaza)
            wait(r, "police", town.edge("s", "west"))
        case "i-2":
            wait(r, "police", ends[r.chance.choice("new")])
            wait(r, "mob", ends["s"])
        case "i-3" | "ii-5":
            quarter(r)
            wait(r, "police", everything if r.name == "ii-5" else one_edge)
        case "i-4":
            deploy(
                r,
                "police",
                [
                    one
                    for one in town.squares
                    if min(town.distance(one, two) for two in town.area("WH")) <= 5
                ],
            )
            wait(r, "mob", one_edge)
        case "i-5":
            deploy(r, "mob", plaza)
            wait(r, "rival", one_edge)
        case "i-6":
            deploy(r, "mob", plaza)
            wait(r, "police", one_edge)
        case "i-7" | "ii-4":
            deploy(r, "mob", plaza + around)
            barricades(r, plaza)
            wait(r, "police", one_edge)
        case "i-8":
            deploy(r, "police", [one for one in town.squares if row(r, one) <= 6])
            wait(r, "mob", ends["s"])
        case "ii-1" | "ii-2":
            deploy(r, "mob", list(town.squares))
            barricades(r, list(town.squares))
            wait(r, "police", one_edge if r.name == "ii-1" else everything)
        case "ii-3":
            squat = town.area("ES")
            deploy(r, "mob", town.beside(squat))
            mobs = [one.place for one in r.on_map("mob")]
            deploy(
                r,
                "police",
                [
                    one
                    for one in town.area("plaza") + list(town.squares)
                    if one[0] == "W" and all(town.distance(one, two) >= 6 for two in mobs)
                ],
            )
        case "ii-6":
            swag(r)
            wait(r, "mob", one_edge)
            r.doors["police"] = ends[r.chance.choice("nesw")]
        case "ii-7":
            wait(r, "mob", one_edge)
    slips_of_set_up.bad_set_up(r)
    r.t.do("sheet", (r.t.one("sheet").key,), text="finished", side=r.side)


def purchases(r: Riot) -> None:
    """2.3: other units than those of the set-up's package."""
    if r.mistake in ("gas_none", "molotov_none"):
        store = "grenades" if r.mistake == "gas_none" else "molotovs"
        r.put(store, min(1, r.box[store]))
    if r.mistake == "night_range":
        r.move(r.t.here("force_mob", "trained_crowd")[:2], "pool_mob")
        r.move(r.t.here("pool_mob", "mob_sniper")[:2], "force_mob")
    if r.name in SUBSTITUTES[:5] and r.often(0.4):
        for _ in range(r.chance.randint(1, 4)):
            crowd = next(iter(r.t.here("force_mob", "untrained_crowd")), None)
            punk = next(iter(r.t.here("pool_mob", "slingshot_punk")), None)
            if crowd and punk:
                r.move([crowd], "pool_mob")
                r.move([punk], "force_mob")
    if r.name == "i-8":
        left = 100
        while left > 0:
            wanted = r.chance.choice(
                ("untrained_crowd_2", "trained_crowd", "slingshot_punk", "molotov")
            )
            if wanted == "slingshot_punk":
                wanted = "trained_crowd_2"
            cost = 3 if wanted == "molotov" else RATINGS[wanted, "front"].cost
            if cost > left:
                break
            if wanted == "molotov":
                r.count("molotovs", 1)
            else:
                piece = next(
                    (
                        one
                        for one in r.t.pieces.values()
                        if one.kind == wanted and one.place.startswith("pool")
                    ),
                    None,
                )
                if piece is None:
                    break
                r.move([piece], "force_mob")
            left -= cost
    rides = r.mistake in ("charge_close", "dismount_late", "remounts") and r.name != "i-1"
    if rides:
        buy(r, "police")
    elif r.name in OWN_FORCES and not r.mistake and r.often(0.35):
        for side in r.order:
            if r.often(0.7) and (r.name, side) != ("i-8", "mob"):
                buy(r, side)
    options(r)


def buy(r: Riot, side: str) -> None:
    """2.3: a force of one's own choice for the points of the scenario."""
    forces = next(one for one in r.data["forces"] if one["side"] == side)
    left = forces["points"]
    for piece in r.t.here(BOX[side]):
        r.move([piece], f"pool_{side}" if piece.kind != "barricade" else "pool_barricades")
    store = {"police": "grenades", "mob": "molotovs", "rival": "molotovs_2"}[side]
    r.put(store, 0)
    tail = "_2" if side == "rival" else ""
    if side == "police":
        list_ = [
            "reserve",
            "line",
            "tactical",
            "police_sniper",
            "gas_gun",
            "water_cannon",
            "grenades",
        ]
    else:
        list_ = ["untrained_crowd", "untrained_crowd", "trained_crowd", "agitator", "molotov"]
        list_ += ["slingshot_punk"] if r.name in ("i-4", "ii-5", "ii-4") else []
        list_ += ["pistol_punk", "shotgun_punk"] if r.name in ("ii-5",) else []
        list_ += ["mob_sniper"] if r.name in ("i-3", "i-4", "i-6", "ii-5") else []
        if r.name == "ii-5":
            list_ = [one for one in list_ if "crowd" not in one]
    counts: dict[str, int] = {}
    for _ in range(70):
        kind = r.chance.choice(list_)
        cost = {"gas_gun": 5, "grenades": 2, "molotov": 3}.get(kind) or RATINGS[
            kind, "foot" if kind == "line" else "front"
        ].cost
        most = {
            "police_sniper": 1,
            "water_cannon": 1,
            "gas_gun": 3,
            "agitator": 2,
            "molotov": 8,
            "grenades": 14,
            "mob_sniper": 1,
        }.get(kind, 99)
        if cost > left or counts.get(kind, 0) >= most:
            continue
        if kind == "molotov" or kind == "grenades":
            r.count(store, 1)
        else:
            piece = next(iter(r.t.here(f"pool_{side}", kind + tail)), None)
            if piece is None:
                continue
            mounted = kind == "line" and left >= 22 and r.often(0.4)
            if piece.face == "mounted" and not mounted:
                r.t.do("face", (piece.key,), text="foot")
            r.move([piece], BOX[side])
            if mounted:
                cost = 22
                r.t.do("face", (piece.key,), text="mounted")
        counts[kind] = counts.get(kind, 0) + 1
        left -= cost


OWN_FORCES = ("i-2", "i-3", "i-4", "i-6", "i-8", "ii-4", "ii-5")
"""Scenarios in which the reference engine sometimes buys its own forces."""


def options(r: Riot) -> None:
    """8.0: the optional rules in force."""
    r.side = "mob" if "mob" in r.order else r.order[0]
    if "police" in r.order and r.el["police"] >= 1 and r.name in BATONS and r.often(0.35):
        kinds = [one for one in ("reserve", "line", "tactical") if r.t.here("force_police", one)]
        if kinds:
            r.baton = r.chance.choice(kinds)
            r.t.do("face", (r.t.one("option_batons").key,), text=r.baton)
    if r.overreacts:
        r.t.do("face", (r.t.one("option_overreaction").key,), text="on")
    if r.uses_tdn:
        r.t.do("face", (r.t.one("option_disintegration").key,), text="on")


BATONS = ("i-3", "i-4", "i-6", "i-7", "i-8", "ii-4", "ii-6")
"""Scenarios of an age that knows baton rounds, with a Police that may use them."""


def deploy(r: Riot, side: str, zone: list[str]) -> None:
    """Put a whole force on the map."""
    from tests.civil_reference.moving import prohibited, room

    bodies = sorted(force(r, side), key=lambda one: one.size != "crowd")
    for unit in bodies:
        if unit.base == "generic_veh" and side == "police" and r.name != "ii-7":
            continue
        ends = [
            one
            for one in zone
            if not prohibited(r, unit, one)
            and room(r, unit, one, False)
            and not any(r.owner(two) != side for two in r.units(one))
        ]
        if unit.size == "individual":
            ends = [
                one
                for one in ends
                if any(two.size in ("group", "crowd") for two in r.units(one, side))
                and not any(two.size == "individual" for two in r.units(one, side))
            ]
        if ends:
            end = r.chance.choice(ends)
            if unit.size == "group" and len(r.units(end, side)) == 0 and r.often(0.5):
                mates = [one for one in ends if r.units(one, side)]
                end = r.chance.choice(mates) if mates else end
            arm(r, unit, end)
    r.waiting[side] = []


def arm(r: Riot, unit: Piece, place: str) -> None:
    """Bring a unit onto the map, perhaps with a Gas Gun."""
    guns = []
    if r.owner(unit) == "police" and unit.size == "group" and unit.face != "mounted":
        spare = r.t.here("force_police", "gas_gun")
        if spare and r.often(0.5):
            guns = spare[:1]
            r.guns[guns[0].key] = unit.key
    r.move([unit, *guns], place, together=True)


def wait(r: Riot, side: str, doors: list[str]) -> None:
    """A force that enters by an edge."""
    r.waiting[side] = [one.key for one in force(r, side) if one.base != "generic_veh"]
    r.doors[side] = doors


def quarter(r: Riot) -> None:
    """I-3, II-5: each Mob in the north or south half of a board."""
    choices = [(board, half) for board in "WE" for half in QUARTERS]
    picked = r.chance.sample(choices, 2)
    for side, (board, half) in zip(("mob", "rival"), picked, strict=True):
        zone = [one for one in r.town.squares if one[0] == board and row(r, one) in QUARTERS[half]]
        r.quarters[side] = zone
        deploy(r, side, zone)


def barricades(r: Riot, zone: list[str]) -> None:
    """6.2: Barricades on sides of areas."""
    for piece in r.t.here("force_mob", "barricade"):
        place = r.chance.choice(zone)
        side = r.chance.choice("nesw")
        other = r.town.beyond(place, side)
        if other and frozenset((place, other)) not in r.walls():
            r.move([piece], place)
            if side != "n":
                r.t.do("turn", (piece.key,), text=side)


def swag(r: Riot) -> None:
    """II-6: four Swag in four buildings, an Unarmed Reserve with each."""
    houses = sorted({one.house for one in r.town.squares.values() if one.house})
    picked = r.chance.sample(houses, 4)
    for n, house in enumerate(picked):
        again = n == 3 and r.wants("swag_together", share=1)
        areas = r.town.area(picked[0] if again else house)
        place = r.chance.choice([one for one in areas if not r.units(one)])
        r.move([r.t.here("pool_swag", "swag")[0]], place)
        guard = next(iter(r.t.here("force_police", "unarmed_reserve")), None)
        if guard is not None:
            r.move([guard], place)
        if again:
            r.plant(f"a second Swag in the building of {place}", "S.II6", "2.3.d")


# --- entries -------------------------------------------------------------------------------------


def entry(r: Riot, unit: Piece, doors: list[str]) -> dict[str, list[str]]:
    """Where a unit that enters by an edge can go."""
    from tests.civil_reference.moving import prohibited, reach

    found: dict[str, list[str]] = {}
    side = r.owner(unit)
    for door in doors:
        if prohibited(r, unit, door) or r.enemies(door, side) or r.marked(door, "gas"):
            continue
        if unit.crowd and any(one.crowd for one in r.units(door)):
            continue
        for end, path in reach(r, unit, door, unit.rating.move - 1).items():
            if end not in found or len(path) < len(found[end]):
                found[end] = path
    return found


def arrivals(r: Riot) -> None:
    """Units that enter by an edge in their Movement Phase."""
    from tests.civil_reference import moving, slips_of_set_up

    side = r.side
    turns = {"i-2": (1, 2), "i-5": (1, 2), "i-8": (1, 2), "ii-6": (1, 2)}.get(r.name, (1,))
    if side == "police":
        turns = (4,) if r.name == "ii-6" else (1,)
        if r.name == "ii-6" and r.turn == 4:
            wait(r, "police", r.doors["police"])
        if r.name == "ii-6" and r.turn < 4 and r.wants("police_early"):
            unit = next((one for one in force(r, "police") if one.size == "group"), None)
            ends = [at for at in r.doors["police"] if not r.units(at)]
            if unit and ends:
                r.move([unit], ends[0])
                r.plant(f"{unit.kind} enters on turn {r.turn}", "S.II6", "2.3.d", "4.0.h")
    slips_of_set_up.wrong_edge(r)
    waiting = [r.t.pieces[key] for key in r.waiting.get(side, [])]
    if r.turn not in turns and not r.late_entries:
        return
    first = len(turns) == 2 and r.turn == 1
    order = {"crowd": 0, "group": 1, "vehicle": 2, "individual": 3}
    waiting.sort(key=lambda one: order[one.size])
    for unit in waiting:
        if r.turn not in turns and unit.key not in r.late_entries:
            continue
        if first and r.often(0.3) and unit.size != "individual":
            continue
        doors = r.late_entries.get(unit.key, r.doors.get(side, []))
        paths = entry(r, unit, doors)
        ends = [one for one in paths if moving.free(r, unit, one)]
        if unit.size == "individual":
            ends = [
                one
                for one in ends
                if any(two.size in ("group", "crowd") for two in r.units(one, side))
            ]
        if not ends:
            continue
        end = max(ends, key=lambda one: (len(paths[one]) if unit.crowd else 0) + r.chance.random())
        arm(r, unit, end)
        r.entered.add(unit.key)
        r.late_entries.pop(unit.key, None)
        r.waiting[side].remove(unit.key)


TABLE = {
    2: "mob_sniper",
    3: "agitator",
    4: "2",
    5: "slingshot_punk",
    6: "untrained_crowd",
    7: "",
    8: "untrained_crowd",
    9: "slingshot_punk",
    10: "trained_crowd",
    11: "4",
    12: "pistol_punk",
}


def reinforce(r: Riot) -> None:
    """I-1, II-2, II-6: the Mob's random reinforcements."""
    if r.side != "mob" or r.name not in ("i-1", "ii-2", "ii-6"):
        return
    if r.name == "ii-6" and r.turn < 3:
        return
    if r.wants("no_reinforcements"):
        clause = {"i-1": "S.I1.d", "ii-2": "S.II2.i", "ii-6": "S.II6.b"}[r.name]
        r.plant("no dice for reinforcements", clause)
        r.no_dice = True
        return
    dice = r.roll("reinforcements", 2)
    what = TABLE[sum(dice)]
    if what in ("2", "4"):
        if r.name != "i-1":
            r.count("molotovs", int(what))
        return
    wrong = r.name != "i-1" and r.wants("wrong_reinforcement")
    if wrong:
        other = [one for one in ("slingshot_punk", "pistol_punk") if one != what]
        what = r.chance.choice(other)
    if (
        not what
        or (r.name == "i-1" and what == "mob_sniper")
        or (r.name == "ii-2" and "crowd" in what)
    ):
        return
    unit = next(iter(r.t.here("pool_mob", what)), None)
    if unit is None:
        return
    if r.name == "ii-2":
        ends = [
            one.name
            for one in r.town.squares.values()
            if one.house
            and not r.marked(one.name, "fire")
            and not any(r.units(at, "police") for at in (one.name, *r.town.near(one.name)))
            and not r.units(one.name)
        ]
        if ends:
            r.move([unit], r.chance.choice(ends))
            if wrong:
                r.plant(f"{what} comes by {dice}", "S.II2.i")
        return
    if wrong:
        r.plant(f"{what} comes by {dice}", "S.II6.b")
    doors = r.town.edge("e", "west") + r.town.edge("w", "east")
    doors = (
        r.town.edge("e") + r.town.edge("w")
        if r.name == "i-1"
        else [
            one
            for edge in "nesw"
            for one in r.town.edge(edge)
            if not any(r.units(at, "police") for at in (one, *r.town.near(one)))
        ]
    )
    r.waiting.setdefault("mob", []).append(unit.key)
    r.late_entries[unit.key] = doors


def barracks(r: Riot) -> None:
    """II-7: two Police units enter in the Gas and Fire Check."""
    if r.name != "ii-7":
        return
    number = 2
    if r.wants("three_enter"):
        number = 3
    came = 0
    for unit in [one for one in force(r, "police") if one.size == "group"][:number]:
        ends = [
            one
            for one in r.town.area("EE")
            if len([two for two in r.units(one, "police") if two.size == "group"]) < 3
            and not r.enemies(one, "police")
        ]
        if ends:
            r.move([unit], r.chance.choice(ends))
            came += 1
    if came == 3:
        r.plant("three Police units enter at the Barracks", "S.II7.a")
