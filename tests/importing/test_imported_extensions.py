"""Extensions as game folders: what they add, and nothing else; built again, and changed."""

from __future__ import annotations

import csv
import os
import shutil
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from modgen.cli import cli
from modgen.compile.module import build_module
from modgen.compile.parts.definitions import PartsError
from modgen.compile.parts.joining import Joined
from modgen.importing.game import import_module
from modgen.importing.source import ImportModuleError
from modgen.inspecting.differences import differences
from modgen.log.timeline import read_timeline
from modgen.model.loading.folder import load
from modgen.unpacking.xml import Node
from modgen.vassal.archive import write_archive
from modgen.vassal.components import Component, component, kinds
from modgen.vassal.extensions import TargetError, extension_folder, read_extended, target_path
from modgen.vassal.module import Module, read_module, write_module
from modgen.vassal.save import SaveFile
from modgen.vassal.traits import Mask
from modgen.verify.engine import verify
from tests.importing.small_extension import (
    FIELD,
    RED,
    SCOUT,
    module_with_extension,
    small_extension,
)
from tests.importing.small_modules import slot, small_module

ENGINE = os.environ.get("VASSAL_LIB", "")


@pytest.fixture
def imported(tmp_path: Path) -> Path:
    """The folder of the imported extension; the module and the extension are beside it."""
    _, extension = module_with_extension(tmp_path)
    import_module(extension, tmp_path / "game")
    return tmp_path / "game"


def built(folder: Path) -> Path:
    return build_module(load(folder).game, folder.parent)


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def add(path: Path, **cells: str) -> None:
    """Add a row to a table."""
    with path.open(encoding="utf-8", newline="") as file:
        columns = next(csv.reader(file))
    with path.open("a", encoding="utf-8", newline="") as file:
        csv.DictWriter(file, columns).writerow(cells)


def slots_of(path: Path) -> dict[str, str]:
    """The gpids of an extension's slots by their names; of several of a name the last."""
    tree = read_module(path).tree
    found = tree.find_all("PieceSlot", "CardSlot")
    return {one.attributes["entryName"]: one.attributes["gpid"] for one in found}


def names_in(path: Path) -> list[str]:
    """The names of the pieces of a save."""
    table = read_timeline([path]).go(0)
    return sorted(piece.game_piece.basic.name for piece in table.pieces.values())


@pytest.mark.long
def test_the_tables_have_what_the_extension_adds(imported: Path) -> None:
    assert [row["id"] for row in rows(imported / "pieces.csv")] == ["scout", "night_guard"]
    assert [row["id"] for row in rows(imported / "cards.csv")] == ["ruse_1", "ruse_2"]
    start = rows(imported / "scenarios" / "new_game.csv")
    assert [(row["piece"], row["map"], row["pile"]) for row in start] == [
        ("card:ruse_1", "Field", "deck_orders"),
        ("card:ruse_2", "Field", "deck_orders"),
        ("scout", "Field", "#2"),
        ("scout", "Sea", "#3"),
    ]
    dusk = [row["piece"] for row in rows(imported / "scenarios" / "dusk.csv")]
    assert dusk == ["card:order_1", "card:ruse_2", "red_guard/face1", "scout"]
    places = yaml.safe_load((imported / "map.yaml").read_text("utf-8"))
    assert [board["id"] for board in places["boards"]] == ["bay"]
    assert [space["id"] for space in places["spaces"]] == ["wood"]
    game = yaml.safe_load((imported / "game.yaml").read_text("utf-8"))
    assert game["extension"] == {"module": "small.vmod", "version": "1.4", "file_name": "night"}
    assert [die["id"] for die in game["dice"]] == ["night_die"]
    assert sorted(path.name for path in (imported / "art").iterdir()) == [
        "bay.png",
        "more1.png",
        "more2.png",
        "scout.png",
    ]
    whole = load(imported).game
    assert whole.parent is not None
    assert {"red_guard", "marshal"} <= set(whole.parent.piece_types)
    assert not {"scout", "night_guard"} & set(whole.parent.piece_types)


