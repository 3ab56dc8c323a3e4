"""Expansions: a game that adds to another one is built as an extension of its module."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from modgen.assets import bundled_expansions, template_path
from modgen.cli import cli
from modgen.compile.module import build_module, compile_game
from modgen.library.games import find_game
from modgen.log.timeline import read_timeline
from modgen.model.loading.folder import load
from modgen.sheets.pipeline import SheetOptions, write_sheets
from modgen.vassal.extensions import extends, extension_folder, read_extended, read_extension
from modgen.vassal.module import Module, read_module
from modgen.vassal.save import SaveFile
from modgen.verify.engine import verify

ENGINE = os.environ.get("VASSAL_LIB", "")
GAME = """\
id: more-vales
extends: ../vales
title: More Vales
subtitle: Two cards and a scout
version: "1.2"
languages: [en]
"""
CARDS = """\
id,deck,title,icon,text
5,fortune,Mud,village,No army marches twice.
6,fortune,Spies,flag,Look at the next card.
"""
PIECES = """\
id,name,kind,side,count,shape,size,faces,strength,home
scout,Red scout,force,red,3,cube,8,front,1,red_camp
"""
SCENARIO = """\
id: night
name: Night march
text: With the cards and the scouts of More Vales.
place:
  east: {army_red: 2, scout: 2}
  west: {army_blue: 2, castle_blue: 1}
states: {east: {control: red}, west: {control: blue}}
levels: {harvest_red: 3, harvest_blue: 3}
piles:
  - {pile: draw, build: [{cards: ["1", "5", "6"], shuffle: true}]}
