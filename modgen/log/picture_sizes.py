"""The sizes of pictures, from their first bytes."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping
from io import BytesIO

from modgen.svg_sizes import Size, svg_size
from modgen.vassal.archive import ArchiveError
from modgen.vassal.module import Entries

SVG_LIMIT = 64 << 20
START = 1 << 16
"""How much of a picture is read at first, in bytes; a JPEG can need more."""


def stored_name(images: Mapping[str, bytes], name: str) -> str:
    """The file of a picture, which old modules name without `.gif`; empty if it is missing."""
    return next((found for found in (name, f"{name}.gif") if name and found in images), "")


def picture_size(images: Mapping[str, bytes], name: str) -> Size | None:
    """Width and height in pixels; None for a picture that is missing or cannot be read."""
    name = stored_name(images, name)
    if not name:
        return None
    chunks = images.chunks(name) if isinstance(images, Entries) else (images[name],)
    try:
        if name.lower().endswith(".svg"):
            return svg_size(b"".join(chunks)[:START])
        return _raster_size(chunks)
    except ArchiveError:
        return None


def _raster_size(chunks: Iterable[bytes]) -> Size | None:
    data = b""
    for chunk in chunks:
        data += chunk
        size = _stated_size(data)
        if size is not None:
            return size
        # The head of the picture may be longer than what was read so far.
    return None


def _stated_size(data: bytes) -> Size | None:
    """The size that the head of a picture states, however large; None if it is not complete.

    `Image.open` refuses pictures of many pixels before it tells their size; the classes of the
    formats do not.
    """
    from PIL import Image

    Image.preinit()
    for name in Image.ID:
        make, accepts = Image.OPEN[name]
        try:
            if accepts is None or accepts(data[:16]) is not True:
                continue
            with make(BytesIO(data), "") as picture:
                return picture.size
        except (OSError, ValueError, SyntaxError, EOFError, TypeError, struct.error):
            continue
    return None
