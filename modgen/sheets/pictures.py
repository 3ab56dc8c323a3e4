"""Pictures in PDF documents, which the typesetter neither reads nor compresses again.

The typesetter gets a stand-in of three pixels for each PNG, whose place in the document is filled
afterwards. So each picture is read once, however often it is printed, and only one of them is in
memory. The data of a PNG without transparency is copied.
"""

from __future__ import annotations

import hashlib
import struct
import warnings
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from pypdf.generic import (
    ArrayObject,
    ByteStringObject,
    DictionaryObject,
    NameObject,
    NumberObject,
    PdfObject,
    StreamObject,
)

if TYPE_CHECKING:
    from pypdf import PdfWriter

PNG = b"\x89PNG\r\n\x1a\n"
END = b"\xff\xd9"
"""The marker of the end of a JPEG."""
FILLING = bytes(range(1, 200, 3))
"""Data that can follow those of a JPEG, without a marker."""
MARK = bytes((201, 13, 77, 5, 190, 42))
"""The first two pixels of each stand-in; the third is its number."""
WIDE = len(MARK) // 3 + 1
"""The width of a stand-in in pixels; it is one pixel high."""
LEVEL = 3
"""The level of compression; from 4 on it takes half as long again for 1 % fewer bytes."""
PIECE = 1 << 18
MOST_COLOURS = 256 * 3
"""The longest palette in bytes."""
OPAQUE = {"1": "L", "L": "L", "P": "RGB", "RGB": "RGB"}
"""The kinds of pictures, for Pillow, and what they are printed as."""


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


def decode(data: bytes) -> None:
    """Read a JPEG to its end: the typesetter leaves a damaged one blank or prints a part of it.

    Raises OSError, ValueError and other errors of Pillow for a damaged picture. One that lacks only
    the marker of its end is not damaged.
    """
    from PIL import Image

    with warnings.catch_warnings(), suppress(Image.DecompressionBombError):
        warnings.simplefilter("ignore")
        try:
            # Decoding at an eighth of the size still reads all data.
            _pixels(data, "L", (1, 1))
        except OSError:
            # What follows the last pixel does not change the picture; what is missing would.
            if _pixels(data + END, "RGB") != _pixels(data + FILLING + END, "RGB"):
                raise


def _pixels(data: bytes, mode: str, size: tuple[int, int] | None = None) -> bytes:
    """A digest of the pixels of a JPEG."""
    from PIL import Image

    with Image.open(BytesIO(data)) as picture:
        picture.draft(mode, size or picture.size)
        return hashlib.blake2b(picture.tobytes()).digest()


class StandIns:
    """The pictures of a document that have stand-ins, with their data in a new file."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("w+b")
        self._stored: list[Stored] = []

    def __bool__(self) -> bool:
        return bool(self._stored)

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
                (b"IHDR", struct.pack(">IIBBBBB", WIDE, 1, 8, 2, 0, 0, 0)),
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
        rows, size = parts[b"IDAT"], high * (1 + -(-wide * depth * samples // 8))
        if _length(rows, size) != size:
            return None
        return Stored(wide, high, depth, colours, self._keep(rows))

    def _packed(self, data: bytes) -> Stored | None:
        """A picture that is read and packed again."""
        from PIL import Image

        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            opened = Image.open(BytesIO(data))
        with opened as picture:
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

    def fill(self, document: PdfWriter) -> None:
        """Put the pictures into a document in place of their stand-ins."""
        for number, known in enumerate(document._objects):
            if isinstance(known, StreamObject) and (stored := self._behind(known)):
                document._objects[number] = self._filled(document, known, stored)

    def _behind(self, image: StreamObject) -> Stored | None:
        """The picture whose stand-in an object of a document is; None if it is something else."""
        if (image.get("/Width"), image.get("/Height")) != (WIDE, 1):
            return None
        pixels = image.get_data()
        number = int.from_bytes(pixels[len(MARK) :], "big")
        # Other pictures can have the same first pixels.
        known = pixels.startswith(MARK) and number < len(self._stored)
        return self._stored[number] if known else None

    def _filled(self, document: PdfWriter, stand_in: StreamObject, stored: Stored) -> _Picture:
        """A picture with the colours of its stand-in; its mask is added to the document."""
        picture = _Picture(self._file, stored.data)
        picture.indirect_reference = stand_in.indirect_reference
        space: PdfObject = stand_in.raw_get("/ColorSpace")
        if isinstance(stored.colours, bytes):
            last, palette = len(stored.colours) // 3 - 1, ByteStringObject(stored.colours)
            space = ArrayObject([NameObject("/Indexed"), space, NumberObject(last), palette])
        elif stored.colours == "L":
            space = NameObject("/DeviceGray")
        picture.describe(stored, space, 3 if stored.colours == "RGB" else 1)
        if stored.mask:
            mask = _Picture(self._file, stored.mask)
            mask.describe(stored, NameObject("/DeviceGray"), 1)
            picture[NameObject("/SMask")] = document._add_object(mask)
        return picture


class _Picture(StreamObject):
    """A picture of a document, whose data are read when it is written."""

    def __init__(self, file: IO[bytes], place: tuple[int, int]) -> None:
        super().__init__()
        self._file = file
        self._start, self._length = place

    def describe(self, stored: Stored, space: PdfObject, samples: int) -> None:
        """Say what the data are: the size, the colours, and the number of them in a pixel."""
        numbers = {"/Width": stored.width, "/Height": stored.height}
        depth = {"/BitsPerComponent": stored.depth}
        rows = {"/Predictor": 15, "/Colors": samples, "/Columns": stored.width, **depth}
        for key, value in (
            ("/Type", NameObject("/XObject")),
            ("/Subtype", NameObject("/Image")),
            ("/Filter", NameObject("/FlateDecode")),
            ("/ColorSpace", space),
            ("/DecodeParms", _numbers(rows)),
        ):
            self[NameObject(key)] = value
        self.update(_numbers({**numbers, **depth, "/Length": self._length}))

    def write_to_stream(self, stream: Any, encryption_key: object = None) -> None:
        """Write the object."""
        DictionaryObject.write_to_stream(self, stream)
        self._file.seek(self._start)
        stream.write(b"\nstream\n" + self._file.read(self._length) + b"\nendstream")


def _numbers(values: Mapping[str, int]) -> DictionaryObject:
    return DictionaryObject({NameObject(key): NumberObject(n) for key, n in values.items()})


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(PNG)
    while at + 12 <= len(data):
        size, name = struct.unpack(">I4s", data[at : at + 8])
        yield name, data[at + 8 : at + 8 + size]
        at += 12 + size


def _length(parts: Iterable[bytes], most: int) -> int:
    """The number of bytes that compressed data has, unpacked.

    It is -1 if they are damaged or longer than `most`.
    """
    unpacker, size = zlib.decompressobj(), 0
    try:
        for part in parts:
            rest = part
            while rest:
                size += len(unpacker.decompress(rest, PIECE))
                if size > most:
                    return -1
                rest = unpacker.unconsumed_tail
    except zlib.error:
        return -1
    return size + len(unpacker.flush()) if unpacker.eof else -1


def _rows(picture: Any) -> list[bytes]:
    """The data of a picture as in a PNG file."""
    out = BytesIO()
    picture.save(out, "PNG", compress_level=LEVEL)
    return [data for name, data in _chunks(out.getvalue()) if name == b"IDAT"]
