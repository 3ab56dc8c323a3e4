"""The parts that all searches of records share."""

from __future__ import annotations

import math
from collections.abc import Hashable
from itertools import pairwise, product
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modgen_rules.engine.reading.beam import Beam, cheapest
from modgen_rules.engine.reading.frontier import Frontier
from modgen_rules.engine.reading.phases import cheapest_phases, off_tracker
from modgen_rules.engine.reading.prices import PHASE_BACK, PHASE_FAR, PHASE_LEFT_OUT, PHASE_NEAR


class One(NamedTuple):
    cost: float
    name: str = ""
    group: str = ""
    lawful: bool = False

    def key(self) -> Hashable:
        return self.name


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5))))
def test_the_frontier_gives_the_cheapest_and_furthest_first(nodes: list[tuple[int, int]]) -> None:
    frontier: Frontier[int] = Frontier()
    for n, (cost, progress) in enumerate(nodes):
        frontier.add(n, cost, progress)
    found = [n for _, n in frontier]
    assert found == sorted(range(len(nodes)), key=lambda n: (nodes[n][0], -nodes[n][1], n))


def test_nodes_are_added_while_others_are_taken_out() -> None:
    frontier: Frontier[str] = Frontier()
    frontier.add("a", 0.0)
    found = []
    for cost, node in frontier:
        found.append(node)
        if len(found) < 4 and frontier.fresh(node):
            frontier.add(node + "b", cost + 1)
    assert found == ["a", "ab", "abb", "abbb"]
    assert not frontier.fresh("ab")


def test_alike_readings_are_followed_once() -> None:
    found = cheapest([One(2, "x"), One(1, "y"), One(1, "x"), One(0, "z")])
    assert found == [One(0, "z"), One(1, "y"), One(1, "x")]


@pytest.mark.parametrize(
    ("beam", "names"),
    [
        (Beam(2), "ab"),
        (Beam(9, margin=1.5), "ab"),
        (Beam(1, each=1), "ac"),
        (Beam(1, lawful=1), "ad"),
        (Beam(4, most=3), "abc"),
    ],
)
def test_a_beam_keeps_the_cheapest_and_some_of_each_kind(beam: Beam, names: str) -> None:
    readings = [One(3, "d", "q", True), One(0, "a", "p"), One(1, "b", "p"), One(2, "c", "q")]
    assert "".join(one.name for one in beam.kept(readings)) == names


@pytest.mark.parametrize(
    ("phase", "price"),
    [(1, PHASE_FAR), (2, PHASE_NEAR), (3, 0.0), (4, PHASE_LEFT_OUT), (5, PHASE_NEAR), (6, 7.0)],
)
def test_what_speaks_against_a_phase(phase: int, price: float) -> None:
    assert off_tracker(phase, range(3, 5), 7.0 if phase == 6 else PHASE_FAR) == price


PRICES = st.dictionaries(st.integers(0, 3), st.sampled_from([0.0, 0.4, 1.0]), min_size=1)


@given(st.lists(PRICES, min_size=1, max_size=4))
def test_no_other_phases_are_cheaper(choices: list[dict[int, float]]) -> None:
    def cost(phases: tuple[int, ...]) -> float:
        back = PHASE_BACK * sum(b < a for a, b in pairwise(phases))
        return back + sum(one[phase] for one, phase in zip(choices, phases, strict=True))

    found = cheapest_phases(choices)
    assert math.isclose(cost(tuple(found)), min(map(cost, product(*choices))), abs_tol=1e-9)
