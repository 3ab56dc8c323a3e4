"""PNG pictures of strips that are rendered and compressed apart, in several processes.

A strip becomes a block of compressed rows. The blocks of a picture follow each other in one data
stream, because each ends at a byte and refers to nothing before it.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from typing import NamedTuple

NONE, SUB, UP, AVERAGE, PAETH = range(5)
"""Filters of rows: how the bytes of a row are told from those to the left and above."""
HEAD = struct.pack(">BBBBB", 8, 6, 0, 0, 0)
"""Eight bits each of red, green, blue and opacity, without interlacing."""
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
    """Compress a strip's PNG, as the renderer makes it, without its opacity.

    Raises ValueError for a PNG of another kind.
    """
    width, height, data = _opened(png)
    step = width * 4 + 1
    rows = []
    for at in range(0, step * height, step):
        row = bytearray(width * 3 + 1)
        row[0] = data[at]
        # Filters work on each channel by itself, so those that stay need no change.
        for channel in range(3):
            row[channel + 1 :: 3] = data[at + channel + 1 : at + step : 4]
        rows.append(row)
    _without_row_above(rows[0])
    pixels = b"".join(rows)
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -15)
    packed = packer.compress(pixels) + packer.flush(zlib.Z_FULL_FLUSH)
    return Block(width, height, packed, zlib.adler32(pixels))


def _opened(png: bytes) -> tuple[int, int, bytes]:
    """Width, height and filtered rows of a PNG."""
    width, height = struct.unpack(">II", png[16:24])
    if png[24:29] != HEAD:
        raise ValueError("the strip is not of eight bits each of red, green, blue and opacity")
    packed, at = [], 8
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        if kind == b"IDAT":
            packed.append(png[at + 8 : at + 8 + length])
        at += length + 12
    return width, height, zlib.decompress(b"".join(packed))


def _without_row_above(row: bytearray) -> None:
    """Change the filter of a picture's first row to one that does not use the row above.

    The row above the first one counts as black.
    """
    if row[0] == AVERAGE:
        for at in range(4, len(row)):
            row[at] = (row[at] + row[at - 3] // 2) % 256
    row[0] = {UP: NONE, AVERAGE: NONE, PAETH: SUB}.get(row[0], row[0])


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
    return (
        (high + (second >> 16) + rest * (low - 1)) % BASE << 16
    ) | (low + (second & 0xFFFF) - 1) % BASE  # fmt: skip


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
