"""How a coup ends (17.0): who chooses a side, and what the Rebels hold."""

from __future__ import annotations

from collections.abc import Collection

from modgen_rules.junta_coup.law.city import OUTCOMES, REBELS
from modgen_rules.junta_coup.law.position import Position


def choosers(position: Position) -> tuple[str, ...]:
    """17.a: who chooses a side, in this order: the Rebel Leader, then clockwise."""
    first = position.leader if position.leader in position.present() else position.president
    return position.order(first)


def choices(position: Position, who: str) -> tuple[str, ...]:
    """17.b: the sides that a family may choose: El Presidente only his own."""
    loyal = who == position.president
    return tuple(outcome for outcome in OUTCOMES if not (loyal and outcome == REBELS))


def rebel_centres(position: Position, rebels: Collection[str]) -> int:
    """17.c, 17.d, 17.f: power centres with Units of families that side with the Rebels only."""
    held = (position.counted(position.there(space)) for space in position.city.centres)
    return sum(bool(there) and set(there) <= {*rebels} for there in held)


def rebels_win(position: Position, rebels: Collection[str]) -> bool:
    """17.e: whether the Rebels hold the majority of the power centres."""
    return rebel_centres(position, rebels) >= position.city.majority
