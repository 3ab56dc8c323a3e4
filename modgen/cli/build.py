"""`modgen build`: a game becomes a VASSAL module."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import click

from modgen.cli.common import FOLDER, fail, in_language, load_or_stop
from modgen.model.loading.folder import Loaded


@click.command("build")
@click.argument("game")
@click.option("-o", "--output", type=FOLDER, help="The folder to write to.  [output/GAME]")
@click.option("--lang", "languages", multiple=True, help="A language; may be repeated.")
@click.option("--overlay", type=FOLDER, help="A folder with your own rows and parts.")
@click.option("--watch", is_flag=True, help="Build again whenever a file of the game changes.")
def build(
    game: str, output: Path | None, languages: tuple[str, ...], overlay: Path | None, watch: bool
) -> None:
    """Build a game's VASSAL module, one file for each language asked for.

    With errors in the game's files nothing is written, and the exit code is 2.

    Example: modgen build people-power --lang en --lang es -o output/people-power
    """
    folder = output or Path("output") / Path(game).name
    _build(game, folder, languages, overlay)
    if watch:
        _watch(game, folder, languages, overlay)


def _build(game: str, folder: Path, languages: tuple[str, ...], overlay: Path | None) -> None:
    from modgen.draw.text import CannotDrawError

    loaded = load_or_stop(game, overlay)
    try:
        _build_languages(loaded, folder, languages or (loaded.game.language,))
    except CannotDrawError as problem:
        place = loaded.sources.position(problem.part, (problem.field,))
        fail(f"{place}: {problem}" if place.file != "?" else str(problem))


def _build_languages(loaded: Loaded, folder: Path, languages: Iterable[str]) -> None:
    from modgen.compile.module import build_module, file_name

    for language in languages:
        found = in_language(loaded, language)
        if sys.stderr.isatty():
            with click.progressbar(length=1, label=file_name(found), file=sys.stderr) as bar:

                def show(done: int, of: int, bar=bar) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001
                    bar.length = of
                    bar.update(done - bar.pos)

                path = build_module(found, folder, show)
        else:
            path = build_module(found, folder)
        click.echo(f"{path} ({path.stat().st_size / 1e6:.1f} MB)")


def _watch(game: str, folder: Path, languages: tuple[str, ...], overlay: Path | None) -> None:
    from modgen.cli.common import game_folder

    try:
        import watchfiles
    except ImportError:
        fail("--watch needs watchfiles: pip install 'modgen[watch]'")
    places = [game_folder(game), *([overlay] if overlay else [])]
    click.echo("Watching; stop with Ctrl-C.", err=True)
    for _ in watchfiles.watch(*places):
        try:
            _build(game, folder, languages, overlay)
        except SystemExit:
            # The errors are printed; the next change may mend them.
            continue
