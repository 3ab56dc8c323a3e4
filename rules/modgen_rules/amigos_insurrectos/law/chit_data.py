"""The Advantage Chits as `cards.csv` describes them to the rules (5.0, player aids)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from modgen.model.game import Game

DECKS = {
    "us_stand_up": ("us", "S"),
    "us_guerrilla": ("us", "G"),
    "filipino_stand_up": ("filipino", "S"),
    "filipino_guerrilla": ("filipino", "G"),
}
"""The decks of the Advantage Chits: side, and the phase of the war in their clauses."""
CLAUSE_SIDE = {"us": "US", "filipino": "PH"}
BOXES = {"us": "chits_us", "filipino": "chits_filipino"}
"""The boxes in which chits lie that are in play."""

COMBAT = frozenset({"us_combat", "filipino_combat"})


class Use(NamedTuple):
    """One use of a chit: the phases in which it is played, and the words of its effect."""

    phases: frozenset[str]
    effects: Mapping[str, tuple[str, ...]]


class Chit(NamedTuple):
    """An Advantage Chit. `clause` is the one of its effect, `US.S2`."""

    id: str
    title: str
    side: str
    clause: str
    guerrilla: bool
    """Whether it belongs to the Guerrilla War."""
    uses: tuple[Use, ...]

    def number(self, word: str, default: int = 0) -> int:
        """The first number after a word of its effect."""
        for use in self.uses:
            for text in use.effects.get(word, ()):
                if text.isdigit():
                    return int(text)
        return default

    def has(self, word: str) -> bool:
        """Whether a word occurs in its effect."""
        return any(word in use.effects for use in self.uses)

    def words(self, word: str) -> tuple[str, ...]:
        """What follows a word of its effect."""
        return next((use.effects[word] for use in self.uses if word in use.effects), ())

    @property
    def phases(self) -> frozenset[str]:
        """5.0.g: all phases in which it may be played."""
        return frozenset().union(*(use.phases for use in self.uses))

    @property
    def in_battle(self) -> bool:
        """Whether it is laid for a battle (10.4): one of its uses is in no other phase."""
        return any(use.phases <= COMBAT for use in self.uses)


def read_chits(game: Game) -> dict[str, Chit]:
    """All Advantage Chits by the id of their card."""
    return {
        card.id: Chit(
            card.id,
            card.title,
            DECKS[card.deck][0],
            f"{CLAUSE_SIDE[DECKS[card.deck][0]]}.{DECKS[card.deck][1]}{card.flavour}",
            DECKS[card.deck][1] == "G",
            tuple(_uses(card.effect.split("|"))),
        )
        for card in game.cards
        if card.deck in DECKS
    }


def _uses(texts: Iterable[str]) -> Iterable[Use]:
    for text in texts:
        parts = [part.split() for part in text.split(";") if part.split()]
        effects = {word: tuple(rest) for word, *rest in parts}
        yield Use(frozenset(effects.pop("in", ())), effects)
