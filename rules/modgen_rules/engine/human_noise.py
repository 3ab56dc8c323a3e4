"""What people do at a table besides playing: a simulated game is as untidy as a real one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class HumanNoise:
    """How often, from 0 to 1."""

    shuffled: float = 0.0
    """Pieces are moved in any order of spaces."""
    wavering: float = 0.0
    """A piece goes to a wrong space first, and is put right."""
    undone: float = 0.0
    """A wrong move is taken back with the engine's undo."""
    chat: float = 0.0
    silent: float = 0.0
    """A turn is not announced."""


QUIET = HumanNoise()
HUMAN = HumanNoise(shuffled=1.0, wavering=0.2, undone=0.1, chat=0.3, silent=0.5)
