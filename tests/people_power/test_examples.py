"""Worked examples: each clause with legal and illegal turns, the rulebook's own among them."""

from __future__ import annotations

import pytest

from modgen_rules.people_power.judging.wording import scenario_state
from modgen_rules.people_power.law.state import GOV, NPA, REFORMERS, Map, Space, State, available
from tests.accuracy.cases import Bench
from tests.people_power.examples import EXAMPLES, Example, judged


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one.name)
def test_example(example: Example, bench: Bench) -> None:
    found = judged(example, bench.board, bench.rulebook.effects)
    beyond_doubt = found.legal and not found.readings[0].doubts
    assert beyond_doubt == example.legal, found.readings[:1]
    if not example.legal:
        named = {
            clause for reading in found.readings for clause in (*reading.broken, *reading.doubts)
        }
        assert example.clause in named, named


@pytest.mark.parametrize(
    ("scenario", "control", "totals"),
    [
        ("standard", ["gov", "gov", "gov", "gov", "gov", "npa", "npa", "", "", ""], (18, 1, 3)),
        ("extended", ["gov", "gov", "gov", "gov", "gov", "", "", "", "npa", ""], (14, 0, 1)),
    ],
)
def test_the_printed_set_ups(
    scenario: str, control: list[str], totals: tuple[int, int, int], bench: Bench
) -> None:
    """Control by 1.7 and totals by 1.10 are what the rulebook prints; the pools are whole."""
    found = next(one for one in bench.game.scenarios if one.id == scenario)
    state = scenario_state(found, bench.board)
    assert [space.control for space in state.spaces] == control
    sums = state.totals(bench.board)
    assert (sums[GOV], sums[REFORMERS], sums[NPA]) == totals
    free = dict(
        zip(
            ("troops", "police", "gov_base", "activist", "ref_base", "guerrilla", "npa_base"),
            state.available,
            strict=True,
        )
    )
    assert free == found.available


def test_adjacency_as_the_rulebook_says(bench: Bench) -> None:
    """1.3.2: the rulebook's example."""
    board: Map = bench.board
    near = {name: {board.ids[n] for n in board.near[board.number(name)]} for name in board.ids}
    assert near["manila"] == {"northern_luzon", "southern_luzon"}
    assert near["southern_luzon"] == {"manila", "northern_luzon", "visayas"}
    assert "visayas" not in near["northern_luzon"]


def test_control_counts_activists_under_a_protest_only() -> None:
    """1.7: the rulebook's example in Central Mindanao."""
    space = Space(troops=2, activist=1, protest=1, underground=1)
    assert space.control == ""
    assert space._replace(protest=0).control == GOV


def test_markers_leave_with_the_last_piece() -> None:
    assert Space(protest=1).settled() == Space()
    assert Space(strike=1, activist=2).settled() == Space(activist=2)
    assert Space(strike=1, npa_base=1).settled().strike == 1


def test_margins(bench: Bench) -> None:
    state: State = bench.start("standard")
    assert state.margins(bench.board) == {GOV: 0, REFORMERS: -11, NPA: -10}
    assert available(state.spaces, bench.board.limits) == state.available
