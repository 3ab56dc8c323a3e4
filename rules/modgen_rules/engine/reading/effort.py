"""How much is tried to read a log, counted in plans that are held against its turns.

The count alone decides when a search ends, never the clock, so every machine finds the same.
"""

from __future__ import annotations

from dataclasses import dataclass

MOST, MORE, TURNS = 36_000, 400, 60
"""How many plans are tried for a log of so many turns, and for each turn more."""
FEWER = 600
"""How many fewer are tried for each round: a single round may be a hard one, many are not."""
LEAST = 250
"""How many are tried for a round when all others have been used for the rounds before."""
ALL = 60_000
"""The most that are tried for a log, however many rounds and turns it has."""


@dataclass
class Effort:
    """The plans that were tried for a log so far, and where the search ends."""

    tried: int = 0
    most: int = MOST
    until: int = MOST

    def allow(self, turns: int, rounds: int) -> None:
        """Set the limit for a log of some turns in some rounds."""
        wanted = MOST + MORE * max(0, turns - TURNS) - FEWER * rounds
        self.most = min(ALL, max(0, wanted))

    def begin_round(self) -> None:
        """Set the limit for a round."""
        self.until = max(self.most, min(ALL, self.tried + LEAST))

    @property
    def over(self) -> bool:
        """Whether the search for the present round ends."""
        return self.tried >= self.until

    @property
    def used_up(self) -> bool:
        """Whether rounds are read only in the plainest way from here on."""
        return self.tried >= self.most
