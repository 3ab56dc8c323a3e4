"""What happened in a round, act by act, with the position after each.

A step of the log that changes nothing of the position and says nothing of the sequence of play is
no act: markers that only record what the pieces show, for instance.
Acts can be put into another order; the positions are worked out again from their differences.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Generic, Protocol, TypeVar

from modgen_rules.engine.reading.sequence import Round
from modgen_rules.engine.record.game_steps import Steps
from modgen_rules.engine.record.piece_states import PieceState

S = TypeVar("S")
"""A position of the game."""


class Change(Protocol[S]):
    """What an act adds to a position: to what stands in places, and to counters."""

    @property
    def empty(self) -> bool:
        """Whether nothing differs."""

    @property
    def places(self) -> frozenset[int]:
        """The places that differ, by number."""

    @property
    def counters(self) -> frozenset[str]:
        """The counters that differ. One that is named as an actor is that actor's own."""

    @property
    def set_anew(self) -> frozenset[int]:
        """The places where it sets something, whatever it was before."""

    @property
    def only_turns(self) -> bool:
        """Whether it does nothing but turn pieces over."""

    @property
    def owners(self) -> frozenset[str]:
        """The actors whose own counters it changes, or of whose supply it takes pieces."""

    @property
    def likely(self) -> str:
        """The actor to whose turn it belongs at first sight; empty when unclear."""

    def by(self, counter: str) -> int:
        """What it adds to a counter."""

    def split(self, counter: str, by: int) -> tuple[Change[S], Change[S]]:
        """It without a part of what it adds to a counter, and that part alone."""

    def added_to(self, state: S) -> S | None:
        """A position with it added; None when a number would fall below 0."""


class Positions(Protocol[S]):
    """A log as positions: index 0 of `states` is the set-up, n the position after step n."""

    @property
    def states(self) -> Sequence[S]:
        """The positions."""

    @property
    def steps(self) -> Steps:
        """What each step did."""

    @property
    def sides(self) -> Sequence[str]:
        """For each step the side whose player did it; empty when the log does not say."""

    def difference(self, before: S, after: S) -> Change[S]:
        """What was added between two positions."""

    def announces(self, kind: str) -> bool:
        """Whether a piece of a kind marks places of an announcement."""

    def sort_of(self, place: str) -> str:
        """What a place has in common with like ones."""


@dataclass(frozen=True, eq=False)
class Act(Generic[S]):
    """A step that bears in a round: what it adds, who did it, what it says."""

    step: int
    adds: Change[S]
    side: str = ""
    """The side of the player who did it; empty when the log does not say."""
    marks: tuple[str, ...] = ()
    """Actors whose markers went to the box of an option."""
    said: tuple[str, ...] = ()
    """Actors that announced something."""
    pawns: bool = False
    """Whether it moves pieces that mark the places of an announcement."""
    rolls: tuple[int, ...] = ()
    kind: tuple[object, ...] = ()
    """What like acts have in common: the pieces that it moves and where between."""
    settled: bool = False
    """Whether only markers that follow from the pieces were moved since the act before."""

    @cached_property
    def moves(self) -> bool:
        """Whether it changes the position."""
        return not self.adds.empty

    @cached_property
    def places(self) -> frozenset[int]:
        """The places that it changes."""
        return self.adds.places

    @cached_property
    def counters(self) -> frozenset[str]:
        """The counters that it changes."""
        return self.adds.counters

    @cached_property
    def owners(self) -> frozenset[str]:
        """The actors whose own counters or supply it changes."""
        return self.adds.owners

    @cached_property
    def likely(self) -> str:
        """The actor to whose turn it belongs at first sight; empty when unclear."""
        return self.adds.likely


