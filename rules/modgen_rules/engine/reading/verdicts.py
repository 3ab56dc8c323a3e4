"""The verdict on a breach: what the gap between two readings of the record says.

The gap is by how many nats the cheapest lawful reading is dearer than the cheapest one. It is
below zero where a lapse of the record accounts for what was seen more cheaply than a breach of a
rule: the reading is lawful then, and the lapse is told. It is infinite where no lawful reading was
found.
"""

from __future__ import annotations

import math
from typing import Literal

from modgen_rules.engine.reading.prices import BREACH

SURE = math.log(20)
"""From odds of 20 to 1 against the lawful reading on a breach is certain."""
CERTAIN = math.inf
"""The gap where there is no lawful reading."""


def verdict(gap: float, unknown: bool = False) -> Literal["illegal", "suspect", "cannot-tell"]:
    """The verdict by a gap; `unknown` where what the log does not show decides."""
    if unknown:
        return "cannot-tell"
    return "illegal" if gap >= SURE else "suspect"


def lapse(price: float) -> float:
    """The gap where a lapse of the record at this price accounts for what else is a breach."""
    return price - BREACH
