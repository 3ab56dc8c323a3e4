"""The number of trials for a log has a limit, however long the log is."""

from __future__ import annotations

import pytest

from modgen_rules.engine.reading.effort import ALL, LEAST, MOST, Effort


def tried(turns: int, rounds: int) -> int:
    """The plans tried for a log in which no round can be explained."""
    effort = Effort()
    effort.allow(turns, rounds)
    for _ in range(rounds):
        effort.begin_round()
        while not effort.over:
            effort.tried += 1
    return effort.tried


@pytest.mark.parametrize(("turns", "rounds"), [(4000, 1000), (9, 1000), (600, 300)])
def test_a_long_log_has_a_limit(turns: int, rounds: int) -> None:
    assert tried(turns, rounds) == ALL


def test_each_round_of_an_ordinary_log_gets_some() -> None:
    assert tried(60, 20) == MOST - 12_000 + 19 * LEAST
