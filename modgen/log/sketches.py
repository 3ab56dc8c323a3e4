"""Pictures that the engine draws itself: the texts of labels, and frames (vassal-formats §5.3)."""

from __future__ import annotations

import re
from functools import lru_cache
from html import unescape
from io import BytesIO
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from modgen.log.board_sizes import rgb
from modgen.log.properties import PieceProperties
from modgen.svg_sizes import Size
from modgen.vassal.traits import Label

if TYPE_CHECKING:
    from PIL import Image

    from modgen.draw.text import Style

PIXELS = 96
"""The scale at which a pixel of an SVG is a pixel of the picture."""
BOLD, ITALIC = 1, 2
ASCENT, DESCENT = 0.93, 0.24
"""Heights of a line above and below its base line, in sizes of its font, as of the engine's."""
LARGEST_FONT = 400
MOST_LINES = 60
LONGEST = 400
"""The most letters of a line that are drawn."""
MARGIN = 3
"""Pixels between a name and the frame around it."""
SERIF = re.compile(r"(?<!sans)(?<!sans )(?<!sans-)serif|times|georgia|garamond|palatino|roman")
BREAK = re.compile(r"<\s*(?:br|/p|/div|/tr|/li|/h[1-6])\b[^>]*>", re.IGNORECASE)
TAG = re.compile(r"<[^>]*>")
HTML_COLOUR = re.compile(r"\bcolor\s*[=:]\s*[\"']?\s*(#[0-9a-f]{6}\b|[a-z]+)", re.IGNORECASE)
HTML_SIZE = re.compile(r"font-size\s*:\s*(\d{1,3})", re.IGNORECASE)
HTML_BOLD = re.compile(r"<\s*(?:b|strong|h[1-6])\s*>", re.IGNORECASE)
HTML_CENTRED = re.compile(r"<\s*center\b|align\s*[=:]\s*[\"']?center", re.IGNORECASE)
NAMED = {
    "black": "#000000",
    "blue": "#0000ff",
    "cyan": "#00ffff",
    "gray": "#808080",
    "green": "#008000",
    "orange": "#ffa500",
    "red": "#ff0000",
    "white": "#ffffff",
    "yellow": "#ffff00",
}


class Sketch(NamedTuple):
    """A text, a frame, or a text in a frame. Colours are as in SVG, empty for none."""

    lines: tuple[str, ...] = ()
    font_size: int = 10
    style: int = 0
    """1 bold, 2 italic, or their sum."""
    serif: bool = False
    colour: str = "#000000"
    background: str = ""
    outline: str = ""
    frame: Size = (0, 0)
    """Width and height in pixels; of a text that has none, those of the text."""
    centred: bool = False

    @property
    def size(self) -> Size:
        """Width and height in pixels."""
        return self.frame if self.frame != (0, 0) else _text_size(self)


@lru_cache(maxsize=4096)
def _text_size(sketch: Sketch) -> Size:
    from modgen.draw.text import width

    style = _style(sketch)
    wide = max((ceil(width(line, style)) for line in sketch.lines), default=0)
    margin = 2 * MARGIN if sketch.outline else 0
    return max(wide, 1) + margin, len(sketch.lines) * _line_height(sketch) + margin


def _style(sketch: Sketch) -> Style:
    from modgen.draw.text import Style

    role = "serif" if sketch.serif else "text"
    bold, italic = bool(sketch.style & BOLD), bool(sketch.style & ITALIC)
    return Style(role, sketch.font_size, bold, italic)


def _line_height(sketch: Sketch) -> int:
    return ceil(sketch.font_size * ASCENT + sketch.font_size * DESCENT)


def draw_sketch(sketch: Sketch) -> Image.Image:
    """The picture, of the sketch's size."""
    from PIL import Image

    from modgen.draw.raster import png
    from modgen.draw.svg import Drawing
    from modgen.draw.text import width

    size = sketch.size
    drawing = Drawing(*size)
    if sketch.outline:
        inner, fill = (size[0] - 1, size[1] - 1), sketch.background or "none"
        drawing.rect(0.5, 0.5, *inner, fill=fill, stroke=sketch.outline, stroke_width=1)
    elif sketch.background:
        drawing.rect(0, 0, *size, fill=sketch.background)
    style, margin = _style(sketch), MARGIN if sketch.outline else 0
    base = margin + _line_height(sketch) - ceil(sketch.font_size * DESCENT)
    for number, line in enumerate(sketch.lines):
        left = (size[0] - width(line, style)) / 2 if sketch.centred else margin
        at = base + number * _line_height(sketch)
        drawing.text(line, left, at, style, fill=sketch.colour)
    # A millimetre of the drawing is a pixel.
    svg = drawing.svg
    for side in dict.fromkeys(size):
        svg = svg.replace(f'"{side}mm"', f'"{side}"')
    return Image.open(BytesIO(png(svg, PIXELS))).convert("RGBA")


def frame(size: Size, outline: str, background: str = "") -> Sketch:
    """A rectangle with a line of one pixel around it."""
    return Sketch(outline=outline, background=background, frame=size)


def named_box(name: str) -> Sketch:
    """A box for a piece whose pictures are missing."""
    return Sketch((_drawable(name),), 11, outline="#000000", background="#ffffff", centred=True)


def label_sketch(label: Label, properties: PieceProperties) -> Sketch | None:
    """The text of a label, with the values of the properties in it; None if it is empty."""
    own = label.label.replace(f"${label.property}$", "")
    if not own:
        return None
    given = {}
    if "PieceName" in own:
        given = {"PieceName": properties.name(with_labels=False)}
    text = properties.text(own, given)
    # An expression that could not be evaluated is not what the engine shows.
    if not text.strip() or (text is own and own.startswith("{")):
        return None
    colour = rgb(label.colour) or "#000000"
    style, size, centred = label.font_style & (BOLD | ITALIC), label.font_size, False
    lines = [text.replace("\n", " ")]
    if text.lstrip()[:6].lower() == "<html>":
        lines = [unescape(TAG.sub("", part)).strip() for part in BREAK.split(text)]
        while lines and not lines[-1]:
            lines.pop()
        found = HTML_COLOUR.search(text)
        shown = found[1].lower() if found else ""
        colour = shown if shown.startswith("#") else NAMED.get(shown, colour)
        style |= BOLD if HTML_BOLD.search(text) else 0
        given_size = HTML_SIZE.search(text)
        size = int(given_size[1]) if given_size else size
        centred = bool(HTML_CENTRED.search(text))
    drawn = tuple(_drawable(line) for line in lines[:MOST_LINES])
    if not any(drawn):
        return None
    serif = bool(SERIF.search(label.font.lower()))
    size = min(max(size, 1), LARGEST_FONT)
    return Sketch(drawn, size, style, serif, colour, rgb(label.background), centred=centred)


def _drawable(text: str) -> str:
    """A text with a replacement for each letter that no font has."""
    from modgen.draw.fonts import missing_letter

    text = "".join(letter if letter.isprintable() else " " for letter in text[:LONGEST])
    while missing := missing_letter(text):
        text = text.replace(missing, "?" if missing != "?" else "")
    return text
