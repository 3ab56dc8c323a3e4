"""How long the checker takes for a whole game; each run is a process of its own."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.measure import CALIBRATION, HEAD, line, repeated, row
from modgen.assets import bundled_games
from modgen.compile.module import build_module
from modgen.model.loading.folder import load
from modgen.vassal.save import SaveFile, write_save
from modgen_rules.engine.chain import read_parts
from modgen_rules.engine.findings import LogPart
from modgen_rules.engine.judging import judge_log
from modgen_rules.engine.pipeline import MANY, whole_rulebook

SEEDS = 60
MISTAKES = 12
LINES = 1_000_000


def simulated(
    folder: Path, module: Path, *more: str, game: str = "people-power", number: int = SEEDS
) -> list[Path]:
    """Games of many seeds; People Power's extended scenario is that of odd ones."""
    command = [sys.executable, "-m", "modgen", "simulate", game, "-n", str(number)]
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

        print(HEAD)
        cache = folder / "c"
        base = [sys.executable, "-m", "modgen", "check"]
        start = [sys.executable, "-c", "import lxml.etree; from pydantic import BaseModel"]
        print(row("Python's own start with lxml and pydantic", "", start, cache))
        for log in (short, longest):
            name = f"a game of {turns(log)} turns judged"
            print(row(name, "0.35 s", [*base, str(log)], cache))
        coup = build_module(load(bundled_games()["junta-coup"]).game, folder)
        log = max(simulated(folder / "coups", coup, game="junta-coup"), key=turns)
        name = f"a coup of seven phases, {turns(log)} turns and battles"
        print(row(name, "0.5 s", [*base, str(log)], cache))
        for game in ("civil-power", "amigos-insurrectos", "tirad-pass"):
            built = build_module(load(bundled_games()[game]).game, folder)
            (log,) = simulated(folder / game, built, game=game, number=1)
            name = f"a game of {game}, {turns(log)} turns"
            print(row(name, "0.5 s", [*base, str(log)], cache))
        log = wrong[-1]
        name = f"a game of {turns(log)} turns, {MISTAKES} mistakes"
        print(row(name, "1.5 s, 200 MB for 90", [*base, str(log)], cache, codes=(1,)))
        name, talk = f"a game of People Power with {LINES:,} lines of chat", folder / "talk.vlog"
        write_talk(short, talk)
        print(line(name, repeated([*base, str(talk)], cache, runs=1), "10 s, 300 MB"))
        for told, logs_of in (("legal turns", logs), ("turns of games with mistakes", wrong)):
            print(in_process(told, logs_of[:20]))


def write_talk(log: Path, target: Path) -> None:
    """Write a log again with many more lines of chat at its end."""
    with SaveFile(log) as save:
        text, module = save.text(), save.moduledata
    assert module is not None
    lines = (f"LOG\tCHAT<Ana> - this is line {n} of a long talk" for n in range(LINES))
    write_save(target, "\x1b".join((text, *lines)), module)


def in_process(name: str, logs: list[Path]) -> str:
    """Judging alone, in a process that has the game: the processor's time for each turn."""
    book = whole_rulebook("people-power")
    timelines = [read_parts([LogPart(log, MANY)]) for log in logs]
    judge_log(book, timelines[0], ["a.vlog"])
    began, number = time.process_time(), 0
    for timeline in timelines[1:]:
        number += len(judge_log(book, timeline, ["a.vlog"]).segments)
    seconds = time.process_time() - began
    return (
        f"| {name}, in the process | | {1e3 * seconds / number:.2f} ms a turn | "
        f"{1e3 * seconds / number / CALIBRATION:.1f} / 1000 | | 0.6 ms legal, 5 ms illegal |"
    )


if __name__ == "__main__":
    main()
