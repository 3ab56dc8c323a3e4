"""Unpacked modules on disk: their text, pictures and other files."""

from __future__ import annotations

import tempfile
import unicodedata
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from modgen.errors import ModgenError
from modgen.unpacking.layout import (
    FOLDER,
    MANIFEST,
    Manifest,
    decode_pieces,
    habits,
    read_files,
    read_manifest,
    verbatim_count,
    write_files,
)
from modgen.unpacking.pieces import Habits
from modgen.unpacking.saves import SAVES, SaveEntries, unpacked_save
from modgen.unpacking.xml import Node, Style, read_build_file, write_build_file
from modgen.vassal.archive import (
    Archive,
    ArchiveError,
    check_name,
    is_xml,
    open_file,
    packed_otherwise,
    write_archive,
)
from modgen.vassal.module import BUILD_FILE, MAX_WHOLE
from modgen.vassal.replacing import atomic, tidy, whole

ENTRIES = "files"
"""The folder of all entries of the module except the build file."""

BUILD_FILES = (BUILD_FILE, "buildFile")
MAX_BUILD_FILE = 64 << 20
MAX_TEXT = 16 << 20
"""The largest file of text that is read, in bytes."""
LONGEST_NAME = 200
"""The longest name of a file or folder, in bytes; file systems allow 255."""
MAX_FILES = 200_000


class FolderError(ModgenError, ValueError):
    """A folder or file is not what the command needs."""


@dataclass
class UnpackedModule:
    """A module as a tree of components with their pieces, and its other files by name.

    `root.walk()` has all components; a slot or prototype has its `piece`. Change them, then
    `write_folder` or `write_packed`.
    """

    root: Node
    style: Style
    habits: Habits
    build_file: str = BUILD_FILE
    """The name of the build file in the module; empty for one that is not in an archive."""
    entries: Mapping[str, bytes] = field(default_factory=dict)
    unread: int = 0
    """Definitions of pieces that are kept as text."""
    original: bytes = b""
    """The build file as it was read from a module."""
    empty_folders: tuple[str, ...] = ()
    """Folders of the archive without files, such as `images/`."""
    odd_names: tuple[str, ...] = ()
    """What is wrong with the names of entries in its file, a sentence each."""

    def texts(self) -> dict[str, str]:
        """The text files of the folder by name."""
        manifest = Manifest(self.build_file, self.style, self.habits, self.empty_folders)
        return write_files(self.root, manifest)

    def build_file_bytes(self) -> bytes:
        """The build file."""
        return write_build_file(self.root, self.style)


def from_texts(texts: Mapping[str, str]) -> UnpackedModule:
    """The module of text files, without its entries. Raises LayoutError or YamlError."""
    root, (name, style, usual, empty) = read_files(texts)
    if name and name not in BUILD_FILES:
        raise FolderError(f"{MANIFEST}: the build file of a module is not called {name}")
    return UnpackedModule(root, style, usual, name, empty_folders=empty)


class ArchiveEntries(Mapping[str, bytes]):
    """The entries of an archive, read when they are asked for."""

    def __init__(self, archive: Archive, names: Iterable[str]) -> None:
        self._archive = archive
        self._names = dict.fromkeys(names)

    def __getitem__(self, name: str) -> bytes:
        if name not in self._names:
            raise KeyError(name)
        return self._archive.read(name, MAX_WHOLE)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


class FileEntries(Mapping[str, bytes]):
    """The files below a folder except those in `without`, read when they are asked for."""

    def __init__(self, folder: Path, without: Container[str] = ()) -> None:
        self._folder = folder
        self._names = dict.fromkeys(name for name in files_below(folder) if name not in without)

    def __getitem__(self, name: str) -> bytes:
        if name not in self._names:
            raise KeyError(name)
        return (self._folder / name).read_bytes()

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


class _Joined(Mapping[str, bytes]):
    """The entries that are files, and the saves."""

    def __init__(self, files: Mapping[str, bytes], saves: Mapping[str, bytes]) -> None:
        self._files, self._saves = files, saves

    def __getitem__(self, name: str) -> bytes:
        return self._saves[name] if name in self._saves else self._files[name]

    def __iter__(self) -> Iterator[str]:
        yield from sorted([*self._files, *self._saves])

    def __len__(self) -> int:
        return len(self._files) + len(self._saves)


def files_below(folder: Path) -> Iterator[str]:
    """The files below a folder, sorted. Links and files of version control are left out."""
    count = 0
    for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
        if path.is_symlink() or not path.is_file():
            continue
        count += 1
        if count > MAX_FILES:
            raise FolderError(f"{folder} has more than {MAX_FILES:,} files")
        yield path.relative_to(folder).as_posix()


