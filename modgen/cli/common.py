"""What the commands share: finding a game, reporting problems, naming output."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from modgen.assets import bundled_games
from modgen.errors import ModgenError
from modgen.shown import shown, shown_lines

if TYPE_CHECKING:
    from modgen.model.files.diagnostics import Diagnostics
    from modgen.model.game import Game
    from modgen.model.loading.folder import Loaded
    from modgen.vassal.module import Module

FOLDER = click.Path(file_okay=False, path_type=Path)
LINES_AT_ONCE = 1000
FILE = click.Path(dir_okay=False, path_type=Path)
EXTENSION = click.option(
    "--extension",
    "extensions",
    type=FILE,
    multiple=True,
    help="An extension (.vmdx) of the module; may be repeated. Those in the folder `NAME_ext` "
    "beside the module `NAME.vmod` are read without it.",
)


def game_folder(name: str) -> Path:
    """Return the folder of a bundled game or of a game on disk. Exits with 2 if there is none."""
    from modgen.library.games import UnknownGameError, find_game

    try:
        return find_game(name)
    except UnknownGameError as problem:
        fail(str(problem))


def output_folder(name: str) -> Path:
    """Return the default output folder of a game: `output/` and the name of the game."""
    is_bundled = not Path(name).is_dir() and name.lower() in bundled_games()
    return Path("output") / (name.lower() if is_bundled else Path(name).resolve().name)


def fail(message: str, code: int = 2) -> NoReturn:
    """Print an error message and exit."""
    click.echo(shown_lines(message), err=True)
    sys.exit(code)


def echo_lines(lines: Iterable[str], *, err: bool = False) -> None:
    """Print lines that may quote files, with harmful characters as escapes and none too long.

    Each of `lines` stays one line. Many are written at once, because a log can have a million.
    """
    pending: list[str] = []
    for line in lines:
        pending.append(shown(line))
        if len(pending) == LINES_AT_ONCE:
            click.echo("\n".join(pending), err=err)
            pending.clear()
    if pending:
        click.echo("\n".join(pending), err=err)


def report(diagnostics: Diagnostics) -> None:
    """Print every problem to stderr, and then how many there are."""
    for diagnostic in diagnostics.sorted():
        click.echo(str(diagnostic), err=True)
    errors, warnings = diagnostics.count(warning=False), diagnostics.count(warning=True)
    if errors or warnings:
        parts = [count(errors, "error")] if errors else []
        parts += [count(warnings, "warning")] if warnings else []
        click.echo(f"{' and '.join(parts)}.", err=True)


def count(number: int, word: str) -> str:
    """Return a number with its noun: `1 error`, `2 errors`, `3 hexes`."""
    ending = "" if number == 1 else "es" if word.endswith("x") else "s"
    return f"{number} {word}{ending}"


def command_line(arguments: Sequence[str]) -> str:
    """Return arguments as a user types them: double quotes, which every shell knows."""
    return " ".join(f'"{text}"' if " " in text or not text else text for text in arguments)


def file_size(path: Path) -> str:
    """Return the size of a file in megabytes: `1.25 MB`."""
    return f"{path.stat().st_size / 1e6:.2f} MB"


def load_whole_or_stop(name: str, overlay: Path | None = None) -> Loaded:
    """Load a game and check its rules page too. If there are errors, print all; exit with 2."""
    with loaded_and_told(name, overlay) as loaded:
        if loaded.game.rules:
            from modgen_rules.engine.pipeline import all_languages
            from modgen_rules.general.rule_checks import check_rules

            loaded.report(check_rules(all_languages(loaded)))
    return loaded


def load_or_stop(name: str, overlay: Path | None = None) -> Loaded:
    """Load a game. If its files have errors, print all of them and exit with 2."""
    with loaded_and_told(name, overlay) as loaded:
        return loaded


@contextmanager
def loaded_and_told(name: str, overlay: Path | None = None) -> Iterator[Loaded]:
    """Load a game, and print what is wrong with it after further checks. Exits with 2 on errors."""
    from modgen.model.loading.folder import load

    loaded = load(game_folder(name), overlay)
    try:
        if not loaded.diagnostics.errors:
            yield loaded
    finally:
        report(loaded.diagnostics)
    if loaded.diagnostics.errors:
        sys.exit(2)


def in_language(loaded: Loaded, language: str | None) -> Game:
    """Return the game in a language, by default its first. Exits with 2 if there is none."""
    from modgen.model.files.diagnostics import GameDataError

    game = loaded.game
    try:
        return loaded.in_language(language or game.language)
    except KeyError:
        fail(f"{game.id} has no language `{language}`; it has {', '.join(game.info.languages)}")
    except GameDataError as problem:
        fail(str(problem))


@contextmanager
def drawing_errors(loaded: Loaded) -> Iterator[None]:
    """Exit with 2 and one sentence if something cannot be drawn, written or printed."""
    from modgen.library.games import located_errors

    try:
        with located_errors(loaded):
            yield
    except ModgenError as problem:
        fail(str(problem))


@contextmanager
def module_errors(path: Path | None = None) -> Iterator[None]:
    """Exit with 2 and one sentence that names the file if a module, save or log is damaged."""
    try:
        yield
    except ModgenError as problem:
        named = path is None or str(path) in str(problem)
        fail(str(problem) if named else f"{path}: {problem}")
    except FileNotFoundError as problem:
        fail(f"the file {problem.filename} does not exist")


def read_extended_or_stop(path: Path, extensions: Sequence[Path]) -> Module:
    """Read a module with its extensions. Exits with 2 if it, or a given extension, is damaged.

    What VASSAL would leave out of an extension is printed.
    """
    from modgen.vassal.extensions import read_extended

    with module_errors():
        extended = read_extended(path, extensions)
    echo_lines((f"Warning: {problem}." for problem in extended.problems), err=True)
    return extended.module


def read_module_or_stop(path: Path) -> Module:
    """Read a module file. Exits with 2 if it is not a module."""
    from modgen.vassal.module import read_module

    with module_errors():
        return read_module(path)
