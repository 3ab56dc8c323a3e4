"""Drawings: fitting text, rejected input, and reproducible output."""

from __future__ import annotations

import shutil
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from modgen.assets import asset_path, template_path
from modgen.draw.board import draw_board
from modgen.draw.cards import draw_card, draw_card_back
from modgen.draw.charts import draw_chart, draw_splash
from modgen.draw.colours import contrast, ink_on
from modgen.draw.dice import draw_die
from modgen.draw.pieces import MARGIN, SHAPES, draw_piece
from modgen.draw.raster import png
from modgen.draw.svg import Drawing
from modgen.draw.text import CannotDrawError, Style, fit, wrap
from modgen.library.games import located_errors
from modgen.model.files.art import MAX_PIXELS, ArtError, bundled_icons, find_art
from modgen.model.files.diagnostics import GameDataError
from modgen.model.game import Game
from modgen.model.loading.folder import Loaded, load
from modgen.model.on_paper import on_paper


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "es"])
def test_every_card_and_chart_fits(people_power: Loaded, language: str) -> None:
    game = people_power.in_language(language)
    for card in game.cards:
        drawn = draw_card(game, card)
        assert (drawn.width, drawn.height) == (63, 88)
    for deck in game.decks.values():
        draw_card_back(game, deck)
    for chart in game.charts:
        assert 30 < draw_chart(game, chart, 190).height < 280


@pytest.mark.long
def test_too_long_a_text_is_named(vales: Game) -> None:
    card = vales.cards[0].model_copy(update={"text": "far too long " * 200})
    with pytest.raises(CannotDrawError, match=r"the card 1: needs .* mm of height") as found:
        draw_card(vales, card)
    assert (found.value.part, found.value.field) == (card, "text")


@pytest.mark.long
def test_what_cannot_be_drawn_is_found_in_its_file() -> None:
    """A printed game, and one in another language, are copies of the one that was read."""
    loaded = load(template_path("area"))
    for game in (loaded.game, on_paper(loaded.game), loaded.in_language("es")):
        card = game.cards[2].model_copy(update={"text": "far too long " * 200})
        message = r"^cards.csv:4:\d+: the card 3"
        with pytest.raises(GameDataError, match=message), located_errors(loaded):
            draw_card(game, card)


def test_a_letter_that_the_face_lacks_is_named(vales: Game) -> None:
    card = vales.cards[0].model_copy(update={"title": "人民"})
    with pytest.raises(CannotDrawError, match="has no letter for '人'"):
        draw_card(vales, card)


@pytest.mark.long
def test_same_drawing_same_text(people_power: Loaded) -> None:
    game = people_power.game
    assert draw_board(game, "main").svg == draw_board(game, "main").svg


def test_no_expensive_or_uneven_svg(people_power: Loaded) -> None:
    """Clips, masks and filters are slow, or look different in other renderers."""
    game = people_power.game
    for svg in (draw_board(game, "main").svg, draw_card(game, game.cards[0]).svg):
        for word in ("clip-path", "<mask", "<filter", "textPath"):
            assert word not in svg


def test_board_is_its_size_in_pixels(people_power: Loaded) -> None:
    data = png(draw_board(people_power.game, "reserve").svg, 150)
    with Image.open(BytesIO(data)) as picture:
        assert picture.size == (1724, 638)


@pytest.mark.parametrize("shape", sorted(SHAPES))
def test_pieces_stay_inside_their_picture(vales: Game, shape: str) -> None:
    """Nothing is cut: the outermost row and column of pixels are clear."""
    piece = vales.pieces[0].model_copy(update={"shape": shape, "size": 12.0})
    drawn = draw_piece(vales, piece, piece.faces[0].id)
    assert drawn.width == 12 + 2 * MARGIN
    with Image.open(BytesIO(png(drawn.svg, 300))) as picture:
        alpha = picture.convert("RGBA").getchannel("A")
        wide, high = alpha.size
        edge = [
            alpha.crop((0, 0, wide, 1)),
            alpha.crop((0, high - 1, wide, high)),
            alpha.crop((0, 0, 1, high)),
            alpha.crop((wide - 1, 0, wide, high)),
        ]
        assert max(strip.getextrema()[1] for strip in edge) < 40
        assert alpha.getextrema()[1] == 255


@pytest.mark.parametrize("name", bundled_icons())
def test_icon_is_visible_and_inside(name: str) -> None:
    drawing = Drawing(10, 10)
    drawing.icon(name, 5, 5, 9, "#000000")
    with Image.open(BytesIO(png(drawing.svg, 254))) as picture:
        alpha = picture.convert("RGBA").getchannel("A")
        inked = sum(1 for value in alpha.tobytes() if value > 128) / 100 / 100
        left, top, right, bottom = alpha.getbbox() or (0, 0, 0, 0)
        assert 0.04 < inked < 0.75
        assert left >= 3 and top >= 3 and right <= 97 and bottom <= 97


