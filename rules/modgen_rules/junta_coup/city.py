"""What the game's data says that the rules ask for: streets, Units and their Offices, cards."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from modgen.model.game import Game, split_face

OFFICE_OF = {
    "palace_guard": "president", "police": "minister", "brigade_1": "general_1",
    "brigade_2": "general_2", "brigade_3": "general_3", "marines": "almirante",
    "paratroopers": "comandante",
}  # fmt: skip
"""The Office that a Unit belongs to while no control marker lies on it (6.a)."""
OFFICES = tuple(dict.fromkeys(OFFICE_OF.values()))
UNARMED = frozenset({"agitators", "students", "strikers", "demonstrators"})
UNITS = frozenset({*OFFICE_OF, *UNARMED, "helicopter"})
PALACE = "presidential_palace"
LAST_PHASE = 6


class Card(NamedTuple):
    """8.a: the Units that a card brings; `space` is `own` for any with a Unit of one's own."""

    number: int
    kind: str
    space: str


class City(NamedTuple):
    """The map, the families clockwise, the cards, and how Units stand at the start."""

    near: dict[str, frozenset[str]]
    names: dict[str, str]
    families: tuple[str, ...]
    centres: tuple[str, ...]
    embassies: frozenset[str]
    harbour: frozenset[str]
    cards: dict[str, Card]
    starts: tuple[Counter[tuple[str, str]], ...]
    """1.a, 1.b: for each set-up how many Units of a kind stand in a space: (kind, space)."""

    @classmethod
    def of(cls, game: Game) -> City:
        """Read from the data."""
        spaces = game.map.spaces
        near: dict[str, set[str]] = {space.id: set() for space in spaces}
        for edge in game.map.edges:
            a, b = edge.between
            near[a].add(b)
            near[b].add(a)

        def having(name: str) -> list[str]:
            return [space.id for space in spaces if space.attributes.get(name)]

        cards = {
            card.id: Card(int(words[0]), words[1], words[2])
            for card in game.cards
            if len(words := card.effect.split()) == 3
        }
        starts = tuple(
            Counter({
                (kind, place): number
                for place, held in scenario.place.items()
                for key, number in held.items()
                if (kind := split_face(key, game)[0]) in UNITS
            })
            for scenario in game.scenarios
        )  # fmt: skip
        return cls(
            {space: frozenset(others) for space, others in near.items()},
            {space.id: space.name for space in spaces}, tuple(game.sides),
            tuple(having("power_center")), frozenset(having("embassy")),
            frozenset([*having("harbor"), "brigade_1_base"]), cards, starts,
        )  # fmt: skip

    def within_two(self, a: str, b: str) -> bool:
        """5.f: whether a space is at most two steps away."""
        return b in self.near[a] or bool(self.near[a] & self.near[b])
