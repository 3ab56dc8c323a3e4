"""How battles end: somebody retreats, and those who stay fire after him (10.6.5)."""

from __future__ import annotations

import pytest

from modgen_rules.amigos_insurrectos.checker import Rulebook
from tests.amigos_insurrectos.paper import Paper

ARMY = {"us_army": 4, "regular": 4}


def _round(paper: Paper) -> None:
    """A round in which nobody is hit."""
    paper.battle("laguna", "round_1")
    paper.roll("filipino_fire", 1, 1, 1, 1)
    paper.roll("us_fire", 1, 1, 1, 1)


@pytest.mark.parametrize(
    ("goes", "kind", "clauses"),
    [("", "regular", ["10.6.5.b"]), ("us_army", "regular", []), ("", "guerrilla", [])],
)
def test_a_battle_does_not_end_with_both_sides_there(
    war: Rulebook, goes: str, kind: str, clauses: list[str]
) -> None:
    """Guerrillas alone need not be fought."""
    forces = {"manila": {"us_army": 6}, "laguna": {"us_army": 4, kind: 4}}
    paper = Paper(war, forces, turn=3)
    _round(paper)
    if goes:
        paper.go("laguna", "manila", goes)
        paper.roll("filipino_parting", 1, 1)
    paper.battle("laguna", "will")
    paper.battle("battle_box")
    paper.phase("us_poa")
    assert [one.clause for one in paper.findings() if one.clause == "10.6.5.b"] == clauses


@pytest.mark.parametrize(
    ("later", "clauses"), [("round_2", []), ("retreat", []), ("", ["10.6.5.b"])]
)
def test_a_battle_that_goes_on_after_the_marker_was_away(
    war: Rulebook, later: str, clauses: list[str]
) -> None:
    """The marker slips, or the units leave a little late."""
    paper = Paper(war, {"manila": {"us_army": 6}, "laguna": ARMY}, turn=3)
    _round(paper)
    paper.battle("battle_box")
    if later == "round_2":
        paper.battle("laguna", later)
        paper.roll("filipino_fire", 1, 1, 1, 1)
        paper.roll("us_fire", 1, 1, 1, 1)
    if later:
        paper.go("laguna", "manila", "us_army")
        paper.roll("filipino_parting", 1, 1)
    paper.phase("us_poa")
    assert [one.clause for one in paper.findings() if one.clause == "10.6.5.b"] == clauses


@pytest.mark.parametrize(
    ("shooter", "dice", "clauses"),
    [("filipino_parting", 2, ["10.6.5.d"]), ("us_parting", 3, []), ("filipino_parting", 3, [])],
)
def test_who_stays_fires_the_parting_shot(
    war: Rulebook, shooter: str, dice: int, clauses: list[str]
) -> None:
    """Three dice are half of the six US steps, whatever button was pressed."""
    forces = {"laguna": {"us_army": 6, "regular": 4}, "tayabas": {"regular": 1}}
    paper = Paper(war, forces, turn=3)
    paper.battle("laguna", "round_1")
    paper.roll("filipino_fire", 1, 1, 1, 1)
    paper.roll("us_fire", 1, 1, 1, 1, 1, 1)
    paper.roll(shooter, *[1] * dice)
    paper.go("laguna", "tayabas", "regular")
    paper.battle("battle_box")
    paper.phase("us_poa")
    assert [one.clause for one in paper.findings() if one.clause == "10.6.5.d"] == clauses


@pytest.mark.parametrize(
    ("goals", "clauses"),
    [
        (("pampanga",), []),
        (("infanta",), ["10.3.2.b"]),
        (("pampanga", "nueva_ecija"), ["10.3.2.a"]),
    ],
)
def test_a_retreat_after_a_parting_shot_without_the_marker(
    war: Rulebook, goals: tuple[str, ...], clauses: list[str]
) -> None:
    """It is no march of the Filipino phase, to which the tracker might go late."""
    forces = {
        "manila": {"us_army": 6},
        "bulacan": {"us_army": 6, "regular": 4},
        "pampanga": {"regular": 3},
    }
    paper = Paper(war, forces, turn=3)
    paper.roll("filipino_fire", 1, 1, 1, 1)
    paper.roll("us_fire", 1, 1, 1, 1, 1, 1)
    paper.roll("us_parting", 1, 1, 1)
    for goal, key in zip(goals * 2, paper.keys("bulacan", "regular"), strict=False):
        paper.drag([key], goal)
    paper.phase("us_poa")
    found = [one for one in paper.findings() if one.clause.startswith("10.3.2")]
    assert [one.clause for one in found if one.verdict == "illegal"] == clauses


@pytest.mark.parametrize(
    ("line", "verdict"),
    [("we retreat", "illegal"), ("no retreat, we march", "suspect"), ("", "suspect")],
)
def test_who_writes_of_a_retreat_does_not_march(line: str, verdict: str, war: Rulebook) -> None:
    """10.3.1.b: without the Battle marker a move after the search may be one of the next phase."""
    forces = {
        "manila": {"us_army": 6},
        "laguna": {"us_army": 4, "guerrilla": 2},
        "cavite": {"us_army": 2, "regular": 2},
    }
    paper = Paper(war, forces, turn=10)
    paper.roll("filipino_fire", 1, 1)
    paper.roll("us_fire", 5, 5)
    paper.lose("cavite", "regular", 2)
    paper.will(2)
    paper.roll("us_search", 6)
    paper.drag(paper.keys("pool_markers", "search")[:1], "laguna")
    if line:
        paper.record.lines.append((len(paper.record.acts), f"<Filipinos> - {line}"))
    paper.go("laguna", "tayabas", "guerrilla")
    paper.drag(paper.keys("laguna", "search"), "pool_markers")
    paper.phase("us_poa")
    paper.phase("filipino_movement")
    assert [one.verdict for one in paper.findings() if one.clause == "10.3.1.b"] == [verdict]
