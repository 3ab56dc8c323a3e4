"""Payments on a track: which moves of its marker pay what was due, and which of them are wrong.

Where points beyond an end of the track are lost, the last position of a marker does not tell
whether each payment was right. Its moves are therefore matched with what was due, in order.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from modgen_rules.engine.reading import effort, prices, windows
from modgen_rules.engine.reading.verdicts import CERTAIN

Lead = Callable[[range, int], Collection[int]]
"""The numbers to which dues (a range of them) may move the marker from a number."""


class MarkerMove(NamedTuple):
    """A move of the marker: the act, and the numbers from which and to which it went."""

    act: int
    source: int
    target: int


class Wrong(NamedTuple):
    """A wrong payment: the dues that it was for, and where the marker was before and after it.

    Without dues it is a move that pays nothing.
    """

    dues: range
    source: int
    target: int
    act: int
    """The last act of the payment, or the one after which nothing was paid."""
    paid: bool = True
    """Whether the marker was moved for it at all."""


class Matched(NamedTuple):
    """A way to match moves with dues, and what is wrong in it."""

    cost: float
    wrong: tuple[Wrong, ...] = ()


@dataclass
class Payments:
    """What a marker owes, and how it moved.

    Several moves may make one payment and one move several payments, in the order of the dues.
    """

    start: int
    moves: Sequence[MarkerMove]
    dues: Sequence[int]
    """The acts after which something is due, in order."""
    lead: Lead
    begun: bool = True
    """Whether all dues are known: else the first moves may pay what was due before."""
    ended: bool = True
    """Whether all moves are known: else the last dues may be paid later."""
    opened: int = 0
    """Moves before this act may also pay what was due before, alone or together with known dues."""

    def matched(self) -> tuple[list[Matched], float]:
        """The cheapest ways to match all moves with all dues, and what a way costs besides in
        which nothing is wrong."""
        best: dict[tuple[int, int], list[Matched]] = {(0, 0): [Matched(0.0)]}
        for paid in range(len(self.dues) + 1):
            for used in range(len(self.moves) + 1):
                known = best.get((used, paid), [])
                clean = [one for one in known if not one.wrong]
                for before in dict.fromkeys((*_cheapest(known), *_cheapest(clean))):
                    for state, cost, wrong in self._onward(used, paid):
                        after = Matched(before.cost + cost, (*before.wrong, *wrong))
                        best.setdefault(state, []).append(after)
        whole = [
            one._replace(cost=one.cost + prices.OWED * self._broken_off(paid))
            for (used, paid), readings in best.items()
            if used == len(self.moves) and (paid == len(self.dues) or not self.ended)
            for one in readings
        ]
        found = _cheapest(whole)
        right = min((one.cost for one in whole if not one.wrong), default=CERTAIN)
        return found, right - found[0].cost

    def _broken_off(self, paid: int) -> bool:
        """Whether some of what is due at one moment was paid, and the rest was not."""
        return 0 < paid < len(self.dues) and self.dues[paid - 1] == self.dues[paid]

    def _onward(
        self, used: int, paid: int
    ) -> Iterator[tuple[tuple[int, int], float, tuple[Wrong, ...]]]:
        """The ways in which the next moves pay the next dues, or the next move nothing."""
        moves, dues = self.moves, self.dues
        source = moves[used - 1].target if used else self.start
        if used < len(moves):
            stray = Wrong(range(paid, paid), source, moves[used].target, moves[used].act)
            early = moves[used].act < dues[0] - windows.SOON if dues else True
            known = moves[used].act >= self.opened and (bool(paid) or self.begun or not early)
            price = prices.PAYS_NOTHING if known else prices.BEGUN
            yield (used + 1, paid), price, (stray,) * known
        for last in range(paid + 1, min(len(dues), paid + effort.MOST_DUES) + 1):
            span = range(paid, last)
            reached = self.lead(span, source)
            together = dues[paid] == dues[last - 1]
            for upto in range(used, min(len(moves), used + effort.MOST_MOVES) + 1):
                run = moves[used:upto]
                if len(run) > 1 and run[-1].act - run[0].act > windows.MUCH_LATER:
                    break
                target = run[-1].target if run else source
                cost = self._price(run, span)
                if target in reached:
                    yield (upto, last), cost, ()
                elif run and run[-1].act < self.opened:
                    yield (upto, last), cost + prices.BEGUN, ()
                elif together:
                    act = run[-1].act if run else dues[paid]
                    cost += prices.PAYS_WRONGLY
                    if not run:
                        cost = prices.OWED + prices.PAYS_IN_PARTS * (last - paid - 1)
                    yield (upto, last), cost, (Wrong(span, source, target, act, bool(run)),)

    def _price(self, run: Sequence[MarkerMove], span: range) -> float:
        """What it costs that some moves pay some dues."""
        dues = [self.dues[n] for n in span]
        if not run:
            return prices.PAYS_SEVERAL * (len(dues) > 1)
        first, last = run[0].act, run[-1].act
        cost = prices.PAYS_IN_PARTS * (len(run) - 1)
        several = dues[0] != dues[-1] or (len(run) > len(dues) and _corrected(run))
        cost += prices.PAYS_SEVERAL * (len(run) > 1 and several)
        cost += prices.PAYS_EARLY * any(first < due - windows.MUCH_LATER for due in dues)
        cost += prices.PAYS_LATE * sum(last > due + windows.MUCH_LATER for due in dues)
        cost += prices.PAYS_AHEAD * any(first < due - windows.SOON for due in dues)
        return cost + prices.PAYS_AWAY * sum(abs(last - due) for due in dues)


def _cheapest(readings: Iterable[Matched]) -> list[Matched]:
    """The different readings that cost least."""
    known = [*readings]
    least = min((one.cost for one in known), default=0.0)
    return [*dict.fromkeys(one for one in known if one.cost == least)]


def _corrected(run: Sequence[MarkerMove]) -> bool:
    """Whether some of the moves take back what others did."""
    return len({one.target > one.source for one in run}) > 1
