"""What commands share: finding a game, reporting problems, progress."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from modgen.assets import bundled_games
from modgen.model.files.diagnostics import Diagnostics, GameDataError, did_you_mean
from modgen.model.game import Game
from modgen.model.loading.folder import Loaded, load

if TYPE_CHECKING:
    from modgen.vassal.module import Module

FOLDER = click.Path(file_okay=False, path_type=Path)
FILE = click.Path(dir_okay=False, path_type=Path)


def game_folder(name: str) -> Path:
    """The folder of a bundled game, or a folder on disk. Stops with exit 2 when there is none."""
    path = Path(name)
    if (path / "game.yaml").exists():
        return path
    games = bundled_games()
    plain = name.replace("_", "-").lower()
    if plain in games:
        return games[plain]
    if path.is_dir():
        fail(f"{name}: there is no game.yaml in this folder; `modgen new {name}` writes one")
    hint = did_you_mean(name, games)
    fail(f"there is no bundled game and no folder `{name}`" + (f"; {hint}" if hint else ""))


def fail(message: str, code: int = 2) -> NoReturn:
    """Say what is wrong in one sentence, and stop."""
    click.echo(message, err=True)
    sys.exit(code)


def report(diagnostics: Diagnostics) -> None:
    """Print every problem, and count them."""
    for one in diagnostics.sorted():
        click.echo(str(one), err=True)
    errors = len(diagnostics.errors)
    warnings = len(diagnostics.sorted()) - errors
    if errors or warnings:
        parts = [count(errors, "error")] if errors else []
        parts += [count(warnings, "warning")] if warnings else []
        click.echo(f"{' and '.join(parts)}.", err=True)


def count(number: int, word: str) -> str:
    """`1 error`, `2 errors`."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def load_or_stop(name: str, overlay: Path | None = None) -> Loaded:
    """Load a game; with errors in its files, print them all and stop with exit 2."""
    loaded = load(game_folder(name), overlay)
    report(loaded.diagnostics)
    if loaded.diagnostics.errors:
        sys.exit(2)
    return loaded


def in_language(loaded: Loaded, language: str | None) -> Game:
    """The game in a language, or in its first. Stops with exit 2 for one that it lacks."""
    try:
        game = loaded.game
        return loaded.in_language(language or game.language)
    except KeyError:
        fail(f"{game.id} has no language `{language}`; it has {', '.join(game.info.languages)}")
    except GameDataError as problem:
        fail(str(problem))


@contextmanager
def module_errors(path: Path | None = None) -> Iterator[None]:
    """Within this, a damaged module or save stops with exit 2 and one sentence that names it."""
    from modgen.vassal.archive import ArchiveError
    from modgen.vassal.metadata import XMLError
    from modgen.vassal.obfuscation import ObfuscationError
    from modgen.vassal.stream import StreamError

    try:
        yield
    except (ArchiveError, XMLError, ObfuscationError, StreamError) as problem:
        named = path is None or str(path) in str(problem)
        fail(str(problem) if named else f"{path}: {problem}")
    except FileNotFoundError as problem:
        fail(f"there is no file {problem.filename}")


def read_module_or_stop(path: Path) -> Module:
    """Read a module file. Stops with exit 2 when it is none."""
    from modgen.vassal.module import read_module

    with module_errors():
        return read_module(path)
