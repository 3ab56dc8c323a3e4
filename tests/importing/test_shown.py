"""What imported pieces show at first: levels of layers that follow a property, and texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from modgen.compile.module import build_module
from modgen.compile.parts.looks import looks
from modgen.importing.game import import_module
from modgen.importing.shown import label_pictures, shown_levels
from modgen.importing.source import Source
from modgen.model.loading.folder import load
from modgen.vassal.components import component
from modgen.vassal.module import read_module, write_module
from modgen.vassal.pieces import BasicPiece
from modgen.vassal.traits import Label, Layer, Marker
from tests.importing.small_modules import UNIT, slot, small_module

BASIC = BasicPiece(image="red.png", name="Guard")
IN = Label(label="$Strength$", font_size=10, vertical="c", vertical_justify="c", font_style=1)
STRENGTH = Marker(names=("Strength",), values=("4",))


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Source:
    path = small_module(tmp_path_factory.mktemp("module"))
    module = read_module(path)
    module.tree.children.append(component("GlobalProperty", name="Winter", initialValue="2"))
    piece = UNIT.but(traits=(IN, STRENGTH, *UNIT.traits))
    window = next(module.tree.find_all("ListWidget"))
    window.children.append(slot(piece.but(basic=piece.basic.but(name="Numbered")), "77"))
    write_module(path, module)
    return Source.open(path, 150)


def test_a_layer_shows_the_level_of_its_property_in_a_new_game(source: Source) -> None:
    layer = Layer(images=("red.png", "blue.png"), follow=True, property="Winter")
    (resolved,) = shown_levels(source, (layer,), BASIC)
    assert looks((resolved,), "red.png").faces[0].pictures[-1] == ("blue.png", 0, 0)
    hidden = layer.but(only_property="Winter", only_value="true")
    (resolved,) = shown_levels(source, (hidden,), BASIC)
    assert looks((resolved,), "red.png").faces[0].pictures == (("red.png", 0, 0),)
    assert shown_levels(source, (STRENGTH,), BASIC) == (STRENGTH,)


def test_a_text_is_a_picture_at_its_place(source: Source) -> None:
    corner = IN.but(vertical="t", horizontal="l", vertical_justify="t", horizontal_justify="l")
    (name, x, y), (same, left, top) = label_pictures(
        source, (corner, IN, STRENGTH), BASIC, "red.png"
    )
    data, (wide, high) = source.made[name]
    assert (abs(x) <= 1, abs(y) <= 1, same) == (True, True, name)
    assert (left, top) == (-20 + wide // 2, -20 + high // 2)
    assert f'width="{wide}"'.encode() in data


@pytest.mark.parametrize(
    "label",
    [
        IN.but(label="{Random(3)}"),
        IN.but(label="<html>4"),
        IN.but(label="x" * 61),
        IN.but(label=""),
        IN.but(label="\U00013000"),
        IN.but(font_size=1),
        IN.but(vertical="b", vertical_offset=9),
        IN.but(label="wider than the piece"),
    ],
)
def test_texts_that_are_left_out(source: Source, label: Label) -> None:
    assert label_pictures(source, (label, STRENGTH), BASIC, "red.png") == []


def test_the_built_module_keeps_the_piece(source: Source, tmp_path: Path) -> None:
    import_module(source.path, tmp_path / "game")
    game = load(tmp_path / "game").game
    face = game.piece_types["numbered"].faces[0]
    assert " + labels/" in face.art
    built = read_module(build_module(game, tmp_path))
    before = next(one for one in source.module.tree.walk() if one.attributes.get("gpid") == "77")
    after = next(one for one in built.tree.walk() if one.attributes.get("gpid") == "77")
    assert after.text.strip() == before.text.strip()
