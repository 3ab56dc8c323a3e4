"""18.1: units that are exchanged, added or moved before the tracker shows the first phases."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from modgen_rules.amigos_insurrectos.checker import Rulebook
from modgen_rules.amigos_insurrectos.judging import setups
from modgen_rules.amigos_insurrectos.reading.war import War
from tests.amigos_insurrectos.paper import Paper

FORCES = {
    "manila": {"us_army": 8},
    "manila_bay": {"gunboat": 1},
    "isabela": {"regular": 4},
}


def _exchanged(paper: Paper) -> None:
    paper.drag(paper.keys("manila", "us_army")[:1], "pool_us")
    paper.drag(paper.keys("pool_us", "us_volunteers")[:1], "manila")


def _taken_back(paper: Paper) -> None:
    key = paper.keys("isabela", "regular")[0]
    paper.drag([key], "cagayan")
    paper.drag([key], "isabela")


def _added(paper: Paper) -> None:
    paper.drag(paper.keys("pool_us", "us_army")[:1], "manila")


def _elsewhere(paper: Paper) -> None:
    paper.drag(paper.keys("isabela", "regular")[:1], "cagayan")


@pytest.mark.parametrize(
    "change, told",
    [
        (_exchanged, []),
        (_taken_back, []),
        (_added, ["US Army came to Manila before the first phase"]),
        (_elsewhere, ["Regular came to Cagayan before the first phase"]),
    ],
)
def test_what_changes_before_the_first_phase(
    change: Callable[[Paper], None], told: list[str], war: Rulebook
) -> None:
    """Nothing of it belongs to a phase; Infantry may be of either kind (18.1.d)."""
    paper = Paper(war, FORCES, phase="objectives")
    paper.begin_here()
    state, table = War(paper.country), setups._pieces(paper.position)
    change(paper)
    paper.phase("advantage")
    setups._changed(paper.record, state, "18.1.a", table, table)
    assert [one.what for one in state.issues] == told
    assert {one.clause for one in state.issues} <= {"18.1.a"}
    assert not [one for one in paper.record.acts if one.what == "move"]


def test_what_follows_the_first_die_is_no_set_up(war: Rulebook) -> None:
    """The tracker may be late: then what is done before its first step is play."""
    paper = Paper(war, FORCES, phase="objectives")
    paper.begin_here()
    state, table = War(paper.country), setups._pieces(paper.position)
    paper.roll("arms", 3)
    _elsewhere(paper)
    paper.phase("advantage")
    setups._changed(paper.record, state, "18.1.a", table, table)
    assert not state.issues
    assert [one.kind for one in paper.record.acts if one.what == "move"] == ["regular"]
