"""Wars of random players: legal ones are not accused, and one mistake is found by its clause."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from modgen_rules.engine.random_player import play
from modgen_rules.engine.reports.findings import GameReport
from modgen_rules.engine.trial import Trial
from modgen_rules.engine.writing.human_noise import HUMAN, QUIET
from tests.amigos_insurrectos.wars import WarBench
from tests.game_parts import judged_part
from tests.kept.packed import TESTS, opened
from tests.kept.rows import Row, read
from tests.kept.sets import source_of

RECORDS = read("amigos-insurrectos recorded")
CHANGED = [
    one
    for one in read("amigos-insurrectos games")
    if one.record == "tidy" and one.findings == one.clauses != ""
]
"""Simulated wars in which one thing is changed."""
BAD = ("illegal", "suspect")
Reported = Callable[[GameReport, str], None]


@pytest.mark.long
def test_a_short_war_is_legal(wars: WarBench, tmp_path: Path) -> None:
    """Three turns of the Stand-Up Fight, tidy and as people record them."""
    story = wars.story(0, last=3)
    for noise in (QUIET, HUMAN):
        wars.write(story, story.acts, tmp_path / "war.vlog", noise, 1)
        report = wars.judge(tmp_path / "war.vlog")
        assert [one.message for one in report.findings if one.verdict == "illegal"] == []
        assert len(report.segments) > 10


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "beginning"), [(15, False), (17, True), (34, True), (35, True), (38, True)]
)
def test_a_part_of_a_legal_war_is_accepted(seed: int, beginning: bool, tmp_path: Path) -> None:
    """The log ends, or begins, at any act: in the supply check, as the Guerrilla War begins."""
    report = judged_part("amigos-insurrectos", seed, beginning, tmp_path)
    assert [one.message for one in report.findings if one.verdict == "illegal"] == []


@pytest.mark.slow
def test_the_simulation_plants_mistakes(tmp_path: Path) -> None:
    trial = Trial("amigos-insurrectos", None, tmp_path)
    tables = {one.id: trial.table(one.id) for one in trial.game.scenarios}
    metadata = trial.writer("stand-up").module
    writer, planted = play(trial.rulebook, tables, metadata, 3, noise=False, mistakes=3)
    found = {one.clause for one in trial.check(writer).findings if one.verdict == "illegal"}
    clauses = {line.rpartition("[")[2].rstrip("]") for line in planted}
    assert len(planted) == 3
    assert clauses <= found


@pytest.mark.slow
def test_simulated_units_do_not_enter_areas_with_leaders_alone(tmp_path: Path) -> None:
    """Nobody would roll the die of 1.2.2.b; in the war of this seed two Leaders are alone."""
    trial = Trial("amigos-insurrectos", None, tmp_path)
    tables = {one.id: trial.table(one.id) for one in trial.game.scenarios}
    metadata = trial.writer("stand-up").module
    writer, _ = play(trial.rulebook, tables, metadata, 109, noise=False)
    assert [one.message for one in trial.check(writer).findings if one.verdict in BAD] == []


@pytest.mark.slow
@pytest.mark.parametrize("war", CHANGED, ids=lambda one: f"{one.seed} {one.mistake}")
def test_changes_are_found(war: Row, wars: WarBench, tmp_path: Path) -> None:
    assert source_of("amigos-insurrectos games").play(war, tmp_path / "war.vlog")
    report = wars.judge(tmp_path / "war.vlog")
    assert [one.clause for one in report.findings if one.verdict in BAD] == [war.clauses]


@pytest.mark.long
@pytest.mark.parametrize(
    "record",
    [one for one in RECORDS if one.mistake and len(one.marks) == 1],
    ids=lambda one: Path(one.name).stem,
)
def test_variants_of_the_worked_turn(
    wars: WarBench, record: Row, tmp_path: Path, reported: Reported
) -> None:
    """One change each to a turn that is legal otherwise, played in the real engine."""
    path = opened(TESTS / record.name, wars.trial.game, tmp_path / "game.vlog")
    report = wars.judge(path)
    found = next(one for one in report.findings if one.verdict in BAD)
    verdict = "illegal" if record.marks[0].certain else "suspect"
    assert (found.clause, found.verdict) == (record.clauses, verdict)
    reported(report, record.clauses)


@pytest.mark.long
@pytest.mark.parametrize("name", ["turn_2", "from_mid_battle"])
def test_recorded_turns_are_legal(wars: WarBench, name: str, tmp_path: Path) -> None:
    record = TESTS / "amigos_insurrectos" / "records" / f"{name}.xz"
    report = wars.judge(opened(record, wars.trial.game, tmp_path / "game.vlog"))
    assert [one.message for one in report.findings if one.verdict in BAD] == []
