"""The words of the coup's findings and stories."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from modgen.model.game import Game
from modgen_rules.engine.reports.findings import listed, plural
from modgen_rules.junta_coup.law.city import City

PLACES = {
    "dead_units": "the destroyed Units",
    "off_map": "off the map",
    "street_pool": "the pool",
    "": "nowhere",
}


@dataclass(frozen=True)
class Words:
    """Names of pieces, places and families as the module displays them."""

    game: Game
    city: City

    def family(self, family: str) -> str:
        """A family's name; `nobody` for none."""
        return self.game.sides[family].name if family in self.game.sides else "nobody"

    def families(self, families: Iterable[str]) -> str:
        """Several families: `Aranda, Cárdenas and Dorado`."""
        return listed(self.family(family) for family in families)

    def place(self, place: str) -> str:
        """A space's or a box's name."""
        if place in self.city.names:
            return self.city.names[place]
        if place in PLACES:
            return PLACES[place]
        box = self.game.boxes.get(place)
        return box.name if box else place

    def units(self, kind: str, number: int) -> str:
        """`the Marines`, `3 Police Units`, `2 Units of the 1st Army Brigade`."""
        if kind not in self.game.piece_types:
            return plural(number, "Unit")
        piece = self.game.piece_types[kind]
        if kind.startswith("brigade_"):
            return f"{plural(number, 'Unit')} of the {piece.name}"
        if number == 1 and piece.count == 1:
            return f"the {piece.name}"
        many = piece.plural or piece.name
        if many == piece.name:
            return plural(number, f"{piece.name} Unit")
        return plural(number, piece.name, many)

    def several(self, kind: str, number: int) -> int:
        """The number that the verb after `units` follows: the Marines are one Unit, but many."""
        piece = self.game.piece_types.get(kind)
        plural = piece is not None and piece.count == 1 and piece.plural == piece.name
        return 2 if plural else number

    def owned(self, kind: str, number: int, family: str) -> str:
        """Units with their family: `2 Palace Guards (Aranda)`."""
        return f"{self.units(kind, number)} ({self.family(family)})"


def phase_name(number: int) -> str:
    """`Coup phase 2`; `Rebellion` for the phase before the first."""
    return f"Coup phase {number}" if number else "Rebellion"


def dice(number: int) -> str:
    """`1 die`, `2 dice`."""
    return plural(number, "die", "dice")


def verb(number: int, singular: str, plural: str) -> str:
    """The form of a verb that fits a number."""
    return singular if number == 1 else plural
