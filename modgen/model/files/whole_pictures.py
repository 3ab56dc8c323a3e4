"""Finished pictures of a designer: whole boards, faces of pieces, and cards.

They are files below `art/`, named with their suffix, such as `map.jpg` or `cards/fortune.png`. They
are used as they are; only their size is read. A face may be several pictures on top of each other:
`base.png + unit.png@1.5,-2`.
"""

from __future__ import annotations

import re
import warnings
from functools import cache
from math import isfinite
from pathlib import Path, PurePosixPath
from typing import NamedTuple
from unicodedata import normalize

from modgen.model.files.art import ArtError
from modgen.model.files.extended import LONGEST, folders_of
from modgen.svg_sizes import svg_size

SUFFIXES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg")
MAX_BYTES = 128 << 20
MAX_PIXELS = 200_000_000
"""The largest picture in pixels; it is decoded only when sheets are printed."""
MAX_LAYERS = 40
"""The most pictures of a face."""
SVG_HEAD = 1 << 16
MOVED = re.compile(r"(.+)@(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)")


class WholePicture(NamedTuple):
    """A picture file and its size in pixels; of an SVG, at 96 pixels per inch."""

    path: Path
    width: int
    height: int

    @property
    def is_svg(self) -> bool:
        """Whether it is a drawing, which has no resolution."""
        return self.path.suffix.lower() == ".svg"


class Layer(NamedTuple):
    """A picture of a face, and how far its middle is from that of the face, in mm."""

    name: str
    x: float
    y: float


def face_layers(art: str) -> list[Layer]:
    """The pictures of a face from the lowest to the highest. Raises ArtError."""
    layers = []
    for part in art.split(" + ") if art else ():
        moved = MOVED.fullmatch(part.strip())
        if moved and (x := float(moved[2]), y := float(moved[3])):
            if not (isfinite(x) and isfinite(y) and max(abs(x), abs(y)) <= 1000):
                raise ArtError(f"`{part.strip()[:60]}` moves a picture by more than 1000 mm")
            layers.append(Layer(moved[1].strip(), x, y))
        else:
            layers.append(Layer(part.strip(), 0, 0))
    if len(layers) > MAX_LAYERS:
        raise ArtError(f"a face has {len(layers)} pictures; at most {MAX_LAYERS} are allowed")
    return layers


@cache
def find_whole(folder: Path, name: str) -> WholePicture:
    """A picture below `art/` of a game's folder; cached until `forget_whole`. Raises ArtError."""
    path = PurePosixPath(name)
    if "\\" in name or path.is_absolute() or ".." in path.parts or path.name != path.name.strip():
        raise ArtError(f"`{name[:60]}` is not the name of a file in `art/`")
    if any(len(part.encode("utf-8", "replace")) > LONGEST for part in path.parts):
        raise ArtError(f"`{name[:60]}` is too long for the name of a file in `art/`")
    places = folders_of(folder)
    folder = next((place for place in places if (place / "art" / name).is_file()), folder)
    if path.suffix.lower() not in (*SUFFIXES, "") and not (folder / "art" / name).is_file():
        raise ArtError(
            f"`{name[:60]}` is not a picture; use a file that ends in {', '.join(SUFFIXES)}"
        )
    file = folder / "art" / name
    shown = f"art/{name}"
    try:
        if not file.is_file():
            raise ArtError(f"there is no {shown}{_spelled_otherwise(file)}")
        if not file.resolve().is_relative_to(folder.resolve()):
            raise ArtError("the file is a link that leads out of the game's folder", shown)
        size = file.stat().st_size
    except (OSError, RuntimeError, ValueError) as error:
        if isinstance(error, ArtError):
            raise
        reason = getattr(error, "strerror", None) or error
        raise ArtError(f"the file cannot be read: {reason}", shown) from None
    if size > MAX_BYTES:
        raise ArtError(f"the file has {size:,} bytes; at most {MAX_BYTES:,} are allowed", shown)
    wide, high = _svg(file, shown) if path.suffix.lower() == ".svg" else _raster(file, shown)
    if wide * high > MAX_PIXELS:
        shape = f"{wide:,} × {high:,} pixels"
        raise ArtError(f"the picture has {shape}; at most {MAX_PIXELS:,} are allowed", shown)
    return WholePicture(file, wide, high)


def _spelled_otherwise(file: Path) -> str:
    """How a file in the same folder is called that differs by case or accents only."""
    for other in file.parent.iterdir() if file.parent.is_dir() else ():
        if normalize("NFC", other.name) == normalize("NFC", file.name):
            return "; the accents in the file's name are encoded differently, as macOS often does"
        if normalize("NFC", other.name).casefold() == normalize("NFC", file.name).casefold():
            return f"; the file is called `{other.name}`"
    return ""


def forget_whole() -> None:
    """Clear the cache, so that changed files are read again."""
    find_whole.cache_clear()


def _svg(file: Path, shown: str) -> tuple[int, int]:
    with file.open("rb") as data:
        size = svg_size(data.read(SVG_HEAD))
    if size is None:
        raise ArtError("the SVG has no `width` and `height` and no `viewBox`", shown)
    return size


def _raster(file: Path, shown: str) -> tuple[int, int]:
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(file, formats=("PNG", "JPEG", "GIF", "WEBP", "BMP")) as picture:
                return picture.size
    except Image.DecompressionBombError:
        raise ArtError(
            f"the picture is too large; at most {MAX_PIXELS:,} pixels are allowed", shown
        ) from None
    except UnidentifiedImageError:
        raise ArtError("the picture is damaged, or another kind of file", shown) from None
    except Exception as error:  # Pillow raises many kinds of error on damaged files
        reason = str(error).replace(str(file), shown)
        raise ArtError(f"the picture is damaged: {reason}", shown) from None
