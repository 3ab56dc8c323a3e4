"""Saves and logs (`.vsav`, `.vlog`): reading as a stream, and writing (vassal-formats §1.4, §4)."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from modgen.vassal import sequence
from modgen.vassal.archive import Archive, ArchiveError, packed_otherwise, write_archive
from modgen.vassal.commands import Command, parse_command
from modgen.vassal.metadata import Metadata, read_if_readable, write_metadata
from modgen.vassal.obfuscation import Revealer, Style, hide
from modgen.vassal.stream import ESC, LOG, Leaf, Node, encode, leaves, logged

GAME = "savedGame"
MAX_GAME = 1 << 30
"""The longest `savedGame` that is read, in bytes of the archive's entry, unpacked."""
MAX_HELD, MAX_COMMANDS = 64 << 20, 200_000
"""The same for a game that is held in memory as a whole, and the most commands it may have."""
MAX_METADATA = 1 << 20
NOTHING = frozenset({"", "null"})
"""The texts of commands that do nothing."""
SETUP_STACK = "SETUP_STACK\t"
"""Marks that the save has all stacks and decks; without it the engine adds those of the module."""


class Diagnostic(NamedTuple):
    """A command that cannot be read: its offset, the reason, and the beginning of its text."""

    offset: int
    message: str
    text: str


class LogStep(NamedTuple):
    """What happened at once: a step of the log, or one command of the game's set-up.

    `number` is the log step's number from 0; None in the set-up. `offset` counts characters of
    the plain text.
    """

    number: int | None
    offset: int
    leaves: tuple[Leaf, ...]

    @property
    def commands(self) -> list[Command]:
        """Its commands in order, without those that do nothing (`null` and empty ones)."""
        texts = (leaf.command for leaf in self.leaves)
        return [parse_command(text) for text in texts if text not in NOTHING]


class SaveFile:
    """A save or log open for reading in constant memory. Use as a context manager.

    `style`, `key` and `upper` describe its obfuscation once its text has been read. With `data`,
    the content of the file, `path` only names it in messages.
    """

    def __init__(self, path: Path, data: bytes | None = None) -> None:
        self.path = path
        self._archive = Archive(path, data)
        if GAME not in self._archive:
            why = packed_otherwise(self._archive) or "; it is not a VASSAL save or log"
            self._archive.close()
            raise ArchiveError(f"{path} has no entry {GAME}{why}")
        self._revealer = Revealer()

    def __enter__(self) -> SaveFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._archive.close()

    @property
    def style(self) -> Style:
        """How the text is obfuscated."""
        return self._revealer.style or "plain"

    @property
    def key(self) -> int:
        """The byte it is obfuscated with."""
        return self._revealer.key

    @property
    def upper(self) -> bool:
        """Whether its hex digits are capitals."""
        return self._revealer.upper

    @property
    def savedata(self) -> Metadata | None:
        """The save's own metadata; None if it has none that can be read."""
        return self._metadata("savedata")

    @property
    def moduledata(self) -> Metadata | None:
        """The metadata of the module it was played on; None if there are none that can be read."""
        return self._metadata("moduledata")

    def _metadata(self, name: str) -> Metadata | None:
        if name not in self._archive:
            return None
        return read_if_readable(self._archive.read(name, MAX_METADATA))

    def raw(self) -> bytes:
        """The obfuscated bytes of `savedGame`. Raises ArchiveError."""
        return b"".join(self.raw_chunks())

    def raw_chunks(self) -> Iterator[bytes]:
        """The same in chunks."""
        return self._archive.stream(GAME, MAX_GAME)

    def others(self, limit: int) -> dict[str, bytes]:
        """All entries but `savedGame`, of at most `limit` bytes each. Raises ArchiveError."""
        names = (name for name in self._archive.names() if name != GAME)
        return {name: self._archive.read(name, limit) for name in names}

    def chunks(self) -> Iterator[str]:
        """The plain text in chunks. Raises ArchiveError or ObfuscationError.

        Bytes that are not UTF-8, which some old files contain, become lone surrogates; encoding
        with `surrogateescape` restores them.
        """
        return _decoded(self._plain())

    def chunks_without_stacks(self, *, empty_only: bool = False) -> Iterator[str]:
        """The same without the commands that add stacks on maps, or without those of empty ones.

        Decks are not left out. Some saves have a hundred thousand empty stacks, so they are
        dropped before anything else.
        """
        return _decoded(_without_stacks(self._plain(), EMPTY_STACK if empty_only else STACKS))

    def _plain(self) -> Iterator[bytes]:
        self._revealer = Revealer()
        return self._revealer.reveal(self._archive.stream(GAME, MAX_GAME))

    def text(self) -> str:
        """The whole plain text."""
        return "".join(self.chunks())

    def leaves(self) -> Iterator[Leaf]:
        """Every command's text in order of execution. Raises StreamError as well."""
        return leaves(self.chunks())

    def held(self) -> list[Leaf]:
        """The same as a list. Raises ArchiveError, also if that takes too much memory."""
        if self._archive.size(GAME) > MAX_HELD:
            raise ArchiveError(
                f"{self.path}: the game is longer than {MAX_HELD >> 20} MB, which is the limit of "
                "this command; `modgen log` and `modgen roundtrip` read longer ones"
            )
        found = list(islice(self.leaves(), MAX_COMMANDS + 1))
        if len(found) > MAX_COMMANDS:
            raise ArchiveError(
                f"{self.path} has more than {MAX_COMMANDS:,} commands, which is the limit of this "
                "command; `modgen log` and `modgen roundtrip` read longer ones"
            )
        return found

    def steps(self) -> Iterator[LogStep]:
        """The set-up command by command, then the log step by step."""
        return steps(self.leaves())


