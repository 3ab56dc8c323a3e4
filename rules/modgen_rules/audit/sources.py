"""Finds saves and logs in folders, ZIP archives and at addresses of fsspec, and opens them."""

from __future__ import annotations

import glob
import hashlib
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

from modgen.errors import ModgenError
from modgen.vassal.archive import Archive, ArchiveError, open_file
from modgen_rules.audit.extras import need

if TYPE_CHECKING:
    from zipfile import ZipInfo

SUFFIXES = (".vlog", ".vsav")
ZIP = ".zip"
IN_ZIP = "::"
"""Between the address of a ZIP and the path of a file in it."""
CHAIN = "::"
"""Between the parts of a chained URL of fsspec, the innermost file system first."""
IN_A_ZIP = "zip://"
"""fsspec's protocol for the files of a ZIP."""
REMOTE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")
MARKS = ("ETag", "etag", "mtime", "LastModified", "created", "CRC")
"""What file systems of fsspec call a mark of a file's content or the time of its change."""
CHUNK = 1 << 20
REOPENED = 200
"""After this many files an archive is opened again, since its total size is bounded."""
LONGEST_NAME = 100


class AddressError(ModgenError, ValueError):
    """An address that cannot be read; the message says why."""


class TooBigError(ModgenError, ValueError):
    """A file that is larger than the limit."""


class Found(NamedTuple):
    """A save or log: its address, its size in bytes, a mark that changes when it changes.

    `problem` says why it cannot be read, if that is already known.
    """

    address: str
    size: int = 0
    stamp: str = ""
    problem: str = ""


def find(addresses: Iterable[str]) -> Iterator[Found]:
    """The saves and logs at some addresses, each once, in the order of their names.

    An address is a file, a folder, a pattern (`games/**/*.vlog`), a ZIP, or a URL of fsspec.
    Raises AddressError when there is nothing at an address.
    """
    seen: set[str] = set()
    for address in addresses:
        any_found = False
        for found in _remote(address) if REMOTE.match(address) else _local(address):
            any_found = True
            if found.address not in seen:
                seen.add(found.address)
                yield found
        if not any_found:
            raise AddressError(f"{address}: there is no save or log (.vsav, .vlog) here")


def _local(address: str) -> Iterator[Found]:
    path = Path(address)
    if path.is_dir():
        yield from _files(_walk(path))
    elif path.exists():
        yield from _files([path], given=True)
    elif glob.has_magic(address):
        matches = sorted(glob.glob(address, recursive=True))  # noqa: PTH207 - any root
        for match in map(Path, matches):
            if match.is_dir():
                continue
            yield from _files([match])
    else:
        raise AddressError(f"the file or folder {address} does not exist")


def _walk(folder: Path) -> Iterator[Path]:
    """The files of a folder and of its subfolders by name; links to folders are not followed."""
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            yield from _walk(Path(entry.path))
        else:
            yield Path(entry.path)


def _files(paths: Iterable[Path], given: bool = False) -> Iterator[Found]:
    """What some files are: a save or log, a ZIP of them, or (unless it was named) nothing."""
    for path in paths:
        suffix = path.suffix.lower()
        if suffix not in (*SUFFIXES, ZIP) and not given:
            continue
        absolute = Path(os.path.abspath(path)).as_posix()  # noqa: PTH100 - keeps links
        try:
            status = path.stat()
        except OSError as problem:
            yield Found(absolute, problem=f"it cannot be read: {(problem.strerror or '').lower()}")
            continue
        if suffix == ZIP:
            yield from _members(path, absolute, given)
        else:
            yield Found(absolute, status.st_size, str(status.st_mtime_ns))


def _members(path: Path, address: str, given: bool) -> Iterator[Found]:
    """The saves and logs in a ZIP."""
    try:
        with Archive(path) as archive:
            infos = list(map(archive.info, archive.names()))
    except (ArchiveError, OSError) as problem:
        yield Found(address, problem=str(problem).replace(f"{path}: ", "").replace(str(path), "it"))
        return
    wanted = [info for info in infos if _is_log(info.filename)]
    if given and not wanted:
        raise AddressError(f"{path}: there is no save or log (.vsav, .vlog) in this archive")
    for info in wanted:
        yield _member(address, info)


def _member(address: str, info: ZipInfo) -> Found:
    return Found(f"{address}{IN_ZIP}{info.filename}", info.file_size, f"{info.CRC:08x}")


def _is_log(name: str) -> bool:
    return PurePosixPath(name.replace("\\", "/")).suffix.lower() in SUFFIXES


# --- fsspec ----------------------------------------------------------------------------------


