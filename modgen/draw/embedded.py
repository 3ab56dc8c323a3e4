"""Picture files in drawings: named while a drawing is made, and embedded in its finished text."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from modgen.model.files.art import ArtError

SUFFIXES = (".png", ".jpg", ".jpeg")
"""Pictures of these kinds are embedded as they are; the others as PNG."""
HEADS = {"png": b"\x89PNG\r\n\x1a\n", "jpeg": b"\xff\xd8\xff"}
NAMED = re.compile("picture:([0-9a-f]{32})")
"""What stands for a picture file in the text of a drawing that is not finished."""


class PictureFile(NamedTuple):
    """A picture file, and its path in the folder of its game, for messages."""

    path: Path
    shown: str


_files: dict[str, PictureFile] = {}


def named(file: PictureFile) -> str:
    """What stands for a picture file until the drawing is finished. Raises ArtError."""
    changed = file.path.stat().st_mtime_ns
    if file.path.suffix.lower() not in {*SUFFIXES, ".svg"}:
        _embedded(file, changed)  # a damaged one is an error where it is drawn
    text = f"{file.path} {changed}"
    key = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16)
    _files[key.hexdigest()] = file
    return f"picture:{key.hexdigest()}"


def named_file(match: re.Match[str]) -> PictureFile | None:
    """The file that a match of `NAMED` stands for; None if the words are only in a text."""
    return _files.get(match[1])


def embedded(text: str) -> str:
    """The text of a drawing with its picture files in it. Raises ArtError."""
    return NAMED.sub(_address_of, text) if "picture:" in text else text


def _address_of(match: re.Match[str]) -> str:
    file = named_file(match)
    return match[0] if file is None else _embedded(file, file.path.stat().st_mtime_ns)


@lru_cache(maxsize=64)
def _embedded(file: PictureFile, changed: int) -> str:
    """A picture as a `data:` address. `changed` is the time of its last change."""
    del changed
    if file.path.suffix.lower() == ".svg":
        return _address("svg+xml", file.path.read_bytes())
    return _address(*picture_data(file))


def picture_data(file: PictureFile) -> tuple[str, bytes]:
    """The kind (`png` or `jpeg`) and the data of a picture that is no drawing. Raises ArtError."""
    if file.path.suffix.lower() in SUFFIXES:
        data = file.path.read_bytes()
        for kind, head in HEADS.items():
            if data.startswith(head):
                return kind, data
    return "png", _as_png(file)


def _address(kind: str, data: bytes) -> str:
    return f"data:image/{kind};base64," + base64.b64encode(data).decode("ascii")


def _as_png(file: PictureFile) -> bytes:
    """A picture of another kind as PNG. Raises ArtError."""
    from PIL import Image

    try:
        with Image.open(file.path) as picture:
            out = BytesIO()
            picture.convert("RGBA").save(out, "PNG")
            return out.getvalue()
    except Exception as error:  # Pillow raises many kinds of error on damaged files
        raise ArtError(f"the picture is damaged: {error}", file.shown) from None
