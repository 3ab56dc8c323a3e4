"""Papers, pages and their contents. Lengths are in millimetres from the top left corner."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from modgen.draw.svg import Drawing
from modgen.draw.text import Style, width
from modgen.errors import ModgenError

PAPERS = {
    "a4": (210.0, 297.0),
    "a3": (297.0, 420.0),
    "letter": (215.9, 279.4),
    "tabloid": (279.4, 431.8),
}
LEAST, MOST = 50.0, 2000.0
MARGIN = 9.0
"""Margin in mm, larger than that of home printers, with room for a title and a ruler."""
RULER = 100.0
MOST_OFFSET = 10.0
"""The most by which backs are shifted in mm."""
INK = "#333333"


Words = Mapping[str, str]
"""Words printed on the sheets, in the language of the document: `cards`, `back` and so on."""


class PaperError(ModgenError, ValueError):
    """A paper or size that cannot be used."""


def paper_size(name: str) -> tuple[float, float]:
    """Width and height of a paper: a name, or `WxHmm`. Raises PaperError."""
    if name.lower() in PAPERS:
        return PAPERS[name.lower()]
    match = re.fullmatch(r"(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)mm", name.lower())
    if match is None:
        raise PaperError(
            f"`{name}` is not a paper; use {', '.join(PAPERS)} or a size such as 200x300mm"
        )
    wide, high = float(match[1]), float(match[2])
    if not (LEAST <= wide <= MOST and LEAST <= high <= MOST):
        raise PaperError(
            f"a paper of {name} is not possible; each side must be {LEAST:.0f} to {MOST:.0f} mm"
        )
    return wide, high


def offset(text: str) -> tuple[float, float]:
    """How far backs are shifted to the right and down in mm, from `X,Y`. Raises PaperError."""
    match = re.fullmatch(r"\s*([+-]?\d{1,3}(?:\.\d+)?)\s*,\s*([+-]?\d{1,3}(?:\.\d+)?)\s*", text)
    if match is None:
        raise PaperError(f"`{text}` is not an offset; use two numbers of mm such as 0.5,-1")
    x, y = float(match[1]), float(match[2])
    if max(abs(x), abs(y)) > MOST_OFFSET:
        raise PaperError(f"an offset of {text} is too large; use at most {MOST_OFFSET:g} mm")
    return x, y


@dataclass(frozen=True)
class Placed:
    """A picture on a page: its name, its top left corner, its size.

    `window` shows only a part: x, y, width and height within the picture, at its own size.
    """

    art: str
    x: float
    y: float
    w: float
    h: float
    turned: int = 0
    window: tuple[float, float, float, float] | None = None


@dataclass
class Page:
    """A page: its size, its pictures, and a drawing on top of them (marks, title, ruler).

    `trim` is what remains when the page is cut: x, y, width and height in mm; pictures extend over
    it by `bleed`. Without `trim` the page is not cut to a size.

    `below` are pictures under all others. `back` marks a page for the other side of the sheet; all
    that is on a page is shifted by `shift`, to the right and down.
    """

    width: float
    height: float
    placed: list[Placed] = field(default_factory=list)
    below: list[Placed] = field(default_factory=list)
    back: bool = False
    shift: tuple[float, float] = (0.0, 0.0)
    trim: tuple[float, float, float, float] | None = None
    bleed: float = 0.0
    titled: float = 0.0
    """Where the title ends, in mm from the left."""
    marks: Drawing = field(init=False)

    def __post_init__(self) -> None:
        self.marks = Drawing(self.width, self.height)

    def line(self, x1: float, y1: float, x2: float, y2: float, **look: object) -> None:
        """Draw a thin line."""
        style: dict[str, object] = {"stroke": INK, "stroke_width": 0.15, **look}
        self.marks.line(x1, y1, x2, y2, **style)

    def registration(self, x: float, y: float) -> None:
        """Draw a registration mark: a circle with a cross. On both sides of a sheet it matches."""
        self.marks.circle(x, y, 1.0, fill="none", stroke=INK, stroke_width=0.15)
        self.line(x - 1.6, y, x + 1.6, y)
        self.line(x, y - 1.6, x, y + 1.6)

    def title(self, text: str) -> None:
        """Print a title at the top."""
        letters = Style("title", 3.4, bold=True)
        self.marks.text(text, MARGIN, 6.2, letters, fill=INK)
        self.titled = MARGIN + width(text, letters)

    def ruler(self, upright: bool = False) -> None:
        """Draw a ruler of 100 mm, to check the size of a print: at the bottom, or at the right."""
        if upright:
            x, y = self.width - 4.2, self.height - MARGIN
            self.line(x, y, x, y - RULER)
            for at in range(0, 101, 10):
                self.line(x, y - at, x - (2.2 if at % 50 == 0 else 1.2), y - at)
            with self.marks.group(transform=f"rotate(-90 {x + 0.4:.3f} {y - RULER - 2:.3f})"):
                self.marks.text("100 mm", x + 0.4, y - RULER - 2, Style("text", 2.4), fill=INK)
            return
        x, y = MARGIN, self.height - 4.2
        if self.width < RULER + 2 * MARGIN:
            return
        self.line(x, y, x + RULER, y)
        for at in range(0, 101, 10):
            self.line(x + at, y, x + at, y - (2.2 if at % 50 == 0 else 1.2))
        self.marks.text("100 mm", x + RULER + 2, y + 0.4, Style("text", 2.4), fill=INK)


@dataclass
class Sheets:
    """A document: its pages in order, and the pictures on them by name."""

    name: str
    title: str
    language: str
    pages: list[Page] = field(default_factory=list)
    art: dict[str, Drawing] = field(default_factory=dict)

    def page(self, width: float, height: float) -> Page:
        """Add a page at the end."""
        self.pages.append(Page(width, height))
        return self.pages[-1]

    def shift_backs(self, offset: tuple[float, float]) -> None:
        """Shift all that is on the backs by an offset in mm, to the right and down."""
        for page in self.pages:
            if page.back:
                page.shift = offset

    def number_pages(self) -> None:
        """Print the number of each page and that of the last one at the top right."""
        letters = Style("title", 3.0)
        for number, page in enumerate(self.pages, 1):
            text = f"{number} / {len(self.pages)}"
            page.marks.text(text, page.width - MARGIN, 6.2, letters, align="right", fill=INK)
