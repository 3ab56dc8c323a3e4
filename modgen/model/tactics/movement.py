"""Movement over squares: the cost of a step, closed terrain, and how far a piece can go."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from modgen.model.tactics.ground import STEPS, Ground, Square
from modgen.model.types.pieces import PieceType

Stand = tuple[Square, int]
"""A square and the level in it, 0 for the ground."""
SIDE_TO = {step: side for side, step in STEPS.items()}


class Mover(NamedTuple):
    """What moves: the words in `closed_to` that apply to it, and whether it moves diagonally."""

    kinds: frozenset[str]
    diagonal: bool = True
    level_cost: float = 0
    """Movement points for each level up or down."""


def kinds_of(piece: PieceType, face: str = "") -> frozenset[str]:
    """The words in `closed_to` that apply to a piece: its size class, its id, `id/face`."""
    shown = face or piece.start_face.id
    return frozenset((piece.id, f"{piece.id}/{shown}", piece.size_class or piece.id))


def step_cost(ground: Ground, mover: Mover, a: Square, b: Square) -> float | None:
    """Movement points from a square into an adjacent one; None if the mover may not enter.

    A diagonal step is possible if at least one way around the corner is open; it costs the
    features of the cheaper way.
    """
    into = ground.terrain.get(b)
    if into is None or mover.kinds & set(into.closed_to):
        return None
    crossing = _crossing(ground, mover, a, b)
    return None if crossing is None else into.cost + crossing


def _crossing(ground: Ground, mover: Mover, a: Square, b: Square) -> float | None:
    """What the features between two squares cost; None if they stop the mover."""
    side = SIDE_TO.get((b[0] - a[0], b[1] - a[1]))
    if side is not None:
        features = ground.on_side(a, side)
        if any(mover.kinds & set(feature.closed_to) for feature in features):
            return None
        return sum(feature.cost for feature in features)
    if not mover.diagonal:
        return None
    costs = []
    for between in ((b[0], a[1]), (a[0], b[1])):
        first, second = _crossing(ground, mover, a, between), _crossing(ground, mover, between, b)
        if first is not None and second is not None:
            costs.append(first + second)
    return min(costs, default=None)


def reach(
    ground: Ground,
    mover: Mover,
    start: Stand,
    points: float,
    *,
    stops: frozenset[Square] = frozenset(),
    shut: frozenset[Square] = frozenset(),
) -> dict[Stand, float]:
    """Every square and level that a mover can reach with its movement points, and the least cost.

    On an upper level it enters only squares that have that level too. It ends its move in a square
    of `stops`, and never enters one of `shut`. Raises KeyError if the start is not on the ground.
    """
    best = {start: 0.0}
    queue: list[tuple[float, Stand]] = [(0.0, start)]
    while queue:
        paid, stand = heappop(queue)
        if paid > best[stand] or (stand[0] in stops and stand != start):
            continue
        for after, cost in _steps(ground, mover, stand):
            total = paid + cost
            if total <= points and after[0] not in shut and total < best.get(after, points + 1):
                best[after] = total
                heappush(queue, (total, after))
    return best


def _steps(ground: Ground, mover: Mover, stand: Stand) -> Iterator[tuple[Stand, float]]:
    square, level = stand
    for floor in (level - 1, level + 1):
        if 0 <= floor < ground.terrain[square].floors:
            yield (square, floor), mover.level_cost
    for near in ground.around(square):
        cost = step_cost(ground, mover, square, near)
        if cost is not None and level < ground.terrain[near].floors:
            yield (near, level), cost
