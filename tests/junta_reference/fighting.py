"""Clauses 10 to 12: the Battle segment of a phase: declarations, then battle after battle."""

from __future__ import annotations

from collections.abc import Iterator

from tests.junta_reference.battle import Battle
from tests.junta_reference.city import EMBASSIES, GUNS
from tests.junta_reference.position import Position
from tests.junta_reference.record import Event


class Fighting:
    """One Battle segment; `raids` counts the Air Raids of the whole coup."""

    def __init__(self, position: Position, raids: list[int]) -> None:
        self.position = position
        self.raids = raids
        self.seat = 0
        self.declared: dict[str, set[str]] = {}
        self.fought: set[str] = set()
        self.used: set[str] = set()
        self.retired: set[str] = set()
        self.battle: Battle | None = None

    def check(self, event: Event) -> Iterator[str]:
        """The clauses that an event breaks."""
        match event.what:
            case "declare":
                yield from self._declare(event)
            case "battle":
                yield from self._begin(event.place)
            case "fire":
                yield from self._fire(event)
            case "battle_end":
                yield from self._end(event.place)
            case "loss":
                yield from self.battle.loss(event) if self.battle else ("14.e",)
            case "retreat" | "hold" | "let_in":
                if self.battle is None:
                    yield "15.a"
                else:
                    yield from getattr(self.battle, event.what)(event)

    def _bombards(self, family: str) -> bool:
        return family in {self.position.holder(office) for office, _ in GUNS.values()}

    def _declare(self, event: Event) -> Iterator[str]:
        """10.a, 11.a, 16.a."""
        if self.fought or self.battle:
            yield "2.b"
        if not self.position.present(event.who):
            yield "4.a"
        seats = self.position.seats(self.position.start.president)
        seat = seats.index(event.who)
        if seat < self.seat:
            yield "11.a"
        self.seat = max(seat, self.seat)
        here = self.position.families_at(event.place)
        if event.place in EMBASSIES:
            yield "16.a"
        elif len(here) < 2 or (event.who not in here and not self._bombards(event.who)):
            yield "10.a"
        self.declared.setdefault(event.place, set()).add(event.who)

    def _begin(self, place: str) -> Iterator[str]:
        """10.a, 10.b, 11.b."""
        if self.battle:
            yield "10.b"
        self.battle = Battle(self.position, place, self.retired)
        here = self.battle.families()
        if place in EMBASSIES:
            yield "16.a"
        elif place not in self.declared:
            yield "11.b"
        elif place in self.fought:
            yield "10.b"
        elif len(here) < 2:
            yield "10.a"
        self.fought.add(place)

    def _fire(self, event: Event) -> Iterator[str]:
        if self.battle is None or event.place != self.battle.place:
            yield "11.b" if event.place not in self.declared else "10.b"
        if event.way in GUNS:
            yield from self._bombardment(event)
        if self.battle and event.place == self.battle.place:
            yield from self.battle.fire(event)

    def _bombardment(self, event: Event) -> Iterator[str]:
        """12.a, 12.b: who may bombard, how often, with how many dice."""
        office, dice = GUNS[event.way]
        fits = event.who == self.position.holder(office) and len(event.dice) == dice
        if event.way == "air_raid":
            fits = fits and len(self.raids) < 3
            self.raids.append(self.position.phase)
        if not fits or event.way in self.used:
            yield "12.a" if event.way == "gunboat" else "12.b"
        self.used.add(event.way)

    def _end(self, place: str) -> Iterator[str]:
        if self.battle is None or self.battle.place != place:
            yield "10.b"
        if self.battle:
            yield from self.battle.end()
        self.battle = None

    def over(self) -> Iterator[str]:
        """10.b: no battle is left open."""
        if self.battle:
            yield "10.b"
        self.battle = None
