"""One way to read the dice of a phase: which battle, which exchange, who fired at whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, field

from modgen_rules.junta_coup.city import Fire
from modgen_rules.junta_coup.issues import Issue

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
    used: Counter[str] = field(default_factory=Counter)
    """Dice that each family has rolled in the exchange."""
    due: Counter[tuple[str, str, int]] = field(default_factory=Counter)
    """Hits without a loss: space, family, exchange."""
    pool: Counter[Pool] = field(default_factory=Counter)
    early: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Losses without a hit: space, family."""
    forced: Counter[tuple[str, str]] = field(default_factory=Counter)
    """15.f: Units that were removed because they had nowhere to retreat to: space, family."""
    fought: tuple[Fought, ...] = ()
    fired: tuple[tuple[str, str, str, int], ...] = ()
    """Who fired: family, target (empty when unknown), space, act."""
    guns: Counter[str] = field(default_factory=Counter)
    """Dice of each bombardment in this phase."""
    gun_space: dict[str, str] = field(default_factory=dict)
    sure_raid: bool = False

    def copy(self) -> Reading:
        """A reading of its own."""
        return Reading(
            self.cost, self.breaches, self.issues, self.space, self.stage, self.opened,
            self.former, self.reduced, self.used.copy(), self.due.copy(), self.pool.copy(),
            self.early.copy(), self.forced.copy(), self.fought, self.fired, self.guns.copy(), dict(self.gun_space),
            self.sure_raid,
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
            last.salvoes.copy(),
        )  # fmt: skip
        self.fought = (*before, changed)

    def key(self) -> Hashable:
        """What readings share that go on in the same way."""
        return (
            self.space, self.stage, frozenset(self.used.items()),
            frozenset(item for item in self.due.items() if item[1]),
            frozenset(item for item in self.pool.items() if item[1]),
            frozenset(item for item in self.early.items() if item[1]),
            frozenset(self.forced.items()), tuple(one.space for one in self.fought), frozenset(self.guns.items()),
            frozenset(self.opened.items()), self.breaches > 0,
        )  # fmt: skip