def _remote(address: str) -> Iterator[Found]:
    """The saves and logs at a URL; also at a chained one, such as `zip://*.vlog::s3://club/all.zip`.

    A URL of a ZIP stands for the files in it.
    """
    first, chain, rest = address.partition(CHAIN)
    if first.lower().endswith(ZIP) and not first.startswith(IN_A_ZIP):
        yield from _remote(f"{IN_A_ZIP}{CHAIN}{address}")
        return
    system, path = _system(address)
    try:
        if glob.has_magic(path):
            listed = system.glob(path, detail=True)
        elif system.isdir(path):
            listed = system.find(path, detail=True)
        else:
            listed = {path: system.info(path)}
    except FileNotFoundError as problem:
        raise AddressError(f"the file or folder {address} does not exist") from problem
    except Exception as problem:
        raise AddressError(f"{address}: {_first_line(problem)}") from problem
    for name in sorted(listed):
        details = listed[name]
        if details.get("type") != "directory" and (_is_log(name) or name == path):
            stamp = next((str(mark) for mark in map(details.get, MARKS) if mark), "")
            own = system.unstrip_protocol(name) + chain + rest
            yield Found(own, int(details.get("size") or 0), stamp)


def _system(address: str) -> tuple[Any, str]:
    """The file system of a URL and the path in it."""
    fsspec = need("fsspec", "cluster")
    try:
        found: tuple[Any, str] = fsspec.core.url_to_fs(address)
    except FileNotFoundError as problem:
        raise AddressError(f"the file or folder {address} does not exist") from problem
    except Exception as problem:
        text = getattr(problem, "strerror", None)
        raise AddressError(
            f"{address}: {str(text).lower() if text else _first_line(problem)}"
        ) from problem
    return found


def _first_line(problem: BaseException) -> str:
    lines = str(problem).splitlines()
    return lines[0] if lines else type(problem).__name__


# --- reading ---------------------------------------------------------------------------------


@contextmanager
def opened(found: Found, limit: int) -> Iterator[tuple[Path, str]]:
    """A file as a path on this machine, and the SHA-256 of its bytes.

    A file in a ZIP or at a URL is copied into a temporary folder. Raises TooBigError for more than
    `limit` bytes, AddressError for a file that cannot be read, and ArchiveError.
    """
    remote = REMOTE.match(found.address) is not None
    archive, inside, member = found.address.partition(IN_ZIP)
    if inside and (remote or Path(found.address).exists()):
        inside = ""
    if not inside and not remote:
        path = Path(found.address)
        with _readable(found), open_file(path) as file:
            digest = hashlib.sha256()
            for chunk in _bounded(iter(lambda: file.read(CHUNK), b""), limit):
                digest.update(chunk)
        yield path, digest.hexdigest()
        return
    with TemporaryDirectory(prefix="modgen-") as folder:
        path = Path(folder, _file_name(archive if remote else member))
        digest = hashlib.sha256()
        with _readable(found), path.open("wb") as target:
            chunks = _from_zip(archive, member) if inside else _from_url(found.address)
            for chunk in _bounded(chunks, limit):
                digest.update(chunk)
                target.write(chunk)
        yield path, digest.hexdigest()


@contextmanager
def _readable(found: Found) -> Iterator[None]:
    """An error of a file system as one sentence."""
    try:
        yield
    except ModgenError:
        raise
    except OSError as problem:
        text = (problem.strerror or _first_line(problem)).lower()
        raise AddressError(f"it cannot be read: {text}") from problem
    except Exception as problem:
        if not REMOTE.match(found.address):
            raise
        raise AddressError(f"it cannot be read: {_first_line(problem)}") from problem


def _bounded(chunks: Iterable[bytes], limit: int) -> Iterator[bytes]:
    size = 0
    for chunk in chunks:
        size += len(chunk)
        if size > limit:
            raise TooBigError(f"it is larger than {limit:,} bytes")
        yield chunk


def _from_zip(archive: str, member: str) -> Iterator[bytes]:
    return _ZIPS.get(archive).stream(member)


def _from_url(address: str) -> Iterator[bytes]:
    system, path = _system(address)
    with system.open(path, "rb") as file:
        yield from iter(lambda: file.read(CHUNK), b"")


class _OpenArchive:
    """The archive that was read last, open, so that its list is not read for each file."""

    def __init__(self) -> None:
        self._archive: Archive | None = None
        self._key: tuple[str, int] = ("", 0)
        self._uses = 0

    def get(self, address: str) -> Archive:
        """The archive at a path. Raises ArchiveError or OSError."""
        key = (address, Path(address).stat().st_mtime_ns)
        if self._archive is None or key != self._key or self._uses >= REOPENED:
            if self._archive is not None:
                self._archive.close()
            self._archive = None
            self._archive, self._key, self._uses = Archive(Path(address)), key, 0
        self._uses += 1
        return self._archive


_ZIPS = _OpenArchive()


def _file_name(address: str) -> str:
    """A file name for a copy: the last part of an address, with usual characters only."""
    name = PurePosixPath(address.replace("\\", "/")).name
    with suppress(UnicodeError):
        name = name.encode("utf-8", "replace").decode("utf-8")
    return re.sub(r'[\x00-\x1f<>:"|?*%]', "_", name)[-LONGEST_NAME:] or "log"
