"""Uploaded files: bounded in size and number, in a private folder that is removed at the end."""

from __future__ import annotations

import re
import secrets
import shutil
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import IO

from anyio import to_thread

from modgen.errors import FULL, ModgenError, told

MB = 1 << 20
MAX_FILE = 512 * MB
"""The largest upload in bytes."""
MAX_ALL = 2048 * MB
"""The most bytes of all uploads together."""
MAX_FILES = 400
SUFFIXES = {
    ".vmod": "module",
    ".vmdx": "module",
    ".vsav": "log",
    ".vlog": "log",
    ".yaml": "settings",
    ".yml": "settings",
    ".zip": "game",
}
"""What an upload is, by the end of its name."""
CHUNK = MB
UNSAFE = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*\ud800-\udfff]+')
RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
LONGEST_NAME = 120


class UploadError(ModgenError, ValueError):
    """A file is not accepted; `status` is that of the response."""

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.status = status


@dataclass(frozen=True)
class Upload:
    """An uploaded file: its id, the name that the user knows, its kind and its size in bytes."""

    id: str
    name: str
    kind: str
    size: int
    path: Path

    def data(self) -> dict[str, object]:
        """What the page knows of it."""
        return {"id": self.id, "name": self.name, "kind": self.kind, "size": self.size}


def safe_name(name: str) -> str:
    """The last part of a file's name, without characters that a system forbids, or UploadError.

    The end of the name says what the file is, so that of a long name is kept.
    """
    last = UNSAFE.sub("_", name.replace("\\", "/").rsplit("/", 1)[-1]).strip(" .")
    stem, dot, suffix = last.rpartition(".")
    stem = stem.strip()
    if not dot or f".{suffix}".lower() not in SUFFIXES or not stem.strip(" ._"):
        known = ", ".join(SUFFIXES)
        raise UploadError(f"`{last[:80] or 'a file'}` is not one of {known}", 415)
    stem = stem[: LONGEST_NAME - len(suffix) - 1].rstrip()
    return f"_{stem}.{suffix}" if RESERVED.fullmatch(stem) else f"{stem}.{suffix}"


@dataclass
class Uploads:
    """The uploads of one run, each in a folder of its own below `folder`."""

    folder: Path
    max_file: int = MAX_FILE
    max_all: int = MAX_ALL
    _known: dict[str, Upload] = field(default_factory=dict)
    _reserved: int = 0

    def __getitem__(self, key: str) -> Upload:
        try:
            return self._known[key]
        except KeyError:
            raise UploadError("the file is no longer here; add it again", 404) from None

    def all(self, keys: Iterable[str]) -> list[Upload]:
        """The uploads with these ids, in their order. Raises UploadError."""
        return [self[key] for key in keys]

    async def add(self, name: str, chunks: AsyncIterator[bytes]) -> Upload:
        """Store the chunks of a file. Raises UploadError; then nothing is left of it."""
        shown = safe_name(name)
        if len(self._known) >= MAX_FILES:
            raise UploadError(f"at most {MAX_FILES} files are kept; remove some", 413)
        key = secrets.token_urlsafe(12)
        folder = self.folder / key
        path = folder / shown
        size = 0
        complete = False
        try:
            await to_thread.run_sync(partial(folder.mkdir, mode=0o700, parents=True))
            with path.open("xb") as file:
                pending = bytearray()
                async for chunk in chunks:
                    size += len(chunk)
                    self._reserved += len(chunk)
                    self._check(size)
                    pending += chunk
                    if len(pending) >= CHUNK:
                        await to_thread.run_sync(_write, file, bytes(pending))
                        pending.clear()
                await to_thread.run_sync(_write, file, bytes(pending))
            complete = True
        except OSError as problem:
            if problem.errno in FULL:
                raise UploadError(told(OSError(problem.errno, "", shown)), 507) from None
            raise
        finally:
            if not complete:
                self._reserved -= size
                shutil.rmtree(folder, ignore_errors=True)
        kind = SUFFIXES[path.suffix.lower()]
        self._known[key] = upload = Upload(key, shown, kind, size, path)
        return upload

    def check_announced(self, size: int) -> None:
        """Refuse a file by the size that its sender announces, before it is sent."""
        if size > self.max_file or size + self._reserved > self.max_all:
            self._refuse(size > self.max_file)

    def _check(self, size: int) -> None:
        if size > self.max_file or self._reserved > self.max_all:
            self._refuse(size > self.max_file)

    def _refuse(self, single: bool) -> None:
        limit = self.max_file if single else self.max_all
        what = "a file may have" if single else "all files together may have"
        hint = "" if single else "; remove some"
        raise UploadError(f"{what} at most {limit // MB:,} MB{hint}", 413)

    def remove(self, key: str) -> None:
        """Forget a file and delete it. Raises UploadError."""
        upload = self[key]
        del self._known[key]
        self._reserved -= upload.size
        shutil.rmtree(upload.path.parent, ignore_errors=True)


def _write(file: IO[bytes], data: bytes) -> None:
    file.write(data)
