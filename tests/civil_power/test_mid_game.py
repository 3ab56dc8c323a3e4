"""Logs from the middle of a game: the units in play tell which scenario it is."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from modgen.assets import bundled_games
from modgen.model.game import Game
from modgen.model.loading.folder import load
from modgen_rules.civil_power.law.plan import NOT_SHOWN, Plan
from modgen_rules.civil_power.reading.game_turns import turns
from modgen_rules.civil_power.reading.setting import setting_of
from modgen_rules.engine.record.piece_states import PieceState
from tests.civil_power.street import Street
from tests.game_parts import judged_part

EAST = [["east"]]


@pytest.fixture(scope="module")
def plan() -> Plan:
    return Plan(load(bundled_games()["civil-power"]).game)


def in_play(plan: Plan, units: Mapping[str, int], lost: int = 0) -> dict[str, PieceState]:
    """Units of which some are lost and the others on the board; the rest can still be bought."""
    found = {}
    left = lost
    for kind, type_ in plan.units.items():
        for number in range(type_.count):
            place = type_.home or ""
            if number < units.get(kind, 0):
                place, left = ("lost_police", left - 1) if left else ("E-E5", 0)
            face = type_.start_face.id
            found[f"{kind}#{number}"] = PieceState(kind, face, place)
    return found


BLOODY_WEEK = {
    "reserve": 6,
    "line": 6,
    "field_gun": 1,
    "pistol_punk": 5,
    "shotgun_punk": 4,
    "mob_sniper": 2,
    "agitator": 1,
}


@pytest.mark.long
@pytest.mark.parametrize("lost", [0, 3])
def test_the_units_in_play_tell_the_scenario(plan: Plan, lost: int) -> None:
    found = setting_of(plan, in_play(plan, BLOODY_WEEK, lost), EAST)
    assert (found.scenario and found.scenario.id, found.whole, found.rival) == (
        "ii-1",
        False,
        False,
    )


def test_another_board_is_another_scenario(plan: Plan) -> None:
    assert setting_of(plan, in_play(plan, BLOODY_WEEK), [["west"]]).scenario is NOT_SHOWN


def test_scenarios_with_the_same_forces_are_not_distinguished(plan: Plan) -> None:
    riot = {
        "reserve": 6,
        "line": 6,
        "tactical": 1,
        "police_sniper": 1,
        "water_cannon": 1,
        "untrained_crowd": 12,
        "trained_crowd": 3,
        "agitator": 2,
        "tv_crew": 1,
    }
    found = setting_of(plan, in_play(plan, riot), [["west", "east"]])
    assert (found.scenario, found.rival) == (NOT_SHOWN, False)


def test_forces_of_no_scenario_may_be_those_of_one_with_a_rival(plan: Plan) -> None:
    found = setting_of(plan, in_play(plan, {}), [["west", "east"]])
    assert (found.scenario, found.rival) == (NOT_SHOWN, True)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(500, 516))
@pytest.mark.parametrize("beginning", [True, False])
def test_a_part_of_a_legal_game_is_accepted(seed: int, beginning: bool, tmp_path: Path) -> None:
    """The log ends, or begins, at any act, perhaps in the middle of an attack."""
    report = judged_part("civil-power", seed, beginning, tmp_path)
    assert [one.message for one in report.findings if one.verdict == "illegal"] == []


def test_a_save_of_our_module_names_the_scenario(plan: Plan) -> None:
    found = setting_of(plan, in_play(plan, {"reserve": 2}), [["west", "east"]], "i-7")
    assert (found.scenario and found.scenario.id, found.whole) == ("i-7", False)


def test_the_marker_moves_before_the_tracker(civil_power: Game) -> None:
    """A log that begins in the last phase of a turn has nothing of that turn's checks in gas."""
    street = Street(civil_power, "ii-4", "police_recovery")
    crowd = street.put("W-D8", "untrained_crowd")
    street.put("W-D8", "gas")
    street.begin({"turn": 2, "el_mob": 1, "el_police": 1})
    street.book("turn")
    street.phase("gas_morale")
    street.check(crowd, 1)
    street.phase("gas_fades")
    assert [one.clause for one in street.report().findings] == []


@pytest.mark.parametrize(
    ("begins", "clauses"),
    [("gas_morale", []), ("gas_fades", []), ("police_recovery", ["3.0.e"])],
)
def test_a_log_that_begins_when_a_check_was_made(
    civil_power: Game, begins: str, clauses: list[str]
) -> None:
    """The tracker still shows the check; one that the log shows as a whole is judged."""
    street = Street(civil_power, "ii-4", begins)
    street.put("W-D8", "untrained_crowd")
    gas = street.put("W-D8", "gas", face="gas" if begins == "gas_morale" else "gas_2")
    street.begin({"turn": 2, "el_mob": 1, "el_police": 1})
    phases = ["police_recovery", "gas_morale", "gas_fades", "fires", "mob_fire", "mob_move"]
    for name in [*phases[phases.index(begins) + 1 :], "mob_shock", "mob_recovery", "police_fire"]:
        street.phase(name)
        if name == "gas_fades" and begins == "gas_morale":
            street.turn_over(gas, "gas_2")
    assert [one for one in street.clauses() if one.startswith("3.0")] == clauses


@pytest.mark.parametrize("seen", [True, False])
@pytest.mark.parametrize("phase", ["mob_move", "police_fire"])
def test_gas_of_an_attack_that_may_come_before_the_log(
    civil_power: Game, phase: str, seen: bool
) -> None:
    """6.1.c: a log that begins with it does not show the attack."""
    street = Street(civil_power, "ii-4", "mob_fire")
    street.put("W-D11", "line")
    if not seen:
        street.record.phase = phase
    street.begin({"turn": 3, "el_mob": 1, "el_police": 1, "grenades": 4})
    if seen:
        street.phase(phase)
    street.place("gas", "W-E11")
    street.phase("police_recovery")
    found = [one.verdict for one in street.report().findings if one.clause == "6.1.c"]
    assert found == ["illegal" if seen else "suspect"]


@pytest.mark.parametrize(("marked", "turn"), [(True, 4), (False, 3)])
def test_a_log_that_begins_as_a_game_turn_ends(civil_power: Game, marked: bool, turn: int) -> None:
    """The tracker goes on to a new game-turn before its marker does."""
    street = Street(civil_power, "ii-4", "police_recovery")
    street.begin({"turn": 3})
    street.phase("gas_morale")
    if marked:
        street.book("turn")
    for phase in ("gas_fade", "fires", "mob_fire", "mob_move"):
        street.phase(phase)
    assert [one.number for one in turns(street.record)] == [turn]
