"""`modgen audit` on simulated logs: logs a second, memory, one core, two cores, a Dask cluster.

    python -m benchmarks.audit 10000

makes as many logs and judges them with one process, with two, and by two workers of a local Dask
cluster of which one is killed after a third of the time. It ends with 1 if the three databases do
not have the same rows. `make bench` does the same with fewer logs. A folder after the number holds
logs that `python -m benchmarks.archives 10000 FOLDER` made earlier.
"""

from __future__ import annotations

import logging
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import duckdb

from benchmarks.archives import make
from benchmarks.measure import CALIBRATION
from modgen_rules.audit import schema

LOGS = 200
SAMPLE = 0.5
"""Seconds between two looks at the memory."""
DIFFERING = {"runs", "work"}
"""Tables that hold times."""
PARTS = 4
"""The memory is told for this many parts of a run."""


class Audit(NamedTuple):
    """One run: its database, seconds on the clock, the largest process in MB over time."""

    name: str
    database: Path
    wall: float
    memory: list[float]


def tree_memory(process: subprocess.Popen[bytes]) -> float:
    """MB of the largest process that a process started, or of itself."""
    import psutil

    largest = 0.0
    try:
        top = psutil.Process(process.pid)
        for one in (top, *top.children(recursive=True)):
            largest = max(largest, one.memory_info().rss / 1e6)
    except psutil.Error:
        pass
    return largest


def run(name: str, logs: Path, database: Path, *options: str) -> Audit:
    """One audit."""
    command = [sys.executable, "-m", "modgen", "audit", str(logs), "-d", str(database), *options]
    began = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    memory: list[float] = []
    while process.poll() is None:
        memory.append(tree_memory(process))
        time.sleep(SAMPLE)
    wall = time.perf_counter() - began
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    return Audit(name, database, wall, memory)


@contextmanager
def losing_a_worker(after: float) -> Iterator[str]:
    """The address of a Dask cluster with two workers; one is killed after some seconds."""
    import psutil
    from distributed import LocalCluster

    with (
        tempfile.TemporaryDirectory() as place,
        LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            local_directory=place,
            silence_logs=logging.CRITICAL,
        ) as local,
    ):
        ended = threading.Event()

        def kill() -> None:
            if not ended.wait(after):
                worker = next(iter(local.workers.values()))
                psutil.Process(worker.pid).kill()

        thread = threading.Thread(target=kill)
        thread.start()
        try:
            yield local.scheduler_address
        finally:
            ended.set()
            thread.join()


def line(audit: Audit, number: int) -> str:
    """A line of the table."""
    with duckdb.connect(str(audit.database), read_only=True) as con:
        (cpu,) = con.execute("SELECT sum(seconds) FROM work").fetchone() or (0,)
        (turns,) = con.execute("SELECT sum(turns) FROM games").fetchone() or (0,)
    size = max(1, -(-len(audit.memory) // PARTS))
    parts = [audit.memory[n : n + size] for n in range(0, len(audit.memory), size)]
    memory = ", ".join(f"{max(part):.0f}" for part in parts)
    return (
        f"| {number:,} logs, {audit.name} | {audit.wall:.1f} s | {number / audit.wall:.1f} | "
        f"{1e3 * cpu / number:.1f} ms | {turns / number:.1f} | {1e3 * cpu / turns:.2f} ms | "
        f"{1e3 * cpu / number / CALIBRATION:.0f} / 1000 | {memory} MB | "
        f"{audit.database.stat().st_size / number / 1e3:.1f} kB |"
    )


def differences(one: Path, other: Path) -> list[str]:
    """The tables in which two databases differ, with the number of rows that only one has."""
    found = []
    with duckdb.connect() as con:
        con.execute(f"ATTACH '{one}' AS a (READ_ONLY)")
        con.execute(f"ATTACH '{other}' AS b (READ_ONLY)")
        for table in schema.TABLES:
            if table.name in DIFFERING:
                continue
            rows = [f"(SELECT * FROM {side}.{table.name})" for side in "ab"]
            (number,) = con.execute(
                f"SELECT (SELECT count(*) FROM ({rows[0]} EXCEPT ALL {rows[1]})) + "
                f"(SELECT count(*) FROM ({rows[1]} EXCEPT ALL {rows[0]}))"
            ).fetchone() or (0,)
            if number:
                found.append(f"{table.name} ({number:,})")
    return found


def states(database: Path) -> str:
    """How many files have which state."""
    with duckdb.connect(str(database), read_only=True) as con:
        rows = con.execute("SELECT state, count(*) FROM files GROUP BY 1 ORDER BY 1").fetchall()
        games = con.execute("SELECT count(*), sum(illegal), sum(suspect) FROM games").fetchone()
    told = ", ".join(f"{number:,} {state}" for state, number in rows)
    return "Files: {}; {:,} games, {:,} turns illegal, {:,} suspect.".format(told, *(games or ()))


def main(number: int = LOGS, made: Path | None = None) -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        logs = made or folder / "logs"
        if made is None:
            began = time.perf_counter()
            make(number, logs)
            print(f"{number:,} logs were made in {time.perf_counter() - began:.0f} s.\n")
        print(
            "| what | time | logs a second | processor a log | turns a log | a turn | "
            "× calibration | largest process, each quarter | database a log |"
        )
        print("|--|--|--|--|--|--|--|--|--|", flush=True)
        audits: list[Audit] = []
        for jobs, name in ((1, "1 process"), (2, "2 processes")):
            audits.append(run(name, logs, folder / f"{jobs}.duckdb", "--jobs", str(jobs)))
            print(line(audits[-1], number), flush=True)
        with losing_a_worker(after=audits[1].wall / 3) as address:
            name = "2 workers of Dask, one killed"
            audits.append(run(name, logs, folder / "dask.duckdb", "--scheduler", address))
        print(line(audits[-1], number), flush=True)
        one, two, _ = audits
        print(f"\nTwo processes are {one.wall / two.wall:.2f} times as fast as one.")
        print(states(one.database))
        wrong = False
        for other in audits[1:]:
            found = differences(one.database, other.database)
            wrong = wrong or bool(found)
            told = f"differs from 1 process in {', '.join(found)}" if found else "the same rows"
            print(f"{other.name}: {told}.")
        if wrong:
            raise SystemExit(1)


if __name__ == "__main__":
    given = sys.argv[1:]
    main(int(given[0]) if given else LOGS, Path(given[1]) if given[1:] else None)
