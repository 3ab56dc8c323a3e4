"""Forces, set-ups, entries and special rules of the scenarios: what is legal, and mistakes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from modgen.model.game import Game
from modgen.model.tactics.purchases import packages
from modgen_rules.civil_power.judging.arrivals import gifts
from modgen_rules.civil_power.law.plan import CROWD, Plan
from modgen_rules.civil_power.reading.setups import strip, zone
from tests.civil_power.opening import Opening
from tests.civil_power.street import Reported, judged

SCENARIOS = [f"i-{n}" for n in range(1, 9)] + [f"ii-{n}" for n in range(1, 8)]


def started(game: Game, scenario: str) -> Opening:
    """A game whose sides have set up; the Mob may fire."""
    opening = Opening(game, scenario)
    opening.set_up()
    opening.finish_set_up()
    opening.play("mob_fire")
    return opening


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_legal_set_up_is_not_accused(civil_power: Game, scenario: str) -> None:
    opening = started(civil_power, scenario)
    assert [(one.clause, one.what) for one in opening.issues()] == []


def test_zones_are_those_of_the_scenarios(civil_power: Game) -> None:
    plan = Plan(civil_power)
    boards = [["west", "east"]]
    forces = {
        (one.id, force.side): force.sets_up for one in civil_power.scenarios for force in one.forces
    }
    field = plan.field(boards, plan.scenarios["i-6"])
    assert zone(field, forces["i-6", "mob"]) == field.area("The Plaza")
    beside = zone(field, forces["i-7", "mob"]) - field.area("The Plaza")
    assert {plan.area_of[cell] for cell in beside} == {"Building C", "Building X"}
    assert beside == field.area("Building C") | field.area("Building X")
    far = zone(field, forces["i-8", "police"])
    assert {cell for cell in field.ground.names if cell not in far} == strip(field, "s", 5)
    hotel = zone(field, forces["i-4", "police"])
    assert "W-D5" in hotel
    assert "W-C5" not in hotel


def test_reinforcements_are_those_of_the_chart(civil_power: Game) -> None:
    came = gifts(Plan(civil_power))
    assert came[7] == {}
    assert came[2] == {"mob_sniper": 1}
    assert came[4] == {"molotov": 2}
    assert all(came[number] for number in range(2, 13) if number != 7)


def test_packages_with_replacements_are_bought(civil_power: Game, reported: Reported) -> None:
    """I-6: Slingshot Punks may stand in for Untrained Crowds."""
    opening = Opening(civil_power, "i-6")
    opening.give_back("untrained_crowd", "mob", 3)
    opening.buy("slingshot_punk", "mob", 3)
    opening.set_up()
    opening.play("mob_fire")
    assert judged(opening, reported) == []
    assert packages(civil_power)["medium_mob"].points == 300


def test_unhidden_prices_are_counted_without_what_is_free(
    civil_power: Game, reported: Reported
) -> None:
    """I-7: eight Barricades cost nothing, a ninth does."""
    opening = Opening(civil_power, "i-7")
    opening.buy("barricade", "mob")
    opening.set_up()
    opening.play("mob_fire")
    assert judged(opening, reported) == ["2.3.a"]


# --- mistakes --------------------------------------------------------------------------------


def too_much(opening: Opening) -> None:
    opening.buy("trained_crowd", "mob")


def punks_in_a_riot(opening: Opening) -> None:
    opening.give_back("untrained_crowd", "mob", 2)
    opening.buy("pistol_punk", "mob")


def tv_at_night(opening: Opening) -> None:
    opening.give_back("untrained_crowd", "mob", 1)
    opening.buy("tv_crew", "mob")


def snipers_of_the_government(opening: Opening) -> None:
    opening.give_back("untrained_crowd_2", "rival", 6)
    opening.buy("pistol_punk_2", "rival", 5)
    opening.buy("mob_sniper_2", "rival", 1)
    opening.give_back("trained_crowd_2", "rival", 1)


def active_denial_of_1991(opening: Opening) -> None:
    opening.give_back("line", "police", 3)
    opening.buy("ads", "police")


def water_in_warsaw(opening: Opening) -> None:
    opening.give_back("line", "police", 2)
    opening.buy("water_cannon", "police")


def barriers_of_a_mob(opening: Opening) -> None:
    opening.give_back("trained_crowd", "mob")
    opening.buy("barricade", "mob", face="barrier")


def another_fixed_force(opening: Opening) -> None:
    opening.buy("tactical", "police")


BOUGHT: list[tuple[str, Callable[[Opening], None], str]] = [
    ("i-6", too_much, "2.3.a"),
    ("ii-4", too_much, "2.3.a"),
    ("i-2", punks_in_a_riot, "S.0.b"),
    ("i-4", tv_at_night, "S.I4.b"),
    ("i-5", snipers_of_the_government, "S.I5.a"),
    ("i-4", active_denial_of_1991, "8.3.d"),
    ("ii-2", water_in_warsaw, "S.II2.k"),
    ("i-6", barriers_of_a_mob, "8.11.g"),
    ("ii-1", another_fixed_force, "S.0.g"),
    ("i-1", another_fixed_force, "S.0.g"),
]


@pytest.mark.parametrize(("scenario", "mistake", "clause"), BOUGHT)
def test_wrong_forces_are_found(
    civil_power: Game,
    reported: Reported,
    scenario: str,
    mistake: Callable[[Opening], None],
    clause: str,
) -> None:
    opening = Opening(civil_power, scenario)
    mistake(opening)
    opening.set_up()
    opening.play("mob_fire")
    assert judged(opening, reported)[:1] == [clause]


PLACED: list[tuple[str, str, str, str]] = [
    ("i-1", "mob", "W-D9", "S.I1.k"),
    ("i-3", "mob", "E-A7", "S.I3.b"),
    ("i-4", "police", "W-A1", "S.I4.c"),
    ("i-5", "mob", "W-C4", "S.I5.b"),
    ("i-6", "mob", "W-D8", "S.I6.b"),
    ("i-7", "mob", "W-D8", "S.I7"),
    ("i-8", "police", "W-C9", "S.I8"),
    ("ii-3", "mob", "E-D1", "S.II3.a"),
    ("ii-4", "mob", "W-D8", "S.II4"),
    ("ii-5", "rival", "W-A7", "S.II5.a"),
]


@pytest.mark.parametrize(("scenario", "side", "cell", "clause"), PLACED)
def test_units_outside_their_zone_are_found(
    civil_power: Game, reported: Reported, scenario: str, side: str, cell: str, clause: str
) -> None:
    opening = Opening(civil_power, scenario)
    opening.set_up()
    moved = next(key for key, unit in opening.position.units.items() if unit.side == side)
    opening.drag(moved, cell)
    opening.play("mob_fire")
    assert clause in judged(opening, reported)


@pytest.mark.parametrize(("scenario", "clause"), [("i-6", "S.I6.b"), ("ii-2", "S.II2.o")])
def test_a_side_that_enters_later_does_not_set_up(
    civil_power: Game, reported: Reported, scenario: str, clause: str
) -> None:
    opening = Opening(civil_power, scenario)
    opening.set_up()
    opening.drag("line#0", "E-D13")
    opening.play("mob_fire")
    assert judged(opening, reported) == [clause]


def test_the_second_side_waits_for_the_first(civil_power: Game, reported: Reported) -> None:
    opening = Opening(civil_power, "ii-3")
    late = opening.waiting("mob")[0]
    opening.set_up(late)
    opening.drag(late, "E-D9")
    opening.play("mob_fire")
    assert judged(opening, reported) == ["2.3.d"]


def test_forces_are_chosen_before_anybody_sets_up(civil_power: Game, reported: Reported) -> None:
    opening = Opening(civil_power, "i-8")
    opening.set_up()
    opening.buy("unarmed_reserve", "police")
    opening.play("mob_fire")
    assert "2.3.e" in judged(opening, reported)


def test_a_force_may_have_been_written_down_before_the_others_set_up(civil_power: Game) -> None:
    """2.3: the log does not show the list of a side that has set up nothing yet."""
    opening = Opening(civil_power, "i-8")
    opening.set_up()
    opening.buy("trained_crowd", "mob")
    opening.play("mob_fire")
    assert [one.clause for one in opening.issues("suspect")] == ["2.3.e"]


def test_crowds_and_groups_stack_in_a_set_up_too(civil_power: Game, reported: Reported) -> None:
    opening = Opening(civil_power, "i-6")
    opening.set_up()
    crowds = [key for key, unit in opening.position.units.items() if unit.size == CROWD]
    opening.drag(crowds[0], opening.position.units[crowds[1]].cell)
    opening.play("mob_fire")
    assert judged(opening, reported) == ["4.1.c"]


def test_the_levels_are_those_of_the_scenario(civil_power: Game, reported: Reported) -> None:
    opening = Opening(civil_power, "i-6")
    opening.set_up()
    opening.book("el_police", 1)
    opening.play("mob_fire")
    assert judged(opening, reported) == ["6.7.d"]


# --- entries ---------------------------------------------------------------------------------


def entering(
    game: Game, reported: Reported, scenario: str, side: str, turn: int, *moves: tuple[str, str]
) -> list[str]:
    opening = started(game, scenario)
    if turn > 1:
        opening.play("police_recovery", turn - 1)
    opening.play(f"{side}_move", turn)
    for key, cell in moves:
        opening.drag(key, cell)
    opening.play(f"{side}_shock", turn)
    return judged(opening, reported)


def test_a_unit_that_is_put_down_off_the_map_as_it_enters(
    civil_power: Game, reported: Reported
) -> None:
    moves = (("line#0", "E-D13"), ("line#0", "off"), ("line#0", "E-D12"))
    assert entering(civil_power, reported, "i-6", "police", 1, *moves) == []


def test_a_force_enters_by_one_edge_on_its_turn(civil_power: Game, reported: Reported) -> None:
    assert (
        entering(
            civil_power, reported, "i-6", "police", 1, ("line#0", "E-D13"), ("line#1", "W-D12")
        )
        == []
    )


@pytest.mark.parametrize(
    ("scenario", "side", "turn", "moves", "clause"),
    [
        ("i-6", "police", 1, (("line#0", "E-H13"), ("line#1", "W-D1")), "S.I6.b"),
        ("i-6", "police", 2, (("line#0", "E-H13"),), "S.I6.b"),
        ("i-7", "police", 1, (("line#0", "E-H13"), ("line#1", "W-D1")), "S.I7.b"),
        ("i-8", "mob", 1, (("untrained_crowd#0", "W-D1"),), "S.I8.b"),
        ("i-8", "mob", 3, (("untrained_crowd#0", "W-D13"),), "S.I8.b"),
        ("i-2", "police", 1, (("line#0", "W-F11"),), "S.I2.d"),
        ("ii-6", "police", 3, (("line#0", "W-D13"),), "S.II6"),
        ("ii-7", "mob", 1, (("slingshot_punk#0", "E-C1"), ("agitator#0", "E-H11")), "S.II7.l"),
    ],
)
def test_wrong_entries_are_found(
    civil_power: Game,
    reported: Reported,
    scenario: str,
    side: str,
    turn: int,
    moves: tuple[tuple[str, str], ...],
    clause: str,
) -> None:
    assert clause in entering(civil_power, reported, scenario, side, turn, *moves)


def test_reinforcements_need_their_roll(civil_power: Game, reported: Reported) -> None:
    for dice, clauses in (((5, 3), []), ((3, 4), ["S.I1.d"])):
        opening = started(civil_power, "i-1")
        opening.roll("reinforcements", *dice)
        opening.play("mob_move")
        opening.drag("untrained_crowd#8", "E-J11")
        opening.play("mob_shock")
        assert judged(opening, reported, "S.") == clauses


def test_reinforcements_come_by_the_right_edge_and_once(
    civil_power: Game, reported: Reported
) -> None:
    opening = started(civil_power, "i-1")
    opening.roll("reinforcements", 5, 3)
    opening.roll("reinforcements", 5, 3)
    opening.play("mob_move")
    opening.drag("untrained_crowd#8", "E-C1")
    opening.play("mob_shock")
    assert judged(opening, reported, "S.") == ["S.I1.d", "S.I1.d"]


@pytest.mark.parametrize(("scenario", "cell"), [("i-6", "E-D13"), ("i-2", "E-H1")])
def test_what_nobody_bought_does_not_come(
    civil_power: Game, scenario: str, cell: str, reported: Reported
) -> None:
    moves = ("unarmed_reserve#0", cell)
    assert entering(civil_power, reported, scenario, "police", 1, moves) == ["2.3.e"]


# --- special rules ---------------------------------------------------------------------------


def test_the_march_keeps_together(civil_power: Game, reported: Reported) -> None:
    opening = started(civil_power, "i-1")
    opening.play("police_move")
    opening.drag("untrained_crowd_2#0", "W-D13")
    opening.drag("line#0", "W-D12")
    opening.drag("line#1", "W-H13")
    opening.play("police_shock")
    assert judged(opening, reported) == ["S.I1.b"]


@pytest.mark.parametrize(
    ("scenario", "marker", "number", "clause"),
    [
        ("i-1", "el_police", 1, "S.I1.a"),
        ("ii-7", "el_mob", 1, "S.II7.a"),
        ("i-6", "el_mob", -1, "6.7.b"),
        ("i-6", "el_mob", 1, ""),
    ],
)
def test_engagement_levels_rise_where_they_may(
    civil_power: Game, reported: Reported, scenario: str, marker: str, number: int, clause: str
) -> None:
    opening = started(civil_power, scenario)
    opening.book(marker, number)
    opening.play("mob_move")
    assert judged(opening, reported) == ([clause] if clause else [])


def test_night_comes_when_the_scenario_says(civil_power: Game, reported: Reported) -> None:
    opening = started(civil_power, "i-4")
    opening.turn_over("daylight#0", "day")
    opening.play("police_fire")
    opening.drag("fire_attack#0", "W-D1")
    opening.play("police_move")
    assert "S.I4" in judged(opening, reported)


def test_vehicles_of_the_compound_stay(civil_power: Game, reported: Reported) -> None:
    opening = started(civil_power, "ii-7")
    opening.play("police_move")
    opening.drag("tank#0", "E-G7")
    opening.play("police_shock")
    assert "S.II7.b" in judged(opening, reported)


def test_nobody_plays_on_after_the_last_turn(civil_power: Game, reported: Reported) -> None:
    opening = Opening(civil_power, "i-6")
    opening.set_up()
    opening.play_through(16)
    opening.play("mob_move", 16)
    opening.drag(opening.position.at("W-D4")[0].key, "W-D3")
    opening.play("mob_shock", 16)
    assert "2.3.f" in judged(opening, reported)


def test_two_swag_in_one_building_are_found(civil_power: Game, reported: Reported) -> None:
    opening = Opening(civil_power, "ii-6")
    opening.set_up()
    opening.drag("swag#1", "W-A2")
    opening.drag(opening.position.at("W-F1")[0].key, "W-A2")
    opening.play("mob_fire")
    assert judged(opening, reported) == ["S.II6"]


def test_another_package_is_found(civil_power: Game, reported: Reported) -> None:
    """I-7 has the Medium Standard package alone."""
    opening = Opening(civil_power, "i-7")
    elite, standard = (
        packages(civil_power)[name].units for name in ("medium_elite", "medium_standard")
    )
    items = {"gas_grenade", "donut_wagon"}
    for kind in {*elite, *standard} - items:
        more = elite.get(kind, 0) - standard.get(kind, 0)
        if more > 0:
            opening.buy(kind, "police", more)
        else:
            opening.give_back(kind, "police", -more)
    opening.buy("generic_veh", "police", 1, face="donut")
    opening.book("grenades", elite["gas_grenade"] - standard["gas_grenade"])
    opening.set_up()
    opening.play("mob_fire")
    assert judged(opening, reported) == ["S.0.e"]


@pytest.mark.parametrize(("steps", "clauses"), [((-1, 1), []), ((-1,), ["6.7.b"])])
def test_a_level_that_is_put_right_has_not_fallen(
    civil_power: Game, steps: tuple[int, ...], clauses: list[str]
) -> None:
    opening = started(civil_power, "i-6")
    for number in steps:
        opening.book("el_mob", number)
    opening.play("mob_move")
    assert opening.clauses() == clauses


@pytest.mark.parametrize(("cell", "clauses"), [("W-D7", ["S.I1.d"]), ("W-B8", [])])
def test_a_reinforcement_in_the_middle_of_the_map(
    civil_power: Game, cell: str, clauses: list[str]
) -> None:
    opening = Opening(civil_power, "i-1")
    opening.set_up()
    opening.play("mob_move")
    opening.roll("reinforcements", 3, 5)
    opening.drag("untrained_crowd#8", cell)
    opening.play("mob_shock")
    assert [one for one in opening.clauses() if one in ("S.I1.d", "4.0.a")] == clauses


def test_a_die_before_any_unit_is_placed_does_not_end_the_set_up(civil_power: Game) -> None:
    opening = Opening(civil_power, "ii-3")
    opening.roll("mob", 4)
    opening.set_up()
    opening.roll("mob", 4)
    assert not [one for one in opening.clauses() if one.startswith("S.II3")]
