"""Simultaneous fire: all sides roll for the units that they had, then take their losses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass
class SimultaneousFire:
    """One exchange of fire. `units` is how many units each side had at its beginning."""

    units: Counter[str]
    rolled: Counter[str] = field(default_factory=Counter)
    """How many dice each side rolled."""
    shots: Counter[str] = field(default_factory=Counter)
    """How many times each side fired."""
    hits: Counter[str] = field(default_factory=Counter)
    """How many hits each side took; under an empty name, hits on an unknown side."""
    lost: Counter[str] = field(default_factory=Counter)
    """How many units each side lost."""

    def fire(self, who: str, target: str, dice: tuple[int, ...], hit: int) -> None:
        """Note that `who` fired at `target`; dice of `hit` or more are hits."""
        self.rolled[who] += len(dice)
        self.shots[who] += 1
        self.hits[target] += sum(one >= hit for one in dice)

    def wrong(self) -> Iterator[tuple[str, int, int]]:
        """The sides with wrong losses: side, units lost, units due; those with too many first.

        Hits on an unknown side may have been on any side.
        """
        wrong = []
        for who in {**self.lost, **self.hits, **self.units}:
            least = min(self.hits[who], self.units[who])
            most = min(self.hits[who] + self.hits[""], self.units[who])
            if who and not least <= self.lost[who] <= most:
                wrong.append((who, self.lost[who], least if self.lost[who] < least else most))
        yield from sorted(wrong, key=lambda entry: entry[2] - entry[1])
