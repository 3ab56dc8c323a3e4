"""Boards on paper: at full size on one page, and in overlapping tiles for a home printer."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from modgen.draw.board import draw_board
from modgen.draw.fonts import in_typefaces
from modgen.draw.text import Style
from modgen.model.game import Game
from modgen.sheets.paper import INK, Page, Placed, Sheets, Words
from modgen.sheets.shelves import on_shelves

OVERLAP = 10.0
MARGIN = 7.5
"""Margin of a tile in mm; with it, a board of 22 × 17 inches takes six sheets of A4."""
KEY = 5.7
"""The height that the plan of the tiles has above the map, in mm."""
LEAST_SCALE = 0.94
"""A board that fits on one sheet at this scale has no seam; pieces still fit in its places."""
BETWEEN = 8.0
"""Space between two tiles on a page in mm, with room for their marks."""
NARROW = 60.0
"""A tile that is narrower in mm is hard to join."""
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


class Tile(NamedTuple):
    """A part of a board on a page of its own or beside other parts; lengths in mm."""

    column: int
    row: int
    window: tuple[float, float, float, float]
    """Left, top, width and height on the board."""

    @property
    def label(self) -> str:
        """Its letter and number, such as `B2`."""
        return f"{chr(65 + self.column)}{self.row + 1}"


TileSheet = list[tuple[Tile, float, float]]
"""The tiles on a page, each with its left and top in mm."""


@in_typefaces
def tiled_map(game: Game, paper: tuple[float, float], words: Words) -> Sheets:
    """Each board in tiles that overlap by 10 mm, with marks for joining and a key plan.

    Tiles are as large as the paper if their remainders can share a sheet or are no narrow strips.
    """
    sheets = Sheets(f"{game.id}-map-tiles", f"{game.info.title}: {words['tiles']}", game.language)
    for board in game.own_boards:
        if not board.printed:
            continue
        name = f"board-{board.id}"
        drawn = sheets.art[name] = draw_board(game, board.id)
        if one := one_sheet((drawn.width, drawn.height), paper):
            (wide, high), scale = one
            page = sheets.page(wide, high)
            size = "" if scale == 1 else f", {scale:.0%}"
            page.title(f"{game.info.title}: {board.name}{size}")
            w, h = drawn.width * scale, drawn.height * scale
            page.placed.append(Placed(name, (wide - w) / 2, (high - h) / 2, w, h))
            page.ruler()
            continue
        (wide, high), pages = fewest_sheets((drawn.width, drawn.height), paper)
        tiles = [tile for page in pages for tile, _, _ in page]
        of = max(tile.column for tile in tiles) + 1, max(tile.row for tile in tiles) + 1
        for tiles_here in pages:
            page = sheets.page(wide, high)
            shown = [tile for tile, _, _ in tiles_here]
            labels = ", ".join(tile.label for tile in shown)
            page.title(f"{game.info.title}: {board.name}, {labels}")
            for tile, x, y in tiles_here:
                w, h = tile.window[2:]
                page.placed.append(Placed(name, x, y, w, h, window=tile.window))
                _joins(page, tile, (x, y), of)
                if len(shown) > 1:
                    letters = Style("text", 2.4)
                    at = (x + 1, y + h + 3)
                    if at[1] > page.height - MARGIN:  # the ruler is there
                        at = (x + w + 1, y + 3)
                    page.marks.text(tile.label, *at, letters, fill=INK)
            _key(page, shown, of)
            page.ruler()
    return sheets


def one_sheet(
    board: tuple[float, float], paper: tuple[float, float]
) -> tuple[tuple[float, float], float] | None:
    """The paper upright or turned, and the scale at which a board fits on it.

    None for a board that would be much smaller than it is.
    """
    choices = [
        (
            size,
            min(1.0, *((part - 2 * MARGIN) / full for part, full in zip(size, board, strict=True))),
        )
        for size in (paper, (paper[1], paper[0]))
    ]
    size, scale = max(choices, key=lambda choice: choice[1])
    return (size, scale) if scale >= LEAST_SCALE else None


def fewest_sheets(
    board: tuple[float, float], paper: tuple[float, float]
) -> tuple[tuple[float, float], list[TileSheet]]:
    """The paper upright or turned, and the tiles on its pages, so that the pages are few.

    Of as few pages and tiles, the largest tile is as large as possible, since there the board has
    no seam; but no tile is a narrow strip.
    """
    choices = []
    for size in (paper, (paper[1], paper[0])):
        room = (size[0] - 2 * MARGIN, size[1] - 2 * MARGIN)
        across, down = (
            (_even(full, part), _large(full, part)) for full, part in zip(board, room, strict=True)
        )
        choices += [(size, _laid(_tiles(wide, high), room)) for wide in across for high in down]

    def worth(choice: tuple[tuple[float, float], list[TileSheet]]) -> tuple[float, ...]:
        windows = [tile.window for page in choice[1] for tile, _, _ in page]
        narrow = sum(min(w, h) < NARROW for _, _, w, h in windows)
        return (len(choice[1]), len(windows), narrow, -max(w * h for _, _, w, h in windows))

    return min(choices, key=worth)


def _even(full: float, part: float) -> list[tuple[float, float]]:
    """The start and length of equal parts of a length that overlap, each at most `part`."""
    count = max(1, ceil((full - OVERLAP) / (part - OVERLAP)))
    length = (full + (count - 1) * OVERLAP) / count
    return [(number * (length - OVERLAP), length) for number in range(count)]


def _large(full: float, part: float) -> list[tuple[float, float]]:
    """The same with parts as long as possible, and a shorter one at the end."""
    parts = [(0.0, min(full, part))]
    while sum(parts[-1]) < full - 1e-6:
        start = sum(parts[-1]) - OVERLAP
        parts.append((start, min(full - start, part)))
    return parts


def _tiles(
    across: Sequence[tuple[float, float]], down: Sequence[tuple[float, float]]
) -> list[Tile]:
    return [
        Tile(column, row, (x, y, w, h))
        for row, (y, h) in enumerate(down)
        for column, (x, w) in enumerate(across)
    ]


def _laid(tiles: Sequence[Tile], room: tuple[float, float]) -> list[TileSheet]:
    """Tiles in rows on pages: a tile goes beside others or below them if there is room."""
    tiles = sorted(tiles, key=lambda tile: (-tile.window[3], tile.row, tile.column))
    spots = on_shelves([tile.window[2:] for tile in tiles], room, BETWEEN)
    pages = [
        [(tiles[one.number], MARGIN + one.x, MARGIN + one.y) for one in page] for page in spots
    ]
    return sorted(pages, key=lambda page: (page[0][0].row, page[0][0].column))


def _joins(page: Page, tile: Tile, at: tuple[float, float], of: tuple[int, int]) -> None:
    """Dashed lines where the next tiles begin, with their names in the margin."""
    (left, top), (w, h) = at, tile.window[2:]
    letters = Style("text", 2.4)
    if tile.column + 1 < of[0]:
        x = left + w - OVERLAP
        page.line(x, top - 4, x, top - 0.5)
        page.line(x, top + h + 0.5, x, top + h + 4)
        name = tile._replace(column=tile.column + 1).label
        page.marks.text(name, x + 1, top - 1.5, letters, fill=INK)
    if tile.row + 1 < of[1]:
        y = top + h - OVERLAP
        page.line(left - 4, y, left - 0.5, y)
        page.line(left + w + 0.5, y, left + w + 4, y)
        name = tile._replace(row=tile.row + 1).label
        page.marks.text(name, left - 5.5, y + 4, letters, fill=INK)


def _key(page: Page, shown: Sequence[Tile], of: tuple[int, int]) -> None:
    """A small plan of all tiles at the top right, with those of this page filled."""
    size = min(1.9, KEY / of[1])
    left, top = page.width - MARGIN - of[0] * size, 1.6
    here = {(tile.column, tile.row) for tile in shown}
    for row in range(of[1]):
        for column in range(of[0]):
            page.marks.rect(
                left + column * size,
                top + row * size,
                size,
                size,
                fill=INK if (column, row) in here else "none",
                stroke=INK,
                stroke_width=0.15,
            )
