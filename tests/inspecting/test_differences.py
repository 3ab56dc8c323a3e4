"""What `modgen diff` and `modgen inspect` find in modules with one thing changed."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

import pytest

from modgen.compile.module import compile_game
from modgen.inspecting.changedpieces import changed_piece
from modgen.inspecting.differences import differences
from modgen.inspecting.report import inspect, text
from modgen.model.game import Game
from modgen.vassal import traits as t
from modgen.vassal.module import Module
from modgen.vassal.pieces import BasicPiece, GamePiece, parse_definition
from tests.importing.small_modules import PICTURE


@pytest.fixture(scope="module")
def made(vales: Game) -> Module:
    compiled = compile_game(vales)
    images = dict.fromkeys(compiled.pictures.all, PICTURE)
    return Module(compiled.module.tree, compiled.module.metadata, images, compiled.module.files)


@pytest.fixture
def changed(made: Module) -> Module:
    return Module(deepcopy(made.tree), made.metadata, dict(made.images), dict(made.files))


def changes(old: Module, new: Module) -> dict[str, str]:
    return {change.text: change.breaks for change in differences(old, new)}


def test_nothing(made: Module, changed: Module) -> None:
    assert changes(made, changed) == {}


def test_renamed_module_breaks_saves(made: Module, changed: Module) -> None:
    changed.metadata = made.metadata._replace(name="Other", version="0.2")
    found = changes(made, changed)
    assert found["The module is renamed from `Four Vales` to `Other`"]
    assert found["The version changes from 0.1 to 0.2"] == ""


def test_lost_map_board_side_and_picture_break_saves(made: Module, changed: Module) -> None:
    for component in changed.tree.find_all("Map"):
        if component.attributes["mapName"] == "Map":
            component.attributes["mapName"] = "World"
    for component in changed.tree.find_all("Board"):
        component.attributes["width"] = "99"
    next(changed.tree.find_all("PlayerRoster")).children.pop(0)
    del changed.images["piece-castle_red.png"]
    found = changes(made, changed)
    assert found["The map `Map` is renamed to `World`"]
    assert found["The side `Red` is removed"]
    assert found["The picture `piece-castle_red.png` is removed"]
    assert any(
        "board `Map` of the map `World` changes from" in text and "to 99 ×" in text and found[text]
        for text in found
    )


def test_removing_an_unused_picture_breaks_nothing(made: Module, changed: Module) -> None:
    before = Module(made.tree, made.metadata, {**made.images, "idle.png": b""}, made.files)
    assert changes(before, changed) == {"The picture `idle.png` is removed": ""}


def test_another_board_picture_breaks_nothing(made: Module, changed: Module) -> None:
    (image,) = {
        board.attributes["image"]
        for board in made.tree.find_all("Board")
        if board.attributes["name"] == "Map"
    }
    for board in changed.tree.find_all("Board"):
        if board.attributes.get("image") == image:
            board.attributes["image"] = "board-new.png"
    changed.images["board-new.png"] = b"another"
    del changed.images[image]
    assert changes(made, changed) == {
        f"The board `Map` of the map `Map` changed: image `{image}` -> `board-new.png`": ""
    }


def test_places_that_saved_pieces_name_break_saves(made: Module, changed: Module) -> None:
    before = deepcopy(made.tree)
    for tree in (before, changed.tree):
        slot = next(tree.find_all("PieceSlot"))
        piece = parse_definition(slot.text)
        sends = t.SendToLocation(destination="Z", map="Map", zone="North Vale")
        slot.text = piece.but(traits=(sends, *piece.traits)).definition()
    names = {"North Vale": "Far Vale", "East Vale": "Near Vale", "Draw pile": "Deck"}
    for component in changed.tree.find_all("Zone", "DrawPile"):
        own = component.attributes["name"]
        component.attributes["name"] = names.get(own, own)
    found = changes(Module(before, made.metadata, made.images, made.files), changed)
    assert found["The zone `North Vale` is renamed to `Far Vale`"]
    assert found["The zone `East Vale` is renamed to `Near Vale`"] == ""
    assert found["The deck `Draw pile` is renamed to `Deck`"] == "saved pieces return to it"


def test_a_component_goes_with_all_below_it(made: Module, changed: Module) -> None:
    changed.tree.children = [
        component for component in changed.tree.children if component.name != "Map"
    ]
    found = changes(made, changed)
    assert found["The map `Map` is removed"]
    assert found["The deck `Draw pile` is removed with it"] == "saved pieces return to it"
    assert not any("Zoomer" in text for text in found)


def test_attributes_of_any_component(made: Module, changed: Module) -> None:
    zoomer = next(changed.tree.find_all("Zoomer"))
    zoomer.attributes["zoomStart"] = "9"
    found = changes(made, changed)
    (said,) = found
    assert said.startswith("The Zoomer of the map `Map` changed: zoomStart `")
    assert said.endswith(" -> `9`")


def test_slots(made: Module, changed: Module) -> None:
    first, second, third, *_ = changed.tree.find_all("PieceSlot")
    gpid = first.attributes["gpid"]
    first.attributes["gpid"] = "77"
    ids = [slot.attributes["gpid"] for slot in (second, third)]
    second.attributes["gpid"], third.attributes["gpid"] = ids[1], ids[0]
    found = changes(made, changed)
    name = f"PieceSlot `{first.attributes['entryName']}`"
    assert (
        found[f"{name} (gpid {gpid}) is removed; another slot of that name has the gpid 77"] == ""
    )
    assert found[f"{name} (gpid 77) is added"] == ""
    swapped = [text for text, loss in found.items() if "now belongs to" in text and loss]
    assert [text.split()[2] for text in swapped] == sorted(ids, key=int)


PIECE = GamePiece(
    (
        t.Delete(menu="Remove"),
        t.Layer(name="Status", images=("a.png", "b.png")),
        t.Marker(names=("Rank",), values=("1",)),
        t.Prototype(name="Moving"),
    ),
    BasicPiece(name="Army", image="army.png"),
)
delete, layer, marker, moving = PIECE.traits


@pytest.mark.parametrize(
    ("after", "phrases"),
    [
        (PIECE, []),
        (PIECE.but(traits=(delete, marker, moving)), ["loses Layer `Status`"]),
        (
            PIECE.but(traits=(t.Clone(menu="Copy"), *PIECE.traits)),
            ["gains Clone `Copy`"],
        ),
        (
            PIECE.but(traits=(delete, marker, layer, moving)),
            ["has Marker `Rank` at another place in its list of traits"],
        ),
        (
            PIECE.but(traits=(delete, layer.but(images=("a.png", "c.png"), x=7), marker, moving)),
            ["changes Layer `Status`: x 0 -> 7, images without b.png and with c.png"],
        ),
        (
            PIECE.but(traits=(delete.but(menu="Kill"), layer, marker.but(values=("2",)), moving)),
            [
                "changes Delete `Kill`: menu `Remove` -> `Kill`",
                "changes Marker `Rank`: values without 1 and with 2",
            ],
        ),
        (
            PIECE.but(traits=(delete, layer, marker, moving.but(name="Fixed"))),
            ["changes Prototype `Fixed`: name `Moving` -> `Fixed`"],
        ),
        (
            PIECE.but(basic=PIECE.basic.but(image="new.png")),
            ["shows new.png instead of army.png"],
        ),
    ],
)
def test_changed_piece(after: GamePiece, phrases: list[str]) -> None:
    assert list(changed_piece(PIECE, after)) == phrases


def test_a_changed_prototype_is_reported(made: Module, changed: Module) -> None:
    prototype = next(changed.tree.find_all("PrototypeDefinition"))
    piece = parse_definition(prototype.text)
    prototype.text = piece.but(traits=(*piece.traits, t.Comment(comment="x"))).definition()
    (change,) = differences(made, changed)
    assert change.text == f"The prototype `{prototype.attributes['name']}` gains Comment"
    assert (change.breaks, change.refresh) == ("", True)


def test_inspect_finds_what_is_missing(changed: Module) -> None:
    del changed.images["piece-castle_red.png"]
    changed.images = {**changed.images, "left-over.png": b""}
    for one in list(changed.tree.find_all("PrototypesContainer")):
        one.children = [it for it in one.children if it.attributes["name"] != "Moving"]
    report = inspect(changed, Path("x.vmod"))
    assert list(report.missing_pictures) == ["piece-castle_red.png"]
    assert report.unused_pictures == ["left-over.png"]
    assert any("the prototype `Moving`, which is not defined" in one for one in report.undefined)
    assert report.problems == 2
    said = list(text(changed, report))
    assert said[-1] == "2 problems."
    assert any(line.startswith("Missing picture: piece-castle_red.png, used by") for line in said)


def test_a_duplicate_gpid_is_reported(changed: Module) -> None:
    first, second = list(changed.tree.find_all("PieceSlot"))[:2]
    second.attributes["gpid"] = first.attributes["gpid"]
    assert inspect(changed, Path("x.vmod")).twice == [
        f"2 slots have the gpid {first.attributes['gpid']}"
    ]