def read_packed(path: Path, like: Habits | None = None) -> UnpackedModule:
    """Read a module, an extension, or a build file that is not in an archive.

    With `like`, what is usual is taken from another unpacking of the module, so that the texts of
    both differ only where the modules do. Raises ArchiveError or XMLError.
    """
    with open_file(path) as file:
        begins = file.read(512)
    if is_xml(begins):
        if path.stat().st_size > MAX_BUILD_FILE:
            raise ArchiveError(f"{path} has more than {MAX_BUILD_FILE >> 20} MB")
        return _unpacked(path.read_bytes(), str(path), "", {}, like)
    archive = Archive(path)
    try:
        name = next((each for each in BUILD_FILES if each in archive), None)
        if name is None:
            why = packed_otherwise(archive) or "; it is not a VASSAL module"
            raise ArchiveError(f"{path} has no entry {BUILD_FILE}{why}")
        data = archive.read(name, MAX_BUILD_FILE)
        archive.spell_names(data)
        entries = ArchiveEntries(archive, [each for each in archive.names() if each != name])
        module = _unpacked(data, f"{path}: {name}", name, entries, like)
        module.empty_folders = archive.empty_folders
        module.odd_names = archive.odd_names
        return module
    except BaseException:
        archive.close()
        raise


def _unpacked(
    data: bytes, what: str, name: str, entries: Mapping[str, bytes], like: Habits | None
) -> UnpackedModule:
    root, style = read_build_file(data, what)
    unread = decode_pieces(root)
    return UnpackedModule(root, style, like or habits(root), name, entries, unread, data)


def write_packed(module: UnpackedModule, path: Path) -> None:
    """Write a module, or only its build file if that was not in an archive."""
    if not module.build_file:
        with atomic(path) as part:
            part.write_bytes(module.build_file_bytes())
        return
    whole_module = _Whole(module.build_file, module.build_file_bytes(), module.entries)
    write_archive(path, whole_module, module.empty_folders)


class _Whole(Mapping[str, bytes]):
    def __init__(self, name: str, data: bytes, entries: Mapping[str, bytes]) -> None:
        self._name, self._data, self._entries = name, data, entries

    def __getitem__(self, name: str) -> bytes:
        return self._data if name == self._name else self._entries[name]

    def __iter__(self) -> Iterator[str]:
        yield self._name
        yield from self._entries

    def __len__(self) -> int:
        return len(self._entries) + 1


def read_folder(folder: Path) -> UnpackedModule:
    """Read an unpacked module. Raises FolderError, LayoutError or YamlError."""
    tidy(folder)
    texts = read_texts(folder)
    if MANIFEST not in texts:
        raise FolderError(f"{folder} has no {MANIFEST}; it is not an unpacked module")
    module = from_texts(texts)
    if module.build_file:
        files, saves = FileEntries(folder / ENTRIES), SaveEntries(folder / SAVES)
        both = next((name for name in saves if name in files), None)
        if both is not None:
            raise FolderError(
                f"{folder / SAVES / both} and {folder / ENTRIES / both} are the same save; "
                "remove one of them"
            )
        module.entries = _Joined(files, saves) if saves else files
        for name in module.entries:
            check_name(name, folder)
        if module.build_file in module.entries:
            raise FolderError(f"{folder / ENTRIES / module.build_file}: remove this file")
    return module


def read_texts(folder: Path) -> dict[str, str]:
    """The text files of an unpacked module. Raises FolderError for files that are not text."""
    texts = {}
    names = [f"{FOLDER}/{name}" for name in files_below(folder / FOLDER)]
    for name in (MANIFEST, *names):
        path = folder / name
        if not path.is_file() or not name.endswith(".yaml"):
            continue
        if path.stat().st_size > MAX_TEXT:
            raise FolderError(f"{path} has more than {MAX_TEXT >> 20} MB")
        try:
            # An editor or git may have written the line ends of Windows.
            texts[name] = path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
        except UnicodeDecodeError as problem:
            raise FolderError(f"{path}: byte {problem.start} is not UTF-8") from None
    return texts


def known_habits(folder: Path) -> Habits | None:
    """What was usual when the folder was unpacked before; None for a new folder."""
    path = folder / MANIFEST
    if not path.is_file() or path.stat().st_size > MAX_TEXT:
        return None
    try:
        return read_manifest({MANIFEST: path.read_text("utf-8")}).habits
    except (ModgenError, UnicodeDecodeError):
        return None


