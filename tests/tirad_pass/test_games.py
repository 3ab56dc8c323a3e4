"""Whole games: legal ones are not accused, each kind of mistake is flagged."""

from __future__ import annotations

from pathlib import Path

import pytest

from modgen.log.timeline import read_timeline
from modgen_rules.engine.judging import judge_log
from modgen_rules.engine.record.open_log import open_log
from modgen_rules.engine.writing.log_writer import LogWriter
from modgen_rules.tirad_pass.judging.scoring import winner
from modgen_rules.tirad_pass.law.combat import assault_column, fire_column
from modgen_rules.tirad_pass.reading.record import phases
from modgen_rules.tirad_pass.reading.story import Story
from modgen_rules.tirad_pass.simulate import simulate
from tests.tirad_pass.desk import Desk
from tests.tirad_pass.mistakes.every_kind import KINDS, mistaken


def made(desk: Desk, seed: int, noise: bool = False) -> LogWriter:
    metadata = desk.trial.module.metadata
    return simulate(desk.book, desk.plan, desk.tables, metadata, seed, noise)[0]


@pytest.mark.long
@pytest.mark.parametrize("seed", [1])
def test_a_legal_game_is_not_accused(desk: Desk, seed: int) -> None:
    writer = made(desk, seed)
    report = desk.trial.check(writer)
    assert [one.message for one in report.findings] == []
    assert len(report.segments) > 40
    assert "score" in report.segments[-1].story


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_legal_games_are_not_accused(desk: Desk, seed: int) -> None:
    writer = made(desk, seed, noise=seed % 3 == 2)
    report = desk.trial.check(writer)
    assert [one.message for one in report.findings if one.verdict == "illegal"] == []


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_mistakes_are_flagged(desk: Desk, kind: str) -> None:
    found = 0
    for seed in range(100, 106):
        metadata = desk.trial.module.metadata
        writer, step = mistaken(
            desk.plan, desk.book.games, desk.tables, metadata, seed, False, kind
        )
        if not step:
            continue
        illegal = [one for one in desk.trial.check(writer).findings if one.verdict == "illegal"]
        assert illegal and illegal[0].clause == KINDS[kind].clause, seed
        found += 1
        if found == 2:
            return
    assert found


@pytest.mark.long
def test_del_pilar_steadies_the_defenders(desk: Desk) -> None:
    """7.3: one column to the left where he is with them; fire does not mind him."""
    scene = desk.start(section_11="0706", section_12="0706")
    position, key = scene.table.position, scene.key
    attackers = [key["section_11"], key["section_12"]]
    columns = assault_column(position, attackers, "0606"), fire_column(position, attackers, "0606")
    scene.move(del_pilar="0503")
    assert assault_column(position, attackers, "0606") == columns[0] + 1
    assert fire_column(position, attackers, "0606") == columns[1]


def test_every_mistake_names_a_clause_that_a_log_shows(desk: Desk) -> None:
    seen = {clause.number for clause in desk.book.clauses.clauses if not clause.cannot}
    assert {mistake.clause for mistake in KINDS.values()} <= seen


def test_the_winner_follows_the_points(desk: Desk) -> None:
    position = desk.start().table.position
    story = Story(desk.plan, over=12)
    assert winner(position, story) == "filipino"
    story.fell, story.over = True, 10
    assert winner(position, story) == "us"
    story.over = 11
    assert winner(position, story) == "filipino"
    story.guarded = True
    assert winner(position, story) == "draw"


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
def test_the_log_of_a_whole_game_tells_who_won(desk: Desk, seed: int) -> None:
    writer = made(desk, seed)
    report = desk.trial.check(writer)
    points = int(report.segments[-1].story.rpartition(" ")[2])
    numbers = desk.plan.game.info.numbers
    log = open_log(desk.book.games, writer.timeline("game.vlog"), desk.book.kinds)
    story = Story.of(next(phases(log, desk.plan)).start)
    name = "guarded" if story.guarded else "historical"
    wanted = "Filipinos" if points >= numbers[f"{name}_filipino_win"] else ""
    if points <= numbers[f"{name}_us_win"]:
        wanted = "Americans"
    again = open_log(desk.book.games, writer.timeline("game.vlog"), desk.book.kinds)
    assert desk.book.winner(again) == wanted


@pytest.mark.long
def test_a_game_played_in_the_engine_is_not_accused(desk: Desk) -> None:
    """Both sides of `The Guarded Flank`, played by script in VASSAL 3.7.26."""
    path = Path(__file__).parent / "records" / "engine-game.vlog"
    report = judge_log(desk.book, read_timeline([path]), [path.name])
    assert [one.message for one in report.findings] == []
    assert len(report.segments) == 40


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "phases", "score"), [("rear-guard", 71, 9), ("guarded-flank", 66, 6)]
)
def test_whole_games_played_in_the_engine(desk: Desk, name: str, phases: int, score: int) -> None:
    """Both scenarios, played to their end in VASSAL 3.7.26; in both the pass falls.

    In `rear-guard` the tracker is stepped back for a forgotten die of the guide in turn 2, and del
    Pilar's die is rolled after a later attack in turn 10. In `guarded-flank` attackers retreat in
    turn 2, and the column scatters the guard of its path. The module takes Pinned off by itself.
    """
    path = Path(__file__).parent / "records" / f"{name}.vlog"
    report = judge_log(desk.book, read_timeline([path]), [path.name])
    assert [one.message for one in report.findings] == []
    assert len(report.segments) == phases
    assert report.segments[-1].story == f"the game ends, score {score}"
    log = open_log(desk.book.games, read_timeline([path]), desk.book.kinds)
    assert desk.book.winner(log) == "Americans"
