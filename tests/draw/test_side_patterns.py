"""Pieces of different sides differ by more than colour, and print is readable on all of them."""

from __future__ import annotations

from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image

from modgen.assets import TEMPLATES, bundled_games, template_path
from modgen.draw.colours import contrast, ink_on, side_colour
from modgen.draw.pieces import PATTERNED, draw_piece
from modgen.draw.raster import png
from modgen.draw.side_patterns import pattern_of
from modgen.library.games import load_game
from modgen.model.colour_vision import ENOUGH, VISIONS, difference
from modgen.model.game import Game
from modgen.model.types.pieces import PieceType

LEAST = 3.0
"""The least contrast of symbols with their ground (WCAG 1.4.11)."""


@pytest.fixture(scope="module", params=[*bundled_games(), *TEMPLATES])
def game(request: pytest.FixtureRequest) -> Game:
    templates = {name: template_path(name) for name in TEMPLATES}
    return load_game(templates.get(request.param, request.param))


def printed(piece: PieceType) -> tuple[str, ...]:
    face = piece.start_face
    return (piece.shape, face.icon, face.text or piece.text, face.art)


def test_every_pair_of_sides_is_told_apart_without_colour(game: Game) -> None:
    for one, other in combinations(game.pieces, 2):
        if one.side == other.side or not (one.side and other.side):
            continue
        if printed(one) == printed(other) and any(printed(one)[1:]):
            assert pattern_of(game, one.side) != pattern_of(game, other.side), (one.id, other.id)
            assert one.shape in PATTERNED, one.id


def test_colours_or_patterns_differ_for_all_kinds_of_vision(game: Game) -> None:
    for one, other in combinations(game.info.sides, 2):
        for name, matrix in VISIONS.items():
            apart = difference(one.colour, other.colour, matrix)
            patterns = pattern_of(game, one.id) != pattern_of(game, other.id)
            symbols = one.icon != other.icon
            assert apart >= ENOUGH or patterns or symbols, (name, one.id, other.id)


def test_print_is_readable_on_every_piece(game: Game) -> None:
    for piece in game.pieces:
        for face in piece.faces:
            colour = face.colour or piece.colour or side_colour(game, piece.side)
            assert contrast(ink_on(colour), colour) >= LEAST, (piece.id, face.id)


@pytest.mark.long
def test_a_pattern_is_seen_in_grey() -> None:
    game = load_game("civil-power")
    pictures = []
    for key in ("wia_mob", "wia_rival", "wia_police"):
        piece = game.piece_types[key].model_copy(update={"colour": "#777777", "size": 15})
        svg = draw_piece(game, piece, piece.faces[0].id).svg
        pictures.append(Image.open(BytesIO(png(svg, 100))).convert("L"))
    for one, other in combinations(pictures, 2):
        differing = sum(
            abs(a - b) > 10 for a, b in zip(one.tobytes(), other.tobytes(), strict=True)
        )
        assert differing > one.width * one.height * 0.15
