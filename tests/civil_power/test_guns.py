"""II-1, II-2, II-7: guns and Tanks, houses that fall, burning Vehicles and their passengers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from modgen.model.game import Game
from modgen_rules.civil_power.law.plan import FIRES
from tests.civil_power.opening import Opening
from tests.civil_power.street import Reported, Street, judged
from tests.civil_power.test_victory import ended, points, score

HOUSE = "W-D9"


def shelled(game: Game, scenario: str = "ii-2") -> tuple[Street, str, list[str]]:
    """A Field Gun fires at one of two Punks in a house and misses."""
    cell = HOUSE if scenario == "ii-2" else "E-A1"
    street = Street(game, scenario, "police_fire")
    gun = street.put("W-D6" if scenario == "ii-2" else "E-A3", "field_gun")
    other, punks = street.put(cell, "shotgun_punk"), street.put(cell, "pistol_punk")
    street.begin({"el_police": 5})
    street.fire(cell, "group", gun, way="special", side="police")
    street.roll("police", 1)
    street.check(punks, 1)
    return street, gun, [other, punks]


@pytest.mark.parametrize(
    ("die", "lost", "fire", "clauses"),
    [
        (5, 0, False, []),
        (6, 2, True, []),
        (6, 1, True, ["S.II2.c"]),
        (6, 2, False, ["S.II2.r"]),
    ],
)
def test_a_house_falls(
    civil_power: Game, reported: Reported, die: int, lost: int, fire: bool, clauses: list[str]
) -> None:
    street, _, punks = shelled(civil_power)
    street.roll("ruin", die)
    street.lose(*punks[2 - lost :])
    if fire:
        street.place("fire", HOUSE)
    street.roll("ammunition", 1)
    street.phase("police_move")
    assert judged(street, reported, "S.II2.") == clauses


def test_a_die_for_the_house_after_the_marker_is_put_away(civil_power: Game) -> None:
    street, gun, _ = shelled(civil_power)
    street.drag("fire_attack#0", "pool_attacks")
    street.mark(gun, FIRES, on=False)
    street.roll("ruin", 2)
    street.roll("ammunition", 3)
    street.phase("police_move")
    found = [*street.issues(), *street.issues("suspect")]
    assert not any(one.clause.startswith("S.II2.") for one in found)


@pytest.mark.parametrize(("dice", "clauses"), [(1, []), (0, ["S.II2.c"])])
def test_a_tank_fires_its_machine_gun_and_its_gun(
    civil_power: Game, dice: int, clauses: list[str]
) -> None:
    """S.II2.c: both are special weapons; only the gun makes a house fall."""
    street = Street(civil_power, "ii-2", "police_fire")
    tank, other = street.put("W-D6", "tank"), "W-C11"
    gun = street.put("W-C8", "field_gun")
    for cell in (HOUSE, other):
        street.put(cell, "pistol_punk")
    street.begin({"el_police": 5})
    street.fire(other, "group", gun, way="special", side="police")
    street.roll("police", 1)
    street.roll("ruin", 1)
    street.roll("ammunition", 1)
    for n in range(2):
        street.fire(HOUSE, "group", tank, way="special", side="police")
        street.roll("police", 1)
        if n < dice:
            street.roll("ruin", 1)
        street.roll("ammunition", 1)
    street.phase("police_move")
    found = {one.clause for one in street.issues() if one.clause == "S.II2.c"}
    assert sorted(found) == clauses


def test_a_house_without_a_die_is_only_suspect(civil_power: Game) -> None:
    street, _, _ = shelled(civil_power)
    street.roll("ammunition", 1)
    street.phase("police_move")
    assert "S.II2.c" in [one.clause for one in street.issues("suspect")]


@pytest.mark.parametrize(("lost", "clauses"), [(0, []), (1, []), (2, ["S.II1.c"])])
def test_a_fire_of_1871_kills_nobody_who_can_flee(
    civil_power: Game, reported: Reported, lost: int, clauses: list[str]
) -> None:
    """The shot itself may eliminate one of the Punks."""
    street, _, punks = shelled(civil_power, "ii-1")
    street.roll("ruin", 6)
    street.place("fire", "E-A1")
    for key in punks[lost:]:
        street.drag(key, "E-A2")
    street.lose(*punks[:lost])
    street.roll("ammunition", 1)
    street.phase("police_move")
    assert judged(street, reported, "S.II1.") == clauses


@pytest.mark.parametrize(("fire", "clauses"), [(True, []), (False, ["S.II1.c"])])
def test_shells_start_fires_in_1871(
    civil_power: Game, reported: Reported, fire: bool, clauses: list[str]
) -> None:
    street, _, punks = shelled(civil_power, "ii-1")
    street.roll("ruin", 6)
    if fire:
        street.place("fire", "E-A1")
        for key in punks:
            street.drag(key, "E-B1")
    street.phase("police_move")
    assert judged(street, reported, "S.II1.") == clauses


@pytest.mark.parametrize(
    ("box", "crew", "clauses"),
    [
        ("left_police", True, []),
        ("lost_police", True, ["S.II2.n"]),
        ("left_police", False, ["S.II2.n"]),
    ],
)
def test_a_gun_without_ammunition(
    civil_power: Game, reported: Reported, box: str, crew: bool, clauses: list[str]
) -> None:
    street, gun, _ = shelled(civil_power)
    street.roll("ruin", 1)
    street.roll("ammunition", 6)
    street.drag(gun, box)
    if crew:
        spare = next(key for key, state in street.pieces.items() if state.kind == "reserve")
        street.drag(spare, "W-D6")
    street.phase("police_move")
    assert judged(street, reported, "S.II2.") == clauses


@pytest.mark.parametrize(("shots", "clauses"), [(2, []), (3, ["S.II2.q"])])
def test_a_tank_has_two_weapons(
    civil_power: Game, reported: Reported, shots: int, clauses: list[str]
) -> None:
    street = Street(civil_power, "ii-2", "police_fire")
    tank, punks = street.put("W-D6", "tank"), street.put("W-D8", "pistol_punk")
    street.begin({"el_police": 5})
    for n in range(shots):
        street.fire("W-D8", "group", tank, way="special" if n else "", side="police")
        street.roll("police", 1)
        street.check(punks, 1)
        street.mark(tank, "fires", on=False)
        street.roll("ammunition", 1)
    street.phase("police_move")
    assert [one for one in judged(street, reported) if one[0] == "S" or one == "5.3.a"] == clauses


def test_a_tank_goes_with_its_second_weapon(civil_power: Game, reported: Reported) -> None:
    street = Street(civil_power, "ii-2", "police_fire")
    tank, punks = street.put("W-D6", "tank"), street.put("W-D8", "pistol_punk")
    street.begin({"el_police": 5})
    for way in ("", "special"):
        street.fire("W-D8", "group", tank, way=way, side="police")
        street.roll("police", 1)
        street.check(punks, 1)
        street.mark(tank, "fires", on=False)
        street.roll("ammunition", 6)
    street.phase("police_move")
    assert judged(street, reported, "S.II2.") == ["S.II2.n"]


def test_the_flame_thrower_reaches_everybody(civil_power: Game, reported: Reported) -> None:
    street = Street(civil_power, "ii-2", "police_fire")
    tank = street.put("W-D4", "tank", face="flame")
    street.put("W-D7", "pistol_punk")
    punks = street.put("W-D7", "shotgun_punk")
    street.begin({"el_police": 5})
    street.fire("W-D7", "everyone", tank, way="special", side="police")
    street.roll("police", 1)
    street.check(punks, 1)
    street.place("fire", "W-D7")
    street.roll("ammunition", 1)
    street.phase("police_move")
    assert judged(street, reported, "S.II2.")[:1] == ["S.II2.f"]


@pytest.mark.parametrize(("spent", "clauses"), [(False, ["S.II2.j"]), (True, ["S.II2.n"])])
def test_a_gun_without_ammunition_is_worth_nothing(
    civil_power: Game, reported: Reported, spent: bool, clauses: list[str]
) -> None:
    """An empty Field Gun lies among the eliminated units, and its price is counted."""
    opening = ended(civil_power, "ii-2")
    opening.drag("reserve#0", "W-A1")
    opening.lose("reserve#0", "field_gun#0")
    prices = {kind: opening.plan.units[kind].price() or 0 for kind in ("reserve", "field_gun")}
    right = points(opening, spent={"field_gun#0"})
    assert right["mob"] == prices["reserve"]
    assert points(opening)["mob"] == sum(prices.values())
    counted = score(opening, spent={"field_gun#0"} if spent else set())
    assert counted.lost("police").total() == 2 - spent
    assert clauses


# --- II-7 ------------------------------------------------------------------------------------


def together(opening: Opening) -> None:
    opening.drag("generic_veh#0", opening.pieces["generic_veh#1"].place)


def outside(opening: Opening) -> None:
    opening.drag("tank#0", "E-A8")


def no_commander(opening: Opening) -> None:
    key = next(one for one, state in opening.pieces.items() if state.place == "E-E8")
    opening.drag(key, "E-F6")


@pytest.mark.parametrize("change", [together, outside, no_commander])
def test_where_the_vehicles_begin(
    civil_power: Game, reported: Reported, change: Callable[[Opening], None]
) -> None:
    opening = Opening(civil_power, "ii-7")
    change(opening)
    opening.finish_set_up()
    opening.play("mob_fire")
    assert judged(opening, reported) == ["S.II7.d"]


def test_the_drag_onto_another_vehicle_is_named(civil_power: Game) -> None:
    opening = Opening(civil_power, "ii-7")
    opening.drag("generic_veh#1", opening.pieces["generic_veh#0"].place)
    opening.finish_set_up()
    opening.play("mob_fire")
    assert [(one.clause, one.first) for one in opening.issues()] == [("S.II7.d", 1)]


@pytest.mark.parametrize(
    ("kind", "die", "lost", "clauses"),
    [
        ("generic_veh", 0, False, ["S.II7.f"]),
        ("generic_veh", 4, False, []),
        ("generic_veh", 5, True, []),
        ("generic_veh", 5, False, ["S.II7.f"]),
        ("tank", 5, False, []),
        ("tank", 6, False, ["S.II7.j"]),
    ],
)
def test_vehicles_burn(
    civil_power: Game, reported: Reported, kind: str, die: int, lost: bool, clauses: list[str]
) -> None:
    street = Street(civil_power, "ii-7", "gas_fades")
    vehicle = street.put("E-D4", kind)
    street.put("E-D4", "fire")
    street.put("E-D8", "slingshot_punk")
    street.begin({})
    street.night()
    street.phase("fires")
    street.roll("fires_out", 1)
    if die:
        street.roll("fire_check", die)
    if lost:
        street.lose(vehicle)
    street.phase("mob_fire")
    assert judged(street, reported, "S.II7.") == clauses


def test_a_burning_tank_counts_as_damaged(civil_power: Game) -> None:
    pool = ended(civil_power, "ii-7")
    pool.place("fire", "E-G6")
    assert points(pool)["mob"] == 2 * 3


@pytest.mark.parametrize(("shown", "clauses"), [(6, []), (9, ["S.II7.k"]), (0, ["S.II7.k"])])
def test_markers_of_a_burning_tank(
    civil_power: Game, reported: Reported, shown: int, clauses: list[str]
) -> None:
    pool = ended(civil_power, "ii-7")
    fire = next(key for key, state in pool.pieces.items() if state.kind == "fire")
    pool.pieces[fire] = pool.pieces[fire]._replace(place="E-G6")
    pool.points("mob", shown)
    pool.points("police", 1 if not shown else 0)
    pool.announce("mob_wins")
    assert [one for one in judged(pool, reported) if one == "S.II7.k"] == clauses


# --- Vehicles and passengers -----------------------------------------------------------------


def burning(game: Game, *checks: int) -> tuple[Street, str, str]:
    """A Molotov on a Truck with a Reserve aboard: it burns."""
    street = Street(game, "ii-4", "mob_fire")
    punks, truck = street.put("W-D7", "slingshot_punk"), street.put("W-D8", "generic_veh")
    squad = street.put("vehicle_a", "reserve")
    street.begin({"el_mob": 1, "molotovs": 4, "turn": 3})
    street.fire("W-D8", "everyone", punks, way="molotov")
    street.book("molotovs", -1)
    street.roll("mob", 1)
    street.roll("fire_check", 6)
    street.place("fire", "W-D8")
    for die in checks:
        street.roll("fire_check", die)
    return street, truck, squad


@pytest.mark.parametrize(
    ("checks", "lost", "clauses"),
    [
        ((1,), False, []),
        ((), False, ["6.5.g"]),
        ((5,), False, ["6.5.g"]),
        ((1,), True, ["6.5.g"]),
    ],
)
def test_a_vehicle_in_a_new_fire(
    civil_power: Game, reported: Reported, checks: tuple[int, ...], lost: bool, clauses: list[str]
) -> None:
    street, truck, squad = burning(civil_power, *checks)
    if lost:
        street.lose(truck)
        street.drag(squad, "W-D9")
        street.suppress(squad)
    street.phase("mob_move")
    assert judged(street, reported, "6.5.") == clauses


@pytest.mark.parametrize("fate", ["flees", "stays", "dies", "stands"])
def test_passengers_of_a_burning_vehicle(civil_power: Game, reported: Reported, fate: str) -> None:
    street, truck, squad = burning(civil_power, 5)
    street.lose(truck)
    if fate in ("flees", "stands"):
        street.drag(squad, "W-E8")
    if fate == "flees":
        street.suppress(squad)
    if fate == "dies":
        street.lose(squad)
    street.phase("mob_move")
    assert judged(street, reported, "6.5.") == ([] if fate == "flees" else ["6.5.h"])


@pytest.mark.parametrize(("guns", "clauses"), [(1, []), (2, ["6.1.1.a"])])
def test_a_squad_carries_one_gas_gun(
    civil_power: Game, reported: Reported, guns: int, clauses: list[str]
) -> None:
    street = Street(civil_power, "ii-4", "police_move")
    squad = street.put("W-D8", "reserve")
    street.put("W-D8", "line")
    street.put("W-D8", "gas_gun", 2)
    street.begin({"turn": 3})
    street.drag(squad, "W-D7")
    for n in range(guns):
        street.drag(f"gas_gun#{n}", "W-D7")
    street.phase("police_shock")
    assert judged(street, reported) == clauses


@pytest.mark.parametrize(("goes", "clauses"), [(True, []), (False, ["S.I1.f"])])
def test_marching_crowds_retreat_with_the_police(
    civil_power: Game, reported: Reported, goes: bool, clauses: list[str]
) -> None:
    street = Street(civil_power, "i-1", "police_move")
    squad, crowd = street.put("W-D6", "reserve"), street.put("W-D7", "untrained_crowd_2")
    mob = street.put("W-D8", "trained_crowd", 1)
    street.begin({"el_mob": 1, "el_police": 0})
    street.drag(squad, "W-D8")
    street.drag(crowd, "W-D8")
    street.phase("police_shock")
    street.fight("W-D8")
    street.roll("police", 1)
    street.roll("mob", 4)
    for key in (squad, crowd)[: 1 + goes]:
        street.drag(key, "W-D7")
        street.check(key, 1, 1)
    street.phase("police_recovery")
    assert mob
    assert [one for one in judged(street, reported) if one.startswith("S.")] == clauses


@pytest.mark.parametrize(
    ("marks", "late", "verdicts"), [(3, False, []), (4, False, ["illegal"]), (4, True, [])]
)
def test_marks_of_gas_guns_are_bought(
    civil_power: Game, marks: int, late: bool, verdicts: list[str]
) -> None:
    """The package of I-6 has three, and uses up all points; one mark may be taken off late."""
    opening = Opening(civil_power, "i-6")
    opening.set_up()
    squads = [key for key in opening.waiting("police") if opening.pieces[key].kind == "reserve"]
    for key in squads[:marks]:
        opening.mark(key, "gas_gun")
    opening.finish_set_up()
    opening.play("mob_fire")
    if late:
        opening.mark(squads[0], "gas_gun", on=False)
    found = [one for one in opening.report().findings if one.clause == "6.1.1.a"]
    assert [one.verdict for one in found] == verdicts


@pytest.mark.parametrize(("earlier", "verdicts"), [(True, ["illegal"]), (False, [])])
def test_ammunition_in_1871(civil_power: Game, earlier: bool, verdicts: list[str]) -> None:
    """The rules of II-1 name those of II-2; only who once rolled for it plays with this die."""
    street, gun, (_, punks) = shelled(civil_power, "ii-1")
    street.roll("ruin", 1)
    if earlier:
        street.roll("ammunition", 1)
        for phase in ("police_move", "police_shock", "police_recovery", "mob_fire", "police_fire"):
            street.phase(phase)
        street.fire("E-A1", "group", gun, way="special", side="police")
        street.roll("police", 1)
        street.check(punks, 1)
        street.roll("ruin", 1)
    for phase in ("police_move", "police_shock", "police_recovery", "mob_fire"):
        street.phase(phase)
    found = [one for one in street.report().findings if one.clause == "S.II2.b"]
    assert [one.verdict for one in found] == verdicts


@pytest.mark.parametrize(("burns", "clauses"), [(True, []), (False, ["S.II2.f"])])
def test_the_flame_thrower_starts_a_fire(
    civil_power: Game, reported: Reported, burns: bool, clauses: list[str]
) -> None:
    street = Street(civil_power, "ii-2", "police_fire")
    tank, punks = street.put("W-D4", "tank", face="flame"), street.put("W-D7", "shotgun_punk")
    street.begin({"el_police": 5})
    street.fire("W-D7", "everyone", tank, way="special", side="police")
    street.roll("police", 1)
    street.check(punks, 1)
    if burns:
        street.place("fire", "W-D7")
        street.drag(punks, "W-B8")
    street.roll("ammunition", 1)
    street.phase("police_move")
    assert judged(street, reported) == clauses
