"""Pictures in PDF documents, which the typesetter neither reads nor compresses again.

The typesetter gets a stand-in of three pixels for each PNG, whose place in the document is filled
afterwards. So each picture is read once, however often it is printed, and only one of them is in
memory. The data of a PNG without transparency is copied.
"""

from __future__ import annotations

import re
import struct
import zlib
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import IO, Any, NamedTuple

PNG = b"\x89PNG\r\n\x1a\n"
MARK = bytes((201, 13, 77, 5, 190, 42))
"""The first two pixels of each stand-in; the third is its number."""
LEVEL = 3
"""The level of compression; from 4 on it takes half as long again for 1 % fewer bytes."""
PIECE = 1 << 18
MOST_COLOURS = 256 * 3
"""The longest palette in bytes."""
OPAQUE = {"1": "L", "L": "L", "P": "RGB", "RGB": "RGB"}
"""The kinds of pictures, for Pillow, and what they are printed as."""
OBJECT = re.compile(rb"(?<=\n)(\d+) 0 obj\s*<<([^<>]*)>>\s*stream\r?\n")
LENGTH = re.compile(rb"/Length\s+(\d+)")
SPACE = re.compile(rb"/ColorSpace\s*(\d+ 0 R|/\w+)")
XREF = re.compile(
    rb"xref\n0 (\d+)\n((?:\d{10} \d{5} [fn][ \r]\n)+)trailer\s*(<<.*>>)\s*startxref", re.DOTALL
)


class Stored(NamedTuple):
    """A picture as it is in a PDF document: its size, its colours, and its data.

    `colours` are those of a palette, or `RGB` or `L`. The data are parts of the file of all
    pictures: where they begin, and their length. Rows are predicted as in PNG files.
    """

    width: int
    height: int
    depth: int
    colours: bytes | str
    data: tuple[int, int]
    mask: tuple[int, int] | None = None


