"""Stickers for blocks and tiles are printed at their own size."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from modgen.assets import template_path
from modgen.compile.words import words
from modgen.draw.stickers import draw_sticker
from modgen.library.games import load_game
from modgen.model.game import Game
from modgen.model.loading.folder import load
from modgen.model.types.pieces import PieceType
from modgen.sheets.counters import counter_sheets, printed_faces
from modgen.sheets.own_size import sticker_sheets, tile_sheets
from modgen.sheets.paper import PAPERS, Sheets

NAMES = words("en")
WORDS = {key.partition("_")[2]: NAMES(key) for key in NAMES.keys() if key.startswith("sheet_")}  # noqa: SIM118


@pytest.fixture(scope="module")
def blocks() -> Game:
    return load(template_path("blocks")).game


def with_piece(game: Game, **changes: object) -> Game:
    """The game with one changed piece only."""
    piece = next(piece for piece in game.pieces if piece.shape == "block")
    changed = piece.model_copy(update=changes)
    return replace(game, pieces=[changed])


def front_sizes(sheets: Sheets) -> list[tuple[str, float, float]]:
    return [
        (placed.art, round(placed.w, 2), round(placed.h, 2))
        for page in sheets.pages
        if not page.back
        for placed in page.placed
    ]


def test_a_block_has_one_sticker_and_no_counters(blocks: Game) -> None:
    stickers = sticker_sheets(blocks, PAPERS["a4"], "long", WORDS)
    counters = counter_sheets(blocks, PAPERS["a4"], "long", 15.875, WORDS)
    assert stickers is not None
    assert counters is not None
    printed = [name for name, *_ in front_sizes(stickers)]
    kinds = [piece for piece in blocks.pieces if piece.shape == "block"]
    assert {f"block-{piece.id}": piece.count for piece in kinds} == {
        name: printed.count(name) for name in printed
    }
    assert not any(piece.id in name for piece in kinds for name in counters.art)


def test_a_sticker_is_smaller_than_its_block_and_has_bleed(blocks: Game) -> None:
    stickers = sticker_sheets(blocks, PAPERS["a4"], "none", WORDS)
    assert stickers is not None
    assert {size[1:] for size in front_sizes(stickers)} == {(11 + 1.6, 11 + 1.6)}
    assert "stickers for blocks, 11 × 11 mm" in stickers.pages[0].marks.svg


def test_blocks_of_a_side_have_the_same_back(blocks: Game) -> None:
    stickers = sticker_sheets(blocks, PAPERS["a4"], "long", WORDS)
    assert stickers is not None
    backs = {placed.art for page in stickers.pages if page.back for placed in page.placed}
    assert len(backs) == 2


def test_steps_go_round_the_edges_to_the_right(blocks: Game) -> None:
    piece = next(piece for piece in blocks.pieces if piece.id == "white_foot")
    svg = draw_sticker(blocks, piece, printed_faces(piece), 20, 0).svg
    turned = re.findall(r'<g transform="rotate\((\d+) 10 10\)"><text [^>]*>([^<]*)</text>', svg)
    assert turned == [("0", "4"), ("90", "3"), ("180", "2"), ("270", "1")]
    assert len(re.findall(">2</text>", svg)) == 2  # a step, and the roll that all steps share


def test_steps_without_ratings_are_strengths_or_numbers(blocks: Game) -> None:
    def steps(piece: PieceType) -> list[str]:
        return re.findall(r">(\d)</text>", draw_sticker(blocks, piece, piece.faces, 20, 0).svg)

    piece = next(piece for piece in blocks.pieces if piece.id == "white_foot")
    plain = [face.model_copy(update={"nw": "", "ne": ""}) for face in piece.faces]
    assert steps(piece.model_copy(update={"faces": plain})) == ["4", "3", "2", "1"]
    weak = [face.model_copy(update={"strength": 2}) for face in plain]
    assert steps(piece.model_copy(update={"faces": weak[:3]})) == ["3", "2", "1"]
    assert steps(piece.model_copy(update={"faces": weak[:1]})) == []


def test_a_block_with_five_faces_has_counters(blocks: Game) -> None:
    piece = next(piece for piece in blocks.pieces if piece.shape == "block")
    faces = [*piece.faces, piece.faces[0].model_copy(update={"id": "s5"})]
    game = with_piece(blocks, faces=faces)
    assert sticker_sheets(game, PAPERS["a4"], "long", WORDS) is None
    counters = counter_sheets(game, PAPERS["a4"], "long", 15.875, WORDS)
    assert counters is not None
    assert f"piece-{piece.id}-s5" in counters.art


@pytest.mark.parametrize(
    ("shape", "size", "height", "printed"),
    [
        ("counter", 28, None, (28, 28)),
        ("counter", 28, 40, (28, 40)),
        ("round", 24, None, (30, 30)),  # with the tint around it
        ("counter", 28, 200, (19.5, 139.5)),  # as much as fits on half a page
    ],
)
def test_a_tile_has_its_own_size(
    blocks: Game, shape: str, size: float, height: float | None, printed: tuple[float, float]
) -> None:
    game = with_piece(blocks, shape=shape, size=size, height=height, back="star")
    tiles = tile_sheets(game, PAPERS["a4"], "long", WORDS)
    assert tiles is not None
    assert {size[1:] for size in front_sizes(tiles)} == {printed}
    backs = {placed.art for page in tiles.pages if page.back for placed in page.placed}
    assert len(backs) == 1


@pytest.mark.long
def test_usual_counters_are_no_tiles() -> None:
    for name in ("people-power", "tirad-pass"):
        assert tile_sheets(load_game(name), PAPERS["a4"], "long", WORDS) is None
