"""Two readings of one rulebook: each accepts what the other plays."""

from __future__ import annotations

from pathlib import Path

import pytest

from modgen.log.timeline import read_timeline
from modgen_rules.engine.judging import judge_log
from tests.civil_reference.figures import FIRE, RATINGS, SHOCK, lowered, result
from tests.civil_reference.kinds import KINDS
from tests.civil_reference.record import Bench, Game
from tests.civil_reference.riot import SCENARIOS
from tests.civil_reference.slips_of_records import LOOSE
from tests.civil_reference.town import Town


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(Path(tmp_path_factory.mktemp("second")))


def test_worked_examples() -> None:
    pistols, reserves = RATINGS["pistol_punk", "front"], RATINGS["reserve", "front"]
    assert result(FIRE, 2 * pistols.fire, 2 + 1 - 2) == "-"
    assert result(SHOCK, 2 * reserves.shock, 4 + 1) == "2"
    assert result(SHOCK, pistols.shock, 5) == "1"
    assert result(SHOCK, 2 * RATINGS["tactical", "front"].shock, 5 - 3 + 2) == "2"
    assert [lowered(one) for one in "KWX21M"] == ["W", "-", "2", "1", "M", "-"]


def test_sight() -> None:
    town = Town()
    nothing: frozenset[frozenset[str]] = frozenset()

    def sight(one: str, other: str, *crowds: str, high: bool = False) -> str:
        return town.sight(one, other, high, lambda at: at in crowds, nothing)

    assert sight("W-D4", "W-D9") == "clear"
    assert sight("W-D4", "W-D9", "W-D6") == "blocked"
    assert sight("W-D4", "W-D9", "W-D6", high=True) == "clear"
    assert sight("W-D1", "W-I1") == "blocked"
    assert sight("W-D4", "W-E5", "W-D5") == "open"
    assert sight("W-D4", "W-E5", "W-D5", "W-E4") == "blocked"
    assert "E-A5" in town.near("W-J5")


@pytest.mark.long
@pytest.mark.parametrize("scenario", SCENARIOS[::5])
def test_a_game_can_be_played(bench: Bench, scenario: str) -> None:
    riot = bench.riot(4, scenario, turns=1)
    assert riot.player_turns == len(riot.order)
    assert not riot.planted
    assert all(riot.on_map(side) for side in riot.order)


@pytest.mark.long
def test_a_seed_decides_everything(bench: Bench) -> None:
    first, second = (bench.riot(3, "i-6", turns=2) for _ in range(2))
    assert first.t.events == second.t.events


@pytest.mark.long
def test_mistakes_are_planted(bench: Bench) -> None:
    assert len(KINDS) >= 60
    for kind in ("too_far", "two_crowds"):
        games = (bench.riot(n, KINDS[kind][0], kind, turns=3) for n in range(12))
        assert any(game.planted for game in games), kind


def clauses(bench: Bench, game: Game, path: Path) -> list[tuple[int, str]]:
    """What the rulebook calls illegal in a game: step and clause."""
    game.writer.write(path)
    report = judge_log(bench.trial.rulebook, read_timeline([path]), [path.name])
    return [(f.where.first, f.clause) for f in report.findings if f.verdict == "illegal"]


@pytest.mark.long
@pytest.mark.parametrize("scenario", ("i-1", "ii-7"))
def test_the_rulebook_accepts_what_it_plays(bench: Bench, scenario: str, tmp_path: Path) -> None:
    game = bench.play(2, scenario, tidy=True, turns=2)
    assert clauses(bench, game, tmp_path / "riot.vlog") == []


@pytest.mark.long
@pytest.mark.parametrize("kind", ("too_far", "wrong_edge"))
def test_the_rulebook_finds_what_is_planted(bench: Bench, kind: str, tmp_path: Path) -> None:
    riots = (bench.riot(n, KINDS[kind][-1], kind, turns=2) for n in range(30))
    riot = next(one for one in riots if one.planted)
    found = clauses(bench, bench.write(riot, 1, tidy=True), tmp_path / "riot.vlog")
    assert any(clause in riot.planted for _, clause in found)


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind",
    (
        "lost@move",
        "gas_off@shock",
        "fire_drifts@recovery",
        "gun_moves@fire",
        "wia_up@recovery",
        "risen@fires",
        "suppressed@gas_fades",
        "molotovs_up@shock",
    ),
)
def test_changes_without_a_cause_are_found(bench: Bench, kind: str, tmp_path: Path) -> None:
    scenarios = LOOSE[kind]
    riots = (bench.riot(n, scenarios[n % len(scenarios)], kind, turns=4) for n in range(60))
    riot = next(one for one in riots if one.planted)
    found = clauses(bench, bench.write(riot, 1, tidy=True), tmp_path / "riot.vlog")
    assert any(clause in riot.planted for _, clause in found)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_long_games_are_judged(bench: Bench, scenario: str, tmp_path: Path) -> None:
    """The figures of the README are measured elsewhere; here nothing may fail."""
    test_a_game_can_be_played(bench, scenario)
    for seed in range(3):
        game = bench.play(seed, scenario, tidy=seed != 2, turns=8)
        found = clauses(bench, game, tmp_path / "riot.vlog")
        assert len(found) <= game.turns, (seed, found)
