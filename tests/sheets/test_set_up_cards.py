"""Set-up cards use their pages, and what they show can be read."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from modgen.assets import template_path
from modgen.compile.words import words
from modgen.draw.board import label_size
from modgen.draw.text import LEAST
from modgen.library.games import load_game
from modgen.model.checks.crowding import name_rect, overlap
from modgen.model.game import Game
from modgen.model.loading.folder import Loaded, load
from modgen.model.types.places import BoardLabel
from modgen.sheets.looks import legible
from modgen.sheets.paper import MARGIN, Page, Sheets, paper_size
from modgen.sheets.setup_cards import (
    BADGE,
    _around,
    _below_head,
    _counted,
    _head,
    _with_large_labels,
    add_setup_cards,
    draw_setup,
    shown_part,
)

A4 = paper_size("a4")


def pages(game: Game) -> tuple[Sheets, list[Page]]:
    found = words("en")
    said = {key.removeprefix("sheet_"): found(key) for key in found.keys() if "sheet_" in key}  # noqa: SIM118
    document = Sheets("setups", "Set-ups", "en")
    add_setup_cards(document, game, A4, said)
    return document, document.pages


@pytest.fixture(scope="module")
def tirad() -> Game:
    return load_game("tirad-pass")


@pytest.mark.long
def test_two_set_ups_with_short_lists_share_a_page(tirad: Game) -> None:
    _, (page,) = pages(tirad)
    upper, lower = page.placed
    assert upper.w == lower.w >= 0.6 * (A4[0] - 2 * MARGIN)
    assert upper.y + upper.h < lower.y
    assert lower.y + lower.h <= A4[1] - MARGIN


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "es"])
def test_set_ups_that_follow_one_another_are_arranged_alike(language: str) -> None:
    """Those of a page, and those that have a page in landscape format each."""
    _, found = pages(load_game("people-power", language=language))
    assert [len(page.placed) for page in found] == [1, 1, 2]
    for group in ([*found[0].placed, *found[1].placed], found[2].placed):
        assert len({(one.x, one.w, one.h) for one in group}) == 1
    first, second = (set(re.findall(r'font-size="([\d.]+)"', page.marks.svg)) for page in found[:2])
    assert first == second


@pytest.mark.long
@pytest.mark.parametrize("words_of_one", [3, 4000])
def test_a_list_too_long_for_its_page_has_pages_of_its_own(
    tirad: Game, monkeypatch: pytest.MonkeyPatch, words_of_one: int
) -> None:
    entries = [f"entry{n} " + "unit " * words_of_one for n in range(600 if words_of_one < 9 else 2)]
    monkeypatch.setattr("modgen.sheets.setup_cards._placements", lambda *_: iter(entries))
    one = replace(tirad, scenarios=tirad.scenarios[:1])
    _, (first, *more) = pages(one)
    assert first.placed[0].h > 0.5 * A4[1]
    text = "".join(page.marks.svg for page in more)
    for page in (first, *more):
        lines = [float(y) for y in re.findall(r'<text[^>]* y="([-\d.]+)"', page.marks.svg)]
        assert min(lines) > 0
        assert max(lines) < A4[1]
    assert len(more) > 1
    assert text.count("entry") == len(entries)
    assert text.count("unit") == words_of_one * len(entries)


@pytest.mark.long
@pytest.mark.parametrize("count", [150, 600])
def test_long_texts_leave_room_for_the_map(tirad: Game, count: int) -> None:
    one, two = tirad.scenarios[:2]
    long = one.model_copy(update={"notes": [*one.notes, "word of a note " * count]})
    _, found = pages(replace(tirad, scenarios=(long, two)))
    placed = [(page, each) for page in found for each in page.placed]
    assert len(placed) == 2
    for page, each in placed:
        assert min(each.w, each.h) > 20
        assert each.y + each.h <= page.height
    assert "".join(page.marks.svg for page in found).count("word") == count


@pytest.mark.slow
def test_a_run_of_landscape_pages_ends_before_a_card_that_would_make_it_small() -> None:
    game = load_game("people-power")
    one, two = game.scenarios[:2]
    long = two.model_copy(update={"notes": [*two.notes, "Words of a rule. " * 100]})
    _, (alone, *_) = pages(replace(game, scenarios=(one,)))
    _, (first, *rest) = pages(replace(game, scenarios=(one, long)))
    assert first.placed[0].w > 0.9 * alone.placed[0].w
    assert all(each.w > 0 for page in rest for each in page.placed)


@pytest.mark.long
def test_charts_are_left_out_of_a_set_up(tirad: Game) -> None:
    board = tirad.map.boards[0]
    left, top, wide, high = shown_part(tirad, tirad.scenarios[0])
    assert wide < 0.8 * board.width
    assert left >= 0 <= top and high <= board.height
    for box in tirad.map.boxes:
        inside = left <= box.rect.x and box.rect.x + box.rect.w <= left + wide
        assert inside != bool(box.chart)
    assert "Combat results" not in draw_setup(tirad, tirad.scenarios[0]).svg


def test_a_map_without_charts_is_shown_whole() -> None:
    game = load(template_path("area")).game
    assert game is not None
    board = game.map.boards[0]
    assert shown_part(game, game.scenarios[0]) == (0.0, 0.0, board.width, board.height)


def test_names_of_boxes_and_areas_are_legible_on_a_small_map() -> None:
    game = load(template_path("area")).game
    assert game is not None
    scale = 0.27
    drawn = legible(draw_setup(game, game.scenarios[0], scale=scale).svg, LEAST / scale)
    for name in (">Draw pile<", ">Red camp<", ">NORTH VALE<", ">EAST VALE<"):
        assert name in drawn


@pytest.mark.long
def test_numbers_of_stacks_cover_no_name() -> None:
    game = load_game("amigos-insurrectos")
    drawn = draw_setup(game, game.scenarios[0]).svg
    discs = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" fill="#ffffff" r="2.7"', drawn)
    assert len(discs) > 10
    for space in (game.spaces[key] for key in ("manila", "marong", "tayabas", "manila_bay")):
        name = name_rect(game, space)
        for x, y in discs:
            assert overlap(name, _around((float(x), float(y)), 2 * BADGE)) < 1, space.id


@pytest.mark.long
def test_a_large_name_beside_the_marks_of_another_area_has_two_lines() -> None:
    game = load_game("people-power")
    lesson = next(one for one in game.scenarios if one.lesson)
    drawn = draw_setup(game, lesson, scale=0.24).svg
    assert ">EASTERN<" in drawn
    assert ">NORTHERN LUZON<" in drawn
    assert ">EASTERN MINDANAO<" in draw_setup(game, lesson, scale=0.5).svg


@pytest.mark.long
def test_a_box_of_its_marker_is_not_named_twice() -> None:
    game = load_game("civil-power")
    one = [scenario for scenario in game.scenarios if scenario.id.startswith("learn")][:1]
    _, (page,) = pages(replace(game, scenarios=tuple(one)))
    assert "Time of day" in page.marks.svg
    assert "Time of day (" not in page.marks.svg


@pytest.mark.long
def test_a_wide_map_has_a_page_in_landscape_format() -> None:
    hexes = load_game(template_path("hex"))
    _, (page,) = pages(hexes)
    assert page.width > page.height
    assert page.placed[0].w > A4[0] - 2 * MARGIN
    assert page.placed[0].y + page.placed[0].h <= page.height - MARGIN


def test_a_stack_is_below_the_large_name_of_its_box(amigos: Game) -> None:
    box = amigos.boxes["trans_ocean"]
    head = _head(box, (0.0, 0.0), 12.0)
    assert head.h > 25
    half = 6.0
    middle = box.rect.centre[1]
    lower = middle + _below_head(amigos, box.id, {box.id: head}, middle, half)
    assert lower - half >= head.y + head.h
    assert _below_head(amigos, "manila", {box.id: head}, middle, half) == 0


def test_headings_of_tracks_are_as_large_as_there_is_room(tirad: Game) -> None:
    large = _with_large_labels(tirad, 6.0)
    sizes = {label.text: label.size for label in large.map.boards[0].labels}
    assert sizes["TURN"] == sizes["STEPS LOST"] == 6.0
    assert _with_large_labels(tirad, 60.0).map.boards[0].labels == tirad.map.boards[0].labels


def test_headings_that_grow_do_not_cover_each_other(tirad: Game) -> None:
    board = tirad.map.boards[0]
    one = BoardLabel(text="RAIN", at=(60, 40), style="subtitle", size=2)
    far = (label_size(tirad, one)[0] + label_size(tirad, one.model_copy(update={"size": 6}))[0]) / 2
    other = one.model_copy(update={"at": (61 + far, 40)})
    bare = board.model_copy(update={"labels": [one, other]})
    plain = tirad.map.model_copy(update={"boards": [bare], "boxes": [], "tracks": []})
    large = _with_large_labels(replace(tirad, map=plain), 6.0)
    assert [label.size for label in large.map.boards[0].labels] == [6.0, 2.0]


def test_numbers_are_not_read_as_parts_of_names(people_power: Loaded, civil_power: Game) -> None:
    level = civil_power.piece_types["second_level"]
    assert _counted(1, level) == "1 × 2nd Level"
    election = people_power.game.card["38"]
    assert election.told == "#38 Ninoy Aquino Murdered"


def test_a_face_with_the_name_of_its_piece_is_told_alone(tirad: Game) -> None:
    assert tirad.piece_types["path"].told_as("Path A") == "Path A"
    assert tirad.piece_types["squad_1"].told_as("reduced") == "Squad 1 (reduced)"
