"""Pieces of many sizes share pages; each has its back behind it."""

from __future__ import annotations

import re

import pytest

from modgen.draw.svg import Drawing
from modgen.sheets.impose import Cell, Duplex, ImposedPiece
from modgen.sheets.paper import Page, Placed, Sheets, paper_size
from modgen.sheets.sizes import impose_sizes

A4 = paper_size("a4")
ODD = [(20 + n * 1.3, 70 - n * 0.7) for n in range(40)]


def imposed(duplex: Duplex, sizes: list[tuple[float, float]], copies: int = 1) -> Sheets:
    sheets = Sheets("x", "Title", "en")
    pieces = {}
    for number, size in enumerate(sizes):
        sheets.art[f"f{number}"], sheets.art[f"b{number}"] = Drawing(*size), Drawing(*size)
        pieces[Cell(*size)] = [ImposedPiece(f"f{number}", f"b{number}", copies)]
    impose_sizes(sheets, pieces, A4, duplex, {"back": "(back)", "sizes": "several sizes"})
    return sheets


def fronts(page: Page) -> list[Placed]:
    return [placed for placed in page.placed if placed.art.startswith("f")]


def test_each_piece_of_an_odd_size_is_there_once_and_apart_from_others() -> None:
    sheets = imposed("none", ODD)
    names = [placed.art for page in sheets.pages for placed in page.placed]
    assert sorted(names) == sorted(f"f{number}" for number in range(40))
    assert len(sheets.pages) <= 4
    for page in sheets.pages:
        for one in page.placed:
            assert one.x >= 9
            assert one.y >= 9
            assert one.x + one.w <= A4[0] - 9 + 1e-6
            assert one.y + one.h <= A4[1] - 9 + 1e-6
            for other in page.placed:
                apart = (
                    one.x + one.w + 4 <= other.x + 1e-6
                    or other.x + other.w + 4 <= one.x + 1e-6
                    or one.y + one.h + 4 <= other.y + 1e-6
                    or other.y + other.h + 4 <= one.y + 1e-6
                )
                assert one is other or apart


@pytest.mark.parametrize("duplex", ["long", "short"])
def test_backs_are_behind_their_fronts(duplex: Duplex) -> None:
    pages = imposed(duplex, ODD).pages
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        assert back.back
        behind = {placed.art: placed for placed in back.placed}
        for one in front.placed:
            other = behind[one.art.replace("f", "b")]
            x = A4[0] - other.x - other.w if duplex == "long" else other.x
            y = other.y if duplex == "long" else A4[1] - other.y - other.h
            assert (x, y, other.w, other.h) == pytest.approx((one.x, one.y, one.w, one.h))
            assert other.turned == (0 if duplex == "long" else 180)


def test_backs_of_a_folded_page_are_below_the_fold() -> None:
    for page in imposed("fold", ODD).pages:
        behind = {placed.art: placed for placed in page.placed}
        for one in fronts(page):
            other = behind[one.art.replace("f", "b")]
            assert one.y + one.h <= A4[1] / 2 + 1e-6
            assert A4[1] - other.y - other.h == pytest.approx(one.y)


def test_many_pieces_of_a_size_and_a_single_size_have_pages_of_their_own() -> None:
    assert {page.placed[0].x for page in imposed("none", [(40, 60)]).pages} != {9}
    sheets = imposed("none", [(40, 60), (41, 60), (20, 20)], copies=12)
    sizes = [{placed.w for placed in page.placed} for page in sheets.pages]
    assert sizes == [{40}, {41}, {20}]


def test_a_piece_as_wide_as_a_page_of_one_size_shares_none() -> None:
    """Pages of one size have room for wider pieces than shared ones."""
    sheets = imposed("none", [(196.0, 20.0), (30.0, 40.0), (40.0, 30.0)])
    for page in sheets.pages:
        for one in page.placed:
            assert one.x >= 4
            assert one.x + one.w <= A4[0] - 4


def test_titles_tell_pages_of_one_size_from_shared_ones() -> None:
    sheets = imposed("none", [(60.0, 90.0), (30.0, 40.0), (40.0, 30.0)], copies=5)
    titles = ["".join(re.findall(r">([^<>]+)</text>", page.marks.svg)) for page in sheets.pages]
    assert "Title, 60 × 90 mm, 1/1" in titles[0]
    assert "Title, several sizes, 1/1" in titles[1]
