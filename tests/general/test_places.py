"""Where pieces may lie."""

from __future__ import annotations

from collections.abc import Callable

from modgen_rules.engine.reports.findings import GameReport
from tests.general.test_moves import finished
from tests.general.workbench import Workbench

Reported = Callable[[GameReport, str], None]


def test_the_box_of_the_other_side(vales: Workbench, reported: Reported) -> None:
    log = vales.writer()
    log.phase("march")
    log.go("red", "army_red", "red_camp", "blue_camp")
    report = vales.judge(finished(log, "count"))
    reported(report, "places.box")
    (finding,) = report.findings
    assert (finding.verdict, finding.source, finding.target) == (
        "suspect",
        "Red camp",
        "Blue camp",
    )
    assert finding.basis == f"map.yaml:{vales.line('map.yaml', 'id: blue_camp')}"


def test_a_piece_goes_home(vales: Workbench) -> None:
    log = vales.writer()
    log.phase("march")
    log.go("red", "army_red", "east", "red_camp")
    assert vales.codes(finished(log, "count")) == []


def test_closed_terrain(ridge: Workbench, reported: Reported) -> None:
    log = ridge.writer()
    log.phase("north_fight")
    log.go("north", "foot_north", "0202", "north_dead")
    log.phase("south_move")
    log.go("south", "foot_south", "0307", "south_dead")
    log.phase("south_fight")
    log.phase("north_move")
    log.go("north", "foot_north", "north_dead", "0806")
    found = ridge.judge(finished(log, "north_fight")).findings
    codes = [one.clause for root in found for one in root.whole]
    assert codes == ["conservation.returned", "places.terrain"]


def test_a_ship_on_land(harbour: Workbench, reported: Reported) -> None:
    log = harbour.writer()
    log.go("red", "ship", "dock", "land")
    log.go("blue", "flag", "dock", "sea")
    reported(harbour.judge(log), "places.space")


def test_a_ship_at_sea(harbour: Workbench) -> None:
    log = harbour.writer()
    log.go("red", "ship", "dock", "sea")
    log.go("blue", "flag", "dock", "land")
    assert harbour.codes(log) == []


def test_a_marker_on_another_track(harbour: Workbench, reported: Reported) -> None:
    log = harbour.writer()
    (key,) = log.pick("gold", "gold_track:1")
    log.put(key, *log.point("", "wood_track:1"), "red")
    log.go("blue", "flag", "dock", "sea")
    reported(harbour.judge(log), "places.track")


def test_a_marker_on_its_track(harbour: Workbench) -> None:
    log = harbour.writer()
    log.go("red", "gold", "gold_track:1", "gold_track:3")
    log.go("blue", "flag", "dock", "sea")
    assert harbour.codes(log) == []
