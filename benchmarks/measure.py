"""Measures commands: wall time, CPU time and the peak memory of the process itself.

The kernel counts the peak of a process from its fork, so a child of a large parent seems to be as
large as its parent. Each command is therefore started by a small process of its own, which takes
the figures when the command ends.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

FLAG = "--full"
FULL = FLAG in sys.argv
"""Whether the largest files are measured too, and everything more often."""
RUNS = 5 if FULL else 3
LAUNCHER = """
import json, os, sys, time
out = os.dup(1)
null = os.open(os.devnull, os.O_WRONLY)
began = time.perf_counter()
pid = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ,
                      file_actions=[(os.POSIX_SPAWN_DUP2, null, 1)])
_, status, usage = os.wait4(pid, 0)
found = [time.perf_counter() - began, usage.ru_utime + usage.ru_stime, usage.ru_maxrss,
         os.waitstatus_to_exitcode(status)]
os.write(out, json.dumps(found).encode())
"""


class Measured(NamedTuple):
    """Seconds on the clock, seconds of the processor, peak memory in MB."""

    wall: float
    cpu: float
    memory: float


def measure(command: list[str], cache: Path, codes: tuple[int, ...] = (0,)) -> Measured:
    """Run a command; it must end with one of the exit codes."""
    lean = [sys.executable, "-S", "-E", "-c", LAUNCHER, *command]
    environment = os.environ | {"MODGEN_CACHE": str(cache)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed package has its bytecode
    told = subprocess.run(lean, check=True, capture_output=True, env=environment)
    wall, cpu, memory, code = json.loads(told.stdout)
    if code not in codes:
        raise SystemExit(f"{' '.join(command)} ended with {code}\n{told.stderr.decode()}")
    return Measured(wall, cpu, memory / (1e6 if sys.platform == "darwin" else 1e3))


def repeated(
    command: list[str],
    cache: Path,
    prepare: Callable[[int], None] = lambda run: None,
    codes: tuple[int, ...] = (0,),
    runs: int = RUNS,
) -> Measured:
    """The medians of the times of several runs, and the largest peak."""
    found = []
    for run in range(runs):
        prepare(run)
        found.append(measure(command, cache, codes))
    return Measured(
        statistics.median(one.wall for one in found),
        statistics.median(one.cpu for one in found),
        max(one.memory for one in found),
    )


def calibration() -> float:
    """Seconds of the processor for a fixed piece of Python work: the best of five."""
    best = float("inf")
    for _ in range(5):
        began = time.process_time()
        counts: dict[str, int] = {}
        total = 0
        for number in range(300_000):
            key = f"{number % 977}"
            counts[key] = counts.get(key, 0) + number
            total += hash((number, key)) & 7
        best = min(best, time.process_time() - began)
    return best


CALIBRATION = calibration()
HEAD = "| what | time | processor | × calibration | peak memory | target |\n|--|--|--|--|--|--|"


def line(name: str, found: Measured, target: str = "") -> str:
    """A line of a table with this head."""
    return (
        f"| {name} | {found.wall:.2f} s | {found.cpu:.2f} s | {found.cpu / CALIBRATION:.1f} | "
        f"{found.memory:.0f} MB | {target} |"
    )


def row(  # noqa: PLR0917
    name: str,
    target: str,
    command: list[str],
    cache: Path,
    prepare: Callable[[int], None] = lambda run: None,
    codes: tuple[int, ...] = (0,),
) -> str:
    """One line of a table: medians of several runs."""
    return line(name, repeated(command, cache, prepare, codes), target)
