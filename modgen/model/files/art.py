"""Pictures by name: a game's own `art/NAME.svg` or `art/NAME.png`, or the bundled icon NAME.

`check_art` reads a picture in full when a game is loaded, so that a damaged one cannot stop a
build later. SVG pictures are reduced to what every renderer draws alike (see `svg_picture`); PNG
pictures are embedded unchanged.
"""

from __future__ import annotations

import re
from functools import cache
from math import isfinite
from pathlib import Path
from typing import NamedTuple

from lxml import etree

from modgen.assets import asset_path
from modgen.errors import ModgenError
from modgen.model.files.extended import folders_of
from modgen.model.files.svg_picture import SVG, SvgError, reduced

NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,99}")
MAX_BYTES = 20 << 20
MAX_PIXELS = 64_000_000
FAMILIES = frozenset({"noto sans", "noto serif", "barlow condensed", "barlow condensed semibold"})
"""The font families of letters in SVG pictures, in lower case."""


READ = (".svg", ".png")
"""The formats of pictures that are parts of a drawing."""
PICTURES = (*READ, ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".heic", ".avif")
"""How names of pictures end."""
BEGINNINGS = {b"\xff\xd8\xff": "JPEG", b"GIF8": "GIF", b"RIFF": "WebP", b"BM": "BMP"}
"""The first bytes of files of other formats."""


class ArtError(ModgenError, ValueError):
    """A picture is missing or cannot be used.

    `file` (relative to the game's folder) and `line` say where, as far as they are known.
    `unknown` is true of a name that may be misspelt.
    """

    def __init__(
        self, message: str, file: str = "", line: int = 1, *, unknown: bool = False
    ) -> None:
        super().__init__(message)
        self.unknown = unknown
        self.file = file
        self.line = line


class Shapes(NamedTuple):
    """An SVG picture: its plain shapes as SVG text, and the size of its `viewBox`."""

    svg: str
    width: float
    height: float


@cache
def find_art(folder: Path, name: str) -> Path:
    """The file of a picture; cached until `forget_art`.

    Only the name, the size in bytes and a PNG's size in pixels are checked. Raises ArtError.
    """
    if not NAME.fullmatch(name):
        stem, dot, ending = name[:60].rpartition(".")
        if dot and NAME.fullmatch(stem) and ending.isalnum():
            raise ArtError(f"`{name[:60]}` has an ending; write `{stem}`")
        raise ArtError(
            f"`{name[:60]}` cannot be the name of a picture: use lower-case letters, digits, "
            "`_` and `-`",
            unknown=bool(name),
        )
    for place in folders_of(folder):
        for path in (place / "art" / f"{name}{suffix}" for suffix in (".svg", ".png")):
            if path.is_file():
                _check_file(path, place)
                return path
    if _icon(name).is_file():
        return _icon(name)
    if misplaced := _misplaced(folder, name):
        raise ArtError(misplaced)
    raise ArtError(
        f"there is no art/{name}.svg, no art/{name}.png and no bundled icon `{name}`", unknown=True
    )


def _misplaced(folder: Path, name: str) -> str:
    """What is wrong with a file that is probably meant: its folder, format or name; or nothing."""
    for place in (folder / "art", folder):
        for path in sorted(place.iterdir()) if place.is_dir() else ():
            kind = path.suffix.lower()
            if path.stem.lower() != name or kind not in PICTURES or not path.is_file():
                continue
            shown = path.relative_to(folder).as_posix()
            right = f"art/{name}{kind if kind in READ else '.png'}"
            if kind in READ:
                return f"{shown} is not found; rename it to {right}"
            return f"{shown} is neither an SVG nor a PNG picture; save it as {right}"
    return ""


def forget_art() -> None:
    """Clear the caches, so that changed files are read again."""
    find_art.cache_clear()
    read_shapes.cache_clear()


def bundled_icons() -> list[str]:
    """The names of all bundled icons."""
    return sorted(path.stem for path in _icon("star").parent.glob("*.svg"))


