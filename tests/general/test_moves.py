"""Moves of pieces on areas and hexes, legal and illegal, as people record them."""

from __future__ import annotations

from collections.abc import Callable

from modgen_rules.engine.reports.findings import Finding, GameReport
from tests.general.workbench import Hands, Workbench

Reported = Callable[[GameReport, str], None]


def finished(log: Hands, phase: str) -> Hands:
    """The log with one more act in another phase, so that the turn before it is complete."""
    log.phase(phase)
    log.say("next")
    return log


def only(report: GameReport) -> Finding:
    (finding,) = report.findings
    return finding


# --- areas -----------------------------------------------------------------------------------


def test_a_march_to_the_next_vale(vales: Workbench) -> None:
    log = vales.writer()
    log.phase("march")
    log.go("red", "army_red", "east", "north")
    log.go("red", "army_red", "east", "south")
    log.go("red", "army_red", "red_camp", "east", 2)
    assert vales.codes(finished(log, "count")) == []


def test_a_march_to_the_other_side(vales: Workbench, reported: Reported) -> None:
    log = vales.writer()
    log.phase("march")
    log.go("red", "army_red", "east", "west", 2)
    report = vales.judge(finished(log, "count"))
    reported(report, "moves.not-adjacent")
    finding = only(report)
    assert (finding.verdict, finding.piece) == ("illegal", "2 × Red army")
    assert (finding.source, finding.target) == ("East Vale", "West Vale")
    assert finding.basis == f"game.yaml:{vales.line('game.yaml', 'steps: 1')}"


def test_a_march_in_stages_is_one_move(vales: Workbench, reported: Reported) -> None:
    log = vales.writer()
    log.phase("march")
    log.go("red", "army_red", "east", "north")
    log.go("red", "army_red", "north", "west")
    reported(vales.judge(finished(log, "count")), "moves.not-adjacent")


def test_a_piece_may_go_too_far_and_come_back(vales: Workbench) -> None:
    log = vales.writer()
    log.phase("march")
    log.go("red", "army_red", "east", "west")
    log.go("red", "army_red", "west", "north")
    assert vales.codes(finished(log, "count")) == []


def test_like_pieces_may_have_changed_places(vales: Workbench) -> None:
    log = vales.writer()
    log.phase("march")
    log.go("red", "army_red", "red_camp", "north")
    log.go("red", "army_red", "east", "south")
    log.phase("count")
    log.phase("card")
    log.phase("march")
    # The army in the north may go west, and one in the east take its place.
    log.go("red", "army_red", "east", "west")
    codes = vales.codes(finished(log, "count"))
    assert not any(code.startswith("LAW-moves") for code in codes)


def test_a_march_in_the_wrong_phase(vales: Workbench, reported: Reported) -> None:
    log = vales.writer()
    log.phase("count")
    for number in (4, 5, 6, 7):
        log.go("red", "harvest_red", f"track:{number - 1}", f"track:{number}")
    log.go("red", "army_red", "east", "north")
    for number in (7, 6, 5, 4):
        log.go("red", "harvest_red", f"track:{number}", f"track:{number - 1}")
    report = vales.judge(finished(log, "card"))
    reported(report, "moves.wrong-phase")
    assert report.findings[0].verdict == "illegal"


def test_a_march_as_the_tracker_moves_is_only_suspect(vales: Workbench) -> None:
    log = vales.writer()
    log.phase("march")
    log.go("red", "army_red", "east", "north")
    log.phase("count")
    log.go("red", "army_red", "east", "north")
    finding = only(vales.judge(finished(log, "card")))
    assert (finding.clause, finding.verdict) == ("moves.wrong-phase", "suspect")


def test_a_move_put_back_after_the_other_side_began(ridge: Workbench) -> None:
    log = ridge.writer()
    log.go("north", "foot_north", "0302", "0305")
    log.go("south", "foot_south", "0307", "0306")
    log.go("north", "foot_north", "0305", "0302")
    log.go("south", "foot_south", "0207", "0206")
    finding = only(ridge.judge(log))
    assert (finding.clause, finding.verdict) == ("moves.too-far", "suspect")


