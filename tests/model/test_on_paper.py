"""What is printed tells of no keys and no mouse; the module does."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from modgen.assets import bundled_games, template_path
from modgen.draw.board import draw_board
from modgen.model.game import Game
from modgen.model.loading.folder import load
from modgen.model.on_paper import MENTION, mentions, on_paper
from modgen.sheets.pipeline import SheetOptions, write_sheets


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copy = tmp_path / "game"
    shutil.copytree(template_path(), copy)
    return copy


def with_label(folder: Path, label: str) -> Game:
    path = folder / "map.yaml"
    text = path.read_text("utf-8")
    board = text.index("    labels:\n") + len("    labels:\n")
    path.write_text(f"{text[:board]}      - {{at: [40, 20], {label}}}\n{text[board:]}", "utf-8")
    loaded = load(folder)
    assert loaded.game is not None
    return loaded.game


def warnings(folder: Path) -> list[str]:
    return [
        str(one) for one in load(folder).diagnostics.sorted() if "paper has no keys" in str(one)
    ]


def labels(game: Game) -> list[str]:
    return [label.text for label in game.map.boards[0].labels]


def test_paper_shows_what_printed_says(folder: Path) -> None:
    game = with_label(folder, 'text: "Turn it (Ctrl+F)", printed: Turn it over')
    assert labels(game)[0] == "Turn it (Ctrl+F)"
    assert labels(on_paper(game))[0] == "Turn it over"
    assert not warnings(folder)


def test_a_label_can_be_for_the_module_alone(folder: Path) -> None:
    game = with_label(folder, "text: Right-click a card, printed: false")
    assert labels(on_paper(game)) == labels(game)[1:]
    assert not warnings(folder)


@pytest.mark.long
def test_asides_with_keys_are_left_out(folder: Path) -> None:
    game = with_label(folder, 'text: "Turn it (Ctrl+F) now (twice)"')
    assert labels(on_paper(game))[0] == "Turn it now (twice)"
    assert not warnings(folder)


@pytest.mark.parametrize("text", ["Press Ctrl+F", "Then right-click it", "Haz clic en ella"])
def test_a_label_that_paper_cannot_follow_is_a_warning(folder: Path, text: str) -> None:
    with_label(folder, f"text: {text}")
    (warning,) = warnings(folder)
    assert warning.startswith("map.yaml:") and "`printed: false`" in warning


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("scenarios/start.yaml", "two armies", "two armies; press Ctrl+F"),
        ("charts/turn.yaml", "draw a card", "right-click a card"),
    ],
)
def test_other_texts_that_paper_cannot_follow(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    (warning,) = warnings(folder)
    assert warning.startswith(f"{file}:") and "in parentheses" in warning


@pytest.mark.long
def test_a_section_of_the_rules_can_be_for_the_module_alone() -> None:
    game = load(bundled_games()["tirad-pass"]).game
    assert game is not None and game.rulebook is not None
    paper = on_paper(game).rulebook
    assert paper is not None
    left_out = {one.title for one in game.rulebook.sections} - {one.title for one in paper.sections}
    assert left_out == {"In VASSAL"}


@pytest.mark.long
@pytest.mark.parametrize("name", bundled_games())
def test_bundled_games_mention_no_keys_on_paper(name: str) -> None:
    loaded = load(bundled_games()[name])
    assert loaded.game is not None
    for language in loaded.game.info.languages:
        found = mentions(loaded.in_language(language))
        assert not [(getattr(part, "id", part), field) for part, field in found]


@pytest.mark.long
def test_sheets_print_the_texts_for_paper(tmp_path: Path) -> None:
    game = load(bundled_games()["civil-power"]).game
    assert game is not None
    files = write_sheets(game, tmp_path / "out", SheetOptions(parts=("map",), file_type="svg"))
    (records,) = (path.read_text("utf-8") for path in files if "records" in path.name)
    assert ">Victory points<" in records and not MENTION.search(records)
    assert MENTION.search(draw_board(game, "records").svg)
