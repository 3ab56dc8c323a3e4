"""What a search has still to follow, the cheapest first."""

from __future__ import annotations

import heapq
from collections.abc import Hashable, Iterator
from typing import Generic, TypeVar

N = TypeVar("N")


class Frontier(Generic[N]):
    """The nodes of a search that are still to be followed.

    Iterating takes out the cheapest; of equally cheap ones that which is further on, then the
    older one. Nodes may be added meanwhile.
    """

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, int, N]] = []
        self._count = 0
        self._seen: set[Hashable] = set()

    def add(self, node: N, cost: float, progress: int = 0) -> None:
        """Follow a node later. Its cost is the least that any end reached by it can cost."""
        heapq.heappush(self._heap, (cost, -progress, self._count, node))
        self._count += 1

    def __iter__(self) -> Iterator[tuple[float, N]]:
        while self._heap:
            cost, _, _, node = heapq.heappop(self._heap)
            yield cost, node

    def fresh(self, key: Hashable) -> bool:
        """Whether a key is seen for the first time; what comes later with it is no better."""
        if key in self._seen:
            return False
        self._seen.add(key)
        return True
