"""Rules of single scenarios and weapons on paper: Barricades in Shock, Tanks, marches, days."""

from __future__ import annotations

import pytest

from modgen.model.game import Game
from tests.civil_power.riot import throw
from tests.civil_power.street import Reported, Street, judged


@pytest.mark.parametrize(("squares", "clauses"), [(1, []), (2, ["6.2.b"])])
def test_who_comes_over_a_barricade_has_less_shock(
    civil_power: Game, reported: Reported, squares: int, clauses: list[str]
) -> None:
    """With 6 a five drives back two squares, and a four one."""
    street = Street(civil_power, "ii-4", "mob_move")
    crowd = street.put("W-D6", "trained_crowd")
    squad = street.put("W-D8", "reserve")
    street.put("W-D8/n", "barricade")
    street.begin({"el_mob": 1, "el_police": 1})
    for cell in ("W-D7", "W-D8"):
        street.drag(crowd, cell)
    street.phase("mob_shock")
    street.fight("W-D8")
    street.roll("mob", 5)
    street.roll("police", 1)
    for cell in ("W-C9", "W-C10")[:squares]:
        street.drag(squad, cell)
    street.check(squad, 1, 1)
    street.phase("mob_recovery")
    assert judged(street, reported) == clauses


@pytest.mark.parametrize(("untidy", "clauses"), [(False, ["6.2.b"]), (True, [])])
def test_a_stop_before_a_barricade_may_be_a_wrong_drop(
    civil_power: Game, untidy: bool, clauses: list[str]
) -> None:
    """Where a die was spoilt the squads may have come over another side, and lost nothing."""
    street = Street(civil_power, "ii-4", "police_move")
    squads = [street.put("W-D6", "reserve") for _ in range(2)]
    crowd = street.put("W-D8", "untrained_crowd")
    street.put("W-D8/n", "barricade")
    street.begin({"el_mob": 1, "el_police": 1})
    if untidy:
        street.act("void", kind="police", dice=(6,))
    for squad in squads:
        street.drag(squad, "W-D7")
        street.drag(squad, "W-D8")
    street.phase("police_shock")
    street.fight("W-D8")
    street.roll("police", 3)
    street.roll("mob", 1)
    street.drag(crowd, "W-E8")
    street.check(crowd, 1, 1)
    street.phase("police_recovery")
    assert street.clauses() == clauses


@pytest.mark.parametrize(("squares", "clauses"), [(1, []), (2, ["S.I1.c"])])
def test_marching_crowds_add_nothing_to_an_attack(
    civil_power: Game, reported: Reported, squares: int, clauses: list[str]
) -> None:
    """With 6 a four drives back one square, and with the Crowd's 4 more two."""
    street = Street(civil_power, "i-1", "police_move")
    units = [street.put("W-D7", kind) for kind in ("reserve", "reserve", "untrained_crowd_2")]
    crowd = street.put("W-D6", "untrained_crowd")
    street.begin({"turn": 3})
    for key in units:
        street.drag(key, "W-D6")
    street.phase("police_shock")
    street.fight("W-D6")
    street.roll("mob", 1)
    street.roll("police", 4)
    for cell in ("W-D5", "W-D4")[:squares]:
        street.drag(crowd, cell)
    street.check(crowd, 1, 1)
    street.phase("police_recovery")
    assert judged(street, reported) == clauses


@pytest.mark.parametrize(
    ("gun", "face", "target", "way", "clauses"),
    [
        ("W-D7", "ordinary", "W-D9@1", "", ["S.II2.h"]),
        ("W-D6", "ordinary", "W-D9@1", "", []),
        ("W-D4", "flame", "W-D7", "special", []),
        ("W-D4", "flame", "W-D8", "special", ["S.II2.f"]),
    ],
)
def test_what_a_tank_fires_at(
    civil_power: Game,
    reported: Reported,
    gun: str,
    face: str,
    target: str,
    way: str,
    clauses: list[str],
) -> None:
    street = Street(civil_power, "ii-2", "police_fire")
    tank = street.put(gun, "tank", face=face)
    cell, _, up = target.partition("@")
    punks = street.put(cell, "pistol_punk", up=bool(up))
    street.begin({"el_police": 5})
    street.fire(cell, "group", tank, way=way, side="police")
    street.roll("police", 1)
    street.check(punks, 1)
    if face == "flame":
        street.place("fire", cell)
        street.drag(punks, "W-B8")
    street.roll("ammunition", 1)
    assert judged(street, reported, "S.II2.") == clauses


@pytest.mark.parametrize(("scenario", "clause"), [("ii-2", "S.II2.g"), ("ii-7", "S.II7.j")])
def test_shock_destroys_no_tank(
    civil_power: Game, reported: Reported, scenario: str, clause: str
) -> None:
    street = Street(civil_power, scenario, "mob_shock")
    street.put("E-D8", "slingshot_punk", 2)
    tank = street.put("E-D8", "tank")
    street.begin({"el_mob": 1, "el_police": 1})
    street.fight("E-D8")
    street.roll("mob", 6)
    street.roll("police", 1)
    street.lose(tank)
    street.phase("mob_recovery")
    assert clause in judged(street, reported)


@pytest.mark.parametrize(("plus", "clauses"), [(0, []), (-1, ["5.1.g"])])
def test_the_marching_agitator_helps_crowds_only(
    civil_power: Game, reported: Reported, plus: int, clauses: list[str]
) -> None:
    street = Street(civil_power, "i-1", "mob_fire")
    punks = street.put("W-D7", "slingshot_punk")
    squad = street.put("W-D8", "reserve")
    for kind in ("agitator_2", "untrained_crowd_2"):
        street.put("W-D8", kind)
    street.begin({"el_mob": 5, "el_police": 1})
    street.fire("W-D8", "group", punks)
    street.roll("mob", 1)
    street.check(squad, 3, plus)
    street.phase("mob_move")
    assert judged(street, reported) == clauses


