"""Judges the kept games of all rulebooks and compares each with what was kept of it.

python -m tests.kept.run                       every kept game (`make kept`)
python -m tests.kept.run --part 10             every tenth, as `make slices` does
python -m tests.kept.run --write               keep the outcomes of today
python -m tests.kept.run --fresh 1000 --times 5    other games, of which nothing is kept

The exit code is 1 if a row is judged worse than its kept outcome.
"""

from __future__ import annotations

import argparse
import gc
import sys
import tempfile
import time
import zlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from modgen_rules.audit.work import COLLECTED
from tests.kept.rows import Row, read, worse, write
from tests.kept.sets import NAMES, SETS, Set, source_of
from tests.kept.source import Judged, judged
from tests.kept.table import by_gap, calibration, printed

WORKERS = 2
ROWS_OF_A_JOB = 25
TRIES = 6
"""The most seeds in which an occasion of a mistake is looked for."""
SHOWN = 40


class Job(NamedTuple):
    """Rows to judge again, or new rows to make: so many of a kind, from a seed on."""

    name: str
    rows: Sequence[Row]
    wanted: int = 0


class Done(NamedTuple):
    """What became of a job: its rows then and now (None: cannot be made), the seconds of all."""

    job: Job
    found: list[tuple[Row, Judged | None]]
    seconds: float


def work(job: Job) -> Done:
    """One job, in a worker process."""
    gc.set_threshold(*COLLECTED)
    with tempfile.TemporaryDirectory() as place:
        began = time.process_time()
        source, path = source_of(job.name), Path(place) / "game.vlog"
        found: list[tuple[Row, Judged | None]] = []
        for row in job.rows:
            if job.wanted and sum(one is not None for _, one in found) == job.wanted:
                break
            found.append((row, judged(source, row, path)))
        return Done(job, found, time.process_time() - began)


def again(name: str, part: int) -> Iterator[Job]:
    """The kept rows of a set, or a fixed part of them."""
    rows = [row for row in read(name) if zlib.crc32(repr((name, row.key)).encode()) % part == 0]
    for n in range(0, len(rows), ROWS_OF_A_JOB):
        yield Job(name, rows[n : n + ROWS_OF_A_JOB])


def new(name: str, seed: int, times: int) -> Iterator[Job]:
    """New rows of a set: its listed games, legal games and mistakes of each kind."""
    one: Set = SETS[name]
    source = source_of(name)
    listed = source.listed()
    for n in range(0, len(listed), ROWS_OF_A_JOB):
        yield Job(name, listed[n : n + ROWS_OF_A_JOB])
    if not one.records:
        return
    for record, title in product(one.records, source.legal()):
        number = one.legal * times
        rows = [Row(title, n, record) for n in range(seed, seed + 4 * number)]
        yield Job(name, rows, number)
    titles = source.legal() if one.titled else ("",)
    for n, kind in enumerate(source.kinds()):
        for m in range(one.mistakes):
            record = one.records[(n + m) % len(one.records)]
            title = titles[(n + m) % len(titles)]
            first = seed + m // len(one.records) * TRIES * times
            rows = [Row(title, at, record, kind) for at in range(first, first + TRIES * times)]
            yield Job(name, rows, times)


def parsed(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--set", action="append", help="only sets whose name begins so; repeatable")
    parser.add_argument("--part", type=int, default=1, help="one of so many rows")
    parser.add_argument("--write", action="store_true", help="keep the outcomes of today")
    parser.add_argument("--fresh", type=int, help="new games, from this seed on")
    parser.add_argument("--times", type=int, default=1, help="so many times as many new games")
    parser.add_argument("--told", action="store_true", help="print the findings of changed rows")
    parser.add_argument("--workers", type=int, default=WORKERS)
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> int:
    """Judge, print the table and what has changed."""
    wanted = parsed(arguments)
    names = [name for name in NAMES if name.startswith(tuple(wanted.set or [""]))]
    if not names:
        sys.exit(f"no set begins with {wanted.set[0]}; the sets are {', '.join(NAMES)}")
    if wanted.fresh is not None and not wanted.write:
        names = [name for name in names if SETS[name].records]  # The others have no new games.
    jobs = [
        job
        for name in names
        for job in (
            again(name, wanted.part)
            if wanted.fresh is None
            else new(name, wanted.fresh, wanted.times)
        )
    ]
    rows: dict[str, list[Row]] = defaultdict(list)
    seconds: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    gaps: list[tuple[Row, Sequence[float]]] = []
    changes: list[str] = []
    failed = False
    with get_context("spawn").Pool(wanted.workers) as pool:
        for done in pool.imap(work, jobs):
            name = done.job.name
            seconds[name][1] += done.seconds
            for before, now in done.found:
                if now is not None:
                    rows[name].append(now.row)
                    gaps.append((now.row, now.gaps))
                    seconds[name][0] += now.seconds
                if wanted.fresh is None:
                    change, bad = compared(before, now)
                    failed |= bad
                    if change:
                        told = [f"        {one}" for one in now.told] if now and wanted.told else []
                        changes += ["\n".join([f"{name}: {change}", *told])]
    print(printed(rows, seconds))
    print(calibration(rows))
    print(by_gap(gaps))
    print("\n".join(changes[:SHOWN]))
    if changes[SHOWN:]:
        print(f"and {len(changes) - SHOWN} more")
    if wanted.write:
        for name in names:
            left = {} if wanted.fresh is not None else {row.key: row for row in read(name)}
            write(name, (left | {row.key: row for row in rows[name]}).values())
        return 0
    return int(failed)


def compared(before: Row, now: Judged | None) -> tuple[str, bool]:
    """What has changed in a row, and whether it is judged worse."""
    title = " ".join(str(one) for one in before.key if one not in ("", 0))
    if now is None:
        return f"{title}: the game cannot be made any more", True
    if now.row == before:
        return "", False
    change = worse(before, now.row)
    was, found = before.findings or "nothing", now.row.findings or "nothing"
    return f"{title}: {change or 'not worse'}; {was} -> {found}", bool(change)


if __name__ == "__main__":
    sys.exit(main())
