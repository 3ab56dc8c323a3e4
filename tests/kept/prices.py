"""Estimates what departures of records cost from legal whole games.

python -m tests.kept.prices                     from every legal kept game
python -m tests.kept.prices --fresh 1000 --times 5    from other games
python -m tests.kept.prices --set people-power  from those of some sets
python -m tests.kept.prices --write             keep the counts (engine/reading/counts.csv)
python -m tests.kept.prices --stored            the counts that are kept, without playing games

A price is the negative logarithm of how often a record departs so, in nats. The range of each price
is that of the estimates without one of the sets, and the surprise is that of each set by the
estimate from the others. The counts in the table come from other games (`--fresh`) than the kept
ones, so that no kept game is judged by prices that were estimated from it.
"""

from __future__ import annotations

import argparse
import csv
import io
import math
from collections import defaultdict
from collections.abc import Iterator, Mapping
from multiprocessing import get_context
from typing import TYPE_CHECKING, NamedTuple

from modgen.vassal.archive import write_text
from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.lapses import Lapses
from tests.kept import tracing
from tests.kept.table import aligned

if TYPE_CHECKING:
    from tests.kept.run import Done, Job

COLUMNS = ("price", "in the table", "comes from", "measured", "without a set", "seen", "of", "sets")
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
        without = tuple(prices.nats(seen - a, chances - b) for a, b in counts if chances > b)
        known = float(getattr(prices, name))
        lost = sum(surprise(known, a, b) for a, b in counts) / chances
        others = zip(without, counts, strict=True) if without else ()
        left_out = sum(surprise(cost, a, b) for cost, (a, b) in others) / chances
        measured = prices.nats(seen, chances)
        yield Estimate(name, known, measured, without, seen, chances, (lost, left_out))


def printed(counted: Mapping[str, Lapses]) -> str:
    """The prices as a table: those that are counted, and those that are judged."""
    lines: list[list[object]] = []
    known = {one.name: one for one in estimates(counted)}
    for name, price in vars(prices).items():
        one, kept = known.get(name), isinstance(price, prices.Price)
        if not (isinstance(price, float) and name.isupper()):
            continue
        line: list[object] = [name, f"{price:.2f}", "a count" if kept else "judged"]
        if one is not None and (one.seen or kept):
            spread = f"{min(one.without):.2f} to {max(one.without):.2f}" if one.without else ""
            line += [f"{one.measured:.2f}", spread, one.seen, one.chances]
            line += [max(1, len(one.without)), f"{one.surprise[0]:.3f}"]
            line += [f"{one.surprise[1]:.3f}" if one.without else ""]
        lines.append(line + [""] * (len(COLUMNS) - len(line)))
    return aligned(COLUMNS, lines)


def jobs(names: list[str], part: int, fresh: int | None, times: int) -> Iterator[Job]:
    """Legal whole games: those of the kept sets, or others from a seed on.

    Single turns are made to show each rule, not as often as people play it.
    """
    from tests.kept.run import again, new

    for name in (one for one in names if one.endswith(("games", "recorded", "second engine"))):
        for job in again(name, part) if fresh is None else new(name, fresh, times):
            rows = [row for row in job.rows if row.legal]
            if rows:
                yield job._replace(rows=rows)


def stored() -> dict[str, Lapses]:
    """The counts that are kept, by the names of the sets."""
    found: dict[str, Lapses] = defaultdict(Lapses)
    with prices.COUNTS.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            found[row["set"]].note(row["price"], int(row["seen"]), int(row["of"]))
    return found


def write(counted: Mapping[str, Lapses]) -> None:
    """Store the counts of the prices that are kept, those of other sets as they are."""
    known = stored()
    names = dict.fromkeys(name for one in known.values() for name in one.chances)
    file = io.StringIO()
    table = csv.writer(file, lineterminator="\n")
    table.writerow(["price", "set", "seen", "of"])
    for name in names:
        for one, lapses in (known | dict(counted)).items():
            if lapses.chances[name]:
                table.writerow([name, one, lapses.seen[name], lapses.chances[name]])
    write_text(prices.COUNTS, file.getvalue())


def work(job: Job) -> Done:
    """One job, in a worker process, where prices are traced before rulebooks are imported."""
    from tests.kept import run

    return run.work(job)


def main(arguments: list[str] | None = None) -> None:
    """Judge legal games and print the table."""
    from tests.kept.sets import NAMES

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--set", action="append", help="only sets whose name begins so; repeatable")
    parser.add_argument("--part", type=int, default=1, help="one of so many rows")
    parser.add_argument("--fresh", type=int, help="other games, from this seed on")
    parser.add_argument("--times", type=int, default=1, help="so many times as many other games")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--write", action="store_true", help="keep the counts")
    parser.add_argument("--stored", action="store_true", help="only print the counts that are kept")
    wanted = parser.parse_args(arguments)
    if wanted.stored:
        print(printed(stored()))
        return
    names = [name for name in NAMES if name.startswith(tuple(wanted.set or [""]))]
    counted: dict[str, Lapses] = defaultdict(Lapses)
    with get_context("spawn").Pool(wanted.workers, tracing.begin) as pool:
        for done in pool.imap(work, jobs(names, wanted.part, wanted.fresh, wanted.times)):
            for _, now in done.found:
                if now is not None:
                    counted[done.job.name].add(now.lapses)
    if wanted.write:
        write(counted)
    print(printed(counted))


if __name__ == "__main__":
    main()
