"""Clauses of single scenarios, and of those who are alone, on paper."""

from __future__ import annotations

import pytest

from modgen.model.game import Game
from modgen_rules.civil_power.judging.causes import Trace
from modgen_rules.civil_power.law.tables import table
from tests.civil_power.opening import Opening
from tests.civil_power.street import Reported, Street, judged
from tests.civil_power.test_days import evening
from tests.civil_power.test_out_of_phase import PHASES
from tests.civil_power.test_scenarios import started
from tests.civil_power.test_victory import ended


@pytest.mark.parametrize(("removed", "clauses"), [(True, []), (False, ["6.3.b"])])
def test_a_lone_sniper_is_lost(
    civil_power: Game, removed: bool, clauses: list[str], reported: Reported
) -> None:
    street = Street(civil_power, "i-6", "police_fire")
    sniper, squad = street.put("W-D8", "mob_sniper"), street.put("W-D6", "line")
    street.phase("police_move")
    street.drag(squad, "W-D8")
    street.phase("police_shock")
    if removed:
        street.lose(sniper)
    street.phase("police_recovery")
    street.phase("gas_morale")
    assert judged(street, reported) == clauses


@pytest.mark.parametrize(("far", "clauses"), [(False, []), (True, ["S.II1.b"])])
def test_no_extended_range_in_1871(
    civil_power: Game, far: bool, clauses: list[str], reported: Reported
) -> None:
    street = Street(civil_power, "ii-1", "police_fire")
    squad = street.put("E-H11" if far else "E-E11", "line")
    punks = street.put("E-C11", "pistol_punk")
    street.begin({"el_police": 4, "el_mob": 4})
    street.fire("E-C11", "group", squad, way="extended" if far else "", side="police")
    street.roll("police", 1)
    street.check(punks, 1)
    street.phase("police_move")
    assert judged(street, reported) == clauses


@pytest.mark.parametrize(
    ("kind", "moves", "clauses"),
    [("field_gun", False, []), ("field_gun", True, ["S.II2.a"]), ("hmg", True, ["S.II2.a"])],
)
def test_guns_that_fired_stay(
    civil_power: Game, kind: str, moves: bool, clauses: list[str], reported: Reported
) -> None:
    street = Street(civil_power, "ii-2", "police_fire")
    gun, punks = street.put("W-D8", kind), street.put("W-D6", "pistol_punk")
    street.begin({"el_police": 4, "el_mob": 4})
    street.fire("W-D6", "group", gun, side="police")
    street.roll("police", 1)
    street.roll("ammunition", 2)
    street.check(punks, 1)
    street.phase("police_move")
    if moves:
        street.drag(gun, "W-C8")
    street.phase("police_shock")
    assert judged(street, reported) == clauses


def test_ammunition_is_rolled_for(civil_power: Game, reported: Reported) -> None:
    street = Street(civil_power, "ii-2", "police_fire")
    gun, punks = street.put("W-D8", "field_gun"), street.put("W-D6", "pistol_punk")
    street.begin({"el_police": 4, "el_mob": 4})
    street.fire("W-D6", "group", gun, side="police")
    street.roll("police", 1)
    street.check(punks, 1)
    street.phase("police_move")
    street.phase("police_shock")
    assert judged(street, reported) == ["S.II2.b"]


@pytest.mark.parametrize(
    ("cell", "rolls", "clauses"),
    [("W-G12", 1, []), ("W-D13", 1, ["S.II2.i"]), ("W-G12", 0, ["S.II2.i"])],
)
def test_reinforcements_of_the_uprising(
    civil_power: Game, cell: str, rolls: int, clauses: list[str], reported: Reported
) -> None:
    opening = started(civil_power, "ii-2")
    if rolls:
        opening.roll("reinforcements", 2, 3)
        home = opening.plan.game.piece_types["slingshot_punk"].home
        here = ("slingshot_punk", home)
        opening.drag(
            next(key for key, one in opening.pieces.items() if (one.kind, one.place) == here), cell
        )
    opening.play("mob_move")
    opening.play("mob_shock")
    opening.play("mob_recovery")
    opening.play("police_fire")
    opening.act("chat")
    assert judged(opening, reported) == clauses


