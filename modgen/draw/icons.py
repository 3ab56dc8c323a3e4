"""Icons and pictures: single-colour drawings on a 100 × 100 field, and a game's own art."""

from __future__ import annotations

import base64
from pathlib import Path

from modgen.draw.svg import Drawing
from modgen.model.files.art import find_art, read_shapes

FIELD = 100.0


def draw_icon(
    drawing: Drawing,
    name: str,
    x: float,
    y: float,
    size: float,
    colour: str,
    folder: Path = Path(),
) -> None:
    """Draw a picture `size` mm high and wide with its middle at `x`, `y`; icons in one colour.

    A game's own art in `folder` takes precedence over the bundled icons. Raises ArtError.
    """
    path = find_art(folder, name)
    if path.suffix == ".png":
        data = base64.b64encode(path.read_bytes()).decode("ascii")
        drawing.image(f"data:image/png;base64,{data}", x - size / 2, y - size / 2, size, size)
        return
    shapes, wide, high = read_shapes(path)
    scale = size / max(wide, high)
    left, top = x - wide * scale / 2, y - high * scale / 2
    drawing.nest(f"<svg>{shapes.replace('currentColor', colour)}</svg>", left, top, scale)
