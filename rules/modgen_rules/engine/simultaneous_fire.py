"""Fire that all sides give at the same time: dice by units as it began, then losses by hits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass
class SimultaneousFire:
    """One exchange of fire. `units` are each side's as it began."""

    units: Counter[str]
    rolled: Counter[str] = field(default_factory=Counter)
    """Dice, by who rolled them."""
    shots: Counter[str] = field(default_factory=Counter)
    """Times that each fired."""
    hits: Counter[str] = field(default_factory=Counter)
    """Hits, by whom they hit."""
    lost: Counter[str] = field(default_factory=Counter)

    def fire(self, who: str, target: str, dice: tuple[int, ...], hit: int) -> None:
        """Somebody rolled at somebody; results from `hit` on are hits."""
        self.rolled[who] += len(dice)
        self.shots[who] += 1
        self.hits[target] += sum(one >= hit for one in dice)

    def wrong(self) -> Iterator[tuple[str, int, int]]:
        """Who lost another number of units than was due: lost, due; those with too many first.

        Hits at nobody known (an empty name) may have been at anybody.
        """
        off = []
        for who in {**self.lost, **self.hits, **self.units}:
            least = min(self.hits[who], self.units[who])
            most = min(self.hits[who] + self.hits[""], self.units[who])
            if who and not least <= self.lost[who] <= most:
                off.append((who, self.lost[who], least if self.lost[who] < least else most))
        yield from sorted(off, key=lambda one: one[2] - one[1])