def write_folder(module: UnpackedModule, folder: Path, *, saves: bool = False) -> None:
    """Write an unpacked module; replace one that is there. Files that are the same stay.

    With `saves`, saves and set-ups become text too. Raises FolderError for a folder that holds
    something else.
    """
    if folder.exists() and not folder.is_dir():
        raise FolderError(f"{folder} is a file; give a folder")
    if folder.is_dir() and not (folder / MANIFEST).is_file():
        others = [path for path in folder.iterdir() if not path.name.startswith(".")]
        if others:
            raise FolderError(f"{folder} is not empty and not an unpacked module; give another")
    check_entries(module.entries, folder)
    old = [
        f"{place}/{name}"
        for place in (FOLDER, ENTRIES, SAVES)
        for name in files_below(folder / place)
    ]
    replace_files(folder, _files(module, folder, saves=saves), old)


def replace_files(folder: Path, files: Iterable[tuple[str, bytes]], old: Iterable[str]) -> None:
    """Write files by their names in a folder, all or none, and remove old ones that are not new.

    Files that have the same content stay.
    """
    written: set[str] = set()
    replacing = whole(folder)
    with replacing as part:
        for name, data in files:
            written.add(name)
            if not _holds(folder / name, data):
                (part / name).parent.mkdir(parents=True, exist_ok=True)
                (part / name).write_bytes(data)
        for name in old:
            if name not in written:
                replacing.remove(name)


def check_entries(entries: Mapping[str, bytes], folder: Path) -> None:
    """Raise FolderError for names that cannot be files of one folder, which need not exist."""
    folders = {parent.as_posix() for name in entries for parent in PurePosixPath(name).parents}
    same = _differing_by_case(entries)
    if same and ignores_case(folder):
        raise FolderError(
            f"the module has `{same[0]}` and `{same[1]}`, whose names are the same on this disk; "
            "give a folder on a disk that distinguishes case"
        )
    for name in entries:
        check_name(name, folder)
        if name in folders:
            raise FolderError(f"the module has `{name}` both as a file and as a folder")
        if any(len(part.encode("utf-8", "replace")) > LONGEST_NAME for part in name.split("/")):
            raise FolderError(f"the module has a file whose name is too long: `{name[:60]}…`")


def _differing_by_case(names: Iterable[str]) -> tuple[str, str] | None:
    """Two names that differ only by case or by how accents are encoded."""
    seen: dict[str, str] = {}
    for name in names:
        plain = unicodedata.normalize("NFC", name).casefold()
        if plain in seen:
            return seen[plain], name
        seen[plain] = name
    return None


def ignores_case(folder: Path) -> bool:
    """Whether names that differ only by case are one file in a folder, which need not exist."""
    place = next(each for each in (folder, *folder.absolute().parents) if each.is_dir())
    with tempfile.NamedTemporaryFile(prefix=".modgen-case-", dir=place) as probe:
        path = Path(probe.name)
        return path.with_name(path.name.upper()).exists()


def _files(module: UnpackedModule, folder: Path, *, saves: bool) -> Iterator[tuple[str, bytes]]:
    """The files of an unpacked module by their names in the folder."""
    for name, text in module.texts().items():
        yield name, text.encode("utf-8")
    for name in module.entries:
        data = module.entries[name]
        parts = unpacked_save(data) if saves else None
        if parts is None:
            yield f"{ENTRIES}/{name}", data
        for part, content in (parts or {}).items():
            check_name(part, folder)
            yield f"{SAVES}/{name}/{part}", content


def _holds(path: Path, data: bytes) -> bool:
    """Whether a file has this content."""
    return path.is_file() and path.stat().st_size == len(data) and path.read_bytes() == data


def summary(module: UnpackedModule, texts: Mapping[str, str]) -> str:
    """What was unpacked, and how much of it is kept verbatim."""
    nodes = list(module.root.walk())
    pieces = sum(node.piece is not None for node in nodes)
    odd = sum(
        bool(node.raw_start or node.raw_text or node.raw_end or node.raw_attributes)
        for node in nodes
    )
    odd += sum(node.spacing is not None for node in nodes)
    kept = [(verbatim_count(texts), "trait"), (module.unread, "piece"), (odd, "component")]
    words = [_many(number, word) for number, word in kept if number]
    end = f"; kept verbatim: {', '.join(words)}" if words else ""
    return (
        f"{_many(len(nodes), 'component')} and {_many(pieces, 'piece')} in "
        f"{_many(len(texts), 'file')} of text, {_many(len(module.entries), 'other file')}{end}."
    )


def _many(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' * (number != 1)}"
