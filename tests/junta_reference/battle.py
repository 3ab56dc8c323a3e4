"""Clauses 12 to 15: one battle, from the bombardment to the retreats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.junta_reference.city import ADJACENT, EMBASSIES, PALACE, UNARMED, strength
from tests.junta_reference.position import Position
from tests.junta_reference.record import Event


class Volley:
    """Shots that hit at the same time, and what they kill."""

    def __init__(self, there: dict[str, list[str]]) -> None:
        self.there = there
        self.sixes: Counter[str] = Counter()
        self.spent: Counter[str] = Counter()
        self.lost: Counter[str] = Counter()

    def due(self, family: str) -> int:
        """14.d, 14.f: how many units a family must lose."""
        return min(self.sixes[family], len(self.there.get(family, [])))


class Battle:
    """A battle in one space."""

    def __init__(self, position: Position, place: str, retired: set[str]) -> None:
        self.position = position
        self.place = place
        self.retired = retired
        self.exchange = 0
        self.volley = Volley({})
        self.losses: Counter[str] = Counter()
        self.fired = False
        self.bombarders: set[str] = set()
        self.stayers: set[str] | None = None
        self.leavers: set[str] = set()
        self.held: dict[str, set[str]] = {}
        self.welcome: dict[tuple[str, str], set[str]] = {}
        self.seat = 0

    def fighters(self, family: str = "") -> list[str]:
        """15.g: the units here that have not retreated in this phase."""
        return [name for name in self.position.at(self.place, family) if name not in self.retired]

    def families(self) -> set[str]:
        """Whose units fight here."""
        return {self.position.units[name].controller for name in self.fighters()}

    def _there(self) -> dict[str, list[str]]:
        return {one: self.position.kinds(self.fighters(one)) for one in self.families()}

    # Fire

    def fire(self, event: Event) -> Iterator[str]:
        """A shot of any kind; who may bombard at all is judged before."""
        if not (self.position.present(event.who) and self._present(event.target)):
            yield "4.a"
        if event.way == "exchange":
            yield from self._next_volley(event)
            yield from self._dice(event)
        else:
            yield from self.settled()
            if self.exchange or self.stayers is not None:
                yield "12.e"
            self.volley = Volley(self._there())
            self.bombarders.add(event.who)
        yield from self._target(event)
        self.fired = True
        self.volley.sixes[event.target] += event.dice.count(6)

    def _present(self, family: str) -> bool:
        return family not in self.position.away

    def _next_volley(self, event: Event) -> Iterator[str]:
        """13.a, 13.c: three exchanges, the fire of each before its losses."""
        if self.stayers is not None:
            yield "2.b"
        if event.number == self.exchange and event.number:
            if self.volley.lost:
                yield "13.c"
            return
        yield from self.settled()
        if not self.exchange < event.number <= 3:
            yield "13.a"
        self.exchange = max(self.exchange, event.number)
        self.volley = Volley(self._there())

    def _target(self, event: Event) -> Iterator[str]:
        """10.a, 12.d, 15.g."""
        if event.target not in self.position.start.families:
            yield "12.d"
        elif event.target == event.who:
            yield "10.a"
        elif event.target in self.position.away or self.volley.there.get(event.target):
            return
        elif self.position.at(self.place, event.target):
            yield "15.g"
        else:
            yield "12.d" if event.target in self.bombarders else "10.a"

    def _dice(self, event: Event) -> Iterator[str]:
        """13.b, 14.a-c: how many dice the units of a family give, and who has too many."""
        kinds = self.volley.there.get(event.who, [])
        allowed = strength(kinds, self.place)
        before = self.volley.spent[event.who]
        self.volley.spent[event.who] += len(event.dice)
        total = self.volley.spent[event.who]
        if not kinds:
            if self._present(event.who):
                yield "15.g" if self.position.at(self.place, event.who) else "10.a"
        elif total <= allowed:
            return
        elif "palace_guard" in kinds and self.place != PALACE and total <= strength(kinds, PALACE):
            yield "14.c"
        elif UNARMED & set(kinds) and (total <= len(kinds) or set(kinds) <= UNARMED):
            yield "14.b"
        elif before <= allowed and len(event.dice) <= allowed:
            yield "13.b"
        else:
            yield "14.a"

    # Losses

    def loss(self, event: Event) -> Iterator[str]:
        """14.d-f: one unit of the target's for each six, of his choice."""
        if event.way == "no_room":
            yield from self._no_room(event)
            return
        for name in event.units:
            yield from self._killed(name, event.who)

    def _killed(self, name: str, who: str) -> Iterator[str]:
        unit = self.position.units.get(name)
        if unit is None or unit.space != self.place:
            yield "14.f"
            return
        family = unit.controller
        if name in self.retired:
            yield "15.g"
        elif family in self.position.away:
            yield "4.a"
        elif self.volley.lost[family] >= self.volley.due(family):
            yield "14.e"
        elif family != who:
            yield "14.d"
        self.volley.lost[family] += 1
        self.losses[family] += 1

    def settled(self) -> Iterator[str]:
        """14.d: what was hit is gone before anything else happens; each volley is blamed once."""
        if any(self.volley.lost[one] < self.volley.due(one) for one in self.volley.there):
            yield "14.d"
        self.volley = Volley({})

    # Retreats

    def _over(self) -> Iterator[str]:
        """15.a, 15.g: the firing has ended: who stays, who leaves."""
        if self.stayers is not None:
            return
        yield from self.settled()
        left = self.families()
        fewest = min((self.losses[one] for one in left), default=0)
        self.stayers = {one for one in left if self.losses[one] == fewest}
        if self.fired:
            self.leavers = left - self.stayers

    def _forbidden(self, family: str) -> bool:
        """15.b: whether all who stay keep a family here."""
        return bool(self.stayers) and (self.stayers or set()) <= self.held.get(family, set())

    def hold(self, event: Event) -> Iterator[str]:
        """15.b: those who stay may keep another here."""
        yield from self._over()
        if event.who not in (self.stayers or ()) or event.target not in self.leavers:
            yield "15.b"
        self.held.setdefault(event.target, set()).add(event.who)

    def let_in(self, event: Event) -> Iterator[str]:
        """15.d: the families of a space may take somebody in."""
        yield from self._over()
        self.welcome.setdefault((event.target, event.place), set()).add(event.who)

    def retreat(self, event: Event) -> Iterator[str]:
        """15.a-e."""
        yield from self._over()
        units = self.position.units
        if not all(name in units and units[name].controller == event.who for name in event.units):
            yield "6.c"
        elif not set(event.units) <= set(self.fighters(event.who)):
            yield "15.d"
        if event.who not in self.leavers:
            yield "15.g" if self.leavers <= set() and self._tied() else "15.a"
        elif self._forbidden(event.who):
            yield "15.b"
        elif event.place not in self.open_to(event.who):
            yield "15.d"
        order = self.position.order()
        seat = order.index(event.who) if event.who in order else 0
        if seat < self.seat:
            yield "15.e"
        self.seat = max(seat, self.seat)
        self.retired |= set(event.units)

    def _tied(self) -> bool:
        return self.fired and len(self.stayers or ()) > 1

    def open_to(self, family: str) -> set[str]:
        """15.d: the adjacent spaces that a family may retreat to."""
        return {
            space
            for space in ADJACENT.get(self.place, ())
            if space in EMBASSIES
            or self.position.families_at(space) - {family}
            <= self.welcome.get((family, space), set())
        }

    def _no_room(self, event: Event) -> Iterator[str]:
        """15.f: only who must leave and cannot is removed."""
        yield from self._over()
        owners = {self.position.units[name].controller for name in self.position.known(event.units)}
        for family in sorted(owners):
            if family not in self.leavers or self._forbidden(family) or self.open_to(family):
                yield "15.f"

    def end(self) -> Iterator[str]:
        """15.c: all who must leave have left."""
        yield from self._over()
        if any(self.fighters(one) for one in self.leavers if not self._forbidden(one)):
            yield "15.c"
