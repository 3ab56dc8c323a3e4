"""Refreshed saves and logs as files, and the set-ups inside a module."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from modgen.refreshing.outcome import Outcome
from modgen.refreshing.saves import Options, Refresher
from modgen.refreshing.slots import Slots
from modgen.vassal.archive import Archive, archive_bytes, atomic, write_archive
from modgen.vassal.components import Component
from modgen.vassal.metadata import Metadata, read_metadata, write_metadata
from modgen.vassal.module import read_module
from modgen.vassal.obfuscation import hide
from modgen.vassal.save import GAME, MAX_METADATA, SaveFile
from modgen.vassal.stream import encode_leaves

MAX_OTHER = 64 << 20
"""The largest other entry of a save, in bytes."""


class Refreshed(NamedTuple):
    """A refreshed save or log in memory."""

    entries: dict[str, bytes]
    outcome: Outcome
    changed: bool
    """Whether any entry differs from that of the old file."""


class Target:
    """A module to which saves, logs and set-ups are brought."""

    def __init__(
        self, path: Path, extensions: Sequence[Path] = (), options: Options | None = None
    ) -> None:
        """Read a module file and its extensions. Raises ArchiveError or XMLError."""
        module = read_module(path)
        self.path = path
        self._tree = module.tree
        self._metadata = module.metadata
        with Archive(path) as archive:
            known = "moduledata" in archive
            data = archive.read("moduledata", MAX_METADATA) if known else None
        self._moduledata = data or write_metadata(module.metadata)
        trees = [self._tree, *(read_module(each).tree for each in extensions)]
        self._refresher = Refresher(Slots.of(trees), options)

    def refreshed(self, path: Path, data: bytes | None = None) -> Refreshed:
        """Refresh a save or log; with `data`, its content, `path` only names it in messages.

        Its obfuscation stays as it is, and its metadata become those of the module. Raises
        ArchiveError, ObfuscationError, StreamError, XMLError or RefreshError.
        """
        with SaveFile(path, data) as save:
            before = list(save.leaves())
            after, outcome = self._refresher.refreshed(before)
            old = save.others(MAX_OTHER)
            game = raw = save.raw()
            if after != before:
                text = encode_leaves(after).encode("utf-8", "surrogateescape")
                game = hide(text, save.style, save.key, upper=save.upper)
        entries = {**old, "moduledata": self._moduledata}
        entries["savedata"] = _savedata(old.get("savedata"), self._metadata, f"{path}: savedata")
        changed = game != raw or entries != old
        return Refreshed({GAME: game, **entries}, outcome, changed)

    def write(self, path: Path, target: Path | None) -> Outcome:
        """Refresh a save or log and write it to `target`; None writes nothing.

        A file that does not change keeps its bytes. Raises what `refreshed` raises.
        """
        new = self.refreshed(path)
        if target is not None and new.changed:
            write_archive(target, new.entries)
        elif target not in (None, path):
            data = path.read_bytes()
            with atomic(target) as part:
                part.write_bytes(data)
        return new.outcome

    def write_module(self, target: Path | None) -> Iterator[tuple[str, Outcome]]:
        """Refresh the set-ups of the module itself and write it to `target`; None writes nothing.

        Yields the name and the outcome of each set-up; the module is written after the last.
        """
        new: dict[str, bytes] = {}
        with Archive(self.path) as archive:
            for name in set_ups(self._tree):
                if name in archive:
                    made = self.refreshed(Path(name), archive.read(name))
                    if made.changed:
                        new[name] = archive_bytes(made.entries)
                    yield name, made.outcome
            if target is None or (target == self.path and not new):
                return
            with atomic(target) as part:
                write_archive(part, _Replaced(archive, new))
                # Windows does not replace an open file.
                archive.close()


def _savedata(data: bytes | None, module: Metadata, what: str) -> bytes:
    """The save's own metadata. The engine leaves its version empty; only another is changed."""
    if data is None:
        return write_metadata(Metadata(module.version, None, "", module.engine, module.saved))
    found = read_metadata(data, what)
    if found.version in ("", module.version):
        return data
    return write_metadata(found._replace(version=module.version))


def set_ups(tree: Component) -> Iterator[str]:
    """The names of the saves that the predefined set-ups of a module load, each once."""
    names = (
        component.attributes.get("file", "")
        for component in tree.find_all("PredefinedSetup")
        if component.attributes.get("useFile", "true") == "true"
    )
    yield from dict.fromkeys(filter(None, names))


class _Replaced(Mapping[str, bytes]):
    """The entries of a module, some of them replaced; the others are read on access."""

    def __init__(self, archive: Archive, new: Mapping[str, bytes]) -> None:
        self._archive, self._new = archive, new

    def __getitem__(self, name: str) -> bytes:
        return self._new[name] if name in self._new else self._archive.read(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._archive.names())

    def __len__(self) -> int:
        return len(self._archive.names())
