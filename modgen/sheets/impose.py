"""Imposition: pictures of one size in rows on pages, with backs that match the fronts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from modgen.sheets.paper import MARGIN, Page, PaperError, Placed, Sheets

Duplex = Literal["long", "short", "fold", "none"]
"""How backs are printed: on paper turned over its long or short edge, folded, or not at all."""
TOP = 7.2
BOTTOM = 7.2
MARK = 4.0
FOLD_GAP = 0.0


class ImposedPiece(NamedTuple):
    """Something to cut out: the names of its front and back pictures, and the number of copies."""

    front: str
    back: str
    copies: int = 1


class Grid(NamedTuple):
    """The columns and rows that fit on a page, and the position of the first cell in mm."""

    columns: int
    rows: int
    left: float
    top: float


def grid(paper: tuple[float, float], w: float, h: float, even_rows: bool = False) -> Grid:
    """The largest grid of pieces that fits, centred. Raises PaperError if none fits."""
    wide, high = paper
    columns = int((wide - 2 * (MARGIN - MARK)) // w)
    rows = int((high - TOP - BOTTOM) // h)
    if even_rows:
        rows -= rows % 2
    if columns < 1 or rows < 1:
        raise PaperError(
            f"{w:g} × {h:g} mm do not fit on a paper of {wide:g} × {high:g} mm; choose a larger one"
        )
    top = TOP + (high - TOP - BOTTOM - rows * h) / 2
    return Grid(columns, rows, (wide - columns * w) / 2, top)


def impose(
    sheets: Sheets, pieces: Sequence[ImposedPiece], size: tuple[float, float],
    paper: tuple[float, float], duplex: Duplex, back: str,
) -> None:  # fmt: skip
    """Add pages with all pieces of one size, each followed by a page of backs.

    `back` is the word for a page of backs.
    """
    title = sheets.title
    w, h = size
    copies = [piece for piece in pieces for _ in range(piece.copies)]
    cells = grid(paper, w, h, even_rows=duplex == "fold")
    if duplex == "fold":
        _folded(sheets, copies, size, paper, cells, title)
        return
    count = cells.columns * cells.rows
    total = -(-len(copies) // count)
    for number in range(total):
        batch = copies[number * count : (number + 1) * count]
        _page(sheets, batch, size, paper, cells, f"{title} {number + 1}/{total}", None)
        if duplex != "none":
            _page(sheets, batch, size, paper, cells, f"{title} {number + 1}/{total} {back}", duplex)


def _page(
    sheets: Sheets, batch: Sequence[ImposedPiece], size: tuple[float, float],
    paper: tuple[float, float], cells: Grid, title: str, back: Duplex | None,
) -> None:  # fmt: skip
    w, h = size
    page = sheets.page(*paper)
    page.title(title)
    for number, piece in enumerate(batch):
        row, column = divmod(number, cells.columns)
        if back == "long":
            column = cells.columns - 1 - column
        elif back == "short":
            row = cells.rows - 1 - row
        name = piece.back if back else piece.front
        x, y = cells.left + column * w, cells.top + row * h
        page.placed.append(Placed(name, x, y, w, h, 180 if back == "short" else 0))
    used = cells.rows if back == "short" else -(-len(batch) // cells.columns)
    _cut_marks(page, cells._replace(rows=used), w, h)
    page.ruler()


def _folded(
    sheets: Sheets, copies: Sequence[ImposedPiece], size: tuple[float, float],
    paper: tuple[float, float], cells: Grid, title: str,
) -> None:  # fmt: skip
    """Fronts above a fold line, and their backs upside down below it."""
    w, h = size
    fronts = cells.rows // 2
    if not fronts:
        raise PaperError(
            f"two rows of {w:g} × {h:g} mm do not fit on this paper; choose a larger one"
        )
    count = cells.columns * fronts
    total = -(-len(copies) // count)
    fold = cells.top + fronts * h
    for number in range(total):
        page = sheets.page(*paper)
        page.title(f"{title} {number + 1}/{total}")
        for at, piece in enumerate(copies[number * count : (number + 1) * count]):
            row, column = divmod(at, cells.columns)
            x = cells.left + column * w
            above, below = fold - (row + 1) * h, fold + row * h
            page.placed.append(Placed(piece.front, x, above, w, h))
            page.placed.append(Placed(piece.back, x, below, w, h, 180))
        _cut_marks(page, cells, w, h)
        page.line(2, fold, paper[0] - 2, fold, stroke_dasharray="3 2")
        page.ruler()


def _cut_marks(page: Page, cells: Grid, w: float, h: float) -> None:
    """Cutting marks outside the grid, and thin lines along the cuts."""
    right = cells.left + cells.columns * w
    bottom = cells.top + cells.rows * h
    look = {"stroke": "#9a9a9a", "stroke_width": 0.1}
    long = min(MARK, max(1.0, cells.top - 6.6))  # keeps clear of the title and the ruler
    for column in range(cells.columns + 1):
        x = cells.left + column * w
        page.line(x, cells.top - long, x, cells.top - 0.5)
        page.line(x, bottom + 0.5, x, bottom + long)
        page.line(x, cells.top, x, bottom, **look)
    for row in range(cells.rows + 1):
        y = cells.top + row * h
        page.line(cells.left - MARK, y, cells.left - 0.6, y)
        page.line(right + 0.6, y, right + MARK, y)
        page.line(cells.left, y, right, y, **look)


def singles(
    sheets: Sheets, pieces: Sequence[ImposedPiece], size: tuple[float, float], bleed: float
) -> None:
    """A page for each face with bleed on all sides and crop marks, for a print shop."""
    w, h = size[0] + 2 * bleed, size[1] + 2 * bleed
    slug = 5.0
    for piece in pieces:
        for name in (piece.front, piece.back):
            page = sheets.page(w + 2 * slug, h + 2 * slug)
            page.placed.append(Placed(name, slug, slug, w, h))
            for x in (slug + bleed, slug + w - bleed):
                page.line(x, 0.5, x, slug - 0.5)
                page.line(x, h + slug + 0.5, x, h + 2 * slug - 0.5)
            for y in (slug + bleed, slug + h - bleed):
                page.line(0.5, y, slug - 0.5, y)
                page.line(w + slug + 0.5, y, w + 2 * slug - 0.5, y)
