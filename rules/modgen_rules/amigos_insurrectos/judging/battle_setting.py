"""What a battle is fought with, and what may be said of any reading of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from modgen_rules.amigos_insurrectos.law import fire
from modgen_rules.amigos_insurrectos.law.chit_data import Chit
from modgen_rules.amigos_insurrectos.law.country import FILIPINO, OTHER, SIDES, US, Country
from modgen_rules.amigos_insurrectos.law.fire import Range, Terms
from modgen_rules.amigos_insurrectos.law.force import Force
from modgen_rules.amigos_insurrectos.reading.battle_events import Event, Events
from modgen_rules.amigos_insurrectos.reading.battle_reading import NONE, Fight, Volley
from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.verdicts import unless
from modgen_rules.engine.reports.sections import Issue


@dataclass
class Setting:
    """The battle in an area: its events in order, and the chits that were played."""

    country: Country
    source: Events
    area: str
    attacker: str
    events: Sequence[Event]
    sure: tuple[Chit, ...] = ()
    """Chits that were played face up."""
    maybe: tuple[Chit, ...] = ()
    """Chits that may have been played: laid face down, or taken from the hand."""
    shown: Mapping[int, str] = field(default_factory=dict)
    """The face of the Battle marker before an act; empty where it is elsewhere."""
    silent_guns: bool = False
    """PH.S11: whether US Artillery does not fire, nor US units in the first round."""
    rising: int = -1
    """PH.S11: the act with the die of an uprising."""
    silenced: Range = NONE
    """US.S1: how many Filipino steps do not fire."""
    guests: Mapping[str, int] = field(default_factory=dict)
    """10.3.2.c: steps of each side that retreated here and do not fight."""

    def __post_init__(self) -> None:
        self.first = self.events[0].act if self.events else 0
        self.ledger = {side: self._ignores(side) for side in SIDES}

    @property
    def defender(self) -> str:
        """10.1.a: who is not in his operation phase."""
        return OTHER[self.attacker]

    def force(self, index: int) -> Force:
        """What is in the area before an act."""
        return self.source.force(index, self.area)

    def _ignores(self, side: str) -> int:
        """1.2.2.c: how many hits a force may ignore."""
        return max(
            (int(self.force(one.act).trait(self.country, side, "h")) for one in self.events),
            default=0,
        )

    def has(self, word: str) -> bool:
        """Whether a chit with an effect was played, or may have been."""
        return any(one.has(word) for one in self.sure + self.maybe)

    def terms(self, force: Force) -> Terms:
        """The terms of a volley that begins with a force in the area."""
        found = self.sure, self.maybe
        small = force.steps(US)
        sure, maybe = (
            [one for one in chits if not 0 < one.number("most_us") < small] for chits in found
        )
        return fire.terms(self.country, self.attacker, self.area, force, sure, maybe)

    def terms_of(self, volley: Volley) -> Terms:
        """The terms of a volley; dice that are rolled twice are helped twice (PH.S3)."""
        found = self.terms(volley.force)
        times = 1 + volley.again
        return found._replace(added=times * found.added, fagen=times * found.fagen)

    def unshot(self, fight: Fight) -> bool:
        """Whether a side retreated after a round and no parting shot was fired at it."""
        left = {one.side for one in fight.exits if one.stage == "after"}
        shots = {one.shooter for one in fight.volleys if one.way == "parting"}
        return any(OTHER[side] not in shots for side in left)

    def own_shots(self, fight: Fight, side: str) -> list[Volley]:
        """10.6.5.c: the parting shots, if all of them were fired by the side that retreats."""
        shots = [one for one in fight.volleys if one.way == "parting"]
        own = [one for one in shots if one.shooter == side and len(one.dice) in one.need]
        return own if len(own) == len(shots) else []

    def _order(self, index: int) -> tuple[str, str]:
        """10.2.b: who fires first: the defender, or a force with Lukban."""
        leads = self.force(index).trait(self.country, FILIPINO, "f2")
        first = FILIPINO if leads else self.defender
        return first, OTHER[first]

    def owed(self, fight: Fight, side: str) -> Range:
        """How many steps of a side on the map may be, or surely are, still to be removed."""
        due = fight.due[side]
        more = self.bold(fight) if side == FILIPINO else 0
        return Range(max(0, due.least - self.ledger[side]), max(0, due.most + more))

    def bold(self, fight: Fight) -> int:
        """US.S8: the hits that the chit may have made of near misses."""
        found = 0
        for chit in (*self.sure, *self.maybe):
            for use in chit.uses:
                number, by = (int(one) for one in use.effects.get("adds", ("0", "1")))
                found = max(found, min(number, fight.near[by - 1]))
        return found

    def _boats(self, index: int) -> int:
        """9.1.b: the Gunboats that may join step C: in the Filipino phase, not in Monsoon."""
        position = self.source.record.positions[index]
        if self.attacker == US:
            return 0
        seas = self.country.coasts[self.area] - self.country.secures.keys()
        return len(position.gunboats(*seas))

    def _eluded(self, fight: Fight) -> bool:
        return any(one.side == FILIPINO and one.stage == "before" for one in fight.exits)

    def _can_fire(self, fight: Fight, side: str, index: int, number: int = 0) -> bool:
        """Whether a side surely has steps that fire now, or in another round."""
        steps = self.force(index).steps(side) - self.owed(fight, side).most
        if side == FILIPINO:
            return steps > self.silenced.most
        return steps > 0 and not (self.silent_guns and (number or fight.round) == 1)

    def _who(self, side: str) -> str:
        return "the attacker" if side == self.attacker else "the defender"

    def _clause_of(self, side: str) -> str:
        return "10.6.2" if side == self.attacker else "10.6.1"

    def laid(self, word: str) -> Chit | None:
        """A chit with an effect that was surely played."""
        return next((one for one in self.sure if one.has(word)), None)

    def _by_chit(self, word: str) -> str:
        """The clause of a chit that was played; empty when none has the effect."""
        chit = self.laid(word)
        return chit.clause if chit else ""

    def _wrong(
        self,
        fight: Fight,
        clause: str,
        side: str,
        what: str,
        first: int,
        last: int = -1,
        expected: str = "",
        observed: str = "",
        ruling: str = "",
    ) -> None:
        gap = unless(not ruling, prices.DOUBT)
        last = max(first, last)
        # The Battle marker tells whose Artillery fires, even if the tracker does not.
        local = clause == "1.2.1.g" and bool(self.shown.get(first))
        fight.note(Issue(clause, gap, side, what, first, last, expected, observed, ruling, local))
