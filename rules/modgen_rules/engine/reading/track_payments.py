"""Payments on a track whose ends swallow points: which of them was recorded wrongly.

Where points beyond an end are lost, the last position of a marker does not tell whether each
payment was right. Its moves are therefore matched with what was due, in order.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from modgen_rules.engine.reading import prices, windows
from modgen_rules.engine.reading.verdicts import CERTAIN


class Due(Protocol):
    """What a marker owes at a moment, for example all points of a battle."""

    @property
    def act(self) -> int:
        """The act after which it is due."""
        ...

    def lead(self, value: int) -> Collection[int]:
        """The numbers to which the marker may go from a number."""
        ...


class MarkerMove(NamedTuple):
    """A move of the marker: the act, and the numbers from which and to which it went."""

    act: int
    source: int
    target: int


class Mispaid(NamedTuple):
    """A payment that is wrong: which due it was for, and where the marker was before and after."""

    due: int
    source: int
    target: int
    act: int
    """The last act of the payment, or the one after which nothing was paid."""
    gap: float = CERTAIN
    """By how much less it costs than payments that are all right, in whatever order, in nats."""


@dataclass(frozen=True)
class _Matched:
    cost: float
    wrong: tuple[Mispaid, ...] = ()


def mispaid(
    start: int, moves: Sequence[MarkerMove], dues: Sequence[Due], soon: int
) -> Mispaid | None:
    """The only payment that is wrong, or None if all may be right or several may be the wrong one.

    Several moves may make one payment and one move several payments, in the order of the dues. A
    payment that comes more than `soon` acts after it was due is late.
    """
    values = [start, *(one.target for one in moves)]
    best: dict[tuple[int, int], list[_Matched]] = {(0, 0): [_Matched(0.0)]}
    for paid in range(len(dues)):
        for used in range(len(moves) + 1):
            known = best.get((used, paid), [])
            clean = [one for one in known if not one.wrong]
            for before in dict.fromkeys((*_cheapest(known), *_cheapest(clean))):
                for state, after in _onward(before, used, paid, values, moves, dues, soon):
                    best.setdefault(state, []).append(after)
    whole = best.get((len(moves), len(dues)), [])
    found = [one.wrong for one in _cheapest(whole)]
    culprits = {tuple(one.due for one in wrong) for wrong in found}
    if len(culprits) != 1 or len(found[0]) != 1:
        return None
    cost = min(one.cost for one in whole)
    gap = min((one.cost - cost for one in whole if not one.wrong), default=CERTAIN)
    return found[0][0]._replace(gap=gap)


def _cheapest(readings: Iterable[_Matched]) -> list[_Matched]:
    """The different readings that cost least."""
    known = [*readings]
    least = min((one.cost for one in known), default=0.0)
    return [*dict.fromkeys(one for one in known if one.cost == least)]


def _onward(
    before: _Matched,
    used: int,
    paid: int,
    values: Sequence[int],
    moves: Sequence[MarkerMove],
    dues: Sequence[Due],
    soon: int,
) -> Iterator[tuple[tuple[int, int], _Matched]]:
    """The readings in which the next moves pay the next dues."""
    source = values[used]
    reached: set[int] = {source}
    for last in range(paid + 1, len(dues) + 1):
        due = dues[last - 1]
        reached = {number for value in reached for number in due.lead(value)}
        begins = dues[last - 2].act - windows.SOON if last > 1 else -1
        for upto in range(used, len(moves) + 1):
            run = moves[used:upto]
            if run and run[-1].act < begins:
                continue
            cost = before.cost
            if len(run) > 1 and last > paid + 1:
                cost += prices.PAYS_SEVERAL + prices.PAYS_IN_PARTS
            if run:
                early = last > 1 and run[0].act < dues[last - 2].act
                split = any(run[0].act <= one.act < run[-1].act for one in dues[last:])
                cost += prices.PAYS_EARLY * (early or split or run[-1].act > run[0].act + soon)
                cost += prices.PAYS_LATE * sum(
                    run[-1].act > one.act + soon for one in dues[paid:last]
                )
                cost += prices.PAYS_AHEAD * any(run[-1].act > one.act for one in dues[last:])
            if values[upto] in reached:
                yield (upto, last), _Matched(cost, before.wrong)
            elif last == paid + 1:
                act = run[-1].act if run else due.act
                wrong = Mispaid(paid, source, values[upto], act)
                yield (upto, last), _Matched(cost + prices.PAYS_WRONGLY, (*before.wrong, wrong))
