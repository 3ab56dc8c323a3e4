"""Reads the shapes of spaces from an SVG drawing; the `id` of an element is that of its space.

`path`, `polygon`, `rect` and `ellipse` are areas, `circle` is a point with a radius. Groups and
`transform` are applied. Everything else is ignored: text, styles, scripts, links.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from math import cos, dist, isfinite, pi, radians, sin, sqrt, tan
from pathlib import Path
from typing import NamedTuple

from lxml import etree

from modgen.model.files.diagnostics import Diagnostics, FilePosition
from modgen.model.files.text import read_text
from modgen.model.geography.geojson import MAX_BYTES, MAX_COORDINATE, Feature
from modgen.model.geography.geometry import MultiPolygon, Ring, contains, signed_area
from modgen.model.geography.merging import polygons_of
from modgen.model.geography.svg_path import path_rings
from modgen.model.types.base import Point, id_from_name
from modgen.svg_sizes import LENGTH, UNITS

FLATNESS = 0.05
"""How far a flattened curve may be from the true one, in mm."""
LEAST_CORNERS, MOST_CORNERS = 24, 180
"""Corners of the polygon that is drawn for an ellipse."""
MAX_OUTLINES = 2000
"""The largest number of outlines of one shape; each pair of them is compared."""
DISTORTED = 1.05
"""How many times as much a drawing may be stretched across a board as down, or the reverse."""

Matrix = tuple[float, float, float, float, float, float]
"""a b c d e f of SVG's transform: x' = ax + cy + e, y' = bx + dy + f."""

IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"
NUMBERED = re.compile(r"[-_ ]?\d+$")
TRANSFORM = re.compile(r"(\w+)\s*\(([^)]*)\)")


def read_svg(
    path: Path, name: str, diagnostics: Diagnostics, width: float, height: float
) -> list[Feature]:
    """The shapes of a drawing, its `viewBox` stretched onto a board of `width` x `height` mm.

    Problems go to `diagnostics`; `name` is what messages call the file.
    """
    opened = _opened(path, name, diagnostics, width, height)
    if opened is None:
        return []
    features = []
    for element, matrix in _drawn(*opened, name, diagnostics):
        if not any((element.get("id"), element.get(LABEL), *_names_of_groups(element))):
            continue
        try:
            features.append(_feature(element, matrix))
        except (ValueError, OverflowError) as problem:
            diagnostics.error(_place(name, element), f"`{element.get('id')}`: {problem}")
    return features


class Painted(NamedTuple):
    """A shape of a painting: the name that it has, and where it is in mm on the board."""

    key: str
    feature: Feature
    position: FilePosition

    def covers(self, point: Point) -> bool:
        """Whether a point in mm lies in the shape."""
        middle = self.feature.point
        if middle is None:
            return contains(self.feature.polygons, point)
        return dist(middle, point) <= float(self.feature.properties["radius"])


def read_painting(
    path: Path,
    name: str,
    diagnostics: Diagnostics,
    board: tuple[float, float],
    keys: Collection[str],
) -> list[Painted]:
    """The shapes of a drawing that have one of `keys` as their name, in the order of drawing.

    A shape has the `id`, the class or Inkscape's label of itself or of its nearest group that has
    such a name; a number at its end does not count (`woods-2`). `board` is its width and height in
    mm. Otherwise as `read_svg`.
    """
    opened = _opened(path, name, diagnostics, *board)
    if opened is None:
        return []
    found = []
    for element, matrix in _drawn(*opened, name, diagnostics):
        key = _named(element, keys)
        if key is None:
            continue
        try:
            found.append(Painted(key, _feature(element, matrix), _place(name, element)))
        except (ValueError, OverflowError) as problem:
            diagnostics.error(_place(name, element), f"`{key}`: {problem}")
    return found


def _named(element: etree._Element, keys: Collection[str]) -> str | None:
    for one in (element, *element.iterancestors()):
        for name in (one.get("id", ""), one.get(LABEL, ""), *one.get("class", "").split()):
            for key in (name, NUMBERED.sub("", name)):
                if key in keys:
                    return key
    return None


def _opened(
    path: Path, name: str, diagnostics: Diagnostics, width: float, height: float
) -> tuple[etree._Element, Matrix] | None:
    """A drawing and the transform onto the board; None with a problem in `diagnostics`."""
    text = read_text(path, name, diagnostics, MAX_BYTES)
    if text is None:
        return None
    if "<!ENTITY" in text:
        diagnostics.error(
            FilePosition(name), "the drawing defines XML entities", "save it as plain SVG"
        )
        return None
    try:
        root = _parsed(text)
    except etree.XMLSyntaxError as problem:
        line, column = problem.position
        reason = re.sub(r",? line \d+.*", "", problem.msg or "the file ends too early")
        diagnostics.error(FilePosition(name, line, max(column, 1)), f"not valid XML: {reason}")
        return None
    try:
        fitted = _fit(root, width, height)
    except ValueError as problem:
        diagnostics.error(_place(name, root), str(problem))
        return None
    _warn_of_scale(root, fitted, _place(name, root), diagnostics)
    return root, fitted


