"""A board in tiles: every part of it is on some sheet, within its margins, and sheets are few."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modgen.assets import template_path
from modgen.compile.words import words
from modgen.library.games import load_game
from modgen.model.loading.folder import load
from modgen.sheets.maps import MARGIN, OVERLAP, fewest_sheets, one_sheet, tiled_map
from modgen.sheets.paper import PAPERS

PAPER = st.sampled_from(list(PAPERS.values()))
SIDE = st.floats(60, 900)
NAMES = words("en")
WORDS = {"map": NAMES("sheet_map"), "tiles": NAMES("sheet_tiles")}


@given(SIDE, SIDE, PAPER)
def test_tiles_cover_the_board_and_overlap(
    wide: float, high: float, paper: tuple[float, float]
) -> None:
    _, pages = fewest_sheets((wide, high), paper)
    tiles = {(one.column, one.row): one.window for page in pages for one, _, _ in page}
    assert len(tiles) == sum(len(page) for page in pages)
    columns = sorted({column for column, _ in tiles})
    rows = sorted({row for _, row in tiles})
    assert set(tiles) == {(column, row) for column in columns for row in rows}
    for along, sides, full in (
        (0, [tiles[n, 0] for n in columns], wide),
        (1, [tiles[0, n] for n in rows], high),
    ):
        assert sides[0][along] == 0
        assert abs(sides[-1][along] + sides[-1][along + 2] - full) < 1e-6
        for one, other in pairwise(sides):
            assert abs(one[along] + one[along + 2] - other[along] - OVERLAP) < 1e-6


@given(SIDE, SIDE, PAPER)
def test_tiles_of_a_page_are_inside_and_apart(
    wide: float, high: float, paper: tuple[float, float]
) -> None:
    size, pages = fewest_sheets((wide, high), paper)
    assert size in (paper, paper[::-1])
    for page in pages:
        boxes = [(x, y, x + tile.window[2], y + tile.window[3]) for tile, x, y in page]
        for left, top, right, bottom in boxes:
            assert left >= MARGIN - 1e-6
            assert top >= MARGIN - 1e-6
            assert right <= size[0] - MARGIN + 1e-6
            assert bottom <= size[1] - MARGIN + 1e-6
        for one, other in combinations(boxes, 2):
            assert (
                one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
            )


@given(SIDE, SIDE, PAPER)
def test_there_are_never_more_sheets_than_tiles_of_one_size_take(
    wide: float, high: float, paper: tuple[float, float]
) -> None:
    def count(full: float, part: float) -> int:
        return max(1, ceil((full - OVERLAP) / (part - 2 * MARGIN - OVERLAP) - 1e-9))

    even = [count(wide, a) * count(high, b) for a, b in (paper, paper[::-1])]
    assert len(fewest_sheets((wide, high), paper)[1]) <= min(even)


def test_remainders_share_a_sheet() -> None:
    assert len(fewest_sheets((594, 841), PAPERS["a4"])[1]) < 15


def test_a_tile_fills_its_sheet() -> None:
    size, pages = fewest_sheets((420, 302), PAPERS["a4"])
    assert size == (297.0, 210.0)
    windows = [tile.window for page in pages for tile, _, _ in page]
    assert max(w for _, _, w, _ in windows) == size[0] - 2 * MARGIN
    assert max(h for _, _, _, h in windows) == size[1] - 2 * MARGIN
    assert min(min(w, h) for _, _, w, h in windows) > 60


def test_no_tile_is_a_narrow_strip() -> None:
    _, pages = fewest_sheets((300, 190), PAPERS["a4"])
    windows = [tile.window for page in pages for tile, _, _ in page]
    assert len(windows) == 2
    assert min(w for _, _, w, _ in windows) > 60


@pytest.mark.long
def test_labels_of_tiles_are_not_on_the_ruler() -> None:
    document = tiled_map(load_game("junta-coup"), PAPERS["a4"], {"tiles": "map tiles"})
    labelled = 0
    for page in document.pages:
        for y in re.findall(r'<text[^>]* y="([0-9.]+)"[^>]*>C[123]</text>', page.marks.svg):
            labelled += 1
            assert float(y) < page.height - MARGIN
    assert labelled >= 3


@given(st.floats(20, 900), st.floats(20, 900), PAPER)
def test_a_board_on_one_sheet_is_inside_the_margins_and_hardly_smaller(
    wide: float, high: float, paper: tuple[float, float]
) -> None:
    found = one_sheet((wide, high), paper)
    if found is None:
        assert sum(len(page) for page in fewest_sheets((wide, high), paper)[1]) > 1
        return
    size, scale = found
    assert 0.94 <= scale <= 1
    assert wide * scale <= size[0] - 2 * MARGIN + 1e-6
    assert high * scale <= size[1] - 2 * MARGIN + 1e-6


@pytest.mark.parametrize("template", ["area", "hex", "blocks", "point-to-point"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_map_of_a_new_game_is_one_sheet(template: str, paper: str) -> None:
    tiles = tiled_map(load(template_path(template)).game, PAPERS[paper], WORDS)
    assert len(tiles.pages) == 1
