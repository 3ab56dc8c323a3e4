"""How long the checker takes for a whole game; each run is a process of its own."""

from __future__ import annotations

import gc
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.measure import CALIBRATION, FULL, HEAD, line, repeated, row
from modgen.assets import bundled_games
from modgen.compile.module import build_module
from modgen.model.loading.folder import load
from modgen.vassal.save import SaveFile, write_save
from modgen_rules.audit.books import Book
from modgen_rules.audit.work import COLLECTED
from modgen_rules.engine.judging import judge_log
from modgen_rules.engine.pipeline import whole_rulebook
from modgen_rules.engine.record.chain import read_parts
from modgen_rules.engine.record.log_parts import LogPart

SEEDS = 30 if FULL else 20
TURNS = 41
"""How many turns the measured game has, if one of the games has as many."""
MISTAKES = 12
WRONG = 8 if FULL else 3
LINES = 1_000_000 if FULL else 200_000
WHOLE = 8 if FULL else 4
"""How many whole games of each kind are judged in one process."""


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
        legal = simulated(folder / "legal", module)
        known = {log: turns(log) for log in legal}
        nearest = min(legal, key=lambda log: abs(known[log] - TURNS))
        longest = max(legal, key=known.__getitem__)
        wrong = simulated(folder / "wrong", module, "--mistakes", str(MISTAKES), number=WRONG)

        print(HEAD)
        cache = folder / "c"
        base = [sys.executable, "-m", "modgen", "check"]
        start = [sys.executable, "-c", "import lxml.etree; from pydantic import BaseModel"]
        began = repeated(start, cache)
        print(line("Python's own start with lxml and pydantic", began))
        for log in (nearest, longest):
            found = repeated([*base, str(log)], cache)
            ratio = f"0.35 s; {found.cpu / began.cpu:.1f} times Python's start, 2.3 wanted"
            print(line(f"a game of {known[log]} turns judged", found, ratio))
        coup = build_module(load(bundled_games()["junta-coup"]).game, folder)
        whole = {"people-power": legal[:WHOLE]}
        coups = simulated(folder / "coups", coup, game="junta-coup", number=10)
        whole["junta-coup"] = coups[:WHOLE]
        log = max(coups, key=turns)
        name = f"a coup of seven phases, {turns(log)} turns and battles"
        print(row(name, "0.5 s", [*base, str(log)], cache))
        for game in ("civil-power", "amigos-insurrectos", "tirad-pass"):
            built = build_module(load(bundled_games()[game]).game, folder)
            whole[game] = simulated(folder / game, built, game=game, number=WHOLE)
            log = whole[game][0]
            name = f"a game of {game}, {turns(log)} turns"
            print(row(name, "0.5 s", [*base, str(log)], cache))
        log = max(wrong, key=lambda log: log.stat().st_size)
        name = f"a game of {turns(log)} turns, {MISTAKES} mistakes"
        print(row(name, "1.5 s, 200 MB for 90", [*base, str(log)], cache, codes=(1,)))
        name, talk = f"a game of People Power with {LINES:,} lines of chat", folder / "talk.vlog"
        write_talk(nearest, talk)
        print(line(name, repeated([*base, str(talk)], cache, runs=1), "10 s, 300 MB for a million"))
        in_process(legal, wrong)
        whole_games(whole)


def write_talk(log: Path, target: Path) -> None:
    """Write a log again with many more lines of chat at its end."""
    with SaveFile(log) as save:
        text, module = save.text(), save.moduledata
    assert module is not None
    lines = (f"LOG\tCHAT<Ana> - this is line {n} of a long talk" for n in range(LINES))
    write_save(target, "\x1b".join((text, *lines)), module)


def judged(logs: list[Path], game: str = "people-power") -> tuple[float, int, int]:
    """The processor's time for judging logs that were read, their turns, those with a mistake.

    They are judged as by a worker of `modgen audit`. The first log warms the process up and does
    not count.
    """
    book = Book(whole_rulebook(game))
    timelines = [read_parts([LogPart(log)]) for log in logs]
    judge_log(book.rulebook, timelines[0], ["a.vlog"], book.lookups())
    usual = gc.get_threshold()
    gc.set_threshold(*COLLECTED)
    began, number, illegal = time.process_time(), 0, 0
    for timeline in timelines[1:]:
        found = judge_log(book.rulebook, timeline, ["a.vlog"], book.lookups()).segments
        number += len(found)
        illegal += sum(turn.verdict == "illegal" for turn in found)
    seconds = time.process_time() - began
    gc.set_threshold(*usual)
    return seconds, number, illegal


def in_process(legal: list[Path], wrong: list[Path]) -> None:
    """Print what judging a turn costs in a process that has the game.

    The time of a turn with a mistake is what the games with mistakes take beyond the time of as
    many legal turns, and the time of one legal turn.
    """
    seconds, number, _ = judged(legal[:20])
    each = seconds / number
    more, turns_of, illegal = judged(wrong)
    mistake = max(0.0, more - (turns_of - illegal) * each) / max(1, illegal)
    for name, one, goal in (
        (f"a legal turn, in the process ({number} turns)", each, "0.6 ms"),
        (f"an illegal turn, in the process ({illegal} turns)", mistake, "5 ms"),
    ):
        ratio = 1e3 * one / CALIBRATION
        print(f"| {name} | | {1e3 * one:.2f} ms | {ratio:.1f} / 1000 | | {goal} |")


def whole_games(logs: dict[str, list[Path]]) -> None:
    """Print what judging whole legal games costs in a process that has judged one before."""
    print("\n| whole games | a log | a turn | × calibration |\n|--|--|--|--|")
    for game, found in logs.items():
        seconds, number, _ = judged(found, game)
        each = seconds / max(1, len(found) - 1)
        print(
            f"| {game}, {number / max(1, len(found) - 1):.0f} turns | {1e3 * each:.0f} ms | "
            f"{1e3 * seconds / max(1, number):.1f} ms | {each / CALIBRATION:.1f} |"
        )


if __name__ == "__main__":
    main()