class StandIns:
    """The pictures of a document that have stand-ins, with their data in a new file."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("w+b")
        self._stored: list[Stored] = []

    def __enter__(self) -> StandIns:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, data: bytes) -> bytes | None:
        """The stand-in for the picture of a PNG file; None for one that cannot have a stand-in.

        Raises OSError, ValueError and other errors of Pillow for a damaged picture.
        """
        stored = self._copied(data) or self._packed(data)
        if stored is None:
            return None
        number = len(self._stored).to_bytes(3, "big")
        self._stored.append(stored)
        rows = zlib.compress(b"\0" + MARK + number)
        return PNG + b"".join(
            _chunk(name, data)
            for name, data in (
                (b"IHDR", struct.pack(">IIBBBBB", 3, 1, 8, 2, 0, 0, 0)),
                (b"IDAT", rows),
                (b"IEND", b""),
            )
        )

    def _copied(self, data: bytes) -> Stored | None:
        """A PNG whose data can be copied: not interlaced, without transparency, undamaged."""
        parts: dict[bytes, list[bytes]] = {b"IHDR": [], b"IDAT": []}
        for name, content in _chunks(data):
            parts.setdefault(name, []).append(content)
        wide, high, depth, kind, _, _, interlaced = struct.unpack(">IIBBBBB", parts[b"IHDR"][0])
        palette = b"".join(parts.get(b"PLTE", ()))
        known: dict[int, bytes | str] = {0: "L", 2: "RGB", 3: palette}
        colours = known.get(kind)
        if not colours or interlaced or depth == 16 or parts.keys() & {b"tRNS", b"iCCP"}:
            return None
        if kind == 3 and (len(palette) > MOST_COLOURS or len(palette) % 3):
            return None
        samples = 3 if kind == 2 else 1
        rows = parts[b"IDAT"]
        if _length(rows) != high * (1 + -(-wide * depth * samples // 8)):
            return None
        return Stored(wide, high, depth, colours, self._keep(rows))

    def _packed(self, data: bytes) -> Stored | None:
        """A picture that is read and packed again."""
        from PIL import Image

        with Image.open(BytesIO(data)) as picture:
            profile = picture.info.get("icc_profile")
            if profile and b"sRGB" not in profile:
                return None
            clear = picture.mode in {"LA", "PA", "RGBA"} or "transparency" in picture.info
            kind = "RGB" if clear else OPAQUE.get(picture.mode)
            if kind is None:
                return None
            mask = None
            whole = picture.convert("RGBA") if clear else picture
            if clear:
                alpha = whole.getchannel("A")
                if any(alpha.histogram()[:255]):
                    mask = self._keep(_rows(alpha))
            return Stored(*picture.size, 8, kind, self._keep(_rows(whole.convert(kind))), mask)

    def _keep(self, parts: Sequence[bytes]) -> tuple[int, int]:
        """Keep data: where they begin in the file, and their length."""
        start = self._file.tell()
        self._file.writelines(parts)
        return start, self._file.tell() - start

    def write(self, document: bytes, file: IO[bytes]) -> bool:
        """Write a PDF document with the pictures in it.

        False, with nothing written, if the typesetter has put the stand-ins in another form.
        """
        found = list(self._found(document))
        table = XREF.search(document, max(document.rfind(b"\nxref\n"), 0))
        if not table or bool(found) != bool(self._stored):
            return False
        count = int(table[1])
        starts, moved = [0], [0]
        masks: list[tuple[int, Stored, tuple[int, int]]] = []
        written = at = 0
        for stand_in in found:
            stored = self._stored[stand_in.number]
            mask = 0
            if stored.mask:
                mask = count + len(masks)
                masks.append((mask, stored, stored.mask))
            size = file.write(document[at : stand_in.start])
            size += self._write_picture(file, stand_in, stored, mask)
            written, at = written + size, stand_in.end
            starts.append(at)
            moved.append(written - at)
        written += file.write(document[at : table.start()])
        places = []
        for line in table[2].splitlines():
            offset, kind = int(line[:10]), line[10:18]
            by = moved[bisect_right(starts, offset) - 1] if kind.endswith(b"n") else 0
            places.append(b"%010d%b \n" % (offset + by, kind))
        for number, stored, mask_place in masks:
            places.append(b"%010d 00000 n \n" % written)
            written += self._write_data(file, number, stored, b"/DeviceGray", 1, mask_place)
            written += file.write(b"\nendstream\nendobj\n")
        trailer = re.sub(rb"/Size\s+\d+", b"/Size %d" % len(places), table[3])
        file.write(b"xref\n0 %d\n" % len(places) + b"".join(places))
        file.write(b"trailer\n%b\nstartxref\n%d\n%%%%EOF\n" % (trailer, written))
        return True

    def _write_picture(self, file: IO[bytes], stand_in: _StandIn, stored: Stored, mask: int) -> int:
        space = stand_in.space if stored.colours == "RGB" else b"/DeviceGray"
        if isinstance(stored.colours, bytes):
            last, palette = len(stored.colours) // 3 - 1, stored.colours.hex().encode("ascii")
            space = b"[/Indexed %b %d<%b>]" % (stand_in.space, last, palette)
        more = b"/SMask %d 0 R" % mask if mask else b""
        samples = 3 if stored.colours == "RGB" else 1
        size = self._write_data(file, stand_in.key, stored, space, samples, stored.data, more)
        return size + file.write(b"\n")

    def _write_data(
        self,
        file: IO[bytes],
        key: int,
        stored: Stored,
        space: bytes,
        samples: int,
        place: tuple[int, int],
        more: bytes = b"",
    ) -> int:
        """Write the beginning of an object and its data; the number of bytes."""
        (start, length), wide, depth = place, stored.width, stored.depth
        self._file.seek(start)
        return file.write(
            b"%d 0 obj\n<</Length %d/Type/XObject/Subtype/Image/Filter/FlateDecode/Width %d"
            b"/Height %d/ColorSpace %b/BitsPerComponent %d/DecodeParms<</Predictor 15/Colors %d"
            b"/BitsPerComponent %d/Columns %d>>%b>>\nstream\n"
            % (key, length, wide, stored.height, space, depth, samples, depth, wide, more)
        ) + file.write(self._file.read(length))

    def _found(self, document: bytes) -> Iterator[_StandIn]:
        for match in OBJECT.finditer(document):
            length, space = LENGTH.search(match[2]), SPACE.search(match[2])
            if length is None or space is None or b"/Image" not in match[2]:
                continue
            start, size = match.end(), int(length[1])
            if size > 100:
                continue
            try:
                pixels = zlib.decompressobj().decompress(document[start : start + size], 20)
            except zlib.error:
                continue
            if len(pixels) == 9 and pixels.startswith(MARK):
                number = int.from_bytes(pixels[6:], "big")
                end = document.index(b"endstream", start + size)
                yield _StandIn(number, int(match[1]), space[1], match.start(), end)


class _StandIn(NamedTuple):
    """Where a stand-in is in a document, up to the end of its data."""

    number: int
    key: int
    """The number of its object."""
    space: bytes
    start: int
    end: int


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(PNG)
    while at + 12 <= len(data):
        size, name = struct.unpack(">I4s", data[at : at + 8])
        yield name, data[at + 8 : at + 8 + size]
        at += 12 + size


def _length(parts: Sequence[bytes]) -> int:
    """The number of bytes that compressed data has, unpacked; -1 if they are damaged."""
    unpacker, size = zlib.decompressobj(), 0
    try:
        for part in parts:
            rest = part
            while rest:
                size += len(unpacker.decompress(rest, PIECE))
                rest = unpacker.unconsumed_tail
    except zlib.error:
        return -1
    return size + len(unpacker.flush()) if unpacker.eof else -1


def _rows(picture: Any) -> list[bytes]:
    """The data of a picture as in a PNG file."""
    out = BytesIO()
    picture.save(out, "PNG", compress_level=LEVEL)
    return [data for name, data in _chunks(out.getvalue()) if name == b"IDAT"]
