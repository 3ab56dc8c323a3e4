"""Refreshed saves and logs as files, and the set-ups inside a module."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from modgen.refreshing.saves import Outcome, Refresher
from modgen.vassal.archive import Archive
from modgen.vassal.metadata import Metadata, read_metadata, write_metadata
from modgen.vassal.module import Module
from modgen.vassal.obfuscation import hide
from modgen.vassal.save import GAME, MAX_METADATA, SaveFile
from modgen.vassal.stream import encode_leaves

MAX_OTHER = 64 << 20
"""The largest other entry of a save, in bytes."""


class Refreshed(NamedTuple):
    """The entries of a refreshed save or log, and what became of its pieces."""

    entries: dict[str, bytes]
    outcome: Outcome
    changed: bool
    """Whether any entry differs from that of the old file."""


class Marks(NamedTuple):
    """What saves of a module say about it: its `moduledata` entry, and its version."""

    moduledata: bytes
    metadata: Metadata

    @classmethod
    def of(cls, path: Path, module: Module) -> Marks:
        """Those of a module file. Raises ArchiveError."""
        with Archive(path) as archive:
            if "moduledata" in archive:
                return cls(archive.read("moduledata", MAX_METADATA), module.metadata)
        return cls(write_metadata(module.metadata), module.metadata)


def refreshed(
    path: Path, refresher: Refresher, marks: Marks, data: bytes | None = None
) -> Refreshed:
    """Refresh a save or log; with `data`, its content, `path` only names it in messages.

    Its obfuscation stays as it is. Raises ArchiveError, ObfuscationError, StreamError, XMLError,
    or RefreshError.
    """
    with SaveFile(path, data) as save:
        before = list(save.leaves())
        after, outcome = refresher.refreshed(before)
        old = save.others(MAX_OTHER)
        game = raw = save.raw()
        if after != before:
            text = encode_leaves(after).encode("utf-8", "surrogateescape")
            game = hide(text, save.style, save.key, upper=save.upper)
    entries = {**old, "moduledata": marks.moduledata}
    entries["savedata"] = _savedata(old.get("savedata"), marks.metadata, f"{path}: savedata")
    changed = game is not raw or entries != old
    return Refreshed({GAME: game, **entries}, outcome, changed)


def _savedata(data: bytes | None, module: Metadata, what: str) -> bytes:
    """The save's own metadata. The engine leaves its version empty; one that is there is changed."""
    if data is None:
        return write_metadata(Metadata(module.version, None, "", module.engine, module.saved))
    found = read_metadata(data, what)
    if found.version in ("", module.version):
        return data
    return write_metadata(found._replace(version=module.version))


def set_ups(module: Module) -> Iterator[str]:
    """The names of the saves that the predefined set-ups of a module load, each once."""
    names = (
        component.attributes.get("file", "")
        for component in module.tree.find_all("PredefinedSetup")
        if component.attributes.get("useFile", "true") == "true"
    )
    yield from dict.fromkeys(name for name in names if name in module.files)


class Replaced(Mapping[str, bytes]):
    """The entries of a module, some of them replaced; the others are read when they are asked for.
    """

    def __init__(self, archive: Archive, new: Mapping[str, bytes]) -> None:
        self._archive, self._new = archive, new
        self._names = archive.names()

    def __getitem__(self, name: str) -> bytes:
        return self._new[name] if name in self._new else self._archive.read(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


