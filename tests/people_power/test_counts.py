"""Numbers of boards, held against counts made by hand and against the kept file."""

from __future__ import annotations

import json
from math import comb

from tests.accuracy.cases import Bench
from tests.people_power.counting import TARGET, boards, counts


def test_terror_from_the_standard_set_up(bench: Bench) -> None:
    """Eight spaces with an Underground Guerrilla, four Resources: choose one to four of them."""
    state = bench.start("standard")
    expected = sum(comb(8, chosen) for chosen in range(1, 5))
    assert boards(state, bench.board, "terror", None, False) == expected == 162
    assert boards(state, bench.board, "terror", None, True) == 8


def test_recruit_from_the_standard_set_up(bench: Bench) -> None:
    """Eight spaces without Support take an Activist; four Resources. None can build a Base."""
    state = bench.start("standard")
    assert boards(state, bench.board, "recruit", None, False) == 162


def test_counts_are_as_kept(bench: Bench) -> None:
    """`python -m tests.people_power.counting` writes them; a change of rules shows here."""
    assert counts(bench) == json.loads(TARGET.read_text("utf-8"))
