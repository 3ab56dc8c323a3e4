"""Whole riots of the simulation: legal ones are not accused."""

from __future__ import annotations

from pathlib import Path

import pytest

from modgen.compile.module import Compiled
from modgen.log.timeline import read_timeline
from modgen_rules.engine.judging import judge_log
from modgen_rules.engine.reports.findings import GameReport
from modgen_rules.engine.writing.human_noise import QUIET
from tests.kept.civil_power import Riots
from tests.kept.rows import Row, read


@pytest.fixture(scope="module")
def riots(civil_module: Compiled, tmp_path_factory: pytest.TempPathFactory) -> Riots:
    """A built module to play on."""
    return Riots(tmp_path_factory.mktemp("riots"), civil_module)


def report_on(riots: Riots, seed: int, turns: int) -> GameReport:
    """Play a tidy riot and judge it."""
    path = riots.played(seed, turns, riots.folder / "riot.vlog", QUIET)
    return judge_log(riots.book, read_timeline([path]), [path.name])


def accused(riots: Riots, seed: int, turns: int) -> list[str]:
    """What is said against a legal riot."""
    report = report_on(riots, seed, turns)
    turns_told = {(one.title.partition(",")[0], one.actor) for one in report.segments if one.actor}
    assert len(turns_told) >= turns
    return [one.message for one in report.findings if one.verdict == "illegal"]


@pytest.mark.long
def test_a_legal_riot_is_not_accused(riots: Riots) -> None:
    assert accused(riots, 0, 3) == []


@pytest.mark.long
def test_a_molotov_at_two_snipers(riots: Riots) -> None:
    """6.3.c: the second is lost with the first; it was attacked all the same (6.5.d)."""
    assert accused(riots, 73, 7) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(15))
def test_no_scenario_is_accused(riots: Riots, seed: int) -> None:
    assert accused(riots, seed, 5) == []


CHANGED = [
    one
    for one in read("civil-power games")
    if one.record == "tidy" and one.findings == one.clauses != ""
]
"""Simulated riots in which one thing is changed."""


@pytest.mark.slow
@pytest.mark.parametrize("riot", CHANGED, ids=lambda one: f"{one.seed} {one.mistake}")
def test_changes_are_found(riot: Row, riots: Riots, tmp_path: Path) -> None:
    path = tmp_path / "riot.vlog"
    assert riots.play(riot, path)
    found = judge_log(riots.book, read_timeline([path]), [path.name]).findings
    bad = [one.clause for one in found if one.verdict in ("illegal", "suspect")]
    assert bad == [riot.clauses]
