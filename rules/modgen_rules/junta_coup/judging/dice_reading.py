"""One way to read the dice of a phase: which battle, which exchange, who fired at whom."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from modgen_rules.engine.reports.sections import Issue
from modgen_rules.junta_coup.judging.issues import cost
from modgen_rules.junta_coup.law.city import Fire

K = TypeVar("K")
V = TypeVar("V")


class Fixed(dict[K, V]):
    """A dictionary that is not changed once it is made."""

    __slots__ = ("_content",)
    _content: frozenset[tuple[K, V]]

    @property
    def content(self) -> frozenset[tuple[K, V]]:
        """All items: equal for equal dictionaries, and made once."""
        try:
            return self._content
        except AttributeError:
            self._content = frozenset(self.items())
            return self._content


Counts = Fixed[K, int]


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


class Fought(NamedTuple):
    """One battle as a reading has it."""

    space: str
    first: int
    """The first and the last act."""
    last: int
    exchanges: int = 0
    shelled: Mapping[str, int] = {}
    """Losses by bombardments of each family."""


class Pause(NamedTuple):
    """An exchange of a battle that goes on after dice of another battle."""

    stage: int
    opened: Fixed[str, Fire]
    former: Fixed[str, Fire]
    reduced: Counts[str]
    used: Counts[str]


@dataclass
class Reading:
    """A reading of the acts so far. `copy` before changing it.

    Copies share their counts, so a count is replaced (`changed`), never changed in place.
    """

    cost: float = 0.0
    breaches: int = 0
    issues: tuple[Issue, ...] = ()
    space: str = ""
    stage: int = 0
    """0 bombardment, then the number of the exchange."""
    opened: Fixed[str, Fire] = field(default_factory=Fixed)
    """13.c: the dice of each family as the exchange began."""
    former: Fixed[str, Fire] = field(default_factory=Fixed)
    """The dice of each family as the exchange before began."""
    reduced: Counts[str] = field(default_factory=Fixed)
    """13.h: the dice without the Units that were hit and are still there."""
    used: Counts[str] = field(default_factory=Fixed)
    """Dice that each family has rolled in the exchange."""
    hits: Counts[Hits] = field(default_factory=Fixed)
    """Hits that no loss of a single possible target has paid."""
    losses: Counts[Losses] = field(default_factory=Fixed)
    """Losses that are paid by hits with several possible targets, or by none yet."""
    struck: Counts[Hits] = field(default_factory=Fixed)
    """All hits."""
    gone: Counts[Losses] = field(default_factory=Fixed)
    """All losses."""
    delayed: Counts[str] = field(default_factory=Fixed)
    """13.c: spaces where Units that were hit stood as a later exchange began, and how many."""
    forced: Counts[tuple[str, str]] = field(default_factory=Fixed)
    """15.f: Units that were removed because they had nowhere to retreat to: space, family."""
    unhit: Counts[tuple[str, str]] = field(default_factory=Fixed)
    """14.e: Units that were removed although no die had hit: space, family."""
    spared: Counts[tuple[str, str]] = field(default_factory=Fixed)
    """14.d: Units that dice had hit and that were not removed: space, family."""
    fought: tuple[Fought, ...] = ()
    fired: tuple[tuple[str, str, str, int], ...] = ()
    """Who fired: family, target (empty when unknown), space, act."""
    guns: Counts[str] = field(default_factory=Fixed)
    """Dice of each bombardment in this phase."""
    gun_space: Fixed[str, str] = field(default_factory=Fixed)

    paused: Fixed[str, Pause] = field(default_factory=Fixed)
    """10.b: battles in other spaces that may go on, in a log without the Battle marker."""
    mixed: bool = False
    """Whether some battle went on after dice of another one."""

    def copy(self) -> Reading:
        """A reading of its own."""
        found = Reading.__new__(Reading)
        found.__dict__ = self.__dict__.copy()
        return found

    def note(self, issue: Issue) -> None:
        """Charge an issue to this reading."""
        self.cost += issue.price
        self.breaches += issue.illegal
        self.issues += (issue,)

    def withdraw(self, dropped: Collection[Issue]) -> None:
        """Leave out issues that another one explains."""
        self.cost -= cost(dropped)
        self.breaches -= sum(issue.illegal for issue in dropped)
        self.issues = tuple(issue for issue in self.issues if issue not in dropped)

    def pay(self, price: float) -> None:
        """Charge an oddity that needs no words."""
        self.cost += price

    def touch(self, index: int) -> None:
        """The current battle goes on to a shot."""
        *before, last = self.fought
        exchanges = max(last.exchanges, self.stage)
        self.fought = (*before, last._replace(last=index, exchanges=exchanges))

    def shelled(self, family: str) -> None:
        """The current battle's bombardment cost a family a Unit."""
        *before, last = self.fought
        shelled = {**last.shelled, family: last.shelled.get(family, 0) + 1}
        self.fought = (*before, last._replace(shelled=shelled))

    def pause(self) -> None:
        """The current battle may go on later."""
        if self.space:
            now = Pause(self.stage, self.opened, self.former, self.reduced, self.used)
            self.paused = Fixed({**self.paused, self.space: now})

    def resume(self, space: str) -> None:
        """A battle goes on in the exchange in which it stopped."""
        battle = self.paused[space]
        self.space = space
        self.stage, self.opened, self.former, self.reduced, self.used = battle
        own = [one for one in self.fought if one.space == space][-1]
        self.fought = (*(one for one in self.fought if one is not own), own)

    @property
    def group(self) -> Hashable:
        """The battle and exchange in which it is."""
        return self.space, self.stage, len(self.fought)

    @property
    def lawful(self) -> bool:
        """Whether it breaks no rule."""
        return not self.breaches

    def key(self) -> Hashable:
        """What readings share that go on in the same way."""
        return (
            self.space,
            self.stage,
            self.used.content,
            self.hits.content,
            self.losses.content,
            self.forced.content,
            frozenset(self.delayed),
            tuple([one.space for one in self.fought]),
            self.guns.content,
            self.opened.content,
            self.breaches > 0,
            frozenset((space, battle.stage) for space, battle in self.paused.items()),
        )


def changed(counts: Counts[K], key: K, number: int = 1) -> Counts[K]:
    """Counts of which one is raised by a number; a count of nothing is left out."""
    found = Fixed(counts)
    total = found.get(key, 0) + number
    if total > 0:
        found[key] = total
    else:
        found.pop(key, None)
    return found
