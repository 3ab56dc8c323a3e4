"""4.0: objectives chosen in vain, or scored in a log that begins in the middle of a turn."""

from __future__ import annotations

import pytest

from modgen_rules.amigos_insurrectos.checker import Rulebook
from tests.amigos_insurrectos.paper import Paper
from tests.amigos_insurrectos.test_sloppy_tracker import choose

FORCES = {
    "manila": {"us_army": 8},
    "bulacan": {"us_army": 2},
    "abra": {"regular": 1, "aguinaldo": 1},
}


def scored(war: Rulebook, chit: str, phase: str, forces: dict[str, dict[str, int]]) -> set[str]:
    """A log from a phase to the end of the turn, in which an objective is scored."""
    paper = Paper(war, forces, turn=5, phase=phase)
    side = "us" if chit.startswith("us") else "filipino"
    paper.cards[chit] = f"objectives_{side}"
    paper.begin_here()
    if phase != "scoring":
        paper.phase("scoring")
    paper.chit(chit, f"hand:{side}")
    paper.level("victory_marker", 1 if side == "us" else -1)
    paper.phase("victory")
    paper.level("turn_marker", 6)
    return {one.clause for one in paper.findings(complete=False) if one.verdict == "illegal"}


@pytest.mark.parametrize("phase", ["us_ground", "supply", "scoring"])
@pytest.mark.parametrize(
    "chit, clause",
    [
        ("us_o2", ""),
        ("fil_o2", "PH.O2"),
        ("us_o6", "US.O6"),
        ("us_o8", "US.O8"),
    ],
)
def test_an_area_or_a_leader_is_seen_in_any_log(
    chit: str, clause: str, phase: str, war: Rulebook
) -> None:
    found = scored(war, chit, phase, FORCES | {"principe": {"pilar": 1, "guerrilla": 1}})
    assert {one for one in found if ".O" in one} == ({clause} if clause else set())


@pytest.mark.parametrize("chit, clause", [("fil_o6", "PH.O6"), ("fil_o7", "PH.O7")])
@pytest.mark.parametrize("phase", ["arms", "reinforcements", "us_ground", "supply"])
def test_losses_before_the_log_begins_are_not_known(
    phase: str, chit: str, clause: str, war: Rulebook
) -> None:
    """Chits of the Reinforcement phase take steps too."""
    seen = phase == "arms" or (phase != "supply" and chit == "fil_o6")
    assert (clause in scored(war, chit, phase, FORCES)) is seen


@pytest.mark.parametrize("points, clause", [(0, "4.0.c"), (-1, ""), (1, "US.O3")])
def test_an_objective_that_was_not_achieved_leaves_the_display(
    points: int, clause: str, war: Rulebook
) -> None:
    """It was given back, for a point, unless a point was scored for it."""
    paper = Paper(war, FORCES, turn=5, phase="objectives")
    choose(paper, "us_o3")
    for phase in ("us_ground", "us_combat", "filipino_movement", "filipino_combat", "scoring"):
        paper.phase(phase)
    if points:
        paper.level("victory_marker", points)
    paper.chit("us_o3", "hand:us")
    paper.phase("victory")
    paper.level("turn_marker", 6)
    paper.phase("objectives")
    found = {one.clause for one in paper.findings() if one.clause[:3] in ("4.0", "US.", "17.")}
    assert found == ({clause} if clause else set())


@pytest.mark.parametrize("sites, clause", [(0, "4.0.d"), (5, "4.0.d"), (6, ""), (7, "")])
def test_the_us_chooses_eight_poa_sites(sites: int, clause: str, war: Rulebook) -> None:
    """Two sites come in a turn at most."""
    forces = {"manila": {"us_army": 8, "poa": 1}, "abra": {"regular": 1, "aguinaldo": 1}}
    areas = ("cavite", "bataan", "bulacan", "laguna", "marong", "tarlac", "batangas")
    forces |= {area: {"us_army": 2, "poa": 1} for area in areas[: sites - 1]} if sites else {}
    if not sites:
        forces["manila"].pop("poa")
    paper = Paper(war, forces, turn=12, phase="objectives")
    choose(paper, "us_o7")
    for phase in ("us_ground", "us_combat", "filipino_movement"):
        paper.phase(phase)
    found = {one.clause for one in paper.findings() if one.clause.startswith("4.0")}
    assert found == ({clause} if clause else set())
