"""Dice that decide whether something comes or goes on: Imported Arms, an interception at sea."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from modgen_rules.amigos_insurrectos.checker import Rulebook
from tests.amigos_insurrectos.paper import Paper

Reported = Callable[..., None]
FORCES = {"manila": {"us_army": 8}, "tayabas": {"guerrilla": 2}, "ragay": {"gunboat": 1}}


@pytest.mark.parametrize("dice", [(4, 1), (1,), (1, 4)])
def test_imported_arms_come_with_the_first_die(
    dice: tuple[int, ...], war: Rulebook, reported: Reported
) -> None:
    paper = Paper(war, FORCES, turn=5, phase="arms")
    for die in dice:
        paper.roll("arms", die)
    paper.drag(["imported_arms#0"], "tayabas")
    for phase in ("reinforcements", "us_ground", "us_combat", "filipino_movement"):
        paper.phase(phase)
    report = paper.report()
    assert ("6.0.a" in {one.clause for one in report.findings}) is (dice[0] != 1)
    if dice[0] != 1:
        reported(report, "6.0.a")


@pytest.mark.parametrize(
    ("die", "places", "clauses"),
    [
        (1, ("laguna", "tayabas"), []),
        (1, ("laguna",), ["6.0.b"]),
        (3, ("tayabas", "supply_source"), []),
        (3, ("tayabas",), ["6.0.a"]),
    ],
)
def test_imported_arms_that_are_put_right_did_not_come(
    die: int, places: tuple[str, ...], clauses: list[str], war: Rulebook
) -> None:
    """6.0: they count where they are as the phase ends."""
    paper = Paper(war, FORCES, turn=5, phase="arms")
    paper.roll("arms", die)
    for place in places:
        paper.drag(["imported_arms#0"], place)
    for phase in ("reinforcements", "us_ground"):
        paper.phase(phase)
    assert [one.clause for one in paper.findings()] == clauses


def test_imported_arms_come_in_a_turn_after_a_failed_die(war: Rulebook) -> None:
    paper = Paper(war, FORCES, turn=5, phase="arms")
    paper.roll("arms", 4)
    for phase in ("us_ground", "us_combat", "filipino_movement", "scoring", "victory"):
        paper.phase(phase)
    paper.level("turn_marker", 6)
    paper.phase("objectives")
    paper.phase("arms")
    paper.roll("arms", 1)
    paper.drag(["imported_arms#0"], "tayabas")
    for phase in ("reinforcements", "us_ground"):
        paper.phase(phase)
    assert "6.0.a" not in {one.clause for one in paper.findings()}


@pytest.mark.parametrize("sea", ["ragay", "lamon"])
@pytest.mark.parametrize("die", [2, 4])
def test_a_unit_that_a_gunboat_sank_does_not_go_on(sea: str, die: int, war: Rulebook) -> None:
    """Another way has no Gunboat; what counts is the sea space in which the unit stopped."""
    paper = Paper(war, FORCES, turn=10, phase="us_combat")
    paper.phase("filipino_movement")
    keys = paper.keys("tayabas", "guerrilla")
    paper.drag(keys, sea)
    paper.roll("interception", die)
    paper.drag(keys, "albay")
    paper.phase("filipino_combat")
    found = {one.clause for one in paper.findings() if one.verdict == "illegal"}
    assert ("9.2" in found) is (sea == "ragay" and die == 4)


@pytest.mark.parametrize(("die", "clauses"), [(5, ["9.2"]), (2, [])])
def test_a_unit_that_could_march_is_sunk_on_its_way_by_sea(
    die: int, clauses: list[str], war: Rulebook
) -> None:
    forces = {"manila": {"us_army": 8}, "pangasinan": {"regular": 2}, "lingayen": {"gunboat": 1}}
    paper = Paper(war, forces, turn=10, phase="us_combat")
    paper.phase("filipino_movement")
    keys = paper.keys("pangasinan", "regular")
    paper.drag(keys, "lingayen")
    paper.roll("interception", die)
    paper.drag(keys, "la_union")
    paper.phase("filipino_combat")
    assert [one.clause for one in paper.findings() if one.verdict == "illegal"] == clauses


@pytest.mark.parametrize("stop", ["lamon", ""])
def test_arms_that_slip_into_the_sea_do_not_come_again(stop: str, war: Rulebook) -> None:
    """6.0.a: they are put back where they were, and go with the last unit."""
    paper = Paper(war, FORCES, turn=5, phase="arms")
    paper.roll("arms", 1)
    paper.drag(["imported_arms#0"], "tayabas")
    for phase in ("us_ground", "us_combat", "filipino_combat", "supply", "scoring", "victory"):
        paper.phase(phase)
    paper.level("turn_marker", 6)
    for phase in ("us_ground", "us_combat", "filipino_combat", "supply", "scoring"):
        paper.phase(phase)
    if stop:
        paper.drag(["imported_arms#0"], stop)
        paper.drag(["imported_arms#0"], "tayabas")
        paper.drag(["imported_arms#0"], "supply_source")
    assert "6.0.a" not in {one.clause for one in paper.findings(complete=False)}


@pytest.mark.parametrize("attempt", [True, False])
def test_aguinaldo_falls_in_a_battle_after_an_attempt_on_luna(attempt: bool, war: Rulebook) -> None:
    """2.0.a, US.S5: the Guerrilla War begins with the next turn."""
    forces = {"manila": {"us_army": 8}, "tayabas": {"regular": 2}, "abra": {"regular": 2}}
    forces |= {"laguna": {"us_army": 4, "regular": 4, "aguinaldo": 1, "luna": 1}}
    paper = Paper(war, forces, turn=7, phase="objectives")
    paper.begin_here()
    paper.phase("advantage")
    if attempt:
        paper.cards["us_s5"] = "hand:us"
        paper.record.positions[-1] = paper.position
        paper.chit("us_s5", "luna:1")
        paper.roll("us", 6)
    for phase in ("reinforcements", "us_ground", "us_combat"):
        paper.phase(phase)
    paper.roll("filipino_fire", 1, 1, 1, 1)
    paper.roll("us_fire", 1, 1, 1, 1)
    paper.roll("us_parting", 1, 1)
    paper.go("laguna", "tayabas", "regular", "luna", "aguinaldo")
    paper.roll("casualty", 1)
    paper.lost("aguinaldo")
    paper.will(5)
    paper.phase("us_poa")
    paper.phase("filipino_movement")
    assert "2.0.a" not in {one.clause for one in paper.findings()}
