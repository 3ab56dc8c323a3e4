"""The module on which a log was played: one that the user gave, or one that we build ourselves."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from modgen.library.games import find_game
from modgen.model.loading.folder import load
from modgen.serve.worker import Task
from modgen.vassal.metadata import Metadata
from modgen.vassal.module import read_module
from modgen_rules.engine.pipeline import game_of


def own_game(task: Task) -> str | None:
    """The folder of the game that the page shows, if it was started with one."""
    game = task.order.get("game")
    return str(game) if game else None


def game_of_log(task: Task, path: Path, played: Metadata | None) -> str:
    """The name or folder of the game that a log is of. Raises ModgenError if none is known."""
    own = own_game(task)
    if own and played is not None and played.name in titles(own):
        return own
    return game_of(path, played)


def titles(game: str) -> set[str]:
    """What the modules of a game are called in its languages; nothing if its files have errors."""
    from modgen.compile.naming import module_name

    loaded = load(find_game(game))
    if loaded.diagnostics.errors:
        return set()
    return {module_name(loaded.in_language(one)) for one in loaded.game.info.languages}


def given_module(paths: Iterable[Path], played: Metadata | None) -> Path | None:
    """Of the modules that the user gave, the one whose name the log states, or the only one."""
    known = list(paths)
    for path in known:
        if played is not None and read_module(path).metadata.name == played.name:
            return path
    return known[0] if len(known) == 1 else None
