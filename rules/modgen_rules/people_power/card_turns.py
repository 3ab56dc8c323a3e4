"""What is read of a card: its turns, what they cost, and the orders in which Factions may act."""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

from modgen_rules.people_power.card_events import CardLog
from modgen_rules.people_power.judging import BREACH, Judgement
from modgen_rules.people_power.turn import Turn


class Played(NamedTuple):
    """A Faction's turn: its events from `first` up to `last`, its option, what it costs."""

    faction: str
    first: int
    last: int
    option: str
    box: str
    cost: float
    broken: tuple[str, ...] = ()
    """Clauses of the sequence of play that it breaks."""
    wrong_box: bool = False
    """Whether the cylinder lies in a box of the same kind that was not the one to take."""
    turn: Turn | None = None
    judgement: Judgement = Judgement(())

    @property
    def illegal(self) -> bool:
        """Whether it breaks a rule."""
        return bool(self.broken) or not self.judgement.legal

    @property
    def announced(self) -> frozenset[int]:
        """The spaces that the Faction announced for its turn (3.1.4)."""
        if self.turn is None:
            return frozenset()
        said = [one for one in (self.turn.declared, self.turn.hint) if one is not None]
        found = [spaces for one in said for spaces in (one.spaces, one.activity_spaces)]
        return frozenset().union(*(spaces for spaces in found if spaces is not None))


class Doubt(NamedTuple):
    """What a card's reading leaves doubtful: Guerrillas turned over within another turn."""

    turn: Played
    """The turn in question: the wrong one, or the one in which they were turned."""
    steps: tuple[int, ...]
    """The steps that put it right."""
    log: CardLog
    """The card of these steps."""


class CardReading(NamedTuple):
    """The turns of a card, and what is left over in an unfinished turn."""

    cost: float
    turns: tuple[Played, ...]
    log: CardLog
    rest: int
    """The first event that belongs to no turn."""
    rival: tuple[Played, ...] = ()
    """The turns of another reading that is nearly as good and less illegal."""
    doubts: tuple[Doubt, ...] = ()
    given_up: bool = False
    """Whether the search ended before other readings were tried."""

    @property
    def illegal(self) -> int:
        """How many turns break a rule."""
        return sum(one.illegal for one in self.turns)


class Order(NamedTuple):
    """A sequence of Factions that may have acted, what it costs, the clauses it breaks."""

    factions: tuple[str, ...]
    cost: float
    broken: tuple[tuple[str, ...], ...]
    """For each of the Factions."""


def orders(
    eligible: tuple[str, ...], card_order: tuple[str, ...], intruders: tuple[str, ...]
) -> list[Order]:
    """2.3.2: the Factions in the order of the card; other orders at the price of a breach.

    `intruders` are Factions that acted though they were Ineligible (2.3.1). There are also orders
    in which a Faction acts a second time.
    """
    acting = tuple(who for who in card_order if who in eligible or who in intruders)
    barred = dict.fromkeys(intruders, ("2.3.1.b",))
    found = []
    for sequence in permutations(acting):
        found.append(
            _order(
                sequence,
                tuple(
                    barred.get(who, ())
                    + (
                        ("2.3.2.a",)
                        if any(
                            acting.index(other) < acting.index(who)
                            for other in sequence[n + 1 :]
                            if other not in barred
                        )
                        else ()
                    )
                    for n, who in enumerate(sequence)
                ),
            )
        )
    for again in acting:
        for at in range(acting.index(again) + 1, len(acting) + 1):
            sequence = (*acting[:at], again, *acting[at:])
            found.append(
                _order(
                    sequence,
                    tuple(
                        barred.get(who, ()) + (("2.3.1.c",) if n == at else ())
                        for n, who in enumerate(sequence)
                    ),
                )
            )
    return sorted(found, key=lambda one: one.cost)


def _order(factions: tuple[str, ...], broken: tuple[tuple[str, ...], ...]) -> Order:
    return Order(factions, BREACH * sum(map(len, broken)), broken)
