"""8.1.a, 8.1.g: US units that go three areas at once, or go on after they were left behind."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from modgen_rules.amigos_insurrectos.checker import Rulebook
from tests.amigos_insurrectos.paper import Paper

FORCES = {"manila": {"us_army": 8}, "la_union": {"us_army": 4}}


def went(war: Rulebook, *drags: tuple[int, str]) -> Paper:
    """Units of La Union are dragged: how many of them, and whereto."""
    paper = Paper(war, FORCES, turn=10, phase="us_ground")
    keys = paper.keys("la_union", "us_army")
    for number, area in drags:
        paper.drag(keys[:number], area)
    for phase in ("us_combat", "us_poa", "filipino_movement"):
        paper.phase(phase)
    return paper


WAYS = {
    "two areas": ([(1, "pangasinan"), (1, "tarlac")], ""),
    "three areas": ([(1, "pangasinan"), (1, "tarlac"), (1, "pampanga")], "8.1.a"),
    "left behind": ([(2, "pangasinan"), (2, "tarlac"), (1, "pampanga")], "8.1.g"),
}


@pytest.mark.parametrize("way", WAYS)
def test_units_go_on(way: str, war: Rulebook, reported: Callable[..., None]) -> None:
    drags, clause = WAYS[way]
    report = went(war, *drags).report()
    found = [one.clause for one in report.findings if one.verdict == "illegal"]
    assert found == [clause] * bool(clause)
    if clause:
        reported(report, clause)


ALIKE = {
    "alone": ({}, "us_army", "8.1.g", "illegal"),
    "beside a like unit": ({"pangasinan": {"us_army": 2}}, "us_army", "8.1.g", "suspect"),
    "beside another unit": ({"pangasinan": {"us_volunteers": 2}}, "us_army", "8.1.g", "illegal"),
}


@pytest.mark.parametrize("way", ALIKE)
def test_a_like_unit_may_have_gone_on(way: str, war: Rulebook) -> None:
    """A unit stops in Pangasinan, and goes on when that area is activated."""
    forces, kind, clause, verdict = ALIKE[way]
    paper = Paper(war, FORCES | forces, turn=10, phase="us_ground")
    keys = paper.keys("la_union", kind)[:1]
    paper.drag(keys, "pangasinan")
    paper.away("us_operations", "operation_ground", "pangasinan")
    for area in ("tarlac", "pampanga"):
        paper.drag(keys, area)
    for phase in ("us_combat", "us_poa", "filipino_movement"):
        paper.phase(phase)
    found = {(one.clause, one.verdict) for one in paper.findings()}
    assert (clause, verdict) in found or ("8.1.a", verdict) in found


@pytest.mark.parametrize(
    ("there", "goes", "verdicts"),
    [(4, "landed", ["suspect"]), (4, "old", []), (0, "landed", ["illegal"])],
)
def test_a_unit_that_landed_marches_on(
    there: int, goes: str, verdicts: list[str], war: Rulebook
) -> None:
    """7.1.c: a like unit of Manila may have gone instead."""
    forces = {"manila": {"us_volunteers": 4, "us_army": there}, "trans_ocean": {"us_army": 4}}
    paper = Paper(war, forces, turn=5, phase="reinforcements")
    old, landed = paper.keys("manila", "us_army"), paper.keys("trans_ocean", "us_army")
    paper.drag(landed, "manila")
    paper.phase("us_ground")
    paper.drag((landed if goes == "landed" else old)[:1], "cavite")
    for phase in ("us_combat", "us_poa", "filipino_movement"):
        paper.phase(phase)
    assert [one.verdict for one in paper.findings() if one.clause == "7.1.c"] == verdicts


def test_a_leader_goes_on_with_like_units_of_each_stop(war: Rulebook) -> None:
    """Nobody left him behind: he went three areas."""
    forces = {"manila": {"us_army": 8}, "la_union": {"us_army": 4, "wheaton": 1}}
    paper = Paper(war, forces | {"pangasinan": {"us_army": 2}}, turn=10, phase="us_ground")
    stack = [paper.keys("la_union", "us_army")[0], *paper.keys("la_union", "wheaton")]
    other = paper.keys("pangasinan", "us_army")
    paper.drag(stack, "pangasinan")
    for area in ("tarlac", "pampanga"):
        paper.drag([*other, stack[1]], area)
    for phase in ("us_combat", "us_poa", "filipino_movement"):
        paper.phase(phase)
    found = [one.clause for one in paper.findings() if one.verdict == "illegal"]
    assert found == ["8.1.a"]


@pytest.mark.parametrize("last, clauses", [("", []), ("laguna", ["8.2.2.e"])])
def test_units_sail_and_march_on(last: str, clauses: list[str], war: Rulebook) -> None:
    """They end their move on the coast."""
    forces = {"manila": {"us_army": 8}, "samar": {"guerrilla": 3}, "tayabas": {"guerrilla": 1}}
    paper = Paper(war, forces, turn=14, phase="filipino_movement")
    key = paper.keys("samar", "guerrilla")[:1]
    for place in filter(None, ("tayabas_sea", "tayabas", last)):
        paper.drag(key, place)
    paper.phase("filipino_combat")
    found = [one.clause for one in paper.findings() if one.verdict == "illegal"]
    assert found == clauses
