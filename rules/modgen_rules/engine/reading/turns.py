"""What is read of a round: its turns, how each was judged, what they cost."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, NamedTuple, Protocol, TypeVar

from modgen_rules.engine.reading.acts import RoundLog, S
from modgen_rules.engine.reading.verdicts import CERTAIN


class Turn(Protocol):
    """What a log shows of a turn, as its rulebook judges it."""

    @property
    def key(self) -> Hashable:
        """What a judgement of it depends on."""

    @property
    def announced(self) -> frozenset[int]:
        """The places that the actor announced for it."""

    @property
    def spoken(self) -> bool:
        """Whether the actor announced an option."""


class TurnReading(Protocol):
    """An action that a turn may have been."""

    @property
    def cost(self) -> float:
        """The price of all that is broken or strange."""

    @property
    def broken(self) -> tuple[str, ...]:
        """The clauses that it breaks."""


T = TypeVar("T", bound=Turn)
R = TypeVar("R", bound=TurnReading)


class Judgement(NamedTuple, Generic[R]):
    """The best readings of a turn, all of one cost; whether the log is enough to tell."""

    readings: tuple[R, ...]
    opaque: bool = False
    """Whether the turn may have been something that the game's data do not describe."""
    rival: R | None = None
    """A legal reading that is nearly as good as the illegal ones."""
    gap: float = CERTAIN
    """How much more the cheapest legal reading costs than these."""

    @property
    def legal(self) -> bool:
        """Whether some reading breaks nothing."""
        return bool(self.readings) and not self.readings[0].broken


class Played(NamedTuple, Generic[T, R]):
    """An actor's turn: its acts from `first` up to `last`, its option, what it costs."""

    actor: str
    first: int
    last: int
    option: str
    box: str
    cost: float
    broken: tuple[str, ...] = ()
    """Clauses of the sequence of play that it breaks."""
    wrong_box: bool = False
    """Whether the marker lies in a box of the same kind that was not the one to take."""
    turn: T | None = None
    judgement: Judgement[R] = Judgement(())

    @property
    def illegal(self) -> bool:
        """Whether it breaks a rule."""
        return bool(self.broken) or not self.judgement.legal

    @property
    def announced(self) -> frozenset[int]:
        """The places that the actor announced for its turn."""
        return frozenset() if self.turn is None else self.turn.announced


class Doubt(NamedTuple, Generic[S, T, R]):
    """What a reading leaves doubtful: pieces turned over within another turn."""

    turn: Played[T, R]
    """The turn in question: the wrong one, or the one in which they were turned."""
    steps: tuple[int, ...]
    """The steps that put it right."""
    log: RoundLog[S]
    """The round of these steps."""


class RoundReading(NamedTuple, Generic[S, T, R]):
    """The turns of a round, and what is left over in an unfinished turn."""

    cost: float
    turns: tuple[Played[T, R], ...]
    log: RoundLog[S]
    rest: int
    """The first act that belongs to no turn."""
    rival: RoundReading[S, T, R] | None = None
    """Another reading that is nearly as good and less illegal."""
    doubts: tuple[Doubt[S, T, R], ...] = ()
    given_up: bool = False
    """Whether the search ended before other readings were tried."""

    @property
    def illegal(self) -> int:
        """How many turns break a rule."""
        return sum(one.illegal for one in self.turns)