def _warn_of_scale(
    root: etree._Element, fitted: Matrix, position: FilePosition, diagnostics: Diagnostics
) -> None:
    """Warn of a drawing that is not as large as its numbers, or is distorted."""
    unit = re.sub(r"[\d.\s]|px", "", root.get("width", ""))
    if not root.get("viewBox") and unit:
        given = " ".join(re.sub(r"[^\d.]", "", root.get(side, "")) for side in ("width", "height"))
        diagnostics.warn(
            position,
            "the drawing has no `viewBox`, so its numbers are pixels (96 per inch)",
            f'if they are {unit}, add `viewBox="0 0 {given}"`',
        )
    across, down = fitted[0], fitted[3]
    if not 1 / DISTORTED < across / down < DISTORTED:
        diagnostics.warn(
            position,
            f"the drawing is stretched {across / down:.2f} times as much across the board as down",
            "make the board and the `viewBox` of the same shape",
        )


def _parsed(text: str) -> etree._Element:
    parser = etree.XMLParser(
        encoding="utf-8", resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False
    )
    return etree.fromstring(text.encode(), parser)


class SvgPlace(NamedTuple):
    """Where the shape of a space is, or would be, in a drawing."""

    found: bool
    matrix: Matrix
    """From the shape's own coordinates to millimetres on the board."""

    def to_drawing(self, point: Point) -> Point:
        """A point in mm on the board in the shape's own coordinates. Raises ValueError."""
        a, b, c, d, e, f = self.matrix
        size = a * d - b * c
        if not size:
            raise ValueError("its transform reduces it to a line")
        x, y = point[0] - e, point[1] - f
        return ((d * x - c * y) / size, (a * y - b * x) / size)


def svg_place(text: str, width: float, height: float, key: str) -> SvgPlace:
    """The place of the shape `key` in a drawing that is stretched onto `width` x `height` mm.

    A shape that does not exist yet belongs at the end of the drawing. Raises ValueError.
    """
    try:
        root = _parsed(text)
    except etree.XMLSyntaxError as problem:
        raise ValueError(f"not valid XML: {problem.msg}") from None
    base = _fit(root, width, height)
    for element, matrix in _drawn(root, base, "", Diagnostics()):
        if key in (element.get("id"), id_from_name(element.get(LABEL, ""))):
            return SvgPlace(True, matrix)
    return SvgPlace(False, _times(base, _transform(root.get("transform", ""))))


def _place(name: str, element: etree._Element) -> FilePosition:
    line = element.sourceline
    return FilePosition(name, line if isinstance(line, int) else 1)


def _fit(root: etree._Element, width: float, height: float) -> Matrix:
    """The transform from the drawing's units to millimetres on the board."""
    if etree.QName(root).localname != "svg":
        raise ValueError("this is not an SVG drawing")
    box = [float(word) for word in NUMBER.findall(root.get("viewBox", ""))]
    if not box:
        box = [0, 0, *(_pixels(root.get(side, "")) for side in ("width", "height"))]
    if len(box) != 4 or not (box[2] > 0 and box[3] > 0 and all(map(isfinite, box))):
        raise ValueError(
            "the drawing needs a `viewBox` of four numbers, with a width and a height above 0"
        )
    x, y, w, h = box
    return (width / w, 0, 0, height / h, -x * width / w, -y * height / h)


def _pixels(length: str) -> float:
    """A length in pixels; 0 if it is none."""
    found = LENGTH.fullmatch(length)
    try:
        return float(found[1]) * UNITS[found[2]] if found else 0
    except ValueError:
        return 0


def _drawn(
    root: etree._Element, base: Matrix, name: str, diagnostics: Diagnostics
) -> Iterator[tuple[etree._Element, Matrix]]:
    """Shapes and their transforms, in the order of drawing."""
    stack = [(root, base)]
    while stack:
        element, matrix = stack.pop()
        if not isinstance(element.tag, str):
            continue
        kind = etree.QName(element).localname
        try:
            matrix = _times(matrix, _transform(element.get("transform", "")))
        except ValueError as problem:
            diagnostics.error(_place(name, element), str(problem))
            continue
        if kind in ("svg", "g", "a"):
            stack.extend((child, matrix) for child in reversed(element))
        elif kind in AREAS or kind in DISCS:
            yield element, matrix


def _feature(element: etree._Element, matrix: Matrix) -> Feature:
    kind = etree.QName(element).localname
    title = element.find("{*}title")
    text = "" if title is None else str(title.text or "").strip()
    text = text or element.get(LABEL, "")
    properties: dict[str, object] = {}
    if element.get("class"):
        properties["kind"] = element.get("class")
    if groups := [*_names_of_groups(element)]:
        properties["groups"] = groups
    key = element.get("id", "")
    stretch = sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))
    if not stretch:
        raise ValueError("its transform reduces it to a line")
    if kind in DISCS:
        point = _sound(_apply(matrix, (_number(element, "cx"), _number(element, "cy"))))
        radius = _number(element, DISCS[kind]) * stretch
        return Feature(key, text, (), point, {**properties, "radius": radius})
    outlines = [
        tuple(_sound(_apply(matrix, point)) for point in ring)
        for ring in AREAS[kind](element, FLATNESS / stretch)
    ]
    if len(outlines) > MAX_OUTLINES:
        raise ValueError(f"it has more than {MAX_OUTLINES:,} outlines")
    if not outlines:
        raise ValueError("it needs an outline of at least three corners")
    return Feature(key, text, _nested(outlines), None, properties)


