"""How far and how many: the last legal number and the first illegal one (8.1, 8.2)."""

from __future__ import annotations

import pytest

from modgen_rules.amigos_insurrectos.checker import Rulebook
from tests.amigos_insurrectos.paper import Paper


def found(paper: Paper) -> list[tuple[str, str]]:
    return [(one.verdict, one.clause) for one in paper.findings()]


@pytest.mark.parametrize(("steps", "clauses"), [(1, []), (2, []), (3, [("illegal", "8.2.2.a")])])
def test_two_steps_go_by_sea(steps: int, clauses: list[tuple[str, str]], war: Rulebook) -> None:
    """8.2.2.a."""
    forces = {"manila": {"us_army": 8}, "cavite": {"regular": steps}}
    paper = Paper(war, forces, phase="filipino_movement")
    paper.go("cavite", "camarines_sur", "regular")
    paper.phase("filipino_combat")
    assert found(paper) == clauses


@pytest.mark.parametrize(
    ("target", "clauses"),
    [("laguna", []), ("tayabas", []), ("infanta", []), ("nueva_ecija", [("illegal", "8.1.a")])],
)
def test_two_areas_by_land(target: str, clauses: list[tuple[str, str]], war: Rulebook) -> None:
    """8.1.a: more than two steps, so that none of them can go by sea."""
    forces = {"manila": {"us_army": 8}, "batangas": {"regular": 4}}
    paper = Paper(war, forces, phase="filipino_movement")
    paper.go("batangas", target, "regular")
    paper.phase("filipino_combat")
    assert found(paper) == clauses
