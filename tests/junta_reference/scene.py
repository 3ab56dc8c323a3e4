"""A legal record, looked at for places where it can be spoilt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from tests.junta_reference.city import ADJACENT, EMBASSIES
from tests.junta_reference.position import Position
from tests.junta_reference.record import Event, Start

Spoilt = tuple[list[Event], str]


class Scene:
    """A record with the phase and segment of each event."""

    def __init__(self, start: Start, events: Sequence[Event], chance: Random) -> None:
        self.start = start
        self.events = list(events)
        self.chance = chance
        self.phases: list[int] = []
        self.segments: list[str] = []
        phase, segment = -1, "before"
        for event in events:
            self.phases.append(phase)
            self.segments.append(segment)
            match event.what:
                case "phase":
                    phase, segment = event.number, "movement"
                case "battle_step":
                    segment = "battle"
                case "side" | "result" | "agree":
                    segment = "end"

    def before(self, index: int) -> Position:
        """The position before an event."""
        position = Position(self.start)
        for event in self.events[:index]:
            position.take(event)
        return position

    def every(self, what: str, way: str | None = None, first: int = 0) -> Iterator[int]:
        """The numbers of all such events from a phase on, in random order."""
        found = [
            index
            for index, event in enumerate(self.events)
            if event.what == what and way in (None, event.way) and self.phases[index] >= first
        ]
        yield from self.mixed(found)

    def mixed(self, things: Sequence[Any]) -> list[Any]:
        """Things in random order."""
        return self.chance.sample(things, len(things))

    def since_phase(self, index: int) -> list[Event]:
        """What happened in this phase before an event."""
        begin = index
        while begin and self.events[begin - 1].what != "phase":
            begin -= 1
        return self.events[begin:index]

    def battle(self, index: int) -> tuple[int, int]:
        """The numbers of the events that begin and end the battle around an event."""
        begin = end = index
        while self.events[begin].what != "battle":
            begin -= 1
        while self.events[end].what != "battle_end":
            end += 1
        return begin, end

    def volley_end(self, index: int) -> int:
        """The number of the first event after the fire and losses around an event."""
        while self.events[index].what == "fire":
            index += 1
        while self.events[index].what == "loss" and self.events[index].way == "":
            index += 1
        return index

    def volley(self, index: int) -> tuple[int, int]:
        """The first fire of the exchange of an event, and what comes after its losses."""
        number, begin = self.events[index].number, index
        while self.events[begin - 1].what == "fire" and self.events[begin - 1].number == number:
            begin -= 1
        return begin, self.volley_end(index)

    def fighters(self, index: int, place: str, family: str) -> list[str]:
        """A family's units in a space that have not retreated in this phase."""
        away = {n for e in self.since_phase(index) if e.what == "retreat" for n in e.units}
        return [name for name in self.before(index).at(place, family) if name not in away]

    def kinds(self, index: int, place: str, family: str) -> list[str]:
        """The kinds of a family's fighters."""
        return self.before(index).kinds(self.fighters(index, place, family))

    def free(self, index: int, place: str, family: str) -> list[str]:
        """Adjacent spaces into which a family may retreat without leave."""
        position = self.before(index)
        return [
            space
            for space in sorted(ADJACENT[place])
            if space in EMBASSIES or not position.families_at(space) - {family}
        ]

    # Edits

    def put(self, index: int, *new: Event) -> list[Event]:
        """The record with more events before one."""
        return [*self.events[:index], *new, *self.events[index:]]

    def drop(self, *indices: int) -> list[Event]:
        """The record without some events."""
        return [event for n, event in enumerate(self.events) if n not in indices]

    def change(self, index: int, **fields: Any) -> list[Event]:
        """The record with one event altered."""
        changed = self.events[index]._replace(**fields)
        return [*self.events[:index], changed, *self.events[index + 1 :]]

    def carry(self, index: int, target: int) -> list[Event]:
        """The record with one event before another instead of where it was."""
        rest = self.drop(index)
        at = target - (index < target)
        return [*rest[:at], self.events[index], *rest[at:]]

    def dud(self, count: int) -> tuple[int, ...]:
        """Dice without a six."""
        return tuple(self.chance.randint(1, 5) for _ in range(count))
