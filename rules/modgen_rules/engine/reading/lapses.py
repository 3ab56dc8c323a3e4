"""How often records depart from the play, counted in what was read of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Lapses:
    """For each kind of departure, by the name of its price, how often there was one of how many.

    `chances` counts all occasions on which people might have departed so.
    """

    seen: Counter[str] = field(default_factory=Counter)
    chances: Counter[str] = field(default_factory=Counter)

    def note(self, name: str, departed: int, chances: int = 1) -> None:
        """Count occasions, and on how many of them the record departs."""
        self.seen[name] += departed
        self.chances[name] += chances

    def add(self, other: Lapses) -> None:
        """Count what another record shows too."""
        self.seen.update(other.seen)
        self.chances.update(other.chances)
