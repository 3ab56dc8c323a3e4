"""The prices that are estimated from counts."""

from __future__ import annotations

import math

import pytest

from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.lapses import Lapses
from tests.kept import tracing
from tests.kept.prices import estimates, printed, stored, surprise
from tests.kept.rows import Row
from tests.kept.table import by_gap


def lapses(seen: int, chances: int, name: str = "OUTSIDE") -> Lapses:
    found = Lapses()
    found.note(name, seen, chances)
    return found


def test_a_price_is_the_logarithm_of_its_rate() -> None:
    assert prices.Price(499, 999) == pytest.approx(math.log(2), abs=0.002)
    assert prices.Price(0, 10) > prices.Price(1, 10)
    assert prices.Price(0, 10) < prices.Price(0, 20)


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
    lines = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines()[2:]]
    found = {name: (source, seen) for name, _, source, _, _, seen, *_ in lines}
    assert found["OUTSIDE"] == ("a count", "5")
    assert found["PHASE_NEAR"] == ("judged", "2")
    assert found["BREACH"] == ("judged", "")


def test_counts_in_the_table_are_possible() -> None:
    counted = {name: one for name, one in vars(prices).items() if isinstance(one, prices.Price)}
    assert counted.keys() <= {name for one in stored().values() for name in one.chances}
    assert all(0 <= one.seen <= one.chances > 0 for one in counted.values())


def test_a_traced_price_tells_its_parts() -> None:
    one, two = tracing.Traced(2.0, {"A": 1}), tracing.Traced(3.0, {"B": 1})
    cost = sum([0.0, one, 2 * two, one * False, max(0.0, one)])
    assert (cost, tracing.names_of(cost)) == (10.0, {"A": 2, "B": 2})
    assert tracing.names_of(cost - one) == {"A": 2, "B": 2}
    assert tracing.names_of(1.5) == {}


def test_findings_are_counted_by_their_odds() -> None:
    row = Row(mistake="x", clauses="1.a", also="1.b", findings="1.a 1.b? -2.c? 3.d")
    table = by_gap([(row, (math.inf, 1.0, -5.0, 4.0)), (Row(mistake="?"), ())])
    counts = [line.split("|")[2:5] for line in table.splitlines()[2:]]
    assert [[int(one) for one in some] for some in counts] == [
        [0, 0, 1],
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 0],
        [1, 0, 0],
    ]
