"""Random games of the small games: legal, the same for the same seed, with mistakes that show."""

from __future__ import annotations

from pathlib import Path

import pytest

from modgen_rules.engine.reports.findings import GameReport
from modgen_rules.engine.writing.human_noise import HUMAN
from modgen_rules.general.laws import stated
from tests.general.conftest import varied
from tests.general.mistakes import PLANTS
from tests.general.planted_games import Plan, planted_game
from tests.general.workbench import Hands, Workbench
from tests.kept.general import FOLDERS

LAWS = {
    "template": ["moves.not-adjacent", "moves.wrong-phase", "derived.control", "stacking.limit"],
    "ridge": ["moves.must-stop-zone", "moves.too-far", "conservation.returned"],
    "courtyard": ["moves.diagonal", "moves.closed-terrain", "order.out-of-turn"],
    "junction": ["moves.wrong-edge", "derived.total", "places.space"],
    "market": ["decks.not-top", "decks.hand-limit", "decks.takes"],
}


def judged(bench: Workbench, seed: int, plan: Plan) -> GameReport | None:
    """A random game through the whole path; None if the mistake could not be made."""
    tables = {scenario.id: bench.table(scenario.id) for scenario in bench.game.scenarios}
    writer, planted = planted_game(bench.games, tables, bench.module, seed, plan)
    return bench.judge(writer) if len(planted) == plan.mistakes else None


@pytest.fixture(scope="module")
def benches(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Workbench]:
    return {
        name: Workbench(path, Path(tmp_path_factory.mktemp(name))) for name, path in FOLDERS.items()
    }


@pytest.mark.parametrize("name", FOLDERS)
def test_a_legal_game_is_not_accused(benches: dict[str, Workbench], name: str) -> None:
    report = judged(benches[name], 3, Plan(rounds=3))
    assert report is not None
    assert report.segments
    assert [one.code for one in report.findings if one.verdict in ("illegal", "suspect")] == []


@pytest.mark.parametrize(
    ("name", "law"), [(name, law) for name, laws in LAWS.items() for law in laws]
)
def test_a_mistake_is_named_first(benches: dict[str, Workbench], name: str, law: str) -> None:
    games = (judged(benches[name], seed, Plan(4, 1, law)) for seed in range(30))
    report = next(game for game in games if game is not None)
    bad = [one.code for one in report.findings if one.verdict in ("illegal", "suspect")]
    assert bad[:1] == [f"LAW-{law.replace('.', '-')}"]


@pytest.mark.parametrize("name", FOLDERS)
def test_the_log_leads_to_the_table_of_the_player(benches: dict[str, Workbench], name: str) -> None:
    bench = benches[name]
    tables = {"start": bench.table("start")}
    plan = Plan(rounds=2, noise=HUMAN)
    writer, _ = planted_game(bench.games, tables, bench.module, 4, plan)
    again, _ = planted_game(bench.games, tables, bench.module, 4, plan)
    assert writer.text() == again.text()
    timeline = bench.read(writer)
    end = timeline.go(len(timeline.moments))
    assert {key: (one.map, one.x, one.y) for key, one in end.pieces.items()} == {
        key: (one.map, one.x, one.y) for key, one in writer.table.pieces.items()
    }
    assert bench.turns(writer)[-1].after == writer.states
    assert [pile.contents for pile in end.piles.values() if pile.is_deck] == [
        pile.contents for pile in writer.table.piles.values() if pile.is_deck
    ]


def test_phases_are_known_where_the_tracker_counts_turns(tmp_path: Path) -> None:
    bench = varied(tmp_path, ("sequence:", "turns: {name: Year}\nsequence:"))
    tables = {"start": bench.table("start")}
    writer, _ = planted_game(bench.games, tables, bench.module, 1, Plan(rounds=3))
    turns = bench.turns(writer)
    assert {turn.phase for turn in turns} == set(bench.game.phases)
    assert {turn.game_turn for turn in turns} == {1, 2, 3}


def test_every_mistake_is_of_a_known_law(benches: dict[str, Workbench]) -> None:
    known = {law for bench in benches.values() for law in stated(bench.game)}
    assert set(PLANTS) <= known | {
        "moves.zone-to-zone",
        "moves.barred-zone",
        "moves.barred-full",
        "moves.must-stop-terrain",
    }


def test_writing_to_cells_hands_and_the_tracker(benches: dict[str, Workbench]) -> None:
    ridge = benches["ridge"].writer()
    assert isinstance(ridge, Hands)
    (key,) = ridge.pick("foot_north", "0202")
    ridge.move([key], "0203")
    assert ridge.states[key].place == "0203"
    ridge.step_tracker("south_move")
    assert benches["ridge"].turns(ridge)[0].phase == "north_move"
    market = benches["market"].writer()
    card = market.find("card_g1", "", "draw")[0]
    market.move([card], "hand:baker")
    assert market.states[card].place == "hand:baker"
