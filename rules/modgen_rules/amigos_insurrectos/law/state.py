"""A position: which pieces are where, counted in steps, by area and side."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from modgen_rules.amigos_insurrectos.law.country import (
    ARTILLERY,
    FILIPINO,
    GUERRILLAS,
    STEPS,
    US,
    Country,
)
from modgen_rules.engine.record.piece_states import PieceState

LEVELS = {
    "turn_marker": "turn",
    "political_will_marker": "political_will",
    "victory_marker": "victory_points",
    "body_count_us_marker": "body_count_us",
    "body_count_filipino_marker": "body_count_filipino",
}
"""The markers of tracks, with their tracks."""


@dataclass(frozen=True)
class Position:
    """The table at one moment. A position is never changed; the next one is another object.

    `pieces` has every unit, Leader and marker by its id in the log. Its places are those of the
    rules: a unit in a holdbox or in the Combat Display is in its area. `cards` has the place of
    each chit by its id in the data: a pile (`cup_us_stand_up`), `hand:us`, a box
    (`objectives_us`), `luna:1`, or `off`. `masked` are the pieces and chits that lie face down.
    """

    country: Country
    pieces: Mapping[str, PieceState]
    cards: Mapping[str, str] = field(default_factory=dict)
    masked: frozenset[str] = frozenset()

    @cached_property
    def at(self) -> Mapping[str, tuple[str, ...]]:
        """The ids of the pieces in each place."""
        found: dict[str, list[str]] = {}
        for key, state in self.pieces.items():
            found.setdefault(state.place, []).append(key)
        return {place: tuple(keys) for place, keys in found.items()}

    def keys(self, place: str, kinds: Collection[str]) -> list[str]:
        """The ids of the pieces of some kinds in a place."""
        return [key for key in self.at.get(place, ()) if self.pieces[key].kind in kinds]

    def units(self, place: str, side: str) -> list[str]:
        """The units and Leaders of a side in a place; Gunboats and dummies are none."""
        sides = self.country.side
        return [
            key
            for key in self.at.get(place, ())
            if (kind := self.pieces[key].kind) != "gunboat" and sides.get(kind) == side
        ]

    def strength(self, key: str) -> int:
        """1.2.1: the steps of a piece; 0 for a piece without steps."""
        state = self.pieces[key]
        return self.country.strength.get((state.kind, state.face), 0)

    @cached_property
    def _steps(self) -> Mapping[tuple[str, str], int]:
        found: dict[tuple[str, str], int] = {}
        strength = self.country.strength
        for kind, face, place in self.pieces.values():
            steps = strength.get((kind, face), 0)
            if steps:
                found[place, kind] = found.get((place, kind), 0) + steps
        return found

    def steps(self, place: str, kinds: Collection[str]) -> int:
        """The steps of some kinds of units in a place: `STEPS[US]`, `GUERRILLAS`."""
        return sum(self._steps.get((place, kind), 0) for kind in kinds)

    def strong(self, place: str, side: str) -> int:
        """All combat steps of a side in a place."""
        return self.steps(place, STEPS[side])

    def leaders(self, place: str, side: str) -> list[str]:
        """The kinds (names) of a side's Leaders in a place."""
        known, sides = self.country.leaders, self.country.side
        kinds = (self.pieces[key].kind for key in self.at.get(place, ()))
        return [kind for kind in kinds if kind in known and sides[kind] == side]

    def artillery(self, place: str, side: str) -> list[str]:
        """The Artillery of a side in a place."""
        return self.keys(place, (ARTILLERY[side],))

    def gunboats(self, *seas: str) -> list[str]:
        """The Gunboats in some sea spaces."""
        return [key for sea in seas for key in self.keys(sea, ("gunboat",))]

    def gunboats_off(self, area: str) -> list[str]:
        """9.1: the Gunboats next to an area that do not secure islands."""
        return self.gunboats(*self.country.coasts[area] - self.country.secures.keys())

    def has(self, place: str, kind: str) -> bool:
        """Whether a piece of a kind is in a place."""
        return bool(self.keys(place, (kind,)))

    def place(self, kind: str) -> str:
        """The place of the only piece of a kind; empty when it is not on the table.

        In other people's modules a chit can have the name of a Leader: who is on the map counts.
        """
        found = [one.place for one in self.pieces.values() if one.kind == kind]
        return next((one for one in found if one in self.country.areas), "".join(found[:1]))

    def where(self, kind: str) -> list[str]:
        """The places of all pieces of a kind that are in areas."""
        areas = self.country.areas
        return [
            one.place for one in self.pieces.values() if one.kind == kind and one.place in areas
        ]

    def controller(self, area: str) -> str:
        """1.1.2: who controls an area. Equal numbers with Regulars are the US player's (ruling)."""
        us, mine = self.strong(area, US), self.strong(area, FILIPINO)
        guerrillas = self.steps(area, GUERRILLAS)
        return FILIPINO if mine > us or guerrillas >= us else US

    def held(self, side: str, areas: Collection[str]) -> list[str]:
        """The areas of some that a side controls."""
        return [area for area in sorted(areas) if self.controller(area) == side]

    @property
    def sites(self) -> list[str]:
        """11.0: the areas with POA sites."""
        return self.where("poa")

    def in_play(self, kind: str) -> bool:
        """Whether a Leader is on the map (not on the turn track, not out of play)."""
        return self.place(kind) in self.country.areas

    def level(self, marker: str, default: int = 0) -> int:
        """The number at which a track's marker stands: `political_will_marker`."""
        if marker not in self._levels:
            numbers = (one.number for one in self.pieces.values() if one.kind == marker)
            self._levels[marker] = next(numbers, None)
        found = self._levels[marker]
        return default if found is None else found

    @cached_property
    def _levels(self) -> dict[str, int | None]:
        """The numbers that were asked for; None for a marker that is on no track."""
        return {}

    @property
    def turn(self) -> int:
        """The turn by its marker."""
        return self.level("turn_marker", 1)

    @property
    def will(self) -> int:
        """The Political Will: above 0 for the US, below for the Filipinos."""
        return self.level("political_will_marker")

    @property
    def points(self) -> int:
        """The Victory Points: above 0 for the US, below for the Filipinos."""
        return self.level("victory_marker")

    def supplied(self, area: str) -> bool:
        """15.1: whether US units in an area are in supply."""
        country = self.country
        if area in country.visayas or country.coasts[area]:
            return True
        source = "manila" if self.controller("manila") == US else self.place("supply")
        if source not in country.areas:
            return False
        found, edge = {area}, {area}
        while edge:
            if source in edge:
                return True
            near = {one for each in edge for one in country.near[each]} - found
            edge = {one for one in near if one == source or self.controller(one) == US}
            found |= edge
        return False

    def everywhere(self, side: str) -> Iterator[str]:
        """The areas in which a side has combat steps."""
        return (area for area in sorted(self.country.areas) if self.strong(area, side))
