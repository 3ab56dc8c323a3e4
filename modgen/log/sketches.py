"""Pictures that the engine draws itself: the texts of labels, and frames (vassal-formats §5.3)."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from modgen.log.board_sizes import rgb
from modgen.log.font_families import Role, role_of
from modgen.log.html_text import BOLD, ITALIC, HTMLLines, Run, is_html
from modgen.log.properties import INSERT, PieceProperties
from modgen.svg_sizes import Size
from modgen.vassal.traits import Label

if TYPE_CHECKING:
    from PIL import Image

    from modgen.draw.text import Style

PIXELS = 96
"""The scale at which a pixel of an SVG is a pixel of the picture."""
ASCENT, DESCENT = 0.93, 0.24
"""Heights of a line above and below its base line, in sizes of its font, as of the engine's."""
LARGEST_FONT = 400
LARGEST = 4000
"""The longest side in pixels; what does not fit is cut off."""
MOST_LINES = 60
MOST_RUNS = 40
"""The most parts of a line that differ in look."""
LONGEST = 400
"""The most letters of a line that are drawn."""
MARGIN = 3
"""Pixels between a name and the frame around it."""


class Sketch(NamedTuple):
    """A text, a frame, or a text in a frame. Colours are as in SVG, empty for none."""

    lines: tuple[tuple[Run, ...], ...] = ()
    font_size: int = 10
    role: Role = "text"
    background: str = ""
    outline: str = ""
    line_width: int = 1
    """Of the outline, in pixels."""
    frame: Size = (0, 0)
    """Width and height in pixels; of a text that has none, those of the text."""
    centred: bool = False

    @property
    def size(self) -> Size:
        """Width and height in pixels."""
        wide, high = self.frame if self.frame != (0, 0) else _text_size(self)
        return min(wide, LARGEST), min(high, LARGEST)


@lru_cache(maxsize=4096)
def _text_size(sketch: Sketch) -> Size:
    wide = max((ceil(_width(line, sketch)) for line in sketch.lines), default=0)
    margin = 2 * MARGIN if sketch.outline else 0
    return max(wide, 1) + margin, len(sketch.lines) * _line_height(sketch) + margin


def _width(line: tuple[Run, ...], sketch: Sketch) -> float:
    from modgen.draw.text import width

    return sum(width(run.text, _style(run, sketch)) for run in line)


def _style(run: Run, sketch: Sketch) -> Style:
    from modgen.draw.text import Style

    bold, italic = bool(run.style & BOLD), bool(run.style & ITALIC)
    return Style(sketch.role, sketch.font_size, bold, italic)


def _line_height(sketch: Sketch) -> int:
    return ceil(sketch.font_size * (ASCENT + DESCENT))


def draw_sketch(sketch: Sketch) -> Image.Image:
    """The picture, of the sketch's size."""
    from PIL import Image

    from modgen.draw.raster import png
    from modgen.draw.svg import Drawing
    from modgen.draw.text import width

    size = sketch.size
    drawing = Drawing(*size)
    if sketch.outline:
        edge, fill = sketch.line_width, sketch.background or "none"
        inner = (size[0] - edge, size[1] - edge)
        middle = (edge / 2, edge / 2)
        drawing.rect(*middle, *inner, fill=fill, stroke=sketch.outline, stroke_width=edge)
    elif sketch.background:
        drawing.rect(0, 0, *size, fill=sketch.background)
    margin = MARGIN if sketch.outline else 0
    base = margin + _line_height(sketch) - ceil(sketch.font_size * DESCENT)
    for number, line in enumerate(sketch.lines):
        left = (size[0] - _width(line, sketch)) / 2 if sketch.centred else margin
        for run in line:
            style = _style(run, sketch)
            at = base + number * _line_height(sketch)
            drawing.text(run.text, left, at, style, fill=run.colour)
            left += width(run.text, style)
    # A millimetre of the drawing is a pixel.
    svg = drawing.svg
    for side in dict.fromkeys(size):
        svg = svg.replace(f'"{side}mm"', f'"{side}"')
    return Image.open(BytesIO(png(svg, PIXELS))).convert("RGBA")


def frame(size: Size, outline: str, background: str = "", line_width: int = 1) -> Sketch:
    """A rectangle with a line around it, which is inside of its size."""
    return Sketch(outline=outline, background=background, frame=size, line_width=line_width)


def moved_mark() -> Sketch:
    """What marks a piece that has moved: the word, from top to bottom, of the engine's size."""
    lines = tuple((Run(letter, BOLD, "#ffffff"),) for letter in "MOVED")
    return Sketch(lines, 7, background="#000000", frame=(9, 48), centred=True)


def named_box(name: str) -> Sketch:
    """A box for a piece whose pictures are missing."""
    line = (Run(_drawable(name), 0, "#000000"),)
    return Sketch((line,), 11, outline="#000000", background="#ffffff", centred=True)


def label_sketch(label: Label, properties: PieceProperties) -> Sketch | None:
    """The text of a label, with the values of the properties in it; None if it is empty."""
    own = label.label.replace(f"${label.property}$", "")
    if not own:
        return None
    given = {}
    if "PieceName" in own:
        given = {"PieceName": properties.name(with_labels=False)}
    text = properties.text(own, given)
    # A text that could not be evaluated is not what the engine shows.
    if not text.strip() or (text == own and (own.startswith("{") or INSERT.search(own))):
        return None
    colour, style = rgb(label.colour) or "#000000", label.font_style & (BOLD | ITALIC)
    lines, centred = [[Run(text.replace("\n", " "), style, colour)]], False
    if is_html(text):
        read = HTMLLines(text, style, colour)
        lines, centred = read.lines, read.centred
    drawn = tuple(
        tuple(run._replace(text=_drawable(run.text)) for run in line[:MOST_RUNS])
        for line in lines[:MOST_LINES]
    )
    if not any(drawn):
        return None
    size = min(max(label.font_size, 1), LARGEST_FONT)
    return Sketch(drawn, size, role_of(label.font), rgb(label.background), centred=centred)


def _drawable(text: str) -> str:
    """A text with a replacement for each letter that no font has."""
    from modgen.draw.fonts import missing_letter

    text = "".join(letter if letter.isprintable() else " " for letter in text[:LONGEST])
    while missing := missing_letter(text):
        text = text.replace(missing, "?" if missing != "?" else "")
    return text