@dataclass
class RoundLog(Generic[S]):
    """The acts of a round in an order, and the position before the first and after each."""

    index: Positions[S]
    play: Round
    acts: tuple[Act[S], ...]
    states: tuple[S, ...]
    order_price: float = 0.0
    """What it costs to believe in this order."""
    moves: list[int] = field(default_factory=list)
    """For each position in the list, how many acts before it change the position."""

    def __post_init__(self) -> None:
        self.moves = [0]
        for act in self.acts:
            self.moves.append(self.moves[-1] + act.moves)

    def __len__(self) -> int:
        return len(self.acts)

    def steps(self, first: int, last: int) -> list[int]:
        """The steps of acts, in the order of the log."""
        return sorted(act.step for act in self.acts[first:last])

    def rolls(self, first: int, last: int) -> tuple[int, ...]:
        """Dice that were thrown."""
        return tuple(die for act in self.acts[first:last] for die in act.rolls)

    def pieces(self, first: int, last: int) -> frozenset[str]:
        """The pieces that some acts moved or turned."""
        return frozenset().union(*map(self.pieces_of, self.acts[first:last]))

    def pieces_of(self, act: Act[S]) -> frozenset[str]:
        """The pieces that an act moved or turned."""
        return frozenset(one.piece for one in self.index.steps[act.step - 1].changes)

    def paid(self, actor: str, first: int, last: int) -> int:
        """What an actor's own counter fell by in single acts, all together."""
        return -sum(min(0, act.adds.by(actor)) for act in self.acts[first:last])

    def reordered(self, acts: Sequence[Act[S]], price: float) -> RoundLog[S] | None:
        """The same acts in another order; None when the position cannot have been so."""
        states = replayed(self.states[0], acts)
        if states is None or not self.index.difference(states[-1], self.states[-1]).empty:
            return None
        return RoundLog(self.index, self.play, tuple(acts), tuple(states), price)

    def with_more(self, more: Sequence[Act[S]], at: int, price: float) -> RoundLog[S] | None:
        """The round with acts of a later one put at a place; None when that cannot have been."""
        acts = (*self.acts[:at], *more, *self.acts[at:])
        states = replayed(self.states[0], acts)
        return RoundLog(self.index, self.play, acts, tuple(states), price) if states else None

    def instead(self, old: Act[S], new: Act[S], start: S) -> RoundLog[S] | None:
        """The round with an act in place of another, from another position."""
        acts = tuple(new if act is old else act for act in self.acts)
        states = replayed(start, acts)
        return RoundLog(self.index, self.play, acts, tuple(states)) if states else None

    def without(self, left_out: Collection[Act[S]], start: S) -> RoundLog[S] | None:
        """The round without some acts, from another position."""
        kept = tuple(act for act in self.acts if act not in left_out)
        states = replayed(start, kept)
        return RoundLog(self.index, self.play, kept, tuple(states)) if states else None


def replayed(start: S, acts: Iterable[Act[S]]) -> list[S] | None:
    """The position before acts and after each; None when a number would fall below 0."""
    states = [start]
    for act in acts:
        if not act.moves:
            states.append(states[-1])
            continue
        state = act.adds.added_to(states[-1])
        if state is None:
            return None
        states.append(state)
    return states


def read_round(index: Positions[S], play: Round) -> RoundLog[S]:
    """The acts of a round as the log has them."""
    acts, states = [], [index.states[play.start]]
    marks: dict[int, list[str]] = {}
    for mark in play.marks:
        marks.setdefault(mark.step, []).append(mark.actor)
    settled = False
    for step in index.steps.between(play.start, play.end):
        if not (step.changes or step.said or step.rolls):
            continue
        number = step.number
        adds = index.difference(index.states[number - 1], index.states[number])
        said = tuple(dict.fromkeys(one.side for one in step.said))
        pawns = any(one.after and index.announces(one.after.kind) for one in step.changes)
        rolls = tuple(die for roll in step.rolls for die in roll.results)
        moved = marks.get(number, [])
        if adds.empty and not (said or pawns or rolls or moved):
            settled = True
            continue
        kind = tuple(
            (
                one.before.kind if one.before else "",
                _sort(one.before, index.sort_of),
                _sort(one.after, index.sort_of),
            )
            for one in step.changes
        )
        acts.append(
            Act(number, adds, index.sides[number], tuple(moved), said, pawns, rolls, kind, settled)
        )
        settled = False
        states.append(index.states[number])
    return RoundLog(index, play, tuple(acts), tuple(states))


def _sort(state: PieceState | None, sort_of: Callable[[str], str]) -> str:
    return sort_of(state.place) if state is not None else ""
