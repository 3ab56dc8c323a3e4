"""Changes to a tidy game, and the mistakes among them."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from modgen_rules.engine.planting import Planted, broken, kept_by_people
from modgen_rules.engine.record.table_acts import (
    Act,
    Announce,
    Check,
    Create,
    Delete,
    Flip,
    Hide,
    Move,
    Roll,
    SetCondition,
    StepTracker,
    TurnTo,
    UnitRoll,
)
from modgen_rules.engine.trial import Trial
from modgen_rules.engine.writing.human_noise import HUMAN, QUIET
from modgen_rules.engine.writing.log_writer import LogWriter
from modgen_rules.engine.writing.slips import Change, TidyGame, done
from modgen_rules.engine.writing.slips_in_words import in_words
from modgen_rules.engine.writing.written_table import LogWriterError
from modgen_rules.tirad_pass.play.player import Player
from modgen_rules.tirad_pass.simulate import begun

ACTS = 150
"""The acts of the game that is changed."""
TOGETHER = """
import sys
from pathlib import Path
from modgen_rules.engine.writing.slips import TidyGame
from tests.engine.test_planting import changes, made
trial = made(Path(sys.argv[1]))
scenario = next(one.id for one in trial.game.scenarios if not one.lesson)
writer = trial.writer(scenario)
units = [key for key, one in writer.states.items() if one.place in trial.game.cells]
writer.move(units[:9], "0505")
for _, change in changes(TidyGame(trial.table(scenario), writer), 20):
    print(change)
