"""What happened on a card, event by event, with the position after each (2.3).

A step of the log that changes nothing of the position and says nothing of the sequence of play is
no event: Control and victory markers, for instance, only record what the pieces show.
Events can be put into another order; the positions are worked out again from their differences.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from modgen_rules.people_power.log_index import LogIndex
from modgen_rules.people_power.sequence import CardPlay
from modgen_rules.people_power.state import (
    FACTIONS,
    FIELDS,
    FORCES,
    GOV,
    NPA,
    OPPOSITION,
    REFORMERS,
    RESISTANCE,
    SUPPORT,
    TRACKS,
    Space,
    State,
)
from modgen_rules.people_power.turn import Declared, Moved


class Difference(NamedTuple):
    """What an event adds to a position. Alignments are the new ones, everything else is a sum."""

    spaces: tuple[tuple[int, tuple[int, ...], int | None], ...]
    """Number of the space, what is added to each field but the alignment, the new alignment."""
    tracks: tuple[int, ...]
    available: tuple[int, ...]
    election: int
    personalities: frozenset[int]

    @property
    def places(self) -> frozenset[int]:
        """The spaces that differ."""
        return frozenset(n for n, _, _ in self.spaces)

    @property
    def track_names(self) -> frozenset[str]:
        """The tracks that differ."""
        return frozenset(name for name, by in zip(TRACKS, self.tracks, strict=True) if by)

    @property
    def empty(self) -> bool:
        """Whether nothing differs."""
        return not (self.spaces or any(self.tracks) or any(self.available))


def difference(before: State, after: State) -> Difference:
    """What was added between two positions."""
    spaces = []
    for n, (a, b) in enumerate(zip(before.spaces, after.spaces, strict=True)):
        if a is not b and a != b:
            counts = tuple(y - x for x, y in zip(a[:-1], b[:-1], strict=True))
            spaces.append((n, counts, b.alignment if a.alignment != b.alignment else None))
    tracks = tuple(b - a for a, b in zip(before.tracks, after.tracks, strict=True))
    available = tuple(b - a for a, b in zip(before.available, after.available, strict=True))
    return Difference(tuple(spaces), tracks, available, after.election, after.personalities)


def added(state: State, by: Difference) -> State | None:
    """A position with a difference added; None when a number would fall below 0."""
    spaces = list(state.spaces)
    for n, counts, alignment in by.spaces:
        old = spaces[n]
        values = tuple(a + b for a, b in zip(old[:-1], counts, strict=True))
        if min(values) < 0:
            return None
        spaces[n] = Space._make((*values, old.alignment if alignment is None else alignment))
    tracks = tuple(a + b for a, b in zip(state.tracks, by.tracks, strict=True))
    available = tuple(a + b for a, b in zip(state.available, by.available, strict=True))
    return State(tuple(spaces), tracks, available, by.election, by.personalities)


FIRST_SIGHT = {
    ("troops", True): GOV, ("police", True): GOV, ("gov_base", True): GOV,
    ("activist", True): REFORMERS, ("ref_base", True): REFORMERS, ("protest", True): REFORMERS,
    ("underground", True): NPA, ("npa_base", True): NPA, ("strike", True): NPA,
}  # fmt: skip
"""Whose actions most often bring more of something to a space."""
TOWARD = {SUPPORT: GOV, OPPOSITION: REFORMERS, RESISTANCE: NPA}
"""Whose actions most often shift a space to an alignment."""


@dataclass(frozen=True, eq=False)
class CardEvent:
    """A step that bears on a card: what it adds, who did it, what it says."""

    step: int
    adds: Difference
    side: str = ""
    """The side of the player who did it; empty when the log does not say."""
    marks: tuple[str, ...] = ()
    """Factions whose cylinders went to the box of an option."""
    said: tuple[str, ...] = ()
    """Factions that announced something."""
    pawns: bool = False
    rolls: tuple[int, ...] = ()
    kind: tuple[object, ...] = ()
    """What like events have in common: the pieces that it moves and where between."""
    settled: bool = False
    """Whether only markers that follow from the pieces were moved since the event before."""

    @cached_property
    def moves(self) -> bool:
        """Whether it changes the position."""
        return not self.adds.empty

    @cached_property
    def owners(self) -> frozenset[str]:
        """Factions whose Resources it changes, or of whose pieces it takes some from Available."""
        found = {who for who in FACTIONS if who in self.adds.track_names}
        for who, by in zip(FORCES.values(), self.adds.available, strict=True):
            if by < 0:
                found.add(who)
        return frozenset(found)

    @cached_property
    def likely(self) -> str:
        """The Faction to whose actions the change belongs at first sight; empty when unclear."""
        found = set(self.owners)
        for _, counts, alignment in self.adds.spaces:
            for name, by in zip(FIELDS[:-1], counts, strict=True):
                who = FIRST_SIGHT.get((name, by > 0)) if by else None
                if who:
                    found.add(who)
            if alignment:
                found.add(TOWARD[alignment])
        if len(found) != 1:
            return ""
        return next(iter(found))


@dataclass
class CardLog:
    """The events of a card in an order, and the position before the first and after each."""

    index: LogIndex
    play: CardPlay
    events: tuple[CardEvent, ...]
    states: tuple[State, ...]
    moved_by: float = 0.0
    """What it costs to believe in this order."""
    moves: list[int] = field(default_factory=list)
    """For each position in the list, how many events before it change the position."""

    def __post_init__(self) -> None:
        self.moves = [0]
        for event in self.events:
            self.moves.append(self.moves[-1] + event.moves)

    def __len__(self) -> int:
        return len(self.events)

    def steps(self, first: int, last: int) -> list[int]:
        """The steps of events, in the order of the log."""
        return sorted(event.step for event in self.events[first:last])

    def rolls(self, first: int, last: int) -> tuple[int, ...]:
        """Dice that were thrown."""
        return tuple(die for event in self.events[first:last] for die in event.rolls)

    def moved(self, first: int, last: int) -> tuple[Moved, ...]:
        """Pieces that went from one space to another."""
        return self.index.moved(self.steps(first, last))

    def taken(self, first: int, last: int) -> tuple[tuple[str, int], ...]:
        """Each time that a piece left a space: its kind and the number of the space."""
        return self.index.taken(self.steps(first, last))

    def pieces(self, first: int, last: int) -> frozenset[str]:
        """The pieces that some events moved or turned."""
        return frozenset().union(*map(self.pieces_of, self.events[first:last]))

    def pieces_of(self, event: CardEvent) -> frozenset[str]:
        """The pieces that an event moved or turned."""
        return frozenset(one.piece for one in self.index.steps[event.step - 1].changes)

    def paid(self, faction: str, first: int, last: int) -> int:
        """What a Faction's Resources fell by in single events, all together."""
        at = TRACKS.index(faction)
        return -sum(min(0, event.adds.tracks[at]) for event in self.events[first:last])

    def hopped(self, first: int, last: int) -> tuple[Moved, ...]:
        """Pieces that went to another space before they left the map."""
        return self.index.hopped(self.steps(first, last))

    def reordered(self, events: Sequence[CardEvent], cost: float) -> CardLog | None:
        """The same events in another order; None when the position cannot have been so."""
        states = replayed(self.states[0], events)
        if states is None:
            return None
        last, seen = states[-1], self.states[-1]
        if (last.spaces, last.tracks, last.available) != (seen.spaces, seen.tracks, seen.available):
            return None
        return CardLog(self.index, self.play, tuple(events), tuple(states), cost)

    def with_more(self, more: Sequence[CardEvent], at: int, cost: float) -> CardLog | None:
        """The card with events of a later one put at a place; None when that cannot have been."""
        events = (*self.events[:at], *more, *self.events[at:])
        states = replayed(self.states[0], events)
        return CardLog(self.index, self.play, events, tuple(states), cost) if states else None

    def instead(self, old: CardEvent, new: CardEvent, start: State) -> CardLog | None:
        """The card with an event in place of another, from another position."""
        events = tuple(new if event is old else event for event in self.events)
        states = replayed(start, events)
        return CardLog(self.index, self.play, events, tuple(states)) if states else None

    def without(self, left_out: Collection[CardEvent], start: State) -> CardLog | None:
        """The card without some events, from another position."""
        kept = tuple(event for event in self.events if event not in left_out)
        states = replayed(start, kept)
        return CardLog(self.index, self.play, kept, tuple(states)) if states else None


