"""`modgen build`: build a game's VASSAL module."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from modgen.cli.common import (
    FOLDER,
    count,
    drawing_errors,
    echo_lines,
    file_size,
    game_folder,
    in_language,
    load_whole_or_stop,
    output_folder,
)

if TYPE_CHECKING:
    from modgen.model.game import Game
    from modgen.model.loading.folder import Loaded

INTERVAL = 0.5
"""How often --watch checks the files for changes, in seconds."""
MOST_NAMED = 3
"""The most files that --watch names when they change together."""
_State = dict[Path, tuple[int, int]]
"""Each source file with its time and size."""


@click.command("build")
@click.argument("game")
@click.option("-o", "--output", type=FOLDER, help="Output folder.  [default: output/GAME]")
@click.option("--lang", "languages", multiple=True, help="Language, such as es. Can be repeated.")
@click.option("--overlay", type=FOLDER, help="Folder with rows and parts that replace the game's.")
@click.option("--watch", is_flag=True, help="Rebuild whenever a file of the game is saved.")
def build(
    game: str, output: Path | None, languages: tuple[str, ...], overlay: Path | None, watch: bool
) -> None:
    """Build a game's VASSAL module, one .vmod file per language.

    An expansion of another game becomes an extension of its module, a .vmdx file.

    Nothing is written when the game's files have errors; the exit code is then 2.

    Example: modgen build people-power --lang en --lang es -o output/people-power
    """
    folder = output or output_folder(game)
    if not watch:
        _build(game, folder, languages, overlay)
        return
    sources = [game_folder(game), *([overlay] if overlay else [])]
    state = _modified(sources)
    _try_to_build(game, folder, languages, overlay)
    click.echo("Watching for changes. Press Ctrl-C to stop.", err=True)
    while True:
        time.sleep(INTERVAL)
        before, state = state, _modified(sources)
        if state != before:
            _tell_change(before, state, sources)
            _try_to_build(game, folder, languages, overlay)


def _tell_change(before: _State, after: _State, folders: Iterable[Path]) -> None:
    """Print the time and the files that have changed."""
    changed = sorted(path for path in before.keys() | after if before.get(path) != after.get(path))
    names = [_below(path, folders) for path in changed[:MOST_NAMED]]
    more = len(changed) - len(names)
    named = ", ".join(names) + (f" and {count(more, 'more file')}" if more else "")
    echo_lines([f"{datetime.now():%H:%M:%S} changed: {named}"], err=True)


def _below(path: Path, folders: Iterable[Path]) -> str:
    """A path as seen from the folder that holds it."""
    folder = next((one for one in folders if path.is_relative_to(one)), path.parent)
    return path.relative_to(folder).as_posix()


def _try_to_build(
    game: str, folder: Path, languages: tuple[str, ...], overlay: Path | None
) -> None:
    try:
        _build(game, folder, languages, overlay)
    except SystemExit:
        # The errors have been printed; the next change may correct them.
        return


def _build(game: str, folder: Path, languages: tuple[str, ...], overlay: Path | None) -> None:
    from modgen.compile.built import Build

    this = Build(game_folder(game), overlay, languages, folder)
    if unchanged := this.modules():
        for path in unchanged:
            _tell(path)
        return
    loaded = load_whole_or_stop(game, overlay)
    with drawing_errors(loaded):
        built = _build_languages(loaded, folder, languages or (loaded.game.language,))
    if not loaded.diagnostics.collected:  # a build with warnings repeats them
        this.remember(built)


def _tell(path: Path) -> None:
    click.echo(f"{path} ({file_size(path)})")


def _build_languages(loaded: Loaded, folder: Path, languages: Iterable[str]) -> list[Path]:
    from modgen.vassal.replacing import whole

    with whole(folder) as part:
        built = [_build_language(in_language(loaded, language), part) for language in languages]
    built = [folder / path.relative_to(part) for path in built]
    for path in built:
        _tell(path)
    return built


def _build_language(game: Game, folder: Path) -> Path:
    from modgen.compile.module import build_module
    from modgen.compile.naming import file_name

    if not sys.stderr.isatty():
        return build_module(game, folder)
    with click.progressbar(length=1, label=file_name(game), file=sys.stderr) as bar:

        def show(done: int, total: int) -> None:
            bar.length = total
            bar.update(done - bar.pos)

        return build_module(game, folder, show)


def _modified(folders: Iterable[Path]) -> _State:
    """The time and size of every source file in some folders, to notice changes."""
    state = {}
    for folder in folders:
        for path in folder.rglob("*"):
            try:
                stat = path.stat()
            except OSError:
                continue  # an editor has just replaced it
            if path.is_file() and path.suffix not in (".vmod", ".vmdx"):
                state[path] = (stat.st_mtime_ns, stat.st_size)
    return state
