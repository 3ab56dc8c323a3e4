"""A fingerprint of files, which tells whether something has to be made again."""

from __future__ import annotations

import hashlib
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from modgen import __version__

PICTURES = frozenset({".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg"})
LARGE = 4 << 20
"""Pictures and larger files are compared by their size and time, all others by their content."""


def fingerprint(program: Iterable[Path], folders: Iterable[Path | None], *more: object) -> str:
    """32 hexadecimal digits for the files of a program and the files and paths of some folders.

    Files of the program are compared by their size and time. Values in `more` count too.
    """
    digest = hashlib.sha256(f"{__version__} {sys.version} {more}".encode())
    for place in program:
        for path in _files(place):
            status = path.stat()
            digest.update(f"{path.name} {status.st_size} {status.st_mtime_ns}\n".encode())
    for folder in folders:
        if folder is None:
            continue
        digest.update(f"{folder.absolute()}\n".encode("utf-8", "surrogateescape"))
        for path in _files(folder):
            name = path.relative_to(folder).as_posix()
            digest.update(name.encode("utf-8", "surrogateescape") + b"\0")
            status = path.stat()
            is_file = stat.S_ISREG(status.st_mode)  # a pipe or a device may have no end
            if path.suffix.lower() in PICTURES or status.st_size > LARGE or not is_file:
                digest.update(f"{status.st_size} {status.st_mtime_ns}".encode())
            else:
                digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:32]


def _files(folder: Path) -> Iterator[Path]:
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(one for one in folders if one != "__pycache__")
        yield from (Path(place, name) for name in sorted(names))
