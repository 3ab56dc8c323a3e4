"""The legal acts of a family in Movement: the player chooses among them (5.0, 7.0, 8.0)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from modgen_rules.junta_coup.city import OFFICE_OF
from modgen_rules.junta_coup.position import Position


class Movement(NamedTuple):
    """An act of Movement: Units that go to a space."""

    what: Literal["move", "land", "bring"]
    units: tuple[str, ...]
    """All Units that may go: a family moves as many of them as it likes (5.c). Landings and new
    Units come all together."""
    source: str
    """Empty for Units that were off the map."""
    target: str
    card: str = ""
    """8.a: the card that brings them."""


def movements(position: Position, family: str) -> Iterator[Movement]:
    """3.c, 4.a, 5.c, 7.a, 7.b, 8.a: what a family may do when its turn comes."""
    if family not in position.present():
        return
    city = position.city
    if position.phase or family != position.president:
        for space, near in city.near.items():
            units = tuple(position.there(space, family))
            for target in sorted(near) if units else ():
                yield Movement("move", units, space, target)
    for key, unit in position.units.items():
        if unit.place == "off_map" and position.controller(unit) == family:
            spaces = city.landings if unit.kind == "marines" else city.near
            for target in sorted(spaces) if unit.kind in OFFICE_OF else ():
                yield Movement("land", (key,), "", target)
    yield from _cards(position, family)


def _cards(position: Position, family: str) -> Iterator[Movement]:
    """8.a: cards that were not played, with the Units in the pool that they bring."""
    city = position.city
    played = {
        piece.kind.removeprefix("card_")
        for piece in position.others.values()
        if piece.kind.startswith("card_") and piece.place == "played"
    }
    for name, card in city.cards.items():
        pool = [
            key
            for key, unit in position.units.items()
            if unit.kind == card.kind and unit.place == "street_pool"
        ]
        homes = [card.space]
        if card.space == "own":
            homes = [space for space in city.near if position.there(space, family)]
        if name not in played and len(pool) >= card.number:
            for target in homes:
                yield Movement("bring", tuple(pool[: card.number]), "", target, name)
