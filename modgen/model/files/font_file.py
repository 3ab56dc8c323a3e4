"""Font files of a game: where they are, and whether they can be used."""

from __future__ import annotations

from pathlib import Path

from modgen.errors import ModgenError
from modgen.model.files.extended import folders_of

MAX_BYTES = 40 << 20
"""The largest font file that is read, in bytes."""
ENDINGS = frozenset({".ttf", ".otf"})
HEADS = (b"\x00\x01\x00\x00", b"OTTO", b"true")
"""How TrueType and OpenType files begin (OpenType specification, table directory)."""


class FontError(ModgenError, ValueError):
    """A font file is missing or cannot be used."""


def find_font(folder: Path, name: str) -> Path:
    """The file `fonts/NAME` of a game's folder. Raises FontError."""
    places = folders_of(folder)
    folder = next((place for place in places if (place / "fonts" / name).is_file()), folder)
    root = (folder / "fonts").resolve()
    path = folder / "fonts" / name
    if "\0" in name or not path.resolve().is_relative_to(root):
        raise FontError(f"`{name[:60]}` leads out of the folder fonts/")
    if path.suffix.lower() not in ENDINGS:
        raise FontError(f"fonts/{name} is not a .ttf or .otf file; convert it, or take another")
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            head = file.read(4)
    except OSError:
        raise FontError(f"the file fonts/{name} does not exist") from None
    if size > MAX_BYTES:
        raise FontError(f"fonts/{name} has {size:,} bytes; at most {MAX_BYTES:,} are allowed")
    if head not in HEADS:
        raise FontError(f"fonts/{name} is not a TrueType or OpenType font")
    return path
