"""Cards take columns of the designer's own; layouts name them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from modgen.assets import template_path
from modgen.draw.cards import draw_card
from modgen.model.loading.folder import load


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = shutil.copytree(template_path(), tmp_path / "game")
    table = folder / "cards.csv"
    lines = table.read_text("utf-8").splitlines()
    extra = [",Sword,Mood", ",4,calm", ",,gay", ",2,", ",1,grim"]
    lines = [line + more for line, more in zip(lines, extra, strict=True)]
    table.write_text("\n".join(lines) + "\n", "utf-8")
    return folder


def shows(folder: Path, text: str) -> None:
    layout = folder / "layouts" / "fortune.yaml"
    element = f'  - {{kind: text, x: 4, y: 83, w: 20, h: 4, text: "{text}", size: 6, least: 5}}\n'
    layout.write_text(layout.read_text("utf-8") + element, "utf-8")


def messages(folder: Path) -> list[str]:
    return [str(one) for one in load(folder).diagnostics.sorted() if "locale/" not in str(one)]


def test_a_deck_without_a_layout_shows_all_that_its_cards_have(folder: Path) -> None:
    cards = folder / "cards.yaml"
    named = ", layout: fortune, back: fortune_back"
    text = cards.read_text("utf-8")
    assert named in text
    cards.write_text(text.replace(named, ", width: 44, height: 68"), "utf-8")
    for path in (*(folder / "layouts").iterdir(), folder / "locale" / "es.yaml"):
        path.unlink()
    assert messages(folder) == []
    game = load(folder).game
    front, back = game.layouts["fortune-plain"], game.layouts["fortune-plain-back"]
    texts = [element.text for element in front.elements if element.text]
    assert texts == ["{title}", "{text}", "Sword: **{Sword}**", "Mood: **{Mood}**"]
    for layout in (front, back):
        for element in layout.elements:
            assert 0 <= element.x <= element.x + element.w <= 44
            assert 0 <= element.y <= element.y + element.h <= 68
    for card in game.cards:
        draw_card(game, card)


def test_a_layout_shows_any_column(folder: Path) -> None:
    shows(folder, "{Sword} swords, {Mood}")
    assert messages(folder) == []
    game = load(folder).game
    assert game.cards[0].fields == {"Sword": "4", "Mood": "calm"}
    assert "swords" in draw_card(game, game.cards[0]).svg
    assert "4" in draw_card(game, game.cards[0]).svg


def test_a_column_that_nothing_shows_is_a_hint(folder: Path) -> None:
    shows(folder, "{Sword}")
    lines = messages(folder)
    assert len(lines) == 1
    assert "cards.csv:1:" not in lines[0]
    assert "warning: no layout of the deck `fortune` shows the column `Mood`" in lines[0]


def test_an_unknown_field_is_an_error_with_its_place(folder: Path) -> None:
    shows(folder, "{Sward} {Mood} {Sword}")
    lines = messages(folder)
    assert len(lines) == 1
    assert lines[0].startswith("layouts/fortune.yaml:")
    assert "have no field or column `Sward`; did you mean `Sword`?" in lines[0]


def test_a_misspelt_key_is_no_longer_silent(folder: Path) -> None:
    table = folder / "cards.csv"
    table.write_text(table.read_text("utf-8").replace(",icon,", ",icn,", 1), "utf-8")
    assert any("`icn`; did you mean `icon`?" in line for line in messages(folder))


def test_a_column_is_a_colour_of_the_layout(folder: Path) -> None:
    layout = folder / "layouts" / "fortune.yaml"
    text = layout.read_text("utf-8")
    layout.write_text(text.replace("stroke: accent}", 'stroke: "{Mood}"}'), "utf-8")
    table = folder / "cards.csv"
    rows = table.read_text("utf-8")
    table.write_text(rows.replace("calm", "#123abc").replace("gay", "#fedcba"), "utf-8")
    shows(folder, "{Sword}")
    assert [text for text in messages(folder) if "is not a colour" in text] == [
        "cards.csv:5:55: `grim` is not a colour; the layout `fortune` needs one; write `#rrggbb`, "
        "such as `#7a4b2a`"
    ]
    table.write_text(table.read_text("utf-8").replace("grim", ""), "utf-8")
    assert messages(folder) == []
    game = load(folder).game
    assert "#123abc" in draw_card(game, game.cards[0]).svg
    assert "#123abc" not in draw_card(game, game.cards[1]).svg
    assert "#3f6b57" in draw_card(game, game.cards[3]).svg, "without a colour: the accent"
