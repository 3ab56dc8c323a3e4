"""A test page: two rulers on the front and a cross on the back, to read how far backs are off."""

from __future__ import annotations

from modgen.draw.fonts import in_typefaces
from modgen.draw.text import Style, wrap
from modgen.model.game import Game
from modgen.sheets.impose import Duplex
from modgen.sheets.paper import INK, MARGIN, Page, PaperError, Sheets, Words

REACH = 10
"""The largest offset that can be read, in mm."""
LONG = 15.0
"""Half the length of the lines of the cross on the back in mm."""
APART = 35.0
"""Distance of the two rulers from the middle of the page in mm."""


@in_typefaces
def alignment_sheets(
    game: Game, paper: tuple[float, float], duplex: Duplex, words: Words
) -> Sheets:
    """A page with two rulers and a page with the lines that lie behind their zeros.

    The numbers of the rulers are the offset that corrects what one reads: X to the right and Y down
    on the back. A sheet that is turned over its long edge is mirrored from left to right; over its
    short edge, from top to bottom. Raises PaperError without backs on pages of their own.
    """
    if duplex not in {"long", "short"}:
        raise PaperError(
            "a test page needs backs on pages of their own; use --duplex long or short"
        )
    sheets = Sheets(f"{game.id}-test", f"{game.info.title}: {words['test']}", game.language)
    front, back = sheets.page(*paper), sheets.page(*paper)
    back.back = True
    front.title(sheets.title)
    back.title(f"{sheets.title} {words['back']}")
    sign = 1 if duplex == "long" else -1
    x, y = paper[0] / 2, paper[1] / 2
    for number in range(-REACH, REACH + 1):
        tick = 4.0 if number % 5 == 0 else 2.0
        _tick(front, (x + sign * number, y - APART), (0, tick), number)
        _tick(front, (x, y + APART - sign * number), (tick, 0), number)
    front.line(x - REACH, y - APART, x + REACH, y - APART)
    front.line(x, y + APART - REACH, x, y + APART + REACH)
    letters = Style("title", 5.0, bold=True)
    front.marks.text("X", x - REACH - 8, y - APART + 1.8, letters, fill=INK)
    front.marks.text("Y", x - 10, y + APART - REACH - 4, letters, fill=INK)
    up, down = y - sign * APART, y + sign * APART
    back.line(x, up - LONG, x, up + LONG)
    back.line(x - LONG, down, x + LONG, down)
    text, wide = Style("text", 3.6), paper[0] - 4 * MARGIN
    how = wrap(words["test_how"], text, wide)
    front.marks.lines(how, 2 * MARGIN, 16, wide, text.size, fill=INK)
    for page in sheets.pages:
        page.ruler()
    return sheets


def _tick(page: Page, at: tuple[float, float], along: tuple[float, float], number: int) -> None:
    """A tick of a ruler on both sides of it, with its number if that is a multiple of five."""
    (x, y), (right, down) = at, along
    page.line(x - right / 2, y - down / 2, x + right / 2, y + down / 2)
    if number % 5 == 0:
        letters, text = Style("text", 2.4), f"{number:+d}" if number else "0"
        if right:
            page.marks.text(text, x + 3, y + 0.8, letters, fill=INK)
        else:
            page.marks.text(text, x, y - 3, letters, align="centre", fill=INK)
