"""Games without a map, and grids whose cells are in a table."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from modgen.assets import template_path
from modgen.cli import cli
from modgen.compile.module import compile_game
from modgen.draw.links import paint_links
from modgen.draw.svg import Drawing
from modgen.model.files.art import bundled_icons
from modgen.model.geography.plan import terrain_of
from modgen.model.loading.folder import load

GAME = """id: cards
title: Cards
version: 1.0.0
description: A card game.
languages: [en]
sides:
  - {id: red, name: Red, adjective: Red, abbreviation: R, colour: "#b5382d", icon: crown}
sequence: [{id: play, name: Play}]
"""
SCENARIO = """id: deal
name: Deal
place: {}
piles: [{pile: draw, build: [{cards: ["1", "2", "3", "4"]}]}]
"""


@pytest.fixture
def cards_only(tmp_path: Path) -> Path:
    template = template_path()
    shutil.copytree(template / "layouts", tmp_path / "layouts")
    for name in ("cards.csv", "cards.yaml"):
        shutil.copy(template / name, tmp_path / name)
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "deal.yaml").write_text(SCENARIO, "utf-8")
    (tmp_path / "game.yaml").write_text(GAME, "utf-8")
    return tmp_path


def test_a_game_of_cards_needs_no_map_and_no_pieces(cards_only: Path) -> None:
    loaded = load(cards_only)
    assert not loaded.diagnostics.collected
    game = loaded.game
    assert [box.id for box in game.map.boxes] == ["draw"]
    module = compile_game(game).module
    piles = [pile.attributes["name"] for pile in module.tree.find_all("DrawPile")]
    assert piles.count("Draw pile") == 1


def test_piles_without_a_box_get_one(cards_only: Path) -> None:
    table = cards_only / "cards.yaml"
    table.write_text(table.read_text("utf-8").replace("box: draw, ", ""), "utf-8")
    assert "box:" not in table.read_text("utf-8")
    loaded = load(cards_only)
    assert not loaded.diagnostics.collected
    assert [box.name for box in loaded.game.map.boxes] == ["Draw pile"]


def test_a_game_of_cards_with_a_map_needs_no_pieces(cards_only: Path) -> None:
    (cards_only / "map.yaml").write_text(
        "boards: [{id: main, name: Table, width: 200, height: 120}]\n"
        "boxes: [{id: draw, name: Draw, kind: deck, rect: {x: 9, y: 9, w: 70, h: 100}}]\n",
        "utf-8",
    )
    assert not load(cards_only).diagnostics.collected


def test_a_step_that_takes_no_cards(cards_only: Path) -> None:
    path = cards_only / "scenarios" / "deal.yaml"
    path.write_text(SCENARIO.replace('cards: ["1", "2", "3", "4"]', "deck: fortune"), "utf-8")
    [message] = map(str, load(cards_only).diagnostics.errors)
    assert message.startswith("scenarios/deal.yaml:4:")
    assert "the step takes no cards from the deck; say how many with `random`" in message
    assert "`rest: fortune`" in message


def test_without_cards_the_map_is_still_required(cards_only: Path) -> None:
    (cards_only / "cards.yaml").unlink()
    messages = [str(one) for one in load(cards_only).diagnostics.errors]
    assert "map.yaml:1:1: the file does not exist" in messages


RIDGE = Path(__file__).parents[1] / "general" / "games" / "ridge"


@pytest.fixture
def ridge(tmp_path: Path) -> Path:
    folder = shutil.copytree(RIDGE, tmp_path / "ridge")
    path = folder / "map.yaml"
    text = path.read_text("utf-8").replace("    ground: clear\n", "    table: field.csv\n")
    path.write_text(text, "utf-8")
    return folder


def test_a_table_of_cells(ridge: Path) -> None:
    rows = "cell,terrain,name,height\n0101,wood,Old Mill,120\n0404,lake,,80\n"
    (ridge / "field.csv").write_text(rows, "utf-8")
    loaded = load(ridge)
    assert not loaded.diagnostics.errors
    grid = loaded.game.map.grids[0]
    assert terrain_of(grid)["0101"] == "wood"
    assert terrain_of(grid)["0404"] == "wood"  # map.yaml goes first
    assert grid.names == {"0101": "Old Mill"}
    assert grid.heights == {"0101": 120, "0404": 80}


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("cell,heigt\n0101,3\n", "field.csv:1:6: unknown column `heigt`; did you mean `height`?"),
        ("cell,height\n,3\n", "field.csv:2:1: the row names no `cell`"),
        ("cell,height\n0101,high\n", "field.csv:2:6: expected a number, found `high`"),
        ("cell,terrain\n9999,wood\n", "field.csv:2:6: unknown cell `9999`"),
        ("cell,terrain\n0101,wod\n", "field.csv:2:6: unknown terrain `wod`; did you mean `wood`?"),
    ],
)
def test_mistakes_in_the_table_have_its_positions(ridge: Path, rows: str, message: str) -> None:
    (ridge / "field.csv").write_text(rows, "utf-8")
    assert any(str(one).startswith(message) for one in load(ridge).diagnostics.errors)


def test_a_table_outside_the_folder_is_not_read(ridge: Path) -> None:
    path = ridge / "map.yaml"
    text = path.read_text("utf-8").replace("field.csv", "../secret.csv")
    path.write_text(text, "utf-8")
    (ridge.parent / "secret.csv").write_text("cell,terrain\n0101,wood\n", "utf-8")
    assert any("leads out of" in str(one) for one in load(ridge).diagnostics.errors)


def test_icons(tmp_path: Path) -> None:
    listed = CliRunner().invoke(cli, ["icons"]).output.split()
    assert listed == bundled_icons()
    page = tmp_path / "icons.html"
    assert CliRunner().invoke(cli, ["icons", "-o", str(page)]).exit_code == 0
    assert all(f"<code>{name}</code>" in page.read_text("utf-8") for name in listed)


def test_the_board_cuts_hexes_at_its_edges_but_holds_the_middle_of_those_with_pieces(
    tmp_path: Path,
) -> None:
    folder = shutil.copytree(RIDGE, tmp_path / "ridge")
    path = folder / "map.yaml"
    text = path.read_text("utf-8")
    path.write_text(text.replace("{x: 10, y: 10, w: 270", "{x: -12, y: 10, w: 270"), "utf-8")
    assert not load(folder).diagnostics.errors
    path.write_text(text.replace("{x: 10, y: 10, w: 270", "{x: -50, y: 10, w: 270"), "utf-8")
    messages = [str(one) for one in load(folder).diagnostics.errors]
    assert "the middle of `0202` is off its board" in messages[0]
    assert messages[0].startswith("scenarios/start.yaml:4:")


def test_cells_of_two_grids_have_different_names(tmp_path: Path) -> None:
    folder = shutil.copytree(RIDGE, tmp_path / "ridge")
    path = folder / "map.yaml"
    second = "grids:\n  - {id: s, name: S, kind: square, rect: {x: 0, y: 0, w: 9, h: 9}, size: 4, "
    second += "columns: 2, rows: 2, column_names: numbers"
    text = path.read_text("utf-8")
    path.write_text(text.replace("grids:", second + "}", 1), "utf-8")
    [message] = map(str, load(folder).diagnostics.errors)
    assert "the cell `0101` has the same name as a cell of the grid `s`; give " in message
    path.write_text(text.replace("grids:", second + ", prefix: S}", 1), "utf-8")
    assert not load(folder).diagnostics.errors


def test_no_pieces_are_set_up_under_a_box(tmp_path: Path) -> None:
    folder = shutil.copytree(RIDGE, tmp_path / "ridge")
    cell, (x, y) = next(
        (name, centre) for name, (_, centre) in load(folder).game.cells.items() if name == "0202"
    )
    path = folder / "map.yaml"
    box = (
        f"  - {{id: over, name: Over, kind: display, rect: {{x: {x - 3}, y: {y - 3}, w: 6, h: 6}}}}"
    )
    path.write_text(path.read_text("utf-8").replace("boxes:", f"boxes:\n{box}", 1), "utf-8")
    messages = [str(one) for one in load(folder).diagnostics.errors]
    assert any(f"`{cell}` is under the box `over`; move the box" in one for one in messages)


TOWNS = """boards: [{id: main, name: Map, width: 140, height: 120}]
spaces:
  - {id: a, name: A, kind: city, at: [20, 106], radius: 10}
  - {id: b, name: B, kind: node, at: [80, 106]}
  - {id: c, name: C, kind: city, at: [20, 30], radius: 10}
