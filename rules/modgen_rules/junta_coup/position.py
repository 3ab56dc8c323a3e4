"""A position: where Units stand, who controls them, who takes part; and what a coup remembers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from modgen_rules.engine.findings import Verdict
from modgen_rules.engine.piece_states import PieceChange, PieceState
from modgen_rules.engine.turn_order import clockwise
from modgen_rules.junta_coup.city import OFFICE_OF, OFFICES, PALACE, UNARMED, UNITS, City

Tell = Callable[[str, Verdict, str, str], None]
"""Notes a clause, how sure, whose, what was seen."""


@dataclass
class Coup:
    """What happened in the coup so far."""

    rebels: dict[str, str] = field(default_factory=dict)
    """3.b, 3.e: who became a Rebel, with the clause that he breaks when he does not show it."""
    maybe: set[str] = field(default_factory=set)
    """Whose Units reacted or landed where they may as well have moved: perhaps Rebels."""
    landed: set[str] = field(default_factory=set)
    played: set[str] = field(default_factory=set)
    raids: int = 0


@dataclass
class Position:
    """The table as the rules see it, kept up with by `apply`."""

    city: City
    units: dict[str, PieceState] = field(default_factory=dict)
    others: dict[str, PieceState] = field(default_factory=dict)
    """Offices, seats and markers by their piece."""
    offices: dict[str, PieceState] = field(default_factory=dict)
    seats: dict[str, str] = field(default_factory=dict)
    """4.a: `in_play`, `exile` or `dead`; nothing for a seat that nobody took."""
    phase: int = 0
    leader: str = ""

    def apply(self, change: PieceChange) -> None:
        """What a step did to one piece."""
        after = change.after
        if after is None:
            self.units.pop(change.piece, None)
            self.others.pop(change.piece, None)
            return
        kind, place = after.kind, after.place
        (self.units if kind in UNITS else self.others)[change.piece] = after
        if kind in OFFICES:
            self.offices[kind] = after
        elif kind.startswith("seat_"):
            self.seats[kind[5:]] = after.face if place == f"family_{kind[5:]}" else ""
        elif kind == "coup_phase":
            self.phase = int(place.partition(":")[2] or self.phase)
        elif kind == "rebel_leader":
            self.leader = place.removeprefix("family_")

    # --- who -----------------------------------------------------------------------------------

    def playing(self) -> tuple[str, ...]:
        """The families at the table, clockwise."""
        return tuple(one for one in self.city.families if self.seats.get(one))

    def present(self) -> tuple[str, ...]:
        """4.a: those of them who are neither dead nor in exile."""
        return tuple(one for one in self.playing() if self.seats[one] == "in_play")

    def order(self, first: str) -> tuple[str, ...]:
        """Present families clockwise from a seat."""
        there = self.present()
        return tuple(one for one in clockwise(self.playing(), first) if one in there)

    def movers(self) -> tuple[str, ...]:
        """3.a, 5.a: the order of turns in this phase: every phase begins one place further left.

        Those who are away keep their place: the Cousin may hold their Office (5.e).
        """
        return clockwise(self.playing(), self.leader, self.phase)

    def holder(self, office: str) -> str:
        """5.e: who commands an Office's Units: its holder, El Presidente for his Cousin."""
        found = self.offices.get(office)
        if found is not None and found.face == "cousin" and office != "president":
            return self.holder("president")
        return found.place.removeprefix("family_") if found else ""

    @property
    def president(self) -> str:
        """El Presidente's family."""
        return self.holder("president")

    def controller(self, unit: PieceState) -> str:
        """6.c: the family whose control marker lies on a Unit, else its Office's holder."""
        marked = unit.face in self.city.families
        return unit.face if marked else self.holder(OFFICE_OF.get(unit.kind, ""))

    def tiles(self, family: str) -> dict[str, str]:
        """The Offices in a family's place, with the face that each shows."""
        home = f"family_{family}"
        return {office: one.face for office, one in self.offices.items() if one.place == home}

    # --- where ---------------------------------------------------------------------------------

    def there(self, space: str, family: str = "") -> list[str]:
        """4.a: the Units in a space that take part, of one family or of all."""
        found = [
            (key, self.controller(one)) for key, one in self.units.items() if one.place == space
        ]
        present = self.present()
        return [key for key, who in found if who in present and family in ("", who)]

    def counted(self, keys: Iterable[str]) -> Counter[str]:
        """How many of some Units each family has."""
        return Counter(self.controller(self.units[key]) for key in keys)

    def dice(self, space: str, keys: Iterable[str]) -> tuple[int, int, int]:
        """14.a, 14.b, 14.c: the dice of Units; with all Guards doubled; with no Unit halved."""
        kinds = Counter(self.units[key].kind for key in keys)
        unarmed = sum(number for kind, number in kinds.items() if kind in UNARMED)
        guards = kinds["palace_guard"]
        armed = kinds.total() - unarmed + (guards if space == PALACE else 0)
        doubled = kinds.total() - unarmed + guards
        return armed + unarmed // 2, doubled + unarmed // 2, armed + unarmed
