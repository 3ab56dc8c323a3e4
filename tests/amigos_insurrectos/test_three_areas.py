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
