"""The same kind of work by other programs, in the same run: pywargame and protograf from PyPI.

They are installed into a virtual environment of their own, which is removed afterwards; pywargame
needs Python 3.12. Where they cannot be installed, a line says so. The tasks are alike, not equal:
pywargame prints every command and trait of a save, and ours decodes them; protograf draws cards
with a title, a text and a frame, and ours draws the illustrated cards of a game.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.logs import DECODE
from benchmarks.measure import HEAD, line, repeated
from benchmarks.synthetic import write_both
from modgen.assets import bundled_games

COMMANDS = 20_000
CARDS = """
from protograf import *
Create(filename=__file__ + ".pdf", paper="A4")
Deck(cards=61, width=6.3, height=8.8)
title = Text(font_size=12, x=3, y=1, text="A title")
body = Text(font_size=8, x=3, y=7, text="Some words about what the card does.")
frame = rectangle(x=0.5, y=2, width=5.3, height=4, fill_stroke="silver")
Card("all", title, frame, body)
Save()
"""
PYTHONS = ("3.14", "3.13", "3.12")


def newest() -> list[str]:
    """Interpreters from 3.12 on, newest first."""
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found = [shutil.which(f"python{version}") for version in PYTHONS]
    found += [str(one) for version in PYTHONS for one in versions.glob(f"{version}.*/bin/python")]
    return [one for one in found if one]


def installed(folder: Path) -> tuple[Path | None, str]:
    """An interpreter with both packages, or None with the reason."""
    reason = "no Python 3.12 or later was found"
    for python in newest():
        place = folder / "peers"
        shutil.rmtree(place, ignore_errors=True)
        made = subprocess.run([python, "-m", "venv", str(place)], check=False, capture_output=True)
        if made.returncode:
            continue
        command = [str(place / "bin" / "python"), "-m", "pip", "install", "--quiet"]
        done = subprocess.run(
            [*command, "pywargame", "protograf"], check=False, capture_output=True, text=True
        )
        if done.returncode == 0:
            return place / "bin" / "python", ""
        reason = (done.stderr.splitlines() or ["pip failed"])[-1]
    return None, reason


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        python, reason = installed(folder)
        if python is None:
            print(f"The other programs were not measured: {reason}.")
            return
        save, log = write_both(COMMANDS, folder)
        script = folder / "cards.py"
        script.write_text(CARDS, "utf-8")
        game = str(bundled_games()["people-power"])
        sheets = [sys.executable, "-m", "modgen", "sheets", game, "--only", "cards"]
        dump = [str(python), "-m", "pywargame.vassal.dumpvsav", "-d"]
        tasks = (
            (
                "a save of 20,000 commands with every trait",
                "pywargame",
                [*dump, str(save)],
                [sys.executable, "-c", DECODE, str(save)],
            ),
            (
                "a log of 20,000 entries",
                "pywargame",
                [*dump, str(log)],
                [sys.executable, "-c", DECODE, str(log)],
            ),
            (
                "61 cards as PDF",
                "protograf",
                [str(python), str(script)],
                [*sheets, "-o", str(folder / "sheets")],
            ),
        )
        print(HEAD)
        for name, peer, theirs, ours in tasks:
            a = repeated(theirs, folder / "cache", runs=3)
            b = repeated(ours, folder / "cache", runs=3)
            print(line(f"{name}, {peer}", a))
            print(line(f"{name}, modgen", b, f"{a.cpu / b.cpu:.1f} times as fast as {peer}"))


if __name__ == "__main__":
    main()
