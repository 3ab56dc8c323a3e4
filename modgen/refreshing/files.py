"""Refreshed saves and logs as files, and the set-ups inside a module."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from itertools import repeat
from pathlib import Path
from typing import NamedTuple

from modgen.errors import ModgenError, told
from modgen.refreshing.decks import Piles
from modgen.refreshing.outcome import Outcome
from modgen.refreshing.saves import Options, Refresher
from modgen.refreshing.slots import Slots
from modgen.vassal.archive import Archive, archive_bytes, write_archive
from modgen.vassal.components import Component
from modgen.vassal.extensions import read_extension, read_whole_module, with_extensions
from modgen.vassal.metadata import Metadata, read_if_readable, write_metadata
from modgen.vassal.obfuscation import hide
from modgen.vassal.replacing import atomic
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


class Brought(NamedTuple):
    """What became of a file: the outcome, or the reason why it could not be refreshed."""

    outcome: Outcome | None
    problem: str = ""


class Source(NamedTuple):
    """What a target is read from: the files of the module and its extensions, and the options."""

    path: Path
    extensions: tuple[Path, ...] = ()
    options: Options = Options()


class Target:
    """A module to which saves, logs and set-ups are brought."""

    def __init__(self, source: Source) -> None:
        """Read a module file and its extensions. Raises ArchiveError or XMLError."""
        path, extensions, options = source
        module = read_whole_module(path)
        self.source = source
        self._tree = module.tree
        self._metadata = module.metadata
        with Archive(path) as archive:
            known = "moduledata" in archive
            data = archive.read("moduledata", MAX_METADATA) if known else None
        if data is None or module.damage:
            data = write_metadata(module.metadata)
        self._moduledata = data
        others = list(map(read_extension, extensions))
        trees = [self._tree, *(other.content.tree for other in others)]
        piles = Piles(with_extensions(module, others).module)
        self._refresher = Refresher(Slots.of(trees), piles, options)

    def refreshed(self, path: Path, data: bytes | None = None) -> Refreshed:
        """Refresh a save or log; with `data`, its content, `path` only names it in messages.

        Its obfuscation stays as it is, and its metadata become those of the module. Raises
        ArchiveError, ObfuscationError, StreamError, XMLError or RefreshError.
        """
        with SaveFile(path, data) as save:
            before = save.held()
            after, outcome = self._refresher.refreshed(before)
            played_on = save.moduledata
            if played_on and played_on.name and played_on.name != self._metadata.name:
                outcome.played_on = played_on.name
            old = save.others(MAX_OTHER)
            entries = {**old, "moduledata": self._moduledata}
            own = old.get("savedata")
            entries["savedata"] = _savedata(own, self._metadata)
            if after == before:
                return Refreshed({GAME: save.raw(), **entries}, outcome, entries != old)
            text = encode_leaves(after).encode("utf-8", "surrogateescape")
            game = hide(text, save.style, save.key, upper=save.upper)
        return Refreshed({GAME: game, **entries}, outcome, changed=True)

    def write(self, path: Path, place: Path | None) -> Outcome:
        """Refresh a save or log and write it to `place`; None writes nothing.

        A file that does not change keeps its bytes. Raises what `refreshed` raises.
        """
        new = self.refreshed(path)
        if place is not None and new.changed:
            write_archive(place, new.entries)
        elif place not in (None, path):
            data = path.read_bytes()
            with atomic(place) as part:
                part.write_bytes(data)
        return new.outcome

    def write_module(self, place: Path | None) -> Iterator[tuple[str, Brought]]:
        """Refresh the set-ups of the module itself and write it to `place`; None writes nothing.

        Yields each set-up's name and what became of it; the module is written after the last. A
        set-up that cannot be refreshed stays as it was.
        """
        new: dict[str, bytes] = {}
        with Archive(self.source.path) as archive:
            for name in set_ups(self._tree):
                if name not in archive:
                    continue
                try:
                    made = self.refreshed(Path(name), archive.read(name))
                except ModgenError as problem:
                    yield name, Brought(None, _sentence(Path(name), problem))
                    continue
                if made.changed:
                    new[name] = archive_bytes(made.entries)
                yield name, Brought(made.outcome)
            if place is None or (place == self.source.path and not new):
                return
            with atomic(place) as part:
                write_archive(part, _Replaced(archive, new))
                # Windows does not replace an open file.
                archive.close()


def bring(
    target: Target, files: Sequence[tuple[Path, Path | None]], processes: int = 1
) -> Iterator[Brought]:
    """Refresh saves and logs, each written to the path beside it, in order.

    Several processes are used for FEW files and more; each reads the module again. Raises
    ModgenError if one of them is stopped.
    """
    if processes < 2 or len(files) < FEW:
        yield from (_brought(target, path, place) for path, place in files)
        return
    paths, places = zip(*files, strict=True)
    with ProcessPoolExecutor(min(processes, len(files))) as pool:
        work = repeat(target.source)
        try:
            yield from pool.map(_brought_by_process, work, paths, places, chunksize=2)
        except BrokenProcessPool:
            raise ModgenError(
                "a process was stopped, perhaps for lack of memory; use --jobs 1"
            ) from None


FEW = 8
"""The fewest files for which starting processes pays."""


def _brought(target: Target, path: Path, place: Path | None) -> Brought:
    try:
        return Brought(target.write(path, place))
    except ModgenError as problem:
        return Brought(None, _sentence(path, problem))
    except OSError as problem:
        problem.filename = problem.filename or str(path)
        return Brought(None, told(problem))


def _sentence(path: Path, problem: ModgenError) -> str:
    """What is wrong with a file, in a sentence that names it."""
    return str(problem) if str(path) in str(problem) else f"{path}: {problem}"


@lru_cache(maxsize=1)
def _opened(source: Source) -> Target:
    return Target(source)


def _brought_by_process(source: Source, path: Path, place: Path | None) -> Brought:
    return _brought(_opened(source), path, place)


def _savedata(data: bytes | None, module: Metadata) -> bytes:
    """The save's own metadata. The engine leaves its version empty; only another is changed."""
    found = read_if_readable(data) if data is not None else None
    if data is None or found is None:
        return write_metadata(Metadata(module.version, None, "", module.engine, module.saved))
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