def test_an_undone_march(vales: Workbench) -> None:
    log = vales.writer()
    log.phase("march")
    log.go("red", "army_red", "east", "west")
    log.undo()
    assert vales.codes(finished(log, "count")) == []


def test_without_rules_of_movement_nothing_is_known(bare: Workbench) -> None:
    log = bare.writer()
    log.phase("march")
    log.go("red", "army_red", "east", "west")
    log.go("red", "castle_red", "east", "south")
    assert bare.codes(finished(log, "count")) == []


# --- hexes -----------------------------------------------------------------------------------


def test_legal_moves_over_hexes(ridge: Workbench) -> None:
    log = ridge.writer()
    log.go("north", "foot_north", "0202", "0204", 2)
    log.go("north", "foot_north", "0302", "0303")
    log.go("north", "horse_north", "0402", "0802")
    assert ridge.codes(finished(log, "north_fight")) == []


def test_too_many_points(ridge: Workbench, reported: Reported) -> None:
    log = ridge.writer()
    log.go("north", "foot_north", "0302", "0305")
    report = ridge.judge(finished(log, "north_fight"))
    reported(report, "moves.too-far")
    assert (report.findings[0].observed, report.findings[0].expected) == ("3", "at most 2")


def test_a_river_costs_a_point(ridge: Workbench) -> None:
    log = ridge.writer()
    log.put(log.pick("foot_north", "0302")[0], "Field", *log.point("foot_north", "0603")[1:], "")
    log.phase("north_fight")
    for phase in ("south_move", "south_fight", "north_move"):
        log.phase(phase)
    log.go("north", "foot_north", "0603", "0605")
    finding = ridge.judge(finished(log, "north_fight")).findings[-1]
    assert (finding.clause, finding.observed) == ("moves.too-far", "3")


def test_a_lake(ridge: Workbench, reported: Reported) -> None:
    log = ridge.writer()
    for phase in ("north_fight", "south_move"):
        log.phase(phase)
    log.go("south", "horse_south", "0607", "0806")
    report = ridge.judge(finished(log, "south_fight"))
    reported(report, "moves.closed-terrain")
    assert report.findings[0].basis == f"game.yaml:{ridge.line('game.yaml', 'id: lake')}"


def test_a_fort_does_not_move(ridge: Workbench, reported: Reported) -> None:
    log = ridge.writer()
    log.go("north", "fort_north", "0302", "0303")
    report = ridge.judge(finished(log, "north_fight"))
    reported(report, "moves.immobile")
    assert only(report).source == "0302"


def test_zones_of_control_stop(ridge: Workbench, reported: Reported) -> None:
    log = ridge.writer()
    log.go("north", "horse_north", "0402", "0306")  # beside the foot in 0307
    log.phase("north_fight")
    log.phase("south_move")
    log.go("south", "horse_south", "0607", "0506")
    log.phase("south_fight")
    log.phase("north_move")
    log.go("north", "horse_north", "0402", "0308")
    reported(ridge.judge(finished(log, "north_fight")), "moves.must-stop-zone")


def test_retreats_in_combat_are_no_moves(ridge: Workbench) -> None:
    log = ridge.writer()
    log.go("north", "horse_north", "0402", "0306")
    log.phase("north_fight")
    log.roll("north", "die", [6])
    log.go("north", "foot_south", "0307", "0308")
    log.go("north", "horse_north", "0306", "0307")
    assert ridge.codes(finished(log, "south_move")) == []


def test_the_dead_do_not_return(ridge: Workbench, reported: Reported) -> None:
    log = ridge.writer()
    log.phase("north_fight")
    log.go("north", "foot_south", "0307", "south_dead")
    log.phase("south_move")
    log.go("south", "foot_south", "south_dead", "0207")
    reported(ridge.judge(finished(log, "south_fight")), "conservation.returned")