@pytest.mark.long
def test_an_untouched_import_builds_the_same_extension(imported: Path) -> None:
    original = extension_folder(imported.parent / "small.vmod") / "night.vmdx"
    again = built(imported)
    assert again.name == "night.vmdx"
    assert not list(differences(read_module(original), read_module(again)))
    with zipfile.ZipFile(original) as old, zipfile.ZipFile(again) as new:
        names = sorted(old.namelist())
        assert sorted(new.namelist()) == names
        same = [name for name in names if old.read(name) == new.read(name)]
    assert [name for name in names if name not in same] == ["dusk.vsav"]  # in another order


@pytest.mark.long
def test_parts_without_a_place_are_kept(tmp_path: Path) -> None:
    module = small_module(tmp_path)
    lost = ("VASSAL.build.module.PrivateMap:Gone", slot(SCOUT, "e5:9"))
    extension = small_extension(
        tmp_path / "late.vmdx", [lost, (RED, component("ListWidget", entryName="After"))]
    )
    report = import_module(extension, tmp_path / "game", module=module)
    assert "`Gone`" in " ".join(report.differs)
    again = built(tmp_path / "game")
    assert not list(differences(read_module(extension), read_module(again)))


def module_with(folder: Path, *parts: Component) -> Path:
    """Write the small module with a map `Table` that has these parts."""
    path = small_module(folder)
    module = read_module(path)
    table = component("Map", parts, mapName="Table")
    tree = replace(module.tree, children=[*module.tree.children, table])
    files = dict(module.files)
    write_module(path, Module(tree, module.metadata, dict(module.images), files))
    return path


def test_pieces_of_the_module_can_lie_in_a_zone_of_the_extension(tmp_path: Path) -> None:
    cloth = component("Board", name="Cloth", image="board.png")
    camp = component("SetupStack", [slot(SCOUT, "77")], name="Camp", x=90, y=60)
    zones = component("ZonedGrid")
    module = module_with(
        tmp_path, component("BoardPicker", [replace(cloth, children=[zones])]), camp
    )
    target = (
        "VASSAL.build.module.Map:Table/VASSAL.build.module.map.BoardPicker/"
        "VASSAL.build.module.map.boardPicker.Board:Cloth/"
        "VASSAL.build.module.map.boardPicker.board.ZonedGrid"
    )
    east = component("Zone", name="East", locationFormat="$name$", path="0,0;200,0;200,200;0,200")
    extension = small_extension(tmp_path / "wide.vmdx", [(target, east)])
    report = import_module(extension, tmp_path / "game", module=module)
    assert not report.refused
    start = rows(tmp_path / "game" / "parent" / "scenarios" / "new_game.csv")
    [laid] = [row for row in start if row["map"] == "Table"]
    assert (laid["x"], laid["y"], laid.get("place", "")) == ("90", "60", "")
    assert not list(differences(read_module(extension), read_module(built(tmp_path / "game"))))


def test_decks_of_the_module_can_lie_on_a_board_of_the_extension(tmp_path: Path) -> None:
    """The only board of a map can come with an extension."""
    stock = component("DrawPile", [slot(SCOUT, "77")], name="Stock", x=90, y=60)
    module = module_with(tmp_path, component("BoardPicker"), stock)
    picker = "VASSAL.build.module.Map:Table/VASSAL.build.module.map.BoardPicker"
    cloth = component("Board", name="Cloth", image="bay.png")
    extension = small_extension(tmp_path / "cloth.vmdx", [(picker, cloth)])
    report = import_module(extension, tmp_path / "game", module=module)
    assert not report.refused
    places = yaml.safe_load((tmp_path / "game" / "map.yaml").read_text("utf-8"))
    assert [board["id"] for board in places["boards"]] == ["cloth", "bay"]
    assert not list(differences(read_module(extension), read_module(built(tmp_path / "game"))))


