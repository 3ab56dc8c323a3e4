"""Where units retreat to (10.3.2), and where a Leader who is left alone goes (10.6.5)."""

from __future__ import annotations

from collections.abc import Iterable

from modgen_rules.amigos_insurrectos.law.country import MANILA, OTHER, US
from modgen_rules.amigos_insurrectos.law.movement_law import amount, stacks
from modgen_rules.amigos_insurrectos.law.state import Position


def refuges(position: Position, area: str, side: str, steps: int = 0) -> frozenset[str]:
    """10.3.2.b: the areas to which a force may retreat; empty when it has nowhere to go.

    Friendly areas come first, then empty ones, then those with both sides; of several the US
    goes as near to Manila as it can, the Filipinos as far away. With `steps`, areas that would
    hold too many steps afterwards are left out (8.3) unless all would.
    """
    ranks: dict[int, list[str]] = {}
    for near in position.country.near[area]:
        mine, enemy = position.strong(near, side), position.strong(near, OTHER[side])
        if mine or not enemy:
            ranks.setdefault(0 if mine and not enemy else 2 if mine else 1, []).append(near)
    if steps:
        roomy = {
            rank: found
            for rank, areas in ranks.items()
            if (found := [one for one in areas if _has_room(position, area, one, side)])
        }
        ranks = roomy or ranks
    if not ranks:
        return frozenset()
    best = ranks[min(ranks)]
    away = position.country.distance(MANILA, best)
    if len(away) < len(best):
        return frozenset(best)  # islands have no way to Manila by land
    edge = (min if side == US else max)(away.values())
    return frozenset(one for one in best if away[one] == edge)


def _has_room(position: Position, source: str, target: str, side: str) -> bool:
    """8.3: whether the force of an area and that of another stay within the limits together."""
    return all(
        one.number + coming <= one.most
        for one in stacks(position, target, side)
        if (coming := amount(position, source, one.kinds))
    )


def goals(position: Position, area: str, side: str) -> list[str]:
    """10.3.2.d: the areas without enemies that have room for a force; others are a last resort."""
    near = (one for one in position.country.near[area] if not position.strong(one, OTHER[side]))
    return [one for one in near if _has_room(position, area, one, side)]


def roomy_refuges(position: Position, area: str, side: str, steps: int) -> frozenset[str]:
    """The areas of 10.3.2.b that have room and no enemies; players retreat to no others."""
    return refuges(position, area, side, steps) & set(goals(position, area, side))


def quiet_refuges(position: Position, area: str, side: str, steps: int) -> frozenset[str]:
    """Those without a Leader of the enemy, for whom a die would be due (1.2.2.b)."""
    found = roomy_refuges(position, area, side, steps)
    return frozenset(one for one in found if not position.units(one, OTHER[side]))


def legal_retreats(position: Position, area: str, side: str, steps: int) -> frozenset[str]:
    """All areas that some reading of 10.3.2.b allows: with and without a look at stacking."""
    return refuges(position, area, side) | refuges(position, area, side, steps)


def shelters(position: Position, area: str, side: str) -> frozenset[str]:
    """10.6.5.g: the closest areas with combat steps of a side, by land; else all of them."""
    held = [one for one in position.everywhere(side) if one != area]
    away = position.country.distance(area, held)
    if not away:
        return frozenset(held)
    least = min(away.values())
    return frozenset(one for one, far in away.items() if far == least)


def strayed(
    moments: Iterable[Position], area: str, side: str, went: str
) -> tuple[frozenset[str], bool]:
    """10.6.5.g: the closest areas to which a Leader did not go, at any of some moments.

    There are none if he went to one of them. The other answer: whether he surely went farther.
    """
    every = list(moments)
    near = frozenset(one for at in every for one in shelters(at, area, side))
    away = every[0].country.distance(area, [went, *near])
    far = max((away[one] for one in near if one in away), default=0)
    return frozenset() if went in near else near, 0 < far < away.get(went, far + 1)


def commander(position: Position, side: str, gone: frozenset[str] | set[str]) -> tuple[str, bool]:
    """1.2.3: the commander in chief of a side on the map, and whether that is beyond doubt.

    Who has not come yet is passed over, which not everybody reads so.
    """
    sure = True
    for leader in position.country.command[side]:
        if position.in_play(leader):
            return leader, sure and leader not in gone  # who was lost may have been brought back
        if leader not in gone:
            sure = False
    return "", False
