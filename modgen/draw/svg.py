"""SVG drawings in millimetres, written as text.

They use no filters, masks, text paths or markers, so that all renderers draw the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from modgen.draw.fonts import Face, segments
from modgen.draw.letter_shapes import letters_path
from modgen.draw.text import ASCENT, LINE, Line, Style, advance, fit, width, wrap
from modgen.model.types.base import ICON

CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f]")
MM = 25.4
ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


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
        self._defs: list[str] = []
        self._parts: list[str] = []
        self._spans: list[Span | None] = []
        self._groups: list[list[str]] = []
        self._span: Span | None = None
        self.art = Path()
        """The folder of the game whose own pictures go before the bundled icons."""
        self.least = 0.0
        """Letters and traits of pieces that are smaller than this, in mm, are left out."""
        self._ids = 0
        self._change: Callable[[str], str] | None = None

    @property
    def svg(self) -> str:
        """The drawing's text; the same drawing gives the same text."""
        text = self._text(f"{number(self.height)}mm", 0, self.height, self._parts)
        return self._change(text) if self._change else text

    @property
    def coarse(self) -> str:
        """The drawing's text without the parts that are details."""
        pairs = zip(self._parts, self._spans, strict=True)
        parts = [part for part, span in pairs if span is None or not span.detail]
        text = self._text(f"{number(self.height)}mm", 0, self.height, parts)
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
            top, high = first / dpi * MM, min(rows, total - first) / dpi * MM
            parts = [
                part
                for part, span in zip(self._parts, self._spans, strict=True)
                if span is None or (span.high >= top and span.low <= top + high)
            ]
            found.append(self._text(f"{min(rows, total - first)}px", top, high, parts))
        return found

    def _text(self, high: str, top: float, height: float, parts: Iterable[str]) -> str:
        defs = f"<defs>{''.join(self._defs)}</defs>" if self._defs else ""
        return (
            f'<svg baseProfile="full" height="{high}" version="1.1" '
            f'viewBox="0 {number(top) if top == 0 else repr(top)} {number(self.width)} '
            f'{number(height) if top == 0 and high.endswith("mm") else repr(height)}" '
            f'width="{number(self.width)}mm" xmlns="http://www.w3.org/2000/svg" '
            'xmlns:xlink="http://www.w3.org/1999/xlink">'
            f"{defs}{''.join(parts)}</svg>"
        )

    def change(self, change: Callable[[str], str]) -> None:
        """Register a function that changes the drawing's text, for another look of it."""
        self._change = change

    @contextmanager
    def between(self, low: float, high: float, *, detail: bool = False) -> Iterator[None]:
        """What is drawn inside lies between two heights in mm; a detail is not seen from afar."""
        before, self._span = self._span, Span(low, high, detail)
        yield
        self._span = before

    def _put(self, markup: str) -> None:
        if self._groups:
            self._groups[-1].append(markup)
        else:
            self._parts.append(markup)
            self._spans.append(self._span)

    def _add(
        self, tag: str, given: Mapping[str, Any], look: Mapping[str, Any], text: str = ""
    ) -> None:
        attributes = _attributes(given, look)
        if text:
            self._put(f"<{tag}{attributes}>{text.translate(ESCAPES)}</{tag}>")
        else:
            self._put(f"<{tag}{attributes} />")

    def name(self, what: str) -> str:
        """An id that is unique in this drawing."""
        self._ids += 1
        return f"{what}{self._ids}"

    @contextmanager
    def group(self, **look: Any) -> Iterator[None]:
        """Everything drawn inside belongs to one group with these attributes."""
        inside: list[str] = []
        self._groups.append(inside)
        yield
        self._groups.pop()
        self._put(f"<g{_attributes({}, look)}>{''.join(inside)}</g>")

    def rect(self, x: float, y: float, w: float, h: float, radius: float = 0, **look: Any) -> None:
        """A rectangle, with rounded corners if asked."""
        given = {"x": number(x), "y": number(y), "width": number(w), "height": number(h)}
        if radius:
            given |= {"rx": number(radius), "ry": number(radius)}
        self._add("rect", given, look)

    def circle(self, x: float, y: float, r: float, **look: Any) -> None:
        """A circle."""
        self._add("circle", {"cx": number(x), "cy": number(y), "r": number(r)}, look)

    def ellipse(self, x: float, y: float, rx: float, ry: float, **look: Any) -> None:
        """An ellipse."""
        given = {"cx": number(x), "cy": number(y), "rx": number(rx), "ry": number(ry)}
        self._add("ellipse", given, look)

    def line(self, x1: float, y1: float, x2: float, y2: float, **look: Any) -> None:
        """A straight line."""
        given = {"x1": number(x1), "y1": number(y1), "x2": number(x2), "y2": number(y2)}
        self._add("line", given, look)

    def strokes(
        self, lines: Iterable[tuple[float, float, float, float]], **look: Any
    ) -> None:  # fmt: skip
        """Straight lines of one look, each from a point to another."""
        d = "".join(f"M{a:.2f},{b:.2f}L{c:.2f},{d:.2f}" for a, b, c, d in lines)
        if d:
            self.path(d, fill="none", **look)

    def path(self, d: str, **look: Any) -> None:
        """A path in SVG's own notation."""
        self._add("path", {"d": d}, look)

    def polygon(self, points: Iterable[tuple[float, float]], **look: Any) -> None:
        """A closed outline."""
        self.path(outline([points]), **look)

    def gradient(self, colours: Sequence[tuple[float, str]], radial: bool = False) -> str:
        """Define a gradient (from top to bottom, or from the middle) and give its paint."""
        name = self.name("g")
        tag = "radialGradient" if radial else "linearGradient"
        ends = "" if radial else ' x1="0" x2="0" y1="0" y2="1"'
        stops = "".join(f'<stop offset="{at}" stop-color="{colour}" />' for at, colour in colours)
        self._defs.append(f'<{tag} id="{name}"{ends}>{stops}</{tag}>')
        return f"url(#{name})"

    def letters(self, text: str, face: Face, x: float, y: float, size: float, **look: Any) -> None:
        """Letters from `x` on the baseline `y`; those of a game's own face as outlines."""
        text = CONTROL.sub("", text)
        parts = segments(text, face)
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
        given = {
            "x": number(x), "y": number(y), "font-family": f"'{face.family}'",
            "font-size": number(size),
        }  # fmt: skip
        if face.weight != 400:
            given["font-weight"] = face.weight
        if face.italic:
            given["font-style"] = "italic"
        self._add("text", given, look, text)

    def text(
        self, text: str, x: float, y: float, style: Style, *, align: str = "left",
        spacing: float = 0, halo: str | None = None, halo_width: float = 0.6, **look: Any,
    ) -> None:  # fmt: skip
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
        self, lines: Sequence[Line], x: float, y: float, wide: float, size: float, *,
        align: str = "left", **look: Any,
    ) -> None:  # fmt: skip
        """Wrapped lines from the top `y`, aligned within `wide` mm."""
        for row, line in enumerate(lines):
            left = x + {"left": 0.0, "centre": 0.5, "right": 1.0}[align] * (wide - line.width)
            baseline = y + size * (ASCENT + row * LINE)
            for run in line.runs:
                icon = ICON.fullmatch(run.text)
                if icon:
                    middle = (left + run.x + run.width / 2, baseline - size * 0.36)
                    self.inline(
                        icon.group(1) or icon.group(2),
                        *middle,
                        size,
                        str(look.get("fill", "#000000")),
                    )
                else:
                    self.letters(run.text, run.face, left + run.x, baseline, size, **look)

    def inline(self, name: str, x: float, y: float, size: float, colour: str) -> None:
        """An icon among letters, its middle at `x`, `y`. Raises ArtError."""
        from modgen.draw.icons import draw_icon

        draw_icon(self, name, x, y, size, colour, self.art)

    def box_text(
        self, text: str, x: float, y: float, w: float, h: float, style: Style, *,
        least: float = 1.6, align: str = "left", valign: str = "top", **look: Any,
    ) -> float:  # fmt: skip
        """Draw text wrapped and shrunk into a box. Returns its height in mm."""
        lines, size = fit(text, style, w, h, least)
        high = len(lines) * size * LINE
        top = y + {"top": 0.0, "middle": 0.5, "bottom": 1.0}[valign] * (h - high)
        self.lines(lines, x, top, w, size, align=align, **look)
        return high

    def image(self, href: str, x: float, y: float, w: float, h: float) -> None:
        """A raster picture, scaled to fit the rectangle."""
        self._image(href, x, y, w, h, {})

    def stretch(self, href: str, x: float, y: float, w: float, h: float) -> None:
        """A picture that fills the rectangle exactly."""
        self._image(href, x, y, w, h, {"preserveAspectRatio": "none"})

    def _image(
        self, href: str, x: float, y: float, w: float, h: float, look: Mapping[str, Any]
    ) -> None:  # fmt: skip
        given = {"x": number(x), "y": number(y), "width": number(w), "height": number(h)}
        self._add("image", given | {"xlink:href": href}, look)

    def nest(self, other: str, x: float, y: float, scale: float = 1.0) -> None:
        """Place another drawing's text, scaled, with its top left corner at `x`, `y`."""
        prefix = self.name("n") + "-"
        inner = other[other.index(">", other.index("<svg")) + 1 : other.rindex("</svg>")]
        if "#" in inner or 'id="' in inner:
            inner = re.sub(r'id="', f'id="{prefix}', inner).replace("url(#", f"url(#{prefix}")
            inner = inner.replace('href="#', f'href="#{prefix}')
        place = f"translate({number(x)} {number(y)}) scale({round(scale, 5)})"
        self._put(f'<g transform="{place}"><g>{inner}</g></g>')

    def nest_cut(self, other: Drawing, x: float, y: float, scale: float = 1.0) -> None:
        """Place another drawing, scaled, and cut off what is outside its size."""
        name = self.name("cut")
        w, h = number(other.width * scale), number(other.height * scale)
        self._defs.append(
            f'<clipPath id="{name}"><rect height="{h}" width="{w}" x="{number(x)}" '
            f'y="{number(y)}" /></clipPath>'
        )
        with self.group(clip_path=f"url(#{name})"):
            self.nest(other.svg, x, y, scale)


def _attributes(given: Mapping[str, Any], look: Mapping[str, Any]) -> str:
    """Attributes of an element, in the order of their names."""
    found = {**given}
    for name, value in look.items():
        if value is not None:
            key = name.replace("_", "-")
            found[key] = number(value) if isinstance(value, float) else value
    return "".join(f' {key}="{str(found[key]).translate(ESCAPES)}"' for key in sorted(found))


def outline(rings: Iterable[Iterable[tuple[float, float]]]) -> str:
    """Rings of points as a path."""
    parts = []
    for ring in rings:
        points = [f"{number(x)},{number(y)}" for x, y in ring]
        parts.append("M" + "L".join(points) + "Z")
    return "".join(parts)


__all__ = ["Drawing", "Style", "number", "outline", "wrap"]
