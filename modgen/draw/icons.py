"""Icons: single-colour drawings on a 100 × 100 field, from `assets/icons` or a game's `art`."""

from __future__ import annotations

from functools import cache

from lxml import etree

from modgen.assets import asset_path
from modgen.draw.svg import Drawing

FIELD = 100.0
SVG = "{http://www.w3.org/2000/svg}"


@cache
def icon_shapes(name: str) -> str:
    """What lies inside a bundled icon's `svg` element. Raises FileNotFoundError."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True)
    root = etree.fromstring(asset_path("icons", f"{name}.svg").read_bytes(), parser)
    return "".join(
        etree.tostring(child, encoding="unicode", with_tail=False).replace(
            ' xmlns="http://www.w3.org/2000/svg"', ""
        )
        for child in root
    )


def draw_icon(drawing: Drawing, name: str, x: float, y: float, size: float, colour: str) -> None:
    """Draw an icon, `size` mm high, with its middle at `x`, `y`, in one colour."""
    shapes = icon_shapes(name).replace("currentColor", colour)
    left, top = x - size / 2, y - size / 2
    drawing.nest(f"<svg>{shapes}</svg>", left, top, size / FIELD)
