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