unused: ["2", "3", "4"]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An expansion beside its game."""
    shutil.copytree(template_path(), tmp_path / "vales")
    made = tmp_path / "more"
    (made / "scenarios").mkdir(parents=True)
    (made / "game.yaml").write_text(GAME, "utf-8")
    (made / "cards.csv").write_text(CARDS, "utf-8")
    (made / "pieces.csv").write_text(PIECES, "utf-8")
    (made / "scenarios" / "night.yaml").write_text(SCENARIO, "utf-8")
    return made


def build(folder: Path) -> tuple[Path, Path]:
    """The module of the game, and the extension."""
    return (
        build_module(load(folder.parent / "vales").game, folder.parent),
        build_module(load(folder).game, folder.parent),
    )


def joined(module: Path, extension: Path) -> Module:
    extended = read_extended(module, [extension])
    assert not extended.problems
    return extended.module


@pytest.mark.long
def test_the_extension_has_what_the_expansion_adds(folder: Path) -> None:
    module, extension = build(folder)
    assert extension.name == "more-vales.vmdx"
    read = read_extension(extension)
    root = read.content.tree.attributes
    assert (root["module"], root["moduleVersion"]) == ("Four Vales", "0.1")
    assert (root["version"], root["description"]) == ("1.2", "Two cards and a scout")
    assert extends(read.content, read_module(module))
    assert sorted(read.content.images) == [
        "card-5.png",
        "card-6.png",
        "piece-scout.png",
    ]
    slots = list(read.content.tree.find_all("PieceSlot", "CardSlot"))
    assert [slot.attributes["entryName"] for slot in slots] == ["#5 Mud", "#6 Spies", "Red scout"]
    prefix = f"{root['extensionId']}:"
    assert all(slot.attributes["gpid"].startswith(prefix) for slot in slots)
    assert all(slot.attributes["gpid"] in slot.text for slot in slots)
    whole = joined(module, extension)
    lists = {one.attributes["entryName"]: one for one in whole.tree.find_all("ListWidget")}
    assert [one.attributes["entryName"] for one in lists["Red"].children][-1] == "Red scout"
    box = next(pile for pile in whole.tree.find_all("DrawPile") if "#5 Mud" in str(pile.children))
    assert [one.attributes["entryName"] for one in box.children if one.name == "CardSlot"] == [
        *("#1 Good roads", "#2 Good harvest", "#3 Storm", "#4 Truce"),
        *("#5 Mud", "#6 Spies"),
    ]


@pytest.mark.long
def test_the_set_up_holds_new_and_old_pieces(folder: Path) -> None:
    module, extension = build(folder)
    whole = joined(module, extension)
    names = [setup.attributes["name"] for setup in whole.tree.find_all("PredefinedSetup")]
    assert names == ["Start", "Night march"]
    path = folder.parent / "night.vsav"
    path.write_bytes(whole.files["night.vsav"])
    with SaveFile(path) as save:
        assert "EXT\tmore-vales\t1.2" in save.text()
        assert save.moduledata is not None
        assert (save.moduledata.name, save.moduledata.version) == ("Four Vales", "0.1")
    table = read_timeline([path]).go(0)
    pieces = [one.game_piece.basic for one in table.pieces.values()]
    known = {slot.attributes["gpid"] for slot in whole.tree.find_all("PieceSlot", "CardSlot")}
    assert {basic.gpid for basic in pieces} <= known
    called = [basic.name for basic in pieces]
    assert called.count("Red scout") == 3
    assert called.count("#5 Mud") == 1
    steps = [
        button.attributes["hotkeys"]
        for button in whole.tree.find_all("DoActionButton")
        if "build" in button.attributes["name"].lower()
    ]
    assert ["Stack_night" in keys for keys in steps] == [False, True]


@pytest.mark.long
def test_no_two_piles_lie_at_one_point(folder: Path) -> None:
    """The engine puts a card that is sent to a pile into any pile at its point."""
    text = SCENARIO.replace("id: night", "id: day").replace("Night", "Day")
    (folder / "scenarios" / "day.yaml").write_text(text, "utf-8")
    other = shutil.copytree(folder, folder.parent / "other")
    (other / "game.yaml").write_text(GAME.replace("more-vales", "other-vales"), "utf-8")
    module, extension = build(folder)
    second = build_module(load(other).game, folder.parent)
    tree = read_extended(module, [extension, second]).module.tree
    points = [
        (owner.attributes["mapName"], pile.attributes["x"], pile.attributes["y"])
        for owner in tree.find_all("Map", "PrivateMap", "PlayerHand")
        for pile in owner.children
        if pile.name == "DrawPile"
    ]
    assert len(points) >= 6
    assert len(set(points)) == len(points)


@pytest.mark.long
def test_the_module_stays_as_it_is(folder: Path) -> None:
    game = load(folder.parent / "vales").game
    before = compile_game(game).module
    assert load(folder).game.parent == game
    build_module(load(folder).game, folder.parent)
    after = compile_game(load(folder.parent / "vales").game).module
    assert after.tree == before.tree
    assert after.files == before.files


def test_sheets_are_those_of_the_cards_and_counters(folder: Path) -> None:
    game = load(folder).game
    options = SheetOptions(file_type="svg")
    files = write_sheets(game, folder.parent / "sheets", options)
    assert sorted(path.stem for path in files) == [
        "card-fortune-5-mud",
        "card-fortune-6-spies",
        "deck-fortune-back",
        "piece-scout-front",
    ]


@pytest.mark.long
def test_check_data_counts_what_is_added(folder: Path) -> None:
    result = CliRunner().invoke(cli, ["check-data", str(folder)])
    assert result.exit_code == 0, result.output
    assert "More Vales 1.2 for Four Vales 0.1: 1 piece type, 2 cards, 1 scenario" in result.output


TAKEN = "is in the game that this one extends"
GREEN = "sides: [{id: green, name: Green, colour: '#00ff00'}]"
DIE = "years: 1500\ndice: [{id: die, name: Die}]"


@pytest.mark.long
def test_commands_that_read_games_know_the_new_cards_by_name(folder: Path) -> None:
    module, extension = build(folder)
    log = folder.parent / "night.vsav"
    log.write_bytes(read_module(extension).files["night.vsav"])
    command = ["log", str(log), "--module", str(module), "--at", "0"]
    told = CliRunner().invoke(cli, command)
    assert "played with the extension `more-vales` 1.2, which is not given" in told.stderr
    beside = extension_folder(module)
    beside.mkdir()
    shutil.copy(extension, beside)
    result = CliRunner().invoke(cli, command)
    assert (result.exit_code, result.stderr) == (0, "")
    assert "#5 Mud" in result.stdout
    assert "2 Red scout" in result.stdout
    page = folder.parent / "page.html"
    drawn = CliRunner().invoke(cli, ["replay", str(log), "--module", str(module), "-o", str(page)])
    assert (drawn.exit_code, drawn.stderr) == (0, "")
    judged = CliRunner().invoke(
        cli, ["check", str(log), "--module", str(module), "--game", str(folder)]
    )
    assert judged.exit_code == 0, judged.output


MISTAKES = [
    ("game.yaml", GREEN, "game.yaml:7:1: an extension cannot add to or change `sides`"),
    ("game.yaml", DIE, f"game.yaml:8:13: `die` {TAKEN}"),
    ("cards.csv", "1,fortune,Again,flag,x", f"cards.csv:4:1: `1` {TAKEN}"),
    ("cards.csv", "7,fate,Again,flag,x", "cards.csv:4:3: unknown deck `fate`"),
    ("pieces.csv", "spy,Spy,force,red,1,cube,8,front,1,green_camp", "pieces.csv:3:"),
    ("scenarios/night.yaml", "hands: {green: []}", "scenarios/night.yaml:12:"),
]


@pytest.mark.parametrize(("file", "line", "message"), MISTAKES)
def test_mistakes_have_a_place(folder: Path, file: str, line: str, message: str) -> None:
    with (folder / file).open("a", encoding="utf-8") as stream:
        stream.write(line + "\n")
    result = CliRunner().invoke(cli, ["check-data", str(folder)])
    assert result.exit_code == 2
    assert message in result.output


def test_a_set_up_of_the_game_cannot_change(folder: Path) -> None:
    (folder / "scenarios" / "start.yaml").write_text("{id: start, name: Begin}", "utf-8")
    result = CliRunner().invoke(cli, ["check-data", str(folder)])
    assert result.exit_code == 2
    assert "scenarios/start.yaml:1:6: `start` is in the game" in result.output


@pytest.mark.long
def test_the_board_of_the_game_cannot_change(folder: Path) -> None:
    box = "boxes: [{id: tent, name: Tent, kind: display, rect: {x: 2, y: 2, w: 9, h: 12}}]"
    (folder / "map.yaml").write_text(box, "utf-8")
    result = CliRunner().invoke(cli, ["build", str(folder), "-o", str(folder.parent / "out")])
    assert result.exit_code == 2
    assert "changes the picture of the board `main`" in result.output


@pytest.mark.parametrize(
    ("named", "message"),
    [
        ("../nowhere", "game.yaml:2:10: `../nowhere` is neither a folder with a game"),
        ("../more2", "game.yaml:2:10: `../more2` is an expansion, which cannot be extended"),
        (".", "game.yaml:2:10: `.` is an expansion, which cannot be extended"),
        ("a" * 400, "game.yaml:2:10: "),
        ("../bad", "game.yaml:2:10: the game `../bad`, which this one extends, has errors"),
    ],
)
def test_what_is_extended_must_be_a_whole_game(folder: Path, named: str, message: str) -> None:
    shutil.copytree(folder, folder.parent / "more2")
    bad = shutil.copytree(folder.parent / "vales", folder.parent / "bad")
    (bad / "cards.csv").write_text("id,deck,title\n1,no,X\n", "utf-8")
    (folder / "game.yaml").write_text(GAME.replace("../vales", named), "utf-8")
    result = CliRunner().invoke(cli, ["check-data", str(folder)])
    assert result.exit_code == 2
    assert message in result.output


@pytest.mark.long
def test_an_expansion_of_a_bundled_game_by_name(folder: Path) -> None:
    [name] = bundled_expansions()
    assert find_game(name) == bundled_expansions()[name]
    loaded = load(find_game(name))
    assert not loaded.diagnostics.collected
    assert loaded.game.parent is not None
    assert loaded.in_language("es").parent == load(find_game("people-power")).in_language("es")
    text = GAME.replace("../vales", "junta-coup")
    (folder / "game.yaml").write_text(text, "utf-8")
    for other in ("cards.csv", "pieces.csv", "scenarios/night.yaml"):
        (folder / other).unlink()
    assert load(folder).game.parent == load(find_game("junta-coup")).game


@pytest.mark.engine
@pytest.mark.skipif(not ENGINE, reason="set VASSAL_LIB to VASSAL's lib folder to run it")
def test_the_engine_plays_the_expansion(folder: Path) -> None:
    module, extension = build(folder)
    target = extension_folder(module)
    target.mkdir()
    shutil.copy(extension, target)
    report = verify(module, Path(ENGINE))
    assert report.clean, report
    assert [name for name, *_ in report.setups] == ["Start", "Night march"]
    at = ("Night march", "Draw pile")
    drawn = {card: n for (*place, card), n in report.places.items() if tuple(place) == at}
    assert drawn == {"#1 Good roads": 1, "#5 Mud": 1, "#6 Spies": 1}
    assert report.places["Night march", "East Vale", "Red scout"] == 2


@pytest.mark.long
def test_units_of_an_expansion_follow_the_module_in_marking_moves(folder: Path) -> None:
    # The module's cubes do not show that they have moved, and its maps are set so.
    counters = PIECES.replace("cube,8", "counter,15")
    (folder / "pieces.csv").write_text(counters, "utf-8")
    module, extension = build(folder)
    (slot,) = (
        slot
        for slot in read_extension(extension).content.tree.find_all("PieceSlot")
        if slot.attributes["entryName"] == "Red scout"
    )
    assert "markmoved" not in (slot.text or "")
    joined(module, extension)
