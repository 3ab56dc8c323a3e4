"""A position: where Units stand, who controls them, who takes part; and what a coup remembers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from modgen_rules.engine.record.piece_states import PieceState
from modgen_rules.engine.record.turn_order import clockwise
from modgen_rules.junta_coup.law.city import OFFICE_OF, OFFICES, UNITS, City, Fire


@dataclass
class Coup:
    """What the rules have to remember from one phase to the next."""

    rebels: dict[str, str] = field(default_factory=dict)
    """3.b, 3.e: who became a Rebel, with the clause that is broken if no Office shows it."""
    maybe: set[str] = field(default_factory=set)
    """Families that may have moved or fired, as far as the log shows: perhaps Rebels."""
    landed: set[str] = field(default_factory=set)
    """7.c: Units that have been on the map in this coup."""
    played: set[str] = field(default_factory=set)
    """8.a: cards that were played."""
    raids: int = 0
    """12.b: Air Raids so far."""
    owed: Counter[tuple[str, str]] = field(default_factory=Counter)
    """14.d: Units that were hit and not removed: space, family."""

    def copy(self) -> Coup:
        """The same memory, to be changed on its own."""
        return Coup(
            dict(self.rebels),
            set(self.maybe),
            set(self.landed),
            set(self.played),
            self.raids,
            Counter(self.owed),
        )


@dataclass
class Position:
    """The table as the rules see it."""

    city: City
    units: dict[str, PieceState] = field(default_factory=dict)
    others: dict[str, PieceState] = field(default_factory=dict)
    """Offices, seats and markers by their piece."""
    offices: dict[str, PieceState] = field(default_factory=dict)
    seats: dict[str, str] = field(default_factory=dict)
    """4.a: `in_play`, `exile` or `dead`; nothing for a seat that nobody took."""
    phase: int = 0
    leader: str = ""

    @classmethod
    def of(cls, city: City, pieces: Mapping[str, PieceState]) -> Position:
        """The position of some pieces, by their id in the log."""
        position = cls(city)
        for key, state in pieces.items():
            position._put(key, state)
        return position

    def changed(self, key: str, state: PieceState) -> Position:
        """The position with one piece otherwise; it is in no place if it was deleted."""
        position = replace(
            self,
            units=dict(self.units),
            others=dict(self.others),
            offices=dict(self.offices),
            seats=dict(self.seats),
        )
        position._put(key, state)
        return position

    def _put(self, key: str, state: PieceState) -> None:
        kind, face, place = state
        group = self.units if kind in UNITS else self.others
        group[key] = state
        if not place:
            del group[key]
        elif kind in OFFICES:
            self.offices[kind] = state
        elif kind.startswith("seat_"):
            self.seats[kind[5:]] = face if place == f"family_{kind[5:]}" else ""
        elif kind == "coup_phase":
            self.phase = self.phase if state.number is None else state.number
        elif kind == "rebel_leader":
            self.leader = place.removeprefix("family_")

    # --- who -----------------------------------------------------------------------------------

    def playing(self) -> tuple[str, ...]:
        """The families at the table, clockwise."""
        return tuple(family for family in self.city.families if self.seats.get(family))

    def present(self) -> tuple[str, ...]:
        """4.a: those of them who are neither dead nor in exile."""
        return tuple(family for family in self.playing() if self.seats[family] == "in_play")

    def order(self, first: str) -> tuple[str, ...]:
        """Present families clockwise from a seat."""
        present = self.present()
        return tuple(family for family in clockwise(self.playing(), first) if family in present)

    def movers(self) -> tuple[str, ...]:
        """3.a, 5.a: the order of turns in this phase: every phase begins one seat further left.

        Families that are away keep their seat: the Cousin may hold their Office (5.e).
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

    def led_by_cousin(self, kind: str) -> bool:
        """5.e: whether the Cousin holds the Office of a kind of Unit."""
        tile = self.offices.get(OFFICE_OF.get(kind, ""))
        return tile is not None and tile.face == "cousin"

    def waits(self, family: str) -> bool:
        """3.c: whether a family may neither move nor fire: El Presidente in the Rebellion phase."""
        return not self.phase and family == self.president

    def controller(self, unit: PieceState) -> str:
        """6.c: the family whose control marker lies on a Unit, else its Office's holder."""
        marked = unit.face in self.city.families
        return unit.face if marked else self.holder(OFFICE_OF.get(unit.kind, ""))

    def tiles(self, family: str) -> dict[str, str]:
        """The Offices in a family's place, with the face that each shows."""
        home = f"family_{family}"
        return {office: tile.face for office, tile in self.offices.items() if tile.place == home}

    def shown_as_rebels(self) -> frozenset[str]:
        """3.h: the families that show the Revolution side of an Office."""
        every = self.city.families
        return frozenset(who for who in every if "revolution" in self.tiles(who).values())

    # --- where ---------------------------------------------------------------------------------

    def there(self, space: str, family: str = "") -> list[str]:
        """4.a: the Units in a space that take part, of one family or of all."""
        present = self.present()
        return [
            key
            for key, unit in self.units.items()
            if unit.place == space
            and (who := self.controller(unit)) in present
            and family in ("", who)
        ]

    def held(self, space: str) -> dict[str, list[str]]:
        """4.a: the Units in a space by each family that takes part."""
        found: dict[str, list[str]] = {}
        for key in self.there(space):
            found.setdefault(self.controller(self.units[key]), []).append(key)
        return found

    def rebels_by_fire(
        self, family: str, targets: Collection[str]
    ) -> Literal["no", "perhaps", "yes"]:
        """3.b, 3.e, 3.g: whether a family becomes a Rebel by its fire at some Units.

        `perhaps`: only some of them are Palace Guards, and which of them it meant is not known.
        """
        if family == self.president:
            return "no"
        guards = {self.units[key].kind == "palace_guard" for key in targets}
        if not self.phase or guards == {True}:
            return "yes"
        return "perhaps" if True in guards else "no"

    def counted(self, keys: Iterable[str]) -> Counter[str]:
        """How many of some Units each family has."""
        return Counter(self.controller(self.units[key]) for key in keys)

    def dice(self, space: str, keys: Iterable[str]) -> Fire:
        """14.a, 14.b, 14.c: the dice of some Units of one family in a space."""
        return self.city.fire(space, [self.units[key].kind for key in keys])
