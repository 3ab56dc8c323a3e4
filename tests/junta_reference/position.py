"""Who stands where under whose control, who is away, whose turn comes when."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tests.junta_reference.record import Event, Start, Unit


class Position:
    """A board that takes every event as it is written, right or wrong."""

    def __init__(self, start: Start) -> None:
        self.start = start
        self.units = dict(start.units)
        self.away = set(start.away)
        self.phase = -1
        self._spaces: dict[str, list[str]] = {}
        for name, unit in self.units.items():
            self._spaces.setdefault(unit.space, []).append(name)

    def present(self, family: str) -> bool:
        """Whether a family plays and is neither dead nor in exile."""
        return family in self.start.families and family not in self.away

    def at(self, space: str, family: str = "") -> list[str]:
        """4.a: the units in a space that take part, all or one family's."""
        found = self._spaces.get(space) if space else None
        if not found:
            return []
        units = self.units
        if family:
            playing = self.present(family)
            return [name for name in found if playing and units[name].controller == family]
        return [name for name in found if self.present(units[name].controller)]

    def families_at(self, space: str) -> set[str]:
        """Whose units in a space take part."""
        return {self.units[name].controller for name in self.at(space)}

    def kinds(self, units: Iterable[str]) -> list[str]:
        """The kinds of units."""
        return [self.units[name].kind for name in units]

    def holder(self, office: str) -> str:
        """Who commands what belongs to an office: El Presidente where his Cousin holds it."""
        start = self.start
        return start.president if office in start.cousin else start.offices.get(office, "")

    def seats(self, first: str, skip: int = 0) -> tuple[str, ...]:
        """All families clockwise from a number of places left of one, the absent ones too."""
        families = self.start.families
        at = (families.index(first) + skip) % len(families)
        return families[at:] + families[:at]

    def order(self) -> tuple[str, ...]:
        """3.a, 5.a: the order of movement in this phase."""
        return self.seats(self.start.leader, max(self.phase, 0))

    def take(self, event: Event) -> None:
        """Do what the event says."""
        match event.what:
            case "phase":
                self.phase = event.number
            case "exile":
                self.away.add(event.who)
            case "return":
                self.away.discard(event.who)
            case "move" | "land" | "retreat":
                self._put(event.units, event.place)
            case "bring":
                self._put(event.units, event.place, event.who)
            case "loss":
                self._put(event.units, "")
            case "transfer":
                for name in self.known(event.units):
                    self.units[name] = self.units[name]._replace(controller=event.target)

    def known(self, names: Sequence[str]) -> list[str]:
        """Those names that are units."""
        return [name for name in names if name in self.units]

    def _put(self, names: Sequence[str], space: str, family: str = "") -> None:
        for name in self.known(names):
            unit: Unit = self.units[name]
            self._spaces[unit.space].remove(name)
            self._spaces.setdefault(space, []).append(name)
            self.units[name] = unit._replace(space=space, controller=family or unit.controller)


def walk(start: Start, events: Sequence[Event]) -> Iterator[tuple[int, Event, Position]]:
    """Every event with the position before it; the position goes on afterwards."""
    position = Position(start)
    for index, event in enumerate(events):
        yield index, event, position
        position.take(event)
