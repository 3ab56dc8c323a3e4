"""Whole riots: legal ones are not accused, and mistakes of simulated players are found."""

from __future__ import annotations

import pytest

from modgen.compile.module import Compiled
from modgen.log.timeline import read_timeline
from modgen_rules.civil_power.mistakes.kinds import Slips
from modgen_rules.civil_power.simulate import MISTAKES
from modgen_rules.engine.judging import judge_log
from modgen_rules.engine.reports.findings import GameReport
from modgen_rules.engine.writing.human_noise import QUIET
from tests.kept.civil_power import Riots

KINDS = {mistake.name: mistake for mistake in MISTAKES}


@pytest.fixture(scope="module")
def riots(civil_module: Compiled, tmp_path_factory: pytest.TempPathFactory) -> Riots:
    """A built module to play on."""
    return Riots(tmp_path_factory.mktemp("riots"), civil_module)


def report_on(riots: Riots, seed: int, turns: int, slips: Slips | None = None) -> GameReport:
    """Play a tidy riot and judge it."""
    path = riots.played(seed, turns, riots.folder / "riot.vlog", QUIET, slips)
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


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "too far",
        "fired and charges",
        "into a building",
        "two Crowds",
        "out of turn",
        "mounts",
        "second level in the street",
        "moves in Recovery",
    ],
)
def test_a_mistake_is_found(riots: Riots, name: str) -> None:
    """In the first of some riots in which it can be made."""
    mistake = KINDS[name]
    for seed in range(0, 90, 6):
        slips = Slips([mistake])
        report = report_on(riots, seed, 5, slips)
        if slips.done:
            illegal = [one for one in report.findings if one.verdict == "illegal"]
            near = [one for one in illegal if one.where.last >= slips.done[0].first]
            assert near
            assert min(near, key=lambda one: one.where.first).clause in mistake.clauses
            return
    pytest.fail("the mistake was never made")
