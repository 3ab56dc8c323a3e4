"""Zip archives read with bounds and written with the same bytes each time (§1, §9)."""

from __future__ import annotations

import os
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

MAX_ENTRIES = 20_000
MAX_ENTRY = 512 << 20
MAX_TOTAL = 2 << 30
MAX_RATIO = 1_100
"""Deflate cannot pack tighter than about 1 : 1030; more is a lie in the header."""

EPOCH = (1980, 1, 1, 0, 0, 0)
STORED_SUFFIXES = (".png", ".jpg", ".gif", ".vsav", ".vlog")


class ArchiveError(ValueError):
    """A file that is no archive, or one that is not safe to read."""


class Archive:
    """A zip file open for bounded reading. Use as a context manager."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._zip = zipfile.ZipFile(path)
        except zipfile.BadZipFile:
            raise ArchiveError(f"{path} is no zip archive, or it is cut short") from None
        self._infos: dict[str, zipfile.ZipInfo] = {}
        self._read = 0
        infos = self._zip.infolist()
        if len(infos) > MAX_ENTRIES:
            raise ArchiveError(f"{path} has {len(infos)} entries; at most {MAX_ENTRIES} are read")
        for info in infos:
            if info.is_dir():
                continue
            check_name(info.filename, path)
            if info.filename in self._infos:
                raise ArchiveError(f"{path} holds {info.filename} twice")
            self._infos[info.filename] = info

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        self._zip.close()

    def names(self) -> list[str]:
        """The entries' names, sorted."""
        return sorted(self._infos)

    def __contains__(self, name: str) -> bool:
        return name in self._infos

    def size(self, name: str) -> int:
        """The unpacked size that the entry's header states, in bytes."""
        return self._infos[name].file_size

    def read(self, name: str, limit: int = MAX_ENTRY) -> bytes:
        """Unpack an entry. Raises ArchiveError past `limit` bytes, KeyError when there is none."""
        info = self._infos[name]
        if info.flag_bits & 1:
            raise ArchiveError(f"{self.path}: {name} is encrypted")
        if info.file_size > limit or info.file_size > MAX_RATIO * max(info.compress_size, 1):
            raise ArchiveError(f"{self.path}: {name} would unpack to {info.file_size:,} bytes")
        try:
            with self._zip.open(info) as stream:
                data = stream.read(limit + 1)
        except (zipfile.BadZipFile, OSError, EOFError, NotImplementedError, ValueError) as problem:
            raise ArchiveError(f"{self.path}: {name} is damaged ({problem})") from None
        except Exception as problem:  # zlib.error has no common base with the others
            raise ArchiveError(f"{self.path}: {name} is damaged ({problem})") from None
        self._read += len(data)
        if len(data) > limit or self._read > MAX_TOTAL:
            raise ArchiveError(f"{self.path}: {name} unpacks to more than {limit:,} bytes")
        return data


def check_name(name: str, path: Path) -> None:
    """Refuse names that could leave a folder. Raises ArchiveError."""
    parts = name.replace("\\", "/").split("/")
    if name.startswith(("/", "\\")) or ".." in parts or "\0" in name or ":" in parts[0]:
        raise ArchiveError(f"{path} holds an entry with an unsafe name: {name!r}")


def write_archive(path: Path, entries: Mapping[str, bytes]) -> None:
    """Write a zip with sorted entries and fixed times; the old file stays until it is whole."""
    with atomic(path) as part, zipfile.ZipFile(part, "w") as archive:
        for name in sorted(entries):
            check_name(name, path)
            info = zipfile.ZipInfo(name, EPOCH)
            # Pictures are packed already; the rest shrinks well.
            packed = name.endswith(STORED_SUFFIXES)
            info.compress_type = zipfile.ZIP_STORED if packed else zipfile.ZIP_DEFLATED
            info.create_system = 3
            info.external_attr = 0o644 << 16
            archive.writestr(info, entries[name], compresslevel=6)


class atomic:  # noqa: N801 - reads as a verb: `with atomic(path) as part`
    """A temporary file beside `path` that takes its place when the block ends without error."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __enter__(self) -> Path:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{self.path.name}.", dir=self.path.parent)
        os.close(handle)
        self._part = Path(name)
        return self._part

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self._part.unlink(missing_ok=True)
            return
        umask = os.umask(0)
        os.umask(umask)
        self._part.chmod(0o666 & ~umask)
        self._part.replace(self.path)
