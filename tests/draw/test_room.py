"""Pieces in cells, boxes and hexes leave labels, prices and names free."""

from __future__ import annotations

import re

import pytest

from modgen.assets import bundled_games, template_path
from modgen.draw.board import draw_board
from modgen.draw.grids import paint_grids
from modgen.draw.svg import Drawing
from modgen.draw.text import capitals
from modgen.library.games import load_game
from modgen.model.boards.arrangement import map_name
from modgen.model.boards.layout import (
    COIN,
    STACK_STEP,
    box_slots,
    inner_rect,
    level_points,
    track_cell,
)
from modgen.model.loading.folder import load
from modgen.model.placing import scenario_pieces, stack_step
from modgen.model.tactics.purchases import start_levels

LETTERS = 3.0
"""The height of the label of a cell in mm."""


@pytest.mark.long
@pytest.mark.parametrize("name", ["amigos-insurrectos", "tirad-pass"])
def test_markers_leave_the_labels_of_cells_free(name: str) -> None:
    game = load_game(name)
    labelled = 0
    for scenario in game.scenarios:
        levels = start_levels(game, scenario)
        for key, (_, y) in level_points(game, levels).items():
            piece = game.piece_types[key]
            track = game.tracks[piece.tracks or ""]
            cell = track_cell(track, levels[key])
            if track.labels.get(levels[key]):
                labelled += 1
                assert y + piece.drawn_height / 2 <= cell.y + cell.h - LETTERS + 0.01, key
    assert labelled >= 2


@pytest.mark.long
@pytest.mark.parametrize("name", bundled_games())
def test_stacks_in_boxes_hide_no_price_and_stay_apart_from_the_frame(name: str) -> None:
    game = load_game(name)
    steps = {map_name(board): stack_step(game, map_name(board)) for board in game.map.boards}
    for box in game.map.boxes:
        slots = box_slots(game, box)
        inner = inner_rect(box)
        dx, dy = steps[map_name(game.boards[box.board])]
        for key, slot in slots.items():
            piece = game.piece_types[key]
            if piece.on_side:
                continue
            most = (piece.count - 1) * dy
            assert most <= slot.rise + 0.3, (box.id, key)
            left, right = slot.at[0] - piece.size / 2, slot.at[0] + piece.size / 2
            assert left > inner.x + 0.2, (box.id, key)
            assert right + (piece.count - 1) * dx < inner.x + inner.w - 0.2, (box.id, key)
            if piece.price():
                top = slot.at[1] - piece.drawn_height / 2 - slot.rise - COIN
                assert top >= inner.y - 0.01, (box.id, key)


@pytest.mark.long
def test_a_high_stack_stays_above_its_name() -> None:
    game = load_game("amigos-insurrectos")
    dx, dy = stack_step(game, "Pools")
    assert (dx, dy) < STACK_STEP
    highest = max(piece.count for piece in game.pieces if piece.home == "pool_filipino")
    assert highest > 30
    assert (highest - 1) * dx < 11 / 2  # half of the width of a counter


@pytest.mark.long
@pytest.mark.parametrize("folder", ["hex", "tirad-pass"])
def test_a_counter_leaves_the_name_of_its_hex_free(folder: str) -> None:
    game = load(template_path("hex")).game if folder == "hex" else load_game(folder)
    (grid,) = game.map.grids
    board = game.boards[grid.board]
    drawing = Drawing(board.width, board.height)
    paint_grids(drawing, game, board)
    held = {
        one.place: one.piece.size
        for scenario in game.scenarios
        for one in scenario_pieces(game, scenario)
        if one.place in game.cells
    }
    counter = max(held.values())
    for cell, name in grid.names.items():
        (y,) = {
            float(found)
            for found in re.findall(
                rf'<text [^>]*y="([0-9.]+)"[^>]*>{re.escape(capitals(name))}<', drawing.svg
            )
        }
        size = min(grid.size * 0.17, 4.2)
        middle = game.cells[cell][1][1]
        assert y - 0.71 * size >= middle + counter / 2, name
        assert y <= middle + grid.size / 2, name


@pytest.mark.long
def test_prices_of_a_row_are_level() -> None:
    """The coins above high and low pieces, and above single ones and stacks, are in rows."""
    svg = draw_board(load_game("civil-power"), "forces").svg
    coins = re.findall(r'<circle cx="[\d.]+" cy="([\d.]+)" fill="#f2c84b"', svg)
    rows = 2 * 1 + 2 + 3 * 2  # two boxes with one row of wares, one with two; three forces
    assert len(coins) == 70
    assert len(set(coins)) <= rows