def check_art(folder: Path, name: str) -> None:
    """Read a picture in full, as a build does. Raises ArtError."""
    path = find_art(folder, name)
    if path.suffix == ".svg":
        read_shapes(path)
    else:
        _decode_png(path)


@cache
def read_shapes(path: Path) -> Shapes:
    """The shapes of an SVG file. Raises ArtError, with the line, if it cannot be used."""
    name = _shown(path)
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        remove_comments=True,
        huge_tree=False,
    )
    try:
        root = etree.fromstring(path.read_bytes(), parser)
    except etree.XMLSyntaxError as error:
        reason = re.sub(r",? line \d+.*", "", error.msg or "the file ends too early")
        raise ArtError(f"not valid SVG: {reason}", name, max(error.position[0], 1)) from None
    except OSError as error:
        raise ArtError(f"the file cannot be read: {error.strerror}", name) from None
    if root.getroottree().docinfo.internalDTD is not None:
        raise ArtError("the picture has a document type; remove its <!DOCTYPE>", name)
    if root.tag != f"{SVG}svg":
        raise ArtError("the file is not an SVG picture; its root must be <svg>", name)
    left, top, width, height = _view_box(root, name)
    try:
        shapes = reduced(root, FAMILIES)
    except SvgError as problem:
        raise ArtError(str(problem), name, problem.line) from None
    if left or top:
        shapes = f'<g transform="translate({-left:g} {-top:g})">{shapes}</g>'
    return Shapes(shapes, width, height)


def _view_box(root: etree._Element, name: str) -> tuple[float, float, float, float]:
    """Left, top, width and height of the `viewBox`."""
    words = root.get("viewBox", "").replace(",", " ").split()
    try:
        left, top, width, height = (float(word) for word in words)
    except ValueError:
        raise ArtError("the <svg> needs a `viewBox` of four numbers", name) from None
    if not all(isfinite(value) and abs(value) <= 1e6 for value in (left, top, width, height)):
        raise ArtError("the numbers of the `viewBox` must be between -1000000 and 1000000", name)
    if not (width > 0 and height > 0):
        raise ArtError("width and height in the `viewBox` must be greater than 0", name)
    return left, top, width, height


def _icon(name: str) -> Path:
    return asset_path("icons", f"{name}.svg")


def _shown(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


def _check_file(path: Path, folder: Path) -> None:
    name = _shown(path)
    try:
        real = path.resolve()
        size = path.stat().st_size
        head = path.read_bytes()[:24] if size <= MAX_BYTES else b""
    except (OSError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ArtError(f"the file cannot be read: {reason}", name) from None
    roots = (folder.resolve(), _icon("star").parent.resolve())
    if not any(real.is_relative_to(root) for root in roots):
        raise ArtError("the file is a link that leads out of the game's folder", name)
    if size > MAX_BYTES:
        raise ArtError(f"the file has {size:,} bytes; at most {MAX_BYTES:,} are allowed", name)
    if path.suffix == ".png":
        _check_png_size(head, name)


def _check_png_size(head: bytes, name: str) -> None:
    """Check the size in the header before anything is unpacked (PNG specification, 11.2.1)."""
    if head[:8] != b"\x89PNG\r\n\x1a\n" or head[12:16] != b"IHDR":
        found = next((kind for begin, kind in BEGINNINGS.items() if head.startswith(begin)), "")
        what = f"a {found} picture" if found else "not a PNG picture"
        raise ArtError(f"the file is {what}; save it in the format PNG", name)
    width, height = int.from_bytes(head[16:20]), int.from_bytes(head[20:24])
    if not 0 < width * height <= MAX_PIXELS:
        size = f"{width:,} × {height:,} pixels"
        raise ArtError(f"the picture has {size}; at most {MAX_PIXELS:,} in all are allowed", name)


def _decode_png(path: Path) -> None:
    from PIL import Image

    try:
        with Image.open(path, formats=("PNG",)) as image:
            image.verify()  # the checksums; the picture must be opened again to be decoded
        with Image.open(path, formats=("PNG",)) as image:
            image.load()
    except Exception as error:  # Pillow raises many kinds of error on damaged files
        raise ArtError(f"the PNG picture is damaged: {error}", _shown(path)) from None
