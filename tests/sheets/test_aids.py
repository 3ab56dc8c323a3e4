"""Player aids and the inventory fill their pages; the index names pages."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from modgen.assets import bundled_games, template_path
from modgen.compile.words import words
from modgen.draw.charts import NOTE
from modgen.draw.text import LEAST, POINT, capitals
from modgen.library.games import load_game
from modgen.model.loading.folder import load
from modgen.sheets import aids, rules
from modgen.sheets.looks import legible
from modgen.sheets.paper import Sheets, paper_size
from modgen.sheets.setup_cards import add_setup_cards, draw_setup

A4 = paper_size("a4")


def said() -> dict[str, str]:
    found = words("en")
    return {key.removeprefix("sheet_"): found(key) for key in found.keys() if "sheet_" in key}  # noqa: SIM118


@pytest.mark.slow
def test_the_index_names_the_pages_of_aids_and_rules() -> None:
    for name, heading in (("junta-coup", "Aid"), ("tirad-pass", "Page")):
        game = load_game(name)
        charts = list(aids.rule_index(game, A4, said()))
        (index,) = charts
        assert heading in index.columns
        at = index.columns.index(heading)
        pages = {row[0]: row[at] for row in index.rows}
        document = (
            aids.aid_sheets(game, A4, said())
            if heading == "Aid"
            else rules.rule_sheets(game, A4, said())
        )
        assert document
        known = {str(number) for number in range(1, len(document.pages) + 1)}
        named = {number for text in pages.values() for number in text.split(",") if number}
        assert named
        assert named <= known
    assert pages["9.10"] == "3"  # the clause is on the third page of the booklet


@pytest.mark.long
def test_columns_of_the_inventory_are_about_equally_long() -> None:
    document = aids.reference_sheets(load_game("junta-coup"), A4, said())
    ends = [max(one.y + one.h for one in page.placed) for page in document.pages]
    assert len(ends) <= 2
    assert min(ends) > 0.6 * A4[1]


@pytest.mark.parametrize(
    "name",
    [
        name if name in ("junta-coup", "tirad-pass") else pytest.param(name, marks=pytest.mark.slow)
        for name in bundled_games()
    ],
)
def test_no_half_of_an_aid_is_empty(name: str) -> None:
    game = load_game(name)
    document = aids.chart_sheets(game, A4, said())
    for number, page in enumerate(document.pages, 1):
        middle = page.width / 2
        for half in (0, 1):
            here = [one for one in page.placed if (one.x > middle) == bool(half)]
            high = sum(one.h for one in here)
            assert high > 0.45 * page.height, (number, half)


@pytest.mark.parametrize("common", [True, False])
def test_a_game_without_charts_of_its_own_has_sheets(common: bool) -> None:
    game = load(template_path("cards")).game
    assert game is not None
    charts = tuple(chart.model_copy(update={"common": True}) for chart in game.charts)
    document = aids.aid_sheets(replace(game, charts=charts * common), A4, said())
    shown = {placed.art.rpartition("-")[0] for page in document.pages for placed in page.placed}
    assert {f"chart-{chart.id}" for chart in charts} <= shown if common else "chart-" not in shown


@pytest.mark.slow
def test_aids_of_all_sides_have_as_many_pages_and_letters_of_at_least_6_points() -> None:
    """The Filipinos' charts alone would fit on fewer pages, with much smaller letters."""
    game = load_game("amigos-insurrectos")
    for paper in (A4, paper_size("letter")):
        document = aids.chart_sheets(game, paper, said())
        titles = [side.name for side in game.info.sides]
        counts = [sum(name in page.marks.svg for page in document.pages) for name in titles]
        assert counts[0] == counts[1] == len(document.pages) / 2
        scales = [
            placed.h / document.art[placed.art].height
            for page in document.pages
            for placed in page.placed
        ]
        assert min(scales) * NOTE.size >= 6 * POINT


@pytest.mark.parametrize(
    ("heights", "count", "fullest"),
    [
        ([122, 60, 95, 130, 92], 2, 252),  # the highest first would leave 277 and 222
        ([50, 40, 30, 30, 30], 2, 90),
        ([9, 8, 7], 4, 9),
    ],
)
def test_charts_are_shared_out_so_that_the_fullest_panel_is_as_empty_as_possible(
    heights: list[float], count: int, fullest: float
) -> None:
    groups = aids._even(heights, count)
    assert sorted(n for group in groups for n in group) == list(range(len(heights)))
    assert len(groups) <= count
    assert max(sum(heights[n] for n in group) for group in groups) == fullest


def test_a_single_chart_is_as_wide_as_the_page() -> None:
    game = load(template_path("cards")).game
    (page,) = aids.chart_sheets(game, A4, said()).pages
    (placed,) = page.placed
    assert placed.w > 0.9 * page.width
    assert placed.y + placed.h < page.height


