"""What the rules of scenarios remember of a riot: forces, entries, what counts at the end."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Course:
    """The memory of the rules of scenarios. Acts are numbers in the record."""

    forces: dict[str, Counter[str]] = field(default_factory=dict)
    """What each side chose, by piece and item; filled when the set-up is over."""
    sheet: bool = False
    """Whether the finished set-up was announced, with the options in force."""
    chosen: frozenset[str] | None = None
    """The options that the sheet showed when it was last looked at."""
    begun: dict[str, int] = field(default_factory=dict)
    """The Engagement Level at which each side began the game or the day."""
    evening: dict[str, int] = field(default_factory=dict)
    """I-2: the Engagement Level of each side at the end of the day before, while nobody plays."""
    ended: dict[str, int] = field(default_factory=dict)
    """The Engagement Level of each side at the end of the last phase."""
    edges: dict[str, frozenset[str]] = field(default_factory=dict)
    """The edges by which all units of a side that entered so far may have come."""
    rolled: Counter[str] = field(default_factory=Counter)
    """What reinforcement rolls gave and has not entered yet, by kind without the Rival's mark."""
    rolls: Counter[int] = field(default_factory=Counter)
    """How many reinforcement rolls were made in each game-turn."""
    arrived: Counter[int] = field(default_factory=Counter)
    """II-7: how many Police units entered in each game-turn."""
    sewers: dict[str, tuple[int, str]] = field(default_factory=dict)
    """II-2: the turn in which each unit went down, and its board."""
    empty: Counter[str] = field(default_factory=Counter)
    """II-2: how many weapons of each Tank or gun are out of ammunition."""
    spent: set[str] = field(default_factory=set)
    """II-2: the units that left the game because they have no ammunition."""
    cleared: set[str] = field(default_factory=set)
    """I-3: the Mobs that once cleared the other's quarter."""
    quarters: dict[str, str] = field(default_factory=dict)
    """I-3, II-5: the quarter of each Mob."""
    squat: bool = False
    """II-3: whether the Squat was clear at the end of a phase in time."""
    swag: int = 0
    """II-6: how often Swag was looted."""
    out: dict[str, str] = field(default_factory=dict)
    """The square from which each unit left the map."""
    commander: str = ""
    """II-7: the vehicle north of the Squat."""
    lost_elsewhere: bool = False
    """Whether units left the boards otherwise than into the boxes for it."""
    tdn_used: bool = False
    """8.9: whether the number of disintegration was ever moved."""
    owing: dict[str, int] = field(default_factory=dict)
    """8.9: what each number of disintegration still has to fall; below 0: it fell too early."""
    brought: int = 0
    """8.9: what the number of disintegration still had to fall when the game-turn began."""
    provoked: set[bool] = field(default_factory=set)
    """8.9.b: whether the first mild (true) and the first other attack were made."""
    owed: int = 0
    """8.10: dice for Overreaction that were rolled before the unit was removed."""
    whole: int = 0
    """The game-turns in which the tracker showed the player-turn of every side."""
    full: set[str] = field(default_factory=set)
    """The sides for which no square at their edges was free on their last turn to enter."""
    overpaid: set[str] = field(default_factory=set)
    """7.0: the sides of which too many points were noted."""
    over: str = ""
    """The clause by which the game is over; empty while it goes on."""
    told: bool = False
    """Whether acts after the end were noted."""
    dark: bool = False
    """Whether a wrong time of day was noted."""
    days: int = 1
    """I-2: the day."""
