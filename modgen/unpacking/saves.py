"""Saves and set-ups as text: a folder for each, with a line for each command of the game.

`game.txt` begins with a line of how the game is obfuscated. Each line after it is a command; at its
end are the backslashes of the level at which the next one begins (vassal-formats §4.1). The other
entries of the save are files beside it. Packing gives a save with the same game and the same
entries; only its compression can differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from modgen.errors import ModgenError
from modgen.vassal.archive import Archive, archive_bytes
from modgen.vassal.obfuscation import Style, hide
from modgen.vassal.save import GAME, SaveFile
from modgen.vassal.stream import ESC

SAVES = "saves"
"""The folder of unpacked saves."""
GAME_TEXT = "game.txt"
HEAD = re.compile(rb"(plain|vcsk|vobs) (\d{1,3}) (lower|upper)")
MAX_TEXT = 256 << 20
"""The longest game that is unpacked, in bytes."""
MAX_OTHER = 64 << 20


class SaveTextError(ModgenError, ValueError):
    """The text of a save is not as `modgen unpack --saves` writes it."""


def unpacked_save(data: bytes) -> dict[str, bytes] | None:
    """The files of a save by name; None for what is not a save or cannot be packed again."""
    if data[:2] != b"PK":
        return None
    with TemporaryDirectory(prefix="modgen-save-") as folder:
        path = Path(folder, "save")
        path.write_bytes(data)
        try:
            with SaveFile(path) as save:
                text, raw = save.text(), save.raw()
                head = f"{save.style} {save.key} {'upper' if save.upper else 'lower'}"
                again = _hidden(text, save.style, save.key, upper=save.upper)
            if again != raw or len(raw) > MAX_TEXT or "\n" in text or "\r" in text:
                return None
            with Archive(path) as archive:
                files = {
                    name: archive.read(name, MAX_OTHER) for name in archive.names() if name != GAME
                }
        except (ModgenError, ValueError):
            return None
    if GAME_TEXT in files:
        return None
    lines = [head, *text.split(ESC)]
    return files | {GAME_TEXT: ("\n".join(lines) + "\n").encode("utf-8", "surrogateescape")}


def packed_save(files: Mapping[str, bytes], what: str) -> bytes:
    """The save of its files; `what` names it in errors. Raises SaveTextError."""
    head, _, body = files[GAME_TEXT].replace(b"\r\n", b"\n").partition(b"\n")
    found = HEAD.fullmatch(head)
    if found is None or int(found[2]) > 255:
        raise SaveTextError(
            f"{what}/{GAME_TEXT}:1: write the style, the key and `lower` or `upper`, such as "
            "`vcsk 90 lower`"
        )
    text = body.removesuffix(b"\n").replace(b"\n", ESC.encode())
    style: Style = "plain" if found[1] == b"plain" else "vobs" if found[1] == b"vobs" else "vcsk"
    decoded = text.decode("utf-8", "surrogateescape")
    try:
        game = _hidden(decoded, style, int(found[2]), upper=found[3] == b"upper")
    except ValueError as problem:
        raise SaveTextError(f"{what}/{GAME_TEXT}:1: {problem}") from None
    others = {name: data for name, data in files.items() if name != GAME_TEXT}
    return archive_bytes(others | {GAME: game})


def _hidden(text: str, style: Style, key: int, *, upper: bool) -> bytes:
    return hide(text.encode("utf-8", "surrogateescape"), style, key, upper=upper)


def same_save(one: bytes | None, other: bytes | None) -> bool:
    """Whether two saves have the same game and the same entries, however they are compressed."""
    if one is None or other is None:
        return one is other
    first = unpacked_save(one)
    return one == other or (first is not None and first == unpacked_save(other))


class SaveEntries(Mapping[str, bytes]):
    """The saves of an unpacked module by their names, packed when they are asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        found = sorted(folder.rglob(GAME_TEXT)) if folder.is_dir() else []
        self._names = dict.fromkeys(
            path.parent.relative_to(folder).as_posix() for path in found if not path.is_symlink()
        )

    def __getitem__(self, name: str) -> bytes:
        if name not in self._names:
            raise KeyError(name)
        place = self._folder / name
        files = {
            path.name: path.read_bytes()
            for path in sorted(place.iterdir())
            if path.is_file() and not path.is_symlink()
        }
        return packed_save(files, str(place))

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)