def _names_of_groups(element: etree._Element) -> Iterator[str]:
    """The ids and labels of the groups around an element, from the inside out."""
    for group in element.iterancestors("{*}g"):
        yield from (name for name in (group.get("id"), group.get(LABEL)) if name)


def _nested(outlines: list[Ring]) -> MultiPolygon:
    """Polygons by the even-odd rule: a ring in a ring is a hole, a ring in a hole is land."""
    turned = []
    for ring in outlines:
        others = [other for other in outlines if other is not ring]
        depth = sum(contains(((other,),), ring[0]) for other in others)
        outer = depth % 2 == 0
        turned.append(ring if (signed_area(ring) > 0) == outer else ring[::-1])
    return polygons_of(turned)


def _number(element: etree._Element, name: str) -> float:
    word = element.get(name, "0")
    match = NUMBER.match(word.strip())
    if not match or word.strip().endswith("%"):
        raise ValueError(f"`{name}` must be a number, not `{word[:40]}`")
    return float(match.group())


def _sound(point: Point) -> Point:
    if not all(abs(value) <= MAX_COORDINATE for value in point):
        raise ValueError("it is far off the board")
    return point


# --- kinds of shape ------------------------------------------------------------------------


def _path(element: etree._Element, flatness: float) -> list[Ring]:
    return path_rings(element.get("d", ""), flatness)


def _polygon(element: etree._Element, _: float) -> list[Ring]:
    numbers = [float(word) for word in NUMBER.findall(element.get("points", ""))]
    points = tuple(zip(numbers[::2], numbers[1::2], strict=False))
    return [points] if len(points) >= 3 else []


def _rect(element: etree._Element, _: float) -> list[Ring]:
    x, y, w, h = (_number(element, name) for name in ("x", "y", "width", "height"))
    return [((x, y), (x + w, y), (x + w, y + h), (x, y + h))] if w > 0 and h > 0 else []


def _ellipse(element: etree._Element, flatness: float) -> list[Ring]:
    x, y, wide, high = (_number(element, name) for name in ("cx", "cy", "rx", "ry"))
    if not (wide > 0 and high > 0):
        return []
    count = min(MOST_CORNERS, max(LEAST_CORNERS, int(pi / sqrt(2 * flatness / max(wide, high)))))
    turns = [2 * pi * n / count for n in range(count)]
    return [tuple((x + wide * cos(turn), y + high * sin(turn)) for turn in turns)]


AREAS: Mapping[str, Callable[[etree._Element, float], list[Ring]]] = {
    "path": _path,
    "polygon": _polygon,
    "rect": _rect,
    "ellipse": _ellipse,
}
DISCS = {"circle": "r"}
"""Elements that are points, and the attribute of their radius."""


# --- transforms ----------------------------------------------------------------------------


def _rotate(angle: float, x: float = 0, y: float = 0) -> Matrix:
    c, s = cos(radians(angle)), sin(radians(angle))
    return (c, s, -s, c, x - c * x + s * y, y - s * x - c * y)


TRANSFORMS: Mapping[str, Callable[..., Matrix]] = {
    "matrix": lambda a, b, c, d, e, f: (a, b, c, d, e, f),
    "translate": lambda x, y=0.0: (1, 0, 0, 1, x, y),
    "scale": lambda x, y=None: (x, 0, 0, x if y is None else y, 0, 0),
    "rotate": _rotate,
    "skewX": lambda angle: (1, 0, tan(radians(angle)), 1, 0, 0),
    "skewY": lambda angle: (1, tan(radians(angle)), 0, 1, 0, 0),
}


def _transform(text: str) -> Matrix:
    """The product of a `transform` attribute's parts. Raises ValueError on an unknown one."""
    product = IDENTITY
    for name, numbers in TRANSFORM.findall(text):
        try:
            part = TRANSFORMS[name](*(float(word) for word in NUMBER.findall(numbers)))
        except (KeyError, TypeError):
            raise ValueError(f"the transform `{name}({numbers[:40]})` is not supported") from None
        product = _times(product, part)
    return product


def _times(m: Matrix, n: Matrix) -> Matrix:
    """The matrix that applies `n` first, then `m`."""
    return (
        m[0] * n[0] + m[2] * n[1],
        m[1] * n[0] + m[3] * n[1],
        m[0] * n[2] + m[2] * n[3],
        m[1] * n[2] + m[3] * n[3],
        m[0] * n[4] + m[2] * n[5] + m[4],
        m[1] * n[4] + m[3] * n[5] + m[5],
    )


def _apply(m: Matrix, point: Point) -> Point:
    x, y = point
    return (m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5])
