"""Sheets of a game on squares: geomorphic boards on a page each, set-up cards with forces."""

from __future__ import annotations

import pytest

from modgen.compile.words import words
from modgen.model.game import Game
from modgen.sheets import aids, counters, maps
from modgen.sheets.paper import MARGIN, Sheets, paper_size
from modgen.sheets.setup_cards import shows_pieces
from tests.sheets.page_picture import page_svg


def said() -> dict[str, str]:
    found = words("en")
    return {
        key.partition("_")[2]: found(key)
        for key in found.keys()  # noqa: SIM118
        if key.startswith(("sheet_", "force_"))
    }


@pytest.fixture(scope="module")
def aid(civil_power: Game) -> Sheets:
    return aids.aid_sheets(civil_power, paper_size("a4"), said())


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_geomorphic_board_is_a_page(civil_power: Game, paper: str) -> None:
    document = maps.tiled_map(civil_power, paper_size(paper), said())
    for board in ("west", "east"):
        pages = [
            page
            for page in document.pages
            if any(placed.art == f"board-{board}" for placed in page.placed)
        ]
        assert len(pages) == 1
        assert (pages[0].placed[0].w, pages[0].placed[0].h) == (190, 247)


@pytest.mark.long
def test_every_scenario_has_its_card(civil_power: Game, aid: Sheets) -> None:
    """Only a scenario that puts pieces on the map has a page with the map."""
    shown = [placed.art for page in aid.pages for placed in page.placed]
    for scenario in civil_power.scenarios:
        (page,) = (one for one in aid.pages if f">{scenario.name}</text>" in one.marks.svg)
        art = f"setup-{scenario.id}"
        assert shown.count(art) == shows_pieces(civil_power, scenario)
        if shows_pieces(civil_power, scenario):
            (picture,) = (placed for placed in page.placed if placed.art == art)
            assert picture.y + picture.h < page.height - MARGIN
    bare = [one for one in civil_power.scenarios if not shows_pieces(civil_power, one)]
    charts = [page for page in aid.pages if page.width > page.height]
    assert len(aid.pages) - len(charts) < len(civil_power.scenarios) - len(bare) / 2


def test_cards_tell_the_forces(aid: Sheets) -> None:
    page = next(one for one in aid.pages if ">I-4 Terre Blanche</text>" in one.marks.svg)
    svg = page_svg(page, aid)
    for word in ("Small Elite", "In this set-up", "Not for sale", "TV Crew", "Posh Hotel"):
        assert word in svg


def test_counters_have_ratings_in_four_corners(civil_power: Game) -> None:
    tank = counters.tile(civil_power, civil_power.piece_types["line"], "mounted", 15.875).svg
    for rating in ("0", "6", "4", "8"):
        assert f">{rating}</text>" in tank
