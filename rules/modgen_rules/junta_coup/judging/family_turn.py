"""What one family did in a Movement segment: the ways of its Units, and how they are explained."""

from __future__ import annotations

from dataclasses import dataclass, field

from modgen_rules.engine.reading.explain import Explanation
from modgen_rules.junta_coup.law.movement import Turn


@dataclass
class Leg:
    """A Unit's way under one controller."""

    key: str
    family: str
    places: list[str]
    first: int
    """The first and the last act of the way."""
    last: int
    moved: int
    """The act with which it began to move: for a Unit that came, the first after its arrival."""
    seats: set[str] = field(default_factory=set)
    begun: str = ""
    """The seat that acted first."""


@dataclass
class FamilyTurn:
    """What one family did: its explanation, and the steps from its first act to its last."""

    family: str
    turn: Turn
    found: Explanation
    first: int
    last: int
    story: str
    arrives: int
    """The step of the last landing, or of the last new Units; 0 for none."""
    lands: bool
    """Whether that was a landing."""
    moves: tuple[int, int] | None
    """The first and the last step of its own movement: what the order of turns goes by."""
