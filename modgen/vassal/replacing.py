"""Temporary files and folders that replace the old ones, and that a later run removes after a kill.

Each of them has a claim: a file that its process keeps open and locked. Claims of a process that
is gone are found by the next run that writes into the same folder.
"""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from modgen.errors import FULL, ModgenError

if sys.platform != "win32":
    import fcntl

CLAIMED = ".modgen-"
"""What the names of temporary files begin with."""
CLAIM = re.compile(re.escape(CLAIMED) + "[0-9a-f]{16}")
MOVING = f"{CLAIMED}moving"
"""The claim of the process that moves files into a folder at the moment."""
LONGEST_WAIT = 60.0
"""Seconds for which one process waits until another has moved its files."""

_tidied: set[Path] = set()


class BusyError(ModgenError, OSError):
    """Another process is writing to the same folder."""


class Claim:
    """A new file that says that something belongs to a running process.

    On POSIX systems it is locked; Windows does not delete a file that is open. Raises
    FileExistsError.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o666)
        if not _lock(self._file):
            # Another process found it before it was locked, and removes it.
            self.release()
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))

    @classmethod
    def within(cls, folder: Path, prefix: str = CLAIMED) -> Claim:
        """A claim with a new name in a folder."""
        while True:
            with suppress(FileExistsError):
                return cls(folder / f"{prefix}{os.urandom(8).hex()}")

    @property
    def folder(self) -> Path:
        """The folder that belongs to the claim; who needs it makes it."""
        return _folder_of(self.path)

    def release(self) -> None:
        """Close the file; it stays where it is."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def drop(self) -> None:
        """Remove the folder and the file."""
        shutil.rmtree(self.folder, ignore_errors=True)
        if sys.platform != "win32":
            # First, so that a claim that another process makes under this name stays.
            self.path.unlink(missing_ok=True)
            self.release()
        else:
            self.release()
            with suppress(PermissionError):
                self.path.unlink(missing_ok=True)


def _folder_of(claim: Path) -> Path:
    return claim.with_name(f"{claim.name}.d")


def _lock(file: int) -> bool:
    """Lock an open file; False if another process has it or has removed it."""
    if sys.platform != "win32":
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True  # a file system without locks, on which nothing is tidied either
        return os.fstat(file).st_nlink > 0
    return True


