"""Laws about the pieces on the table: stacking, and nothing made or lost."""

from __future__ import annotations

from collections.abc import Callable

from modgen_rules.engine.reports.findings import GameReport
from tests.general.workbench import Workbench

Reported = Callable[[GameReport, str], None]


def test_a_limit_counts_when_the_turn_ends(vales: Workbench, reported: Reported) -> None:
    log = vales.writer()
    log.phase("march")
    log.go("red", "castle_red", "red_camp", "east")
    log.phase("count")
    log.go("red", "harvest_red", "track:3", "track:4")
    report = vales.judge(log)
    reported(report, "stacking.limit")
    (finding,) = [one for one in report.findings if one.clause == "stacking.limit"]
    assert (finding.verdict, finding.actor, finding.target) == ("illegal", "Red", "East Vale")
    assert (finding.expected, finding.observed) == ("at most 1", "2")
    assert finding.basis == f"game.yaml:{vales.line('game.yaml', 'castle_red, castle_blue')}"


def test_a_limit_exceeded_in_between_is_no_breach(vales: Workbench) -> None:
    log = vales.writer()
    log.phase("march")
    log.go("red", "castle_red", "red_camp", "east")
    log.go("red", "castle_red", "east", "north")
    log.phase("count")
    log.say("done")
    assert vales.codes(log) == []


def test_a_stack_is_reported_once(vales: Workbench) -> None:
    log = vales.writer()
    log.phase("march")
    log.go("red", "castle_red", "red_camp", "east")
    for side, kind, target in (
        ("blue", "army_blue", "north"),
        ("red", "army_red", "north"),
        ("blue", "army_blue", "south"),
    ):
        log.go(side, kind, "west" if side == "blue" else "east", target)
    assert vales.codes(log) == ["LAW-stacking-limit"]


def test_a_piece_that_leaves_a_full_space_again_is_suspect(vales: Workbench) -> None:
    log = vales.writer()
    log.phase("march")
    log.go("red", "castle_red", "red_camp", "east")
    log.go("blue", "army_blue", "west", "north")
    log.go("red", "castle_red", "east", "south")
    log.go("blue", "army_blue", "west", "south")
    log.go("red", "army_red", "east", "north")
    log.phase("count")
    log.go("red", "harvest_red", "track:3", "track:4")
    verdicts = [one.verdict for one in vales.judge(log).findings if one.clause == "stacking.limit"]
    assert verdicts == ["suspect"]


def test_a_limit_at_the_end_of_the_log_may_still_be_put_right(vales: Workbench) -> None:
    log = vales.writer()
    log.go("red", "castle_red", "red_camp", "east")
    (finding,) = vales.judge(log).findings
    assert finding.verdict == "suspect"


def test_a_piece_on_the_border_of_two_places_may_be_in_either(vales: Workbench) -> None:
    log = vales.writer()
    log.phase("march")
    log.move(log.pick("castle_red", "red_camp"), "east", "red", offset=(10, 0))
    board = vales.game.boards["main"]
    keys = log.pick("castle_red", "east", 2)
    # The vales meet in the middle of the map; one pixel on, the castle would be in the next one.
    line = next(
        y
        for y in range(int(board.height / 25.4 * 150))
        if vales.place_at(log, keys[0], 950, y) == "east"
    )
    for n, key in enumerate(keys):
        log.put(key, "Map", 950 + 40 * n, line + 1, "red")
    log.phase("count")
    log.go("red", "harvest_red", "track:3", "track:4")
    (finding, *_) = [one for one in vales.judge(log).findings if one.clause == "stacking.limit"]
    assert finding.verdict == "suspect"


def test_a_piece_beyond_the_counter_mix(vales: Workbench, reported: Reported) -> None:
    log = vales.writer()
    log.phase("march")
    log.clone(log.pick("army_blue", "west")[0], "99")
    log.phase("count")
    log.go("red", "harvest_red", "track:3", "track:4")
    report = vales.judge(log)
    reported(report, "conservation.made")
    (finding,) = [one for one in report.findings if one.clause == "conservation.made"]
    assert (finding.verdict, finding.observed, finding.expected) == ("illegal", "7", "at most 6")
    assert finding.basis.startswith("pieces.csv:")


def test_a_deleted_piece(vales: Workbench, reported: Reported) -> None:
    log = vales.writer()
    log.phase("march")
    log.delete(log.pick("army_blue", "west")[0])
    log.phase("count")
    log.go("red", "harvest_red", "track:3", "track:4")
    report = vales.judge(log)
    reported(report, "conservation.lost")
    assert report.findings[0].source == "West Vale"
    assert "Blue camp" in report.findings[0].message


def test_a_deleted_piece_may_be_replaced(vales: Workbench) -> None:
    log = vales.writer()
    log.phase("march")
    key = log.pick("army_blue", "west")[0]
    log.clone(key, "99")
    log.delete(key)
    log.phase("count")
    log.say("done")
    assert vales.codes(log) == []
