"""Boards on paper: at full size on one page, and in overlapping tiles for a home printer."""

from __future__ import annotations

from math import ceil

from modgen.draw.board import draw_board
from modgen.draw.fonts import in_typefaces
from modgen.draw.svg import Drawing
from modgen.draw.text import Style
from modgen.model.game import Game
from modgen.sheets.paper import INK, Page, Placed, Sheets, Words

OVERLAP = 10.0
MARGIN = 7.5
"""Margin of a tile in mm; with it, a board of 22 × 17 inches takes six sheets of A4."""
SLUG = 10.0
"""Margin of a whole board in mm, with room for crop marks."""


@in_typefaces
def map_sheets(game: Game, words: Words) -> Sheets:
    """Each board on its own page, for a print shop."""
    sheets = Sheets(f"{game.id}-map", f"{game.info.title}: {words['map']}", game.language)
    for board in game.own_boards:
        if not board.printed:
            continue
        name = f"board-{board.id}"
        drawn = sheets.art[name] = draw_board(game, board.id)
        page = sheets.page(drawn.width + 2 * SLUG, drawn.height + 2 * SLUG)
        page.placed.append(Placed(name, SLUG, SLUG, drawn.width, drawn.height))
        page.trim = (SLUG, SLUG, drawn.width, drawn.height)
        for x in (SLUG, SLUG + drawn.width):
            page.line(x, 2, x, SLUG - 1)
            page.line(x, page.height - SLUG + 1, x, page.height - 2)
        for y in (SLUG, SLUG + drawn.height):
            page.line(2, y, SLUG - 1, y)
            page.line(page.width - SLUG + 1, y, page.width - 2, y)
        page.ruler()
    return sheets


@in_typefaces
def tiled_map(game: Game, paper: tuple[float, float], words: Words) -> Sheets:
    """Each board in tiles that overlap by 10 mm, with marks for joining and a key plan.

    All tiles of a board have the same size, so that no tile is a narrow strip.
    """
    sheets = Sheets(f"{game.id}-map-tiles", f"{game.info.title}: {words['tiles']}", game.language)
    for board in game.own_boards:
        if not board.printed:
            continue
        name = f"board-{board.id}"
        drawn = sheets.art[name] = draw_board(game, board.id)
        wide, high = _turned(paper, drawn)
        room = (wide - 2 * MARGIN, high - 2 * MARGIN)
        columns, rows = (
            _count(full, part) for full, part in zip((drawn.width, drawn.height), room, strict=True)
        )
        w = (drawn.width + (columns - 1) * OVERLAP) / columns
        h = (drawn.height + (rows - 1) * OVERLAP) / rows
        for row in range(rows):
            for column in range(columns):
                page = sheets.page(wide, high)
                x, y = column * (w - OVERLAP), row * (h - OVERLAP)
                page.placed.append(Placed(name, MARGIN, MARGIN, w, h, window=(x, y, w, h)))
                label = f"{chr(65 + column)}{row + 1}"
                page.title(f"{game.info.title}: {board.name}, {label}")
                _joins(page, (w, h), (column, row), (columns, rows))
                _key(page, (column, row), (columns, rows))
                page.ruler()
    return sheets


def _turned(paper: tuple[float, float], drawn: Drawing) -> tuple[float, float]:
    """The paper in portrait or landscape format, whichever needs fewer tiles."""

    def tiles(wide: float, high: float) -> int:
        return _count(drawn.width, wide - 2 * MARGIN) * _count(drawn.height, high - 2 * MARGIN)

    upright, turned = paper, (paper[1], paper[0])
    return turned if tiles(*turned) < tiles(*upright) else upright


def _count(full: float, part: float) -> int:
    return max(1, ceil((full - OVERLAP) / (part - OVERLAP)))


def _joins(page: Page, size: tuple[float, float], at: tuple[int, int], of: tuple[int, int]) -> None:
    """Dashed lines where the next tiles begin, with their names in the margin."""
    w, h = size
    letters = Style("text", 2.4)
    if at[0] + 1 < of[0]:
        x = MARGIN + w - OVERLAP
        page.line(x, MARGIN - 4, x, MARGIN - 0.5)
        page.line(x, MARGIN + h + 0.5, x, MARGIN + h + 4)
        name = f"{chr(66 + at[0])}{at[1] + 1}"
        page.marks.text(name, x + 1, MARGIN - 1.5, letters, fill=INK)
    if at[1] + 1 < of[1]:
        y = MARGIN + h - OVERLAP
        page.line(MARGIN - 4, y, MARGIN - 0.5, y)
        page.line(MARGIN + w + 0.5, y, MARGIN + w + 4, y)
        name = f"{chr(65 + at[0])}{at[1] + 2}"
        page.marks.text(name, MARGIN - 5.5, y + 4, letters, fill=INK)


def _key(page: Page, at: tuple[int, int], of: tuple[int, int]) -> None:
    """A small plan of all tiles at the top right, with the current tile filled."""
    size = 1.9
    left, top = page.width - MARGIN - of[0] * size, 1.6
    for row in range(min(of[1], 3)):
        for column in range(of[0]):
            page.marks.rect(
                left + column * size,
                top + row * size,
                size,
                size,
                fill=INK if (column, row) == at else "none",
                stroke=INK,
                stroke_width=0.15,
            )