_STACK = rb"\x1b\+/[0-9]++/stack/[^\x1b]*+"
STACKS = re.compile(rb"%b(?:%b)*+" % (_STACK, _STACK))
"""Commands that add stacks, each with the separator before it."""


def _decoded(chunks: Iterable[bytes]) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    for chunk in chunks:
        yield decoder.decode(chunk)
    yield decoder.decode(b"", final=True)


EMPTY_STACK = re.compile(
    rb"\x1b\+/[^/\x1b]{1,40}/stack/[^;\x1b]*;-?\d+;-?\d+(?:;@@-?\d+)?\\*(?=\x1b|\Z)"
)
"""One that adds a stack without pieces."""


def _without_stacks(chunks: Iterable[bytes], stack: re.Pattern[bytes]) -> Iterator[bytes]:
    """The text of a save without stacks. A command that goes over a chunk's end is kept whole."""
    pending = b""
    for chunk in chunks:
        data = pending + chunk
        end = data.rfind(b"\x1b")
        if end < 0:
            pending = data
            continue
        pending = data[end:]
        yield stack.sub(b"", data[:end])
    yield stack.sub(b"", pending)


def steps(all_leaves: Iterable[Leaf]) -> Iterator[LogStep]:
    """Group leaves into steps. A step of the log is one child of the root.

    The engine does not count a step that has no command at all, and neither does this.
    """
    number = 0
    pending: list[Leaf] = []
    for leaf in all_leaves:
        if pending:
            if leaf.level > 0:
                pending.append(leaf)
                continue
            if _has_command(pending):
                yield LogStep(number, pending[0].offset, tuple(pending))
                number += 1
            pending = []
        if leaf.text.startswith(LOG):
            pending.append(leaf)
        else:
            yield LogStep(None, leaf.offset, (leaf,))
    if pending and _has_command(pending):
        yield LogStep(number, pending[0].offset, tuple(pending))


def _has_command(pending: list[Leaf]) -> bool:
    return pending[0].command not in NOTHING or any(leaf.command not in NOTHING for leaf in pending)


def diagnostics(all_leaves: Iterable[Leaf]) -> Iterator[Diagnostic]:
    """The commands that cannot be read in full; the others are not affected by them."""
    for leaf in all_leaves:
        message = parse_command(leaf.command).defect()
        if message is None and not leaf.text.isascii():
            try:
                leaf.text.encode("utf-8")
            except UnicodeEncodeError:
                message = "it has bytes that are not UTF-8"
        if message is not None:
            yield Diagnostic(leaf.offset, message, leaf.text[:80])


class SavedGame(NamedTuple):
    """A whole save in memory."""

    text: str
    savedata: Metadata | None
    moduledata: Metadata | None
    style: Style
    key: int


def read_save(path: Path) -> SavedGame:
    """Read a save at once. Raises ArchiveError, ObfuscationError or XMLError."""
    with SaveFile(path) as save:
        return SavedGame(save.text(), save.savedata, save.moduledata, save.style, save.key)


def save_text(pieces: Iterable[str], restore: Iterable[str], steps: Iterable[Node] = ()) -> str:
    """The command text of a save, or of a log when it has steps.

    `pieces` are the add commands, each before the stacks and decks that hold it; `restore` are
    the components' own commands (boards, set-up mark, properties, turn). Raises SequenceError.
    """
    block = sequence.join(["", *pieces], ESC)
    log = (encode(logged(step)) for step in steps)
    return sequence.join(["begin_save", "", block, *restore, "end_save", *log], ESC)


def board_command(map_name: str, boards: Iterable[tuple[str, int, int]]) -> str:
    """The command that places boards on a map: name, column and row of each."""
    tokens = [f"{map_name}BoardPicker"]
    for name, column, row in boards:
        tokens += [name, str(column), str(row)]
    return sequence.join(tokens, "\t")


def property_command(name: str, value: str, container: str = "Module") -> str:
    """The value of a global property."""
    return sequence.join(("GlobalProperty\t", name, value, container), ";")


def write_save(
    path: Path,
    text: str,
    module: Metadata,
    *,
    style: Style = "vcsk",
    key: int = 0x5A,
    description: str = "",
) -> None:
    """Write a `.vsav` or `.vlog` for a module; the same text gives the same bytes."""
    write_archive(path, save_entries(text, module, style=style, key=key, description=description))


def save_entries(
    text: str, module: Metadata, *, style: Style = "vcsk", key: int = 0x5A, description: str = ""
) -> dict[str, bytes]:
    """The archive entries of a save."""
    metadata = Metadata(module.version, None, description, module.engine, module.saved)
    return {
        GAME: hide(text.encode("utf-8", "surrogateescape"), style, key),
        "savedata": write_metadata(metadata),
        "moduledata": write_metadata(module),
    }
