"""Pieces of set-ups lie inside their places and cover no name."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modgen.assets import template_path
from modgen.library.games import load_game
from modgen.model.boards.layout import (
    TALLY,
    box_point,
    inner_rect,
    inside,
    marker_room,
    space_points,
    track_cell,
)
from modgen.model.loading.folder import load
from modgen.model.placing import stack_step
from modgen.model.types.base import Rect
from tests.model.small_maps import piece

SIDES = st.floats(4, 40)


@given(SIDES, SIDES, st.integers(1, 12), st.floats(1, 12))
def test_pieces_in_a_cell_lie_inside_it(w: float, h: float, count: int, size: float) -> None:
    cell = Rect(x=3, y=5, w=w, h=h)
    kinds = [piece(f"p{n}", "us", size=min(size, w, h)) for n in range(count)]
    points = inside(cell, kinds)
    assert len(set(points)) == count or min(w, h) <= min(size, w, h)
    half = kinds[0].size / 2 - 1e-6
    for x, y in points:
        assert cell.x + half <= x <= cell.x + w - half
        assert cell.y + half <= y <= cell.y + h - half


def test_pieces_with_room_lie_side_by_side() -> None:
    kinds = [piece(f"p{n}", "us", size=6) for n in range(4)]
    points = inside(Rect(x=0, y=0, w=20, h=20), kinds)
    assert len({x for x, _ in points}) == 2
    assert all(
        max(abs(one[0] - other[0]), abs(one[1] - other[1])) >= 6
        for one in points
        for other in points
        if one != other
    )


def test_a_single_stack_is_in_the_middle() -> None:
    game = load_game("junta-coup")
    space = next(one for one in game.map.spaces if one.radius and one.pieces_at)
    for kind in (one for one in game.pieces if one.kind == "force"):
        (at,) = space_points(game, space, [kind]).values()
        assert at == space.pieces_at


def test_the_number_of_a_total_has_room_below_its_marker() -> None:
    game = load_game("people-power")
    track = game.tracks["edge"]
    shown = {total.marker for total in game.info.totals if not total.follows}
    for kinds in (
        [game.piece_types["victory_gov"]],
        [game.piece_types["resources_gov"], game.piece_types["victory_gov"]],
    ):
        assert shown & {kind.id for kind in kinds}
        room = marker_room(game, track, 18, kinds)
        assert room.h == track_cell(track, 18).h - TALLY
    lone = [kind for kind in game.pieces if kind.tracks == "edge" and kind.id not in shown]
    assert marker_room(game, track, 18, lone[:1]) == track_cell(track, 18)


def test_a_marker_in_the_box_of_its_side_is_in_the_middle() -> None:
    game = load_game("civil-power")
    for side in ("mob", "rival", "police"):
        box, marker = game.boxes[f"spent_on_{side}"], game.piece_types[f"points_{side}"]
        assert box_point(game, box, marker)[0] == inner_rect(box).centre[0]


@pytest.mark.long
def test_high_stacks_are_tighter() -> None:
    game = load_game("civil-power")
    usual, tight = stack_step(game, "Town"), stack_step(game, "Forces")
    assert tight[1] < usual[1]
    assert usual[0] / usual[1] == pytest.approx(tight[0] / tight[1])


MISTAKES = {
    "a marker larger than its cell": (
        ("map.yaml", "w: 24, h: 18", "w: 24, h: 6"),
        "scenarios/start.yaml:11:23: warning: `harvest_red` reaches over the cell `track:3`",
    ),
    "a marker over the label of its cell": (
        (
            "map.yaml",
            "h: 18, count: 11, going: right}",
            "h: 10, count: 11, going: right}\n    labels: {3: Wine}",
        ),
        "scenarios/start.yaml:11:23: warning: `harvest_red` covers the label of the cell `track:3`",
    ),
    "a box for less than its pile": (
        ("map.yaml", "{x: 204, y: 126, w: 67, h: 33}", "{x: 204, y: 126, w: 67, h: 13}"),
        "pieces.csv:3:83: warning: the stack of `army_red` reaches over the box `red_camp`",
    ),
    "pieces over a name": (
        ("map.yaml", "pieces_at: [150, 155]", "pieces_at: [150, 155], label_at: [150, 154]"),
        "scenarios/start.yaml:6:9: warning: `castle_red` in `east` covers the name of `east`",
    ),
    "the number of a stack over a name": (
        ("map.yaml", "pieces_at: [150, 155]", "pieces_at: [150, 155], label_at: [150, 147.2]"),
        "scenarios/start.yaml:6:9: warning: the number of the stack of `army_red` in `east` covers "
        "the name of `east`",
    ),
    "pieces over those of another space": (
        ("map.yaml", "pieces_at: [150, 85]", "pieces_at: [150, 150]"),
        "scenarios/start.yaml:6:9: warning: `castle_red` in `east` covers the pieces of `north`",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_warning_of_what_is_crowded(tmp_path: Path, mistake: str) -> None:
    (file, old, new), message = MISTAKES[mistake]
    folder = tmp_path / "game"
    shutil.copytree(template_path(), folder)
    text = (folder / file).read_text("utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), "utf-8")
    found = [str(one) for one in load(folder).diagnostics.sorted()]
    assert any(one.startswith(message) for one in found), found
