"""Lines of sight over squares, from centre to centre, past obstacles and over lower ones.

Obstacles block sight through their square, not into or out of it. A line through a corner is
blocked only if both squares beside it block sight. An observer higher than an obstacle sees over
it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from modgen.model.tactics.ground import STEPS, Ground, Side, Square, distance, other
from modgen.model.types.tactics import Feature


@dataclass(frozen=True)
class Crossing:
    """One step of a line: the squares that it enters, and the sides that it crosses.

    If the line passes through a corner, `squares` are the two squares beside it, which the line
    only touches.
    """

    squares: tuple[Square, ...]
    sides: tuple[Side, ...]
    touched: bool = False


def line(start: Square, end: Square) -> Iterator[Crossing]:
    """The squares between two squares in order, without these two, and every side on the way.

    The last crossing has no squares: it enters `end`.
    """
    (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
    across, down = ("e" if dx > 0 else "w"), ("s" if dy > 0 else "n")
    wide, high = abs(dx), abs(dy)
    i = j = 0
    while (x, y) != end:
        # Which border is next: the vertical one at (i + ½) / wide or the horizontal one?
        first = (2 * i + 1) * high - (2 * j + 1) * wide
        if first < 0:
            side = ((x, y), across)
            x, i = x + STEPS[across][0], i + 1
            yield Crossing(_inner((x, y), end), (side,))
        elif first > 0:
            side = ((x, y), down)
            y, j = y + STEPS[down][1], j + 1
            yield Crossing(_inner((x, y), end), (side,))
        else:
            beside, under = other((x, y), across)[0], other((x, y), down)[0]
            sides = (((x, y), across), ((x, y), down), (beside, down), (under, across))
            yield Crossing((beside, under), sides, touched=True)
            x, y, i, j = beside[0], under[1], i + 1, j + 1
            yield Crossing(_inner((x, y), end), ())


def _inner(square: Square, end: Square) -> tuple[Square, ...]:
    return () if square == end else (square,)


@dataclass(frozen=True)
class Sight:
    """The result of looking from one square to another.

    `blocked_by` names what blocks the line; `crossed` are all features on the way, blocking or not,
    with their square and side.
    """

    range: int
    blocked_by: tuple[str, ...] = ()
    crossed: tuple[tuple[Side, Feature], ...] = ()

    @property
    def clear(self) -> bool:
        """Whether nothing blocks the line."""
        return not self.blocked_by


@dataclass(frozen=True)
class Obstacles:
    """The pieces and markers that block sight: in each square, the highest level they block."""

    heights: Mapping[Square, int] = field(default_factory=dict)


def sight(
    ground: Ground,
    start: Square,
    end: Square,
    *,
    levels: tuple[int, int] = (0, 0),
    obstacles: Obstacles | None = None,
    most: int | None = None,
) -> Sight:
    """Look from one square to another.

    `levels` are those of the observer and of the target; `most` is the longest range of sight in
    squares, such as at night. Raises KeyError for a square that is not on the ground.
    """
    for square in (start, end):
        ground.terrain[square]
    high = max(levels)
    heights = obstacles.heights if obstacles else {}
    reasons: list[str] = []
    crossed: list[tuple[Side, Feature]] = []
    ends = {start, end}
    for crossing in line(start, end):
        blocked = [
            why
            for square in crossing.squares
            if (why := _blocks(ground, heights, square, high)) is not None
        ]
        if blocked and len(blocked) == len(crossing.squares):
            reasons += blocked
        features = [(side, feature) for side in crossing.sides for feature in ground.on_side(*side)]
        crossed += features
        stopped = [
            (side, feature) for side, feature in features if _stops(side, feature, ends, high)
        ]
        if stopped and (not crossing.touched or _shut(crossing, stopped)):
            reasons += [feature.id for _, feature in stopped]
    away = distance(start, end)
    if most is not None and away > most:
        reasons.append("range")
    return Sight(away, tuple(reasons), tuple(crossed))


def _blocks(ground: Ground, heights: Mapping[Square, int], square: Square, high: int) -> str | None:
    """What blocks sight in a square on the way; None if nothing does."""
    kind = ground.terrain.get(square)
    if kind is None:
        return "map edge"
    if kind.blocks_sight and high <= kind.height:
        return kind.id
    if square in heights and high <= heights[square]:
        return "pieces"
    return None


def _stops(side: Side, feature: Feature, ends: set[Square], high: int) -> bool:
    """Whether a feature blocks sight; it does not for pieces in the squares that it borders."""
    if not feature.blocks_sight or high > feature.height:
        return False
    return side[0] not in ends and other(*side)[0] not in ends


def _shut(crossing: Crossing, stopped: list[tuple[Side, Feature]]) -> bool:
    """Whether features block both ways around a corner: at least one side of each way."""
    shut = {side for side, _ in stopped}
    near_x, near_y, beside, under = crossing.sides
    return bool(shut & {near_x, beside}) and bool(shut & {near_y, under})
