"""Conditions drawn on a unit cover none of its ratings, factors and names."""

from __future__ import annotations

from io import BytesIO

import pytest
from lxml import etree
from PIL import Image, ImageChops

from modgen.assets import bundled_games
from modgen.compile.conditions import can_be_in
from modgen.draw.conditions import draw_condition
from modgen.draw.pieces import draw_piece
from modgen.draw.raster import png
from modgen.library.games import load_game
from modgen.model.game import Game
from modgen.model.types.pieces import PieceType
from modgen.model.types.unit_states import Condition
from tests.model.small_maps import piece

DPI = 150
NUMBERS = {"nw": "", "ne": "", "sw": "", "se": "", "factors": ""}


def ink(game: Game, unit: PieceType, face: str) -> Image.Image:
    """The opacity of the letters and numbers of a face."""
    tree = etree.fromstring(draw_piece(game, unit, face).svg.encode())
    for shape in list(tree.iter("{*}path", "{*}rect", "{*}circle", "{*}polygon", "{*}ellipse")):
        shape.getparent().remove(shape)
    return opacity(etree.tostring(tree, encoding="unicode"))


def opacity(svg: str) -> Image.Image:
    alpha = Image.open(BytesIO(png(svg, DPI))).convert("RGBA").getchannel("A")
    return alpha.point(lambda value: 255 if value > 60 else 0)


def covered(game: Game, unit: PieceType, condition: Condition, number: int) -> int:
    """How many pixels of a unit's numbers a condition covers."""
    badge = opacity(draw_condition(game, condition, unit, number).svg)
    both = (ImageChops.darker(badge, ink(game, unit, face.id)) for face in unit.faces)
    return sum(one.histogram()[255] for one in both)


def units_of(game: Game) -> list[PieceType]:
    """One unit for each look: what is printed where decides where a badge has room."""
    looks = {}
    for one in game.pieces:
        if any(can_be_in(one, condition) for condition in game.info.conditions):
            faces = tuple(tuple(len(getattr(face, key)) for key in NUMBERS) for face in one.faces)
            looks.setdefault((one.size, faces), one)
    return list(looks.values())


@pytest.mark.long
@pytest.mark.parametrize("name", list(bundled_games()))
def test_no_condition_covers_a_number(name: str) -> None:
    game = load_game(name)
    for unit in units_of(game):
        possible = [one for one in game.info.conditions if can_be_in(unit, one)]
        for number, condition in enumerate(possible):
            assert covered(game, unit, condition, number) == 0, (unit.id, condition.id)


@pytest.mark.long
@pytest.mark.parametrize("size", [8, 12, 20])
def test_small_and_large_units_too(size: int) -> None:
    game = load_game("civil-power")
    corners = piece("p", "mob", size=size, faces=[{"id": "a", **dict.fromkeys(NUMBERS, "")}])
    face = corners.faces[0].model_copy(update={"nw": "10", "ne": "8", "sw": "12", "se": "6"})
    unit = corners.model_copy(update={"faces": [face]})
    for number, condition in enumerate(game.info.conditions[:4]):
        assert covered(game, unit, condition, number) == 0