@pytest.mark.long
def test_an_extension_without_metadata_gets_none(tmp_path: Path) -> None:
    module, extension = module_with_extension(tmp_path)
    with zipfile.ZipFile(extension) as old:
        entries = {name: old.read(name) for name in old.namelist() if not name.endswith("data")}
    bare = tmp_path / "bare.vmdx"
    write_archive(bare, entries)
    import_module(bare, tmp_path / "game", module=module)
    again = built(tmp_path / "game")
    assert not list(differences(read_module(bare), read_module(again)))


@pytest.mark.long
def test_added_rows_take_effect(imported: Path) -> None:
    add(
        imported / "pieces.csv",
        id="dragoon",
        name="Dragoon",
        kind="counter",
        count="2",
        shape="counter",
        size="8",
        faces="front",
    )
    add(imported / "cards.csv", id="ruse_3", deck="deck_1", title="Ruse 3", art="more1.png")
    start = imported / "scenarios" / "new_game.csv"
    add(start, piece="card:ruse_3", pile="deck_orders", map="Field", x="500", y="60")
    add(start, piece="marshal", map="Field", x="300", y="40")
    dusk = imported / "scenarios" / "dusk.csv"
    add(dusk, piece="dragoon", map="Field", x="310", y="300")
    add(dusk, piece="card:ruse_3", pile="deck_orders")
    add(dusk, piece="marshal", map="Field", x="20", y="30")
    again = built(imported)
    extended = read_extended(imported.parent / "small.vmod", [again])
    assert not extended.problems
    pile = next(iter(extended.module.tree.find_all("DrawPile")))
    assert [one.attributes["entryName"] for one in pile.children][-3:] == [
        "Ruse 1",
        "Ruse 2",
        "Ruse 3",
    ]
    assert "more1.png" in pile.children[-1].text
    slots = slots_of(again)
    assert slots["Ruse 3"].startswith("e5:")
    assert slots["Dragoon"].startswith("e5:")
    [stack] = [
        stack
        for stack in extended.module.tree.find_all("SetupStack")
        if stack.attributes["x"] == "300"
    ]
    assert [one.attributes["entryName"] for one in stack.children] == ["Marshal"]
    (imported.parent / "dusk.vsav").write_bytes(read_module(again).files["dusk.vsav"])
    names = names_in(imported.parent / "dusk.vsav")
    assert names == ["Dragoon", "Marshal", "Order 1", "Red Guard", "Ruse 2", "Ruse 3", "Scout"]
    assert extended.module.images["piece-dragoon.png"]


@pytest.mark.long
def test_rows_that_are_deleted_are_gone(imported: Path) -> None:
    for name in ("cards.csv", "scenarios/new_game.csv", "scenarios/dusk.csv"):
        lines = (imported / name).read_text("utf-8").splitlines(keepends=True)
        kept = [line for line in lines if "ruse_2" not in line]
        (imported / name).write_text("".join(kept), "utf-8")
    assert "Ruse 2" not in slots_of(built(imported))
    assert "Ruse 1" in slots_of(built(imported))


@pytest.mark.long
def test_a_new_set_up_says_that_it_needs_the_extension(imported: Path) -> None:
    (imported / "scenarios" / "dawn.yaml").write_text(
        "{id: first_light, name: First light}", "utf-8"
    )
    (imported / "scenarios" / "dawn.csv").write_text(
        "piece,map,x,y\nscout,Field,40,50\nred_guard,Field,40,50\n", "utf-8"
    )
    again = built(imported)
    module = read_extended(imported.parent / "small.vmod", [again]).module
    names = [one.attributes["name"] for one in module.tree.find_all("PredefinedSetup")]
    assert names == ["Dawn", "Dusk", "First light"]
    path = imported.parent / "first.vsav"
    path.write_bytes(read_module(again).files["first_light.vsav"])
    assert names_in(path) == ["Red Guard", "Scout"]
    with SaveFile(path) as save:
        assert "EXT\tnight\t0.3" in save.text()


