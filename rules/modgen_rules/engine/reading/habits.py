"""How carefully the players keep the record, estimated from the log itself."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from modgen_rules.engine.reading.lapses import Lapses
from modgen_rules.engine.reading.prices import (
    AHEAD,
    EARLY,
    LATE_LEFTOVER,
    MOVED,
    OUTSIDE,
    SAID_ELSEWHERE,
)

PRIOR = 1.0
"""How many occasions the usual rate of all logs counts for."""
TRUSTED = 0.9
"""The share of acts that a sign, such as a seat, must fit before it counts as evidence."""
KEPT = 2
"""How often a marker shows something in a log whose players keep it so."""
SHOWN_BY = 10
"""So many occasions show how the players of a log do something."""
LONG = 100
"""So many acts show how the players of a log drag pieces."""
MARKERS = {"OUTSIDE": OUTSIDE, "EARLY": EARLY, "LATE_LEFTOVER": LATE_LEFTOVER}
"""The ways in which a marker may depart from its turn."""


class Habits(NamedTuple):
    """By how much the prices of departures are multiplied in a log."""

    marker: float = 1.0
    """A marker that is not moved at its turn's end (or beginning)."""
    word: float = 1.0
    """An announcement outside its turn."""
    ahead: float = 0.0
    """Something done before the actor's own announcement."""
    order: float = 1.0
    """Acts that belong to a turn other than the one in which they are recorded."""


UNKNOWN = Habits()
"""Nothing is known of how the players keep the record."""


def price_here(usual: float, seen: int, chances: int) -> float:
    """The price of a departure in a log, by how often and on how many occasions it shows it.

    The `usual` price, that of all logs, counts as `PRIOR` occasions.
    """
    return -math.log((seen + PRIOR * math.exp(-usual)) / (chances + PRIOR))


def learnt(usual: Mapping[str, float], found: Lapses) -> float:
    """How much more or less departures cost in a log, by how often it shows them.

    `usual` are the prices of departures; the first tells on how many occasions there might have
    been any of them.
    """
    together = -math.log(sum(math.exp(-price) for price in usual.values()))
    seen = sum(found.seen[name] for name in usual)
    return price_here(together, seen, found.chances[next(iter(usual))]) / together


def habits(found: Lapses) -> Habits:
    """How strictly the players keep the record."""
    ahead = learnt({"AHEAD": AHEAD}, found) if found.chances["AHEAD"] else 0.0
    return Habits(
        learnt(MARKERS, found),
        learnt({"SAID_ELSEWHERE": SAID_ELSEWHERE}, found),
        ahead,
        learnt({"MOVED": MOVED}, found),
    )
