"""Numbers that belong to one piece: where they begin, what changes them, and who sees them."""

from __future__ import annotations

from pathlib import Path

import pytest

from modgen.compile.build import Build
from modgen.compile.pieces import game_piece
from modgen.compile.setup import placed_pieces
from modgen.log.piece_changes import property_title
from modgen.model.loading.folder import Loaded, load
from modgen.sheets.counters import tile
from modgen.vassal.traits import DynamicProperty, Label, ReportAction, SubMenu

GAME = """
id: naval
title: Broadside
version: "1.0"
languages: [en]
sides: [{id: blue, name: Blue, abbreviation: B, colour: "#2f5fa8", icon: star}]
gauges:
  - {id: hull, name: Hull, least: -2, most: 8}
  - {id: shells, name: Shells}
"""
MAP = """
boards: [{id: main, name: Sea, width: 170, height: 150}]
boxes: [{id: port, name: Port, kind: holding, rect: {x: 5, y: 5, w: 100, h: 100}, holds: [raft]}]
"""
RAFT = "Raft,force,blue,ship,,,"
HEAD = "name,kind,side,symbol,back,gauges.hull,gauges.shells\n"


def loaded(folder: Path, *rows: str, game: str = GAME) -> Loaded:
    (folder / "scenarios").mkdir()
    (folder / "game.yaml").write_text(game)
    (folder / "map.yaml").write_text(MAP)
    (folder / "pieces.csv").write_text(HEAD + "\n".join(rows) + "\n")
    (folder / "scenarios" / "start.yaml").write_text("id: start\nname: Start\n")
    return load(folder)


def traits_of(found: Loaded, kind: str = "ship") -> list[object]:
    assert found.game is not None, found.diagnostics
    return [*game_piece(Build(found.game), found.game.piece_types[kind]).traits]


def test_a_number_begins_and_ends_where_the_data_says(tmp_path: Path) -> None:
    traits = traits_of(loaded(tmp_path, "Ship,force,blue,ship,,5,", RAFT))
    [hull] = [one for one in traits if isinstance(one, DynamicProperty)]
    assert (hull.name, hull.value, hull.constraints) == ("Gauge_hull", "5", "true,-2,8,false")
    [label] = [one for one in traits if isinstance(one, Label) and "Gauge" in one.label]
    assert label.label == "$Gauge_hull$"


def test_a_piece_without_gauges_has_none(tmp_path: Path) -> None:
    found = loaded(tmp_path, "Ship,force,blue,ship,,5,", RAFT)
    assert not [one for one in traits_of(found, "raft") if isinstance(one, DynamicProperty)]


def test_a_log_and_the_menu_call_it_by_its_name(tmp_path: Path) -> None:
    found = loaded(tmp_path, "Ship,force,blue,ship,,5,12", RAFT)
    assert found.game is not None
    piece = game_piece(Build(found.game), found.game.piece_types["ship"])
    numbers = [one for one in piece.traits if isinstance(one, DynamicProperty)]
    assert {property_title(one, piece) for one in numbers} == {"Hull", "Shells"}
    menus = {one.menu: one.commands for one in piece.traits if isinstance(one, SubMenu)}
    assert menus["Hull"] == ("Hull +1", "Hull −1", "Set Hull …")


def test_numbers_are_below_each_other(tmp_path: Path) -> None:
    traits = traits_of(loaded(tmp_path, "Ship,force,blue,ship,,5,12", RAFT))
    labels = {
        one.label: one.vertical_offset
        for one in traits
        if isinstance(one, Label) and "Gauge" in one.label
    }
    assert labels["$Gauge_hull$"] == -labels["$Gauge_shells$"] < 0


def test_no_report_tells_what_lies_face_down(tmp_path: Path) -> None:
    traits = traits_of(loaded(tmp_path, "Ship,force,blue,ship,star,5,", RAFT))
    [told] = [
        one.format for one in traits if isinstance(one, ReportAction) and "Gauge" in one.format
    ]
    assert told.startswith('{ObscuredToOthers ? "" : ')


@pytest.mark.parametrize(
    ("old", "new", "place", "message"),
    [
        (",5,", ",9,", "pieces.csv:2:23", "the gauge `hull` of `ship` begins at 9; give a number"),
        (",5,", ",x,", "pieces.csv:2:23", "expected a whole number"),
        (",blue,ship,,", ",,ship,star,", "pieces.csv:2:", "has gauges and a `back`, but no side"),
        ("id: shells", "id: bombs", "pieces.csv:2:25", "unknown gauge `shells`"),
        ("id: shells", "id: hull", "game.yaml:9:10", "the gauge `hull` is duplicated"),
        ("most: 8", "most: -2", "game.yaml:8:5", "`most` must be greater than `least`"),
    ],
)
def test_a_mistake(tmp_path: Path, old: str, new: str, place: str, message: str) -> None:
    row = "Ship,force,blue,ship,,5,12"
    found = loaded(tmp_path, row.replace(old, new), RAFT, game=GAME.replace(old, new))
    wrong = [str(one) for one in found.diagnostics.sorted()]
    assert any(one.startswith(place) and message in one for one in wrong), wrong


def begun(found: Loaded) -> list[str]:
    """The numbers with which the pieces of the scenario begin."""
    (scenario,) = found.game.scenarios
    traits = [
        trait for one in placed_pieces(Build(found.game), scenario) for trait in one.piece.traits
    ]
    return sorted(trait.value for trait in traits if isinstance(trait, DynamicProperty))


def test_a_scenario_gives_its_own_numbers(tmp_path: Path) -> None:
    loaded(tmp_path, "Ship,force,blue,ship,,5,12", "Boat,force,blue,ship,,2,", RAFT)
    start = tmp_path / "scenarios" / "start.yaml"
    text = "id: start\nname: Start\nplace: {port: {ship: 1, boat: 1}}\n"
    start.write_text(text)
    assert begun(load(tmp_path)) == ["12", "2", "5"]
    start.write_text(text + "gauges: {ship: {hull: 3}, port: {shells: 0}}\n")
    assert begun(load(tmp_path)) == ["0", "2", "3"]


@pytest.mark.parametrize(
    ("gauges", "message"),
    [
        ("{shop: {hull: 3}}", "unknown piece or place `shop`; did you mean `ship`?"),
        ("{ship: {hall: 3}}", "unknown gauge `hall`; did you mean `hull`?"),
        ("{raft: {hull: 3}}", "unknown gauge `hull`"),
        ("{port: {hull: 9}}", "the gauge `hull` begins at 9; give a number from -2 to 8"),
    ],
)
def test_wrong_numbers_of_a_scenario(tmp_path: Path, gauges: str, message: str) -> None:
    loaded(tmp_path, "Ship,force,blue,ship,,5,12", RAFT)
    start = tmp_path / "scenarios" / "start.yaml"
    start.write_text(f"id: start\nname: Start\nplace: {{port: {{ship: 1}}}}\ngauges: {gauges}\n")
    assert any(message in str(one) for one in load(tmp_path).diagnostics.errors)


def test_a_counter_shows_its_first_numbers(tmp_path: Path) -> None:
    game = loaded(tmp_path, "Ship,force,blue,ship,,5,12", RAFT).game
    ship, raft = game.piece_types["ship"], game.piece_types["raft"]
    shown = tile(game, ship, ship.faces[0].id, 15).svg
    bare = tile(game, ship.model_copy(update={"gauges": {}}), ship.faces[0].id, 15).svg
    assert shown.count("#fffaeb") == bare.count("#fffaeb") + 2
    assert "#fffaeb" not in tile(game, raft, raft.faces[0].id, 15).svg
