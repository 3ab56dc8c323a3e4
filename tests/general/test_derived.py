"""Markers that repeat what the board shows."""

from __future__ import annotations

from collections.abc import Callable

from modgen_rules.engine.reports.findings import GameReport
from tests.general.workbench import Hands, Workbench

Reported = Callable[[GameReport, str], None]


def taken(vales: Workbench) -> Hands:
    """Red takes the north in the march phase of the first turn."""
    log = vales.writer()
    log.phase("march")
    log.go("red", "army_red", "east", "north")
    log.phase("count")
    return log


def test_markers_that_are_set_right_later(vales: Workbench) -> None:
    log = taken(vales)
    log.set_state("north", "control", "red")
    log.go("red", "harvest_red", "track:3", "track:5")
    log.phase("card")
    log.phase("march")
    log.go("red", "army_red", "north", "east")
    log.phase("count")
    log.set_state("north", "control", "none")
    log.go("red", "harvest_red", "track:5", "track:3")
    log.phase("card")
    log.say("next")
    assert vales.codes(log) == []


def test_the_total_may_be_counted_before_the_markers_are_set(vales: Workbench) -> None:
    log = taken(vales)
    log.go("red", "harvest_red", "track:3", "track:5")
    log.phase("card")
    log.set_state("north", "control", "red")
    log.phase("march")
    log.say("next")
    assert vales.codes(log) == []


def test_a_marker_turned_to_the_wrong_side(vales: Workbench, reported: Reported) -> None:
    log = taken(vales)
    log.set_state("north", "control", "blue")
    log.phase("card")
    log.say("next")
    report = vales.judge(log)
    reported(report, "derived.control")
    (finding,) = report.findings
    assert (finding.verdict, finding.observed, finding.expected) == ("illegal", "Blue", "Red")
    assert finding.basis == f"game.yaml:{vales.line('game.yaml', 'control: {state')}"


def test_a_marker_at_the_wrong_number(vales: Workbench, reported: Reported) -> None:
    log = taken(vales)
    log.set_state("north", "control", "red")
    log.go("red", "harvest_red", "track:3", "track:6")
    log.phase("card")
    log.say("next")
    report = vales.judge(log)
    reported(report, "derived.total")
    (finding,) = report.findings
    assert (finding.verdict, finding.observed, finding.expected) == ("illegal", "6", "5")


def test_a_forgotten_marker_is_suspect_once(vales: Workbench) -> None:
    log = taken(vales)
    log.say("the marker of the north was forgotten")
    key = log.pick("army_blue", "west")[0]
    for face in ("tired", "fresh", "tired"):
        for phase in ("card", "march", "count"):
            log.phase(phase)
            log.roll("red", "die", [3])
        log.flip(key, face)
    report = vales.judge(log)
    assert [(one.clause, one.verdict) for one in report.findings] == [
        ("derived.control", "suspect")
    ]
