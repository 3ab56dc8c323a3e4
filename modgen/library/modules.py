"""Modules: read a `.vmod` or `.vmdx` file, unpack it into text, change it and pack it again."""

from __future__ import annotations

from pathlib import Path

from modgen.unpacking import folder as unpacked
from modgen.unpacking.folder import UnpackedModule
from modgen.vassal import module
from modgen.vassal.module import Module


def read_module(path: str | Path) -> Module:
    """Read a VASSAL module (`.vmod`) or extension (`.vmdx`).

    Pictures and files are unpacked when they are asked for. Raises ArchiveError if the file is not
    a module or is not safe to read, XMLError if its build file is damaged, and OSError if it
    cannot be opened.

    >>> module = read_module("game.vmod")
    >>> module.metadata.name, module.tree.attributes["version"]
    ('People Power', '1.0')
    """
    return module.read_module(Path(path))


def unpack_module(path: str | Path, folder: str | Path) -> None:
    """Unpack a module into a folder of text, as `modgen unpack` does.

    A folder that was unpacked before is replaced. Raises ArchiveError or XMLError if the file is
    not a module, and FolderError if the folder holds something else.

    >>> unpack_module("game.vmod", "game-module")
    """
    target = Path(folder)
    module = unpacked.read_packed(Path(path), unpacked.known_habits(target))
    unpacked.write_folder(module, target)


def read_unpacked(folder: str | Path) -> UnpackedModule:
    """Read a folder of `unpack_module`, to change its components and pieces.

    Raises FolderError, LayoutError or YamlError, with file and line, for a mistake in the text.

    >>> unpack_module("game.vmod", "game-module")
    >>> module = read_unpacked("game-module")
    >>> module.root.attributes["name"]
    'People Power'
    """
    return unpacked.read_folder(Path(folder))


def write_unpacked(module: UnpackedModule, folder: str | Path) -> None:
    """Write an unpacked module to a folder; files that have not changed are not touched.

    >>> unpack_module("game.vmod", "game-module")
    >>> write_unpacked(read_unpacked("game-module"), "game-module")
    """
    unpacked.write_folder(module, Path(folder))


def pack_module(folder: str | Path, path: str | Path) -> Path:
    """Make a module from an unpacked folder, as `modgen pack` does. Returns the module's path.

    >>> unpack_module("game.vmod", "game-module")
    >>> pack_module("game-module", "again.vmod").name
    'again.vmod'
    """
    unpacked.write_packed(unpacked.read_folder(Path(folder)), Path(path))
    return Path(path)
