"""Whole riots: legal ones are not accused, and mistakes of simulated players are found."""

from __future__ import annotations

import pytest

from modgen_rules.civil_power.mistakes import Slips
from modgen_rules.civil_power.simulate import MISTAKES
from tests.civil_power.measure import Bench, judged, player_turns

KINDS = {mistake.name: mistake for mistake in MISTAKES}


@pytest.fixture(scope="module")
def riots(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """A built module to play on."""
    return Bench(tmp_path_factory.mktemp("riots"))


def accused(riots: Bench, seed: int, turns: int) -> list[str]:
    """What is said against a legal riot."""
    report, _ = riots.play(seed, turns=turns)
    assert player_turns(report) >= turns
    return [one.message for one in report.findings if one.verdict == "illegal"]


def test_a_legal_riot_is_not_accused(riots: Bench) -> None:
    assert accused(riots, 0, 3) == []


def test_a_molotov_at_two_snipers(riots: Bench) -> None:
    """6.3.c: the second is lost with the first; it was attacked all the same (6.5.d)."""
    assert accused(riots, 73, 7) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(15))
def test_no_scenario_is_accused(riots: Bench, seed: int) -> None:
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
def test_a_mistake_is_found(riots: Bench, name: str) -> None:
    """In the first of some riots in which it can be made."""
    mistake = KINDS[name]
    for seed in range(0, 90, 6):
        slips = Slips([mistake])
        report, _ = riots.play(seed, turns=5, slips=slips)
        if slips.done:
            flagged, clause = judged(report, slips.done[0])
            assert flagged
            assert clause in mistake.clauses
            return
    pytest.fail("the mistake was never made")
