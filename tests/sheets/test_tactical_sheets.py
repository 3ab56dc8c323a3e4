"""Sheets of a game on squares: geomorphic boards on a page each, set-up cards with forces."""

from __future__ import annotations

import pytest

from modgen.compile.words import words
from modgen.model.game import Game
from modgen.sheets import aids, counters, maps
from modgen.sheets.paper import Sheets, paper_size
from modgen.sheets.pdf import page_svg


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


def test_every_scenario_has_its_card(civil_power: Game, aid: Sheets) -> None:
    for scenario in civil_power.scenarios:
        art = f"setup-{scenario.id}"
        pages = [page for page in aid.pages if any(placed.art == art for placed in page.placed)]
        assert len(pages) == 1
        picture = pages[0].placed[0]
        assert picture.y + picture.h < pages[0].height * 0.85
        assert scenario.name in pages[0].marks.svg


def test_cards_tell_the_forces(aid: Sheets) -> None:
    page = next(one for one in aid.pages if any(art.art == "setup-i-4" for art in one.placed))
    svg = page_svg(page, aid)
    for word in ("Small Elite", "In this set-up", "Not for sale", "TV Crew", "Posh Hotel"):
        assert word in svg


def test_counters_have_ratings_in_four_corners(civil_power: Game) -> None:
    tank = counters.tile(civil_power, civil_power.piece_types["line"], "mounted", 15.875).svg
    for rating in ("0", "6", "4", "8"):
        assert f">{rating}</text>" in tank
