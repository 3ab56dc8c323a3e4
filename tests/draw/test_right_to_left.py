"""Right-to-left text: the order of letters, numbers and brackets, lines, icons and lists."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from bidi.algorithm import get_display
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from hypothesis import given
from hypothesis import strategies as st

from modgen.assets import template_path
from modgen.draw.bidi import begins_right, has_right_to_left, written
from modgen.draw.fonts import typefaces
from modgen.draw.svg import Drawing
from modgen.draw.text import Style, in_order, wrap
from modgen.library.games import load_game

HEBREW = "אבגדהוזחטיכלמנ"
ARABIC = "العبطقةثمسح"


def shown(text: str) -> str:
    """A line as the eye sees it, from left to right."""
    pieces = written([(letter, 0) for letter in text], begins_right(text))
    return "".join(piece[::-1] if has_right_to_left(piece) else piece for piece, _ in pieces)


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("אב 12 גד", "דג 12 בא"),
        ("אב 12 abc גד", "דג abc 12 בא"),
        ("Play אב גד now.", "Play דג בא now."),
        ("אב (2) גד", "דג (2) בא"),
        ("אב (גד) הו", "וה (דג) בא"),
        ("אב abc (def) גד", "דג abc (def) בא"),
        ("see (אב) 3", "see (בא) 3"),
        ("1) אב", "בא (1"),
        ("אב 1,000.", ".1,000 בא"),
        ("אב ٤٥ גד", "דג ٤٥ בא"),
        ("«אב»", "«בא»"),
    ],
)
def test_the_order_of_a_line(text: str, seen: str) -> None:
    assert shown(text) == seen


@given(st.text(st.sampled_from("abcXYZ 0123" + HEBREW + ARABIC + ",.:-"), min_size=1, max_size=40))
def test_the_order_is_that_of_another_implementation(text: str) -> None:
    expected = get_display(text, base_dir="R" if begins_right(text) else "L")
    assert shown(text) == expected


@pytest.mark.parametrize("letters", ["کگپچیابت", HEBREW, "اﯓﯔﯕ"])
def test_a_long_line_has_every_letter(letters: str) -> None:
    text = letters * 80
    pieces = written([(letter, 0) for letter in text], from_right=True)
    assert "".join(piece for piece, _ in pieces) == text


@pytest.mark.long
@given(st.text(st.sampled_from("ab 12()[]" + HEBREW), min_size=1, max_size=40))
def test_no_letter_is_lost_and_every_tag_stays_with_its_letter(text: str) -> None:
    tagged = [(letter, letter) for letter in text]
    pieces = list(written(tagged, begins_right(text)))
    seen = "".join(piece for piece, _ in pieces)
    # A bracket may be turned round.
    plain = str.maketrans("([", ")]")
    assert sorted(seen.translate(plain)) == sorted(text.translate(plain))
    assert all(set(piece) == {tag} for piece, tag in pieces if piece.isalnum())


def font(path: Path) -> None:
    """A font in which every letter is a square."""
    letters = {ord(letter): f"u{ord(letter):04x}" for letter in HEBREW + ARABIC + "12 ()•abc"}
    pen = TTGlyphPen(None)
    for number, corner in enumerate([(0, 0), (0, 500), (400, 500), (400, 0)]):
        (pen.moveTo if number == 0 else pen.lineTo)(corner)
    pen.closePath()
    square = pen.glyph()
    names = [".notdef", *letters.values()]
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap(letters)
    builder.setupGlyf(dict.fromkeys(names, square))
    builder.setupHorizontalMetrics(dict.fromkeys(names, (500, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Squares", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    builder.save(path)


@pytest.fixture(params=["text", "hebrew"])
def squares(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """A font with Hebrew letters: as the game's own text, or only for letters that others lack."""
    folder = shutil.copytree(template_path(), tmp_path / "game")
    (folder / "fonts").mkdir()
    font(folder / "fonts" / "squares.ttf")
    path = folder / "game.yaml"
    row = f"fonts: [{{id: {request.param}, file: squares.ttf, licence: none}}]\n"
    path.write_text(path.read_text("utf-8") + row, "utf-8")
    with typefaces(load_game(folder)):
        yield request.param


@pytest.mark.usefixtures("squares")
def test_runs_stand_side_by_side() -> None:
    (line,) = wrap("אב 12 גד", Style(size=2), 100)
    assert [run.text for run in line.runs] == ["גד", "12", "אב"]
    for left, right in zip(line.runs, line.runs[1:], strict=False):
        gap = right.x - left.x - left.width
        assert 0.3 < gap < 1.2, "a space stays between a number and a word"
    last = line.runs[-1]
    assert line.width == pytest.approx(last.x + last.width)


@pytest.mark.usefixtures("squares")
def test_lines_break_in_the_order_of_reading() -> None:
    lines = wrap("אב 12 גד הו", Style(size=2), 5)
    assert [[run.text for run in line.runs] for line in lines] == [["12", "אב"], ["הו", "גד"]]


@pytest.mark.usefixtures("squares")
def test_icons_and_bold_words_keep_their_places() -> None:
    (line,) = wrap("אב :flag: **גד** :star: ab", Style(size=2), 100)
    assert [run.text for run in line.runs] == ["ab", ":star:", "גד", ":flag:", "אב"]


@pytest.mark.usefixtures("squares")
def test_the_bullets_of_a_list_are_on_the_right() -> None:
    first, second = wrap("- אב גד הו זח", Style(size=2), 7)
    assert first.runs[-1].text == "•"
    assert first.width == pytest.approx(first.runs[-1].x + first.runs[-1].width)
    assert second.runs[-1].x + second.runs[-1].width < second.width


def test_a_plain_text_is_drawn_in_the_same_order(squares: str) -> None:
    face = Style().face()
    assert [part for part, _ in in_order("אב 12", face)] == ["12 ", "אב"]
    drawing = Drawing(50, 10)
    drawing.text("אב 12", 0, 5, Style(size=2))
    if squares == "text":
        assert drawing.svg.index('aria-label="12"') < drawing.svg.index('aria-label="אב"')
    else:
        assert drawing.svg.index(">12<") < drawing.svg.index('aria-label="אב"')
