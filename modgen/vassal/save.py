"""Writing and reading saves: `.vsav` and `.vlog` archives and their command text (§1.4, §4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from modgen.vassal import sequence
from modgen.vassal.archive import Archive, ArchiveError, write_archive
from modgen.vassal.metadata import Metadata, write_metadata
from modgen.vassal.obfuscation import Style, hide, reveal

ESC = "\x1b"
GAME = "savedGame"


def save_text(pieces: Iterable[str], restore: Iterable[str]) -> str:
    """The command text of a save.

    `pieces` are the add commands, each before the stacks and decks that hold it; `restore` are
    the components' own commands (boards, set-up mark, properties, turn).
    """
    block = sequence.join(["", *pieces], ESC)
    return sequence.join(["begin_save", "", block, *restore, "end_save"], ESC)


def board_command(map_name: str, boards: Iterable[tuple[str, int, int]]) -> str:
    """Which boards lie where: name, column, row."""
    tokens = [f"{map_name}BoardPicker"]
    for name, column, row in boards:
        tokens += [name, str(column), str(row)]
    return sequence.join(tokens, "\t")


def property_command(name: str, value: str, container: str = "Module") -> str:
    """The value of a global property."""
    return sequence.join(("GlobalProperty\t", name, value, container), ";")


SETUP_STACK = "SETUP_STACK\t"
"""Says that stacks and decks are all in the save; without it the engine adds its own."""


@dataclass(frozen=True)
class SavedGame:
    """A save as it lies in its archive."""

    text: str
    savedata: bytes | None = None
    moduledata: bytes | None = None


def write_save(
    path: Path, text: str, module: Metadata, style: Style = "vcsk", key: int = 0x5A
) -> None:
    """Write a `.vsav` or `.vlog` for a module."""
    write_archive(path, save_entries(text, module, style, key))


def save_entries(
    text: str, module: Metadata, style: Style = "vcsk", key: int = 0x5A
) -> dict[str, bytes]:
    """The archive entries of a save."""
    own = Metadata(module.version, None, "", module.engine, module.saved)
    return {
        GAME: hide(text.encode("utf-8"), style, key),
        "savedata": write_metadata(own),
        "moduledata": write_metadata(module),
    }


def read_save(path: Path, limit: int = 256 << 20) -> SavedGame:
    """Read a save's text. Raises ArchiveError, ObfuscationError or UnicodeDecodeError."""
    with Archive(path) as archive:
        if GAME not in archive:
            raise ArchiveError(f"{path} holds no {GAME}; it is no VASSAL save or log")
        return SavedGame(
            reveal(archive.read(GAME, limit)).decode("utf-8"),
            archive.read("savedata", 1 << 20) if "savedata" in archive else None,
            archive.read("moduledata", 1 << 20) if "moduledata" in archive else None,
        )
