"""A module file: the component tree with its pictures and other files (§1.1)."""

from __future__ import annotations

import weakref
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from modgen.vassal.archive import Archive, ArchiveError, write_archive
from modgen.vassal.components import Component, read_tree, write_tree
from modgen.vassal.metadata import Metadata, read_metadata, write_metadata

BUILD_FILE = "buildFile.xml"


@dataclass
class Module:
    """A module: its tree, its pictures by name, and its other files by name."""

    tree: Component
    metadata: Metadata
    images: Mapping[str, bytes] = field(default_factory=dict)
    files: Mapping[str, bytes] = field(default_factory=dict)


class Entries(Mapping[str, bytes]):
    """Entries of an archive, each unpacked when it is asked for and not kept.

    Pictures may be a gigabyte together. Asking raises ArchiveError for a damaged one.
    """

    def __init__(self, archive: Archive, entries: dict[str, str]) -> None:
        self._archive = archive
        self._entries = entries
        weakref.finalize(self, archive.close)

    def __getitem__(self, name: str) -> bytes:
        return self._archive.read(self._entries[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)


def write_module(path: Path, module: Module) -> None:
    """Write a `.vmod`: the same module gives the same bytes."""
    entries = {BUILD_FILE: write_tree(module.tree), "moduledata": write_metadata(module.metadata)}
    entries |= {f"images/{name}": data for name, data in module.images.items()}
    write_archive(path, entries | dict(module.files))


def read_module(path: Path) -> Module:
    """Read a `.vmod` or `.vmdx`; its pictures are unpacked when they are asked for.

    Raises ArchiveError or XMLError.
    """
    archive = Archive(path)
    try:
        name = BUILD_FILE if BUILD_FILE in archive else "buildFile"
        if "savedGame" in archive:
            raise ArchiveError(f"{path} is a saved game or a log, and no module")
        if name not in archive:
            raise ArchiveError(f"{path} holds no {BUILD_FILE}; it is no VASSAL module")
        tree = read_tree(archive.read(name, 64 << 20), f"{path}: {name}")
        if "moduledata" in archive:
            metadata = read_metadata(archive.read("moduledata", 1 << 20), f"{path}: moduledata")
        else:
            metadata = Metadata(tree.attributes.get("version", ""), tree.attributes.get("name"))
        images: dict[str, str] = {}
        files: dict[str, bytes] = {}
        for entry in archive.names():
            if entry.startswith("images/"):
                images[entry.removeprefix("images/")] = entry
            elif entry not in (name, "moduledata"):
                files[entry] = archive.read(entry)
    except BaseException:
        archive.close()
        raise
    return Module(tree, metadata, Entries(archive, images), files)
