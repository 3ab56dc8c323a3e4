"""Random games are legal; each kind of mistake is found. Run: python -m pytest rulebook"""

from pathlib import Path

import pytest

from modgen_rules.engine.trial import Trial

FOLDER = Path(__file__).parent


@pytest.fixture(scope="module")
def trial(tmp_path_factory):
    return Trial(FOLDER.parent, FOLDER, tmp_path_factory.mktemp("trial"))


@pytest.mark.parametrize("seed", range(3))
def test_random_games_are_legal(trial, seed):
    report = trial.check(trial.random_game(seed))
    assert report.findings == []
    assert report.count("ok") == 24


@pytest.mark.parametrize(
    ("kind", "face", "start", "end", "clause"),
    [
        ("army_red", "fresh", "east", "west", "1.a"),
        ("castle_red", "front", "east", "north", "1.b"),
        ("army_blue", "fresh", "west", "north", "1.c"),
        ("army_red", "fresh", "red_camp", "north", "2.a"),
    ],
)
def test_mistakes_are_found(trial, kind, face, start, end, clause):
    writer = trial.writer("start")
    writer.move(writer.find(kind, face, start)[:1], end, "red")
    report = trial.check(writer)
    assert [finding.clause for finding in report.findings] == [clause]
