"""A coup written down: how it began, and what happened in order.

What an `Event` may be stands in `judge.py` beside whoever judges it.
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
