"""The table of a random game. All that is done on it is written to a log."""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from modgen_rules.engine.writing.log_writer import LogWriter

P = TypeVar("P")
"""A position of the game."""


@dataclass
class PlayTable(Generic[P]):
    """Plays on a LogWriter. The rules say what is legal."""

    writer: LogWriter
    chance: random.Random
    _known: tuple[int, P] | None = field(default=None, init=False)

    @property
    def position(self) -> P:
        """The table now."""
        done = len(self.writer.steps)
        if self._known is None or self._known[0] != done:
            self._known = (done, self.read())
        return self._known[1]

    @abstractmethod
    def read(self) -> P:
        """The position that the pieces on the table show."""

    def hits(self, likely: float) -> bool:
        """Whether something happens."""
        return self.chance.random() < likely

    def phase(self, name: str, side: str = "", fixed: bool = True) -> None:
        """Move the tracker; the acts from here on are those of a side in this phase."""
        self.writer.begin_turn()
        self.writer.step_tracker(name)
        self.turn(side, fixed)

    def turn(self, side: str = "", fixed: bool = True) -> None:
        """Begin the acts of a side; `fixed`: their order matters, as in a fight."""
        self.writer.begin_turn(side, fixed)

    def move(self, keys: Sequence[str], place: str) -> None:
        """Drag pieces together."""
        if keys:
            self.writer.move(list(keys), place)