@pytest.mark.parametrize(
    ("cell", "friend", "verdicts"),
    [
        ("W-D6", "E-J12", {}),
        ("W-D5", "E-J12", {"illegal": ["8.14.2.b"]}),
        ("W-D5", "W-C9", {}),
        ("W-D5", "W-G9", {"suspect": ["8.14.2.b"]}),
    ],
)
def test_a_crowd_that_sees_nobody_goes_half_as_far(
    civil_power: Game, reported: Reported, cell: str, friend: str, verdicts: dict[str, list[str]]
) -> None:
    """It may see a friend when it is on its way."""
    street = Street(civil_power, "i-6", "mob_fire")
    crowd = street.put("W-D8", "trained_crowd")
    street.put(friend, "untrained_crowd")
    street.pieces["option_command_sight#0"] = street.pieces["option_command_sight#0"]._replace(
        face="on"
    )
    street.record.positions[0] = street.position
    street.phase("mob_move")
    street.drag(crowd, cell)
    street.phase("mob_shock")
    assert judged(street, reported) == verdicts.get("illegal", [])
    assert [one.clause for one in street.issues("suspect")] == verdicts.get("suspect", [])


def test_the_eliminated_stay_away_on_the_next_day(civil_power: Game, reported: Reported) -> None:
    street = Street(civil_power, "i-2", "police_recovery")
    street.put("W-D8", "reserve")
    lost = street.put("lost_mobs", "slingshot_punk")
    street.begin({"day": 2})
    street.phase("mob_move")
    street.drag(lost, "W-C8")
    street.phase("mob_shock")
    reported(street.report(), "S.I2.g")


def test_no_sixth_day(civil_power: Game, reported: Reported) -> None:
    street = Street(civil_power, "i-2", "mob_move")
    crowd = street.put("W-D8", "untrained_crowd")
    street.begin({"day": 6})
    street.drag(crowd, "W-D7")
    street.phase("mob_shock")
    assert "S.I2.a" in judged(street, reported)


@pytest.mark.parametrize(("cell", "over"), [("E-D4", False), ("E-B1", True)])
def test_the_raid_ends(civil_power: Game, reported: Reported, cell: str, over: bool) -> None:
    """With nobody left in the compound the Police do not play on."""
    street = Street(civil_power, "ii-7", "mob_recovery")
    area = sorted(street.field.area("The Park"))
    street.put(area[0] if not over else cell, "slingshot_punk")
    squad = street.put("E-J13", "reserve")
    street.begin({})
    street.phase("police_fire")
    street.phase("police_move")
    street.drag(squad, "E-J12")
    street.phase("police_shock")
    assert ("S.II7.g" in judged(street, reported)) == over


@pytest.mark.parametrize(
    ("kind", "paid", "clauses"),
    [("pistol_punk_2", 1, ["8.9.c"]), ("pistol_punk_2", 2, []), ("untrained_crowd_2", 1, [])],
)
def test_each_hit_on_a_group_counts(
    civil_power: Game, reported: Reported, kind: str, paid: int, clauses: list[str]
) -> None:
    """Two WIA are two results W, or one against a Crowd."""
    street = Street(civil_power, "i-5", "mob_fire")
    crowd = street.put("W-D7", "untrained_crowd")
    hit = [street.put("W-D8", kind) for _ in range(1 if "crowd" in kind else 2)]
    street.begin({"turn": 1, "el_mob": 2, "molotovs": 4, "tdn_2": 30, "tdn": 30})
    throw(street, crowd, "W-D8", *[5] * len(hit))
    street.book("wia_rival", 2)
    for key in hit:
        street.check(key, 1)
    street.book("tdn_2", -paid)
    street.phase("mob_move")
    street.phase("mob_shock")
    assert judged(street, reported, "8.9") == clauses


@pytest.mark.parametrize(("number", "clauses"), [(9, []), (3, ["S.I5.c"])])
def test_a_counter_protest_ends_with_a_disintegration(
    civil_power: Game, reported: Reported, number: int, clauses: list[str]
) -> None:
    """The government's Mob plays on after its own number was reached."""
    street = Street(civil_power, "i-5", "rival_move")
    street.put("W-D4", "untrained_crowd")
    crowd = street.put("W-D8", "untrained_crowd_2")
    street.begin({"turn": 3, "tdn": 12, "tdn_2": number})
    for phase in ("rival_shock", "rival_recovery", "mob_fire", "mob_move", "mob_recovery"):
        street.phase(phase)
    street.book("turn")
    street.phase("gas_morale")
    for phase in ("rival_fire", "rival_move"):
        street.phase(phase)
    street.drag(crowd, "W-C8")
    street.phase("rival_shock")
    assert judged(street, reported) == clauses


@pytest.mark.parametrize(("wagon", "clauses"), [("W-D8", []), ("lost_police", ["8.7.a"])])
def test_a_lost_donut_wagon_helps_nobody(
    civil_power: Game, reported: Reported, wagon: str, clauses: list[str]
) -> None:
    street = Street(civil_power, "ii-4", "mob_fire")
    street.put(wagon, "generic_veh", face="donut")
    punks, squad = street.put("W-C8", "slingshot_punk"), street.put("W-D8", "reserve")
    street.begin({"turn": 3, "el_mob": 1})
    street.fire("W-D8", "group", punks)
    street.roll("mob", 1)
    street.check(squad, 1, -1)
    street.phase("mob_move")
    assert judged(street, reported) == clauses