def replayed(start: State, events: Iterable[CardEvent]) -> list[State] | None:
    """The position before events and after each; None when a number would fall below 0."""
    states = [start]
    for event in events:
        if not event.moves:
            states.append(states[-1])
            continue
        state = added(states[-1], event.adds)
        if state is None:
            return None
        states.append(state)
    return states


def read_card(index: LogIndex, play: CardPlay) -> CardLog:
    """The events of a card as the log has them."""
    events, states = [], [index.states[play.start]]
    marks: dict[int, list[str]] = {}
    for mark in play.marks:
        marks.setdefault(mark.step, []).append(mark.faction)
    settled = False
    for step in index.steps.between(play.start, play.end):
        if not (step.changes or step.said or step.rolls):
            continue
        number = step.number
        adds = difference(index.states[number - 1], index.states[number])
        said = tuple(dict.fromkeys(one.side for one in step.said))
        pawns = any(one.after and one.after.kind.startswith("pawn_") for one in step.changes)
        rolls = tuple(die for roll in step.rolls for die in roll.results)
        moved = marks.get(number, [])
        if adds.empty and not (said or pawns or rolls or moved):
            settled = True
            continue
        kind = tuple(
            (one.before.kind if one.before else "", _place_kind(one.before), _place_kind(one.after))
            for one in step.changes
        )
        events.append(
            CardEvent(
                number, adds, index.sides[number], tuple(moved), said, pawns, rolls, kind, settled
            )
        )
        settled = False
        states.append(index.states[number])
    return CardLog(index, play, tuple(events), tuple(states))


