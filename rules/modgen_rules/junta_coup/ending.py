"""How a coup ends (2.e, 17.0): sides are chosen, power centres counted, or all agree before."""

from __future__ import annotations

from dataclasses import dataclass, field

from modgen_rules.junta_coup.city import LAST_PHASE
from modgen_rules.junta_coup.position import Position, Tell

REBELS = "rebels"
MAJORITY = 3
"""17.e: of the five power centres."""


@dataclass
class Ending:
    """What players said about the outcome."""

    position: Position
    tell: Tell
    sides: dict[str, str] = field(default_factory=dict)
    agrees: dict[str, str] = field(default_factory=dict)
    result: str = ""

    @property
    def over(self) -> bool:
        """2.e: whether phase 6 is done, or all agree on the outcome."""
        outcomes = {self.agrees.get(who, "") for who in self.position.present()}
        return bool(self.sides) or (len(outcomes) == 1 and outcomes != {""})

    def said(self, who: str, deed: str) -> None:
        """An announcement: `for_rebels`, `agree_president`, `won_rebels` ..."""
        verb, _, outcome = deed.partition("_")
        if verb == "agree":
            self.agrees[who] = outcome
        elif verb == "for":
            self._choose(who, outcome)
        else:
            self._count(outcome)

    def _choose(self, who: str, outcome: str) -> None:
        """17.a, 17.b: after phase 6, the Rebel Leader first, then clockwise."""
        position = self.position
        first = position.leader if position.leader in position.present() else position.president
        order = position.order(first)
        expected = next((one for one in order if one not in self.sides), who)
        if who not in order or position.phase != LAST_PHASE:
            self.tell("4.a" if who not in order else "17.a", "illegal", who, "")
        elif who != expected and who not in self.sides:
            self.tell("17.a", "illegal", who, f"it was {expected}'s turn")
        if who == position.president and outcome == REBELS:
            self.tell("17.b", "illegal", who, "")
        self.sides[who] = outcome

    def rebel_centres(self) -> int:
        """17.c, 17.d, 17.f: power centres with Units of Rebel-siding families only."""
        position = self.position
        held = (position.counted(position.there(space)) for space in position.city.centres)
        rebels = {who for who, outcome in self.sides.items() if outcome == REBELS}
        return sum(bool(there) and set(there) <= rebels for there in held)

    def _count(self, outcome: str) -> None:
        """17.e, 17.g: three of the five win."""
        self.result = outcome
        if not self.sides:
            if not self.over or outcome not in self.agrees.values():
                self.tell("2.e", "illegal", "", "")
            return
        if any(who not in self.sides for who in self.position.present()):
            self.tell("17.a", "illegal", "", "not everybody has chosen a side")
        number = self.rebel_centres()
        if (number >= MAJORITY) != (outcome == REBELS):
            self.tell("17.e", "illegal", "", f"the Rebels hold {number}")
