"""How much is tried to read a log, counted in plans that are held against its turns.

The count alone decides when a search ends, never the clock, so every machine finds the same.
"""

from __future__ import annotations

from dataclasses import dataclass

from modgen_rules.engine.reading.prices import PLAIN

MOST, MORE, TURNS = 36_000, 400, 60
"""How many plans are tried for a log of so many turns, and for each turn more."""
FEWER = 600
"""How many fewer are tried for each round: a single round may be a hard one, many are not."""
LEAST = 250
"""How many are tried for a round when all others have been used for the rounds before."""
ALL = 60_000
"""The most that are tried for a log, however many rounds and turns it has."""

NARROW, WIDE = 12, 60
"""How many readings are followed from act to act: at first, and when none found is clean."""
EACH = 3
"""How many further ones are followed for each stage that a reading has reached."""
EXTRA = 36
"""How many more than `NARROW` or `WIDE` may be followed because of `EACH`."""
SPENT = 2
"""How many are followed when a record is so damaged that the time for it is used up."""
DICE = 50_000
"""How many readings of dice are followed in a log before the search becomes a narrow one."""
JUDGED = 12
"""How many readings of some dice are judged with what follows from them."""
CUTS, CUTS_UNMARKED = 20, 60
"""After this number of judged phases, only the ends that the marker shows are tried; the second for
a record whose marker is not moved to the end."""
ENDS = 3
"""How many ends are tried of a phase without dice and marker."""
DOUBTS = 3
"""How many groups of pieces are tried with either controller."""
MATCHED = 12
"""The most pieces that are matched to places by their number alone."""
VARIANTS = 24
"""How many ways in which pieces may have moved, or been turned over, are tried."""


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

    def note(self, bound: float) -> None:
        """Count a plan, unless it is only asked whether it plainly explains what the log shows."""
        self.tried += bound > PLAIN

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


FIGHTS = 24
"""How many readings of a battle are followed from die to die."""
SWAPPED = 5
"""The most entries on a track, of one act, that are tried in any order."""
SWAPPED_DICE = 4
"""The most dice of an attack that are tried in any order."""
SHOOTERS, TOGETHER = 12, 6
"""The most units that are tried when nothing tells who fired: one alone, several together."""
SUMS = 400
"""The most sums of what several attacks may cost; with more, every sum is allowed."""
MEANT = 60
"""The most sets of units that a line of chat may mean; with more it says nothing."""
MOST_DUES = 12
"""The most dues on a track that one payment is supposed to pay."""
MOST_MOVES = 8
"""The most moves of a marker that are supposed to be one payment."""
