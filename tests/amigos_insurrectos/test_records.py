"""What the module records of a whole turn, seen in logs of the real engine."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from modgen.log.timeline import read_timeline
from modgen.model.game import Game
from modgen_rules.engine.record.game_steps import GameStep
from modgen_rules.engine.record.open_log import open_log
from tests.kept.packed import TESTS, opened
from tests.kept.rows import Row, read

RECORDS = read("amigos-insurrectos recorded")


def steps_of(record: Row, game: Game, folder: Path) -> list[GameStep]:
    path = opened(TESTS / record.name, game, folder / "game.vlog")
    return list(open_log([game], read_timeline([path]), list(game.piece_types)).steps())


@pytest.fixture(scope="module")
def turn(amigos: Game, tmp_path_factory: pytest.TempPathFactory) -> list[GameStep]:
    record = next(one for one in RECORDS if one.name.endswith("/turn_2.xz"))
    return steps_of(record, amigos, tmp_path_factory.mktemp("records"))


@pytest.mark.long
def test_announcements_of_a_turn(turn: list[GameStep]) -> None:
    """Operations, steps of both battles, and what the sides said in them."""
    said = [(one.side, *one.choices.values()) for step in turn for one in step.said]
    counts = Counter(said)
    assert [counts["us", kind] for kind in ("ground", "amphibious", "in_place")] == [1, 1, 0]
    steps = [choice for side, choice in said if not side]
    battle = ["retreat", "chits", "artillery", "round_1", "round_2", "leaders"]
    assert steps == [*battle, "reorganise", "will", *battle, "will"]
    assert counts["us", "ignores"] == counts["us", "goes_on"] == 2
    assert counts["filipino", "adds_one"] == 3
    spaces = [found for step in turn for one in step.said for found in one.spaces.items()]
    assert {(name, *found) for name, found in spaces} == {
        ("operation_in", "manila"),
        ("battle_in", "marong"),
        ("battle_in", "batangas"),
    }


def test_dice_of_a_turn_have_names(turn: list[GameStep]) -> None:
    dice: Counter[str] = Counter()
    for step in turn:
        for roll in step.rolls:
            dice[roll.what] += len(roll.results)
    assert dice == {
        "Imported Arms": 2,
        "Luzon": 1,
        "Visayas": 1,
        "Lawton's Night Attack": 1,
        "Shelling 5-6": 5,
        "Artillery 5-6": 6,
        "Filipino fire 6": 17,
        "US fire 5-6": 27,
        "Leader alone": 1,
        "Leader lost": 2,
        "Atrocities": 1,
    }


def test_chits_are_laid_played_and_go_back(turn: list[GameStep]) -> None:
    course: dict[str, list[str]] = {}
    for step in turn:
        for change in step.changes:
            if change.after and change.after.kind in ("card_us_s3", "card_fil_s4"):
                course.setdefault(change.after.kind, []).append(change.after.place)
    assert course["card_us_s3"][-2:] == ["chits_us", "hand:us"]
    assert course["card_fil_s4"][-2:] == ["chits_filipino", "hand:filipino"]


def test_the_counter_follows_and_markers_go_home(turn: list[GameStep]) -> None:
    moves = [
        (change.after.kind, change.after.place)
        for step in turn
        for change in step.changes
        if change.after and change.after.kind.startswith("operation")
    ]
    assert moves == [
        ("operation_ground", "manila"),
        ("operations_marker", "operations:1"),
        ("operation_amphibious", "manila"),
        ("operation_ground", "us_operations"),
        ("operations_marker", "operations:0"),
        ("operation_amphibious", "us_operations"),
    ]


ONE_MISTAKE = [row for row in RECORDS if ";" not in row.clauses]
"""The records with one mistake at most; its step is known."""


@pytest.mark.parametrize("record", ONE_MISTAKE, ids=lambda row: Path(row.name).stem)
def test_the_mistake_is_in_its_step(record: Row, amigos: Game, tmp_path: Path) -> None:
    steps = steps_of(record, amigos, tmp_path)
    assert bool(record.clauses) == bool(record.step)
    if record.step:
        assert not any(step.undone for step in steps)
        step = steps[record.step - 1]
        assert step.changes or step.rolls or step.said
