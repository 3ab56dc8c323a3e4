"""Draw finished pictures: each is embedded, scaled into a rectangle."""

from __future__ import annotations

import base64
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from modgen.draw.svg import Drawing
from modgen.model.files.art import ArtError
from modgen.model.files.whole_pictures import face_layers, find_whole

MIME = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg"}
"""Pictures of these kinds are embedded as they are; the others as PNG."""


def draw_whole(
    drawing: Drawing, folder: Path, name: str, x: float, y: float, w: float, h: float
) -> None:
    """Draw a picture of `art/` into a rectangle in mm, stretched to fill it. Raises ArtError."""
    picture = find_whole(folder, name)
    drawing.stretch(_embedded(picture.path, picture.path.stat().st_mtime_ns), x, y, w, h)


def draw_face(
    drawing: Drawing, folder: Path, art: str, x: float, y: float, w: float, h: float
) -> None:
    """Draw the pictures of a face into a rectangle in mm. The lowest one fills it.

    The others keep their size relative to the lowest. If one of them is larger than the
    rectangle, all are made smaller. Raises ArtError.
    """
    layers = face_layers(art)
    if not layers:
        return
    pictures = [find_whole(folder, layer.name) for layer in layers]
    across, down = w / max(pictures[0].width, 1), h / max(pictures[0].height, 1)
    sizes = [(picture.width * across, picture.height * down) for picture in pictures]
    reach = max(
        max((wide / 2 + abs(layer.x)) * 2 / w, (high / 2 + abs(layer.y)) * 2 / h)
        for layer, (wide, high) in zip(layers, sizes, strict=True)
    )
    scale = 1 / max(reach, 1)
    for layer, (wide, high) in zip(layers, sizes, strict=True):
        left = x + w / 2 + (layer.x - wide / 2) * scale
        top = y + h / 2 + (layer.y - high / 2) * scale
        draw_whole(drawing, folder, layer.name, left, top, wide * scale, high * scale)


@lru_cache(maxsize=64)
def _embedded(path: Path, changed: int) -> str:
    """A picture as a `data:` address. `changed` is the time of its last change."""
    del changed
    suffix = path.suffix.lower()
    if suffix == ".svg":
        return _address("image/svg+xml", path.read_bytes())
    if suffix in MIME:
        data = path.read_bytes()
        if data[:3] == b"\xff\xd8\xff" or data[:8] == b"\x89PNG\r\n\x1a\n":
            kind = "image/png" if data[:1] == b"\x89" else "image/jpeg"
            return _address(kind, data)
    return _address("image/png", _as_png(path))


def _address(kind: str, data: bytes) -> str:
    return f"data:{kind};base64," + base64.b64encode(data).decode("ascii")


def _as_png(path: Path) -> bytes:
    from PIL import Image

    try:
        with Image.open(path) as picture:
            out = BytesIO()
            picture.convert("RGBA").save(out, "PNG")
            return out.getvalue()
    except Exception as error:  # Pillow raises many kinds of error on damaged files
        raise ArtError(f"the picture is damaged: {error}", f"art/{path.name}") from None
