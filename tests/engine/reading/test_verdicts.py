"""The verdict from the gap, and what a log's habits do to prices."""

from __future__ import annotations

import math

import pytest

from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.habits import MARKERS, UNKNOWN, habits, learnt
from modgen_rules.engine.reading.lapses import Lapses
from modgen_rules.engine.reading.verdicts import CERTAIN, lapse, verdict


@pytest.mark.parametrize(
    ("gap", "told"),
    [
        (CERTAIN, "illegal"),
        (math.log(20), "illegal"),
        (math.log(19), "suspect"),
        (0.0, "suspect"),
        (lapse(prices.UNMARKED), "suspect"),
    ],
)
def test_a_breach_is_certain_from_odds_of_20_to_1(gap: float, told: str) -> None:
    assert verdict(gap) == told
    assert verdict(gap, unknown=True) == "cannot-tell"


def test_a_lapse_at_the_price_of_a_breach_leaves_the_odds_even() -> None:
    assert lapse(prices.BREACH) == 0


def counted(seen: int, chances: int) -> Lapses:
    found = Lapses()
    for name in MARKERS:
        found.note(name, seen if name == "OUTSIDE" else 0, chances)
    return found


def test_departures_are_dearer_where_players_never_depart() -> None:
    strict, usual, loose = (habits(counted(seen, 40)).marker for seen in (0, 7, 30))
    assert strict > 1.5
    assert strict > usual > loose
    assert loose < 0.5
    assert habits(Lapses()).marker == UNKNOWN.marker == 1.0


def test_what_a_log_shows_outweighs_what_is_known_of_others() -> None:
    price = {"AHEAD": prices.AHEAD}
    found = Lapses()
    found.note("AHEAD", 500, 1000)
    assert prices.AHEAD * learnt(price, found) == pytest.approx(math.log(2), abs=0.01)
