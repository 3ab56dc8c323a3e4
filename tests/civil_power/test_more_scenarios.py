"""More rules of single scenarios: the march, Fires of 1871, the motor pool, hidden fighters."""

from __future__ import annotations

import pytest

from modgen.model.game import Game
from tests.civil_power.opening import Opening
from tests.civil_power.street import Reported, Street, judged

SQUARE = "W-D7"


@pytest.mark.parametrize(("wrong", "clauses"), [(False, []), (True, ["S.I1.g"])])
def test_the_marching_agitator_adds_nothing_to_squads(
    civil_power: Game, reported: Reported, wrong: bool, clauses: list[str]
) -> None:
    """With 6 a 2 drives nobody back; with the Agitator's 1 it would."""
    street = Street(civil_power, "i-1", "police_shock")
    for kind in ("reserve", "reserve", "agitator_2"):
        street.put(SQUARE, kind)
    street.put("W-D8", "untrained_crowd_2")
    crowd = street.put(SQUARE, "untrained_crowd")
    street.begin({"turn": 3})
    street.fight(SQUARE)
    street.roll("mob", 1)
    street.roll("police", 2 if wrong else 3)
    street.drag(crowd, "W-D6")
    street.check(crowd, 1, 1)
    street.phase("police_recovery")
    assert judged(street, reported)[:1] == clauses


@pytest.mark.parametrize(("helped", "clauses"), [(False, []), (True, ["S.I1.g"])])
def test_the_marching_agitator_adds_nothing_to_a_crowd_that_attacks(
    civil_power: Game, helped: bool, clauses: list[str]
) -> None:
    """S.I1.c: the Crowd does not add its Shock to the attack, so nothing is added to it. Of two
    Reserves a 2 makes the enemies check, with 7 points it would drive them back."""
    street = Street(civil_power, "i-1", "police_shock")
    for kind in ("reserve", "reserve", "agitator_2", "untrained_crowd_2"):
        street.put(SQUARE, kind)
    crowd = street.put(SQUARE, "untrained_crowd")
    street.begin({"turn": 3})
    street.fight(SQUARE)
    street.roll("mob", 1)
    street.roll("police", 2)
    if helped:
        street.drag(crowd, "W-D6")
    street.check(crowd, 1, int(helped))
    street.fight(SQUARE, 2)
    street.phase("police_recovery")
    assert [one for one in street.clauses() if one.startswith("S")] == clauses


@pytest.mark.parametrize(("lost", "clauses"), [(0, []), (2, ["S.II1.c"])])
def test_nobody_dies_in_a_fire_of_1871(
    civil_power: Game, reported: Reported, lost: int, clauses: list[str]
) -> None:
    street = Street(civil_power, "ii-1", "police_fire")
    gun = street.put("E-D7", "field_gun")
    punks = [street.put("E-D9", "pistol_punk") for _ in range(2)]
    street.begin({"el_police": 5, "turn": 3})
    street.fire("E-D9", "group", gun, way="special", side="police")
    street.roll("police", 1)
    street.check(punks[0], 1)
    street.roll("ruin", 6)
    street.place("fire", "E-D9")
    for key in punks:
        if lost:
            street.lose(key)
        else:
            street.drag(key, "E-C9")
    street.phase("police_move")
    assert judged(street, reported)[:1] == clauses


@pytest.mark.parametrize(("plays", "clauses"), [(False, []), (True, ["S.II1.f"])])
def test_1871_ends_with_the_last_communard(
    civil_power: Game, reported: Reported, plays: bool, clauses: list[str]
) -> None:
    street = Street(civil_power, "ii-1", "police_fire")
    squad, other = street.put("E-D6", "line"), street.put("E-H12", "line")
    punks = street.put("E-E6", "pistol_punk")
    street.begin({"el_police": 4, "turn": 3}, suppressed=[punks])
    street.phase("police_fire")
    street.fire("E-E6", "group", squad, side="police")
    street.roll("police", 1)
    street.check(punks, 6)
    for phase in ("police_move", "police_shock", "police_recovery"):
        street.phase(phase)
    if plays:
        street.book("turn")
        for phase in ("gas_morale", "mob_fire", "police_fire", "police_move"):
            street.phase(phase)
        street.drag(other, "E-H11")
        street.phase("police_shock")
    assert judged(street, reported)[:1] == clauses


@pytest.mark.parametrize(("shot", "clauses"), [(True, []), (False, ["S.II7.i"])])
def test_a_vehicle_is_damaged_by_a_wound(
    civil_power: Game, reported: Reported, shot: bool, clauses: list[str]
) -> None:
    street = Street(civil_power, "ii-7", "mob_fire")
    truck = street.put("E-D4", "generic_veh")
    punks = street.put("E-D3", "slingshot_punk")
    street.begin({"turn": 3, "el_mob": 1})
    street.night()
    if shot:
        street.fire("E-D4", "vehicle", punks)
        street.roll("mob", 6)
    street.mark(truck, "damaged")
    street.phase("mob_move")
    for _ in range(17):
        street.act("chat")
    assert [one for one in judged(street, reported) if shot is False][:1] == clauses


@pytest.mark.parametrize(("kind", "clauses"), [("", []), ("tv_crew", ["S.II2.m"])])
def test_no_cameras_in_warsaw(
    civil_power: Game, reported: Reported, kind: str, clauses: list[str]
) -> None:
    on = Opening(civil_power, "ii-2")
    if kind:
        on.give_back("slingshot_punk", "mob", 2)
        on.buy(kind, "mob")
    on.set_up()
    on.finish_set_up()
    on.play("mob_fire")
    assert judged(on, reported)[:1] == clauses


@pytest.mark.parametrize(("cell", "clauses"), [("W-A6", []), ("W-D8", ["8.4.d"])])
def test_where_a_hidden_unit_appears(
    civil_power: Game, reported: Reported, cell: str, clauses: list[str]
) -> None:
    """An enemy enters its building; it is shown in a square of that building."""
    street = Street(civil_power, "ii-4", "police_move")
    punk, squad = street.put("W-A7", "pistol_punk"), street.put("W-C8", "line")
    street.hidden.add(punk)
    street.begin({"turn": 3})
    street.drag(squad, "W-C7")
    street.hidden.discard(punk)
    street.act("mask", piece=punk, kind="pistol_punk", source="down", target="up")
    street.drag(punk, cell)
    street.phase("police_shock")
    assert judged(street, reported)[:1] == clauses


@pytest.mark.parametrize(("wrong", "clauses"), [(False, []), (True, ["8.3.e"])])
def test_active_denial_belongs_to_fire_combat(
    civil_power: Game, reported: Reported, wrong: bool, clauses: list[str]
) -> None:
    street = Street(civil_power, "ii-4", "police_recovery")
    truck, crowd = street.put("W-D11", "ads"), street.put("W-F11", "untrained_crowd")
    street.begin({"turn": 3, "el_police": 1})
    for phase in (
        "mob_fire",
        "mob_move",
        "mob_shock",
        "mob_recovery",
        "police_fire",
        "police_move",
        "police_shock",
        "police_recovery",
    ):
        street.phase(phase)
        if phase == ("police_shock" if wrong else "police_fire"):
            street.fire("W-F11", "crowd", truck, way="ads", side="police")
            street.roll("police", 3)
            street.drag(crowd, "W-G11")
            street.check(crowd, 1, 1)
    street.book("turn")
    street.phase("gas_morale")
    assert judged(street, reported)[:1] == clauses
