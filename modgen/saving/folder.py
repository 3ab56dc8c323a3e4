"""Unpacked saves on disk: their text files, and the other entries of the archive in `files`."""

from __future__ import annotations

from pathlib import Path

from modgen.saving.text import MANIFEST, SECRETS, STEPS, SaveFolderError, UnpackedSave, pack_save
from modgen.unpacking.folder import ENTRIES, FileEntries, files_below, replace_files
from modgen.vassal.archive import check_name, write_archive

IGNORED = ".gitignore"
"""Keeps the passwords out of git."""
MAX_TEXT = 64 << 20
"""The largest file of text that is read, in bytes."""


def is_save_folder(folder: Path) -> bool:
    """Whether a folder is an unpacked save."""
    return (folder / MANIFEST).is_file()


def write_save_folder(save: UnpackedSave, folder: Path) -> None:
    """Write an unpacked save; replace one that is there. Files that are the same stay.

    Raises SaveFolderError for a folder that holds something else.
    """
    if folder.exists() and not folder.is_dir():
        raise SaveFolderError(f"{folder} is a file; give a folder")
    others = [] if is_save_folder(folder) or not folder.is_dir() else list(folder.iterdir())
    if any(not path.name.startswith(".") for path in others):
        raise SaveFolderError(f"{folder} is not empty and not an unpacked save; give another")
    for name in save.entries:
        check_name(name, folder)
    files = {name: text.encode("utf-8") for name, text in save.texts.items()}
    files |= {f"{ENTRIES}/{name}": data for name, data in save.entries.items()}
    if not (folder / IGNORED).exists():
        files[IGNORED] = f"{SECRETS}\n".encode()
    texts = [path.name for path in [*folder.glob("*.yaml"), folder / STEPS] if path.exists()]
    entries = [f"{ENTRIES}/{name}" for name in files_below(folder / ENTRIES)]
    replace_files(folder, files.items(), [*texts, *entries])


def read_save_folder(folder: Path) -> UnpackedSave:
    """Read an unpacked save. Raises SaveFolderError for a file that is not text."""
    texts = {}
    for path in sorted([*folder.glob("*.yaml"), folder / STEPS]):
        if path.is_symlink() or not path.is_file():
            continue
        if path.stat().st_size > MAX_TEXT:
            raise SaveFolderError(f"{path} has more than {MAX_TEXT >> 20} MB")
        try:
            # An editor or git may have written the line ends of Windows.
            texts[path.name] = path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
        except UnicodeDecodeError as problem:
            raise SaveFolderError(f"{path}: byte {problem.start} is not UTF-8") from None
    entries = dict(FileEntries(folder / ENTRIES))
    for name in entries:
        check_name(name, folder)
    return UnpackedSave(texts, entries)


def pack_save_folder(folder: Path, path: Path) -> None:
    """Write the save of a folder. Raises what reading the folder and packing it raise."""
    write_archive(path, pack_save(read_save_folder(folder)))
