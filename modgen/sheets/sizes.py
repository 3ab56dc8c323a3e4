"""Pieces of several sizes: each size on pages of its own, or a few of each on shared pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from modgen.sheets.impose import (
    BACK_BLEED,
    CUT,
    REGISTRATION,
    Cell,
    Duplex,
    ImposedPiece,
    grid,
    impose,
)
from modgen.sheets.paper import MARGIN, Page, Placed, Sheets, Words
from modgen.sheets.shelves import Spot, on_shelves

FULL = 0.5
"""A size with less than this share of a page shares pages with others."""
BETWEEN = 2 * BACK_BLEED
"""Space between two pieces on a shared page in mm."""


def impose_sizes(
    sheets: Sheets,
    sizes: Mapping[Cell, Sequence[ImposedPiece]],
    paper: tuple[float, float],
    duplex: Duplex,
    words: Words,
    *,
    sized: bool = False,
) -> None:
    """Add pages with all pieces, each followed by a page of backs.

    Pieces that are cut without bleed share pages if there are several sizes of which a few pieces
    each would leave pages nearly empty. Titles have the size if there are several, or if `sized`.
    """
    title, back = sheets.title, words["back"]
    few = [cell for cell, pieces in sizes.items() if _is_few(cell, pieces, paper, duplex)]
    shared = few if len(few) > 1 else []
    for cell, pieces in sizes.items():
        if cell not in shared:
            told = f"{title}, {cell.w:g} × {cell.h:g} mm,"
            sheets.title = told if sized or len(sizes) > 1 else title
            impose(sheets, pieces, cell, paper, duplex, back)
    sheets.title = f"{title}, {words['sizes']}," if sized or len(sizes) > len(shared) else title
    found = [(cell, piece) for cell in shared for piece in sizes[cell] for _ in range(piece.copies)]
    _share(sheets, sorted(found, key=lambda one: (-one[0].h, -one[0].w)), paper, duplex, back)
    sheets.title = title


def _is_few(
    cell: Cell, pieces: Sequence[ImposedPiece], paper: tuple[float, float], duplex: Duplex
) -> bool:
    """Whether the pieces of a size leave most of a page empty and can share one."""
    if cell.bleed or cell.foot or not _fits(cell, _room(paper, duplex)):
        return False
    cells = grid(paper, cell, even_rows=duplex == "fold")
    room = cells.columns * (cells.rows // 2 if duplex == "fold" else cells.rows)
    return sum(piece.copies for piece in pieces) < FULL * room


def _room(paper: tuple[float, float], duplex: Duplex) -> tuple[float, float]:
    """The width and height in mm that pieces have on a shared page."""
    high = paper[1] - 2 * MARGIN
    return paper[0] - 2 * MARGIN, high / 2 if duplex == "fold" else high


def _fits(cell: Cell, room: tuple[float, float]) -> bool:
    return cell.w <= room[0] and cell.h <= room[1]


def _share(
    sheets: Sheets,
    pieces: Sequence[tuple[Cell, ImposedPiece]],
    paper: tuple[float, float],
    duplex: Duplex,
    back: str,
) -> None:
    """Add pages with pieces of several sizes, the highest first."""
    pages = on_shelves([(cell.w, cell.h) for cell, _ in pieces], _room(paper, duplex), BETWEEN)
    for number, spots in enumerate(pages, 1):
        page = sheets.page(*paper)
        page.title(f"{sheets.title} {number}/{len(pages)}")
        for spot in spots:
            cell, piece = pieces[spot.number]
            x, y = MARGIN + spot.x, MARGIN + spot.y
            page.placed.append(Placed(piece.front, x, y, cell.w, cell.h))
            page.marks.rect(x, y, cell.w, cell.h, fill="none", **CUT)
        _finish(page)
        if duplex == "fold":
            _backs(page, spots, pieces, duplex)
            fold = paper[1] / 2
            page.line(2, fold, paper[0] - 2, fold, stroke_dasharray="3 2")
        elif duplex != "none":
            behind = sheets.page(*paper)
            behind.back = True
            behind.title(f"{sheets.title} {number}/{len(pages)} {back}")
            _backs(behind, spots, pieces, duplex)
            _finish(behind)


def _backs(
    page: Page, spots: Sequence[Spot], pieces: Sequence[tuple[Cell, ImposedPiece]], duplex: Duplex
) -> None:
    """The backs of pieces where the paper has them when it is turned over or folded.

    They extend a little over the cut, where they are on a page of their own.
    """
    over = 0.0 if duplex == "fold" else BACK_BLEED
    for spot in spots:
        cell, piece = pieces[spot.number]
        x, y = MARGIN + spot.x, MARGIN + spot.y
        if duplex == "long":
            x = page.width - x - cell.w
        else:
            y = page.height - y - cell.h
        turned = 0 if duplex == "long" else 180
        if over:
            around = x - over, y - over, cell.w + 2 * over, cell.h + 2 * over
            page.below.append(Placed(piece.back, *around, turned))
        page.placed.append(Placed(piece.back, x, y, cell.w, cell.h, turned))


def _finish(page: Page) -> None:
    """The ruler, and the marks that show whether fronts and backs match."""
    page.ruler()
    for x in (REGISTRATION, page.width - REGISTRATION):
        page.registration(x, page.height / 2)
