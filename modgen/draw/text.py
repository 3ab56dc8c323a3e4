"""Measuring, wrapping and fitting text. Sizes are millimetres; letters are measured by HarfBuzz.

Markup: `**bold**`, `*italic*`, `{icon:fist}`. Words break at spaces and after hyphens.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from modgen.draw.fonts import Face, face, shaper, units
from modgen.errors import ModgenError
from modgen.model.types.base import Part

POINT = 25.4 / 72
"""Millimetres in a point."""
LINE = 1.22
"""The distance between lines, in letter sizes."""
ASCENT = 0.95
"""The distance from the top of a text to its first baseline, in letter sizes."""


class MissingGlyphError(ModgenError, ValueError):
    """A character that the face has no letter for."""


class CannotDrawError(ModgenError, ValueError):
    """A part of the game that cannot be drawn: the part, the field and the reason."""

    def __init__(self, part: Part, field: str, name: str, why: str) -> None:
        super().__init__(f"{name}: {why}")
        self.part = part
        self.field = field


class TextDoesNotFitError(ModgenError, ValueError):
    """A text too long for its box at the smallest size; sizes in mm."""

    def __init__(self, text: str, needed: float, available: float) -> None:
        super().__init__(
            f"needs {needed:.1f} mm of height at its smallest size "
            f"and has {available:.1f}: {text[:60]}"
        )
        self.text = text
        self.needed = needed
        self.available = available


@dataclass(frozen=True)
class Style:
    """How a text looks: role of the face, size in mm, weight and slant."""

    role: str = "text"
    size: float = 3.0
    bold: bool = False
    italic: bool = False

    def face(self, bold: bool = False, italic: bool = False) -> Face:
        """The face for a run with this markup."""
        return face(self.role, self.bold or bold, self.italic != italic)


@dataclass(frozen=True)
class Run:
    """Letters in one face, `x` mm from the start of the line."""

    text: str
    face: Face
    x: float
    width: float


@dataclass(frozen=True)
class Line:
    """One line of runs."""

    runs: tuple[Run, ...]
    width: float


@lru_cache(maxsize=20_000)
def _advance(text: str, face: Face) -> float:
    import uharfbuzz

    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    uharfbuzz.shape(shaper(face), buffer)
    total = 0
    for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        if info.codepoint == 0:
            letter = text[min(info.cluster, len(text) - 1)]
            raise MissingGlyphError(
                f"{face.family} has no letter for {letter!r} (U+{ord(letter):04X})"
            )
        total += position.x_advance
    return float(total) / units(face)


def width(text: str, style: Style) -> float:
    """The width of a plain text in mm. Raises MissingGlyphError."""
    return _advance(text, style.face()) * style.size if text else 0.0


MARKS = re.compile(r"(\*\*|\*)")
ICON = re.compile(r"\{icon:([a-z0-9_-]+)\}")
ICON_WIDTH = 1.05
"""The width of an icon in a text, in letter sizes."""


def _word_width(word: str, face: Face) -> float:
    """The width of a word or an icon, in letter sizes."""
    return ICON_WIDTH if ICON.fullmatch(word) else _advance(word, face)


def _words(text: str, style: Style) -> list[tuple[str, Face, bool]]:
    """Words with their face, and whether a space precedes them."""
    words: list[tuple[str, Face, bool]] = []
    bold = italic = False
    space = False
    for part in MARKS.split(text):
        if part == "**":
            bold = not bold
        elif part == "*":
            italic = not italic
        else:
            for word in re.findall(r"\s+|\{icon:[a-z0-9_-]+\}|(?:(?!\{icon:)[^\s-])+-?|-", part):
                if word.isspace():
                    space = True
                    continue
                words.append((word, style.face(bold, italic), space))
                space = False
    return words


def wrap(text: str, style: Style, available: float) -> list[Line]:
    """Lines no wider than `available` mm. A longer word gets its own line."""
    lines: list[Line] = []
    for paragraph in text.split("\n"):
        lines += _wrap(paragraph, style, available)
    return lines


def _wrap(text: str, style: Style, available: float) -> list[Line]:
    lines: list[Line] = []
    runs: list[Run] = []
    x = 0.0
    for word, font, spaced in _words(text, style):
        wide = _word_width(word, font) * style.size
        gap = _advance(" ", font) * style.size if spaced and runs else 0.0
        if runs and spaced and x + gap + wide > available:
            lines.append(_line(runs))
            runs, x, gap = [], 0.0, 0.0
        previous = runs[-1] if runs else None
        drawn = ICON.fullmatch(word) or (previous and ICON.fullmatch(previous.text))
        if previous and previous.face == font and not drawn:
            joined = previous.text + (" " if gap else "") + word
            runs[-1] = Run(joined, font, previous.x, _advance(joined, font) * style.size)
            x = runs[-1].x + runs[-1].width
        else:
            runs.append(Run(word, font, x + gap, wide))
            x += gap + wide
    if runs or not lines:
        lines.append(_line(runs))
    return lines


def _line(runs: list[Run]) -> Line:
    return Line(tuple(runs), runs[-1].x + runs[-1].width if runs else 0.0)


def height(lines: int, size: float) -> float:
    """The height of a number of lines in mm."""
    return lines * size * LINE


def fit(
    text: str, style: Style, wide: float, high: float, least: float
) -> tuple[list[Line], float]:
    """Lines at the largest size, from the style's down to `least` mm, that fit the box.

    Raises TextDoesNotFitError, or MissingGlyphError.
    """
    size = style.size
    while True:
        sized = Style(style.role, size, style.bold, style.italic)
        lines = wrap(text, sized, wide)
        needed = height(len(lines), size)
        if needed <= high + 0.01 and max((line.width for line in lines), default=0) <= wide + 0.01:
            return lines, size
        if size <= least:
            raise TextDoesNotFitError(text, needed, high)
        size = max(least, size * 0.96)
