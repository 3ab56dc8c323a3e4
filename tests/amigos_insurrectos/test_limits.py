"""How far and how many: the last legal number and the first illegal one (8.1, 8.2)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from modgen_rules.amigos_insurrectos.checker import Rulebook
from tests.amigos_insurrectos.paper import Paper

Reported = Callable[..., None]


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


@pytest.mark.parametrize(
    ("phase", "kind", "source", "target", "clause"),
    [
        ("filipino_movement", "regular", "cavite", "manila_bay", "8.2.2.a"),
        ("us_ground", "gunboat", "manila_bay", "cavite", "9.0.b"),
        ("jungle_us", "us_army", "iloilo", "jungle_1", "12.A.c"),
        ("jungle_us", "us_army", "laguna", "jungle_2", "12.A.c"),
        ("jungle_filipino", "guerrilla", "jungle_2", "laguna", "12.C.b"),
    ],
)
def test_places_that_are_closed(
    phase: str, kind: str, source: str, target: str, clause: str, war: Rulebook, reported: Reported
) -> None:
    forces = {
        "manila": {"us_army": 8},
        "iloilo": {"us_army": 2},
        "laguna": {"us_army": 2},
        "manila_bay": {"gunboat": 1},
    }
    paper = Paper(war, forces | {source: {kind: 1}}, 10, phase)
    paper.drag(paper.keys(source, kind)[:1], target)
    paper.phase("supply")
    reported(paper.report(), clause)


@pytest.mark.parametrize(("areas", "marked"), [(3, 3), (1, 4), (4, 4)])
def test_markers_of_ground_operations(
    areas: int, marked: int, war: Rulebook, reported: Reported
) -> None:
    """3.2: three on turn 3, in areas that units leave or with several in one."""
    sources = ("laguna", "cavite", "bulacan", "batangas")
    forces = {"manila": {"us_army": 8}} | {area: {"us_army": 2} for area in sources}
    paper = Paper(war, forces, 3, "us_ground")
    for n, key in enumerate(paper.keys("us_operations", "operation_ground")[:marked]):
        paper.drag([key], sources[n % areas])
    paper.phase("us_combat")
    report = paper.report()
    if marked > 3:
        reported(report, "3.2.a")
    else:
        assert not report.findings
    assert "()" not in "".join(one.message for one in report.findings)


@pytest.mark.parametrize(("points", "clauses"), [(-2, []), (0, [("illegal", "10.9.a")])])
def test_parting_shots_of_guerrillas_cost_political_will(
    points: int, clauses: list[tuple[str, str]], war: Rulebook
) -> None:
    """8.1.h: as in a battle."""
    forces = {"manila": {"us_army": 8}, "laguna": {"us_army": 2, "guerrilla": 2}}
    paper = Paper(war, forces, 10, "us_ground")
    paper.go("laguna", "cavite", "us_army")
    paper.roll("leaving", 5)
    paper.roll("filipino_parting", 6, 1)
    paper.lose("cavite", "us_army")
    paper.will(points)
    paper.phase("us_combat")
    paper.phase("filipino_movement")
    assert found(paper) == clauses
