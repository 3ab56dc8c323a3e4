"""Pieces get the names and the sides that their module shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from modgen.compile.module import build_module
from modgen.importing.game import import_module
from modgen.importing.sides import Sides
from modgen.log.properties import own_name
from modgen.model.game import Game
from modgen.model.loading.folder import load
from modgen.unpacking.folder import read_packed
from modgen.vassal import traits as t
from modgen.vassal.components import Component, component, entry
from modgen.vassal.module import Module, read_module, write_module
from modgen.vassal.pieces import BasicPiece, GamePiece
from modgen_rules.engine.record.imported import ImportedPieces
from tests.importing.small_modules import METADATA, picture, slot


def module_of(folder: Path, window: Component, *shared: Component) -> Path:
    """A module with two sides, a board, a palette and prototypes."""
    board = component("Board", name="Land", image="land.png")
    tree = component(
        "GameModule",
        [
            component("BasicCommandEncoder"),
            component("PlayerRoster", [entry("Northern Power"), entry("Prussia")]),
            component("PrototypesContainer", list(shared)),
            component("Map", [component("BoardPicker", [board])], mapName="Field"),
            window,
        ],
        name="Names",
        version="1",
    )
    path = folder / "names.vmod"
    images = {
        "land.png": picture(300, 200, "#888888"),
        "prussian_gun.png": picture(20, 20, "#222222"),
    }
    write_module(path, Module(tree, METADATA, images))
    return path


def prototype(name: str, *traits: t.Trait) -> Component:
    text = GamePiece(traits, BasicPiece()).definition()
    return component("PrototypeDefinition", (), text, name=name)


def imported(module: Path, folder: Path) -> Game:
    import_module(module, folder)
    loaded = load(folder)
    assert [str(one.message) for one in loaded.diagnostics.errors] == []
    return loaded.game


def nameless(gpid: str, *traits: t.Trait, image: str = "") -> Component:
    return slot(GamePiece(traits, BasicPiece(image=image)), gpid)


@pytest.fixture
def game(tmp_path: Path) -> Game:
    window = component(
        "PieceWindow",
        [
            nameless("1", t.Prototype(name="guard")),
            nameless("2", t.Layer(images=("prussian_gun.png",), level_names=("Gun",), name="L")),
            nameless("3", image="prussian_gun.png"),
            nameless("4", t.Prototype(name="blank")),
        ],
        name="Pieces",
    )
    shared = prototype("guard", t.BasicName(name="Guard")), prototype("blank", t.Delete())
    return imported(module_of(tmp_path, window, *shared), tmp_path / "game")


def test_names_of_traits_levels_pictures_and_prototypes(game: Game) -> None:
    assert {piece.id: piece.name for piece in game.pieces} == {
        "guard": "Guard",
        "gun": "Gun",
        "prussian_gun": "prussian_gun",
        "blank": "blank",
    }
    assert [bool(piece.assumed) for piece in game.pieces] == [False, True, True, True]
    assert "no name" not in game.piece_types["gun"].assumed  # only its side is assumed


def test_a_name_that_the_game_changes_is_that_of_the_module(game: Game, tmp_path: Path) -> None:
    table = game.folder / "pieces.csv"
    text = table.read_text("utf-8").replace(",Guard,", ",Watch,").replace(",Gun,", ",Cannon,")
    table.write_text(text, "utf-8")
    changed = load(game.folder).game
    built = read_packed(build_module(changed, tmp_path)).root
    slots = {
        node.attributes["gpid"]: node.piece
        for node in built.walk()
        if node.name == "PieceSlot" and node.piece is not None
    }
    assert own_name(slots["1"].traits, slots["1"].basic) == "Watch"
    (layer,) = slots["2"].traits
    assert isinstance(layer, t.Layer) and layer.level_names == ("Cannon",)
    known = ImportedPieces(changed)
    in_play = GamePiece((t.BasicName(name="Watch"),), BasicPiece(gpid="1"))
    assert known.recognise(in_play)[0] == "guard"


def test_sides_from_each_thing_that_names_one(tmp_path: Path) -> None:
    side = {
        "1": nameless("1", t.Marker(names=("Side",), values=("pr",))),
        "2": slot(GamePiece((), BasicPiece(name="NP Leader")), "2"),
        "3": nameless("3", t.Prototype(name="Prussian unit")),
        "4": nameless("4", image="prussian_gun.png"),
        "5": nameless("5", t.RestrictedAccess(sides=("Prussia",))),
        "6": slot(GamePiece((), BasicPiece(name="Weather")), "6"),
        "7": slot(GamePiece((), BasicPiece(name="Prussia or Northern")), "7"),
    }
    own = component("ListWidget", [slot(GamePiece((), BasicPiece(name="Chief")), "8")])
    own.attributes["entryName"] = "The Prussians"
    window = component("PieceWindow", [*side.values(), own], name="Pieces")
    shared = prototype("Prussian unit", t.Delete())
    game = imported(module_of(tmp_path, window, shared), tmp_path / "game")
    found = [piece.side for piece in game.pieces]
    north, south = "northern_power", "prussia"
    assert found == [south, north, south, south, south, None, None, south]
    assert all(("proposal" in piece.assumed) == bool(piece.side) for piece in game.pieces)
    assert (
        read_module(build_module(game, tmp_path)).tree == read_module(tmp_path / "names.vmod").tree
    )


@pytest.mark.parametrize(
    ("text", "side"),
    [
        ("British Infantry", "b"),
        ("French_Flags", "f"),
        ("CardSlotFrench", "f"),
        ("Britain and France", ""),
        ("a fringe", ""),
    ],
)
def test_words_that_name_a_side(text: str, side: str) -> None:
    sides = Sides({"Britain": "b", "France": "f"})
    assert sides.propose((), titles=(), name=text, prototypes=(), pictures=())[0] == side


def test_numbered_players_and_countries_with_two_letters() -> None:
    players = Sides({"Player 1": "one", "Player Two": "two"})
    for text, side in (("P1AttackDie", "one"), ("Player 2 hand", "two"), ("Team 1", "")):
        assert players.propose((), titles=(text,), name="", prototypes=(), pictures=())[0] == side
    states = Sides({"US": "us", "China": "c"})
    for text, side in (("DrawButtonUS", "us"), ("tell us more", ""), ("Chinese start", "c")):
        assert states.propose((), titles=(text,), name="", prototypes=(), pictures=())[0] == side
