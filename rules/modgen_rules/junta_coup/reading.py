"""One way to read the dice of a phase: which battle, which exchange, who fired at whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import TypeVar

from modgen_rules.junta_coup.city import Fire
from modgen_rules.junta_coup.issues import Issue

K = TypeVar("K")
Pool = tuple[str, frozenset[str], int]
"""Hits at one of several families: space, families, exchange."""


@dataclass
class Fought:
    """One battle as a reading has it."""

    space: str
    first: int
    """The first and the last act."""
    last: int
    shots: int = 0
    exchanges: int = 0
    salvoes: Counter[str] = field(default_factory=Counter)
    """Hits of bombardments, by the family that was hit."""


@dataclass
class Reading:
    """A reading of the acts so far. `copy` before changing it."""

    cost: float = 0.0
    breaches: int = 0
    issues: tuple[Issue, ...] = ()
    space: str = ""
    stage: int = 0
    """0 bombardment, then the number of the exchange."""
    opened: dict[str, Fire] = field(default_factory=dict)
    """13.c: the dice of each family as the exchange began."""
    former: dict[str, Fire] = field(default_factory=dict)
    """The dice of each family as the exchange before began."""
    reduced: dict[str, int] = field(default_factory=dict)
    """13.h: the dice without the Units that were hit and are still there."""
    used: dict[str, int] = field(default_factory=dict)
    """Dice that each family has rolled in the exchange."""
    due: dict[tuple[str, str, int], int] = field(default_factory=dict)
    """Hits without a loss: space, family, exchange."""
    pool: dict[Pool, int] = field(default_factory=dict)
    early: dict[tuple[str, str], int] = field(default_factory=dict)
    """Losses without a hit: space, family."""
    forced: dict[tuple[str, str], int] = field(default_factory=dict)
    """15.f: Units that were removed because they had nowhere to retreat to: space, family."""
    fought: tuple[Fought, ...] = ()
    fired: tuple[tuple[str, str, str, int], ...] = ()
    """Who fired: family, target (empty when unknown), space, act."""
    guns: dict[str, int] = field(default_factory=dict)
    """Dice of each bombardment in this phase."""
    gun_space: dict[str, str] = field(default_factory=dict)
    sure_raid: bool = False

    def copy(self) -> Reading:
        """A reading of its own."""
        return Reading(
            self.cost, self.breaches, self.issues, self.space, self.stage, self.opened,
            self.former, self.reduced, dict(self.used), dict(self.due), dict(self.pool),
            dict(self.early), dict(self.forced), self.fought, self.fired, dict(self.guns),
            dict(self.gun_space), self.sure_raid,
        )  # fmt: skip

    def note(self, issue: Issue) -> None:
        """Charge an issue to this reading."""
        self.cost += issue.price
        self.breaches += issue.verdict == "illegal"
        self.issues += (issue,)

    def pay(self, price: float) -> None:
        """Charge an oddity that needs no words."""
        self.cost += price

    def touch(self, index: int, shot: bool = False) -> None:
        """The current battle goes on to an act."""
        *before, last = self.fought
        changed = Fought(
            last.space, last.first, index, last.shots + shot, max(last.exchanges, self.stage),
            last.salvoes,
        )  # fmt: skip
        self.fought = (*before, changed)

    def key(self) -> Hashable:
        """What readings share that go on in the same way."""
        return (
            self.space, self.stage, frozenset(self.used.items()), frozenset(self.due.items()),
            frozenset(self.pool.items()), frozenset(self.early.items()),
            frozenset(self.forced.items()), tuple([one.space for one in self.fought]),
            frozenset(self.guns.items()), frozenset(self.opened.items()), self.breaches > 0,
        )  # fmt: skip


def add(counts: dict[K, int], key: K, number: int = 1) -> None:
    """Change a count; a count of nothing is left out."""
    total = counts.get(key, 0) + number
    if total > 0:
        counts[key] = total
    else:
        counts.pop(key, None)
