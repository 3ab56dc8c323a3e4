"""Wars of random players: legal ones are not accused, and one mistake is found by its clause."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from modgen_rules.amigos_insurrectos.mistakes import MISTAKES
from modgen_rules.amigos_insurrectos.mistakes.planted import CLAUSES
from modgen_rules.engine.random_player import play
from modgen_rules.engine.reports.findings import GameReport
from modgen_rules.engine.trial import Trial
from modgen_rules.engine.writing.human_noise import HUMAN, QUIET
from tests.amigos_insurrectos.wars import WarBench
from tests.game_parts import judged_part
from tests.kept.packed import TESTS, opened
from tests.kept.rows import Row, read

RECORDS = read("amigos-insurrectos recorded")

WARS = 9
"""The number of wars in which a place for a mistake is looked for."""
BAD = ("illegal", "suspect")
NOT_FIRST = frozenset({"scores_filipino_6", "scores_filipino_9"})
"""Mistakes before which the other side has scored in the wars of this test: 17.1.c comes first."""
LATER = {
    "us_unpaid_site": 3,
    "scores_filipino_3": 16,
    "scores_filipino_7": 25,
}
"""The first war for some mistakes; earlier ones have no place for them, or another mistake explains
the record as well."""
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


def mistaken(wars: WarBench, name: str, path: Path) -> GameReport:
    """The report of a war with a mistake of a kind; skips the test when none fits."""
    kind = MISTAKES[name]
    first = LATER.get(name, 0)
    for seed in range(first, first + WARS):
        story, chance = wars.story(seed), random.Random(seed)
        places = [n for n, mark in enumerate(story.marks[:-1]) if mark.phase == kind.phase]
        chance.shuffle(places)
        for n in places:
            acts = wars.spoilt(story, n, kind.make, chance)
            if acts is not None:
                wars.write(story, acts, path)
                return wars.judge(path)
    pytest.skip(f"no place for {name} in {WARS} wars")


TOLD = sorted(name for name in MISTAKES.keys() - NOT_FIRST if MISTAKES[name].told)
AFTER_MOVES = [name for name in MISTAKES if name.startswith(("us_poa ", "jungle_"))]


@pytest.mark.slow
@pytest.mark.parametrize("name", [*TOLD, *AFTER_MOVES])
def test_mistakes_are_found(wars: WarBench, name: str, tmp_path: Path, reported: Reported) -> None:
    reported(mistaken(wars, name, tmp_path / "war.vlog"), MISTAKES[name].clause)


@pytest.mark.slow
@pytest.mark.parametrize("phase", CLAUSES)
def test_mistakes_that_the_judges_find_are_planted(
    wars: WarBench, phase: str, tmp_path: Path
) -> None:
    """A mistake of each clause for which there is an occasion in three wars."""
    planted: set[str] = set()
    for seed in range(3):
        story, chance = wars.story(seed), random.Random(seed)
        for n, mark in enumerate(story.marks[:-1]):
            for clause in set(CLAUSES[phase]) - planted if mark.phase == phase else ():
                acts = wars.spoilt(story, n, MISTAKES[f"{phase} {clause}"].make, chance)
                if acts is None:
                    continue
                planted.add(clause)
                wars.write(story, acts, tmp_path / "war.vlog")
                report = wars.judge(tmp_path / "war.vlog")
                assert clause in {one.clause for one in report.findings if one.verdict in BAD}
    assert len(planted) >= 0.7 * len(CLAUSES[phase])


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
