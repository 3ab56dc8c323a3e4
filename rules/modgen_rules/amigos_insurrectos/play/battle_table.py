"""What players of battles need of a table."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from typing import Protocol

from modgen_rules.amigos_insurrectos.law.state import Position
from modgen_rules.amigos_insurrectos.reading.war import War


class Table(Protocol):
    """The table on which a war is played; every call is one or more steps of its log."""

    chance: random.Random
    war: War

    @property
    def position(self) -> Position:
        """The pieces now."""

    def move(self, keys: Sequence[str], place: str) -> None:
        """Drag pieces together."""

    def lose(self, area: str, side: str, steps: int) -> None:
        """Remove steps, Regulars before Guerrillas."""

    def roll(self, die: str, number: int = 1) -> tuple[int, ...]:
        """Roll dice with a button."""

    def will(self, points: int) -> None:
        """Move the Political Will marker: up for the US above 0."""

    def marker(self, area: str, step: str) -> None:
        """Put the Battle marker into an area, showing a step; with an empty area put it away."""

    def reveal(self, keys: Collection[str]) -> None:
        """Turn pieces face up."""

    def play(self, chit: str) -> None:
        """Play a chit from the hand, face up, for the battle."""

    def place(self, kind: str, area: str) -> None:
        """Put a marker from the pool into an area."""
