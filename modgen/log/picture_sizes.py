"""The sizes of pictures, from their first bytes."""

from __future__ import annotations

import struct
import unicodedata
from collections.abc import Container, Iterable, Mapping
from io import BytesIO
from typing import TYPE_CHECKING

from modgen.svg_sizes import Size, svg_size
from modgen.vassal.archive import POINTER, ArchiveError
from modgen.vassal.module import chunks

if TYPE_CHECKING:
    from PIL import Image

SVG_LIMIT = 64 << 20
UNREADABLE = (OSError, ValueError, SyntaxError, EOFError, LookupError, TypeError, struct.error)
"""What Pillow may raise for the head of a picture that is damaged or cut off."""
START = 1 << 16
"""How much of a picture is read at first, in bytes; a JPEG can need more."""


def stored_name(images: Container[str], name: str) -> str:
    """The file of a picture as the engine finds it; empty if it is missing.

    Old modules name a picture without `.gif`. The accents of a file's name may be characters of
    their own (NFD), as macOS writes them; the other way round the engine does not find it.
    """
    tried = (name, unicodedata.normalize("NFD", name), f"{name}.gif")
    return next((found for found in tried if name and found in images), "")


class Spellings:
    """Files by names that differ from theirs only by case, by accents or by the suffix."""

    def __init__(self, files: Iterable[str]) -> None:
        self._files: dict[str, str] = {}
        for file in files:
            for name in (file, file.rpartition(".")[0]):
                self._files.setdefault(_plain(name), file)

    def __getitem__(self, name: str) -> str:
        """The file that is probably meant; empty without one."""
        return self._files.get(_plain(name), "") if name else ""


def _plain(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def how_spelled(name: str, other: str) -> str:
    """How the name of a file differs from a name in a module, as the end of a sentence."""
    if _plain(name) != _plain(other):
        return "has a suffix"
    if unicodedata.normalize("NFC", other) == unicodedata.normalize("NFC", name):
        return "has accents that are encoded differently, as macOS often does"
    return "has other capitals"


def picture_size(images: Mapping[str, bytes], name: str) -> Size | None:
    """Width and height in pixels; None for a picture that is missing or cannot be read."""
    name = stored_name(images, name)
    if not name:
        return None
    data = chunks(images, name)
    try:
        if name.lower().endswith(".svg"):
            return svg_size(b"".join(data)[:START])
        return _raster_size(data)
    except ArchiveError:
        return None


def is_pointer(images: Mapping[str, bytes], name: str) -> bool:
    """Whether Git LFS left a pointer in place of a picture."""
    name = stored_name(images, name)
    return bool(name) and next(iter(chunks(images, name)), b"").startswith(POINTER)


def _raster_size(chunks: Iterable[bytes]) -> Size | None:
    data = b""
    for chunk in chunks:
        data += chunk
        # The head of the picture may be longer than what was read so far.
        if size := _head_size(data):
            return size
    return None


def _head_size(data: bytes) -> Size | None:
    head = open_head(data)
    return head.size if head is not None else None


def open_head(data: bytes) -> Image.Image | None:
    """A picture of which only the head is read; None if the format or the head is not understood.

    `Image.open` refuses pictures of very many pixels. Here nothing is decoded, so they do no harm;
    who decodes the picture has to look at its size first.
    """
    from PIL import Image

    Image.init()
    for factory, accept in Image.OPEN.values():
        try:
            if accept is None or accept(data[:16]) is not True:
                continue
            return factory(BytesIO(data), "")
        except UNREADABLE:
            continue
        except Image.DecompressionBombError:
            continue
    return None
