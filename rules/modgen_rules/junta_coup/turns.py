"""The Movement segment (3.0, 5.0): whose turn it is, and each turn judged when it is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from modgen_rules.engine.net_moves import net_moves
from modgen_rules.engine.piece_states import PieceChange, PieceState
from modgen_rules.engine.turn_order import overtaken
from modgen_rules.junta_coup.city import OFFICE_OF, UNARMED, Card
from modgen_rules.junta_coup.movement import Net, Turn, explain, moves
from modgen_rules.junta_coup.position import Coup, Position, Tell


@dataclass
class Movement:
    """One Movement segment."""

    position: Position
    coup: Coup
    tell: Tell
    over: Callable[[str, str], None]
    """Told of each turn that is over: whose, and what he did."""
    done: list[str] = field(default_factory=list)
    moved: set[str] = field(default_factory=set)
    """6.b: Units that moved in this phase."""

    def __post_init__(self) -> None:
        self._begin("")

    def _begin(self, family: str) -> None:
        """A turn begins; nobody's is "". `hands`: who controlled each Unit as it went (6.c)."""
        self.family = family
        self.before = dict(self.position.units)
        self.present = self.position.present()
        self.brought: list[Card] = []
        self.hands: dict[str, str] = {}
        self.spots: dict[str, PieceState] = {}
        """Where Police stood after they reacted (9.b): they may still move in their own turn."""
        self.flight: tuple[str, ...] = ()

    def turn_of(self, family: str) -> None:
        """Somebody acts: the turn before is over when it was another's; nobody's ends the last."""
        if family == self.family:
            return
        strays, hands, there, minister = self._strays(), self.hands, self.present, ""
        for key, old in strays.items():
            minister = self._whose(key, hands[key], old)
        self._end()
        self._begin(minister if strays else family)
        self.present += there if strays else ()
        self.before |= strays
        self.hands |= {key: hands[key] for key in strays}
        if strays and family != minister:
            self._end()
            self._begin(family)

    def _strays(self) -> dict[str, PieceState]:
        """9.a: Police that only moved, in another's turn, as they stood: their own had begun."""
        position, new = self.position, self._new()
        found: dict[str, PieceState] = {}
        if position.tiles(self.family).get("minister") == "cousin":
            return found
        known = self._rebel()
        for key, who in self.hands.items():
            old, place = self.spots.get(key, self.before[key]), position.units[key].place
            near = place in position.city.near.get(old.place, frozenset())
            other = who != self.family and old.kind == "police" and bool(new)
            if other and near and (position.phase or place not in new or not known):
                found[key] = old
        return found

    def _rebel(self) -> bool:
        """3.b, 9.a: whether the family is a Rebel as far as is known, or has moved in this turn."""
        if self.family in self.coup.rebels.keys() | self.coup.maybe | {self.position.leader}:
            return True
        near = self.position.city.near
        return any(
            who == self.family and self.before[key].place in near for key, who in self.hands.items()
        )

    def _new(self) -> set[str]:
        """9.a: the spaces to which this turn brought Agitators, Students, Strikers ..."""
        return {card.space for card in self.brought if card.kind in UNARMED}

    def card(self, card: str, side: str) -> None:
        """8.a: a card is played, once in a coup."""
        self.turn_of(side or self.family)
        if card in self.coup.played:
            self.tell("8.a", "illegal", self.family, "the card was played before")
        self.coup.played.add(card)
        if card in self.position.city.cards:
            self.brought.append(self.position.city.cards[card])

    def unit(self, change: PieceChange, before: PieceState, after: PieceState, side: str) -> None:
        """A Unit went somewhere: in its family's turn, or in another's (5.e, 9.a)."""
        position, key = self.position, change.piece
        who = position.controller(after)
        if who not in position.present():  # he went into exile in this very turn
            self.present = tuple(one for one in self.present if one != who)
        if not self._reacts(key, who, after):
            self.turn_of(self._whose(key, side or who, before))
        position.apply(change)
        self.hands[key] = who
        if before.place in position.city.near and self.before[key].place not in position.city.near:
            self.coup.maybe.add(self.family)  # it landed, and then perhaps moved
        if before.kind == "helicopter":
            self.flight = (*(self.flight or (before.place,)), after.place)

    def _reacts(self, key: str, who: str, after: PieceState) -> bool:
        """9.a, 9.d: whether the Police go on account of the new Units of this turn."""
        position = self.position
        if after.kind != "police" or who != position.holder("minister") or not self._new():
            return False
        near = after.place in position.city.near.get(self.before[key].place, frozenset())
        if position.phase == 0 and (near or key in self.hands):
            self.coup.maybe.add(who)
        if (
            after.place in self._new()
            and not position.phase
            and who != self.family
            and self._rebel()
        ):
            self.spots[key] = after
        return who != self.family or not near

    def _whose(self, key: str, mover: str, unit: PieceState) -> str:
        """5.e: El Presidente moves Units of his Cousin in the turn of whose Office he took."""
        position = self.position
        found = position.offices.get(OFFICE_OF.get(unit.kind, ""))
        if mover != position.president or found is None or found.face != "cousin":
            return mover
        held = found.place.removeprefix("family_")
        waits = held not in (*self.done, self.family)
        waits = waits and not overtaken(position.movers(), held, (*self.done, self.family))
        ashore = unit.kind == "marines" and unit.place in position.city.harbour
        lands = self.before[key].place not in position.city.near and not ashore
        return held if held == self.family or (waits and not lands) else mover

    def _turn(self) -> Turn:
        position, coup, nets = self.position, self.coup, []
        units, near = position.units, position.city.near
        cousins = {one for one, face in position.tiles(self.family).items() if face == "cousin"}
        strays = self._strays()
        for trip in net_moves(self.before, units, near, self._alike):
            if trip.key in strays:
                continue
            kind, who = units[trip.key].kind, self.hands.get(trip.key, "")
            office = OFFICE_OF.get(kind, "")
            extra = office if office in cousins and who == position.president else ""
            moved, landed = trip.key in self.moved, trip.key in coup.landed
            nets.append(Net(trip, kind, who, extra, moved, landed))
        nets.sort(key=lambda net: net.office)
        brought = {
            card.kind: frozenset(one.space for one in self.brought if one.kind == card.kind)
            for card in self.brought
        }
        every = [*self.before.items(), *units.items()]
        homes = {
            one.place for key, one in every if one.kind != "helicopter" and self._his(key, one)
        }
        held = frozenset(one for one, tile in position.offices.items() if tile.face == "cousin")
        return Turn(
            position.city, position.phase, self.family, position.president, self.present,
            tuple(nets), brought, frozenset(homes & near.keys()), self.flight, held, self._rebel(),
        )  # fmt: skip

    def _alike(self, key: str) -> tuple[str, str]:
        return self.position.units[key].kind, self.hands.get(key, "")

    def _his(self, key: str, one: PieceState) -> bool:
        return self.family in (self.hands.get(key), self.position.controller(one))

    def _end(self) -> None:
        """The turn is over: judge it."""
        turn = self._turn()
        found = explain(turn)
        for kind in turn.brought:
            due = sum(card.number for card in self.brought if card.kind == kind)
            came = sum(net.kind == kind and not net.trip.source for net in turn.nets)
            if came != due:
                self.tell("8.a", "illegal", self.family, f"{came} {kind}, {due} by card")
        if found is None or not found.picks:
            return
        for clause in found.broken:
            self.tell(clause, "illegal", self.family, "")
        self._order(turn)
        for net, pick in zip(turn.nets, found.picks, strict=True):
            self._note(turn, net, moves(pick))
            if pick.story[0] == "reacts" and net.trip.target in turn.city.near[net.trip.source]:
                self.coup.maybe.add(net.controller)  # it may have moved before the card came
        stories = Counter(pick.story[0] for pick in found.picks)
        self.over(self.family, ", ".join(f"{n} {what}" for what, n in stories.items()))

    def _order(self, turn: Turn) -> None:
        """3.a, 5.a, 5.e: nobody moves after one whose turn comes later."""
        again = self.family in self.done[:-1]
        if (
            overtaken(self.position.movers(), self.family, self.done) or again
        ) and self.family in turn.present:
            cousins = all(OFFICE_OF.get(net.kind) in turn.cousins for net in turn.nets)
            clause = "5.e" if cousins and turn.nets else "5.a" if turn.phase else "3.a"
            self.tell(clause, "illegal", self.family, "")
        self.done.append(self.family)
        if len(_straight(one for one in turn.flight if one in turn.city.near)) > 3:
            self.tell("5.f", "suspect", self.family, "")

    def _note(self, turn: Turn, net: Net, moved: bool) -> None:
        """3.b, 6.b, 7.c: who moved in the Rebellion phase, what moved, what has landed."""
        self.coup.landed.add(net.trip.key)
        if moved:
            self.moved.add(net.trip.key)
            if not turn.phase and not net.office and self.family != turn.president:
                self.coup.rebels.setdefault(self.family, "3.h")


def _straight(flight: Iterable[str]) -> list[str]:
    """A flight without what was taken back at once."""
    found: list[str] = []
    for place in flight:
        if len(found) > 1 and found[-2] == place:
            found.pop()
        else:
            found.append(place)
    return found
