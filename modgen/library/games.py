"""Games: find one, load it, build its module and its sheets."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from modgen.assets import bundled_expansions, bundled_games
from modgen.errors import ModgenError

if TYPE_CHECKING:
    from modgen.model.game import Game
    from modgen.model.loading.folder import Loaded
    from modgen.sheets.pipeline import SheetOptions
    from modgen.vassal.metadata import Metadata
    from modgen.vassal.module import Module


class UnknownGameError(ModgenError, LookupError):
    """There is no game of this name, or it has no such language."""


def find_game(name: str | Path) -> Path:
    """Return the folder of a game.

    `name` is a folder with a `game.yaml`, or the name of a bundled game such as `people-power`, or
    of a bundled expansion.
    Raises UnknownGameError.
    """
    path = Path(name)
    if (path / "game.yaml").exists():
        return path
    games = bundled_games() | bundled_expansions()
    plain = str(name).replace("_", "-").lower()
    if plain in games:
        return games[plain]
    if path.is_dir():
        raise UnknownGameError(
            f"{name}: this folder has no game.yaml; `modgen new FOLDER` writes one"
        )
    from modgen.model.files.diagnostics import did_you_mean

    hint = did_you_mean(str(name), games)
    raise UnknownGameError(
        f"there is no bundled game and no folder `{name}`" + (f"; {hint}" if hint else "")
    )


def first_title(folder: Path) -> str:
    """A game's title in its first language, read without the rest of the game.

    That of an expansion is the title of the game whose module it extends.
    """
    from modgen.model.files.extended import extended_folder

    below = extended_folder(folder)
    folder = below if below is not None and (below / "game.yaml").is_file() else folder
    lines = (folder / "game.yaml").read_text("utf-8").splitlines()
    line = next((line for line in lines if line.startswith("title:")), "")
    return line.removeprefix("title:").strip().strip('"')


def load_game(
    game: str | Path, *, language: str | None = None, overlay: str | Path | None = None
) -> Game:
    """Load a game and check all of its files.

    `game` is a folder with a `game.yaml`, or the name of a bundled game. `language` is one of the
    game's languages, by default its first. Files in the folder `overlay` replace rows and parts.

    Raises UnknownGameError if there is no such game or language, and GameDataError with every
    problem, each with file, line and column, if the files have errors.

    >>> game = load_game("people-power")
    >>> game.info.title
    'People Power'
    >>> game.neighbours("cebu")
    ('visayas',)
    """
    from modgen.model.loading.folder import load

    loaded = load(find_game(game), None if overlay is None else Path(overlay))
    return _in_language(loaded, language)


def build(
    game: str | Path | Game,
    folder: str | Path,
    *,
    language: str | None = None,
    overlay: str | Path | None = None,
) -> Path:
    """Build a game's VASSAL module and return the path of the `.vmod` file.

    `game` is a loaded game, or an argument of `load_game`. The file is named after the game's id,
    version and language. An existing file is replaced only when the new one is complete.
    Rendered pictures are cached in the user's cache folder, or in `$MODGEN_CACHE`.

    Raises the errors of `load_game`, GameDataError also for a text that does not fit its box, and
    OSError if the file cannot be written.

    >>> build("four-vales", "modules").as_posix()
    'modules/four-vales-0.1.vmod'
    """
    from modgen.compile.module import build_module

    with _opened(game, language, overlay) as opened:
        return build_module(opened, Path(folder))


def built_module(
    name: str | Path, played: Metadata | None, folder: Path, overlay: Path | None = None
) -> Module:
    """Build the module on which a log was played, in the language of the log.

    `played` is what the log says of its module. Raises ModgenError.
    """
    from modgen.compile.module import build_module
    from modgen.compile.naming import module_name
    from modgen.model.loading.folder import load
    from modgen.vassal.module import read_module

    loaded = load(find_game(name), overlay)
    loaded.diagnostics.stop_on_errors()
    languages = [loaded.in_language(one) for one in loaded.game.info.languages]
    wanted = played.name if played else None
    chosen = next((one for one in languages if module_name(one) == wanted), languages[0])
    with located_errors(loaded):
        return read_module(build_module(chosen, folder))


def write_sheets(
    game: str | Path | Game,
    folder: str | Path,
    options: SheetOptions | None = None,
    *,
    language: str | None = None,
    overlay: str | Path | None = None,
) -> list[Path]:
    """Write a game's print-and-play sheets and return the files.

    `options` are the papers, parts and file type; the default is everything as PDF on A4. Raises
    the errors of `build`, and PaperError for a paper or counter size that cannot be used.

    >>> from modgen import SheetOptions
    >>> options = SheetOptions(papers=("letter",), parts=("aids",))
    >>> [path.name for path in write_sheets("four-vales", "sheets", options)]
    ['four-vales-aids-letter.pdf']
    """
    from modgen.sheets import pipeline

    with _opened(game, language, overlay) as opened:
        return pipeline.write_sheets(opened, Path(folder), options or pipeline.SheetOptions())


@contextmanager
def _opened(
    game: str | Path | Game, language: str | None, overlay: str | Path | None
) -> Iterator[Game]:
    from modgen.model.game import Game

    if isinstance(game, Game):
        if overlay is not None or language not in (None, game.language):
            raise ValueError("a loaded game has its language and overlay already")
        yield game
        return
    from modgen.model.loading.folder import load

    loaded = load(find_game(game), None if overlay is None else Path(overlay))
    opened = _in_language(loaded, language)
    with located_errors(loaded):
        yield opened


def _in_language(loaded: Loaded, language: str | None) -> Game:
    game = loaded.game
    try:
        return loaded.in_language(language or game.language)
    except KeyError:
        languages = ", ".join(game.info.languages)
        raise UnknownGameError(
            f"{game.id} has no language `{language}`; it has {languages}"
        ) from None


@contextmanager
def located_errors(loaded: Loaded) -> Iterator[None]:
    """Turn a CannotDrawError into a GameDataError with the file, line and column of the part."""
    from modgen.draw.text import CannotDrawError
    from modgen.model.files.diagnostics import Diagnostics, GameDataError

    try:
        yield
    except CannotDrawError as problem:
        part = loaded.sources.original(problem.part)
        own = problem.field in getattr(part, "fields", ())
        path = ("fields", problem.field) if own else (problem.field,)
        position = loaded.sources.position(part, path)
        if position.file == "?":
            raise
        diagnostics = Diagnostics()
        diagnostics.error(position, str(problem))
        raise GameDataError(diagnostics) from problem