@pytest.mark.parametrize("name", ["../secret", "/etc/hostname", "UPPER", "a.b/c", "", "a/b"])
def test_names_of_pictures_cannot_leave_the_folder(tmp_path: Path, name: str) -> None:
    with pytest.raises(ArtError, match="cannot be the name of a picture"):
        find_art(tmp_path, name)


def test_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    outside = tmp_path / "outside.svg"
    outside.write_text("<svg/>")
    folder = tmp_path / "game"
    (folder / "art").mkdir(parents=True)
    (folder / "art" / "a.svg").symlink_to(outside)
    with pytest.raises(ArtError, match="leads out of"):
        find_art(folder, "a")


def test_a_picture_of_too_many_pixels_is_refused_unread(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    head = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (20_000).to_bytes(4) * 2
    (tmp_path / "art" / "huge.png").write_bytes(head + b"\x08\x02\0\0\0")
    with pytest.raises(ArtError, match=f"20,000 × 20,000 pixels; at most {MAX_PIXELS:,} in all"):
        find_art(tmp_path, "huge")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 9 9"/>', "document type"),
        ("<svg", "not valid SVG"),
        (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>1</script></svg>',
            "<script> is not supported",
        ),
        (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><image href="x"/></svg>',
            "<image> is not supported",
        ),
        ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9"/>', "`viewBox` of four numbers"),
        ('<svg viewBox="0 0 9 9"/>', "its root must be <svg>"),
    ],
)
def test_svg_art_is_not_trusted(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "bad.svg").write_text(text)
    with pytest.raises(ArtError, match=message):
        Drawing(9, 9).icon("bad", 4, 4, 8, "#000000", tmp_path)


def test_own_art_goes_before_icons_and_keeps_only_shapes(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "star.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><title>x</title>'
        '<g onload="x()"><path d="M0,0h10v10z" '
        'style="fill:url(http://example.org)"/></g></svg>'
    )
    drawing = Drawing(10, 10)
    drawing.icon("star", 5, 5, 10, "#123456", tmp_path)
    assert "M0,0h10v10z" in drawing.svg
    for word in ("title", "onload", "example.org"):
        assert word not in drawing.svg


def test_fit_shrinks_until_it_fits() -> None:
    lines, size = fit("one two three four five six seven", Style("text", 5), 20, 12, 1)
    assert 1 < size < 5
    assert len(lines) * size * 1.22 <= 12.01
    assert all(line.width <= 20.01 for line in lines)


def test_wrap_keeps_every_word() -> None:
    text = "**Bold words** and *slanted ones* keep-together well"
    lines = wrap(text, Style("text", 3), 25)
    words = " ".join(run.text for line in lines for run in line.runs).split()
    assert "".join(words) == "Boldwordsandslantedoneskeep-togetherwell"


@pytest.mark.parametrize(
    "colour", ["#ffffff", "#000000", "#f2c230", "#2f5fa8", "#c0392b", "#8a8374"]
)
def test_ink_is_readable(colour: str) -> None:
    assert contrast(ink_on(colour), colour) >= 4.0


def test_dice_and_title_picture(people_power: Loaded, vales: Game) -> None:
    for die in people_power.game.info.dice:
        assert draw_die(die).svg.count("<circle") == 6
    twenty = vales.info.dice[0].model_copy(update={"sides": 20})
    assert ">20<" in draw_die(twenty).svg
    assert (
        "PEOPLE POWER"
        in draw_splash(
            people_power.game, draw_board(people_power.game, people_power.game.map.boards[0].id)
        ).svg
    )


def test_only_bundled_fonts_are_used() -> None:
    files = {path.name for path in asset_path("fonts").glob("*.ttf")}
    from modgen.draw.fonts import FACES

    assert {found.file for found in FACES.values()} <= files


def test_icons_among_letters_and_ratings_in_corners(vales: Game) -> None:
    plain = Drawing(60, 20)
    plain.box_text("Pay 2 and roll", 1, 1, 50, 10, Style("text", 4))
    drawing = Drawing(60, 20)
    drawing.box_text("Pay 2 {icon:coin} and {icon:star}roll", 1, 1, 50, 10, Style("text", 4))
    assert drawing.svg.count("<path") - plain.svg.count("<path") >= 2
    assert "icon:" not in drawing.svg
    face = vales.pieces[0].faces[0].model_copy(update={"nw": "3", "se": "4"})
    piece = vales.pieces[0].model_copy(update={"faces": [face], "shape": "counter"})
    svg = draw_piece(vales, piece, face.id).svg
    assert ">3<" in svg
    assert ">4<" in svg


def test_the_place_of_a_pile_has_the_size_of_its_cards(tmp_path: Path) -> None:
    folder = shutil.copytree(template_path("cards"), tmp_path / "cards")
    path = folder / "cards.yaml"
    text = path.read_text("utf-8")
    path.write_text(text.replace("{id: order, ", "{id: order, width: 63.25, "), "utf-8")
    game = load(folder).game
    order_boxes = [pile.box for pile in game.cards_file.piles if pile.takes == ["order"]]
    shown = draw_board(game, game.map.boards[0].id).svg
    assert shown.count('width="63.25"') == len(order_boxes) > 0