def abandoned(path: Path) -> int | None:
    """The open file of a claim whose process is gone; None if the process runs or is not ours."""
    try:
        file = os.open(path, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
    except OSError:
        return None
    if sys.platform != "win32":
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            status = os.fstat(file)
            if status.st_uid == os.getuid() and status.st_nlink:
                return file
        except OSError:
            pass
        os.close(file)
        return None
    os.close(file)
    return _abandoned_on_windows(path)


def _abandoned_on_windows(path: Path) -> int | None:
    # A file that is open can be neither deleted nor renamed.
    other = path.with_name(f"{path.name}.old")
    try:
        path.rename(other)
        other.rename(path)
        return os.open(path, os.O_RDWR)
    except OSError:
        return None


def tidy(folder: Path, claims: re.Pattern[str] = CLAIM) -> None:
    """Remove from a folder what processes left there that are gone.

    A set of files that was complete, but not yet moved as a whole, is moved.
    """
    try:
        found = [entry.name for entry in os.scandir(folder) if claims.fullmatch(entry.name)]
    except OSError:
        return
    for path in (folder / name for name in found):
        file = abandoned(path)
        if file is None:
            continue
        try:
            with suppress(OSError, ValueError, ModgenError):
                if claims is CLAIM:
                    _finish(path, os.read(file, 1 << 24))
            shutil.rmtree(_folder_of(path), ignore_errors=True)
        finally:
            os.close(file)
            with suppress(OSError):
                path.unlink()


def _finish(path: Path, written: bytes) -> None:
    """Move the rest of a complete set into the folder beside it."""
    part = _folder_of(path)
    if not written.startswith(b'{"remove":') or not part.is_dir():
        return
    removed = json.loads(written)["remove"]
    folder = path.parent
    for name in removed:
        if not isinstance(name, str) or not _is_below(folder, folder / name):
            return
    with _moving(folder):
        _move(part, folder, removed)


def _is_below(folder: Path, path: Path) -> bool:
    return ".." not in path.parts and path.resolve().is_relative_to(folder.resolve())


class atomic:  # noqa: N801 - reads as a verb: `with atomic(path) as part`
    """A temporary file that replaces `path` when the block ends without an error."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __enter__(self) -> Path:
        folder = self.path.parent
        folder.mkdir(parents=True, exist_ok=True)
        _tidy_once(folder)
        with named(self.path):
            self._claim = Claim.within(folder)
        return self._claim.path

    def __exit__(self, kind: type[BaseException] | None, problem: object, *_: object) -> None:
        part = self._claim.path
        try:
            if kind is None:
                if sys.platform == "win32":
                    self._claim.release()
                part.replace(self.path)
        except PermissionError as refused:
            # Windows does not replace a file that is open, for example in VASSAL.
            reason = "cannot be replaced; another program may have it open"
            raise PermissionError(refused.errno, reason, str(self.path)) from None
        finally:
            self._claim.drop()
        if isinstance(problem, OSError):
            _rename_error(problem, part, self.path)


class whole:  # noqa: N801 - reads as an adjective: `with whole(folder) as part`
    """A temporary folder whose files replace those of `folder` when the block ends without error.

    Either all files are replaced or none. If the process is killed between the first and the last,
    the next run that writes to the folder replaces the rest. Other files of the folder stay,
    except those that `remove` names.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._remove: list[str] = []

    def remove(self, name: str) -> None:
        """Also remove a file of the folder, whose name has slashes, if the block succeeds."""
        self._remove.append(name)

    def __enter__(self) -> Path:
        self._new = not self.folder.exists()
        place = self.folder.parent if self._new else self.folder
        self._made = [path for path in (place, *place.parents) if not path.exists()]
        place.mkdir(parents=True, exist_ok=True)
        tidy(place)
        with named(self.folder):
            self._claim = Claim.within(place)
            self._claim.folder.mkdir()
        return self._claim.folder

    def __exit__(self, kind: type[BaseException] | None, problem: object, *_: object) -> None:
        part = self._claim.folder
        try:
            if kind is None:
                self._replace(part)
        except OSError as refused:
            _rename_error(refused, part, self.folder)
            raise
        finally:
            self._claim.drop()
            with suppress(OSError):
                for path in self._made:  # those that are still empty
                    path.rmdir()
        if isinstance(problem, OSError):
            _rename_error(problem, part, self.folder)

    def _replace(self, part: Path) -> None:
        if self._new and not self.folder.exists():
            part.rename(self.folder)
            return
        if self._claim.path.parent == self.folder:
            text = json.dumps({"remove": self._remove}).encode("ascii")
            with named(self.folder):
                os.write(self._claim._file, text)
        with _moving(self.folder):
            _move(part, self.folder, self._remove)


@contextmanager
def _moving(folder: Path) -> Iterator[None]:
    """Let one process at a time move files into a folder. Raises BusyError."""
    path = folder / MOVING
    end = time.monotonic() + LONGEST_WAIT
    while True:
        try:
            claim = Claim(path)
            break
        except FileExistsError:
            if time.monotonic() > end:
                raise BusyError(f"{folder}: another run of modgen is writing to it") from None
            tidy(folder, re.compile(re.escape(MOVING)))
            time.sleep(0.02)
    try:
        yield
    finally:
        claim.drop()


def _move(part: Path, folder: Path, removed: Iterable[str]) -> None:
    for name in removed:
        (folder / name).unlink(missing_ok=True)
        with suppress(OSError):  # a folder that is not empty stays
            for parent in Path(name).parents[:-1]:
                (folder / parent).rmdir()
    for top, _, names in sorted(os.walk(part)):
        target = folder / Path(top).relative_to(part)
        target.mkdir(exist_ok=True)
        for name in sorted(names):
            try:
                Path(top, name).replace(target / name)
            except PermissionError as problem:
                reason = "cannot be replaced; another program may have it open"
                raise PermissionError(problem.errno, reason, str(target / name)) from None


def _tidy_once(folder: Path) -> None:
    """Tidy a folder at the first file that this process writes there."""
    if folder not in _tidied:
        _tidied.add(folder)
        tidy(folder)


@contextmanager
def named(path: Path) -> Iterator[None]:
    """Name a file in errors of the system, which name a temporary one or none at all."""
    try:
        yield
    except OSError as problem:
        if problem.errno is None:
            raise
        raise OSError(problem.errno, problem.strerror, str(path)) from None


def _rename_error(problem: OSError, part: Path, path: Path) -> None:
    """Raise an error of a temporary file as one of the file or folder that it was to replace.

    Errors of writing have no name at all.
    """
    if problem.filename is None:
        if problem.errno in FULL:
            raise OSError(problem.errno, problem.strerror, str(path)) from None
        return
    at = Path(os.fsdecode(problem.filename))
    if at.is_relative_to(part):
        raise OSError(problem.errno, problem.strerror, str(path / at.relative_to(part))) from None
    return
