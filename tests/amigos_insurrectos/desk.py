"""A table for `battle_play`: every call is a step of a scene's log."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence

from modgen_rules.amigos_insurrectos.country import FILIPINO, STEPS, Country
from modgen_rules.amigos_insurrectos.state import Position
from modgen_rules.amigos_insurrectos.war import War
from modgen_rules.engine.piece_states import PieceState
from tests.amigos_insurrectos.scene import Scene

CARD = "card_"


class DeskTable:
    """Plays on a scene."""

    def __init__(self, scene: Scene, seed: int) -> None:
        self.scene, self.chance = scene, random.Random(seed)
        self.war = War(scene.country)
        self.country: Country = scene.country
        self.revealed: set[str] = set()
        self.hands: dict[str, str] = {}

    @property
    def position(self) -> Position:
        """The pieces now."""
        pieces: dict[str, PieceState] = {}
        for key, state in self.scene.log.states.items():
            if not state.kind.startswith(CARD):
                pieces[key] = state
        return Position(self.country, pieces, dict(self.hands))

    def deal(self, chits: Collection[str]) -> None:
        """Chits in hand."""
        for chit in chits:
            self.hands[chit] = f"hand:{'us' if chit.startswith('us') else FILIPINO}"

    def move(self, keys: Sequence[str], place: str) -> None:
        """Drag pieces together."""
        self.scene.log.move(list(keys), place)

    def lose(self, area: str, side: str, steps: int) -> None:
        """Remove steps, Regulars before Guerrillas."""
        for kind in STEPS[side]:
            there = sum(self.scene._size(key) for key in self.scene.keys(area, kind))
            lost = min(there, steps)
            if lost:
                self.scene.lose(area, kind, lost)
            steps -= lost

    def roll(self, die: str, number: int = 1) -> tuple[int, ...]:
        """Roll dice with a button."""
        dice = tuple(self.chance.randint(1, 6) for _ in range(number))
        self.scene.roll(die, *dice)
        return dice

    def will(self, points: int) -> None:
        """Move the Political Will marker."""
        self.scene.will(points)

    def marker(self, area: str, step: str) -> None:
        """The Battle marker; away with it, and with the chits."""
        if area:
            self.scene.battle(area, step)
            return
        self.scene.battle("supply_source", "retreat")
        for key, state in list(self.scene.log.states.items()):
            if state.kind.startswith(CARD) and state.place.startswith("chits_"):
                self._to_cup(key, state.kind.removeprefix(CARD))

    def _to_cup(self, key: str, chit: str) -> None:
        """A chit goes back to its cup."""
        card = self.country.game.card[chit]
        name = next(one.name for one in self.country.game.piles.values() if card.deck in one.takes)
        log = self.scene.log
        for pile in log.table.piles.values():
            if pile.is_deck and name in pile.type.split(";"):
                log._finish(log._put(key, (pile.map, pile.x, pile.y), ""))
                return

    def reveal(self, keys: Collection[str]) -> None:
        """Turn pieces face up."""
        self.scene.reveal(keys)

    def play(self, chit: str) -> None:
        """Play a chit from the hand."""
        self.scene.play(chit)
        self.hands.pop(chit)

    def place(self, kind: str, area: str) -> None:
        """Put a marker from the pool into an area, or turn the Search marker there."""
        there = self.scene.keys(area, kind)
        if there:
            if self.scene.log.states[there[0]].face == "one":
                self.scene.log.flip(there[0], "two")
            return
        free = [key for key, state in self.scene.log.where(kind) if state.place == "pool_markers"]
        if free:
            self.scene.log.move([free[0]], area)
