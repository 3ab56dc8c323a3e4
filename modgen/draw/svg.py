"""SVG drawings in millimetres. The only module that knows svgwrite.

It uses no filters, masks, text paths or markers, so that all renderers draw the same.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from modgen.draw.embedded import embedded
from modgen.draw.fonts import Face
from modgen.draw.letter_shapes import letters_path
from modgen.draw.text import ASCENT, LINE, Line, Style, advance, fit, in_order, width, wrap
from modgen.model.files.art import find_art, read_shapes
from modgen.model.types.base import ICON

if TYPE_CHECKING:
    from svgwrite.base import BaseElement

CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f]")
MM = 25.4
CLOSING = "</svg>"


class Span(NamedTuple):
    """The heights between which a part of a drawing lies, in mm, and whether it is a detail."""

    low: float
    high: float
    detail: bool


def number(value: float) -> float:
    """A coordinate in mm, rounded to three decimals."""
    rounded = round(value, 3)
    return int(rounded) if rounded == int(rounded) else rounded


class Drawing:
    """A drawing of `width` × `height` millimetres."""

    def __init__(self, wide: float, high: float) -> None:
        self.width = wide
        self.height = high
        self._drawing = _root(f"{number(wide)}mm", f"{number(high)}mm", 0, wide, high)
        self._groups: list[Any] = []
        self._span: Span | None = None
        self._parts: list[tuple[Span | None, list[BaseElement]]] = []
        """Runs of elements of the drawing itself that lie between the same heights."""
        self._texts: list[str] | None = None
        self.art = Path()
        """The folder of the game whose own pictures go before the bundled icons."""
        self.least = 0.0
        self.least_name = 0.0
        """The least height of the names of places in mm, for a board that will be made smaller."""
        """Letters and traits of pieces that are smaller than this, in mm, are left out."""
        self._ids = 0
        self._change: Callable[[str], str] | None = None

    @property
    def svg(self) -> str:
        """The drawing's text; the same drawing gives the same text. Raises ArtError."""
        return embedded(self.linked)

    @property
    def linked(self) -> str:
        """The same with names in place of picture files, for another drawing or a document."""
        return self._changed(_filled(self._drawing, self._markup()))

    @property
    def coarse(self) -> str:
        """The same as `linked` without the parts that are details."""
        pairs = zip(self._parts, self._markup(), strict=True)
        parts = [text for (span, _), text in pairs if span is None or not span.detail]
        return self._changed(_filled(self._drawing, parts))

    def _changed(self, text: str) -> str:
        return self._change(text) if self._change else text

    def strips(self, dpi: int, rows: int) -> list[str]:
        """The drawing cut into strips of that many rows of pixels, from the top; the last has less.

        Each is a drawing without what is known to lie outside of it. Empty for a drawing that is
        changed by a function.
        """
        if self._change:
            return []
        total = int(self.height * dpi / MM + 0.5)  # as resvg rounds
        found = []
        for first in range(0, total, rows):
            count = min(rows, total - first)
            top, high = first / dpi * MM, count / dpi * MM
            parts = [
                text
                for (span, _), text in zip(self._parts, self._markup(), strict=True)
                if span is None or (span.high >= top and span.low <= top + high)
            ]
            root = _root(f"{number(self.width)}mm", f"{count}px", top, self.width, high)
            root.defs = self._drawing.defs
            root.elements[0] = self._drawing.defs
            found.append(_filled(root, parts))
        return found

    def _markup(self) -> list[str]:
        """The text of each run of elements."""
        if self._texts is None:
            self._texts = [_run(self._drawing, elements) for _, elements in self._parts]
        return self._texts

    def change(self, change: Callable[[str], str]) -> None:
        """Register a function that changes the drawing's text, after those before it."""
        before = self._change
        self._change = change if before is None else lambda text: change(before(text))

    @contextmanager
    def between(self, low: float, high: float, *, detail: bool = False) -> Iterator[None]:
        """What is drawn inside lies between two heights in mm; a detail is not seen from afar."""
        before, self._span = self._span, Span(low, high, detail)
        yield
        self._span = before

    def _add(self, element: BaseElement, look: dict[str, Any]) -> None:
        for name, value in look.items():
            if value is not None:
                element.attribs[name.replace("_", "-")] = (
                    number(value) if isinstance(value, float) else value
                )
        self._put(element)

    def _put(self, element: BaseElement) -> None:
        if self._groups:
            self._groups[-1].add(element)
            return
        self._texts = None
        if self._parts and self._parts[-1][0] == self._span:
            self._parts[-1][1].append(element)
        else:
            self._parts.append((self._span, [element]))

    def name(self, what: str) -> str:
        """An id that is unique in this drawing."""
        self._ids += 1
        return f"{what}{self._ids}"

    @contextmanager
    def group(self, **look: Any) -> Iterator[None]:
        """Everything drawn inside belongs to one group with these attributes."""
        group = self._drawing.g()
        self._groups.append(group)
        yield
        self._groups.pop()
        self._add(group, look)

    def rect(self, x: float, y: float, w: float, h: float, radius: float = 0, **look: Any) -> None:
        """A rectangle, with rounded corners if asked."""
        rect = self._drawing.rect((number(x), number(y)), (number(w), number(h)))
        if radius:
            rect.attribs["rx"] = rect.attribs["ry"] = number(radius)
        self._add(rect, look)

    def circle(self, x: float, y: float, r: float, **look: Any) -> None:
        """A circle."""
        self._add(self._drawing.circle((number(x), number(y)), number(r)), look)

    def ellipse(self, x: float, y: float, rx: float, ry: float, **look: Any) -> None:
        """An ellipse."""
        ellipse = self._drawing.ellipse((number(x), number(y)), (number(rx), number(ry)))
        self._add(ellipse, look)

    def line(self, x1: float, y1: float, x2: float, y2: float, **look: Any) -> None:
        """A straight line."""
        ends = (number(x1), number(y1)), (number(x2), number(y2))
        self._add(self._drawing.line(*ends), look)

    def strokes(self, lines: Iterable[tuple[float, float, float, float]], **look: Any) -> None:
        """Straight lines of one look, each from a point to another."""
        d = "".join(f"M{a:.2f},{b:.2f}L{c:.2f},{d:.2f}" for a, b, c, d in lines)
        if d:
            self.path(d, fill="none", **look)

    def path(self, d: str, **look: Any) -> None:
        """A path in SVG's own notation."""
        self._add(self._drawing.path(d), look)

    def polygon(self, points: Iterable[tuple[float, float]], **look: Any) -> None:
        """A closed outline."""
        self.path(outline([points]), **look)

    def gradient(self, colours: Sequence[tuple[float, str]], radial: bool = False) -> str:
        """Define a gradient (from top to bottom, or from the middle) and give its paint."""
        name = self.name("g")
        make = self._drawing.radialGradient if radial else self._drawing.linearGradient
        gradient = make(id=name) if radial else make((0, 0), (0, 1), id=name)
        for at, colour in colours:
            gradient.add_stop_color(at, colour)
        self._drawing.defs.add(gradient)
        return f"url(#{name})"

    def letters(self, text: str, face: Face, x: float, y: float, size: float, **look: Any) -> None:
        """Letters from `x` on the baseline `y`; those of a game's own face as outlines."""
        text = CONTROL.sub("", text)
        x += advance(" ", face) * size * (len(text) - len(text.lstrip(" ")))
        text = text.strip(" ")
        parts = in_order(text, face)
        if len(parts) > 1:
            for part, chosen in parts:
                self.letters(part, chosen, x, y, size, **look)
                spacing = float(look.get("letter_spacing", 0)) * len(part)
                x += advance(part, chosen) * size + spacing
            return
        face = parts[0][1]
        if face.own:
            spacing = float(look.pop("letter_spacing", 0))
            shapes = letters_path(text, face, x, y, size, spacing)
            if shapes:
                self.path(shapes, aria_label=text, **look)
            return
        element = self._drawing.text(text, insert=(number(x), number(y)))
        element.attribs["font-family"] = f"'{face.family}'"
        element.attribs["font-size"] = number(size)
        if face.weight != 400:
            element.attribs["font-weight"] = face.weight
        if face.italic:
            element.attribs["font-style"] = "italic"
        self._add(element, look)

    def text(
        self,
        text: str,
        x: float,
        y: float,
        style: Style,
        *,
        align: str = "left",
        spacing: float = 0,
        halo: str | None = None,
        halo_width: float = 0.6,
        **look: Any,
    ) -> None:
        """One line of plain text; `x` is its left, centre or right, `y` its baseline.

        `spacing` is added between letters, in mm. A halo is drawn under the letters.
        """
        if spacing:
            look["letter_spacing"] = spacing
        wide = width(text, style) + spacing * max(len(text) - 1, 0)
        x -= {"left": 0.0, "centre": wide / 2, "right": wide}[align]
        if halo:
            under = {**look, "fill": halo, "stroke": halo, "stroke_width": halo_width}
            self.letters(text, style.face(), x, y, style.size, stroke_linejoin="round", **under)
        self.letters(text, style.face(), x, y, style.size, **look)

    def lines(
        self,
        lines: Sequence[Line],
        x: float,
        y: float,
        wide: float,
        size: float,
        *,
        align: str = "left",
        **look: Any,
    ) -> None:
        """Wrapped lines from the top `y`, aligned within `wide` mm."""
        for row, line in enumerate(lines):
            left = x + {"left": 0.0, "centre": 0.5, "right": 1.0}[align] * (wide - line.width)
            baseline = y + size * (ASCENT + row * LINE)
            for run in line.runs:
                icon = ICON.fullmatch(run.text)
                if icon:
                    middle = (left + run.x + run.width / 2, baseline - size * 0.36)
                    self.icon(
                        icon.group(1) or icon.group(2),
                        *middle,
                        size,
                        str(look.get("fill", "#000000")),
                    )
                else:
                    self.letters(run.text, run.face, left + run.x, baseline, size, **look)

    def icon(
        self,
        name: str,
        x: float,
        y: float,
        size: float,
        colour: str,
        folder: Path | None = None,
    ) -> None:
        """A picture `size` mm high and wide with its middle at `x`, `y`; icons in one colour.

        A game's own art in `folder` (else in `art`) takes precedence over the bundled icons.
        Raises ArtError.
        """
        path = find_art(folder or self.art, name)
        if path.suffix == ".png":
            data = base64.b64encode(path.read_bytes()).decode("ascii")
            self.image(f"data:image/png;base64,{data}", x - size / 2, y - size / 2, size, size)
            return
        shapes, wide, high = read_shapes(path)
        scale = size / max(wide, high)
        left, top = x - wide * scale / 2, y - high * scale / 2
        self.nest(f"<svg>{shapes.replace('currentColor', colour)}</svg>", left, top, scale)

    def box_text(
        self,
        text: str,
        x: float,
        y: float,
        w: float,
        h: float,
        style: Style,
        *,
        least: float = 1.6,
        align: str = "left",
        valign: str = "top",
        **look: Any,
    ) -> float:
        """Draw text wrapped and shrunk into a box. Returns its height in mm."""
        lines, size = fit(text, style, w, h, least)
        high = len(lines) * size * LINE
        top = y + {"top": 0.0, "middle": 0.5, "bottom": 1.0}[valign] * (h - high)
        self.lines(lines, x, top, w, size, align=align, **look)
        return high

    def image(self, href: str, x: float, y: float, w: float, h: float) -> None:
        """A raster picture, scaled to fit the rectangle."""
        image = self._drawing.image(href, (number(x), number(y)), (number(w), number(h)))
        self._add(image, {})

    def stretch(self, href: str, x: float, y: float, w: float, h: float) -> None:
        """A picture that fills the rectangle exactly."""
        image = self._drawing.image(href, (number(x), number(y)), (number(w), number(h)))
        self._add(image, {"preserveAspectRatio": "none"})

    def nest(self, other: str, x: float, y: float, scale: float = 1.0) -> None:
        """Place another drawing's text, scaled, with its top left corner at `x`, `y`."""
        from modgen.draw.verbatim import Verbatim

        prefix = self.name("n") + "-"
        inner = other[other.index(">", other.index("<svg")) + 1 : other.rindex("</svg>")]
        inner = re.sub(r'id="', f'id="{prefix}', inner).replace("url(#", f"url(#{prefix}")
        inner = inner.replace('href="#', f'href="#{prefix}')
        place = f"translate({number(x)} {number(y)}) scale({round(scale, 5)})"
        group = self._drawing.g(transform=place)
        group.add(Verbatim(inner))
        self._put(group)

    def nest_cut(self, other: Drawing, x: float, y: float, scale: float = 1.0) -> None:
        """Place another drawing, scaled, and cut off what is outside its size."""
        name = self.name("cut")
        w, h = number(other.width * scale), number(other.height * scale)
        clip = self._drawing.clipPath(id=name)
        clip.add(self._drawing.rect((number(x), number(y)), (w, h)))
        self._drawing.defs.add(clip)
        with self.group(clip_path=f"url(#{name})"):
            self.nest(other.linked, x, y, scale)


