"""`modgen audit` on simulated logs of all bundled games: logs a second, memory, one core and two.

    python -m benchmarks.audit 10000

measures with that many logs; `make bench` with fewer.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import duckdb

from benchmarks.measure import CALIBRATION
from modgen.assets import bundled_games
from modgen.compile.module import build_module
from modgen.model.loading.folder import load

LOGS = 200
GAMES = ("people-power", "junta-coup", "civil-power", "amigos-insurrectos", "tirad-pass")


def simulated(folder: Path, number: int) -> Path:
    """A folder with as many logs of each game."""
    made = folder / "logs"
    for game in GAMES:
        module = build_module(load(bundled_games()[game]).game, folder / game)
        command = [
            sys.executable,
            "-m",
            "modgen",
            "simulate",
            game,
            "-n",
            str(number // len(GAMES)),
        ]
        command += ["--module", str(module), "-o", str(made / game)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return made


def tree_memory(process: subprocess.Popen[bytes]) -> dict[int, float]:
    """MB of a process and of every process that it started, by its id (Linux)."""
    import psutil

    found = {}
    try:
        top = psutil.Process(process.pid)
        for one in (top, *top.children(recursive=True)):
            found[one.pid] = one.memory_info().rss / 1e6
    except psutil.Error:
        pass
    return found


def run(logs: Path, database: Path, jobs: int) -> str:
    """One audit: a line of the table."""
    number = sum(1 for _ in logs.rglob("*.vlog"))
    command = [sys.executable, "-m", "modgen", "audit", str(logs), "-d", str(database)]
    began = time.perf_counter()
    process = subprocess.Popen([*command, "--jobs", str(jobs)], stdout=subprocess.DEVNULL)
    samples: list[dict[int, float]] = []
    while process.poll() is None:
        samples.append(tree_memory(process))
        time.sleep(0.5)
    wall = time.perf_counter() - began
    with duckdb.connect(str(database), read_only=True) as con:
        (cpu,) = con.execute("SELECT sum(seconds) FROM work").fetchone() or (0,)
        (turns,) = con.execute("SELECT sum(turns) FROM games").fetchone() or (0,)
    largest = [max(one.values(), default=0) for one in samples]
    half = len(largest) // 2
    return (
        f"| {number:,} logs, {jobs} process{'es' if jobs > 1 else ''} | {wall:.1f} s | "
        f"{number / wall:.1f} | {1e3 * cpu / number:.1f} ms | {1e3 * cpu / turns:.2f} ms | "
        f"{1e3 * cpu / number / CALIBRATION:.0f} / 1000 | "
        f"{max(largest[:half], default=0):.0f} and {max(largest[half:], default=0):.0f} MB | "
        f"{database.stat().st_size / number / 1e3:.1f} kB |"
    )


def main(number: int = LOGS) -> None:
    """Print the table."""
    print("| what | time | logs a second | processor a log | a turn | × calibration | "
          "largest process, first and second half | database a log |")  # fmt: skip
    print("|--|--|--|--|--|--|--|--|")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        logs = simulated(folder, number)
        for jobs in (1, 2):
            print(run(logs, folder / f"{jobs}.duckdb", jobs))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