@pytest.mark.long
def test_version_and_description_are_those_of_the_folder(imported: Path) -> None:
    text = (imported / "game.yaml").read_text("utf-8")
    text = text.replace("version: '0.3'", "version: '0.4'").replace("at night", "in the dark")
    (imported / "game.yaml").write_text(text.replace("version: '1.4'", "version: '1.5'"), "utf-8")
    content = read_module(built(imported))
    attributes = content.tree.attributes
    assert (attributes["version"], attributes["moduleVersion"]) == ("0.4", "1.5")
    assert attributes["description"] == "Battles in the dark"
    data = content.files["extensiondata"].decode("utf-8")
    assert "<version>0.4</version>" in data
    assert "<universal>false</universal>" in data


AT = {"x": "1", "y": "1"}
START, DUSK = "scenarios/new_game.csv", "scenarios/dusk.csv"
NO_MAP = "the module has no map `Moon`"
MISTAKES: list[tuple[str, dict[str, str], str]] = [
    (DUSK, {"piece": "nobody", "map": "Field", **AT}, "dusk.csv:6: the piece `nobody`"),
    (DUSK, {"piece": "scout", "map": "Moon", **AT}, f"dusk.csv:6: {NO_MAP}"),
    (START, {"piece": "scout", "map": "Moon", **AT}, f"new_game.csv:6: {NO_MAP}"),
    ("cards.csv", {"id": "order_1", "deck": "deck_1"}, "cards.csv:4:1: `order_1` is in the game"),
    (
        "cards.csv",
        {"id": "new", "deck": "deck_7", "title": "X"},
        "cards.csv:4:5: unknown deck `deck_7`",
    ),
    ("pieces.csv", {"id": "marshal", "name": "X"}, "pieces.csv:4:1: `marshal` is in the game"),
    ("pieces.csv", {"id": "new", "side": "green"}, "pieces.csv:4:"),
]


@pytest.mark.long
@pytest.mark.parametrize(("table", "cells", "message"), MISTAKES)
def test_rows_that_cannot_take_effect_are_errors_with_their_line(
    imported: Path, table: str, cells: dict[str, str], message: str
) -> None:
    add(imported / table, **cells)
    result = CliRunner().invoke(cli, ["build", str(imported), "-o", str(imported.parent / "out")])
    assert result.exit_code == 2
    assert message in result.output
    assert not list((imported.parent / "out").glob("*.vmdx"))


@pytest.mark.long
def test_the_module_is_found_or_must_be_given(tmp_path: Path) -> None:
    module = small_module(tmp_path)
    beside = small_extension(tmp_path / "night.vmdx")
    import_module(beside, tmp_path / "one")
    other = small_extension(tmp_path / "other.vmdx", name="Large Battle")
    with pytest.raises(ImportModuleError, match="none is beside it; give the module's file"):
        import_module(other, tmp_path / "two")
    with pytest.raises(ImportModuleError, match=r"extends the module `Large Battle`, and .*Small"):
        import_module(other, tmp_path / "two", module=module)
    shutil.copy(module, tmp_path / "copy.vmod")
    with pytest.raises(ImportModuleError, match=r"2 are beside it \(copy.vmod, small.vmod\)"):
        import_module(beside, tmp_path / "two")
    with pytest.raises(ImportModuleError, match="`--module` is for extensions"):
        import_module(module, tmp_path / "two", module=module)
    assert not (tmp_path / "two").exists()


@pytest.mark.long
def test_a_folder_without_its_parent_is_an_error(imported: Path) -> None:
    shutil.rmtree(imported / "parent")
    result = CliRunner().invoke(cli, ["build", str(imported)])
    assert result.exit_code == 2
    assert "game.yaml:2:10: `parent` is neither a folder with a game" in result.output


@pytest.mark.long
def test_the_module_in_the_folder_cannot_be_changed(imported: Path) -> None:
    path = imported / "parent" / "map.yaml"
    path.write_text(path.read_text("utf-8").replace("name: Hills", "name: Heights"), "utf-8")
    with pytest.raises(PartsError, match="the Zone `Heights` is in the module"):
        built(imported)


