"""ZIP archives: bounded reading and reproducible writing (vassal-formats §1, §9)."""

from __future__ import annotations

import re
import struct
import weakref
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import IO

from modgen.errors import ModgenError
from modgen.vassal.entry_names import entry_names
from modgen.vassal.replacing import atomic

MAX_ENTRIES = 20_000
MAX_ENTRY = 512 << 20
MAX_TOTAL = 2 << 30
MAX_RATIO = 1_100
"""The highest plausible compression ratio; deflate reaches about 1030."""

CHUNK = 1 << 18
DAMAGE = (zipfile.BadZipFile, zlib.error, OSError, EOFError, NotImplementedError, RuntimeError)
"""Exceptions that reading a damaged archive may raise."""

EPOCH = (1980, 1, 1, 0, 0, 0)
UNPACKED = (b"!VCSK", b"begin_save")
"""What the entry of a save begins with, obfuscated and plain."""
POINTER = b"version https://git-lfs"
"""What Git LFS leaves in place of a file that it has not fetched."""
XML = re.compile(rb"(?:\xef\xbb\xbf)?\s*<|\xff\xfe<\0|\xfe\xff\0<|<\0|\0<")
CONTENT = ("buildFile.xml", "buildFile", "savedGame")
"""The entry that makes an archive a module or a save."""
PACKED_SUFFIXES = (".vmod", ".vmdx", ".vsav", ".vlog")
LEVEL = 5
"""Level 6 takes twice as long for set-ups, for 5 % fewer bytes."""
STORED_SUFFIXES = (".png", ".jpg", ".gif", ".vsav", ".vlog")


class ArchiveError(ModgenError, ValueError):
    """The file is not an archive, or it is not safe to read."""


def open_file(path: Path) -> IO[bytes]:
    """Open a file for reading.

    Raises ArchiveError for a device or a pipe, which may have no end, and OSError.
    """
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise ArchiveError(f"{path} is a device or a pipe, not a file; copy its content to a file")
    return path.open("rb")


class Archive:
    """A zip file open for bounded reading. Use as a context manager.

    With `data`, the content of the file, nothing is opened and `path` only names it in messages.
    """

    def __init__(self, path: Path, data: bytes | None = None) -> None:
        self.path = path
        self._file: IO[bytes] = open_file(path) if data is None else BytesIO(data)
        # A module that reads entries on demand keeps its archive open.
        weakref.finalize(self, self._file.close)
        try:
            self._zip = zipfile.ZipFile(self._file)
        except (*DAMAGE, ValueError, struct.error):
            self._file.seek(0)
            head = self._file.read(len(POINTER))
            self._file.close()
            why = "not a ZIP archive, or it is cut short" if head else "empty"
            if head.startswith(UNPACKED):
                why = "the unpacked content of a save or log; zip it under the name `savedGame`"
            elif head == POINTER:
                why = "a Git LFS pointer, not the file itself; run `git lfs pull`"
            elif is_xml(head):
                why = "XML and no ZIP archive; zip a build file under the name `buildFile.xml`"
            raise ArchiveError(f"{path} is {why}") from None
        try:
            self._infos = self._checked()
        except ArchiveError:
            self.close()
            raise
        self._read = 0

    def _checked(self, text: str = "") -> dict[str, zipfile.ZipInfo]:
        checked: dict[str, zipfile.ZipInfo] = {}
        infos = self._zip.infolist()
        if len(infos) > MAX_ENTRIES:
            raise ArchiveError(
                f"{self.path} has {len(infos)} entries; at most {MAX_ENTRIES} are read"
            )
        self._entry_names = entry_names(infos, text)
        for info, name in zip(infos, self._entry_names.names, strict=True):
            if name.endswith("/"):
                continue
            check_name(name, self.path)
            if name in checked:
                raise ArchiveError(f"{self.path} contains {name} twice")
            checked[name] = info
        return checked

    def spell_names(self, build_file: bytes) -> None:
        """Decode names that are not UTF-8 so that they match those in the build file."""
        if self._entry_names.encoding:
            self._infos = self._checked(build_file.decode("utf-8", "replace"))

    @property
    def odd_names(self) -> tuple[str, ...]:
        """What is wrong with the names of entries, a sentence each."""
        return tuple(self._entry_names.problems())

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def names(self) -> list[str]:
        """The entries' names, sorted."""
        return sorted(self._infos)

    @property
    def empty_folders(self) -> tuple[str, ...]:
        """The folders without files that the archive lists, sorted, each with `/` at its end.

        Raises ArchiveError for a name that leads out of the archive.
        """
        used: set[str] = set()
        folders: set[str] = set()
        for name in self._entry_names.names:
            above = name.rstrip("/")
            if name.endswith("/"):
                check_name(above, self.path)
                folders.add(above)
            while "/" in above:
                above = above.rpartition("/")[0]
                if above in used:
                    break
                used.add(above)
        return tuple(f"{folder}/" for folder in sorted(folders - used) if folder)

    def __contains__(self, name: str) -> bool:
        return name in self._infos

    def size(self, name: str) -> int:
        """The unpacked size of an entry in bytes, as its header states it."""
        return self._infos[name].file_size

    def info(self, name: str) -> zipfile.ZipInfo:
        """What the archive's list says of an entry: sizes, checksum, time."""
        return self._infos[name]

    def close(self) -> None:
        """Close the file."""
        self._zip.close()
        self._file.close()

    def stream(self, name: str, limit: int = MAX_ENTRY) -> Iterator[bytes]:
        """Unpack an entry in chunks.

        Raises KeyError for an unknown name, and ArchiveError for damage or over `limit` bytes.
        The sizes in the header are checked first; then the bytes are counted.
        """
        info = self._infos[name]
        if info.flag_bits & 1:
            raise ArchiveError(f"{self.path}: {name} is encrypted")
        if info.file_size > limit or info.file_size > MAX_RATIO * max(info.compress_size, 1):
            raise ArchiveError(
                f"{self.path}: {name} would unpack to {info.file_size:,} bytes; "
                f"at most {limit:,} bytes are read, and no more than {MAX_RATIO} times its size"
            )
        size = 0
        try:
            with self._zip.open(info) as stream:
                while chunk := stream.read(CHUNK):
                    size += len(chunk)
                    self._read += len(chunk)
                    if size > limit or self._read > MAX_TOTAL:
                        raise ArchiveError(f"{self.path}: {name} unpacks to over {limit:,} bytes")
                    yield chunk
        except ArchiveError:
            raise
        except (*DAMAGE, struct.error, ValueError) as problem:  # ValueError: names, offsets
            raise ArchiveError(f"{self.path}: {name} is damaged ({problem})") from None

    def read(self, name: str, limit: int = MAX_ENTRY) -> bytes:
        """Unpack a whole entry. Raises what `stream` raises."""
        return b"".join(self.stream(name, limit))


