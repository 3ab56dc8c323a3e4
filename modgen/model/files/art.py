"""Pictures by name: a game's own `art/NAME.svg` or `.png`, else the bundled icon of that name."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from modgen.assets import asset_path
from modgen.errors import ModgenError

NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")
MAX_BYTES = 20 << 20
MAX_PIXELS = 64_000_000


class ArtError(ModgenError, ValueError):
    """A picture that is missing or may not be used; the message is one plain sentence."""


@cache
def find_art(folder: Path, name: str) -> Path:
    """The file of a picture. Raises ArtError. Loading a game forgets what was found."""
    if not NAME.fullmatch(name):
        raise ArtError(
            f"`{name}` is no name of a picture: use lower-case letters, digits, `_` and `-`"
        )
    for path in (*(folder / "art" / f"{name}{end}" for end in (".svg", ".png")), _icon(name)):
        if path.is_file():
            _bounded(path, folder)
            return path
    raise ArtError(f"there is no art/{name}.svg, no art/{name}.png and no bundled icon `{name}`")


def bundled_icons() -> list[str]:
    """The names of all bundled icons."""
    return sorted(path.stem for path in _icon("star").parent.glob("*.svg"))


def _icon(name: str) -> Path:
    return asset_path("icons", f"{name}.svg")


def _bounded(path: Path, folder: Path) -> None:
    inside = any(
        path.resolve().is_relative_to(root) for root in (folder.resolve(), _icon("").parent)
    )
    if not inside:
        raise ArtError(f"{path.name} is a link that leads out of the game's folder")
    size = path.stat().st_size
    if size > MAX_BYTES:
        raise ArtError(f"{path.name} has {size:,} bytes; {MAX_BYTES:,} are allowed")
    if path.suffix == ".png":
        _check_png(path)


def _check_png(path: Path) -> None:
    """Read the size from the header, before anything is unpacked (PNG 11.2.1)."""
    head = path.read_bytes()[:24]
    if head[:8] != b"\x89PNG\r\n\x1a\n" or head[12:16] != b"IHDR":
        raise ArtError(f"{path.name} is no PNG picture")
    wide, high = int.from_bytes(head[16:20]), int.from_bytes(head[20:24])
    if wide * high > MAX_PIXELS:
        raise ArtError(
            f"{path.name} has {wide:,} × {high:,} pixels; {MAX_PIXELS:,} in all are allowed"
        )
