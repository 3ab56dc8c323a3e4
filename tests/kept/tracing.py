"""Counts the prices of which the costs of readings are made.

While prices are traced, each of them is a number that remembers its name through sums, so that the
cost of a reading tells every departure of the record that it supposes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import wraps
from typing import Any

from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.lapses import Lapses

NOTHING: Mapping[str, int] = {}


class Traced(float):
    """A price that records the prices of which it is the sum."""

    names: Mapping[str, int]

    def __new__(cls, value: float, names: Mapping[str, int]) -> Traced:
        made = super().__new__(cls, value)
        made.names = names
        return made

    def __add__(self, other: float) -> float:
        return Traced(float(self) + float(other), _sum(self.names, names_of(other)))

    __radd__ = __add__

    def __sub__(self, other: float) -> float:
        return Traced(float(self) - float(other), self.names)

    def __mul__(self, other: float) -> float:
        times = int(other) if isinstance(other, int) else int(bool(other))
        names = {name: n * times for name, n in self.names.items()} if times else NOTHING
        return Traced(float(self) * float(other), names)

    __rmul__ = __mul__

    def __reduce__(self) -> tuple[type[float], tuple[float]]:
        return float, (float(self),)

    def __truediv__(self, other: float) -> float:
        return Traced(float(self) / float(other), self.names)


def _sum(one: Mapping[str, int], other: Mapping[str, int]) -> Mapping[str, int]:
    if not one or not other:
        return one or other
    return Counter(one) + Counter(other)


def names_of(cost: float) -> Mapping[str, int]:
    """How often each price is in a cost."""
    return cost.names if isinstance(cost, Traced) else NOTHING


def count(lapses: Lapses, costs: Iterable[float], chances: int) -> None:
    """Count the departures of readings, and the occasions for them."""
    found: Counter[str] = Counter()
    for cost in costs:
        found.update(names_of(cost))
    for name in PRICES:
        if name not in lapses.chances:
            lapses.note(name, min(found[name], chances), chances)


PRICES: list[str] = []
"""The names of the prices that are traced."""


def begin() -> None:
    """Trace prices in this process; call it before any rulebook is imported."""
    for name, price in [*vars(prices).items()]:
        if isinstance(price, float):
            setattr(prices, name, Traced(price, {name: 1}))
            PRICES.append(name)
    from modgen_rules.engine.reading import whole_logs

    whole_logs.read_rounds = _counting(whole_logs.read_rounds)


def _counting(read: Any) -> Any:
    """The reading of rounds, which counts the prices of what it finds."""

    @wraps(read)
    def reading(*arguments: Any, **named: Any) -> Any:
        found = read(*arguments, **named)
        lapses = arguments[-1] if len(arguments) == 5 else named["counted"]
        turns = sum(1 for one in found.values() for turn in one.turns if turn.option != "none")
        legal = [one.cost for one in found.values() if not one.illegal]
        count(lapses, legal, turns)
        return found

    return reading