def is_xml(head: bytes) -> bool:
    """Whether a file that begins so is XML in UTF-8, UTF-16 or an encoding that it names."""
    return XML.match(head) is not None


def check_name(name: str, path: Path) -> None:
    """Raise ArchiveError for a name that could point outside the folder."""
    parts = name.replace("\\", "/").split("/")
    if name.startswith(("/", "\\")) or ".." in parts or "\0" in name or ":" in parts[0]:
        raise ArchiveError(f"{path} contains an entry with an unsafe name: {name!r}")


def packed_otherwise(archive: Archive) -> str:
    """What an archive holds instead of a module or save, with the remedy, after a semicolon.

    A folder was packed with its content, or files that are archives themselves. Empty if neither.
    """
    for name in archive.names():
        folder, _, last = name.rpartition("/")
        if folder and last in CONTENT:
            return f"; `{last}` is in the folder `{folder}`: pack what is in that folder, not it"
    inner = [name for name in archive.names() if name.lower().endswith(PACKED_SUFFIXES)]
    if not inner:
        return ""
    more = f" and {len(inner) - 1} more" if len(inner) > 1 else ""
    return f"; it holds `{inner[0]}`{more}: unzip it and give that file"


def write_archive(
    path: Path, entries: Mapping[str, bytes], empty_folders: Iterable[str] = ()
) -> None:
    """Write a ZIP archive with sorted entries and fixed times, atomically.

    Raises ArchiveError for a name that leads out of the archive.
    """
    folders = [f"{name.rstrip('/')}/" for name in empty_folders]
    for name in (*entries, *(folder.rstrip("/") for folder in folders)):
        check_name(name, path)
    with atomic(path) as part, part.open("wb") as file:
        _write(file, entries, folders)


def archive_bytes(entries: Mapping[str, bytes]) -> bytes:
    """The same archive in memory, for a save inside a module."""
    buffer = BytesIO()
    _write(buffer, entries)
    return buffer.getvalue()


def _write(
    file: IO[bytes], entries: Mapping[str, bytes], empty_folders: Iterable[str] = ()
) -> None:
    with zipfile.ZipFile(file, "w") as archive:
        for name in sorted(empty_folders):
            info = zipfile.ZipInfo(name, EPOCH)
            info.create_system = 3
            info.external_attr = (0o755 << 16) | 0x10
            archive.writestr(info, b"")
        for name in sorted(entries):
            info = zipfile.ZipInfo(name, EPOCH)
            # Pictures are already compressed.
            packed = name.endswith(STORED_SUFFIXES)
            info.compress_type = zipfile.ZIP_STORED if packed else zipfile.ZIP_DEFLATED
            info.create_system = 3
            info.external_attr = 0o644 << 16
            archive.writestr(info, entries[name], compresslevel=LEVEL)


def write_text(path: Path, text: str) -> None:
    """Write a UTF-8 text file with the same bytes on every system: line ends are always `\\n`.

    Bytes of old logs that are not UTF-8 are written as `\\udcXX`. An existing file is replaced only
    when the new one is complete.
    """
    with atomic(path) as part:
        part.write_bytes(text.encode("utf-8", "backslashreplace"))
