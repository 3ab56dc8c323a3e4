"""Icons and pictures: single-colour drawings on a 100 × 100 field, and a game's own art."""

from __future__ import annotations

import base64
import re
from functools import cache
from pathlib import Path

from lxml import etree

from modgen.draw.svg import Drawing
from modgen.model.files.art import ArtError, find_art

FIELD = 100.0
SVG = "{http://www.w3.org/2000/svg}"
PLAIN = re.compile(r"(?!.*url\()[-+.,%#()\w\s]*")
DRAWN = {
    f"{SVG}{name}"
    for name in ("path", "circle", "ellipse", "rect", "polygon", "polyline", "line", "g")
}
"""The only elements that are taken over from a picture."""
ATTRIBUTES = re.compile(
    "d|points|transform|opacity|width|height|[cr]?[xy]|[xy][12]|r"
    "|fill(-rule|-opacity)?|stroke(-width|-opacity|-linecap|-linejoin)?"
)


@cache
def _shapes(path: Path) -> tuple[str, float, float]:
    """The shapes of an SVG picture, and its width and height. Raises ArtError."""
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, remove_comments=True, huge_tree=False
    )
    try:
        root = etree.fromstring(path.read_bytes(), parser)
    except etree.XMLSyntaxError as problem:
        raise ArtError(f"{path.name} is no SVG picture: {problem.msg}") from None
    if b"<!DOCTYPE" in path.read_bytes():
        raise ArtError(f"{path.name} has a document type; remove its <!DOCTYPE>")
    try:
        _, _, wide, high = (float(part) for part in root.get("viewBox", "").split())
    except ValueError:
        raise ArtError(f"{path.name} has no viewBox of four numbers") from None
    for element in root.iter(f"{SVG}script", f"{SVG}foreignObject", f"{SVG}image", f"{SVG}use"):
        name = etree.QName(element).localname
        raise ArtError(f"{path.name} holds a <{name}>; only plain shapes are drawn")
    return "".join(_kept(child) for child in root), wide, high


def _kept(element: etree._Element) -> str:
    """An element and its children, reduced to plain shapes."""
    if element.tag not in DRAWN:
        return ""
    attributes = "".join(
        f' {name!s}="{value!s}"'
        for name, value in element.attrib.items()
        if ATTRIBUTES.fullmatch(str(name)) and PLAIN.fullmatch(str(value))
    )
    name = etree.QName(element).localname
    return f"<{name}{attributes}>{''.join(_kept(child) for child in element)}</{name}>"


def draw_icon(
    drawing: Drawing, name: str, x: float, y: float, size: float, colour: str,
    folder: Path = Path(),
) -> None:  # fmt: skip
    """Draw a picture `size` mm high and wide with its middle at `x`, `y`; icons in one colour.

    A game's own art in `folder` takes precedence over the bundled icons. Raises ArtError.
    """
    path = find_art(folder, name)
    if path.suffix == ".png":
        data = base64.b64encode(path.read_bytes()).decode("ascii")
        drawing.image(f"data:image/png;base64,{data}", x - size / 2, y - size / 2, size, size)
        return
    shapes, wide, high = _shapes(path)
    scale = size / max(wide, high)
    left, top = x - wide * scale / 2, y - high * scale / 2
    drawing.nest(f"<svg>{shapes.replace('currentColor', colour)}</svg>", left, top, scale)
