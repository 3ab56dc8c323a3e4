"""The search for the legal action that explains a change, or for the closest one.

For each space a rulebook lists the ways in which the space may have changed (`Local`): what each
adds to sums that all spaces share (a price, a number of spaces), what it costs, which clauses it
breaks. `join` picks one way for each space so that the total cost is least. The work grows with
the number of spaces times the number of different sums.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from operator import add
from typing import NamedTuple

ALIKE = 6
"""How many equally good ways are kept for each sum; more are only counted."""
TOLERANCE = 1e-9

Sums = tuple[int, ...]


class Local(NamedTuple):
    """One way in which a space may have changed.

    `adds` is added to the shared sums. `broken` lists the clauses that this way would break, and
    `cost` how unlikely it is; a legal way costs nothing. `story` says what was done in the space.
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
    """The cost of the sums of a whole action, and the clauses that they break."""

    cost: float
    broken: tuple[str, ...]


class Explanation(NamedTuple):
    """A whole action: one way for each space, and all clauses that it breaks."""

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
    """The cheapest ways to reach a sum: their cost, their number, and the last step of some."""

    __slots__ = ("back", "cost", "ways")

    def __init__(self, cost: float, ways: int, back: list[tuple[Sums, Local]]) -> None:
        self.cost, self.ways, self.back = cost, ways, back


def join(
    spaces: Sequence[Sequence[Local]],
    finish: Callable[[Sums], SumsCost],
    bound: float = float("inf"),
    strict: bool = False,
) -> list[Explanation]:
    """The cheapest explanations, all of the same cost.

    `finish` judges the sums of all spaces together, such as the price paid. The result is empty
    when some space has no way, and when every explanation costs more than `bound`. `strict` leaves
    out sums that break a clause, so that costlier sums that break none are found.
    """
    if not spaces or not all(spaces):
        return []
    # A space with one way that costs nothing only adds to the sums.
    only = {
        n: options[0]
        for n, options in enumerate(spaces)
        if len(options) == 1 and not options[0].cost
    }
    start = (0,) * len(spaces[0][0].adds)
    for local in only.values():
        if any(local.adds):
            start = tuple(map(add, start, local.adds))
    layers: list[dict[Sums, _Best]] = [{start: _Best(0.0, 1, [])}]
    open_ = [options for n, options in enumerate(spaces) if n not in only]
    least = [min(way.cost for way in options) for options in open_]
    rest = sum(least)
    for options, here in zip(open_, least, strict=True):
        rest -= here
        layers.append(_extend(layers[-1], options, bound + TOLERANCE - rest))
        if not layers[-1]:
            return []
    found = _cheapest(layers[-1], finish, bound, strict)
    total = sum(layers[-1][sums].ways for _, sums, _ in found)
    explanations = []
    for cost, sums, verdict in found:
        for chosen in islice(_paths(layers, sums), ALIKE):
            others = iter(chosen)
            picks = tuple(only[n] if n in only else next(others) for n in range(len(spaces)))
            broken = dict.fromkeys(clause for pick in picks for clause in pick.broken)
            broken.update(dict.fromkeys(verdict.broken))
            explanations.append(Explanation(cost, tuple(broken), picks, sums, total - 1))
            if len(explanations) >= ALIKE:
                return explanations
    return explanations


def _cheapest(
    layer: dict[Sums, _Best], finish: Callable[[Sums], SumsCost], bound: float, strict: bool
) -> list[tuple[float, Sums, SumsCost]]:
    """The sums of least cost in all, up to a bound: the cost, the sums, their verdict."""
    verdicts: dict[Sums, SumsCost] = {}
    least = bound
    for sums, best in sorted(layer.items(), key=lambda one: one[1].cost):
        if best.cost > least + TOLERANCE:
            break
        verdict = finish(sums)
        if strict and verdict.broken:
            continue
        verdicts[sums] = verdict
        least = min(least, best.cost + verdict.cost)
    found = []
    for sums, best in layer.items():
        if sums in verdicts and best.cost + verdicts[sums].cost <= least + TOLERANCE:
            found.append((best.cost + verdicts[sums].cost, sums, verdicts[sums]))
    return found


def _extend(layer: dict[Sums, _Best], options: Sequence[Local], bound: float) -> dict[Sums, _Best]:
    """All sums after one more space, with the cheapest ways to each."""
    found: dict[Sums, _Best] = {}
    changes = [(local, local.cost, local.adds if any(local.adds) else None) for local in options]
    for sums, best in layer.items():
        for local, more, adds in changes:
            cost = best.cost + more
            if cost > bound:
                continue
            key = sums if adds is None else tuple(map(add, sums, adds))
            known = found.get(key)
            if known is None or cost < known.cost - TOLERANCE:
                found[key] = _Best(cost, best.ways, [(sums, local)])
            elif cost <= known.cost + TOLERANCE:
                known.ways += best.ways
                if len(known.back) < ALIKE:
                    known.back.append((sums, local))
    return found


def _paths(layers: list[dict[Sums, _Best]], end: Sums) -> Iterator[tuple[Local, ...]]:
    """The picks that lead to a sum in the last layer, in the order of the spaces."""
    *earlier, last = layers
    if not earlier:
        yield ()
        return
    for before, local in last[end].back:
        for start in _paths(earlier, before):
            yield (*start, local)


def core(explanations: Sequence[Explanation]) -> tuple[str, ...]:
    """The clauses that all of several equally good explanations break."""
    if not explanations:
        return ()
    first, *rest = explanations
    return tuple(clause for clause in first.broken if all(clause in other.broken for other in rest))
