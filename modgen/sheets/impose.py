"""Imposition: pictures of one size in rows on pages, with backs that match the fronts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal, NamedTuple

from modgen.draw.text import Style, width
from modgen.sheets.paper import INK, MARGIN, Page, PaperError, Placed, Sheets

Duplex = Literal["long", "short", "fold", "none"]
"""How backs are printed: on paper turned over its long or short edge, folded, or not at all."""
TOP = 7.2
BOTTOM = 7.2
MARK = 4.0
BACK_BLEED = 2.0
"""How far backs extend over the cut at least, in mm, where no other back is beside them."""
TITLE_FOOT = 7.05
"""How far down the letters of a title reach, in mm."""
CLEAR = 6.8
"""Height in mm of the title and of the ruler, which pictures keep clear of."""
CAPTION = 2.0
"""Letter height of captions in mm, a little over 5.5 points."""
BELOW = 0.4
"""Space for letters below the baseline of a caption in mm."""
ASIDE = 0.6
"""Space to the right of a caption in mm."""
CAPTION_ROOM = 2.4
"""Space for a caption below a row in mm."""
CUT: dict[str, Any] = {"stroke": "#9a9a9a", "stroke_width": 0.1}
"""The look of lines along cuts."""
REGISTRATION = 2.4
"""Distance of registration marks from the left and right edge of the page in mm."""


class ImposedPiece(NamedTuple):
    """Something to cut out: the names of its front and back pictures, and the number of copies."""

    front: str
    back: str
    copies: int = 1
    caption: str = ""
    """Its name, printed below the first of each run in a row."""
    steps_of: str = ""
    """The type of piece of which only one of the counters with this name is in play at a time."""


class Cell(NamedTuple):
    """The size of what is cut out, and what surrounds it; all in mm.

    Pictures are larger than the cut by `bleed` on each side. `foot` is extra space below each row
    for captions.
    """

    w: float
    h: float
    bleed: float = 0.0
    foot: float = 0.0

    @property
    def across(self) -> float:
        """From the left edge of one piece to that of the next."""
        return self.w + 2 * self.bleed

    @property
    def down(self) -> float:
        """From the top edge of one piece to that of the next."""
        return self.h + 2 * self.bleed + self.foot


class Grid(NamedTuple):
    """The columns and rows that fit on a page, and the position of the first cell in mm."""

    columns: int
    rows: int
    left: float
    top: float


def caption_room(pieces: Sequence[ImposedPiece], across: float) -> float:
    """Space below each row in mm: for two lines if the name of a single piece needs them."""
    letters = Style("title", CAPTION)
    long = any(
        piece.copies == 1 and width(piece.caption, letters) > across - ASIDE for piece in pieces
    )
    return CAPTION_ROOM + CAPTION if long else CAPTION_ROOM


def grid(paper: tuple[float, float], cell: Cell, even_rows: bool = False) -> Grid:
    """The largest grid of pieces that fits, centred. Raises PaperError if none fits."""
    wide, high = paper
    columns = int((wide - 2 * (MARGIN - MARK) + 2 * cell.bleed) // cell.across)
    rows = int((high - TOP - BOTTOM) // cell.down)
    if even_rows:
        rows -= rows % 2
    if columns < 1 or rows < 1:
        raise PaperError(
            f"{cell.w:g} × {cell.h:g} mm do not fit on a paper of {wide:g} × {high:g} mm; choose a "
            "larger one"
        )
    top = TOP + cell.bleed + (high - TOP - BOTTOM - rows * cell.down) / 2
    left = (wide - columns * cell.across) / 2 + cell.bleed
    return Grid(columns, rows, left, top)


def fewest_rows(number: int, cells: Grid, pages: int) -> int:
    """The rows that each page needs if a number of pieces is spread over the pages equally."""
    return -(-number // (cells.columns * pages))


def impose(
    sheets: Sheets,
    pieces: Sequence[ImposedPiece],
    cell: Cell,
    paper: tuple[float, float],
    duplex: Duplex,
    back: str,
) -> None:
    """Add pages with all pieces of one size, each followed by a page of backs.

    Instead of a last page that is less than two thirds full, all pages have about as many rows.
    `back` is the word for a page of backs.
    """
    title = sheets.title
    copies = [piece for piece in pieces for _ in range(piece.copies)]
    cells = grid(paper, cell, even_rows=duplex == "fold")
    if duplex == "fold":
        _folded(sheets, copies, cell, paper, cells, title)
        return
    count = cells.columns * cells.rows
    total = -(-len(copies) // count)
    sizes = [count] * total
    if total > 1 and 3 * (len(copies) % count or count) < 2 * count:
        rows = fewest_rows(len(copies), cells, total)
        full = -(-len(copies) // cells.columns) - (rows - 1) * total
        sizes = [cells.columns * (rows - (number >= full)) for number in range(total)]
        top = cells.top + (cells.rows - rows) * cell.down / 2
        cells = cells._replace(rows=rows, top=top)
    for number, size in enumerate(sizes):
        batch, copies = copies[:size], copies[size:]
        _page(sheets, batch, cell, paper, cells, f"{title} {number + 1}/{total}", None)
        if duplex != "none":
            _page(sheets, batch, cell, paper, cells, f"{title} {number + 1}/{total} {back}", duplex)


def _page(
    sheets: Sheets,
    batch: Sequence[ImposedPiece],
    cell: Cell,
    paper: tuple[float, float],
    cells: Grid,
    title: str,
    back: Duplex | None,
) -> None:
    page = sheets.page(*paper)
    page.title(title)
    used = -(-len(batch) // cells.columns)
    # On a sheet that is turned over its short edge, the space for captions is above each row.
    lift = cell.foot if back == "short" else 0.0
    for number, piece in enumerate(batch):
        row, column = divmod(number, cells.columns)
        if back == "long":
            column = cells.columns - 1 - column
        elif back == "short":
            row = cells.rows - 1 - row
        x, y = cells.left + column * cell.across, cells.top + row * cell.down + lift
        turned = 180 if back == "short" else 0
        page.placed.append(_placed(piece.back if back else piece.front, x, y, cell, turned))
    if cell.foot and not back:
        _captions(page, batch, cell, cells)
    first = cells.rows - used if back == "short" else 0
    tops = [cells.top + row * cell.down + lift for row in range(first, first + used)]
    over = (cell.bleed, cell.bleed)
    if back:
        page.back = True
        room = min(tops[0] - CLEAR, page.height - CLEAR - tops[-1] - cell.h)
        over = max(BACK_BLEED, cell.bleed), max(min(BACK_BLEED, room), cell.bleed)
        page.below = [_larger(placed, cell, over) for placed in page.placed]
    _cut_marks(page, cell, cells, tops, over)


def _larger(placed: Placed, cell: Cell, over: tuple[float, float]) -> Placed:
    """A picture that extends over the cut by `over` mm, to the sides, and above and below."""
    right, down = over[0] - cell.bleed, over[1] - cell.bleed
    return replace(
        placed,
        x=placed.x - right,
        y=placed.y - down,
        w=placed.w + 2 * right,
        h=placed.h + 2 * down,
    )


def _placed(art: str, x: float, y: float, cell: Cell, turned: int = 0) -> Placed:
    """A picture with its bleed around the piece whose corner is at `x`, `y`."""
    bleed = cell.bleed
    return Placed(art, x - bleed, y - bleed, cell.w + 2 * bleed, cell.h + 2 * bleed, turned)


def _captions(page: Page, batch: Sequence[ImposedPiece], cell: Cell, cells: Grid) -> None:
    """The name of each piece below the first of its run in a row."""
    letters = Style("title", CAPTION)
    baseline = min(CAPTION, cell.foot - BELOW)
    start = 0
    while start < len(batch):
        row, column = divmod(start, cells.columns)
        end = start + 1
        while (
            end < len(batch) and end % cells.columns and batch[end].caption == batch[start].caption
        ):
            end += 1
        x = cells.left + column * cell.across
        y = cells.top + row * cell.down + cell.h + cell.bleed + baseline
        room = (end - start) * cell.across - ASIDE
        most = 2 if cell.foot > CAPTION_ROOM else 1
        for number, line in enumerate(caption_lines(batch[start].caption, letters, room, most)):
            page.marks.text(line, x, y + number * CAPTION, letters, fill=INK)
        start = end


def caption_lines(text: str, letters: Style, room: float, most: int) -> list[str]:
    """A caption in at most `most` lines.

    One that needs more loses what follows a colon, then its end.
    """
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".lstrip()
        if not lines[-1] or width(longer, letters) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    if len(lines) <= most and all(width(line, letters) <= room for line in lines):
        return lines
    first, colon, _ = text.partition(":")
    if colon:
        return caption_lines(first, letters, room, most)
    rest = " ".join(lines[most - 1 :])
    return [shortened(line, letters, room) for line in (*lines[: most - 1], rest)]


def shortened(text: str, letters: Style, room: float) -> str:
    """The text, or its beginning with an ellipsis if it is wider than `room` mm."""
    if width(text, letters) <= room:
        return text
    while text and width(f"{text}…", letters) > room:
        text = text[:-1].rstrip()
    return f"{text}…"


def _folded(
    sheets: Sheets,
    copies: Sequence[ImposedPiece],
    cell: Cell,
    paper: tuple[float, float],
    cells: Grid,
    title: str,
) -> None:
    """Fronts above a fold line, and their backs upside down below it."""
    fronts = cells.rows // 2
    if not fronts:
        raise PaperError(
            f"two rows of {cell.w:g} × {cell.h:g} mm do not fit on this paper; choose a larger one"
        )
    count = cells.columns * fronts
    total = -(-len(copies) // count)
    fold = cells.top - cell.bleed + fronts * cell.down
    gap = cell.down - cell.h - cell.bleed
    for number in range(total):
        page = sheets.page(*paper)
        page.title(f"{title} {number + 1}/{total}")
        for at, piece in enumerate(copies[number * count : (number + 1) * count]):
            row, column = divmod(at, cells.columns)
            x = cells.left + column * cell.across
            above, below = fold - (row + 1) * cell.down + cell.bleed, fold + row * cell.down + gap
            page.placed.append(_placed(piece.front, x, above, cell))
            page.placed.append(_placed(piece.back, x, below, cell, 180))
        tops = [fold - (row + 1) * cell.down + cell.bleed for row in reversed(range(fronts))]
        _cut_marks(
            page,
            cell,
            cells,
            tops + [fold + row * cell.down + gap for row in range(fronts)],
            (cell.bleed, cell.bleed),
        )
        page.line(2, fold, paper[0] - 2, fold, stroke_dasharray="3 2")


def _cut_marks(
    page: Page, cell: Cell, cells: Grid, tops: Sequence[float], over: tuple[float, float]
) -> None:
    """Cutting marks outside the grid; without bleed also thin lines along the cuts.

    `tops` are the upper edges of the rows; the marks keep clear of pictures that extend over the
    grid by `over` mm, to the sides, and above and below. Registration marks at the corners show
    whether fronts and backs match.
    """
    lefts = [cells.left + column * cell.across for column in range(cells.columns)]
    right, bottom = lefts[-1] + cell.w, tops[-1] + cell.h
    edges_x = dict.fromkeys(round(x, 4) for left in lefts for x in (left, left + cell.w))
    edges_y = dict.fromkeys(round(y, 4) for top in tops for y in (top, top + cell.h))
    aside, away = over[0] + 0.5, over[1] + 0.5
    long = min(MARK, max(1.0 + cell.bleed, tops[0] - TITLE_FOOT))
    lowest = bottom + max(long, away + cell.foot + 1)
    # Where the marks below the last row would cross the ruler, it is at the right if it can.
    page.ruler(lowest > page.height - CLEAR and right + MARK < page.width - CLEAR)
    for x in edges_x:
        if tops[0] - long >= TITLE_FOOT - 0.01 or x > page.titled + 0.5:
            page.line(x, tops[0] - long, x, tops[0] - away)
        page.line(x, bottom + away + cell.foot, x, lowest)
        if not cell.bleed:
            page.line(x, tops[0], x, bottom, **CUT)
    for y in edges_y:
        page.line(cells.left - MARK, y, cells.left - aside, y)
        page.line(right + aside, y, right + MARK, y)
        if not cell.bleed:
            page.line(cells.left, y, right, y, **CUT)
    for x in (REGISTRATION, page.width - REGISTRATION):
        page.registration(x, page.height / 2)


def singles(
    sheets: Sheets, pieces: Sequence[ImposedPiece], size: tuple[float, float], bleed: float
) -> None:
    """A page for each face with bleed on all sides, crop marks and a trim box, for a print shop."""
    w, h = size[0] + 2 * bleed, size[1] + 2 * bleed
    slug = 5.0
    for piece in pieces:
        for name in (piece.front, piece.back):
            page = sheets.page(w + 2 * slug, h + 2 * slug)
            page.trim = (slug + bleed, slug + bleed, *size)
            page.bleed = bleed
            page.placed.append(Placed(name, slug, slug, w, h))
            for x in (slug + bleed, slug + w - bleed):
                page.line(x, 0.5, x, slug - 0.5)
                page.line(x, h + slug + 0.5, x, h + 2 * slug - 0.5)
            for y in (slug + bleed, slug + h - bleed):
                page.line(0.5, y, slug - 0.5, y)
                page.line(w + slug + 0.5, y, w + 2 * slug - 0.5, y)