def _root(wide: str, high: str, top: float, across: float, down: float) -> Any:
    """A drawing of a size that shows a part of the plane, in mm."""
    import svgwrite  # slow to import, and not needed while all pictures are cached

    box = (
        f"0 {number(top)} {number(across)} {number(down)}"
        if top == 0 and high.endswith("mm")
        else f"0 {top!r} {number(across)} {down!r}"
    )
    return svgwrite.Drawing(size=(wide, high), viewBox=box, debug=False)


def _run(root: Any, elements: Sequence[BaseElement]) -> str:
    """The text of some elements beside each other."""
    group = root.g()
    for element in elements:
        group.add(element)
    text: str = group.tostring()
    # A group that declares namespaces keeps them.
    return text[len("<g>") : -len("</g>")] if text.startswith("<g>") else text


def _filled(root: Any, parts: Iterable[str]) -> str:
    """The text of a drawing with parts that are text already."""
    text: str = root.tostring()
    return f"{text.removesuffix(CLOSING)}{''.join(parts)}{CLOSING}"


def outline(rings: Iterable[Iterable[tuple[float, float]]]) -> str:
    """Rings of points as a path."""
    parts = []
    for ring in rings:
        points = [f"{number(x)},{number(y)}" for x, y in ring]
        parts.append("M" + "L".join(points) + "Z")
    return "".join(parts)


__all__ = ["Drawing", "Style", "number", "outline", "wrap"]
