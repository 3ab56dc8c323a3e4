"""Marks: frames of pieces that are face down, tracks, the signs of the title picture."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from PIL import Image

from modgen.draw.board import draw_board
from modgen.draw.boxes import paint_tracks
from modgen.draw.charts import SPLASH, draw_splash
from modgen.draw.pieces import draw_face_down_mark
from modgen.draw.raster import png
from modgen.draw.svg import Drawing
from modgen.model.game import Game


@pytest.mark.parametrize("size", [(12, 12), (52, 36)])
def test_the_owner_can_read_a_piece_that_is_face_down(size: tuple[float, float]) -> None:
    """The frame is at the edge and covers nothing more than a millimetre inside it."""
    drawn = draw_face_down_mark(*size, corner=1)
    with Image.open(BytesIO(png(drawn.svg, 254))) as image:
        alpha = image.convert("RGBA").getchannel("A")
    wide, high = alpha.size
    assert alpha.getpixel((wide // 2, 2)) == 255
    assert alpha.crop((10, 10, wide - 10, high - 10)).getextrema() == (0, 0)


@pytest.mark.long
@pytest.mark.parametrize("name", ["amigos", "junta_coup", "civil_power"])
def test_all_signs_of_the_title_are_in_the_picture(
    request: pytest.FixtureRequest, name: str
) -> None:
    game: Game = request.getfixturevalue(name)
    board = draw_board(game, game.map.boards[0].id)
    circles = [
        (float(x), float(r))
        for x, r in re.findall(
            r'<circle cx="([\d.]+)" cy="[\d.]+"[^>]*? r="([\d.]+)"',
            draw_splash(game, board).svg.rpartition('fill-opacity="0.74"')[2],
        )
    ]
    assert len(circles) == 2 * len(game.sides)
    assert all(r < x < SPLASH[0] - r for x, r in circles)


def test_every_fifth_cell_stands_out_on_long_tracks_only(junta_coup: Game, amigos: Game) -> None:
    board = junta_coup.map.boards[0]
    assert "#e2cf9f" not in _tracks(junta_coup, board.id)
    assert "#e2cf9f" in _tracks(amigos, amigos.map.boards[0].id)


def _tracks(game: Game, board: str) -> str:
    drawing = Drawing(600, 900)
    paint_tracks(drawing, game, game.boards[board])
    return drawing.svg
