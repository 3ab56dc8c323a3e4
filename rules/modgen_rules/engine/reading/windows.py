"""How far apart the parts of one deed may lie in a record, and how many slips there may be.

People do what belongs together at once, after what comes between, or when they notice that it is
missing. A rulebook says which of these it expects; how many acts or phases that is stands here.
"""

from __future__ import annotations

AT_ONCE = 4
"""In the same breath: a piece dragged in stages, a die and what it takes, a remark on a die."""
SOON = 8
"""After a few other acts: what was put down wrongly is put right, a mark follows its cause."""
LATER = 15
"""Before the next deed of the side is over: losses after dice, change for a counter."""
MUCH_LATER = 25
"""Within the next phase: payments and marks that were forgotten at first."""
AT_THE_END = 60
"""When a game-turn is tidied up: pieces that are taken off, numbers that are brought up to date."""

ENDING = 2
"""The last acts of a log: it may end in the middle of what they are part of."""

PHASES_NEAR = 1
"""So many phases people are easily off the phase that the tracker shows."""
PHASES_ON = 2
"""So many phases on, what was not done is left out, and what is done already is ahead."""
PHASES_OFF = 3
"""So many phases the tracker may be behind what is done, or ahead of it."""

DEEDS_OFF = 3
"""So many deeds off the tracker weigh as much as one in the phase that it shows, where an order of
phases is looked for that leaves out as few as possible."""

FEW = 2
"""So many things of one kind are single ones: more of them are meant as a whole."""
SLIPS = 2
"""So many things of one kind may be wrong by a slip: spare dice, drops in a wrong place."""
SET_UP_SLIPS = 6
"""So many pieces may differ from a set-up; with more it is another one, or a game under way."""
