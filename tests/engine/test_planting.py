"""Changes to a tidy game, and the mistakes among them."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from modgen_rules.engine.planting import broken, kept_by_people
from modgen_rules.engine.record.table_acts import Flip, Move, Roll, StepTracker
from modgen_rules.engine.trial import Trial
from modgen_rules.engine.writing.human_noise import HUMAN, QUIET
from modgen_rules.engine.writing.log_writer import LogWriter
from modgen_rules.engine.writing.slips import Change, TidyGame, in_words
from modgen_rules.engine.writing.written_table import LogWriterError
from modgen_rules.tirad_pass.play.player import Player
from modgen_rules.tirad_pass.simulate import begun

ACTS = 150
"""The acts of the game that is changed."""


@pytest.fixture(scope="module")
def trial(tmp_path_factory: pytest.TempPathFactory) -> Trial:
    """A game with its rulebook."""
    return Trial("tirad-pass", None, tmp_path_factory.mktemp("game"))


@pytest.fixture(scope="module")
def tidy(trial: Trial) -> TidyGame:
    """The beginning of a tidy game."""
    names = (one.id for one in trial.game.scenarios if not one.lesson and not one.at_start)
    tables, book = {name: trial.table(name) for name in names}, trial.rulebook
    plan = book.plan  # type: ignore[attr-defined]
    start, writer, table, style = begun(plan, book.games, tables, trial.module.metadata, 1)
    Player(table, style).game()
    whole = TidyGame(start, writer)
    whole.acts = whole.acts[:ACTS]
    cut = whole.begun()
    for one in whole.acts:
        cut.actor = one.actor
        cut.do(one.act)
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
def test_a_seed_has_one_change(tidy: TidyGame) -> None:
    first, again = ([one for _, one in changes(tidy, 20)] for _ in range(2))
    assert first == again


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
        if noise is QUIET:
            assert broken(trial.rulebook, writer) == Counter(clauses)


def test_a_change_in_words(tidy: TidyGame) -> None:
    states = tidy.begun().states
    moves = [n for n, one in enumerate(tidy.acts) if isinstance(one.act, Move)]
    key = next(key for key in tidy.used if states[key].kind in tidy.game.piece_types)
    name = tidy.game.piece_types[states[key].kind].name
    phase = next(iter(tidy.game.phases))
    told = {
        Change(0, 0, (Move((key,), "0505"),)): f"{name} to 0505",
        Change(0, 0, (Flip(key, "reduced"),)): f"{name} turned over",
        Change(0, 0, (StepTracker(phase),)): f"the tracker to {tidy.game.phases[phase].name}",
    }
    for change, words in told.items():
        assert in_words(change, tidy, states) == words
    assert in_words(Change(moves[0], moves[0] + 1, ()), tidy, states).startswith("without: ")
