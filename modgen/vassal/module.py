"""A module file: the component tree with its pictures and other files (vassal-formats §1.1)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field
from pathlib import Path

from modgen.vassal.archive import Archive, ArchiveError, packed_otherwise, write_archive
from modgen.vassal.components import Component, read_tree, write_tree
from modgen.vassal.metadata import Metadata, XMLError, read_metadata, write_metadata

BUILD_FILE = "buildFile.xml"
MAX_WHOLE = 256 << 20
"""The largest entry that is held in memory at once, in bytes."""


@dataclass
class Module:
    """A module: its tree, its pictures by name, and its other files by name."""

    tree: Component
    metadata: Metadata
    images: Mapping[str, bytes] = field(default_factory=dict)
    files: Mapping[str, bytes] = field(default_factory=dict)
    extensions: Mapping[str, str] = field(default_factory=dict)
    """The versions of the extensions that were added to it, by name."""
    odd_names: tuple[str, ...] = ()
    """What is wrong with the names of entries in its file, a sentence each."""
    damage: str = ""
    """What is wrong with its metadata, a sentence. VASSAL uses the build file instead."""


class Entries(Mapping[str, bytes]):
    """Entries of archives, each unpacked on access and not kept.

    The pictures of a module can total a gigabyte. Raises ArchiveError for a damaged or huge entry.
    """

    def __init__(self, archive: Archive, entries: Mapping[str, str]) -> None:
        self._entries = {name: (archive, entry) for name, entry in entries.items()}

    def with_others(self, others: Entries) -> Entries:
        """These entries, and those of others whose names are not among these."""
        joined = copy(self)
        joined._entries = others._entries | self._entries
        return joined

    def __getitem__(self, name: str) -> bytes:
        archive, entry = self._entries[name]
        return archive.read(entry, MAX_WHOLE)

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __contains__(self, name: object) -> bool:
        return name in self._entries

    def __len__(self) -> int:
        return len(self._entries)

    def size(self, name: str) -> int:
        """The unpacked size of an entry in bytes, as the archive states it."""
        archive, entry = self._entries[name]
        return archive.size(entry)

    def chunks(self, name: str) -> Iterator[bytes]:
        """Unpack an entry in chunks."""
        archive, entry = self._entries[name]
        return archive.stream(entry)


def chunks(entries: Mapping[str, bytes], name: str) -> Iterable[bytes]:
    """Unpack an entry in chunks."""
    return entries.chunks(name) if isinstance(entries, Entries) else (entries[name],)


def sizes(entries: Mapping[str, bytes]) -> dict[str, int]:
    """Every entry's unpacked size in bytes. Raises ArchiveError for one that is damaged."""
    return {name: sum(map(len, chunks(entries, name))) for name in entries}


def stated_sizes(entries: Mapping[str, bytes]) -> dict[str, int]:
    """Every entry's unpacked size in bytes, as the archive states it; nothing is unpacked."""
    if isinstance(entries, Entries):
        return {name: entries.size(name) for name in entries}
    return {name: len(entries[name]) for name in entries}


def digest(entries: Mapping[str, bytes], name: str) -> bytes:
    """A hash of an entry's content. Raises ArchiveError."""
    hasher = hashlib.blake2b(digest_size=16)
    for chunk in chunks(entries, name):
        hasher.update(chunk)
    return hasher.digest()


def write_module(path: Path, module: Module) -> None:
    """Write a `.vmod`: the same module gives the same bytes."""
    entries = {BUILD_FILE: write_tree(module.tree), "moduledata": write_metadata(module.metadata)}
    entries |= {f"images/{name}": data for name, data in module.images.items()}
    write_archive(path, entries | dict(module.files))


def read_module(path: Path) -> Module:
    """Read a `.vmod` or `.vmdx`; its pictures and files are unpacked on access.

    Raises ArchiveError or XMLError.
    """
    archive = Archive(path)
    try:
        name = BUILD_FILE if BUILD_FILE in archive else "buildFile"
        if "savedGame" in archive:
            raise ArchiveError(f"{path} is a save or log, not a module; `modgen log` reads it")
        if name not in archive:
            why = packed_otherwise(archive) or "; it is not a VASSAL module"
            raise ArchiveError(f"{path} has no entry {BUILD_FILE}{why}")
        build_file = archive.read(name, 64 << 20)
        tree = read_tree(build_file, f"{path}: {name}")
        archive.spell_names(build_file)
        metadata, damage = None, ""
        if "moduledata" in archive:
            try:
                metadata = read_metadata(archive.read("moduledata", 1 << 20), "moduledata")
            except XMLError as problem:
                damage = str(problem)
        if metadata is None:
            metadata = Metadata(tree.attributes.get("version", ""), tree.attributes.get("name"))
        images: dict[str, str] = {}
        files: dict[str, str] = {}
        for entry in archive.names():
            if entry.startswith("images/"):
                images[entry.removeprefix("images/")] = entry
            elif entry not in (name, "moduledata"):
                files[entry] = entry
    except BaseException:
        archive.close()
        raise
    return Module(
        tree,
        metadata,
        Entries(archive, images),
        Entries(archive, files),
        odd_names=archive.odd_names,
        damage=damage,
    )
