"""The logs by which a removal is judged: those of the kept games and of the pairs of a rulebook.

They are written once, a folder for each log in a folder for each set, and again when the list of
the set has changed. Any folder of the same form can be judged instead.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from modgen.assets import bundled_games
from modgen.log.timeline import Timeline, read_timeline
from modgen.model.loading.folder import load
from tests.mutation.packages import ROOT, RULES, digest

LOGS = ROOT / "output" / "mutation" / "logs"
LISTS = ROOT / "tests" / "kept" / "games"
DONE = "made-from"
"""The file in the folder of a set that tells from which list its logs were made."""
GAMES = (
    "people-power",
    "junta-coup",
    "amigos-insurrectos",
    "civil-power",
    "tirad-pass",
)


class Log(NamedTuple):
    """A decoded log."""

    timeline: Timeline
    files: list[str]


def game_of(package: str) -> str:
    return package.replace("_", "-")


def log(folder: Path) -> Log:
    """The log in a folder, decoded."""
    paths = sorted(folder.iterdir())
    return Log(read_timeline(paths), [path.name for path in paths])


def loaded(game: str) -> Any:
    """A game's data, read without its rulebook."""
    return load(bundled_games()[game])


def book_of(data: Any) -> Any:
    """The rulebook of a game's data."""
    from modgen_rules.engine.pipeline import all_languages
    from modgen_rules.engine.rulebook import load_rulebook

    return load_rulebook(all_languages(data))


def make(game: str, folder: Path = LOGS) -> bool:
    """Write the logs of a game that are not there yet, each set in a process of its own.

    Returns whether any were written.
    """
    made = False
    for path in sorted(LISTS.glob(f"{game}-*.csv")):
        name = f"{game} {path.stem.removeprefix(f'{game}-').replace('-', ' ')}"
        made |= _make(folder / path.stem, _text(path), lambda to, name=name: _kept(name, to))
    pairs = sorted((RULES / game.replace("-", "_")).glob("pairs*.yaml"))
    if pairs:
        text = " ".join(map(_text, pairs))
        made |= _make(folder / f"{game}-pairs", text, lambda to: _pairs(game, to))
    return made


def _make(folder: Path, made_from: str, write: object) -> bool:
    """Write a set, unless it was made from the same list."""
    done = folder.with_suffix(f".{DONE}")
    if done.exists() and done.read_text("utf-8") == made_from:
        return False
    print(f"Writing {folder.name}.", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    child = os.fork()
    if not child:
        code = 1
        try:
            write(folder)  # type: ignore[operator]
            code = 0
        finally:
            os._exit(code)
    if os.waitpid(child, 0)[1]:
        sys.exit(f"The logs of {folder.name} cannot be written.")
    done.write_text(made_from, "utf-8")
    return True


def _kept(name: str, folder: Path) -> None:
    """The logs of a kept set."""
    from tests.kept.rows import read
    from tests.kept.sets import source_of

    source = source_of(name)
    for n, row in enumerate(read(name)):
        with tempfile.TemporaryDirectory() as place:
            game = source.play(row, Path(place) / "game.vlog")
            if game is not None:
                _copied(game.paths, folder / f"{n:03}")


def _pairs(game: str, folder: Path) -> None:
    """The records of the pairs of a rulebook: tidy ones, and those with lapses in turn."""
    from modgen_rules.engine.pairs.pair_trials import TIDY, PairTrials
    from modgen_rules.engine.pairs.pairs import read_pairs
    from modgen_rules.engine.trial import Trial
    from modgen_rules.engine.writing.lapses import LAPSES

    package = game.replace("-", "_")
    play = import_module(f"modgen_rules.{package}.simulate")
    with tempfile.TemporaryDirectory() as place:
        trials = PairTrials(
            Trial(game, None, Path(place)), getattr(play, "role_of", lambda *_: None)
        )
        for n, pair in enumerate(read_pairs(RULES / package)):
            lapsed = (pair.acts[-1], LAPSES[n % len(LAPSES)].name)
            for act, version in (*((act, TIDY) for act in pair.acts), lapsed):
                writer = trials.record(pair, act, version)
                if writer is not None:
                    path = Path(place) / "pair.vlog"
                    writer.write(path)
                    _copied([path], folder / f"{n:03}-{act}-{version.replace(' ', '-')}")


def _copied(paths: object, folder: Path) -> None:
    folder.mkdir()
    for n, path in enumerate(paths):  # type: ignore[arg-type]
        shutil.copy(path, folder / f"{n:02}-{path.name}")


def _text(path: Path) -> str:
    return digest(path.read_text("utf-8"))
