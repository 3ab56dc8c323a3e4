"""Files of a game written from the page: atomically, never over a change of another program."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from modgen.errors import ModgenError
from modgen.model.files.text import leads_out
from modgen.vassal.replacing import atomic, whole

CONFLICT = 409
LONGEST_NAME = 1000
LONGEST_STEP = 255
"""The most bytes of one name of a path on the usual file systems."""


class FileError(ModgenError, ValueError):
    """A file cannot be read or written; `status` is that of the response."""

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.status = status


class Change(NamedTuple):
    """The bytes of a file before and after a change, or None if there was no file."""

    path: Path
    before: bytes | None
    after: bytes | None


@dataclass(frozen=True)
class Written:
    """A change of a file, to be taken back: its bytes before and after."""

    path: Path
    before: bytes | None
    after: bytes | None
    also: tuple[Written, ...] = ()
    """Changes of other files that belong to it."""

    def undo(self) -> None:
        """Restore the file, and the others with it. Raises FileError if it has changed since."""
        changes = (self, *self.also)
        for one in changes:
            if bytes_of(one.path) != one.after:
                raise FileError(f"{one.path.name} has changed since, so this cannot be undone")
        _replace_all([Change(one.path, one.after, one.before) for one in changes])


def bytes_of(path: Path) -> bytes | None:
    """The bytes of a file; None if there is none."""
    return path.read_bytes() if path.is_file() else None


def digest(data: bytes | None) -> str:
    """The fingerprint of the version of a file that a page shows; empty if there is no file."""
    return "" if data is None else hashlib.blake2b(data, digest_size=12).hexdigest()


def replace_file(path: Path, data: bytes) -> None:
    """Write a file as a whole."""
    with atomic(path) as part:
        part.write_bytes(data)


def write_all(changes: Sequence[Change]) -> Written:
    """Write some files, all or none of them. Raises FileError if one has changed meanwhile."""
    for path, before, _ in changes:
        if bytes_of(path) != before:
            raise FileError(f"{path.name} has changed; try again", CONFLICT)
    _replace_all(changes)
    first, *others = (Written(*one) for one in changes)
    return Written(first.path, first.before, first.after, tuple(others))


def _replace_all(changes: Sequence[Change]) -> None:
    """Give files their bytes: all or none of them, also if one of them is refused."""
    folder = Path(os.path.commonpath([one.path.parent for one in changes]))
    try:
        replacing = whole(folder)
        with replacing as part:
            for path, _, after in changes:
                name = path.relative_to(folder)
                if after is None:
                    replacing.remove(name.as_posix())
                else:
                    (part / name).parent.mkdir(parents=True, exist_ok=True)
                    (part / name).write_bytes(after)
    except OSError:
        for path, before, after in changes:
            with suppress(OSError):
                if before != after and bytes_of(path) == after:
                    _restore(path, before)
        raise


def _restore(path: Path, data: bytes | None) -> None:
    if data is None:
        path.unlink()
    else:
        replace_file(path, data)


def inside(folder: Path, name: str) -> Path:
    """The path of a file of a game by its name with slashes. Raises FileError if it leads out.

    A file has only one name: `./x` and `a//x` are refused, so that names can be compared.
    """
    pure = PurePosixPath(name)
    long = len(name) > LONGEST_NAME or any(
        len(part.encode("utf-8", "replace")) > LONGEST_STEP for part in pure.parts
    )
    odd = long or any(one in name for one in "\\\0:") or pure.as_posix() != name
    hidden = any(part.startswith(".") for part in pure.parts)
    path = folder / pure
    if not name or odd or pure.is_absolute() or hidden or leads_out(path, folder):
        raise FileError(f"`{name[:80]}` is not a file of the game's folder")
    return path


def save(path: Path, name: str, data: bytes, seen: str) -> Written:
    """Write a file whose version `seen` the page knows. Raises FileError if there is another."""
    before = bytes_of(path)
    if digest(before) != seen:
        what = "has been changed by another program" if seen else "exists already"
        raise FileError(f"{name} {what}", CONFLICT)
    if before is None and os.path.lexists(path):
        raise FileError(f"{name} is a folder, a link or a device, not a file")
    if data != before:
        replace_file(path, data)
    return Written(path, before, data)
