"""The readings of some acts that are followed further: the cheapest, and alike ones once."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Protocol, TypeVar


class Partial(Protocol):
    """A reading of the acts so far."""

    @property
    def cost(self) -> float:
        """The price of all that it supposes."""

    def key(self) -> Hashable:
        """What readings share that go on in the same way."""


P = TypeVar("P", bound=Partial)


class Grouped(Partial, Protocol):
    """A reading of which some are kept of each group, and some that break no rule."""

    @property
    def group(self) -> Hashable:
        """What readings have in common of which some are kept, though others are cheaper."""

    @property
    def lawful(self) -> bool:
        """Whether it breaks no rule."""


G = TypeVar("G", bound=Grouped)


def cheapest(readings: Iterable[P]) -> list[P]:
    """Of readings that go on in the same way the cheapest, the cheapest of all first."""
    best: dict[Hashable, P] = {}
    for one in sorted(readings, key=lambda one: one.cost):
        best.setdefault(one.key(), one)
    return list(best.values())


@dataclass(frozen=True)
class Beam:
    """How many readings are kept, and of which kinds."""

    width: int
    """How many of the cheapest are kept, of any group."""
    margin: float = math.inf
    """What costs so much more than the best one is given up."""
    each: int = 0
    """How many of each group are kept."""
    lawful: int = 0
    """How many that break no rule are kept."""
    most: int = 1_000_000
    """No more are kept in all."""

    def kept(self, readings: Iterable[G]) -> list[G]:
        """The readings that are followed further, the cheapest first."""
        ranked = cheapest(readings)
        limit = ranked[0].cost + self.margin if ranked else 0.0
        found: list[G] = []
        groups: Counter[Hashable] = Counter()
        lawful = 0
        for place, one in enumerate(one for one in ranked if one.cost <= limit):
            groups[one.group] += 1
            lawful += one.lawful
            sound = one.lawful and lawful <= self.lawful
            if place < self.width or groups[one.group] <= self.each or sound:
                found.append(one)
        return found[: self.most]
