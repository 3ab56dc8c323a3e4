"""Intervals and tests for the numbers of a report.

Rates of mistakes have an interval by Wilson's score for shares, and by the square root of a Poisson
count for rates; dice have Pearson's test, corrected for the number of tests by Holm's method.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from modgen_rules.general.dice import chi_square, upper_tail

Z = 1.959963984540054
"""Two-sided 95 %."""


class Interval(NamedTuple):
    """An estimate with its 95 % interval."""

    value: float
    low: float
    high: float


def share(count: int, total: int) -> Interval:
    """A share of independent trials: Wilson's score interval. `total` is positive."""
    p, z2 = count / total, Z * Z
    middle = (p + z2 / (2 * total)) / (1 + z2 / total)
    half = Z * sqrt(p * (1 - p) / total + z2 / (4 * total * total)) / (1 + z2 / total)
    return Interval(p, max(0.0, middle - half), min(1.0, middle + half))


def rate(count: int, exposure: float) -> Interval:
    """Events for one unit of exposure: the square root of a Poisson count is nearly normal."""
    root = sqrt(count + 0.375)
    low, high = max(0.0, root - Z / 2) ** 2 - 0.375, (root + Z / 2) ** 2 - 0.375
    return Interval(count / exposure, max(0.0, low) / exposure, high / exposure)


def fairness(counts: Sequence[int]) -> float | None:
    """The chance that fair dice come up at least as unevenly; None for too few dice."""
    if len(counts) < 2 or sum(counts) < 5 * len(counts):
        return None
    return upper_tail(chi_square(counts), len(counts) - 1)


def holm(chances: Sequence[float]) -> list[float]:
    """P values corrected for the number of tests, in the given order."""
    order = sorted(range(len(chances)), key=lambda n: chances[n])
    found = [0.0] * len(chances)
    most = 0.0
    for rank, n in enumerate(order):
        most = max(most, min(1.0, chances[n] * (len(chances) - rank)))
        found[n] = most
    return found
