"""Clauses 4 to 9: what a family may do in a Movement segment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.junta_reference.city import ADJACENT, CARDS, EMBASSIES, LANDS, UNARMED, distance
from tests.junta_reference.loyalty import Loyalty
from tests.junta_reference.position import Position
from tests.junta_reference.record import Event


class Once:
    """What can be done once a coup."""

    def __init__(self) -> None:
        self.landed: set[str] = set()
        self.cards: set[str] = set()


class Movement:
    """One Movement segment: whose turn it is, and what has moved."""

    def __init__(self, position: Position, loyalty: Loyalty, once: Once) -> None:
        self.position = position
        self.loyalty = loyalty
        self.once = once
        self.turn = 0
        self.moved: dict[str, str] = {}
        self.ordinary: dict[str, tuple[str, str]] = {}
        self.late: dict[str, str] = {}
        self.cousins: set[str] = set()
        self.legs: Counter[str] = Counter()
        self.carried: set[str] = set()
        self.answering = ""

    def check(self, event: Event) -> Iterator[str]:
        """The clauses that an event breaks."""
        reacting = event.what == "move" and event.way == "reaction"
        if not reacting:
            self.answering = ""
        match event.what:
            case "bring":
                yield from self._bring(event)
            case "land":
                yield from self._land(event)
            case "transfer":
                yield from self._transfer(event)
            case "exile":
                yield from self._exile(event)
            case "return":
                if event.who not in self.position.away:
                    yield "4.b"
            case _:
                yield from self._move(event, reacting)

    def _in_turn(self, *families: str) -> bool:
        """Whether the turn of one of them is now or still to come; if so it is that turn now."""
        order = self.position.order()
        seats = [order.index(one) for one in families if one in order]
        ahead = [seat for seat in seats if seat >= self.turn]
        if ahead:
            self.turn = min(ahead)
        return bool(ahead)

    def _order(self, *families: str) -> Iterator[str]:
        if not self._in_turn(*families):
            yield "3.a" if self.position.phase == 0 else "5.a"

    def _absent(self, family: str) -> Iterator[str]:
        if not self.position.present(family):
            yield "4.a"

    # Movement proper

    def _move(self, event: Event, reacting: bool) -> Iterator[str]:
        yield from self._absent(event.who)
        if reacting:
            yield from self._reaction(event)
            return
        yield from self._controlled(event)
        match event.way:
            case "cousin":
                yield from self._cousin(event)
            case "helicopter":
                yield from self._order(event.who)
                yield from self._helicopter(event)
            case _:
                yield from self._order(event.who)
                yield from self._ordinary(event)
        self.moved |= dict.fromkeys(event.units, event.who)

    def _controlled(self, event: Event) -> Iterator[str]:
        """6.c; what is not on the map cannot move."""
        units = self.position.units
        for name in event.units:
            if name not in units or units[name].controller != event.who:
                yield "6.c"
                return
            if not units[name].space:
                yield {"marines": "7.b", "paratroopers": "7.a"}.get(units[name].kind, "6.c")
                return

    def _sources(self, event: Event) -> set[str]:
        known = self.position.known(event.units)
        return {self.position.units[name].space for name in known}

    def _again(self, event: Event) -> Iterator[str]:
        """6.b, 5.d: no unit moves twice."""
        movers = {self.moved[name] for name in event.units if name in self.moved}
        if movers:
            yield "5.d" if movers == {event.who} else "6.b"

    def _step(self, event: Event) -> Iterator[str]:
        sources = self._sources(event)
        if len(sources) > 1:
            yield "5.b"
        elif any(source and event.place not in ADJACENT.get(source, ()) for source in sources):
            yield "5.d"

    def _ordinary(self, event: Event) -> Iterator[str]:
        """5.b-d, 8.b: units of one space to one adjacent space."""
        source = min(self._sources(event), default="")
        before = self.ordinary.get(event.who)
        again = list(self._again(event))
        yield from again
        yield from self._step(event)
        if any(self.late.get(name) == event.who for name in event.units):
            yield "8.b"
        elif before and before[0] != source and not again:
            yield "5.b"
        elif before and before[1] != event.place and not again:
            yield "5.c"
        self.ordinary.setdefault(event.who, (source, event.place))

    def _cousin(self, event: Event) -> Iterator[str]:
        """5.e: one more move with the Cousin's units, in the turn of that office's family."""
        start = self.position.start
        offices = {self.position.units[name].office for name in self.position.known(event.units)}
        office = min(offices, default="")
        fits = offices <= start.cousin and len(offices) == 1 and office not in self.cousins
        if not fits or event.who != start.president or not self._in_turn(start.offices[office]):
            yield "5.e"
        self.cousins |= offices
        yield from self._again(event)
        yield from self._step(event)

    def _helicopter(self, event: Event) -> Iterator[str]:
        """5.f, 5.g: two spaces at most, on one of them with one unit."""
        units = self.position.units
        known = self.position.known(event.units)
        flying = [name for name in known if units[name].kind == "helicopter"]
        riders = [name for name in known if name not in flying]
        if len(flying) != 1:
            yield "5.g"
            return
        machine = flying[0]
        sources = self._sources(event)
        length = distance(min(sources), event.place)
        if self.moved.get(machine, event.who) != event.who:
            yield "6.b"
        if riders and (
            len(riders) > 1 or len(sources) > 1 or length != 1 or machine in self.carried
        ):
            yield "5.g"
        elif length == 0 or self.legs[machine] + length > 2:
            yield "5.f"
        yield from self._again(event._replace(units=tuple(riders)))
        self.legs[machine] += length
        if riders:
            self.carried.add(machine)

    def _reaction(self, event: Event) -> Iterator[str]:
        """9.a-c: Police jump to the street units that a Rebel has just brought."""
        yield from self._controlled(event)
        kinds = set(self.position.kinds(self.position.known(event.units)))
        if self.position.phase != 0:
            yield "9.c"
        elif not self.answering or kinds != {"police"}:
            yield "9.a"
        elif event.place != self.answering:
            yield "9.b"

    # Whatever comes onto the map or changes hands

    def _land(self, event: Event) -> Iterator[str]:
        """7.a-d: Marines and Paratroopers, once a coup each."""
        yield from self._absent(event.who)
        units = [self.position.units[name] for name in self.position.known(event.units)]
        slots = [self.position.start.offices[u.office] for u in units if u.office]
        yield from self._order(event.who, *slots)
        if any(unit.controller != event.who for unit in units):
            yield "7.d"
        for kind in sorted({unit.kind for unit in units}):
            if kind in self.once.landed or any(unit.space for unit in units):
                yield "7.c"
            elif event.place not in LANDS.get(kind, ()):
                yield "7.b" if kind == "marines" else "7.a"
            self.once.landed.add(kind)
        self._arrived(event)

    def _bring(self, event: Event) -> Iterator[str]:
        """8.a, 8.b: all units of a card that nobody has played, where the card says."""
        yield from self._absent(event.who)
        yield from self._order(event.who)
        card = CARDS.get(event.way)
        units = [self.position.units[name] for name in self.position.known(event.units)]
        if (
            card is None
            or event.way in self.once.cards
            or [(unit.kind, unit.space) for unit in units] != [(card.kind, "")] * card.number
            or not self._as_said(event, card.space)
        ):
            yield "8.a"
        self.once.cards.add(event.way)
        self._arrived(event)
        if card and card.kind in UNARMED and self.loyalty.rebel(event.who):
            self.answering = event.place

    def _as_said(self, event: Event, space: str) -> bool:
        if space:
            return event.place == space
        return bool(self.position.at(event.place, event.who))

    def _arrived(self, event: Event) -> None:
        if event.who in self.ordinary:
            self.late |= dict.fromkeys(event.units, event.who)

    def _transfer(self, event: Event) -> Iterator[str]:
        """6.a, 6.c: from whoever controls a unit to somebody who plays."""
        yield from self._absent(event.who)
        units = self.position.units
        if any(name not in units or units[name].controller != event.who for name in event.units):
            yield "6.c"
        if event.target not in self.position.start.families:
            yield "6.c"
        elif event.target in self.position.away:
            yield "6.a"

    def _exile(self, event: Event) -> Iterator[str]:
        """16.c: with a unit in an Embassy; the chapter does not say when."""
        yield from self._absent(event.who)
        if not any(self.position.at(space, event.who) for space in EMBASSIES):
            yield "16.c"
