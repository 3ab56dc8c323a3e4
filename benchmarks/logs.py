"""How long saves and logs take to read, replay and show; each run is a process of its own."""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.measure import FULL, HEAD, row
from benchmarks.synthetic import write_both
from modgen.assets import bundled_games
from modgen.compile.module import build_module
from modgen.model.loading.folder import load
from modgen.vassal.commands import Chat, MovePiece
from modgen.vassal.module import read_module
from modgen.vassal.save import SaveFile, write_save
from modgen.vassal.stream import Node, encode, logged

STEPS = 2_000
DECODE = """
import sys
from pathlib import Path
from modgen.vassal.commands import AddPiece
from modgen.vassal.pieces import GamePiece
from modgen.vassal.save import SaveFile
with SaveFile(Path(sys.argv[1])) as save:
    for step in save.steps():
        for command in step.commands:
            piece = command.piece if isinstance(command, AddPiece) else None
            if isinstance(piece, GamePiece):
                [trait.tokens(0) for trait in piece.traits]
            else:
                command.tokens(0)
"""
REPLAY = """
import sys
from pathlib import Path
from modgen.log.timeline import read_timeline
timeline = read_timeline([Path(sys.argv[1])])
"""
GO = (
    REPLAY
    + """
import time
from statistics import median
times = []
for number in (0, len(timeline), len(timeline) // 2, 1, len(timeline) - 1) * 3:
    start = time.process_time()
    timeline.go(number)
    times.append(time.process_time() - start)
print(f"| going to a step of 20,000, the slowest | | {max(times) * 1000:.0f} ms | | | 50 ms |")
"""
)


def played(folder: Path) -> None:
    """Write a module, and a log of `moves` moves on it: pieces wander from space to space."""
    game = load(bundled_games()["people-power"]).game
    module = build_module(game, folder)
    found = read_module(module)
    setup = folder / "standard.vsav"
    setup.write_bytes(found.files["standard.vsav"])
    dice = random.Random(7)
    with SaveFile(setup) as save:
        text = save.text()
    ids = [f"1000000000{number:03d}" for number in range(65, 110)]
    nodes = []
    for number in range(STEPS):
        move = MovePiece(
            id=dice.choice(ids), map="Map", x=dice.randrange(3300), y=dice.randrange(2500)
        )
        nodes.append(Node(move.text, (Node(Chat(message=f"* Somebody moves {number}").text),)))
    log = folder / "game.vlog"
    text = "\x1b".join([text, *(encode(logged(node)) for node in nodes)])
    write_save(log, text, found.metadata)


def main() -> None:
    """Print the table for `benchmarks/README.md`."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        python = [sys.executable, "-m"]
        for number in (20_000, 200_000) if FULL else (20_000,):
            write_both(number, folder)
        subprocess.run([*python, "benchmarks.logs", place], check=True)
        module, log = folder / "people-power-1.0.vmod", folder / "game.vlog"

        def run(name: str, target: str, code: str, file: str) -> None:
            command = [sys.executable, "-c", code, str(folder / file)]
            print(row(name, target, command, folder / "cache"))

        print(HEAD, flush=True)
        save, journal = "synthetic-20000.vsav", "synthetic-20000.vlog"
        run("20,000-command .vsav, every trait decoded", "0.65 s, 65 MB", DECODE, save)
        run("20,000-entry .vlog, decoded", "0.15 s", DECODE, journal)
        run("20,000-entry .vlog, replayed to its end", "0.5 s, 80 MB", REPLAY, journal)
        if FULL:
            long = "synthetic-200000.vlog"
            run("200,000-entry .vlog, replayed to its end", "linear", REPLAY, long)
        subprocess.run([sys.executable, "-c", GO, str(folder / journal)], check=True)
        page = folder / "game.html"
        command = [sys.executable, "-m", "modgen", "replay", str(log), "--module", str(module)]
        command += ["-o", str(page)]
        print(row(f"web page of {STEPS:,} steps", "5 s, 5 MB", command, folder / "cache"))
        print(f"| its size | {page.stat().st_size / 1e6:.2f} MB | | | | 5 MB |")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        played(Path(sys.argv[1]))
    else:
        main()
