"""Overlays: rows and parts that replace those of a game."""

from __future__ import annotations

from pathlib import Path

from modgen.assets import template_path
from modgen.model.loading.folder import load


def overlaid(tmp_path: Path, name: str, text: str) -> Path:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return tmp_path


def test_cells_replace_cells(tmp_path: Path) -> None:
    over = overlaid(tmp_path, "cards.csv", "id,title,text\n2,Bumper crop,\n")
    card = load(template_path(), over).game.card["2"]
    assert (card.title, card.icon) == ("Bumper crop", "village")
    assert card.text == "Place one army on a vale that you control."


def test_a_dash_empties_a_cell(tmp_path: Path) -> None:
    over = overlaid(tmp_path, "cards.csv", "id,icon\n2,-\n")
    assert load(template_path(), over).game.card["2"].icon == ""


def test_parts_are_matched_by_id(tmp_path: Path) -> None:
    text = "spaces:\n  - {id: south, attributes: {harvest: 9}}\n"
    game = load(template_path(), overlaid(tmp_path, "map.yaml", text)).game
    assert [space.attributes["harvest"] for space in game.map.spaces] == [2, 3, 9, 3]
    assert game.spaces["south"].pieces_at == (75, 155)


def test_mistakes_name_the_overlay(tmp_path: Path) -> None:
    over = overlaid(tmp_path, "map.yaml", "spaces:\n  - {id: south, kind: isle}\n")
    problems = [str(problem) for problem in load(template_path(), over).diagnostics.sorted()]
    assert problems == [
        f"{over}/map.yaml:2:23: `isle` is not allowed here; it can be "
        "`area`, `building`, `city`, `node`, `sea`"
    ]


def test_no_such_overlay(tmp_path: Path) -> None:
    assert load(template_path(), tmp_path / "none").diagnostics.errors
