"""How long the generator takes, and how much memory: each run is a process of its own."""

from __future__ import annotations

import os
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.measure import CALIBRATION, HEAD, RUNS, row
from modgen.assets import bundled_games
from modgen.compile.module import build_module
from modgen.model.loading.folder import load


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

        def remove(_: int) -> None:
            shutil.rmtree(Path(place) / "out")

        def edit(run: int) -> None:
            cards.write_text(text.replace("Patronage +3.", f"Patronage +{run + 4}."), "utf-8")

        print(HEAD)
        print(row("whole module, cold", "6 s, 250 MB", build, cache, cold))
        print(row("after editing one card", "0.5 s", build, cache, edit))
        print(warm_edit(folder, Path(place) / "out", text))
        print(row("without the module, all pictures cached", "0.35 s", build, cache, remove))
        print(row("nothing changed", "0.35 s", build, cache))
        sheets = [*modgen, "sheets", str(folder), "-o", str(Path(place) / "sheets")]
        only = [*sheets, "--only", "cards"]
        print(row("61 cards as PDF, twice", "1.5 s for 54", only, cache))
        counters = [*sheets, "--only", "counters", "--counter", "5/8"]
        print(row("117 counters as PDF", "1 s for 200", counters, cache))
        both = [*sheets, "--lang", "en", "--lang", "es", "--paper", "a4", "--paper", "letter"]
        print(row("all sheets, en and es, A4 and Letter", "12 s, 300 MB", both, cache))
        check = [*modgen, "check-data", str(folder)]
        print(row("check-data", "0.5 s", check, cache))


def warm_edit(folder: Path, out: Path, text: str) -> str:
    """The same in a process that has built before, as `modgen build --watch` does."""
    os.environ["MODGEN_CACHE"] = str(folder.parent / "cache")
    found = []
    for run in range(RUNS + 1):
        edited = text.replace("Patronage +3.", f"Patronage +{run + 20}.")
        (folder / "cards.csv").write_text(edited, "utf-8")
        began = time.process_time()
        build_module(load(folder).game, out)
        found.append(time.process_time() - began)
    seconds = statistics.median(found[1:])
    ratio = f"{seconds / CALIBRATION:.1f}"
    return (
        f"| the same in a process that has built before | | {seconds:.2f} s | {ratio} | | 0.5 s |"
    )


if __name__ == "__main__":
    main()
