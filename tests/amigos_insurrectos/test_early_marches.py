"""Filipino moves while the tracker still shows the US combat."""

from __future__ import annotations

import pytest

from modgen_rules.amigos_insurrectos.checker import Rulebook
from tests.amigos_insurrectos.paper import Paper

FORCES = {
    "manila": {"us_army": 8},
    "laguna": {"us_army": 2},
    "batangas": {"regular": 3},
    "tayabas": {"guerrilla": 2},
}


def marched(war: Rulebook, stops: list[str], late: bool, kind: str, source: str) -> Paper:
    """The units of an area go from stop to stop; `late`: before the tracker leaves US combat."""
    paper = Paper(war, FORCES, turn=5, phase="us_ground")
    paper.begin_here()
    paper.phase("us_combat")
    if not late:
        paper.phase("us_poa")
        paper.phase("filipino_movement")
    keys = paper.keys(source, kind)
    for stop in stops:
        paper.drag(keys, stop)
    if late:
        paper.phase("us_poa")
        paper.phase("filipino_movement")
    for phase in ("filipino_combat", "jungle_us", "jungle_combat", "jungle_filipino"):
        paper.phase(phase)
    return paper


WAYS = {
    "to the next area": (["tayabas"], "regular", "batangas", ""),
    "two areas": (["bondoc", "camarines_norte"], "guerrilla", "tayabas", ""),
    "through US steps": (["laguna", "marong"], "regular", "batangas", "8.1.c"),
    "three areas": (["infanta", "principe", "nueva_vizcaya"], "guerrilla", "tayabas", "8.1.a"),
}


@pytest.mark.parametrize("late", [True, False])
@pytest.mark.parametrize("way", WAYS)
def test_a_march(way: str, late: bool, war: Rulebook) -> None:
    stops, kind, source, clause = WAYS[way]
    found = marched(war, stops, late, kind, source).findings(complete=False)
    assert [(one.clause, one.verdict) for one in found] == [(clause, "illegal")] * bool(clause)


def test_a_retreat_before_the_tracker_leaves_the_us_combat(war: Rulebook) -> None:
    """Units that fought go on later; those of their area are not on the march yet."""
    paper = Paper(war, FORCES | {"laguna": {"us_army": 2, "guerrilla": 2}}, turn=5)
    paper.begin_here()
    paper.battle("laguna", "retreat")
    keys = paper.keys("laguna", "guerrilla")
    paper.drag(keys, "infanta")
    paper.battle("supply_source")
    paper.phase("us_poa")
    paper.phase("filipino_movement")
    for stop in ("principe", "nueva_vizcaya"):
        paper.drag(keys, stop)
    paper.phase("filipino_combat")
    assert "8.1.a" not in {one.clause for one in paper.findings(complete=False)}


ROUNDABOUT = {
    "two areas": (["pangasinan", "nueva_vizcaya"], []),
    "three areas": (["tarlac", "pangasinan", "nueva_vizcaya"], ["8.1.a"]),
    "a drag that is taken back": (["tarlac", "pangasinan", "tarlac", "nueva_ecija"], []),
}


@pytest.mark.parametrize("way", ROUNDABOUT)
def test_a_march_by_way_of_too_many_areas(way: str, war: Rulebook) -> None:
    """8.1.a: every area counts that a unit enters, though a shorter way leads there."""
    stops, clauses = ROUNDABOUT[way]
    paper = Paper(war, FORCES | {"zambales": {"regular": 4}}, turn=5, phase="us_combat")
    paper.phase("us_poa")
    paper.phase("filipino_movement")
    unit = paper.keys("zambales", "regular")
    for stop in stops:
        paper.drag(unit, stop)
    paper.phase("filipino_combat")
    found = [(one.clause, one.verdict) for one in paper.findings()]
    assert found == [(clause, "illegal") for clause in clauses]