"""
"""Prints changes of a game in which many pieces are moved at once."""


def made(folder: Path) -> Trial:
    """A game with its rulebook."""
    return Trial("tirad-pass", None, folder)


@pytest.fixture(scope="module")
def trial(tmp_path_factory: pytest.TempPathFactory) -> Trial:
    return made(tmp_path_factory.mktemp("game"))


@pytest.fixture(scope="module")
def tidy(trial: Trial) -> TidyGame:
    return beginning(trial)


def beginning(trial: Trial) -> TidyGame:
    """The beginning of a tidy game."""
    names = (one.id for one in trial.game.scenarios if not one.lesson and not one.at_start)
    tables, book = {name: trial.table(name) for name in names}, trial.rulebook
    plan = book.plan  # type: ignore[attr-defined]
    start, writer, table, style = begun(plan, book.games, tables, trial.module.metadata, 1)
    Player(table, style).game()
    whole = TidyGame(start, writer)
    cut = whole.begun()
    done(cut, whole.acts[:ACTS])
    return TidyGame(start, cut)


def changes(tidy: TidyGame, number: int) -> list[tuple[LogWriter, Change]]:
    """Some changes of the game that can be made."""
    found = []
    for seed in range(number):
        try:
            one = tidy.changed(random.Random(seed))
        except (LogWriterError, KeyError):
            continue
        found += [one] if one else []
    return found


@pytest.mark.long
def test_only_one_place_of_a_game_is_changed(tidy: TidyGame) -> None:
    before = [one.act for one in tidy.acts]
    found = changes(tidy, 60)
    assert len(found) > 40
    for writer, change in found:
        after = [one.act for one in writer.acts]
        assert after == [*before[: change.first], *change.acts, *before[change.end :]]
        assert after != before


@pytest.mark.long
def test_a_seed_has_one_change(tmp_path: Path) -> None:
    """Whatever the hashes of texts are, which are others in each process."""
    found = []
    for hash_seed in ("1", "2"):
        folder = tmp_path / hash_seed
        folder.mkdir()
        done = subprocess.run(
            [sys.executable, "-c", TOGETHER, str(folder)],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        found.append(done.stdout.splitlines())
    assert len(found[0]) > 10
    assert found[0] == found[1]


@pytest.mark.long
def test_something_is_left_out_comes_late_goes_elsewhere_or_is_done_besides(
    tidy: TidyGame,
) -> None:
    ways = Counter[str]()
    for _, change in changes(tidy, 150):
        old = [one.act for one in tidy.acts[change.first : change.end]]
        ways["left out"] += not change.acts
        ways["late"] += len(old) > 1 and change.acts == (*old[1:], old[0])
        ways["besides"] += not old
        match old, change.acts:
            case [Move(keys=keys, place=place)], (Move() as new,):
                ways["elsewhere"] += new.keys == keys and new.place != place
                ways["another"] += new.keys != keys and new.place == place
            case [Roll(results=dice)], (Roll() as roll,):
                ways["dice"] += roll.results != dice
    assert min(ways[one] for one in ("left out", "late", "besides", "elsewhere", "another")) > 0
    assert ways["dice"]


@pytest.mark.long
def test_each_planted_mistake_breaks_another_clause(trial: Trial, tidy: TidyGame) -> None:
    assert not broken(trial.rulebook, tidy.tidy)
    for noise in (QUIET, HUMAN):
        writer, told = kept_by_people(
            trial.rulebook, tidy.tidy, tidy.start, noise, random.Random(1), 2
        )
        clauses = [line.rpartition("[")[2].rstrip("]") for line in told]
        assert len({*clauses}) == 2
        assert all(line.startswith("step") for line in told)
        found = broken(trial.rulebook, writer)
        if noise is QUIET:
            assert found == Counter(clauses)
        assert {*clauses} <= found.keys()


@pytest.mark.long
def test_acts_of_a_mistake_are_not_changed_again(trial: Trial, tidy: TidyGame) -> None:
    planted = Planted(tidy.tidy, tidy.start, [(Change(0, len(tidy.acts), ()), "all")])
    planted.plant(trial.rulebook, 2, random.Random(1))
    assert [words for _, words in planted.mistakes] == ["all"]


def test_a_change_in_words(tidy: TidyGame) -> None:
    states, game = tidy.begun().states, tidy.game
    moves = [n for n, one in enumerate(tidy.acts) if isinstance(one.act, Move)]
    key = next(key for key in tidy.used if states[key].kind in game.piece_types)
    name = game.piece_types[states[key].kind].name
    phase = next(iter(game.phases))
    box = game.boxes["flank_column"].name
    (field,) = game.info.declarations[0].fields
    choice = field.choices[0]
    told: dict[Act, str] = {
        Move((key,), "0505"): f"{name} to 0505",
        Move((key,), "losses:3"): f"{name} to {game.tracks['losses'].name} 3",
        Move((key,), "main@10,20"): f"{name} to a point of {game.boards['main'].name}",
        Flip(key, "reduced"): f"{name} turned over",
        Hide(key, "us"): f"{name} hidden",
        Hide(key): f"{name} shown",
        Create(key, "new"): f"{name} copied",
        Delete(key): f"{name} deleted",
        StepTracker(phase): f"the tracker to {game.phases[phase].name}",
    }
    for act, words in told.items():
        assert in_words(Change(0, 0, (act,)), tidy, states) == words
    announced = Announce("", {field.id: choice.id}, {"attack_at": ("flank_column",)})
    words = f"an announcement: {choice.name}, {box}"
    assert in_words(Change(0, 0, (announced,)), tidy, states) == words
    left_out = Change(moves[0], moves[0] + 1, ())
    assert in_words(left_out, tidy, states).startswith("left out: ")


def test_only_what_comes_later_is_late(tidy: TidyGame) -> None:
    states = tidy.begun().states
    n = next(n for n, one in enumerate(tidy.acts) if isinstance(one.act, Roll))
    roll, after = tidy.acts[n].act, tidy.acts[n + 1].act
    late = in_words(Change(n, n + 2, (after, roll)), tidy, states)
    again = in_words(Change(n, n + 1, (roll, roll)), tidy, states)
    assert late == f"late: {again}"


@pytest.mark.long
def test_changes_of_units_in_words(tmp_path: Path) -> None:
    trial = Trial("civil-power", None, tmp_path)
    scenario = trial.game.scenarios[0].id
    tidy = TidyGame(trial.table(scenario), trial.writer(scenario))
    states, info = tidy.begun().states, trial.game.info
    key = next(key for key, one in states.items() if one.kind in trial.game.piece_types)
    name = trial.game.piece_types[states[key].kind].name
    check, roll, condition = info.checks[0], info.rolls[0], info.conditions[0]
    told: dict[Act, str] = {
        TurnTo(key, "n"): f"{name} turned to the north",
        Check(key, check.id, 3): f"{name} checked, {check.name}: 3",
        UnitRoll(key, roll.id, (3, 4)): f"{name} rolls, {roll.name}: 3, 4",
        SetCondition(key, condition.id): f"{name} {condition.name}",
        SetCondition(key, condition.id, on=False): f"{name} not {condition.name}",
    }
    for act, words in told.items():
        assert in_words(Change(0, 0, (act,)), tidy, states) == words
