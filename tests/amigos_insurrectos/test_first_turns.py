"""A log that begins with the last phase of a turn that is over shows the next turn as a whole."""

from __future__ import annotations

import pytest

from modgen_rules.amigos_insurrectos.checker import Rulebook
from tests.amigos_insurrectos.paper import Paper

FORCES = {"manila": {"us_army": 8}, "iloilo": {"guerrilla": 1}}
BEGINS = {"the next turn": "objectives", "in its middle": "us_poa"}


def begun(war: Rulebook, mark: str) -> Paper:
    """A log that begins in the last phase; then the tracker goes on to another one."""
    paper = Paper(war, FORCES, turn=3, phase="victory")
    paper.put("trans_ocean", "us_army", 4)
    paper.begin_here()
    paper.phase(mark)
    return paper


@pytest.mark.parametrize("begins", BEGINS)
def test_what_waits_does_not_land(begins: str, war: Rulebook) -> None:
    paper = begun(war, BEGINS[begins])
    paper.phase("us_poa")
    found = {one.clause for one in paper.findings() if one.verdict == "illegal"}
    assert ("7.1.a" in found) == (begins == "the next turn")


def test_political_will_that_is_not_scored_yet(war: Rulebook) -> None:
    paper = Paper(war, FORCES, turn=3, phase="victory")
    paper.will(2)
    paper.put("trans_ocean", "us_army", 4)
    paper.begin_here()
    paper.phase("objectives")
    assert "7.1.a" not in {one.clause for one in paper.findings()}


def test_a_battle_that_is_not_fought_is_told_once(war: Rulebook) -> None:
    """At the phase in which it is due, whatever was put away before the tracker was used."""
    paper = Paper(war, FORCES | {"tarlac": {"us_army": 2, "regular": 2}}, turn=3, phase="victory")
    paper.put("tarlac", "operation_ground", 1)
    paper.begin_here()
    paper.away("tarlac", "operation_ground", "us_operations")
    due = []
    for turn in (3, 4):
        for phase in ("objectives", "filipino_movement", "filipino_combat", "supply", "victory"):
            paper.phase(phase)
            due += [paper.step] * (phase == "filipino_combat")
        paper.level("turn_marker", turn + 1)
    found = [one for one in paper.findings(complete=False) if one.clause == "10.1.b"]
    assert [(one.where.first, one.where.last) for one in found if one.verdict == "illegal"] == [
        (due[0], due[0])
    ]
