"""Undefined names: each kind is broken once in a module without problems."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modgen.compile.module import compile_game
from modgen.inspecting.expressions import asked_for
from modgen.inspecting.mistakes import undefined, unusable
from modgen.inspecting.names import missing_pictures, page_pictures, used_names
from modgen.inspecting.report import inspect, text
from modgen.model.game import Game
from modgen.vassal import traits as t
from modgen.vassal.components import Component, component
from modgen.vassal.keys import command
from modgen.vassal.metadata import Metadata
from modgen.vassal.module import Module
from modgen.vassal.pieces import BasicPiece, GamePiece, parse_definition
from tests.importing.small_modules import PICTURE


@pytest.mark.parametrize(
    ("asking", "names"),
    [
        ("", []),
        ("plain words, 5 > 3", []),
        ("$PlayerSide$ moves $PieceName$", ["PlayerSide", "PieceName"]),
        ("costs $5 and $6", []),
        ('{Level >= 2 && Side == "Red"}', ["Level", "Side"]),
        ('{Name.contains("x") ? 1 : Other.length()}', ["Name", "Other"]),
        ('{GetProperty("two words") + GetProperty("a" + b)}', ["two words", "b"]),
        ('{SumLocation("Rank") + CountStack("{Side == \\"Red\\"}")}', ["Rank", "Side"]),
        ('{GetAttachmentProperty("Leader", "Rank")}', ["Rank"]),
        ('{CountZone("Hand", "Side board")}', []),
        ('{CountLocation("Rank", "{Side == \\"Red\\"}")}', ["Rank"]),
        ('{Math.max(A, Integer.parseInt("7"))}', ["A"]),
        ("{Alert('A') ? true : null}", []),
    ],
)
def test_asked_for(asking: str, names: list[str]) -> None:
    assert list(asked_for(asking)) == names


def test_old_filters() -> None:
    found = asked_for("Level >= 2 && Old Zone = A || Side != Red && Name =~ x.*", condition=True)
    assert list(found) == ["Level", "Old Zone", "Side", "Name"]


@given(st.text(alphabet="{}$\"'\\()ab.,=&|_ 1\x1b"))
def test_any_text_is_read(asking: str) -> None:
    for name in asked_for(asking, condition=True):
        assert name


@pytest.fixture(scope="module")
def sound(vales: Game) -> Module:
    compiled = compile_game(vales)
    images = dict.fromkeys(compiled.pictures.all, PICTURE)
    return Module(compiled.module.tree, compiled.module.metadata, images, compiled.module.files)


@pytest.fixture
def module(sound: Module) -> Module:
    return Module(deepcopy(sound.tree), sound.metadata, dict(sound.images), dict(sound.files))


def found(module: Module) -> list[str]:
    return list(undefined(module, used_names(module.tree)))


def test_a_built_module_is_sound(sound: Module) -> None:
    assert found(sound) == []
    assert list(unusable(sound)) == []


TRAITS: dict[str, tuple[t.Trait, str]] = {
    "prototype": (t.Prototype(name="Ghost"), "refers to the prototype `Ghost`"),
    "parameters": (t.Prototype(name="Reports", parameters="a=$Ghost$"), "the property `Ghost`"),
    "expression": (t.CalculatedProperty(name="x", expression="{Ghost+1}"), "property `Ghost`"),
    "change": (
        t.DynamicProperty(name="x", commands="Up:65\\,130:P\\,{Ghost*2}"),
        "property `Ghost`",
    ),
    "set": (t.SetGlobalProperty(name="Ghost"), "property `Ghost`"),
    "frame": (t.BorderOutline(property="Ghost"), "property `Ghost`"),
    "follow": (t.Layer(follow=True, property="Ghost"), "property `Ghost`"),
    "fast match": (
        t.GlobalKeyCommand(target="COUNTER|true|ZONE|Map||Ghost||0|0||true|Rank|1|EQUALS||"),
        "the zone `Ghost`",
    ),
    "matched": (
        t.GlobalKeyCommand(target="COUNTER|false|MAP|||||0|0||true|Ghost|1|EQUALS||"),
        "the property `Ghost`",
    ),
    "command": (t.GlobalKeyCommand(global_key=command("Ghost")), "sends the command `Ghost`"),
    "trigger": (t.TriggerAction(action_keys=(command("Ghost"),)), "sends the command `Ghost`"),
    "deck": (t.ReturnToDeck(deck="Ghost"), "the deck `Ghost`"),
    "map": (t.SendToLocation(map="Ghost"), "the map `Ghost`"),
    "zone": (t.SendToLocation(destination="Z", map="Map", zone="Ghost"), "the zone `Ghost`"),
    "region": (t.SendToLocation(destination="R", map="Map", region="Ghost"), "region `Ghost`"),
    "slot": (
        t.PlaceMarker(
            spec="VASSAL.build.module.PieceWindow:Pieces/VASSAL.build.widget.PieceSlot:Ghost"
        ),
        "the slot `Ghost`",
    ),
    "placed piece": (
        t.PlaceMarker(spec=GamePiece((t.Prototype(name="Ghost"),), BasicPiece()).definition()),
        "the prototype `Ghost`",
    ),
    "sound": (t.PlaySound(sound="ghost.wav"), "the file `sounds/ghost.wav`"),
}


@pytest.mark.parametrize("case", TRAITS)
def test_traits(module: Module, case: str) -> None:
    trait, sentence = TRAITS[case]
    slot = next(module.tree.find_all("PieceSlot"))
    piece = parse_definition(slot.text)
    slot.text = piece.but(traits=(trait, *piece.traits)).definition()
    assert any(sentence in line and slot.attributes["entryName"] in line for line in found(module))


COMPONENTS: dict[str, tuple[Callable[[], Component], str]] = {
    "set-up": (lambda: component("PredefinedSetup", file="ghost.vsav"), "file `ghost.vsav`"),
    "board": (lambda: component("SetupStack", owningBoard="Ghost"), "the board `Ghost`"),
    "gate": (lambda: component("NotesWindow", propertyGate="Ghost"), "the property `Ghost`"),
    "filter": (lambda: component("Inventory", include="Ghost = 1"), "the property `Ghost`"),
    "report": (
        lambda: component("DiceButton", name="d", reportFormat="$name$: $Ghost$"),
        "the property `Ghost`",
    ),
    "button": (
        lambda: component("DoActionButton", doHotkey=True, hotkeys=[command("Ghost")]),
        "sends the command `Ghost`",
    ),
    "page": (lambda: component("HtmlChart", fileName="ghost.html"), "the file `ghost.html`"),
}


@pytest.mark.parametrize("case", COMPONENTS)
def test_components(module: Module, case: str) -> None:
    make, sentence = COMPONENTS[case]
    module.tree.children.append(make())
    assert any(sentence in line for line in found(module))
    assert all("`name`" not in line for line in found(module))


def test_defined_names_are_not_reported(module: Module) -> None:
    slot = next(module.tree.find_all("PieceSlot"))
    piece = parse_definition(slot.text)
    traits = (
        t.Marker(names=("Rank", "Of_$PlayerSide$"), values=("1", "2")),
        t.Rotate(name="Turned"),
        t.CalculatedProperty(
            name="Sum", expression="{Rank + Of_Red + Turned_Facing + Die_result + Map_isVisible}"
        ),
        t.TriggerAction(key=command("Answer")),
        t.GlobalKeyCommand(global_key=command("Answer")),
        t.GlobalKeyCommand(global_key=command("Change")),
        t.DynamicProperty(name="x", commands=t.property_commands(("", command("Change"), "P,1"))),
    )
    slot.text = piece.but(traits=(*traits, *piece.traits)).definition()
    assert found(module) == []


def test_pictures_of_pages(module: Module) -> None:
    module.files = {
        "help.html": b"<IMG width=3 SRC=a.png><img src='two words.png'>"
        b"<img alt='' src=\"c%20d.gif\"><img src='http://x/y.png'><img src='/images/z.gif'>"
    }
    assert list(page_pictures(module)) == ["a.png", "two words.png", "c d.gif"]
    module.files = {**module.files, "start.vsav": b""}
    assert "a.png" in inspect(module, Path("x.vmod")).missing_pictures


def test_an_unplayable_map(module: Module) -> None:
    for one in module.tree.find_all("Map"):
        one.children = [child for child in one.children if child.name != "PieceMover"]
    assert "Map `Map` has no PieceMover: nothing can be dragged on it" in unusable(module)
    encoder = next(one for one in module.tree.children if one.name == "BasicCommandEncoder")
    module.tree.children.remove(encoder)
    module.tree.children.append(encoder)
    assert any("comes after pieces" in one for one in unusable(module))
    assert inspect(module, Path("x.vmod")).problems == len(list(unusable(module)))


def test_set_ups_are_compared_with_their_module(module: Module) -> None:
    (good,) = inspect(module, Path("x.vmod")).setups
    assert (good.name, good.pieces, good.decks, good.lacking) == ("Start", 26, 3, [])
    for board in module.tree.find_all("Board"):
        if board.attributes["name"] == "Card box":
            board.attributes["name"] = "Drawer"
    report = inspect(module, Path("x.vmod"))
    assert report.problems == 2  # a deck uses it too
    assert (
        "  In the set-up `Start`, it lays out the board `Card box`, which the module lacks"
        in text(module, report)
    )
    module.files = {"start.vsav": b"no zip"}
    (bad,) = inspect(module, Path("x.vmod")).setups
    assert bad.lacking == ["the save cannot be read"]


def test_an_extension_takes_names_from_its_module(module: Module) -> None:
    piece = GamePiece((t.Prototype(name="Theirs"),), BasicPiece(name="New"))
    slot = component("PieceSlot", (), piece.definition(), entryName="New", gpid="a1:0")
    target = component("ExtensionElement", [slot], target="VASSAL.build.module.PieceWindow:Pieces")
    tree = component("ModuleExtension", [target], module="Theirs", moduleVersion="1.2")
    extension = Module(tree, module.metadata, {}, {})
    report = inspect(extension, Path("more.vmdx"))
    assert (report.kind, report.slots, report.problems) == ("extension", 1, 0)
    assert "An extension of Theirs 1.2" in text(extension, report)


def test_a_picture_that_the_engine_draws_itself_is_not_missing() -> None:
    image = Component(
        "VASSAL.build.module.gamepieceimage.GamePieceImage",
        {"name": "tank", "props": "Image;Image0;Center;dot.png,Text;T;1"},
    )
    piece = GamePiece((), BasicPiece(name="Tank", image="tank"))
    slot = component("PieceSlot", (), piece.definition(), entryName="Tank")
    tree = component("GameModule", [image, component("PieceWindow", [slot])])
    module = Module(tree, Metadata("1.0", "Game"))
    assert list(missing_pictures(module, used_names(tree))) == ["dot.png"]
