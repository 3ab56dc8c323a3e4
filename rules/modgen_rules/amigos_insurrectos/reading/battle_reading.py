"""Readings of a battle: volleys, retreats, and what has been paid for hits so far (10.6)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from modgen_rules.amigos_insurrectos.law.country import FILIPINO, SIDES, US
from modgen_rules.amigos_insurrectos.law.fire import Range, Way
from modgen_rules.amigos_insurrectos.law.force import Force
from modgen_rules.engine.reading import prices
from modgen_rules.engine.reports.sections import Issue

WAYS: Mapping[str, tuple[tuple[str, Way], ...]] = {
    "us_fire": ((US, "fire"),),
    "us_fire_6": ((US, "fire"),),
    "us_fire_3": ((US, "fire"),),
    "us_fire_4": ((US, "fire"), (US, "parting")),
    "us_parting": ((US, "parting"),),
    "artillery": ((US, "artillery"),),
    "artillery_6": ((US, "artillery"),),
    "shelling": ((US, "shelling"),),
    "shelling_6": ((US, "shelling"),),
    "filipino_fire": ((FILIPINO, "fire"),),
    "filipino_fire_5": ((FILIPINO, "fire"),),
    "filipino_parting": ((FILIPINO, "parting"),),
    "us": (
        (US, "fire"),
        (US, "artillery"),
        (US, "parting"),
        (FILIPINO, "fire"),
        (FILIPINO, "parting"),
    ),
    "filipino": (
        (FILIPINO, "fire"),
        (FILIPINO, "parting"),
        (US, "fire"),
        (US, "artillery"),
        (US, "parting"),
    ),
}
"""What dice were rolled for, by their button."""
ANY = ("us", "filipino")
"""Buttons for dice of any purpose: they may have nothing to do with the fight."""
SHOWN = frozenset({*WAYS, "us_search"} - {*ANY})
"""Dice that are rolled in the area of the Battle marker."""
HIT = "with steps that had been hit"
NONE = Range()
WIDTH = 24
"""How many readings are kept."""


class Volley(NamedTuple):
    """Dice that a side rolled together."""

    shooter: str
    way: Way
    need: Range
    dice: tuple[int, ...]
    first: int
    last: int
    """The first and the last act."""
    force: Force
    """What was in the area as it began."""
    target: Force
    round: int
    steps: int
    """The shooter's steps on the map, with those that are still to be removed."""
    again: bool = False
    """Whether the Filipinos rolled twice (PH.S3)."""
    buttons: frozenset[str] = frozenset()


class Exit(NamedTuple):
    """Units that leave the area: a retreat while enemies are there, else a reorganisation."""

    side: str
    target: str
    steps: int
    act: int
    stage: str
    """`before` any dice, `guns` after step C, `middle` of a round, `after` a round, `free`."""


@dataclass
class Fight:
    """A reading of the battle so far; copied before it is changed."""

    cost: float = 0.0
    issues: tuple[Issue, ...] = ()
    round: int = 0
    order: tuple[str, str] = (US, FILIPINO)
    fired: int = 0
    """How many sides have fired in this round."""
    volley: Volley | None = None
    volleys: tuple[Volley, ...] = ()
    due: Mapping[str, Range] = field(default_factory=lambda: dict.fromkeys(SIDES, Range()))
    """Hits that no loss has paid yet."""
    lost: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    halves: int = 0
    near: tuple[int, int] = (0, 0)
    """Dice that US.S8 could have turned into hits by 1, or by 2."""
    again: bool = False
    stood: bool = False
    exits: tuple[Exit, ...] = ()
    early: Mapping[str, int] = field(default_factory=dict)
    """By side the act at which a round began when more steps were lost than all dice had hit."""

    def note(self, issue: Issue) -> None:
        """Charge something wrong to this reading."""
        self.cost += prices.FOUND[issue.verdict]
        self.issues += (issue,)

    def key(self) -> Hashable:
        """What readings share that go on in the same way."""
        due = tuple(sorted(self.due.items()))
        return (
            self.round,
            self.order,
            self.fired,
            self.volley and self.volley[:4],
            due,
            self.again,
            self.stood,
            self.exits,
        )
