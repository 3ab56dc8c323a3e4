"""The search for an explanation: local stories of each space, joined under what they share.

A rulebook says, for each space, in which ways it may have come to look as it does (`Local`): each
with what it adds to sums that all spaces share (prices, counts, tracks), what it costs in clauses
broken, and its story. `join` picks one way a space so that the whole is cheapest. Work grows with
spaces times sums, never with their powers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from operator import add
from typing import NamedTuple

ALIKE = 6
"""So many equally good ways are kept at each sum; more are only counted."""
TOLERANCE = 1e-9

Sums = tuple[int, ...]


class Local(NamedTuple):
    """One way in which a space may have come to look as it does.

    `broken` are clauses that it would break, `cost` says how hard that is to believe; a legal way
    costs nothing. `story` is for people and for evidence: what was done here.
    """

    adds: Sums
    cost: float = 0.0
    broken: tuple[str, ...] = ()
    story: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    """Clauses on whose reading it depends: legal by a ruling, not beyond doubt."""
    reached: object = None
    """Where an illegal way leads, when the log shows something else: for messages."""


class SumsCost(NamedTuple):
    """What the sums of a whole action cost, and the clauses that they break."""

    cost: float
    broken: tuple[str, ...]


class Explanation(NamedTuple):
    """A whole action: one way for each space, and what is broken in all."""

    cost: float
    broken: tuple[str, ...]
    picks: tuple[Local, ...]
    sums: Sums
    others: int
    """How many other explanations are as good."""

    @property
    def legal(self) -> bool:
        """Whether no clause is broken."""
        return not self.broken


class _Best:
    """The cheapest ways to a sum: their cost, how many, and where the first of them come from."""

    __slots__ = ("back", "cost", "ways")

    def __init__(self, cost: float, ways: int, back: list[tuple[Sums, Local]]) -> None:
        self.cost, self.ways, self.back = cost, ways, back


def join(
    spaces: Sequence[Sequence[Local]],
    finish: Callable[[Sums], SumsCost],
    bound: float = float("inf"),
) -> list[Explanation]:
    """The cheapest explanations, all of one cost; none when a space has no way, or beyond `bound`.

    `finish` judges the sums of all spaces together: the price paid, the number of spaces.
    """
    if not spaces or not all(spaces):
        return []
    layers: list[dict[Sums, _Best]] = [{(0,) * len(spaces[0][0].adds): _Best(0.0, 1, [])}]
    for options in spaces:
        layers.append(_extend(layers[-1], options, bound))
        if not layers[-1]:
            return []
    found: list[tuple[float, Sums, SumsCost]] = []
    least = bound
    for sums, best in layers[-1].items():
        if best.cost > least + TOLERANCE:
            continue
        verdict = finish(sums)
        cost = best.cost + verdict.cost
        if cost < least - TOLERANCE:
            found = [(cost, sums, verdict)]
            least = cost
        elif cost <= least + TOLERANCE:
            found.append((cost, sums, verdict))
    total = sum(layers[-1][sums].ways for _, sums, _ in found)
    explanations = []
    for cost, sums, verdict in found:
        for picks in _paths(layers, sums):
            broken = dict.fromkeys(clause for pick in picks for clause in pick.broken)
            broken.update(dict.fromkeys(verdict.broken))
            explanations.append(Explanation(cost, tuple(broken), picks, sums, total - 1))
            if len(explanations) >= ALIKE:
                return explanations
    return explanations


def _extend(layer: dict[Sums, _Best], options: Sequence[Local], bound: float) -> dict[Sums, _Best]:
    """All sums after one more space."""
    found: dict[Sums, _Best] = {}
    for sums, best in layer.items():
        for local in options:
            cost = best.cost + local.cost
            if cost > bound:
                continue
            key = tuple(map(add, sums, local.adds))
            known = found.get(key)
            if known is None or cost < known.cost - TOLERANCE:
                found[key] = _Best(cost, best.ways, [(sums, local)])
            elif cost <= known.cost + TOLERANCE:
                known.ways += best.ways
                if len(known.back) < ALIKE:
                    known.back.append((sums, local))
    return found


def _paths(layers: list[dict[Sums, _Best]], end: Sums) -> Iterator[tuple[Local, ...]]:
    """The ways that lead to a sum, last space first in the search, in order in the result."""

    def walk(depth: int, sums: Sums) -> Iterator[tuple[Local, ...]]:
        if depth == 0:
            yield ()
            return
        for before, local in layers[depth][sums].back:
            for start in walk(depth - 1, before):
                yield (*start, local)

    yield from islice(walk(len(layers) - 1, end), ALIKE)


def core(explanations: Sequence[Explanation]) -> tuple[str, ...]:
    """The clauses that every one of equally good explanations breaks."""
    if not explanations:
        return ()
    first, *rest = explanations
    return tuple(one for one in first.broken if all(one in other.broken for other in rest))
