"""`parts/originals.csv`: names, pictures and gpids of parts of a game as they were imported."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import NamedTuple

from modgen.compile.parts.definitions import PartsError

ORIGINALS = "originals.csv"
DRAWN = ("labels/", "designed/")
"""The folders in `art/` with pictures that the import drew; the module draws them itself."""
MAX_FILE = 64 << 20


class Original(NamedTuple):
    """A type of piece, a card, a board or a chart with a picture as it was imported."""

    name: str
    art: str
    gpids: tuple[str, ...]
    """The ids of its slots."""


def read_originals(folder: Path) -> dict[str, Original]:
    """All of them by their kind and id, such as `piece:<id>`. Raises PartsError."""
    path = folder / ORIGINALS
    if not path.is_file():
        return {}
    if path.is_symlink() or path.stat().st_size > MAX_FILE:
        raise PartsError(f"{folder.name}/{ORIGINALS} is a link or has over {MAX_FILE >> 20} MB")
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = [row for row in csv.reader(file) if len(row) == 4]
    except (UnicodeDecodeError, csv.Error) as problem:
        raise PartsError(f"{folder.name}/{ORIGINALS} cannot be read: {problem}") from None
    return {key: Original(name, art, tuple(gpids.split())) for key, name, art, gpids in rows}