edges:
  - {between: [a, b]}
  - {between: [a, c], kind: road}
boxes: [{id: draw, name: Draw, kind: deck, rect: {x: 60, y: 2, w: 70, h: 94}}]
"""


def test_every_edge_between_discs_is_drawn(cards_only: Path) -> None:
    (cards_only / "map.yaml").write_text(TOWNS, "utf-8")
    loaded = load(cards_only)
    assert not loaded.diagnostics.collected
    drawing = Drawing(140, 120)
    paint_links(drawing, loaded.game, list(loaded.game.map.spaces))
    svg = drawing.svg
    assert svg.count("<path") == 4  # two lines, each with a dark rim


def test_a_box_over_a_disc(cards_only: Path) -> None:
    (cards_only / "map.yaml").write_text(TOWNS.replace("x: 60, y: 2,", "x: 22, y: 2,"), "utf-8")
    [message] = map(str, load(cards_only).diagnostics.errors)
    assert "the box `draw` lies over the space `c`" in message


def test_an_unknown_column_has_the_likeliest_name(tmp_path: Path) -> None:
    folder = shutil.copytree(RIDGE, tmp_path / "ridge")
    path = folder / "pieces.csv"
    head, *rows = path.read_text("utf-8").splitlines()
    path.write_text("\n".join((f"{head},icon", *(f"{row},star" for row in rows))), "utf-8")
    messages = [str(one) for one in load(folder).diagnostics.errors]
    assert messages[0].endswith(": unknown column `icon`; did you mean `icons`?")


def test_a_box_that_holds_a_piece_is_its_home(folder: Path) -> None:
    table = folder / "pieces.csv"
    table.write_text(table.read_text("utf-8").replace(",red_camp,", ",,"), "utf-8")
    game = load(folder).game
    assert {game.piece_types[key].home for key in ("army_red", "castle_red")} == {"red_camp"}
    assert game.piece_types["harvest_red"].home is None
