"""Logs that are kept in files: those of `tests/whole_reports`, and those recorded in VASSAL."""

from __future__ import annotations

import lzma
import re
import tarfile
from collections.abc import Sequence
from pathlib import Path

from modgen.compile.naming import module_name
from modgen.model.game import Game as GameData
from modgen.vassal.metadata import Metadata
from modgen.vassal.save import write_save
from tests.accuracy.operators import OPERATORS as TURNS
from tests.general.mistakes import PLANTS
from tests.kept.rows import UNKNOWN, Row, read
from tests.kept.source import Base, Game
from tests.whole_reports.games import book_of, logs, names, written

TESTS = Path(__file__).parents[1]
LOGS = Path(__file__).parent / "logs"
LEGAL = re.compile(r"(^|[-/])legal(-|$)|^coup-|not-accused")
RECORD = re.compile(r"-(tidy|human|sloppy)-\d+$")


class WholeReports(Base):
    """The logs of a game's whole reports. Some have names that tell what is wrong in them."""

    def __init__(self, game: str, folder: Path) -> None:
        self.game, self.folder = game, folder

    def listed(self) -> Sequence[Row]:
        known = {row.name: row for row in read(f"{self.game} whole reports")}
        return [known.get(name) or self._told(name) for name in names(self.game)]

    def _told(self, name: str) -> Row:
        """A row for a new log."""
        if name.startswith("my-game/"):  # Its random players do not know the rules of its page.
            return Row(name, mistake=UNKNOWN)
        if LEGAL.search(name):
            return Row(name)
        kind = RECORD.sub("", re.sub(r"-\d+$", "", name) if not RECORD.search(name) else name)
        if self.game == "people-power":
            for one in TURNS:
                if slug(one.name) == kind:
                    return Row(name, mistake=one.name, clauses=" ".join(one.clauses))
        if self.game == "general":
            law = next((law for law in PLANTS if kind.endswith("-" + slug(law))), "")
            if law:
                return Row(name, mistake=law, clauses=law)
        return Row(name, mistake=UNKNOWN)

    def play(self, row: Row, path: Path) -> Game:
        game = row.name.partition("/")[0] if self.game == "general" else self.game
        book = book_of(game)
        return Game(book, written(book, logs(self.game)[row.name], path.parent), step=row.step)


def slug(text: str) -> str:
    """A text as the names of logs have it."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


class Recorded(Base):
    """Logs that were recorded in VASSAL; the rows of their sets are written by hand.

    A name is the log's path in `tests`; one that ends in `.xz` is the text of a log, compressed.
    """

    def __init__(self, game: str, folder: Path) -> None:
        self.game, self.folder = game, folder

    def listed(self) -> Sequence[Row]:
        return read(f"{self.game} recorded")

    def play(self, row: Row, path: Path) -> Game:
        book = book_of(row.record or self.game)
        return Game(book, [opened(TESTS / row.name, book.games[0], path)], step=row.step)


class Planted(Base):
    """Logs with mistakes that were planted by hand-written operators, in an archive in their order.

    The names of the mistakes are those of the operators, and the clauses are those that they broke.
    """

    def __init__(self, game: str, folder: Path) -> None:
        self.game = game
        self.archive = tarfile.open(LOGS / f"{game}.tar.xz")  # noqa: SIM115 - read row by row

    def listed(self) -> Sequence[Row]:
        return read(f"{self.game} planted")

    def play(self, row: Row, path: Path) -> Game:
        book = book_of(self.game)
        return Game(book, written(book, [self._text(row.name)], path.parent), step=row.step)

    def _text(self, name: str) -> str:
        """The text of a log. All of them together would take much memory."""
        found = self.archive.extractfile(name)
        assert found is not None
        return found.read().decode("utf-8", "surrogateescape")


def opened(source: Path, game: GameData, path: Path) -> Path:
    """The log at a path of the tests; a compressed text is written as a log."""
    if source.suffix != ".xz":
        return source
    text = lzma.decompress(source.read_bytes()).decode("utf-8", "surrogateescape")
    metadata = Metadata(game.info.version, module_name(game), game.info.subtitle)
    write_save(path, text, metadata, style="plain")
    return path
