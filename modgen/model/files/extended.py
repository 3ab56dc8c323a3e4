"""Which game an expansion extends, and the folders in which its files are."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from modgen.assets import bundled_games
from modgen.model.files.diagnostics import Diagnostics
from modgen.model.files.yaml_source import read_yaml

LONGEST = 255
"""The longest name of a folder in bytes; that of file systems."""


@cache
def extended_folder(folder: Path) -> Path | None:
    """The folder of the game that `extends` of a folder's `game.yaml` names; None for no such line.

    The folder need not exist. Cached until `forget_extended`.
    """
    file = folder / "game.yaml"
    located = read_yaml(file, file.name, Diagnostics()) if file.is_file() else None
    data = located.data if located is not None else None
    name = data.get("extends") if isinstance(data, dict) else None
    if not isinstance(name, str) or not name or "\0" in name:
        return None
    if any(len(part.encode("utf-8", "replace")) > LONGEST for part in Path(name).parts):
        return None
    beside = Path(os.path.normpath(folder / name))
    bundled = bundled_games().get(name.replace("_", "-").lower())
    return bundled if bundled is not None and not beside.is_dir() else beside


def folders_of(folder: Path) -> tuple[Path, ...]:
    """The folders in which a game's pictures and fonts are looked for, its own first."""
    below = extended_folder(folder)
    return (folder,) if below is None else (folder, below)


def forget_extended() -> None:
    """Clear the cache, so that a changed file is read again."""
    extended_folder.cache_clear()
