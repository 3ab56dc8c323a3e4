"""Measuring, wrapping and fitting text. Sizes are millimetres; letters are measured by HarfBuzz.

Markup: `**bold**`, `*italic*`, an icon as `:fist:` or `{icon:fist}`, and lines that begin with
`- ` or `• ` as a list. Words break at spaces, after hyphens, and between Chinese and Japanese
characters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from unicodedata import combining, normalize

from modgen.draw.bidi import ICON as OBJECT
from modgen.draw.bidi import begins_right, has_right_to_left, written
from modgen.draw.fonts import Face, face, segments, shaper, units
from modgen.errors import ModgenError
from modgen.model.types.base import ICON, Part

LEAST = 1.95
"""The smallest letters that are printed, in mm: 5.5 points."""
POINT = 25.4 / 72
"""Millimetres in a point."""
LINE = 1.22
"""The distance between lines, in letter sizes."""
ASCENT = 0.95
"""The distance from the top of a text to its first baseline, in letter sizes."""


REMEDY = "put a font that has it into the folder `fonts`, and name it in `fonts` of game.yaml"
"""What to do about a letter that no font has."""


ACCENTS = "\u0300\u0301\u0313\u0314\u0342"
"""Accents and breathings, which Greek capitals do not have."""


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


def advance(text: str, face: Face) -> float:
    """The width of a text in letter sizes. Raises MissingGlyphError."""
    return sum(_shaped(part, chosen) for part, chosen in in_order(text, face))


def in_order(text: str, face: Face) -> list[tuple[str, Face]]:
    """The parts of a text from left to right, each in one face and one direction."""
    if not has_right_to_left(text):
        return segments(text, face)
    return _joined([(text, face)], begins_right(text))


def _joined(words: Iterable[tuple[str, Face]], from_right: bool) -> list[tuple[str, Face]]:
    """Words of a line as they are written, from left to right; an icon is a part of its own."""
    letters: list[tuple[str, tuple[str, Face]]] = []
    for word, font in words:
        if ICON.fullmatch(word):
            letters.append((OBJECT, (word, font)))
        else:
            for part, chosen in segments(word, font):
                letters += [(letter, ("", chosen)) for letter in part]
    parts: list[tuple[str, Face]] = []
    plain = False
    for piece, (icon, font) in written(letters, from_right):
        is_plain = piece != OBJECT and not has_right_to_left(piece)
        if plain and is_plain and parts[-1][1] == font:
            parts[-1] = (parts[-1][0] + piece, font)
        else:
            parts.append((icon if piece == OBJECT else piece, font))
        plain = is_plain
    return parts


@lru_cache(maxsize=20_000)
def _shaped(text: str, face: Face) -> float:
    import uharfbuzz

    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if has_right_to_left(text) else "ltr"
    uharfbuzz.shape(shaper(face), buffer)
    total = 0
    for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        if info.codepoint == 0:
            letter = text[min(info.cluster, len(text) - 1)]
            raise MissingGlyphError(
                f"{face.family} has no letter for {letter!r} (U+{ord(letter):04X}); {REMEDY}"
            )
        total += position.x_advance
    return float(total) / units(face)


def capitals(text: str) -> str:
    """A text in capitals; in Greek without accents, as Greek capitals are written."""
    if text.isascii():
        return text.upper()
    kept: list[str] = []
    greek = False
    for letter in normalize("NFD", text.upper()):
        if letter not in ACCENTS:
            greek = "\u0370" <= letter <= "\u03ff" or (greek and bool(combining(letter)))
        elif greek:
            continue
        kept.append(letter)
    return normalize("NFC", "".join(kept))


def width(text: str, style: Style) -> float:
    """The width of a plain text in mm. Raises MissingGlyphError."""
    return advance(text, style.face()) * style.size if text else 0.0


MARKS = re.compile(r"(\*\*|\*)")
IDEOGRAPH = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
"""Characters that are words of their own, as a range of a regular expression."""
CLOSING = "\u3001\u3002\uff01\uff09\uff0c\uff1a\uff1b\uff1f\u300d\u300f\u3011"
"""Punctuation that stays with the character before it."""
WORD = re.compile(
    rf"\s+|(?:{ICON.pattern})|[{IDEOGRAPH}][{CLOSING}]*|(?:(?!{ICON.pattern})[^\s{IDEOGRAPH}-])+-?|-"
)
BULLET = re.compile(r"[-•] +")
"""The beginning of a line that is a part of a list."""
ICON_WIDTH = 1.05
"""The width of an icon in a text, in letter sizes."""


def _word_width(word: str, face: Face) -> float:
    """The width of a word or an icon, in letter sizes."""
    return ICON_WIDTH if ICON.fullmatch(word) else advance(word, face)


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
            for found in WORD.finditer(part):
                word = found.group()
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
        bullet = BULLET.match(paragraph)
        if bullet:
            lines += _listed(paragraph[bullet.end() :], style, available)
        else:
            lines += _wrap(paragraph, style, available)
    return lines


def _listed(text: str, style: Style, available: float) -> list[Line]:
    """The lines of a part of a list, beside a bullet where they begin."""
    bullet = Run("•", style.face(), 0, advance("•", style.face()) * style.size)
    indent = bullet.width + advance(" ", style.face()) * style.size
    lines = []
    if has_right_to_left(text) and begins_right(MARKS.sub("", text)):
        for number, line in enumerate(_wrap(text, style, available - indent)):
            wide = line.width + indent
            mark = Run("•", bullet.face, wide - bullet.width, bullet.width)
            lines.append(Line((*line.runs, mark) if number == 0 else line.runs, wide))
        return lines
    for number, line in enumerate(_wrap(text, style, available - indent)):
        moved = [Run(run.text, run.face, run.x + indent, run.width) for run in line.runs]
        lines.append(_line([bullet, *moved] if number == 0 else moved))
    return lines


def _wrap(text: str, style: Style, available: float) -> list[Line]:
    if has_right_to_left(text):
        return _wrap_from_right(text, style, available)
    lines: list[Line] = []
    runs: list[Run] = []
    x = 0.0
    for word, font, spaced in _words(text, style):
        wide = _word_width(word, font) * style.size
        gap = advance(" ", font) * style.size if spaced and runs else 0.0
        if runs and (spaced or _may_break(runs[-1].text, word)) and x + gap + wide > available:
            lines.append(_line(runs))
            runs, x, gap = [], 0.0, 0.0
        previous = runs[-1] if runs else None
        drawn = ICON.fullmatch(word) or (previous and ICON.fullmatch(previous.text))
        if previous and previous.face == font and not drawn:
            joined = previous.text + (" " if gap else "") + word
            runs[-1] = Run(joined, font, previous.x, advance(joined, font) * style.size)
            x = runs[-1].x + runs[-1].width
        else:
            runs.append(Run(word, font, x + gap, wide))
            x += gap + wide
    if runs or not lines:
        lines.append(_line(runs))
    return lines


def _wrap_from_right(text: str, style: Style, available: float) -> list[Line]:
    """The lines of a paragraph that has right-to-left letters."""
    from_right = begins_right(MARKS.sub("", text))
    lines: list[Line] = []
    words: list[tuple[str, Face]] = []
    x = 0.0
    for word, font, spaced in _words(text, style):
        wide = _word_width(word, font) * style.size
        gap = advance(" ", font) * style.size if spaced and words else 0.0
        if words and spaced and x + gap + wide > available:
            lines.append(_written_line(words, style, from_right))
            words, x, gap = [], 0.0, 0.0
        words += [(" ", font), (word, font)] if gap else [(word, font)]
        x += gap + wide
    if words or not lines:
        lines.append(_written_line(words, style, from_right))
    return lines


def _written_line(words: list[tuple[str, Face]], style: Style, from_right: bool) -> Line:
    runs: list[Run] = []
    x = 0.0
    for part, font in _joined(words, from_right):
        wide = _word_width(part, font) * style.size
        shown = part.strip(" ")
        before = advance(" ", font) * style.size * (len(part) - len(part.lstrip(" ")))
        if shown:
            room = _word_width(shown, font) * style.size
            runs.append(Run(shown, font, x + before, room))
        x += wide
    return Line(tuple(runs), x)


def _may_break(before: str, word: str) -> bool:
    """Whether a line may end between two words without a space."""
    broken = re.compile(f"[{IDEOGRAPH}]")
    hyphen = before.endswith("-") and before[-2:-1].isalpha()
    return hyphen or bool(broken.search(before[-2:]) or broken.match(word))


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
