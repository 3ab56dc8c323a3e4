"""A coup written down: how it began, and what happened in order.

What an `Event` says, by its `what`; `who` is the family that acts:

    phase           number: 0 the Rebellion phase, 1 to 6
    move            units, place; way: helicopter (with what it carries), reaction, cousin or none
    land            units, place
    bring           units, place; way: the card
    transfer        units, target: who controls them now
    exile, return
    battle_step     nobody: Movement is over
    declare         place
    battle          place; until `battle_end`
    fire            place, target, dice; way: gunboat, air_raid or exchange with its number 1 to 3
    loss            units, number; way: no_room where a retreat was impossible
    hold            target: who may not retreat; all who stay must say so
    let_in          target, place: who may retreat there
    retreat         units, place
    flip            Office cards show the Revolution side
    side, result    way: rebels, president
    agree           way: the outcome on which all agree
"""

from __future__ import annotations

from typing import NamedTuple


class Unit(NamedTuple):
    """A piece; `office` is empty for street units and the helicopter, `space` off the map."""

    kind: str
    office: str
    controller: str
    space: str


class Start(NamedTuple):
    """How a coup begins; families are named clockwise, units by piece."""

    families: tuple[str, ...]
    president: str
    leader: str
    offices: dict[str, str]
    cousin: frozenset[str]
    away: frozenset[str]
    forced: bool
    units: dict[str, Unit]


class Event(NamedTuple):
    """One thing that a family did, or that happened to its units."""

    what: str
    who: str = ""
    units: tuple[str, ...] = ()
    place: str = ""
    target: str = ""
    way: str = ""
    dice: tuple[int, ...] = ()
    number: int = 0
