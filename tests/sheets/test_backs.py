"""Backs that fit: the offset for a printer, the test page for it, and the bleed of backs."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageChops, ImageStat

from modgen.compile.words import words
from modgen.model.game import Game
from modgen.sheets import cards
from modgen.sheets.impose import BACK_BLEED, Cell, ImposedPiece, impose
from modgen.sheets.paper import PaperError, Sheets, offset, paper_size
from modgen.sheets.pipeline import SheetOptions, write_sheets
from tests.sheets.page_picture import page_svg

A4 = paper_size("a4")
DOTS = 10
"""Pixels in a millimetre."""


@given(st.floats(-10, 10), st.floats(-10, 10))
def test_an_offset_is_two_numbers(x: float, y: float) -> None:
    assert offset(f"{x:.3f},{y:+.3f}") == pytest.approx((x, y), abs=0.001)


@pytest.mark.parametrize("text", ["", "1", "1,2,3", "1;2", "nan,0", "10.5,0", "0,-11", "1e1,0"])
def test_what_is_no_offset(text: str) -> None:
    with pytest.raises(PaperError, match="mm"):
        offset(text)


@pytest.mark.parametrize("duplex", ["fold", "none"])
@pytest.mark.parametrize(("part", "shift"), [("test", "0,0"), ("cards", "1,0")])
def test_no_backs_to_shift(
    vales: Game,
    part: Literal["test", "cards"],
    shift: str,
    duplex: Literal["fold", "none"],
    tmp_path: Path,
) -> None:
    options = SheetOptions(parts=(part,), duplex=duplex, offset=shift)
    with pytest.raises(PaperError, match="--duplex long or short"):
        write_sheets(vales, tmp_path, options)


def dark(page: pypdfium2.PdfPage) -> list[tuple[int, int]]:
    """The dark pixels of a page between its title and its ruler."""
    picture = page.render(scale=DOTS * 25.4 / 72).to_pil().convert("L")
    wide, high = picture.size
    data = picture.tobytes()
    rows = range(40 * DOTS, high - 12 * DOTS)
    return [(x, y) for y in rows for x in range(wide) if data[y * wide + x] < 160]


def numbers(page: pypdfium2.PdfPage, text: str) -> list[tuple[float, float]]:
    """The middle of a text wherever it is on a page, in mm from the top left corner."""
    _, high = page.get_size()
    text_page = page.get_textpage()
    found, search = [], text_page.search(text)
    while (hit := search.get_next()) is not None:
        boxes = [text_page.get_charbox(hit[0] + at) for at in range(len(text))]
        x = (boxes[0][0] + boxes[-1][2]) / 2
        y = high - (boxes[0][1] + boxes[0][3]) / 2
        found.append((x * 25.4 / 72, y * 25.4 / 72))
    return found


@pytest.mark.long
@pytest.mark.parametrize("duplex", ["long", "short"])
def test_what_is_read_on_the_test_page_corrects_the_misfit(
    vales: Game, duplex: Literal["long", "short"], tmp_path: Path
) -> None:
    """A page whose back is shifted by an offset stands for a printer that shifts it so."""
    options = SheetOptions(parts=("test",), duplex=duplex, offset="2,-3", papers=("100x160mm",))
    (path,) = write_sheets(vales, tmp_path, options)
    front, back = pypdfium2.PdfDocument(path)
    lines = [(x / DOTS, y / DOTS) for x, y in dark(back)]
    if duplex == "long":
        seen = [(100 - x, y) for x, y in lines]
    else:
        seen = [(x, 160 - y) for x, y in lines]
    vertical = max({x for x, _ in seen}, key=lambda x: sum(x == other for other, _ in seen))
    level = max({y for _, y in seen}, key=lambda y: sum(y == other for _, other in seen))
    (five_x, _), (_, five_y) = sorted(numbers(front, "+5"), key=lambda at: at[1])
    (less_x, _), (_, less_y) = sorted(numbers(front, "-5"), key=lambda at: at[1])
    read_x = -5 + 10 * (vertical - less_x) / (five_x - less_x)
    read_y = -5 + 10 * (level - less_y) / (five_y - less_y)
    assert (read_x, read_y) == pytest.approx((-2, 3), abs=0.25)


@pytest.mark.long
def test_only_backs_are_shifted(vales: Game, tmp_path: Path) -> None:
    pictures = []
    for name, shift in (("a", "0,0"), ("b", "1,2")):
        options = SheetOptions(parts=("cards",), offset=shift, papers=("80x110mm",))
        written = write_sheets(vales, tmp_path / name, options)
        path = next(path for path in written if "110mm" in path.name)
        pdf = pypdfium2.PdfDocument(path)
        pictures.append([pdf[at].render(scale=DOTS * 25.4 / 72).to_pil() for at in range(2)])
    (front, back), (front_again, shifted) = pictures
    assert front.tobytes() == front_again.tobytes()
    middle = (200, 300, 600, 800)
    moved = tuple(at + more for at, more in zip(middle, (10, 20, 10, 20), strict=True))
    same, other = shifted.crop(moved), shifted.crop(middle)
    assert max(ImageStat.Stat(ImageChops.difference(back.crop(middle), same)).mean) < 0.5
    assert max(ImageStat.Stat(ImageChops.difference(back.crop(middle), other)).mean) > 1


@pytest.mark.parametrize("bleed", [0.0, 0.8])
@pytest.mark.parametrize("duplex", ["long", "short"])
def test_backs_have_a_wider_bleed(bleed: float, duplex: Literal["long", "short"]) -> None:
    sheets = Sheets("x", "X", "en")
    cell = Cell(40, 50, bleed)
    impose(sheets, [ImposedPiece("f", "b", 3)], cell, A4, duplex, "(back)")
    front, back = sheets.pages
    assert not front.below
    assert not front.back and back.back
    for placed, larger in zip(back.placed, back.below, strict=True):
        over = BACK_BLEED - bleed
        assert (larger.art, larger.turned) == (placed.art, placed.turned)
        assert (larger.x, larger.y) == pytest.approx((placed.x - over, placed.y - over))
        assert (larger.w, larger.h) == pytest.approx((placed.w + 2 * over, placed.h + 2 * over))


def test_wide_backs_keep_clear_of_title_and_ruler(vales: Game) -> None:
    said = words("en")
    names = {key: said(f"sheet_{key}") for key in ("cards", "back", "sizes")}
    document = cards.card_sheets(vales, paper_size("letter"), "long", names)
    assert document
    for page in document.pages:
        for placed in page.below:
            assert placed.y >= 6.5
            assert placed.y + placed.h <= page.height - 6.5
    assert "translate(0.0 0.0)" in page_svg(document.pages[1], document)
