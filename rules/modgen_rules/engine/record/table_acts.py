"""The acts of a player at the table, as data: what a LogWriter was asked to do, in order.

A list of acts names pieces by their ids, so it can be reordered and done again on another copy of
the same table, as long as the acts on each piece keep their order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Move:
    """Pieces dragged together to a place; `offset` in pixels from the usual point."""

    keys: tuple[str, ...]
    place: str
    offset: tuple[int, int] = (0, 0)


@dataclass(frozen=True)
class Flip:
    """A piece turned to another face."""

    key: str
    face: str


@dataclass(frozen=True)
class TurnTo:
    """A piece on a side of a square turned to another side: `n`, `e`, `s`, `w`."""

    key: str
    side: str


@dataclass(frozen=True)
class SetCondition:
    """A condition of a unit, such as suppressed, set or cleared."""

    key: str
    condition: str
    on: bool = True


@dataclass(frozen=True)
class Check:
    """A check of a unit by its menu entry; `die` is what it rolls."""

    key: str
    check: str
    die: int


@dataclass(frozen=True)
class UnitRoll:
    """Dice that a unit rolls by its menu entry `roll`."""

    key: str
    roll: str
    results: tuple[int, ...]


@dataclass(frozen=True)
class Hide:
    """A piece turned face down for its owner, a side; face up when there is no owner."""

    key: str
    owner: str = ""


@dataclass(frozen=True)
class SetState:
    """The marker of a space's state set to a value."""

    space: str
    state: str
    value: str


@dataclass(frozen=True)
class Say:
    """A line of chat."""

    text: str


@dataclass(frozen=True)
class Announce:
    """The line of a side's declaration pad: choices by field, marked spaces by mark."""

    side: str
    chosen: Mapping[str, str | None]
    marked: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Roll:
    """Dice that a side rolls with a button; `place` is the space that they are rolled for."""

    side: str
    die: str
    results: tuple[int, ...]
    place: str = ""


@dataclass(frozen=True)
class StepTracker:
    """The turn tracker moved to a phase of the sequence of play."""

    phase: str


@dataclass(frozen=True)
class Create:
    """A copy of a piece that appears where the piece is, under a new id."""

    key: str
    new: str


@dataclass(frozen=True)
class Delete:
    """A piece that is removed from the game."""

    key: str


Act = (
    Move
    | Flip
    | TurnTo
    | SetCondition
    | Check
    | UnitRoll
    | Hide
    | SetState
    | Say
    | Announce
    | Roll
    | StepTracker
    | Create
    | Delete
)


@dataclass(frozen=True)
class PlannedAct:
    """An act, the side that does it, the number of the turn that it belongs to (0 for none)."""

    act: Act
    actor: str
    turn: int
    fixed: bool = False
    """Whether the acts of this turn keep their order: steps of a battle or of a round."""


def touched(act: Act) -> frozenset[str]:
    """What an act changes: pieces by id, states by `state/space`. Acts that share one keep order.

    The lines of one side's pad keep their order too; dice and chat need not.
    """
    match act:
        case Move():
            return frozenset(act.keys)
        case (
            Flip() | TurnTo() | SetCondition() | Check() | UnitRoll() | Hide() | Create() | Delete()
        ):
            return frozenset((act.key,))
        case SetState():
            return frozenset((f"{act.state}/{act.space}",))
        case Announce():
            return frozenset((f"pad/{act.side}",))
        case StepTracker():
            return frozenset(("tracker",))
        case _:
            return frozenset()
