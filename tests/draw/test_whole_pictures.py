"""Boards, faces, cards and charts that are finished pictures, in a game of one's own."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from modgen.compile.module import build_module
from modgen.draw.cards import draw_card
from modgen.draw.raster import png
from modgen.model.files.art import ArtError
from modgen.model.files.whole_pictures import face_layers, find_whole
from modgen.model.loading.folder import load
from modgen.vassal.module import read_module

FILES = {
    "game.yaml": "id: duel\ntitle: Duel\nversion: '1'\nlanguages: [en]\n"
    "sides: [{id: red, name: Red, colour: '#aa2222'}]\nmodule: {dpi: 100, card_dpi: 100}\n",
    "map.yaml": "boards: [{id: main, name: Field, picture: field.jpg, dpi: 100}]\n"
    "spaces: [{id: hill, name: Hill, kind: node, at: [20, 20], radius: 12}]\n",
    "pieces.csv": "id,name,kind,side,count,shape,size,faces,art\n"
    'guard,Guard,counter,red,2,counter,12.7,full|half,"guard.png + mark.png@2,-2|guard.png"\n',
    "cards.yaml": "decks: [{id: orders, name: Orders, layout: face, back: back,"
    " width: 50.8, height: 76.2}]\n",
    "cards.csv": "id,deck,title,art\none,orders,One,one.png\n",
    "layouts/face.yaml": "id: face\npicture: '{art}'\n",
    "layouts/back.yaml": "id: back\npicture: one.png\n",
    "charts/combat.yaml": "id: combat\nname: Combat\nkind: picture\npicture: field.jpg\n",
    "scenarios/first.yaml": "id: first\nname: First\nplace: {hill: {guard: 2}}\n",
}


def write_game(folder: Path) -> None:
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    (folder / "art").mkdir()
    for name, size, colour in (
        ("field.jpg", (600, 400), "#55aa55"),
        ("guard.png", (50, 50), "#0000ff"),
        ("mark.png", (10, 10), "#ffff00"),
        ("one.png", (200, 300), "#ff00ff"),
    ):
        Image.new("RGB", size, colour).save(folder / "art" / name)


def colour_at(data: bytes, x: float, y: float) -> tuple[int, ...]:
    with Image.open(BytesIO(data)) as picture:
        rgb = picture.convert("RGB")
        found = rgb.getpixel((int(x * rgb.width), int(y * rgb.height)))
    assert isinstance(found, tuple)
    return tuple(round(value / 51) * 51 for value in found)


def test_a_game_made_of_pictures(tmp_path: Path) -> None:
    write_game(tmp_path)
    loaded = load(tmp_path)
    assert [one.message for one in loaded.diagnostics.errors] == []
    board = loaded.game.map.boards[0]
    assert (board.width, board.height) == (152.4, 101.6)
    module = read_module(build_module(loaded.game, tmp_path))
    images = {name: module.images[name] for name in module.images}
    field = next(data for name, data in images.items() if name.startswith("board-main"))
    with Image.open(BytesIO(field)) as picture:
        assert picture.size == (600, 400)
    assert colour_at(field, 0.5, 0.5) == (102, 153, 102)
    full = next(data for name, data in images.items() if "guard" in name and "full" in name)
    half = next(data for name, data in images.items() if "guard" in name and "half" in name)
    assert colour_at(full, 0.5, 0.5) == colour_at(half, 0.5, 0.5) == (0, 0, 255)
    assert colour_at(full, 0.65, 0.35) == (255, 255, 0) != colour_at(half, 0.65, 0.35)
    card = png(draw_card(loaded.game, loaded.game.cards[0]).svg, 100)
    for x, y in ((0.5, 0.5), (0.02, 0.02), (0.98, 0.98)):
        assert colour_at(card, x, y) == (255, 0, 255)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("../game.yaml", "not the name of a file"),
        ("/etc/passwd", "not the name of a file"),
        ("field.txt", "is not a picture"),
        ("missing.png", "there is no art/missing.png$"),
        ("BLANK.svg", "there is no art/BLANK.svg; the file is called `blank.svg`"),
        ("J\u00e4ger.png", "accents in the file's name are encoded differently"),
        ("broken.png", "damaged"),
        ("blank.svg", "no `width` and `height`"),
    ],
)
def test_pictures_that_cannot_be_used(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "broken.png").write_bytes(b"\x89PNG\r\n\x1a\nnothing")
    (tmp_path / "art" / "blank.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (tmp_path / "art" / "Ja\u0308ger.png").touch()
    with pytest.raises(ArtError, match=message):
        find_whole(tmp_path, name)


def test_the_pictures_of_a_face() -> None:
    layers = face_layers("base.png + unit one.png@1.5,-2 + a@b.png")
    assert [(one.name, one.x, one.y) for one in layers] == [
        ("base.png", 0, 0),
        ("unit one.png", 1.5, -2),
        ("a@b.png", 0, 0),
    ]
    with pytest.raises(ArtError, match="at most"):
        face_layers(" + ".join(["a.png"] * 50))


def test_a_name_that_no_file_can_have_is_refused(tmp_path: Path) -> None:
    for name in ("a" * 300 + ".png", "b" * 300 + "/a.png"):
        with pytest.raises(ArtError, match="too long"):
            find_whole(tmp_path, name)
