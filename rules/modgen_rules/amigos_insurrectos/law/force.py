"""What is in an area, as plain data: the forces of both sides, their Leaders, the ground."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from modgen_rules.amigos_insurrectos.law.country import FILIPINO, STEPS, US, Country
from modgen_rules.engine.record.piece_states import PieceState


class Force(NamedTuple):
    """All that is in an area: combat steps by kind, other units and markers by number."""

    us_army: int = 0
    us_volunteers: int = 0
    us_cavalry: int = 0
    us_artillery: int = 0
    scouts: int = 0
    regular: int = 0
    guerrilla: int = 0
    fagen: int = 0
    fil_artillery: int = 0
    imported_arms: int = 0
    poa: int = 0
    search: int = 0
    """10.1: what the Search marker adds."""
    leaders: frozenset[str] = frozenset()

    def steps(self, side: str) -> int:
        """1.1.2.f: the combat steps of a side."""
        if side == US:
            return self.us_army + self.us_volunteers + self.us_cavalry
        return self.regular + self.guerrilla + self.fagen

    @property
    def hidden(self) -> int:
        """The steps of Guerrillas, Fagen among them."""
        return self.guerrilla + self.fagen

    @property
    def contested(self) -> bool:
        """Whether both sides have combat steps there."""
        return bool(self.steps(US) and self.steps(FILIPINO))

    def add(self, kind: str, number: int) -> Force:
        """With more (or fewer) of a kind; what the rules do not count is left out."""
        if kind not in self._fields or kind == "leaders":
            return self
        return self._replace(**{kind: max(0, getattr(self, kind) + number)})

    def led(self, leader: str, here: bool = True) -> Force:
        """With or without a Leader."""
        changed = self.leaders | {leader} if here else self.leaders - {leader}
        return self._replace(leaders=changed)

    def of(self, country: Country, side: str) -> frozenset[str]:
        """The Leaders of a side."""
        return frozenset(one for one in self.leaders if country.side.get(one) == side)

    def trait(self, country: Country, side: str, trait: str) -> bool:
        """1.2.2: whether a Leader of a side has a trait."""
        return any(trait in country.leaders[one] for one in self.of(country, side))


def amount(country: Country, state: PieceState) -> int:
    """How much a piece counts for in a `Force`: its steps, one for others."""
    if state.kind == "search":
        faces = country.game.piece_types["search"].faces
        return next((n for n, face in enumerate(faces, 1) if face.id == state.face), 1)
    steps = country.strength.get((state.kind, state.face), 0)
    return steps or int(state.kind not in {kind for kinds in STEPS.values() for kind in kinds})


def force_of(country: Country, states: Iterable[PieceState]) -> Force:
    """The force of some pieces that are in one area."""
    found = Force()
    for state in states:
        if state.kind in country.leaders:
            found = found.led(state.kind)
        else:
            found = found.add(state.kind, amount(country, state))
    return found