@pytest.mark.long
def test_an_expansion_of_an_imported_module(tmp_path: Path) -> None:
    """A folder written by hand extends the folder of an imported module."""
    import_module(small_module(tmp_path), tmp_path / "small")
    folder = tmp_path / "more"
    folder.mkdir()
    (folder / "game.yaml").write_text(
        "{id: more, extends: ../small, title: More, version: '1'}", "utf-8"
    )
    (folder / "cards.csv").write_text("id,deck,title,art\nx,deck_1,Feint,card2.png\n", "utf-8")
    spy = "id,name,kind,side,count,shape,size,faces\nspy,Spy,counter,blue,1,counter,9,front\n"
    (folder / "pieces.csv").write_text(spy, "utf-8")
    loaded = load(folder)
    assert not loaded.diagnostics.errors
    extension = build_module(loaded.game, tmp_path)
    assert extension.name == "more.vmdx"
    extended = read_extended(tmp_path / "small.vmod", [extension])
    assert not extended.problems
    pile = next(iter(extended.module.tree.find_all("DrawPile")))
    names = {one.attributes["entryName"]: one for one in pile.children}
    assert "card2.png" in names["Feint"].text
    assert Mask.prefix in names["Feint"].text
    assert "Spy" in slots_of(extension)
    assert extended.module.extensions == {"more": "1"}


ELEMENT = kinds()["ExtensionElement"].tag
TARGETS = st.sampled_from(["", FIELD, RED, "VASSAL.build.module.PrivateMap:Nowhere"])


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(TARGETS, st.sampled_from(["a", "b", "c"])), max_size=6))
def test_what_is_joined_comes_apart_again(parts: list[tuple[str, str]]) -> None:
    module = _node(
        component(
            "GameModule",
            [
                component("Map", mapName="Field"),
                component("PieceWindow", [component("ListWidget", entryName="Red")], name="Pieces"),
            ],
            name="M",
        )
    )
    before = _shape(module)
    elements = [
        Node(ELEMENT, {"target": target}, [Node("part", {"name": name})]) for target, name in parts
    ]
    extension = Node(kinds()["ModuleExtension"].tag, {}, elements)
    joined = Joined.join(module, extension)
    assert len(list(joined.own())) == len(parts)
    placed = sum(not target.endswith("Nowhere") for target, _ in parts)
    assert len(joined.missing) == len(parts) - placed
    joined.hold()
    joined.take_out()
    assert extension.children == elements
    assert [one.children[0].attributes["name"] for one in elements] == [name for _, name in parts]
    assert _shape(module) == before


def _node(part: Component) -> Node:
    return Node(part.tag, dict(part.attributes), [_node(child) for child in part.children])


def _shape(node: Node) -> object:
    return node.tag, node.attributes, [_shape(child) for child in node.children]


def test_new_components_go_where_they_are_in_the_tree() -> None:
    module = _node(component("GameModule", [component("Map", mapName="Field")], name="M"))
    extension = Node(kinds()["ModuleExtension"].tag)
    joined = Joined.join(module, extension)
    joined.hold()
    module.children[0].children.append(Node("new", {"name": "x"}))
    joined.take_out()
    [element] = extension.children
    assert element.attributes == {"target": FIELD}
    assert element.children[0].tag == "new"
    assert not module.children[0].children
    with pytest.raises(TargetError):
        target_path(module, f"{FIELD}/new:x")


@pytest.mark.engine
@pytest.mark.skipif(not ENGINE, reason="set VASSAL_LIB to VASSAL's lib folder to run it")
def test_the_engine_loads_the_built_extension_like_the_original(imported: Path) -> None:
    module = imported.parent / "small.vmod"
    before = verify(module, Path(ENGINE))
    assert before.clean
    shutil.copy(built(imported), extension_folder(module) / "night.vmdx")
    after = verify(module, Path(ENGINE))
    assert after.clean
    assert (after.setups, after.maps, after.places) == (before.setups, before.maps, before.places)
    assert after.places["Dusk", "Orders", "Ruse 2"] == 1
