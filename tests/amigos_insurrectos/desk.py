"""A table for `battle_play`: every call is a step of a paper record."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence

from modgen_rules.amigos_insurrectos.law.country import FILIPINO, STEPS, US
from modgen_rules.amigos_insurrectos.law.state import Position
from modgen_rules.amigos_insurrectos.reading.war import War
from tests.amigos_insurrectos.paper import Paper


class PaperTable:
    """Plays on a paper record."""

    def __init__(self, paper: Paper, seed: int) -> None:
        self.paper, self.chance = paper, random.Random(seed)
        self.war = War(paper.country)
        self.war.turn = paper.position.turn
        self.slipped = ""
        """The clause that a wrong battle has broken; empty if none was."""

    @property
    def position(self) -> Position:
        """The pieces now."""
        return self.paper.position

    def deal(self, chits: Collection[str]) -> None:
        """Chits in hand, as the record begins."""
        for chit in chits:
            self.paper.cards[chit] = f"hand:{US if chit.startswith('us') else FILIPINO}"
        positions = self.paper.record.positions
        positions[:] = [
            Position(one.country, one.pieces, dict(self.paper.cards), one.masked)
            for one in positions
        ]

    def move(self, keys: Sequence[str], place: str) -> None:
        """Drag pieces together."""
        self.paper.drag(keys, place)

    def lose(self, area: str, side: str, steps: int) -> None:
        """Remove steps, Regulars before Guerrillas."""
        for kind in STEPS[side]:
            there = sum(self.paper.size(key) for key in self.paper.keys(area, kind))
            lost = min(there, steps)
            if lost:
                self.paper.lose(area, kind, lost)
            steps -= lost

    def roll(self, die: str, number: int = 1) -> tuple[int, ...]:
        """Roll dice with a button."""
        dice = tuple(self.chance.randint(1, 6) for _ in range(number))
        self.paper.roll(die, *dice)
        return dice

    def will(self, points: int) -> None:
        """Move the Political Will marker."""
        self.paper.will(points)

    def marker(self, area: str, step: str) -> None:
        """The Battle marker; away with it, and with the chits."""
        if area:
            self.paper.battle(area, step)
            return
        self.paper.battle("supply_source", "retreat")
        for chit, place in list(self.paper.cards.items()):
            if place.startswith("chits_"):
                self.paper.chit(chit, f"cup_{self.paper.country.game.card[chit].deck}")

    def reveal(self, keys: Collection[str]) -> None:
        """Turn pieces face up."""
        for key in keys:
            self.paper.masked.discard(key)
            self.paper.act("mask", "", piece=key, source="down", target="up")

    def play(self, chit: str) -> None:
        """Play a chit from the hand."""
        self.paper.play(chit)

    def bring(self, kind: str, area: str) -> bool:
        """Put a marker from the pool into an area, or turn the Search marker there."""
        there = self.paper.keys(area, kind)
        if there:
            if self.paper.pieces[there[0]].face == "one":
                self.paper.turn_over(there[0], "two")
            return True
        free = self.paper.keys("pool_markers", kind)
        if free:
            self.paper.drag(free[:1], area)
        return bool(free)
