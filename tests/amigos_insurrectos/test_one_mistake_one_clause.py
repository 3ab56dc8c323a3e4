"""One mistake has one clause: what follows from it is not reported as a second mistake."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from modgen_rules.amigos_insurrectos.checker import Rulebook
from modgen_rules.engine.reports.findings import GameReport
from tests.amigos_insurrectos.paper import Paper

Reported = Callable[[GameReport, str], None]
ARMY = {"manila": {"us_army": 8, "lawton": 1}, "cavite": {"regular": 2}}


def wrong(paper: Paper) -> list[str]:
    """The clauses that are reported."""
    return [one.clause for one in paper.findings()]


@pytest.mark.parametrize("comes", [True, False])
def test_mabini_arrives_on_turn_two(comes: bool, war: Rulebook, reported: Reported) -> None:
    paper = Paper(war, ARMY, phase="reinforcements")
    if comes:
        paper.drag(["mabini#0"], "cavite")
    paper.roll("luzon", 1)
    paper.roll("visayas", 1)
    paper.phase("us_combat")
    report = paper.report()
    assert ("7.3.a" in {one.clause for one in report.findings}) is not comes
    if not comes:
        reported(report, "7.3.a")


@pytest.mark.parametrize(("area", "clauses"), [("laguna", []), ("albay", ["7.3.a"])])
def test_mabini_comes_to_an_area_without_filipinos(
    area: str, clauses: list[str], war: Rulebook
) -> None:
    """7.3.a asks only for a US Leader next to it; Lawton is in Manila."""
    paper = Paper(war, ARMY, phase="reinforcements")
    paper.drag(["mabini#0"], area)
    paper.roll("luzon", 1)
    paper.roll("visayas", 1)
    paper.phase("us_combat")
    assert [one for one in wrong(paper) if one == "7.3.a"] == clauses


@pytest.mark.parametrize("along", [True, False])
def test_a_leader_does_not_go_among_enemies_alone(along: bool, war: Rulebook) -> None:
    forces = ARMY | {"marong": {"guerrilla": 2, "pilar": 1}, "laguna": {"us_army": 2}}
    paper = Paper(war, forces, phase="filipino_movement")
    paper.drag(["pilar#0", *paper.keys("marong", "guerrilla")][: 1 + along], "laguna")
    found = [one for one in paper.findings() if one.clause == "1.2.2.b"]
    assert [one.verdict for one in found] == ([] if along else ["suspect"])


@pytest.mark.parametrize("first", ["political will", "objective"])
def test_points_beyond_the_end_of_the_track_depend_on_their_order(
    first: str, war: Rulebook
) -> None:
    forces = {"manila": {"us_army": 8}, "bulacan": {"us_army": 2}}
    paper = Paper(war, forces, turn=3, phase="us_combat")
    paper.cards["us_o2"] = "objectives_us"
    paper._level("victory_marker", -7)
    paper._level("political_will_marker", -5)
    paper.record.positions[:] = [paper.position] * len(paper.record.positions)
    paper.phase("scoring")
    for number in (-8, -7) if first == "political will" else (-6, -8):
        paper.level("victory_marker", number)
    paper.chit("us_o2", "hand:us")
    paper.level("political_will_marker", 0)
    paper.phase("victory")
    paper.level("turn_marker", 4)
    paper.phase("objectives")
    paper.act("chat")
    found = {one.clause for one in paper.findings(complete=False)}
    assert not found & {"4.0.e", "17.1.b"}


def test_a_step_that_is_lost_in_supply_is_one_mistake(war: Rulebook, reported: Reported) -> None:
    paper = Paper(war, {"manila": {"us_army": 8}}, phase="us_combat")
    paper.phase("supply")
    paper.turn_over(paper.keys("manila", "us_army")[0], "one")
    paper.will(-2)
    report = paper.report()
    assert [one.clause for one in report.findings] == ["15.1.b"]
    reported(report, "15.1.b")


def test_a_site_that_is_removed_is_one_mistake(war: Rulebook, reported: Reported) -> None:
    paper = Paper(war, {"manila": {"us_army": 8, "poa": 1}}, turn=3, phase="filipino_movement")
    paper.away("manila", "poa", "pool_markers")
    paper.will(-1)
    report = paper.report()
    assert [one.clause for one in report.findings] == ["11.0.f"]
    reported(report, "11.0.f")


@pytest.mark.parametrize("enters", [True, False])
def test_guerrillas_who_stay_do_not_enter_a_site(enters: bool, war: Rulebook) -> None:
    """11.0.f: a site falls to steps that enter, and not when its garrison leaves."""
    forces = {
        "manila": {"us_army": 8},
        "cavite": {"guerrilla": 2, "us_army": 2, "poa": 1},
        "batangas": {"guerrilla": 2},
    }
    paper = Paper(war, forces, turn=11, phase="us_ground")
    paper.roll("leaving", 1, 1)
    paper.go("cavite", "manila", "us_army")
    paper.phase("filipino_movement")
    if enters:
        paper.go("batangas", "cavite", "guerrilla")
    paper.phase("filipino_combat")
    assert ("11.0.f" in wrong(paper)) is enters


def test_lost_artillery_comes_to_the_trans_ocean_box(war: Rulebook) -> None:
    paper = Paper(war, ARMY | {"lost_us": {"us_artillery": 1}}, 5, "reinforcements")
    paper.drag(paper.keys("lost_us", "us_artillery"), "trans_ocean")
    for region in ("luzon", "visayas"):
        paper.roll(region, 1)
    paper.phase("us_ground")
    assert wrong(paper) == ["1.1.1.d"]
