"""Nets: boxes have room for their decks, dice are dice, and all fit on the paper."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modgen.compile.words import words
from modgen.model.game import Game
from modgen.model.loading.folder import Loaded
from modgen.model.types.game_file import Die
from modgen.sheets.boxes import box_sheets
from modgen.sheets.nets import DEEPER, SLACK, die_net, tuck_box, wrap_band
from modgen.sheets.paper import PaperError, Placed, Sheets, paper_size

A4 = paper_size("a4")


def sheets_of(game: Game, thickness: float = 0.32) -> Sheets:
    found = words("en")
    said = {key.partition("_")[2]: found(key) for key in found.keys() if "sheet_" in key}  # noqa: SIM118
    document = box_sheets(game, A4, thickness, said)
    assert document
    return document


def placed(document: Sheets, kind: str) -> list[Placed]:
    return [one for page in document.pages for one in page.placed if one.art.startswith(kind)]


@given(st.floats(30, 120), st.floats(40, 180), st.floats(0.3, 60))
def test_a_box_closes_around_its_cards(wide: float, high: float, thick: float) -> None:
    box = tuck_box((wide, high), thick)
    for panel in (box.back, box.front):
        assert (panel.w, panel.h) == pytest.approx((wide + SLACK, high + SLACK))
    for side in box.sides:
        assert (side.w, side.h) == pytest.approx((thick + DEEPER, high + SLACK))
    assert (box.lid.w, box.lid.h) == pytest.approx((wide + SLACK, thick + DEEPER))
    around = [box.back, box.sides[0], box.front, box.sides[1]]
    assert all(a.x + a.w == pytest.approx(b.x) for a, b in pairwise(around))
    # Four panels around, a lid, a floor and its flap, a tuck flap, four dust flaps, a glue flap.
    assert len(box.net.coloured) + len(box.net.plain) == 13
    assert len(box.net.edges()[1]) == 12
    for points in (*box.net.coloured, *box.net.plain):
        assert all(0 <= x <= box.net.width and 0 <= y <= box.net.height for x, y in points)


def test_a_band_goes_around_the_deck() -> None:
    net, back, front = wrap_band((63, 88), 20)
    assert back.w == front.w > 63
    assert front.x - back.x - back.w > 20
    assert len(net.edges()[1]) == 4


def test_a_die_is_a_die() -> None:
    net, faces = die_net(10)
    x, y = faces[2]
    assert faces[1] == pytest.approx((x - 10, y)) and faces[6] == pytest.approx((x + 10, y))
    assert faces[5] == pytest.approx((x + 20, y))  # two steps from its opposite, 2
    assert faces[3] == pytest.approx((x, y - 10)) and faces[4] == pytest.approx((x, y + 10))
    assert len(net.plain) == 7
    cut, fold = net.edges()
    assert len(fold) == 12
    assert len(cut) == 14 - 7 + 3 * 7


def test_a_box_and_a_band_for_each_deck(vales: Game) -> None:
    document = sheets_of(vales)
    boxes, bands = placed(document, "box-"), placed(document, "wrap-")
    assert [one.art for one in boxes] == [f"box-{deck}" for deck in vales.decks]
    assert len(bands) == len(boxes)
    assert placed(sheets_of(vales, 1.0), "box-")[0].w > boxes[0].w


def test_nets_fit_and_lie_beside_each_other(people_power: Loaded) -> None:
    for page in sheets_of(people_power.game).pages:
        for number, one in enumerate(page.placed):
            assert one.x >= 0 and one.x + one.w <= page.width
            assert one.y > 9 and one.y + one.h <= page.height - 7
            for other in page.placed[number + 1 :]:
                assert one.y + one.h <= other.y or one.x + one.w <= other.x


def test_a_deck_too_thick_for_the_paper_has_several_boxes(vales: Game) -> None:
    deck = vales.cards[0].deck
    many = vales.cards[0].model_copy(update={"copies": 301})
    document = sheets_of(replace(vales, cards=(many,)))
    boxes = placed(document, f"box-{deck}-")
    assert len(boxes) > 1
    told = "".join(page.marks.svg for page in document.pages)
    in_each = [int(count) for count in re.findall(r"(\d+) cards", told)]
    assert sum(in_each) == 2 * 301  # each part has a box and a band
    assert max(in_each) - min(in_each) < len(boxes)
    with pytest.raises(PaperError, match="does not fit"):
        box_sheets(vales, (60, 80), 0.3, {"boxes": "b", "box_of": "{deck} {count}"})


def test_six_sided_dice_by_their_colours(vales: Game) -> None:
    dice = [
        Die(id="a", name="A", count=2, colour="#ff0000"),
        Die(id="b", name="B", count=3, colour="#ff0000"),
        Die(id="c", name="C", colour="#0000ff"),
        Die(id="d", name="D", sides=10),
    ]
    game = replace(vales, info=vales.info.model_copy(update={"dice": dice}))
    found = [one.art for one in placed(sheets_of(game), "die-")]
    assert found == ["die-1-1", "die-1-2", "die-1-3", "die-2-1"]
