"""What the game's data tells the rules: streets, Units and their Offices, dice, cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from modgen.model.game import Game, split_face

OFFICE_OF = {
    "palace_guard": "president",
    "police": "minister",
    "brigade_1": "general_1",
    "brigade_2": "general_2",
    "brigade_3": "general_3",
    "marines": "almirante",
    "paratroopers": "comandante",
}
"""The Office whose holder controls a Unit while no control marker lies on it (6.a)."""
OFFICES = tuple(dict.fromkeys(OFFICE_OF.values()))
UNARMED = frozenset({"agitators", "students", "strikers", "demonstrators"})
UNITS = frozenset({*OFFICE_OF, *UNARMED, "helicopter"})
PALACE = "presidential_palace"
DEAD = "dead_units"
"""14.d: where destroyed Units lie."""
FIRST_BASE = "brigade_1_base"
GUNS = {"gunboat": ("12.a", "almirante"), "air_raid": ("12.b", "comandante")}
"""12.a, 12.b: for each bombardment its clause and the Office that commands it."""
FIRE = "fire"
SHOTS = frozenset({FIRE, *GUNS})
"""What is announced before dice (12.a, 12.b, 13.b)."""
REBELS = "rebels"
OUTCOMES = {REBELS: "the Rebels", "president": "El Presidente"}
SIDES = frozenset(f"for_{one}" for one in OUTCOMES)
"""17.a: how families announce the side that they choose."""
WON = "won_"
"""The beginning of the announcements that tell the result."""
RESULTS = frozenset(f"{WON}{one}" for one in OUTCOMES)
"""17.e: how the result is announced."""
RETREATS = "retreats"
SHELLING = "shelling"


class Card(NamedTuple):
    """8.a: the Units that a card brings; `space` is `own` for any with a Unit of one's own."""

    number: int
    kind: str
    space: str


class Fire(NamedTuple):
    """The dice that some Units of one family have (14.a, 14.b, 14.c)."""

    dice: int
    doubled: int
    """With two dice for every Palace Guard."""
    whole: int
    """With a die for every unarmed Unit."""


class City(NamedTuple):
    """The map, the families clockwise, the Units, the dice, the cards and the set-ups."""

    near: dict[str, frozenset[str]]
    names: dict[str, str]
    families: tuple[str, ...]
    centres: tuple[str, ...]
    embassies: frozenset[str]
    landings: frozenset[str]
    """7.b: where the Marines may land."""
    cards: dict[str, Card]
    starts: tuple[Counter[tuple[str, str]], ...]
    """1.a, 1.b: for each set-up how many Units of a kind stand in a space: (kind, space)."""
    attacks: Mapping[str, Fraction]
    """14.a, 14.b: the number of attacks of each kind of Unit."""
    hit: int
    """14.d: the result of a die that destroys a Unit."""
    salvoes: Mapping[str, int]
    """12.a, 12.b: the dice of each bombardment."""
    raids: int
    """12.b: Air Raids in a coup."""
    exchanges: tuple[str, ...]
    """13.a: the faces of the Battle marker that show an exchange."""
    phases: Mapping[str, int]
    """2.a: the number of the coup's phase to which each step of the turn tracker belongs."""
    last_phase: int
    majority: int
    """17.e: power centres that win."""

    @classmethod
    def of(cls, game: Game) -> City:
        """Read from the game's data."""
        spaces = game.map.spaces

        def having(name: str) -> list[str]:
            return [space.id for space in spaces if space.attributes.get(name)]

        cards = {
            card.id: Card(int(words[0]), words[1], words[2])
            for card in game.cards
            if len(words := card.effect.split()) == 3
        }
        starts = tuple(
            Counter(
                {
                    (kind, place): number
                    for place, held in scenario.place.items()
                    for key, number in held.items()
                    if (kind := split_face(key, game)[0]) in UNITS
                }
            )
            for scenario in game.scenarios
        )
        dice = {die.id: die for die in game.info.dice}
        centres = having("power_center")
        faces = [face.id for face in game.piece_types["battle"].faces]
        return cls(
            {space.id: frozenset(game.neighbours(space.id)) for space in spaces},
            {space.id: space.name for space in spaces},
            tuple(game.sides),
            tuple(centres),
            frozenset(having("embassy")),
            frozenset([*having("harbor"), FIRST_BASE]),
            cards,
            starts,
            {kind: attacks(game.piece_types[kind].faces[0].nw) for kind in sorted(UNITS)},
            dice["attack"].hits or dice["attack"].sides,
            {way: dice[way].count for way in GUNS},
            game.piece_types["air_raid"].count,
            tuple(face for face in faces if face not in (SHELLING, RETREATS)),
            {one.id: n for n, turn in enumerate(game.info.sequence) for one in turn.phases},
            game.tracks["coup_track"].last,
            len(centres) // 2 + 1,
        )

    def within_two(self, a: str, b: str) -> bool:
        """5.f: whether a space is at most two steps away."""
        return b in self.near[a] or bool(self.near[a] & self.near[b])

    def hits(self, dice: Iterable[int]) -> int:
        """14.d: how many of some dice destroy a Unit."""
        return sum(result >= self.hit for result in dice)

    def fire(self, space: str, kinds: Iterable[str]) -> Fire:
        """14.a, 14.b, 14.c: the dice of one family's Units in a space."""
        count = Counter(kinds)
        unarmed = sum(number for kind, number in count.items() if self.attacks[kind] < 1)
        armed = sum(
            int(self.attacks[kind] * number)
            for kind, number in count.items()
            if self.attacks[kind] >= 1
        )
        pairs = int(
            sum(self.attacks[kind] * number for kind, number in count.items()) - Fraction(armed)
        )
        guards = count["palace_guard"]
        doubled = armed + guards + pairs
        return Fire(doubled if space == PALACE else armed + pairs, doubled, armed + unarmed)


def attacks(printed: str) -> Fraction:
    """The number of attacks as a counter shows it: `1`, `½`, `3`."""
    return Fraction(1, 2) if printed == "½" else Fraction(printed or "1")
