"""A log is cut into turns as people play, not only as the tracker shows."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from modgen.model.types.game_file import Turns
from modgen_rules.engine.record.piece_states import PieceState
from modgen_rules.general.turns import TurnRecord, first_turn
from tests.general.conftest import varied
from tests.general.workbench import Workbench


@pytest.fixture(scope="module")
def alternating(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    """The template with a phase for each side."""
    return varied(
        Path(tmp_path_factory.mktemp("alternating")),
        ("      - {id: march,", "      - {id: march, name: March, side: red}"),
        ("      - {id: count,", "      - {id: count, name: Count, side: blue}"),
    )


def shown(turns: list[TurnRecord]) -> list[tuple[str, str, int, int]]:
    return [(turn.side, turn.phase, turn.first, turn.last) for turn in turns]


def test_another_phase_or_side_begins_a_turn(vales: Workbench) -> None:
    log = vales.writer()
    log.phase("march")
    log.go("red", "army_red", "east", "north")
    log.go("red", "army_red", "east", "south")
    log.go("blue", "army_blue", "west", "north")
    log.phase("count")
    log.go("blue", "harvest_blue", "track:3", "track:4")
    turns = vales.turns(log)
    assert shown(turns) == [
        ("red", "march", 1, 3),
        ("blue", "march", 4, 4),
        ("blue", "count", 5, 6),
    ]
    assert [turn.number for turn in turns] == [1, 2, 3]
    assert [turn.complete for turn in turns] == [True, True, False]
    assert [len(turn.changed) for turn in turns] == [2, 1, 1]
    assert turns[0].after == turns[1].before


def test_the_sequence_begins_again(vales: Workbench) -> None:
    log = vales.writer()
    for phase in ("march", "count", "march", "count"):
        log.phase(phase)
        log.go("red", "harvest_red", "track:3", "track:4")
        log.go("red", "harvest_red", "track:4", "track:3")
    assert [turn.game_turn for turn in vales.turns(log)] == [1, 1, 2, 2]


def test_a_set_up_may_begin_in_a_later_turn(vales: Workbench) -> None:
    """The turn marker says in which; without one it is the first."""
    game = vales.game
    marked = replace(game, info=game.info.model_copy(update={"turns": Turns(marker="harvest_red")}))
    start = {
        "a": PieceState("army_red", "fresh", "track:7"),
        "m": PieceState("harvest_red", "front", "track:5"),
    }
    assert first_turn(marked, start) == 5
    assert first_turn(game, start) == 1
    assert first_turn(marked, {"m": PieceState("harvest_red", "front", "off")}) == 1


def test_turns_are_counted_from_that_of_the_marker(tmp_path: Path) -> None:
    late = varied(
        tmp_path,
        ("states:", "turns: {name: Year, marker: harvest_red}\nstates:"),
    )
    log = late.writer()
    for phase in ("march", "count", "march"):
        log.phase(phase)
        log.go("red", "army_red", "east", "north")
        log.go("red", "army_red", "north", "east")
    assert [turn.game_turn for turn in late.turns(log)] == [3, 3, 4]


def test_a_piece_moved_and_moved_back_has_not_changed(vales: Workbench) -> None:
    log = vales.writer()
    log.phase("march")
    log.go("red", "army_red", "east", "north")
    log.go("red", "army_red", "north", "east")
    log.go("red", "castle_red", "east", "north")
    (turn,) = vales.turns(log)
    assert [turn.before[key].kind for key in turn.changed] == ["castle_red"]


def test_an_undone_step_changes_nothing(vales: Workbench) -> None:
    log = vales.writer()
    log.phase("march")
    log.go("red", "army_red", "east", "north")
    log.undo()
    (turn,) = vales.turns(log)
    assert turn.changed == ()
    assert [step.undone for step in turn.steps] == [True, True]


def test_a_drag_of_the_other_sides_piece_begins_no_turn(vales: Workbench) -> None:
    log = vales.writer()
    log.phase("march")
    log.go("red", "army_red", "east", "north")
    log.go("red", "army_blue", "west", "blue_camp")
    log.go("red", "army_red", "east", "north")
    assert shown(vales.turns(log)) == [("red", "march", 1, 4)]


def test_a_tracker_moved_by_mistake_begins_no_turn(vales: Workbench) -> None:
    log = vales.writer()
    log.phase("march")
    log.go("red", "army_red", "east", "north")
    log.phase("count")
    log.phase("march")
    log.go("red", "army_red", "east", "north")
    assert shown(vales.turns(log)) == [("red", "march", 1, 5)]


def test_a_late_correction_belongs_to_the_turn_before(vales: Workbench) -> None:
    log = vales.writer()
    log.phase("march")
    log.go("red", "army_red", "east", "west", 2)
    log.go("blue", "army_blue", "west", "north")
    log.go("red", "army_red", "west", "east")
    log.go("blue", "army_blue", "west", "north")
    red, blue = vales.turns(log)
    assert [len(turn.changed) for turn in (red, blue)] == [1, 2]


def test_two_sides_that_take_turns_of_one_move(vales: Workbench) -> None:
    log = vales.writer()
    log.phase("march")
    log.go("red", "army_red", "east", "north")
    log.go("blue", "army_blue", "west", "south")
    log.go("red", "army_red", "north", "west")
    log.go("blue", "army_blue", "south", "east")
    assert [turn.side for turn in vales.turns(log)] == ["red", "blue", "red", "blue"]


def test_a_piece_may_go_back_in_its_next_turn(vales: Workbench) -> None:
    log = vales.writer()
    log.go("red", "army_red", "east", "north")
    log.go("blue", "army_blue", "west", "south")
    log.go("red", "army_red", "north", "east")
    log.go("blue", "army_blue", "south", "west")
    assert [turn.side for turn in vales.turns(log)] == ["red", "blue", "red", "blue"]


def test_a_phase_belongs_to_its_side(alternating: Workbench) -> None:
    log = alternating.writer()
    log.phase("march")
    log.go("red", "army_red", "east", "north")
    log.phase("count")
    log.go("red", "army_red", "east", "north")  # the tracker was moved too early
    log.go("blue", "army_blue", "west", "south")
    log.go("red", "castle_red", "east", "north")
    red, blue = alternating.turns(log)
    assert (red.side, blue.side) == ("red", "blue")
    assert [len(turn.changed) for turn in (red, blue)] == [2, 2]


def test_who_acts_when_one_player_has_all_seats(alternating: Workbench) -> None:
    log = alternating.writer(seats=())
    log.go("", "army_red", "east", "north")
    log.go("", "army_blue", "west", "south")
    assert [turn.side for turn in alternating.turns(log)] == ["red", "blue"]