@pytest.mark.slow
def test_three_lessons_share_a_page_with_the_boards_that_they_use() -> None:
    game = load_game("civil-power")
    small = [scenario for scenario in game.scenarios if scenario.lesson]
    document = Sheets("setups", "Set-ups", "en")
    add_setup_cards(document, replace(game, scenarios=tuple(small)), A4, said())
    (page,) = document.pages
    assert len(page.placed) == len(small) == 3
    west = game.boards["west"]
    for placed, lower in pairwise((*page.placed, None)):
        assert placed is not None
        assert placed.w / placed.h == pytest.approx(west.width / west.height)
        assert placed.y + placed.h < (lower.y if lower else A4[1] - 9)


@pytest.mark.parametrize("name", ["area", "blocks", "cards", "hex", "point-to-point"])
def test_a_small_game_has_one_aid_with_everything(name: str) -> None:
    game = load(template_path(name)).game
    assert aids.reference_sheets(game, A4, said()).pages == []
    document = aids.aid_sheets(game, A4, said())
    aid, *setups = document.pages
    shown = {placed.art.removeprefix("chart-").rpartition("-")[0] for placed in aid.placed}
    assert {chart.id for chart in game.charts} < shown
    assert shown & {"card_pool", "force_pool_all"}
    assert len(setups) == (0 if name == "cards" else len(game.scenarios))
    assert ("setup_start" in shown) == (name == "cards")
    assert max(placed.y + placed.h for placed in aid.placed) < A4[0] - 9


@pytest.mark.long
def test_a_larger_game_keeps_its_reference() -> None:
    game = load_game("tirad-pass")
    assert aids.reference_sheets(game, A4, said()).pages
    document = aids.aid_sheets(game, A4, said())
    assert not any("pool" in placed.art for page in document.pages for placed in page.placed)


@pytest.mark.long
def test_many_choices_of_one_clause_are_one_name_in_the_index() -> None:
    (index,) = aids.rule_index(load_game("civil-power"), A4, said())
    about = {row[0]: row[1] for row in index.rows}
    assert about["7.0"] == "Result, Victory points"
    assert "Vehicle" in about["8.12.1"]  # the only choice of its clause


@pytest.mark.slow
def test_names_and_numbers_stay_on_a_small_map() -> None:
    game = load_game("junta-coup")
    drawn = legible(draw_setup(game, game.scenarios[0], scale=0.32).svg, LEAST / 0.32)
    for space in game.map.spaces:
        assert f">{capitals(space.name)}<" in drawn
    assert drawn.count(">6</text>") >= 3  # the number of each brigade's stack


@pytest.mark.long
def test_the_index_is_in_the_order_of_the_rules() -> None:
    (index,) = aids.rule_index(load_game("junta-coup"), A4, said())
    clauses = [row[0] for row in index.rows]
    assert clauses.index("2.d") < clauses.index("2.e") < clauses.index("10.b")


@pytest.mark.long
def test_charts_of_a_page_end_together() -> None:
    """The charts of a panel move apart if its neighbour is a little longer."""
    game = load_game("people-power")
    page = aids.chart_sheets(game, A4, said()).pages[0]
    halves = [[one for one in page.placed if (one.x > page.width / 2) == half] for half in (0, 1)]
    ends = [max(one.y + one.h for one in half) for half in halves]
    assert ends[0] == pytest.approx(ends[1], abs=0.1)


def test_types_with_the_same_names_are_one_row_of_the_force_pool() -> None:
    game = load(template_path("area")).game
    piece = game.pieces[0].model_copy(update={"count": 3})
    twice = replace(game, pieces=(piece, piece.model_copy(update={"id": "other", "count": 2})))
    (pool,) = aids._force_pools(twice, said())
    assert [(row[0], row[-1]) for row in pool.rows] == [(piece.name, "5")]


def test_a_long_force_pool_is_on_several_pages_at_a_legible_size() -> None:
    game = load(template_path("area")).game
    piece = game.pieces[0]
    many = [piece.model_copy(update={"id": f"p{n}", "name": f"Unit {n}"}) for n in range(400)]
    game = replace(game, pieces=tuple(many), scenarios=(), charts=())
    sheets = aids.reference_sheets(game, A4, said())
    assert len(sheets.pages) > 3
    scales = {
        round(placed.w / sheets.art[placed.art].width, 2)
        for page in sheets.pages
        for placed in page.placed
    }
    assert min(scales) >= 0.82
    shown = "".join(drawn.svg for drawn in sheets.art.values())
    assert all(f">Unit {n}<" in shown for n in range(400))
