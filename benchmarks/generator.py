"""How long the generator takes, and how much memory: each run is a process of its own."""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from modgen.assets import bundled_games

RUNS = 5


def measure(command: list[str], cache: Path) -> tuple[float, float]:
    """Wall seconds and the peak memory in MB of the largest process of a command."""
    before = time.perf_counter()
    child = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, env=os.environ | {"MODGEN_CACHE": str(cache)}
    )
    _, status, usage = os.wait4(child.pid, 0)
    if status:
        raise SystemExit(f"{' '.join(command)} failed")
    scale = 1e6 if sys.platform == "darwin" else 1e3
    return time.perf_counter() - before, usage.ru_maxrss / scale


def row(
    name: str, target: str, command: list[str], cache: Path, prepare: Callable[[int], None]
) -> str:
    """One line of the table: medians of several runs."""
    found = []
    for run in range(RUNS):
        prepare(run)
        found.append(measure(command, cache))
    seconds = statistics.median(one for one, _ in found)
    peak = max(memory for _, memory in found)
    return f"| {name} | {seconds:.2f} s | {peak:.0f} MB | {target} |"


def main() -> None:
    """Print the table for `benchmarks/README.md`."""
    with tempfile.TemporaryDirectory() as place:
        folder, cache = Path(place) / "game", Path(place) / "cache"
        shutil.copytree(bundled_games()["people-power"], folder)
        cards = folder / "cards.csv"
        text = cards.read_text("utf-8")
        modgen = [sys.executable, "-m", "modgen"]
        build = [*modgen, "build", str(folder), "-o", str(Path(place) / "out")]

        def cold(_: int) -> None:
            shutil.rmtree(cache, ignore_errors=True)

        def edit(run: int) -> None:
            cards.write_text(text.replace("Patronage +3.", f"Patronage +{run + 4}."), "utf-8")

        def nothing(_: int) -> None:
            pass

        print("| what | time | peak memory | target |")
        print("|--|--|--|--|")
        print(row("whole module, cold", "6 s, 250 MB", build, cache, cold))
        print(row("after editing one card", "0.8 s", build, cache, edit))
        print(row("all pictures cached", "0.45 s", build, cache, nothing))
        sheets = [*modgen, "sheets", str(folder), "-o", str(Path(place) / "sheets")]
        only = [*sheets, "--only", "cards"]
        print(row("61 cards as PDF, twice", "1.5 s for 54", only, cache, nothing))
        counters = [*sheets, "--only", "counters", "--counter", "5/8"]
        print(row("117 counters as PDF", "1 s for 200", counters, cache, nothing))
        both = [*sheets, "--lang", "en", "--lang", "es", "--paper", "a4", "--paper", "letter"]
        print(row("all sheets, en and es, A4 and Letter", "12 s, 300 MB", both, cache, nothing))
        check = [*modgen, "check-data", str(folder)]
        print(row("check-data", "0.5 s", check, cache, nothing))


if __name__ == "__main__":
    main()
