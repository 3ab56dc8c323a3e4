"""The prices that are estimated from counts."""

from __future__ import annotations

import math

import pytest

from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.lapses import Lapses
from tests.kept.prices import estimates, printed, surprise


def lapses(seen: int, chances: int, name: str = "OUTSIDE") -> Lapses:
    found = Lapses()
    found.note(name, seen, chances)
    return found


def test_a_price_is_the_logarithm_of_its_rate() -> None:
    assert prices.Price(0.7, 499, 999).nats == pytest.approx(math.log(2), abs=0.002)
    assert prices.Price(0.7, 0, 10).nats > prices.Price(0.7, 1, 10).nats


def test_no_set_is_judged_by_its_own_count() -> None:
    (one,) = estimates({"a": lapses(50, 100), "b": lapses(10, 100), "c": lapses(1, 5)})
    assert (one.seen, one.chances) == (60, 200)  # too few occasions in c
    assert one.measured == pytest.approx(-math.log(60.5 / 201))
    assert one.without == pytest.approx((-math.log(10.5 / 101), -math.log(50.5 / 101)))
    assert one.surprise[1] == pytest.approx(
        (surprise(one.without[0], 50, 100) + surprise(one.without[1], 10, 100)) / 200
    )


def test_the_surprise_is_least_by_the_true_rate() -> None:
    right = surprise(-math.log(0.2), 20, 100)
    assert all(right < surprise(-math.log(rate), 20, 100) for rate in (0.1, 0.15, 0.3, 0.5))


def test_the_table_names_each_price() -> None:
    text = printed({"a": lapses(5, 100), "b": lapses(2, 30, "PHASE_NEAR")})
    assert [line.split()[1] for line in text.splitlines()[2:]] == ["OUTSIDE", "PHASE_NEAR"]


def test_counts_in_the_table_are_possible() -> None:
    counted = [one for one in vars(prices).values() if isinstance(one, prices.Price)]
    assert counted
    assert all(0 <= one.seen <= one.chances for one in counted)
