"""Modules: read a `.vmod` or `.vmdx` file."""

from __future__ import annotations

from pathlib import Path

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
