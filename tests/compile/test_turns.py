"""The turn tracker: its count of turns, the phases that a scenario skips, and the turn's marker."""

from __future__ import annotations

from modgen.compile.build import Build
from modgen.compile.pieces import game_piece
from modgen.compile.turns import FOLLOW, skipped, start_state, turn_tracker
from modgen.model.game import Game
from modgen.model.loading.folder import Loaded
from modgen.vassal import traits as t
from modgen.vassal.turn_states import read_turn_state


def test_phases_are_inside_a_count_of_turns(civil_power: Game) -> None:
    tracker, command = turn_tracker(Build(civil_power))
    counter = next(tracker.find_all("CounterTurnLevel"))
    assert [child.name for child in counter.children] == ["ListTurnLevel"]
    assert tracker.attributes["turnFormat"] == "$level1$ · $level2$"
    assert command.attributes["hotkey"] == str(FOLLOW)
    assert "Level_turn!=GameTurn" in command.attributes["filter"]


def test_a_game_without_turns_has_a_list_alone(people_power: Loaded) -> None:
    (tracker,) = turn_tracker(Build(people_power.game))
    assert not list(tracker.find_all("CounterTurnLevel"))


def test_the_marker_of_the_turn_follows_the_tracker(civil_power: Game) -> None:
    def follows(kind: str) -> bool:
        traits = game_piece(Build(civil_power), civil_power.piece_types[kind]).traits
        return any(isinstance(one, t.SendToLocation) and one.key == FOLLOW for one in traits)

    assert follows("turn")
    assert not follows("tdn")


def test_a_scenario_begins_without_the_phases_that_it_skips(civil_power: Game) -> None:
    scenario = next(one for one in civil_power.scenarios if one.id == "i-5")
    left_out = skipped(civil_power, scenario)
    assert "police_fire" in left_out
    assert "first_fire" not in left_out
    (command,) = start_state(civil_power, scenario)
    state = read_turn_state(command.partition("\t")[2], counts=True)
    assert state is not None
    assert (state.phase, state.turn) == (len(civil_power.phases), 0)
    shown = dict(zip((*civil_power.phases, "set-up"), state.shown, strict=True))
    assert {phase for phase, stops in shown.items() if not stops} == {*left_out, "set-up"}


def test_a_scenario_begins_at_the_number_of_its_marker(amigos: Game) -> None:
    scenarios = {one.id: one for one in amigos.scenarios}
    assert start_state(amigos, scenarios["stand-up"]) == []
    (command,) = start_state(amigos, scenarios["guerrilla-war"])
    state = read_turn_state(command.partition("\t")[2], counts=True)
    assert state is not None
    assert (state.phase, state.turn) == (0, 9)
