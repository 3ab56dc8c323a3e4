"""The verdict on a breach, from the gap between two readings of the record.

The gap is how many nats more the cheapest legal reading costs than the cheapest illegal one. It is
negative where a lapse of the record explains what was seen more cheaply than a breach of a rule:
then the reading is legal, and the lapse is reported. It is infinite if there is no legal reading.
"""

from __future__ import annotations

import math
from typing import Literal

from modgen_rules.engine.reading.prices import BREACH

SURE = math.log(20)
"""A breach is certain from odds of 20 to 1 against the legal reading."""
CERTAIN = math.inf
"""The gap if there is no legal reading."""


def verdict(gap: float, unknown: bool = False) -> Literal["illegal", "suspect", "cannot-tell"]:
    """The verdict for a gap; `unknown` if it depends on what the log does not show."""
    if unknown:
        return "cannot-tell"
    return "illegal" if gap >= SURE else "suspect"


def unless(sure: object, price: float) -> float:
    """The gap if a lapse of the record at this price may explain a breach, unless it is `sure`."""
    return CERTAIN if sure else lapse(price)


def lapse(price: float) -> float:
    """The gap if a lapse of the record at this price explains what would otherwise be a breach."""
    return price - BREACH
