"""Letters: fonts of the game's own, lists, icons and line breaks."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from modgen.assets import asset_path, template_path
from modgen.cli.check_data import check_data
from modgen.compile.module import compile_game
from modgen.draw.cards import draw_card
from modgen.draw.fonts import FACES, segments, typefaces
from modgen.draw.raster import png
from modgen.draw.text import MissingGlyphError, Style, capitals, width, wrap
from modgen.library.games import load_game
from modgen.model.game import Game

HAN = "\u79fb\u52a8\u519b\u961f\u3002"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = shutil.copytree(template_path(), tmp_path / "game")
    (folder / "fonts").mkdir()
    shutil.copy(asset_path("fonts", "NotoSerif-Bold.ttf"), folder / "fonts" / "Own.ttf")
    return folder


def with_fonts(folder: Path, *rows: str) -> Path:
    path = folder / "game.yaml"
    path.write_text(path.read_text("utf-8") + "\nfonts:\n" + "\n".join(rows) + "\n", "utf-8")
    return folder


def words(text: str, wide: float) -> list[str]:
    return [" | ".join(run.text for run in line.runs) for line in wrap(text, Style(), wide)]


def test_a_list_hangs_to_the_right_of_its_bullets() -> None:
    lines = wrap("Choose:\n- one two three four\n- five", Style(size=3), 20)
    assert [line.runs[0].text for line in lines] == ["Choose:", "•", "three four", "•"]
    first, second = lines[1], lines[2]
    assert second.runs[0].x == first.runs[1].x > first.runs[0].width
    assert all(line.width <= 20 for line in lines)


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("Take :flag: now", "Take | :flag: | now"),
        ("Take {icon:flag}, now", "Take | {icon:flag} | , now"),
        ("(:flag:)", "( | :flag: | )"),
        ("at 10:30:15, a:b:c and ::", "at 10:30:15, a:b:c and ::"),
    ],
)
def test_icons_in_a_text(text: str, runs: str) -> None:
    assert words(text, 500) == [runs]


def test_lines_break_after_hyphens_but_not_after_a_minus() -> None:
    assert words("well-known", 15) == ["well-", "known"]
    assert words("Aid -2", 5) == ["Aid", "-2"]


def test_every_style_is_measured_with_its_own_file(folder: Path) -> None:
    with_fonts(folder, "  - {id: text, file: Own.ttf, licence: OFL}")
    before = width("Harvest", Style())
    with typefaces(load_game(folder)):
        own = width("Harvest", Style())
        assert width("Harvest", Style("title")) != own
    bundled = Style("serif", bold=True)
    assert own == width("Harvest", bundled) != before == width("Harvest", Style())


def test_own_letters_are_outlines_that_look_like_the_font(folder: Path) -> None:
    game = load_game(with_fonts(folder, "  - {id: title, file: Own.ttf, licence: OFL}"))
    drawing = draw_card(game, game.cards[0])
    assert "Good roads" not in drawing.svg.replace('aria-label="Good roads"', "")
    assert "Barlow" not in drawing.svg
    title = drawing.svg[drawing.svg.index('aria-label="Good roads"') :]
    assert title.index("M") < title.index("/>")
    assert len(set(png(drawing.svg, 40))) > 50
    assert "Barlow" in draw_card(load_game(template_path()), game.cards[0]).svg


def test_the_help_names_the_licence(folder: Path) -> None:
    game = load_game(with_fonts(folder, "  - {id: title, file: Own.ttf, licence: 'A & B'}"))
    text = b"".join(compile_game(game).module.files.values()).decode("utf-8", "replace")
    assert "Font title: A &amp; B" in text


def test_a_letter_that_a_font_lacks_comes_from_another(folder: Path) -> None:
    shutil.copy(asset_path("fonts", "BarlowCondensed-Bold.ttf"), folder / "fonts" / "Latin.ttf")
    with_fonts(folder, "  - {id: latin, file: Latin.ttf, licence: OFL}")
    with typefaces(load_game(folder)):
        style = Style("latin")
        parts = segments("Luzon ₱‰", style.face())
        assert [(text, face.own) for text, face in parts] == [("Luzon ", True), ("₱‰", False)]
        assert parts[1][1] == FACES["text", False, False]
        assert width("Luzon ₱‰", style) == pytest.approx(
            width("Luzon ", style) + width("₱‰", Style())
        )


def test_an_imported_game_leaves_out_letters_that_no_font_has(vales: Game) -> None:
    module = vales.info.module.model_copy(update={"parts": "parts"})
    imported = replace(vales, info=vales.info.model_copy(update={"module": module}))
    style = Style("title")
    with typefaces(vales), pytest.raises(MissingGlyphError):
        width("Fleet ⬆", style)
    with typefaces(imported):
        assert width("Fleet ⬆\ufe0e", style) == width("Fleet ", style)
        assert segments("⬆\ufe0ea", style.face()) == [("a", style.face())]
        assert width("⬆", style) == width(" ", style)


def test_lines_break_between_han_characters_but_not_before_a_full_stop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("modgen.draw.text.advance", lambda text, _: float(len(text)))
    assert ["".join(run.text for run in line.runs) for line in wrap(HAN, Style(size=1), 3)] == [
        HAN[:3],
        HAN[3:],
    ]


MISTAKES = {
    "no file": (
        "  - {id: own, file: Nothing.ttf, licence: OFL}",
        "the file fonts/Nothing.ttf does not exist",
    ),
    "another kind of file": (
        "  - {id: own, file: Own.woff2, licence: OFL}",
        "fonts/Own.woff2 is not a .ttf or .otf file; convert it, or take another",
    ),
    "a text file": (
        "  - {id: own, file: Text.ttf, licence: OFL}",
        "fonts/Text.ttf is not a TrueType or OpenType font",
    ),
    "a damaged font": (
        "  - {id: own, file: Own.ttf, bold: Damaged.ttf, licence: OFL}",
        "fonts/Damaged.ttf has no letters; the file may be damaged",
    ),
    "a path out of the folder": (
        "  - {id: own, file: ../art/x.ttf, licence: OFL}",
        "leads out of the folder fonts/",
    ),
    "no licence": ("  - {id: own, file: Own.ttf}", "`licence` is missing"),
    "two of one name": (
        "  - {id: own, file: Own.ttf, licence: a}\n  - {id: own, file: Own.ttf, licence: b}",
        "there is another font `own`",
    ),
}


@pytest.mark.parametrize("case", MISTAKES)
def test_mistakes_in_fonts(folder: Path, case: str) -> None:
    row, message = MISTAKES[case]
    (folder / "fonts" / "Text.ttf").write_text("no font")
    (folder / "fonts" / "Damaged.ttf").write_bytes(b"\x00\x01\x00\x00" + bytes(2000))
    with_fonts(folder, row)
    result = CliRunner().invoke(check_data, [str(folder)])
    assert result.exit_code == 2, result.output
    assert message in result.output, result.output
    assert "game.yaml:" in result.output


def test_an_unknown_font_in_a_layout(folder: Path) -> None:
    path = folder / "layouts" / "fortune.yaml"
    path.write_text(path.read_text("utf-8").replace("font: title", "font: titel"), "utf-8")
    result = CliRunner().invoke(check_data, [str(folder)])
    assert "there is no font `titel`; did you mean `title`?" in result.output
    assert "layouts/fortune.yaml:8:67:" in result.output


@pytest.mark.parametrize(
    ("text", "shown"),
    [("Αττική", "ΑΤΤΙΚΗ"), ("Ἀθῆναι", "ΑΘΗΝΑΙ"), ("Ϊώ", "ΪΩ"), ("Übel", "ÜBEL"), ("Main", "MAIN")],
)
def test_greek_capitals_have_no_accents(text: str, shown: str) -> None:
    assert capitals(text) == shown
