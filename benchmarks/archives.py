"""Makes an archive of simulated logs of all bundled games, in processes.

    python -m benchmarks.archives 10000 FOLDER

Most logs are games that are stopped after some turns, as the log of an evening is; every hundredth
is a whole game with mistakes, and every fiftieth is cut off in the middle of the file. The same
number gives the same logs.
"""

from __future__ import annotations

import random
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from modgen.assets import bundled_games
from modgen.compile.module import compile_game
from modgen.log.table import Table
from modgen.log.timeline import read_timeline
from modgen.model.loading.compiled import compiled
from modgen.vassal.metadata import Metadata
from modgen_rules.engine.pipeline import find_rulebook
from modgen_rules.engine.random_player import play
from modgen_rules.engine.rulebook import Rulebook

TURNS = {
    "people-power": 20,
    "junta-coup": 24,
    "civil-power": 40,
    "amigos-insurrectos": 40,
    "tirad-pass": 24,
}
"""After how many turns of the writer the games are stopped, on average."""
WITH_MISTAKES = 100
"""Every log of this number is a whole game."""
MISTAKES = 2
SPOILT = 50
"""Every log of this number is cut off."""
AT_ONCE = 20


class Kit(NamedTuple):
    """What a game is simulated with."""

    book: Rulebook
    tables: dict[str, Table]


class _Copies(dict[str, Table]):
    """Set-ups of which each look-up is a copy, since a game changes its table."""

    def __getitem__(self, name: str) -> Table:
        return super().__getitem__(name).copy()


@cache
def kit(game: str, folder: Path) -> Kit:
    """The rulebook of a game, and the set-ups that lie in a folder."""
    tables = {path.stem: read_timeline([path]).go(0) for path in sorted(folder.glob("*.vsav"))}
    return Kit(find_rulebook(game), tables)


def set_ups(game: str, folder: Path) -> Metadata:
    """Write the set-ups of a game into a folder; what its module says about itself."""
    first = compiled(bundled_games()[game]).games[0]
    module = compile_game(first).module
    folder.mkdir(parents=True)
    for one in first.scenarios:
        if not one.lesson and not one.at_start:
            (folder / f"{one.id}.vsav").write_bytes(module.files[f"{one.id}.vsav"])
    return module.metadata


def write(found: Path, modules: dict[str, Metadata], made: Path, numbers: range) -> int:
    """Write the logs of some numbers; how many there are."""
    games = list(TURNS)
    for number in numbers:
        game = games[number % len(games)]
        book, laid_out = kit(game, found / game)
        tables = _Copies(laid_out)
        mistakes = MISTAKES if number % WITH_MISTAKES == number // WITH_MISTAKES % 5 else 0
        usual = TURNS[game]
        turns = random.Random(number).randint(usual // 2, usual + usual // 2)
        writer, _ = play(
            book, tables, modules[game], number, False, mistakes, 0 if mistakes else turns
        )
        target = made / game / f"{number:06}.vlog"
        target.parent.mkdir(parents=True, exist_ok=True)
        writer.write(target)
        if number % SPOILT == SPOILT - 1:
            data = target.read_bytes()
            target.write_bytes(data[: len(data) // 2])
    return len(numbers)


def make(number: int, made: Path, processes: int = 2) -> None:
    """Write as many logs into a folder."""
    with tempfile.TemporaryDirectory() as place:
        found = Path(place)
        modules = {game: set_ups(game, found / game) for game in TURNS}
        parts = [range(n, min(n + AT_ONCE, number)) for n in range(0, number, AT_ONCE)]
        with ProcessPoolExecutor(processes) as pool:
            for _ in pool.map(partial(write, found, modules, made), parts):
                pass


if __name__ == "__main__":
    make(int(sys.argv[1]), Path(sys.argv[2]))
