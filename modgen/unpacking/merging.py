"""Merge the changes of two people to one module, file by file and line by line."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, TypeVar

from modgen.errors import ModgenError
from modgen.unpacking.folder import UnpackedModule, from_texts

T = TypeVar("T", str, bytes)


class MergeError(ModgenError, ValueError):
    """The modules cannot be merged."""


class Conflict(NamedTuple):
    """A file that both sides changed in the same place."""

    file: str
    text: str | None
    """The lines of both sides between conflict markers; None for a file that is not text."""


class Merged(NamedTuple):
    """The merged module, or the conflicts that prevent it."""

    module: UnpackedModule | None
    conflicts: list[Conflict]


def merge(base: UnpackedModule, ours: UnpackedModule, theirs: UnpackedModule) -> Merged:
    """Merge two descendants of a module. All three must be unpacked with the same habits.

    Needs git, which merges the lines. Raises MergeError without it, and LayoutError if the merged
    files do not form a module.
    """
    conflicts: list[Conflict] = []
    texts: dict[str, str] = {}
    sides = base.texts(), ours.texts(), theirs.texts()
    for name in sorted(set().union(*sides)):
        chosen, decided = _choose(name, *sides)
        if not decided:
            chosen, clean = _merge_lines(*(side.get(name, "") for side in sides))
            if not clean:
                conflicts.append(Conflict(name, chosen))
        if chosen is not None:
            texts[name] = chosen
    entries: dict[str, bytes] = {}
    for name in sorted({*base.entries, *ours.entries, *theirs.entries}):
        data, decided = _choose(name, base.entries, ours.entries, theirs.entries)
        if not decided:
            conflicts.append(Conflict(name, None))
        elif data is not None:
            entries[name] = data
    if conflicts:
        return Merged(None, conflicts)
    module = from_texts(texts)
    module.entries = entries
    return Merged(module, [])


def _choose(
    name: str, base: Mapping[str, T], ours: Mapping[str, T], theirs: Mapping[str, T]
) -> tuple[T | None, bool]:
    """The side that changed a file, and whether only one did."""
    before, first, second = base.get(name), ours.get(name), theirs.get(name)
    if second in (first, before):
        return first, True
    return second, before == first


def _merge_lines(base: str, ours: str, theirs: str) -> tuple[str, bool]:
    git = shutil.which("git")
    if git is None:
        raise MergeError("merging needs git, which is not installed")
    with TemporaryDirectory() as folder:
        paths = []
        for name, text in (("ours", ours), ("base", base), ("theirs", theirs)):
            paths.append(Path(folder) / name)
            paths[-1].write_bytes(text.encode("utf-8"))
        labels = ["-L", "ours", "-L", "base", "-L", "theirs"]
        command = [git, "merge-file", "-p", "-q", *labels, *map(str, paths)]
        result = subprocess.run(command, capture_output=True, check=False)  # noqa: S603 - git
    if result.returncode < 0 or result.returncode > 127:
        raise MergeError(f"git merge-file failed: {result.stderr.decode('utf-8', 'replace')}")
    return result.stdout.decode("utf-8"), result.returncode == 0
