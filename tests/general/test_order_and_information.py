"""Whose turn it is, what lies face down, and dice that are taken back."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from modgen_rules.engine.reports.findings import GameReport
from modgen_rules.general.player_games import random_game
from tests.general.conftest import GAMES, varied
from tests.general.test_moves import finished
from tests.general.workbench import Hands, Workbench

Reported = Callable[[GameReport, str], None]


def laws(report: GameReport, subject: str) -> list[tuple[str, str]]:
    """The findings about a subject: clause and verdict."""
    found = [one for one in report.findings if one.clause.startswith(f"{subject}.")]
    return [(one.clause, one.verdict) for one in found]


# --- order -----------------------------------------------------------------------------------


def test_a_move_in_the_phase_of_the_other_side(ridge: Workbench, reported: Reported) -> None:
    log = ridge.writer()
    log.go("north", "foot_north", "0202", "0203")
    log.go("south", "foot_south", "0307", "0306")
    log.go("north", "foot_north", "0302", "0303")
    report = ridge.judge(finished(log, "north_fight"))
    reported(report, "order.out-of-turn")
    (finding,) = report.findings
    assert (finding.verdict, finding.actor) == ("illegal", "South")
    assert finding.basis == f"game.yaml:{ridge.line('game.yaml', 'id: north_move')}"


def test_moves_before_and_after_the_tracker(ridge: Workbench) -> None:
    log = ridge.writer()
    log.go("north", "foot_north", "0202", "0203")
    log.phase("north_fight")
    log.phase("south_move")
    log.go("south", "foot_south", "0307", "0306")
    log.phase("south_fight")
    log.phase("north_move")
    log.go("south", "foot_south", "0306", "0305")
    log.go("north", "foot_north", "0203", "0204")
    assert laws(ridge.judge(finished(log, "north_fight")), "order") == []


def test_a_drag_for_the_other_player_in_his_phase(ridge: Workbench) -> None:
    log = ridge.writer()
    log.go("south", "foot_north", "0202", "0203")
    assert ridge.codes(finished(log, "north_fight")) == []


def test_retreats_in_a_phase_that_displaces(ridge: Workbench) -> None:
    log = ridge.writer()
    log.phase("north_fight")
    log.go("north", "foot_south", "0307", "0308")
    assert ridge.codes(finished(log, "south_move")) == []


@pytest.mark.parametrize(
    ("displaced", "verdicts"), [("foot_south", []), ("horse_south", ["illegal"])]
)
def test_pieces_that_a_phase_displaces(displaced: str, verdicts: list[str], tmp_path: Path) -> None:
    """A phase may displace some pieces only."""
    folder = tmp_path / "game"
    shutil.copytree(GAMES / "ridge", folder)
    path = folder / "game.yaml"
    text = path.read_text("utf-8")
    old = "{id: north_move, name: Movement}"
    assert old in text
    new = old.replace("}", f", displaces: [{displaced}]}}")
    path.write_text(text.replace(old, new), "utf-8")
    bench = Workbench(folder, tmp_path)
    log = bench.writer()
    log.go("north", "foot_north", "0202", "0203")
    log.go("south", "foot_south", "0307", "0306")
    log.go("north", "foot_north", "0302", "0303")
    found = laws(bench.judge(finished(log, "north_fight")), "order")
    assert [verdict for _, verdict in found] == verdicts


def test_a_piece_of_the_other_side(vales: Workbench, reported: Reported) -> None:
    log = vales.writer()
    log.phase("march")
    log.go("red", "army_red", "east", "north")
    log.set_state("north", "control", "red")
    log.go("red", "army_blue", "west", "south")
    report = vales.judge(finished(log, "count"))
    reported(report, "order.other-side")
    assert report.findings[0].verdict == "suspect"


def test_losses_are_taken_off_by_anybody(vales: Workbench) -> None:
    log = vales.writer()
    log.phase("march")
    log.go("red", "army_red", "east", "north")
    log.go("red", "army_blue", "west", "blue_camp")
    assert laws(vales.judge(finished(log, "count")), "order") == []


def test_a_phase_that_was_left_out(vales: Workbench, reported: Reported) -> None:
    log = vales.writer()
    log.roll("red", "die", [3])
    log.phase("count")
    log.roll("red", "die", [4])
    report = vales.judge(finished(log, "card"))
    reported(report, "order.left-out")
    assert report.findings[0].message.startswith("Turn 1, Count: March was left out before Count.")


def test_a_phase_without_acts_is_not_left_out(vales: Workbench) -> None:
    log = vales.writer()
    log.roll("red", "die", [3])
    for phase in ("march", "count", "march", "count", "card"):
        log.phase(phase)
    log.roll("red", "die", [4])
    assert vales.codes(log) == []


@pytest.fixture(scope="module")
def two_turns(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    """The ridge in a scenario that lasts two turns, and in one without an end."""
    folder = tmp_path_factory.mktemp("two_turns")
    shutil.copytree(GAMES / "ridge", folder / "game")
    for file, old, new in (
        ("game.yaml", "dice:", "turns: {name: Turn}\ndice:"),
        ("scenarios/start.yaml", "name: Start", "name: Start\nturns: 2"),
    ):
        path = folder / "game" / file
        path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    endless = (folder / "game/scenarios/start.yaml").read_text("utf-8").replace("turns: 2", "")
    endless = endless.replace("id: start", "id: endless").replace("name: Start", "name: Endless")
    (folder / "game/scenarios/endless.yaml").write_text(endless, "utf-8")
    return Workbench(folder / "game", folder)


def in_turn(bench: Workbench, number: int, scenario: str = "start") -> Hands:
    """A log in which the phases were stepped through to the first one of a turn."""
    log = bench.writer(scenario)
    for phase in [*bench.game.phases, "north_move"][1:] * (number - 1):
        log.step_tracker(phase)
    return log


def test_a_move_after_the_last_turn(two_turns: Workbench, reported: Reported) -> None:
    log = in_turn(two_turns, 3)
    log.go("north", "foot_north", "0202", "0203")
    log.step_tracker("north_fight")
    log.step_tracker("south_move")
    log.go("south", "foot_south", "0307", "0306")
    report = two_turns.judge(finished(log, "south_fight"))
    reported(report, "order.after-end")
    (finding,) = report.findings
    line = two_turns.line("scenarios/start.yaml", "turns: 2")
    assert (finding.verdict, finding.actor) == ("suspect", "North")
    assert finding.basis == f"scenarios/start.yaml:{line}"


@pytest.mark.parametrize(("turn", "scenario"), [(2, "start"), (3, "endless")])
def test_a_move_before_the_end(two_turns: Workbench, turn: int, scenario: str) -> None:
    log = in_turn(two_turns, turn, scenario)
    log.go("north", "foot_north", "0202", "0203")
    assert two_turns.codes(finished(log, "north_fight")) == []


def test_a_log_that_does_not_say_which_scenario_it_is(two_turns: Workbench) -> None:
    log = two_turns.writer()
    log.table.properties.clear()
    log = Hands(two_turns.game, two_turns.games, log.table, two_turns.module)
    for phase in [*two_turns.game.phases, "north_move"][1:] * 2:
        log.step_tracker(phase)
    log.go("north", "foot_north", "0202", "0203")
    assert two_turns.codes(finished(log, "north_fight")) == []


def test_a_random_game_ends_with_the_last_turn(two_turns: Workbench) -> None:
    tables = {"start": two_turns.table("start")}
    writer, _ = random_game(two_turns.games, tables, two_turns.module, 1)
    assert two_turns.codes(writer) == []


def test_units_are_cleared_away_after_the_last_turn(two_turns: Workbench) -> None:
    log = in_turn(two_turns, 3)
    log.go("north", "foot_north", "0202", "north_dead")
    assert two_turns.codes(finished(log, "north_fight")) == []


# --- information -----------------------------------------------------------------------------


def test_dice_taken_back_and_rolled_again(vales: Workbench, reported: Reported) -> None:
    log = vales.writer()
    log.roll("red", "die", [1])
    log.undo()
    log.roll("red", "die", [6])
    report = vales.judge(log)
    reported(report, "information.rolled-again")
    (finding,) = report.findings
    assert (finding.verdict, finding.expected, finding.observed) == ("suspect", "1", "6")


def test_dice_that_come_again_as_they_were(vales: Workbench) -> None:
    log = vales.writer()
    log.roll("red", "die", [1])
    log.undo()
    log.roll("red", "die", [1])
    assert vales.codes(log) == []


def test_a_typed_roll(vales: Workbench, reported: Reported) -> None:
    log = vales.writer()
    log.say("<Ann> - Red rolls Die: 6")
    reported(vales.judge(log), "information.typed-dice")


def test_talk_about_dice(vales: Workbench) -> None:
    log = vales.writer()
    log.say("<Ann> - if Red rolls a 6: bad luck")
    log.say("<Ann> - on a 1 Blue rolls twice: 2 armies")
    assert vales.codes(log) == []


def test_the_dice_of_another_side(
    tmp_path_factory: pytest.TempPathFactory, reported: Reported
) -> None:
    own = ("  - {id: die,", "  - {id: die, name: Die, side: blue}")
    game = varied(tmp_path_factory.mktemp("dice"), own)
    log = game.writer()
    log.roll("blue", "die", [2])
    log.roll("red", "die", [5])
    report = game.judge(log)
    reported(report, "information.other-dice")
    assert [one.where.first for one in report.findings] == [2]


def test_an_undone_draw_of_another_card(market: Workbench, reported: Reported) -> None:
    log = market.writer()
    log.card("g6", "hand:baker", "baker")
    log.undo()
    log.card("g5", "hand:baker", "baker")
    log.card("g9", "discard", "miller")
    report = market.judge(log)
    reported(report, "information.drawn-again")
    assert laws(report, "information") == [("information.drawn-again", "suspect")]
    assert laws(report, "decks") == [("decks.not-top", "illegal")]


def test_an_undone_draw_of_the_same_card(market: Workbench) -> None:
    log = market.writer()
    log.card("g6", "hand:baker", "baker")
    log.undo()
    log.card("g6", "hand:baker", "baker")
    assert market.codes(log) == []


def turned(log: Hands, key: str, owner: str, side: str) -> None:
    """A player of a side turns a card face down for `owner`, or up with an empty owner."""
    log.mask(key, owner or "null", f"* {log.game.sides[side].name} turns a card over *")


def test_a_card_turned_up_by_another_side(secrets: Workbench, reported: Reported) -> None:
    log = secrets.writer()
    key = log.card("g9", "hand:miller", "miller")
    turned(log, key, "Miller", "miller")
    turned(log, key, "", "baker")
    report = secrets.judge(log)
    reported(report, "information.unmasked")
    (finding,) = report.findings
    assert (finding.actor, finding.verdict) == ("Baker", "suspect")


def test_a_card_turned_up_by_its_side(secrets: Workbench) -> None:
    log = secrets.writer()
    key = log.card("g9", "hand:miller", "miller")
    turned(log, key, "Miller", "miller")
    turned(log, key, "", "miller")
    assert secrets.codes(log) == []


def test_a_card_that_is_turned_for_nobody(secrets: Workbench) -> None:
    log = secrets.writer()
    key = log.card("g9", "hand:miller", "miller")
    turned(log, key, "nobody", "miller")
    turned(log, key, "", "baker")
    assert secrets.codes(log) == []


@pytest.fixture(scope="module")
def secrets(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    """The market with a secret deck."""
    import shutil

    from tests.general.conftest import GAMES

    folder = tmp_path_factory.mktemp("secrets")
    shutil.copytree(GAMES / "market", folder / "game")
    cards = folder / "game" / "cards.yaml"
    text = cards.read_text().replace("hand_limit: 3}", "hand_limit: 3, hand: miller, secret: true}")
    cards.write_text(text)
    return Workbench(folder / "game", folder)