def _place_kind(state: object) -> str:
    place = str(getattr(state, "place", ""))
    head, _, _ = place.partition(":")
    if head.startswith(("available_", "pool_", "sop_")):
        return head
    return "edge" if head == "edge" else "map" if place else ""


def announced(index: LogIndex, play: CardPlay, faction: str, last_step: int) -> Declared | None:
    """A Faction's last announcement on a card, up to a step; the first one if it is later."""
    said = [
        (step.number, one)
        for step in index.steps.between(play.start, play.end)
        for one in step.said
        if one.side == faction
    ]
    if not said:
        return None
    number, last = ([one for one in said if one[0] <= last_step] or said[:1])[-1]
    choices = last.choices
    left = index.leftovers[number, faction]

    def spaces(name: str) -> frozenset[int] | None:
        marked = last.spaces.get(name, frozenset())
        return frozenset(map(index.board.number, marked)) if marked - left[name] else None

    return Declared(
        choices.get("option"),
        choices.get("operation"),
        choices.get("activity"),
        spaces("operation_spaces"),
        spaces("activity_spaces"),
        frozenset(map(index.board.number, left["operation_spaces"])),
        frozenset(map(index.board.number, left["activity_spaces"])),
    )


def marked(index: LogIndex, steps: Iterable[int]) -> Declared | None:
    """3.1.4: spaces into which pawns were set in some steps, white for the Operation."""
    ids = index.board.ids
    found: dict[str, set[int]] = {"pawn_white": set(), "pawn_black": set()}
    for number in steps:
        for change in index.steps[number - 1].changes:
            after = change.after
            if after is not None and after.kind in found and after.place in ids:
                found[after.kind].add(ids.index(after.place))
    if not any(found.values()):
        return None
    white, black = (frozenset(found[kind]) or None for kind in ("pawn_white", "pawn_black"))
    return Declared(spaces=white, activity_spaces=black)
