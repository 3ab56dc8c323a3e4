"""Estimates what departures of records cost from the legal games of the kept sets.

python -m tests.kept.prices                     from every legal kept game
python -m tests.kept.prices --set people-power  from those of some sets

A price is the negative logarithm of how often a record departs so, in nats. No set is judged by
prices that were estimated from it: the range of each price is that of the estimates without one of
the sets, and the surprise is that of each set by the estimate from the others.
"""

from __future__ import annotations

import argparse
import math
from collections import defaultdict
from collections.abc import Iterator, Mapping
from multiprocessing import get_context
from typing import NamedTuple

from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.lapses import Lapses
from tests.kept.run import WORKERS, Job, again, work
from tests.kept.sets import NAMES
from tests.kept.table import aligned

COLUMNS = ("price", "in the table", "measured", "without a set", "seen", "of", "sets")
COLUMNS += ("surprise by the table", "by other sets")
LEAST = 20
"""Fewer occasions say nothing about a set."""


class Estimate(NamedTuple):
    """A price: in the table, from all sets, and from all sets but one."""

    name: str
    known: float
    measured: float
    without: tuple[float, ...]
    seen: int
    chances: int
    surprise: tuple[float, float]
    """Nats for each occasion, by the table and by the other sets."""


def surprise(cost: float, seen: int, chances: int) -> float:
    """The nats by which a price is surprised at a set."""
    rate = min(math.exp(-cost), 1 - 1e-6)
    return -seen * math.log(rate) - (chances - seen) * math.log(1 - rate)


def estimates(counted: Mapping[str, Lapses]) -> Iterator[Estimate]:
    """The prices of all departures that were counted, each set with the others."""
    names = dict.fromkeys(name for one in counted.values() for name in one.chances)
    for name in names:
        counts = [(one.seen[name], one.chances[name]) for one in counted.values()]
        counts = [one for one in counts if one[1] >= LEAST]
        if not counts:
            continue
        seen, chances = (sum(one[n] for one in counts) for n in range(2))
        without = tuple(
            prices.Price(0.0, seen - a, chances - b).nats for a, b in counts if chances > b
        )
        known = float(getattr(prices, name))
        lost = sum(surprise(known, a, b) for a, b in counts) / chances
        others = zip(without, counts, strict=True) if without else ()
        left_out = sum(surprise(cost, a, b) for cost, (a, b) in others) / chances
        measured = prices.Price(known, seen, chances).nats
        yield Estimate(name, known, measured, without, seen, chances, (lost, left_out))


def printed(counted: Mapping[str, Lapses]) -> str:
    """The estimates as a table."""
    lines: list[list[object]] = []
    for one in sorted(estimates(counted), key=lambda one: [*vars(prices)].index(one.name)):
        spread = f"{min(one.without):.2f} to {max(one.without):.2f}" if one.without else ""
        line = [one.name, f"{one.known:.2f}", f"{one.measured:.2f}", spread, one.seen, one.chances]
        lost = [f"{each:.3f}" for each in one.surprise]
        lines.append([*line, max(1, len(one.without)), lost[0], lost[1] if one.without else ""])
    return aligned(COLUMNS, lines)


def jobs(names: list[str], part: int) -> Iterator[Job]:
    """The legal rows of some sets."""
    for name in names:
        for job in again(name, part):
            rows = [row for row in job.rows if row.legal]
            if rows:
                yield job._replace(rows=rows)


def main(arguments: list[str] | None = None) -> None:
    """Judge legal games and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--set", action="append", help="only sets whose name begins so; repeatable")
    parser.add_argument("--part", type=int, default=1, help="one of so many rows")
    parser.add_argument("--workers", type=int, default=WORKERS)
    wanted = parser.parse_args(arguments)
    names = [name for name in NAMES if name.startswith(tuple(wanted.set or [""]))]
    counted: dict[str, Lapses] = defaultdict(Lapses)
    with get_context("spawn").Pool(wanted.workers) as pool:
        for done in pool.imap(work, jobs(names, wanted.part)):
            for _, now in done.found:
                if now is not None:
                    counted[done.job.name].add(now.lapses)
    print(printed(counted))


if __name__ == "__main__":
    main()
