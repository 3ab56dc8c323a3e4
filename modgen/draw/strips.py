"""PNG pictures of strips that are rendered and compressed apart, in several processes.

A strip becomes a block of compressed rows. The blocks of a picture follow each other in one data
stream, because each ends at a byte and refers to nothing before it.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from io import BytesIO
from typing import NamedTuple

NONE, UP = b"\0", b"\2"
"""Filters of rows: as they are, and as differences from the row above."""
LEVEL = 3
BASE = 65521
"""The modulus of an Adler-32 checksum."""


class Block(NamedTuple):
    """The compressed rows of a strip without transparency."""

    width: int
    height: int
    data: bytes
    checksum: int
    """Adler-32 of the rows before compression."""


def block(png: bytes) -> Block:
    """Compress a strip's PNG anew, without its transparency."""
    from PIL import Image, ImageChops

    with Image.open(BytesIO(png)) as picture:
        image = picture.convert("RGB")
    above = Image.new("RGB", image.size)
    above.paste(image, (0, 1))
    pixels = ImageChops.subtract_modulo(image, above).tobytes()
    row = image.width * 3
    rows = b"".join(
        (NONE if at == 0 else UP) + pixels[at : at + row] for at in range(0, len(pixels), row)
    )
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -15)
    data = packer.compress(rows) + packer.flush(zlib.Z_FULL_FLUSH)
    return Block(image.width, image.height, data, zlib.adler32(rows))


def joined(blocks: Sequence[Block]) -> bytes:
    """The PNG of strips that lie below each other. Raises ValueError for unequal widths."""
    wide = blocks[0].width
    if any(one.width != wide for one in blocks):
        raise ValueError("the strips of a picture have different widths")
    checksum = 1
    for one in blocks:
        checksum = _combined(checksum, one.checksum, one.height * (wide * 3 + 1))
    high = sum(one.height for one in blocks)
    stream = [b"\x78\x01", *(one.data for one in blocks), b"\x03\x00", struct.pack(">I", checksum)]
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)),
            _chunk(b"IDAT", b"".join(stream)),
            _chunk(b"IEND", b""),
        )
    )


def _combined(first: int, second: int, length: int) -> int:
    """The checksum of two runs of bytes from those of each; `length` is that of the second."""
    low, high = first & 0xFFFF, first >> 16
    rest = length % BASE
    return ((high + (second >> 16) + rest * (low - 1)) % BASE << 16) | (
        low + (second & 0xFFFF) - 1
    ) % BASE


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
