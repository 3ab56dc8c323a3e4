"""Draw finished pictures: each is embedded, scaled into a rectangle."""

from __future__ import annotations

from pathlib import Path

from modgen.draw.embedded import PictureFile, named
from modgen.draw.svg import Drawing
from modgen.model.files.whole_pictures import face_layers, find_whole


def draw_whole(
    drawing: Drawing, folder: Path, name: str, x: float, y: float, w: float, h: float
) -> None:
    """Draw a picture of `art/` into a rectangle in mm, stretched to fill it. Raises ArtError."""
    picture = find_whole(folder, name)
    drawing.stretch(named(PictureFile(picture.path, f"art/{name}")), x, y, w, h)


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
