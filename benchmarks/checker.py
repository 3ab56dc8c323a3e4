"""How long the checker takes for a whole game; each run is a process of its own."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.generator import measure, row
from modgen.assets import bundled_games
from modgen.compile.module import build_module
from modgen.model.loading.folder import load

SEEDS = 60
MISTAKES = 12


def simulated(folder: Path, module: Path, *more: str, game: str = "people-power") -> list[Path]:
    """Games of many seeds; People Power's extended scenario is that of odd ones."""
    command = [sys.executable, "-m", "modgen", "simulate", game, "-n", str(SEEDS)]
    command += ["--seed", "1", "--module", str(module), "-o", str(folder), *more]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return sorted(folder.glob("*.vlog"))


def turns(log: Path) -> int:
    """How many turns the checker counts in a log."""
    command = [sys.executable, "-m", "modgen", "check", str(log)]
    found = subprocess.run(command, check=False, capture_output=True, text=True).stdout
    match = re.search(r"^(\d+) turns", found, re.MULTILINE)
    return int(match[1]) if match else 0


def main() -> None:
    """Print the table for `benchmarks/README.md`."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        module = build_module(load(bundled_games()["people-power"]).game, folder)
        logs = sorted(simulated(folder / "legal", module), key=turns)
        longest, short = logs[-1], logs[len(logs) // 4]
        wrong = sorted(simulated(folder / "wrong", module, "--mistakes", str(MISTAKES)), key=turns)

        def nothing(_: int) -> None:
            pass

        print("| what | time | peak memory | target |")
        print("|--|--|--|--|")
        base = [sys.executable, "-m", "modgen", "check"]
        for log in (short, longest):
            name = f"a game of {turns(log)} turns judged"
            print(row(name, "1.5 s, 200 MB for 90", [*base, str(log)], folder / "c", nothing))
        coup = build_module(load(bundled_games()["junta-coup"]).game, folder)
        log = max(simulated(folder / "coups", coup, game="junta-coup"), key=turns)
        name = f"a coup of seven phases, {turns(log)} turns and battles"
        print(row(name, "0.5 s", [*base, str(log)], folder / "c", nothing))
        log = wrong[-1]
        # Exit 1 says that something is illegal, which is so here.
        script = "import subprocess, sys; subprocess.call(sys.argv[1:])"
        command = [sys.executable, "-c", script, *base, str(log)]
        seconds, memory = measure(command, folder / "c")
        print(f"| a game of {turns(log)} turns, {MISTAKES} mistakes | {seconds:.2f} s | "
              f"{memory:.0f} MB | 1.5 s, 200 MB for 90 |")  # fmt: skip


if __name__ == "__main__":
    main()