@pytest.mark.parametrize(
    ("untidy", "way", "verdict"),
    [(True, "W-G12", "suspect"), (True, "", "illegal"), (False, "W-G12", "illegal")],
)
def test_a_reinforcement_that_is_moved_at_once_may_have_been_dropped_in_a_wrong_square(
    civil_power: Game, untidy: bool, way: str, verdict: str
) -> None:
    opening = started(civil_power, "ii-2")
    if untidy:
        opening.act("void", kind="mob", dice=(6,))
    opening.roll("reinforcements", 2, 3)
    home = opening.plan.game.piece_types["slingshot_punk"].home
    key = next(
        key
        for key, one in opening.pieces.items()
        if (one.kind, one.place) == ("slingshot_punk", home)
    )
    opening.drag(key, "W-D13")
    if way:
        opening.drag(key, way)
    for phase in ("mob_move", "mob_shock", "mob_recovery", "police_fire"):
        opening.play(phase)
    assert [one.clause for one in opening.issues(verdict)] == ["S.II2.i"]


@pytest.mark.parametrize(("number", "clauses"), [(1, []), (2, ["S.I2.e"])])
def test_levels_between_days(
    civil_power: Game, number: int, clauses: list[str], reported: Reported
) -> None:
    street, _, _ = evening(civil_power)
    street.book("day")
    street.book("turn", -15)
    street.book("el_mob", number)
    for name in PHASES:
        street.phase(name)
    assert judged(street, reported) == clauses


def test_no_tv_crews_in_belfast(civil_power: Game, reported: Reported) -> None:
    opening = Opening(civil_power, "i-3")
    opening.buy("tv_crew", "mob")
    opening.set_up()
    opening.finish_set_up()
    opening.play("mob_fire")
    assert "S.I3.a" in judged(opening, reported)


@pytest.mark.parametrize(
    ("scenario", "side", "number", "clause"),
    [
        ("i-3", "police", 5, "S.I3.d"),
        ("i-3", "mob", 5, "S.I3.e"),
        ("i-5", "mob", 10, "S.I5"),
        ("i-8", "police", 20, "S.I8.a"),
        ("i-2", "police", 40, "S.I2.b"),
    ],
)
def test_points_of_scenarios(
    civil_power: Game, scenario: str, side: str, number: int, clause: str, reported: Reported
) -> None:
    opening = ended(civil_power, scenario)
    opening.points(side, number)
    opening.announce("nobody")
    assert judged(opening, reported)[:1] == [clause]


@pytest.mark.parametrize(
    ("fate", "clauses"), [("out", []), ("aboard", ["8.12.2.a"]), ("fresh", ["8.12.2.a"])]
)
def test_passengers_of_a_vehicle_lost_in_shock(
    civil_power: Game, fate: str, clauses: list[str], reported: Reported
) -> None:
    street = Street(civil_power, "i-6", "mob_move")
    truck, squad = street.put("W-D7", "generic_veh"), street.put("vehicle_a", "reserve")
    crowd = street.put("W-D6", "untrained_crowd")
    street.begin({"el_mob": 1})
    street.drag(crowd, "W-D7")
    street.phase("mob_shock")
    street.fight("W-D7")
    street.roll("mob", 5)
    street.lose(truck)
    if fate != "aboard":
        street.drag(squad, "W-D7")
    if fate == "out":
        street.suppress(squad)
    street.phase("mob_recovery")
    assert judged(street, reported, "8.12") == clauses


@pytest.mark.parametrize(
    ("kind", "dice", "clauses"),
    [("mob_sniper", (1, 1), ["S.I1.h"]), ("untrained_crowd", (5, 3), [])],
)
def test_who_comes_as_a_reinforcement(
    civil_power: Game, reported: Reported, kind: str, dice: tuple[int, int], clauses: list[str]
) -> None:
    opening = started(civil_power, "i-1")
    opening.roll("reinforcements", *dice)
    opening.play("mob_move")
    opening.place(kind, "E-J11")
    opening.play("mob_shock")
    assert judged(opening, reported, "S.") == clauses


def test_every_cause_of_a_change_is_known() -> None:
    causes = " ".join(row["causes"] for row in table("causes").values())
    named = {one.rpartition(":")[2] for one in causes.split()}
    assert {one for one in named if not callable(getattr(Trace, one, None))} == set()
