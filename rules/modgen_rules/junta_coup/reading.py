"""One way to read the dice of a phase: which battle, which exchange, who fired at whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeVar

from modgen_rules.junta_coup.city import Fire
from modgen_rules.junta_coup.issues import Issue, cost

K = TypeVar("K")


class Hits(NamedTuple):
    """What some hits have in common that have not been paid by losses."""

    space: str
    families: frozenset[str]
    """The families at which the fire may have been."""
    stage: int
    """The exchange; 0 for a bombardment."""
    owed: bool = True
    """Whether losses have to follow: not for dice that ought not to have been rolled."""


class Losses(NamedTuple):
    """What some losses have in common for which no hit has been found."""

    space: str
    family: str
    stage: int
    """The exchange in which they were removed."""


@dataclass
class Fought:
    """One battle as a reading has it."""

    space: str
    first: int
    """The first and the last act."""
    last: int
    shots: int = 0
    exchanges: int = 0
    shelled: Counter[str] = field(default_factory=Counter)
    """Losses by bombardments of each family."""


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
    hits: dict[Hits, int] = field(default_factory=dict)
    """Hits that no loss of a single possible target has paid."""
    losses: dict[Losses, int] = field(default_factory=dict)
    """Losses that are paid by hits with several possible targets, or by none yet."""
    struck: dict[Hits, int] = field(default_factory=dict)
    """All hits."""
    gone: dict[Losses, int] = field(default_factory=dict)
    """All losses."""
    delayed: dict[str, int] = field(default_factory=dict)
    """13.c: spaces where Units that were hit stood as a later exchange began, and how many."""
    forced: dict[tuple[str, str], int] = field(default_factory=dict)
    """15.f: Units that were removed because they had nowhere to retreat to: space, family."""
    fought: tuple[Fought, ...] = ()
    fired: tuple[tuple[str, str, str, int], ...] = ()
    """Who fired: family, target (empty when unknown), space, act."""
    guns: dict[str, int] = field(default_factory=dict)
    """Dice of each bombardment in this phase."""
    gun_space: dict[str, str] = field(default_factory=dict)

    def copy(self) -> Reading:
        """A reading of its own."""
        return Reading(
            self.cost, self.breaches, self.issues, self.space, self.stage, self.opened,
            self.former, self.reduced, dict(self.used), dict(self.hits), dict(self.losses),
            dict(self.struck), dict(self.gone), dict(self.delayed), dict(self.forced),
            self.fought, self.fired, dict(self.guns), dict(self.gun_space),
        )  # fmt: skip

    def note(self, issue: Issue) -> None:
        """Charge an issue to this reading."""
        self.cost += issue.price
        self.breaches += issue.verdict == "illegal"
        self.issues += (issue,)

    def withdraw(self, dropped: Collection[Issue]) -> None:
        """Leave out issues that another one explains."""
        self.cost -= cost(dropped)
        self.breaches -= sum(issue.verdict == "illegal" for issue in dropped)
        self.issues = tuple(issue for issue in self.issues if issue not in dropped)

    def pay(self, price: float) -> None:
        """Charge an oddity that needs no words."""
        self.cost += price

    def touch(self, index: int, shot: bool = False) -> None:
        """The current battle goes on to an act."""
        *before, last = self.fought
        changed = replace(
            last, last=index, shots=last.shots + shot, exchanges=max(last.exchanges, self.stage)
        )
        self.fought = (*before, changed)

    def shelled(self, family: str) -> None:
        """The current battle's bombardment cost a family a Unit."""
        *before, last = self.fought
        shelled = last.shelled + Counter({family: 1})
        self.fought = (*before, replace(last, shelled=shelled))

    def key(self) -> Hashable:
        """What readings share that go on in the same way."""
        return (
            self.space, self.stage, frozenset(self.used.items()), frozenset(self.hits.items()),
            frozenset(self.losses.items()), frozenset(self.forced.items()),
            frozenset(self.delayed),
            tuple([one.space for one in self.fought]),
            frozenset(self.guns.items()), frozenset(self.opened.items()), self.breaches > 0,
        )  # fmt: skip


def add(counts: dict[K, int], key: K, number: int = 1) -> None:
    """Change a count; a count of nothing is left out."""
    total = counts.get(key, 0) + number
    if total > 0:
        counts[key] = total
    else:
        counts.pop(key, None)
