"""A game folder that is kept up to date: its last good version, its drawings, its mistakes."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from watchfiles import Change, DefaultFilter, awatch

from modgen.assets import assets_root
from modgen.errors import ModgenError
from modgen.library.games import find_game
from modgen.model.files.binding import SourceMap
from modgen.model.files.diagnostics import Diagnostic, FilePosition
from modgen.model.files.text import FORBIDDEN
from modgen.model.game import Game
from modgen.model.loading.folder import Loaded, load
from modgen.model.types.base import Point
from modgen.serve.design.beginnings import (
    Rows,
    counts,
    follow_counts,
    lay_pieces,
    place_pieces,
    setup_table,
)
from modgen.serve.design.columns import choices, meanings
from modgen.serve.design.contents import contents, setup
from modgen.serve.design.drawing import New, add, bend, connect, outlined, remove, rename
from modgen.serve.design.drawings import Drawings, Drawn
from modgen.serve.design.fields import add_element, changeable, set_field
from modgen.serve.design.files import (
    delete,
    icon,
    listed,
    opened,
    picture,
    save_picture,
    save_rows,
    save_text,
)
from modgen.serve.design.ids import change_id
from modgen.serve.design.moving import MAP, move
from modgen.serve.design.outline import ID, drawn_outline, move_corner
from modgen.serve.design.rows import rows
from modgen.serve.design.spoiled import Finder
from modgen.serve.design.titles import entitle
from modgen.serve.design.translating import add_texts, drafted
from modgen.serve.design.written import FileError, Written, digest, write_all
from modgen.serve.remedies import for_page

DEBOUNCE = 120
"""The longest time, in milliseconds, for which changes of files are collected."""
STEP = 25
"""After this time without a further change, in milliseconds, the collected ones are read."""
MOST_SHOWN = 4
PAUSE = 1.0
"""Seconds without a change after which the rules check the data, which takes longer."""
MOST_UNDO = 50


class NoGameError(ModgenError, LookupError):
    """The page has no game, or not this part of it."""

    status = 404


@dataclass(frozen=True)
class Version:
    """A state of the folder. `game` is the last one without errors, in its first language."""

    number: int
    loaded: Loaded
    game: Game | None
    sources: SourceMap
    problems: tuple[Diagnostic, ...]
    languages: dict[str, Game] = field(default_factory=dict)


Stamp = dict[Path, tuple[int, ...]]
"""What tells the versions of files apart: their times, size and inode."""


def stamp(folder: Path) -> Stamp:
    """What tells the versions of each file of a folder apart."""
    found: Stamp = {}
    for path in folder.rglob("*"):
        with suppress(OSError):
            stat = path.stat()
            found[path] = (stat.st_mtime_ns, stat.st_ctime_ns, stat.st_size, stat.st_ino)
    return found


def _check_rules(loaded: Loaded) -> None:
    """Add what the rules and the rulebook of a game without errors say about its data."""
    from modgen_rules.engine.pipeline import all_languages
    from modgen_rules.engine.rulebook import load_rulebook
    from modgen_rules.general.rule_checks import check_rules

    with suppress(ModgenError):
        games = all_languages(loaded)
        loaded.report(check_rules(games))
        book = load_rulebook(games)
        if book is not None:
            loaded.report(book.validate())


def _checked(folder: Path) -> Loaded:
    """A folder with all that can be said about it."""
    loaded = load(folder)
    if not loaded.diagnostics.errors:
        _check_rules(loaded)
    return loaded


class _Sources(DefaultFilter):
    """The files of a game: not the modules that are built, not temporary or hidden files."""

    def __call__(self, change: Change, path: str) -> bool:
        name = Path(path).name
        return not name.startswith(".") and not name.endswith((".vmod", ".vmdx", "~"))


class Bench:
    """The folder of a game, read again whenever a file in it is saved."""

    def __init__(self, name: str) -> None:
        self.folder = find_game(name).resolve()
        self.writable = not self.folder.is_relative_to(assets_root().resolve())
        """Whether the page may change files: not those of bundled games."""
        self._drawings = Drawings()
        self._shown: list[tuple[Game, dict[str, Drawn]]] = []
        """The drawings of the last versions and languages."""
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._last: tuple[Stamp, Loaded] | None = None
        """The folder as it was last read for a change, with the times of its files."""
        self._undo: list[Written] = []
        self._counted: dict[str, int] = {}
        self._own: dict[Path, str] = {}
        """The digest of the last version of each file that the page wrote itself."""
        self._changed = asyncio.Condition()
        self._watching: asyncio.Task[None] | None = None
        self._stopping = asyncio.Event()
        self._checking: asyncio.Task[None] | None = None
        self._refreshing = asyncio.Lock()
        self._stamp = stamp(self.folder)
        self.version = self._read(None)

    # --- versions --------------------------------------------------------------------------------

    def _read(self, last: Version | None) -> Version:
        with self._writing:  # a change that is tried may be undone at once
            loaded = load(self.folder)
        number = last.number + 1 if last else 1
        problems = tuple(loaded.diagnostics.sorted())
        if loaded.diagnostics.errors:
            game, sources = (last.game, last.sources) if last else (None, SourceMap())
            languages = last.languages if last else {}
            return Version(number, loaded, game, sources, problems, languages)
        return Version(number, loaded, loaded.game, loaded.sources, problems)

    def _check(self, version: Version) -> Version:
        """The same with what the rules and the rulebook of the game say about its data."""
        if version.loaded.diagnostics.errors:
            return version
        _check_rules(version.loaded)
        return replace(version, problems=tuple(version.loaded.diagnostics.sorted()))

    async def refresh(self) -> None:
        """Read the folder and tell those who follow, unless no file has changed since."""
        async with self._refreshing:
            now = await asyncio.to_thread(stamp, self.folder)
            if now == self._stamp:
                return
            self._stamp = now
            if self._checking is not None:
                self._checking.cancel()
            last = self.version
            try:
                version = await asyncio.to_thread(self._read, last)
                await asyncio.to_thread(self._prepare, version)
            except Exception as problem:
                text = f"internal error: {type(problem).__name__}: {problem}"
                told = Diagnostic(FilePosition("game.yaml"), text)
                version = replace(last, number=last.number + 1, problems=(told,))
            await self._publish(version)
            self._checking = asyncio.create_task(self.check())

    async def check(self) -> None:
        """Let the rules of the game check the present version, once it is left alone."""
        await asyncio.sleep(PAUSE)
        version = self.version
        checked = await asyncio.to_thread(self._check, version)
        if self.version is version and checked.problems != version.problems:
            await self._publish(replace(checked, number=version.number + 1))

    def _prepare(self, version: Version) -> None:
        if version.game is not None:
            self.drawn(version.game)

    async def _publish(self, version: Version) -> None:
        async with self._changed:
            self.version = version
            self._changed.notify_all()

    async def follow(self) -> AsyncIterator[int]:
        """The number of the present version, then that of each new one."""
        if self._watching is None:
            self._watching = asyncio.create_task(self._watch())
        seen = 0
        while not self._stopping.is_set():
            async with self._changed:
                while self.version.number == seen and not self._stopping.is_set():
                    try:
                        await asyncio.wait_for(self._changed.wait(), 15)
                    except TimeoutError:
                        break
                seen = self.version.number
            yield seen

    async def _watch(self) -> None:
        changes = awatch(
            self.folder,
            watch_filter=_Sources(),
            debounce=DEBOUNCE,
            step=STEP,
            stop_event=self._stopping,
        )
        following = asyncio.ensure_future(anext(changes, None))
        await asyncio.sleep(0)
        # Now every change is noticed; those since the files were read are not.
        await self.refresh()
        if self._checking is None:
            self._checking = asyncio.create_task(self.check())
        while await following is not None:
            following = asyncio.ensure_future(anext(changes, None))
            await self.refresh()

    def close(self) -> None:
        """Stop watching."""
        self._stopping.set()

    # --- what the page asks ----------------------------------------------------------------------

    def game(self, language: str = "") -> Game:
        """The last good version in a language, by default the first. Raises NoGameError."""
        version = self.version
        if version.game is None:
            raise NoGameError("the game's files have errors, so nothing can be shown yet")
        if not language or language == version.game.language:
            return version.game
        if language not in version.languages:
            try:
                version.languages[language] = version.loaded.in_language(language)
            except (KeyError, ModgenError):
                raise NoGameError(f"the game has no language `{language[:20]}`") from None
        return version.languages[language]

    def drawn(self, game: Game) -> dict[str, Drawn]:
        """The drawings of a game in its language."""
        with self._lock:
            for known, drawn in self._shown:
                if known is game:
                    return drawn
            drawn = self._drawings.draw(game)
            self._shown = [*self._shown[1 - MOST_SHOWN :], (game, drawn)]
            return drawn

    def overview(self, language: str = "") -> dict[str, Any]:
        """The contents of the game, the hash of every drawing, and every mistake."""
        version = self.version
        data: dict[str, Any] = {
            "version": version.number,
            "folder": self.folder.name,
            "writable": self.writable,
            "undo": len(self._undo),
            "files": self._listed(),
        }
        problems = list(version.problems)
        finder = Finder(self.folder, version.game)
        if version.game is not None:
            game = self.game(language)
            drawn = self.drawn(game)
            data["game"] = contents(game)
            data["drawings"] = {
                key: [one.hash, one.width, one.height] for key, one in drawn.items()
            }
            data["undrawn"] = [self._undrawn(key, one) for key, one in drawn.items() if one.problem]
        data["problems"] = [
            {
                "file": one.position.file,
                "line": one.position.line,
                "column": one.position.column,
                "message": for_page(one.message),
                "hint": for_page(one.hint),
                "warning": one.warning,
                "parts": finder.parts(one),
            }
            for one in problems
        ]
        return data

    def _undrawn(self, key: str, drawn: Drawn) -> dict[str, Any]:
        """A mistake that only drawing finds, such as a text that does not fit."""
        sources = self.version.sources
        at = sources.position(drawn.part, (drawn.field,)) if drawn.part is not None else None
        return {
            "file": at.file if at else "",
            "line": at.line if at else 0,
            "column": at.column if at else 0,
            "message": drawn.problem,
            "hint": "",
            "warning": False,
            "parts": [key],
        }

    def drawing(self, key: str, language: str = "") -> Drawn:
        """A drawing by its key. Raises NoGameError."""
        drawn = self.drawn(self.game(language)).get(key)
        if drawn is None or drawn.problem:
            raise NoGameError("there is no such drawing")
        return drawn

    def setup(self, key: str, language: str = "") -> list[dict[str, Any]] | None:
        """A set-up by its id; None if the last version does not have it. Raises NoGameError."""
        game = self.game(language)
        for scenario in game.scenarios:
            if scenario.id == key:
                return setup(game, scenario)
        return None

    def setup_table(self, key: str) -> dict[str, Any] | None:
        """The rows of a set-up by its id; None if the last version does not have it."""
        game = self.game()
        for scenario in game.scenarios:
            if scenario.id == key:
                return setup_table(game, self.version.sources, scenario)
        return None

    def rows(self, key: str) -> dict[str, Any] | None:
        """The rows of a part; None if the last version does not have it. Raises NoGameError."""
        found = rows(self.game(), self.version.sources, key)
        return found and found | {"changeable": changeable(self.game(), key)}

    # --- what the page writes --------------------------------------------------------------------

    def write_outline(
        self, board: str, space: str, points: Sequence[Sequence[float]], name: str = ""
    ) -> None:
        """Write the outline of a space to its geometry file, and add a new space if it has a name.

        The space is connected with the areas beside it. Raises FileError.
        """
        with self._writing:
            self._writable()
            game = self.game()
            drawn = drawn_outline(game, board, space, points)
            named = "" if space in game.spaces else name
            places = outlined(game, board, space, named, points)
            self._remember(write_all([drawn, *([places] if places else [])]))

    def add(self, board: str, new: New) -> None:
        """Add a place or a text to a board. Raises FileError, as `move` does."""
        self._moved(lambda now: add(now.game, board, new), "it cannot be added")

    def connect(self, first: str, second: str, kind: str) -> None:
        """Connect two spaces. Raises FileError, as `move` does."""
        why = "they cannot be connected"
        self._moved(lambda now: connect(now.game, first, second, kind), why)

    def rename(self, key: str, name: str) -> None:
        """Rename a place or label, or change a connection's kind. Raises FileError."""
        self._moved(
            lambda now: rename(now.game, now.sources, key, name), "it cannot have this name"
        )

    def change_id(self, key: str, id_: str) -> None:
        """Give a part another id wherever it is named. Raises FileError."""
        self._moved(lambda now: change_id(now, _checked, key, id_), "it cannot have this id")

    def set_field(self, key: str, name: str, text: str) -> None:
        """Give a field of a part another value. Raises FileError, as `move` does."""
        why = "this value cannot be used"
        self._moved(lambda now: set_field(now.game, now.sources, key, name, text), why)

    def add_element(self, layout: str, kind: str) -> None:
        """Add an element to a layout. Raises FileError, as `move` does."""
        self._moved(lambda now: add_element(now.game, layout, kind), "it cannot be added")

    def bend(self, key: str) -> None:
        """Add a bend to a connection. Raises FileError, as `move` does."""
        self._moved(lambda now: bend(now.game, now.sources, key), "it cannot be bent")

    def remove(self, key: str) -> None:
        """Remove a place, a label or a connection. Raises FileError, as `move` does."""
        self._moved(lambda now: remove(now.game, now.sources, key), "it cannot be removed")

    def place_pieces(self, setup: str, place: str, pieces: tuple[str, int]) -> None:
        """Let a set-up place a number of pieces. Raises FileError, as `move` does."""
        self._moved(lambda now: place_pieces(now.game, now.sources, setup, place, pieces))

    def lay_pieces(self, setup: str, rows: Rows) -> list[dict[str, Any]]:
        """Let a set-up place what the rows of its table say; what is wrong in them, if anything.

        Raises FileError.
        """
        with self._writing:
            self._writable()
            written, problems = lay_pieces(self.game(), self.version.sources, setup, rows)
            if written is not None:
                self._remember(written)
            return problems

    def entitle(self, title: str, id_: str) -> None:
        """Give the game another title and id. Raises FileError, as `move` does."""
        title = " ".join(FORBIDDEN.sub("", title).split())[:100]
        if not ID.fullmatch(id_):
            raise FileError(
                f"`{id_[:60]}` is not an id: use lower-case letters, digits, `_` and `-`"
            )
        self._moved(lambda _: entitle(self.folder, title, id_), "it cannot have this name")

    def move_corner(self, board: str, at: Point, to: Point) -> None:
        """Move a corner of outlines. Raises FileError, as `move` does."""
        self._moved(lambda now: move_corner(now.game, board, at, to))

    def move(self, key: str, field: str, by: Point, grow: Point) -> None:
        """Move or resize a part of a board or layout.

        Raises FileError, also if the game would have an error then; the file stays as it was.
        """
        self._moved(lambda now: move(now.game, now.sources, key, field, by, grow))

    def _moved(
        self, work: Callable[[Loaded], Written | None], refused: str = "it cannot be placed there"
    ) -> None:
        """Change the files as they are now, unless the game would have an error then."""
        with self._writing:
            self._writable()
            now = self._loaded()
            if now.diagnostics.errors:
                raise FileError("correct the mistakes in the files first")
            written = work(now)
            if written is None:
                return
            errors = self._loaded().diagnostics.errors
            if errors:
                written.undo()
                at = errors[0].position
                where = f" ({at.file}:{at.line}:{at.column})" if at.file != MAP else ""
                raise FileError(f"{refused}: {errors[0].message}{where}")
            self._remember(written)

    def _loaded(self) -> Loaded:
        """The folder as it is now; the last version may be older than the last change."""
        now = stamp(self.folder)
        if self._last is None or self._last[0] != now:
            self._last = (now, load(self.folder))
        return self._last[1]

    def undo(self) -> None:
        """Take the last change of the drawing, or the last deletion, back. Raises FileError."""
        with self._writing:
            self._writable()
            if not self._undo:
                raise FileError("there is nothing to undo")
            last = self._undo.pop()
            last.undo()
            self._own |= {one.path: digest(one.before) for one in (last, *last.also)}

    def file(self, name: str, as_text: bool = False) -> dict[str, Any]:
        """A table or text with its version. Raises FileError."""
        data = opened(self.folder, name, as_text)
        if "rows" in data:
            data["meanings"] = meanings(name)
            data["choices"] = choices(name, self.version.game)
        return data

    def write_rows(self, name: str, rows: Sequence[Sequence[str]], seen: str) -> dict[str, Any]:
        """Write the rows of a table; the table as it is now. Raises FileError."""
        with self._writing:
            self._writable()
            before = self._counted | counts(self.folder)
            self._wrote(save_rows(self.folder, name, rows, seen))
            self._follow_counts(before)
            return self.file(name)

    def _follow_counts(self, before: dict[str, int]) -> None:
        """Let set-ups have more or fewer pieces available, as the table of pieces has now."""
        after = counts(self.folder)
        # Keep the last known count of a piece while its cell is not a number.
        self._counted = before | after
        known = before.keys() & after.keys()
        more = {key: after[key] - before[key] for key in known if after[key] != before[key]}
        if more and self.version.game is not None:
            # A set-up with mistakes of its own stays as it is.
            with suppress(FileError):
                changes = follow_counts(self.version.game, self.version.sources, more)
                if changes:
                    self._wrote(write_all(changes))

    def write_text(self, name: str, text: str, seen: str) -> dict[str, Any]:
        """Write a text file; the file as it is now. Raises FileError."""
        with self._writing:
            self._writable()
            text = text if seen else drafted(self._loaded(), name) or text
            self._wrote(save_text(self.folder, name, text, seen))
            return self.file(name, as_text=True)

    def add_texts(self, name: str) -> None:
        """Add the texts that a translation lacks to its file. Raises FileError."""
        with self._writing:
            self._writable()
            self._remember(add_texts(self._loaded(), name))

    def delete(self, name: str, seen: str) -> None:
        """Delete a file; `undo` brings it back. Raises FileError."""
        with self._writing:
            self._writable()
            self._remember(delete(self.folder, name, seen))

    def picture(self, name: str) -> tuple[Path, str]:
        """A picture of the game and its media type. Raises FileError."""
        return picture(self.folder, name)

    def icon(self, name: str) -> tuple[Path, str]:
        """The picture of an icon and its media type. Raises FileError."""
        return icon(self.folder, name)

    def write_picture(self, name: str, data: bytes, replace: bool) -> str:
        """Write an uploaded picture into `art/`; its name there. Raises FileError."""
        with self._writing:
            self._writable()
            return save_picture(self.folder, name, data, replace)

    def _remember(self, written: Written) -> None:
        self._undo = [*self._undo[-MOST_UNDO:], written]
        self._wrote(written)

    def _wrote(self, written: Written) -> None:
        self._own |= {one.path: digest(one.after) for one in (written, *written.also)}

    def _listed(self) -> list[dict[str, Any]]:
        """The files of the game; `own` marks versions that the page wrote itself."""
        with self._writing:  # what is being written is not another program's
            files = listed(self.folder)
            own = {path.relative_to(self.folder).as_posix(): one for path, one in self._own.items()}
        return [one | {"own": own.get(one["name"]) == one.get("version", "")} for one in files]

    def _writable(self) -> None:
        if not self.writable:
            raise FileError(
                "this game comes with Modgen and stays as it is; begin a game of your own to "
                "change it"
            )
