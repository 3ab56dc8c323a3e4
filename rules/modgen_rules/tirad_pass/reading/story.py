"""What the checker remembers from phase to phase, and the findings that it collects."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from modgen_rules.engine.reports.findings import counted, listed
from modgen_rules.engine.reports.sections import Issue, Noted
from modgen_rules.tirad_pass.law.plan import (
    ARRIVES,
    CHITS,
    COLUMN,
    FALLEN,
    FILIPINO,
    GENERAL,
    GUARD,
    GUIDE,
    PATH,
    SOUGHT,
    US,
    Plan,
)
from modgen_rules.tirad_pass.law.position import Position


@dataclass
class Story(Noted):
    """The game so far."""

    plan: Plan
    guarded: bool = False
    """Whether the scenario has a guard."""
    turn: int = 0
    side: str = ""
    moved: set[str] = field(default_factory=set)
    """Units that moved, or arrived, in this player turn."""
    attacked: dict[str, int] = field(default_factory=dict)
    """Units that attacked in this player turn, with the step."""
    found: bool = False
    """Whether the guide is found."""
    searched: int = 0
    """The turn of the last search for the guide."""
    departed: int = 0
    """The turn in which the flank column left; 0 before."""
    marched: bool = False
    """Whether the die for the march was rolled."""
    due: int = 0
    """The turn in which the column arrives; 0 while it is unknown."""
    path: str = ""
    """The path to which the chit was turned when turn 1 began."""
    guard: str = ""
    """The path that the Guard chit showed when turn 1 began, or `none`."""
    changed: dict[str, str] = field(default_factory=dict)
    """What a chit shows that was changed later, by its box; it is reported once."""
    guard_stands: bool = False
    """Whether a guard bars the path of the column."""
    alarmed: bool = False
    dead: bool = False
    """Whether del Pilar is dead."""
    unrecovered: set[str] = field(default_factory=set)
    """Units that were still pinned after the last Recovery phase."""
    owed: list[Issue] = field(default_factory=list)
    """Dice for del Pilar that are due since an attack of this player turn, and not rolled yet."""
    trenches: set[str] = field(default_factory=set)
    """The breastworks that US units took too early for the Filipinos (10.4)."""
    over: int = 0
    """The turn in which the pass fell, or the game's last turn when it has ended."""
    fell: bool = False
    begun: bool = False
    deeds: list[str] = field(default_factory=list)
    """What was done in the present phase, in a few words each."""

    @classmethod
    def of(cls, position: Position) -> Story:
        """What a position in mid-game shows of the game before it."""
        in_box = bool(position.at(COLUMN, US))
        turn = position.place_of(ARRIVES).partition(":")[2]
        return cls(
            position.plan,
            guarded=bool(position.at(GUARD, FILIPINO)),
            found=position.place_of(GUIDE) != SOUGHT,
            departed=int(in_box),
            marched=in_box,
            due=int(turn) if in_box and turn.isdecimal() else 0,
            dead=fallen(position),
            path=chit(position, PATH),
            guard=chit(position, GUARD),
        )

    def settle(self) -> None:
        """The player turn is over: dice for del Pilar that are still due are missing (9.8)."""
        self.note(*self.owed)
        self.owed = []

    def begin_player_turn(self, side: str, turn: int) -> None:
        """Forget what units did in an earlier player turn."""
        if (side, turn) != (self.side, self.turn):
            self.side, self.turn = side, turn
            self.moved, self.attacked = set(), {}


def fallen(position: Position) -> bool:
    """Whether del Pilar is dead: he is lost, or the marker of his death is in a hex."""
    place = position.place_of(GENERAL)
    if not place or place == "filipino_lost":
        return True
    return position.place_of(FALLEN) in position.plan.heights


def chit(position: Position, box: str) -> str:
    """The face of the chit in a box; empty if it is not there."""
    key = position.find(CHITS[box])
    return position.pieces[key].face if key and position.pieces[key].place == box else ""


def names(position: Position, keys: Iterable[str]) -> str:
    """The names of pieces: `Squad 1, Squad 2 and March`."""
    types = position.plan.game.piece_types
    return listed([types[position.pieces[key].kind].name for key in keys])


def dice_rolled(dice: Sequence[int]) -> str:
    """`no die is`, `1 die is`, `2 dice are`."""
    return f"{counted(len(dice), 'die', 'dice')} {'are' if len(dice) > 1 else 'is'}"
