"""Advice about a module's habits, and its score."""

from __future__ import annotations

import json
import struct
import zlib
from pathlib import Path

import pytest
from click.testing import CliRunner

from modgen.cli import cli
from modgen.inspecting.advice import HUGE, Advice, advice
from modgen.inspecting.report import inspect
from modgen.inspecting.score import score, standing
from modgen.vassal.components import Component, component
from modgen.vassal.keys import command, key
from modgen.vassal.metadata import Metadata
from modgen.vassal.module import Module, read_module, write_module
from modgen.vassal.pieces import BasicPiece, GamePiece
from modgen.vassal.traits import (
    Clone,
    Delete,
    DynamicProperty,
    Marker,
    MarkMoved,
    NonRectangularOld,
    PlaceMarker,
    Prototype,
    ReportAction,
    Rotate,
    SendToLocation,
    SubMenu,
    Trait,
    TriggerAction,
)


def slot(name: str, *traits: Trait) -> Component:
    piece = GamePiece(traits, BasicPiece(name=name))
    return component("PieceSlot", (), piece.definition(), entryName=name, gpid=name)


def prototype(name: str, *traits: Trait) -> Component:
    piece = GamePiece(traits, BasicPiece())
    return component("PrototypeDefinition", (), piece.definition(), name=name)


def module_of(
    *slots: Component, prototypes: tuple[Component, ...] = (), parts: tuple[str, ...] = ()
) -> Module:
    pieces = component("PieceWindow", slots, name="Pieces")
    common = component("PrototypesContainer", prototypes)
    tree = component(
        "GameModule", [common, pieces, *map(component, parts)], name="Game", version="1.0"
    )
    return Module(tree, Metadata("1.0", "Game"))


def advise(module: Module) -> list[Advice]:
    return advice(module, inspect(module, Path("game.vmod")))


def kinds(*slots: Component, prototypes: tuple[Component, ...] = ()) -> list[str]:
    return [each.kind for each in advise(module_of(*slots, prototypes=prototypes))]


REMOVE = Delete(menu="Remove", key=key("Ctrl+D"))


@pytest.mark.parametrize(("gpid", "lacking"), [("", 1), ("Scout", 1), ("1", 0)])
def test_a_trait_that_places_a_piece_needs_a_gpid_of_its_own(gpid: str, lacking: int) -> None:
    found = advise(module_of(slot("Scout", PlaceMarker(menu="", gpid=gpid))))
    assert [each.kind for each in found].count("gpid") == lacking


def test_definitions_without_a_gpid_are_counted() -> None:
    placing = prototype("Common", PlaceMarker(menu=""), PlaceMarker(menu=""))
    first = slot("Scout")
    first.attributes["gpid"] = ""
    (one,) = (
        each for each in advise(module_of(first, prototypes=(placing,))) if each.kind == "gpid"
    )
    assert "3 definitions have no gpid of their own" in one.text


def test_a_change_needs_a_report_with_its_key() -> None:
    found = advise(module_of(slot("Scout", REMOVE)))
    assert [str(each) for each in found] == [
        "PieceWindow `Pieces` / PieceSlot `Scout`: nothing is written when a player chooses "
        "`Remove`. Add a Report Action trait with the key of the command."
    ]
    report = ReportAction(keys=(key("Ctrl+D"),), format="gone")
    assert kinds(slot("Scout", report, REMOVE)) == []
    assert kinds(slot("Scout", report.but(keys=(key("Ctrl+E"),)), REMOVE)) != []


def test_a_report_can_be_in_a_prototype_or_behind_triggers() -> None:
    report = ReportAction(keys=(command("Told"),), format="gone")
    first = TriggerAction(menu="Go", key=key("Ctrl+G"), action_keys=(command("Step"),))
    second = TriggerAction(watch_keys=(command("Step"),), action_keys=(command("Told"),))
    common = prototype("Common", second, report)
    uses = Prototype(name="Common")
    assert kinds(slot("Scout", uses, first), prototypes=(common,)) == []
    assert kinds(slot("Scout", first)) == ["undefined name", "change without a report"]


def test_keys_that_clash() -> None:
    turn = Rotate(clockwise_key=None)
    copy = Clone(menu="Copy", key=key("Ctrl+D"))
    report = ReportAction(keys=(key("Ctrl+D"),))
    found = advise(module_of(slot("Scout", turn, copy, report, REMOVE)))
    assert [(each.kind, each.text) for each in found] == [
        ("keys that clash", "Ctrl+D is the key of `Copy`, `Remove`")
    ]
    assert kinds(slot("Scout", report, REMOVE, REMOVE)) == []


def test_a_long_menu_needs_submenus() -> None:
    entries = [Clone(menu=f"Copy {n}", key=command(f"Copy{n}")) for n in range(21)]
    assert kinds(slot("Scout", *entries)) == ["long menu"]
    assert kinds(slot("Scout", *entries[:20])) == []
    assert kinds(slot("Scout", SubMenu(menu="Copies", commands=("Copy 1",)), *entries)) == []


def test_pieces_that_repeat_traits() -> None:
    def army(number: int) -> Component:
        marker = Marker(names=("Number",), values=(str(number),))
        return slot(f"Army {number}", marker, Clone(), MarkMoved(), Rotate())

    found = [
        each for each in advise(module_of(*map(army, range(6)))) if each.kind[:8] == "repeated"
    ]
    assert [each.text for each in found] == ["6 pieces repeat the same 3 traits"]
    assert found[0].where.endswith("PieceSlot `Army 2` and 3 more")
    assert "repeated traits" not in kinds(*map(army, range(4)))


def test_old_traits_pictures_and_prototypes_without_an_end() -> None:
    loop = prototype("Loop", *[Prototype(name="Loop")] * 50)
    old = slot("Scout", NonRectangularOld(path="n"), Prototype(name="Loop"))
    module = module_of(old, prototypes=(loop,))
    module.images = {"big.png": bytes(HUGE + 1)}
    assert sorted({each.kind for each in advise(module)}) == [
        "huge picture",
        "old trait",
        "unused pictures",
    ]


def test_the_same_advice_for_several_pieces_is_one() -> None:
    entries = [Clone(menu=f"Copy {n}", key=command(f"Copy{n}")) for n in range(21)]
    found = advise(module_of(*(slot(f"Unit {n}", *entries) for n in range(5))))
    assert [each.where for each in found if each.kind == "long menu"] == [
        "PieceWindow `Pieces` / PieceSlot `Unit 0`; PieceSlot `Unit 1`; PieceSlot `Unit 2` "
        "and 2 more"
    ]


def test_prototypes_that_no_piece_uses_are_one_piece_of_advice() -> None:
    def pictured(name: str, picture: str, *more: Trait) -> Component:
        piece = GamePiece(more, BasicPiece(image=picture))
        return component("PrototypeDefinition", (), piece.definition(), name=name)

    prototypes = (
        pictured("Left", "gone.png", Prototype(name="Nowhere")),
        pictured("Over", ""),
        pictured("Inner", "lost.png"),
        pictured("Outer", "", Prototype(name="Inner")),
    )
    found = advise(module_of(slot("Scout", Prototype(name="Outer")), prototypes=prototypes))
    assert [str(each) for each in found] == [
        "PrototypesContainer / PrototypeDefinition `Inner`: the picture lost.png is not in the "
        "module. Add the picture, or clear its name.",
        "Module: no piece uses 2 prototypes, such as Left, Over, which name 1 missing picture. "
        "Delete them, unless an extension uses them.",
    ]


def test_names_with_another_spelling() -> None:
    common = prototype("Infantry")
    piece = GamePiece((Prototype(name="Infanrty"),), BasicPiece(image="Tank.png", name="Tank"))
    wrong = component("PieceSlot", (), piece.definition(), entryName="Tank")
    module = module_of(wrong, slot("Scout", Prototype(name="Infantry")), prototypes=(common,))
    module.images = {"tank.png": b""}
    texts = [each.text for each in advise(module)]
    assert (
        "the picture Tank.png is not in the module; the file tank.png has other capitals" in texts
    )
    assert (
        "it refers to the prototype `Infanrty`, which is not defined; the nearest name is "
        "`Infantry`" in texts
    )


def test_a_name_whose_accents_are_encoded_differently() -> None:
    piece = GamePiece((), BasicPiece(image="Ja\u0308ger.png", name="Hunter"))
    module = module_of(component("PieceSlot", (), piece.definition(), entryName="Hunter"))
    module.images = {"J\u00e4ger.png": b""}
    (text,) = [each.text for each in advise(module) if each.kind == "missing picture"]
    assert "the file J\u00e4ger.png has accents that are encoded differently" in text


def test_an_extension_has_no_score_and_may_show_pictures_of_its_module(tmp_path: Path) -> None:
    piece = GamePiece((), BasicPiece(image="of-the-module.png", name="Tank"))
    place = component("PieceSlot", (), piece.definition(), entryName="Tank", gpid="a:1")
    inner = component("ExtensionElement", [place], target="")
    tree = component("ModuleExtension", [inner], module="Game", moduleVersion="1", version="1")
    path = tmp_path / "tanks.vmdx"
    write_module(path, Module(tree, Metadata("1.0", None)))
    result = CliRunner().invoke(cli, ["inspect", "--advice", str(path)])
    assert (result.exit_code, result.output) == (
        0,
        "An extension has no score.\n",
    )


def test_an_extension_is_checked_with_the_module_beside_it(tmp_path: Path) -> None:
    pieces = [
        GamePiece((Prototype(name=prototype_name),), BasicPiece(image=image, name=image))
        for image, prototype_name in (("of-the-module.png", "Infantry"), ("none.png", "Cavalry"))
    ]
    slots = [
        component("PieceSlot", (), piece.definition(), entryName=piece.basic.name)
        for piece in pieces
    ]
    inner = [component("ExtensionElement", [place], target="") for place in slots]
    tree = component("ModuleExtension", inner, module="Game", moduleVersion="1", version="2.0.1")
    path = tmp_path / "game_ext" / "tanks.vmdx"
    path.parent.mkdir()
    write_module(path, Module(tree, Metadata("9.9", None)))
    result = CliRunner().invoke(cli, ["inspect", str(path)])
    assert "No problems found" in result.output
    parent = component(
        "GameModule",
        [component("PrototypesContainer", [prototype("Infantry")])],
        name="Game",
        version="9.9",
    )
    module = Module(parent, Metadata("9.9", "Game"), {"of-the-module.png": b""})
    write_module(tmp_path / "game.vmod", module)
    result = CliRunner().invoke(cli, ["inspect", str(path)])
    assert "none.png" in result.output
    assert "refers to the prototype `Cavalry`, which is not defined" in result.output
    assert "2 problems" in result.output
    result = CliRunner().invoke(cli, ["publish-check", str(path)])
    assert "2.0.1" in result.output
    assert "semantic version" not in result.output


def test_a_picture_of_very_many_pixels() -> None:
    module = module_of(slot("Scout"))
    # The head of a PNG alone: its size is read from there, and nothing is decoded.
    head = struct.pack(">IIBBBBB", 32_000, 20_000, 8, 6, 0, 0, 0)
    checksum = struct.pack(">I", zlib.crc32(b"IHDR" + head))
    png = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR" + head + checksum
    module.images = {"map.png": png + struct.pack(">I", 0) + b"IDAT"}
    told = [str(each) for each in advise(module)]
    assert (
        "Picture map.png: it has 32,000 × 20,000 pixels, for which VASSAL needs 2.6 GB of memory."
        " Save it with fewer pixels." in told
    )


def test_the_score_is_the_sum_of_its_dimensions() -> None:
    empty = score(module_of(slot("Scout")))
    assert {each.name: each.points for each in empty} == {
        "prototypes": 0,
        "automation": 0,
        "reports": 0,
        "kinds of traits in prototypes": 0,
        "expressions": 0,
        "version of the engine": 10,
        "parts": 0,
    }
    assert sum(each.most for each in empty) == 100
    uses = Prototype(name="Common")
    better = score(
        module_of(
            slot("Scout", uses),
            slot("Tower", SendToLocation()),
            prototypes=(prototype("Common", DynamicProperty(), ReportAction()),),
            parts=("TurnTracker", "DiceButton"),
        )
    )
    points = {each.name: each.points for each in better}
    assert points["prototypes"] == 10
    assert points["automation"] == 5
    assert points["reports"] == 10
    assert points["parts"] == 3.3


@pytest.mark.parametrize(
    ("total", "words"),
    [(90, "best quarter"), (50, "upper half"), (40, "lower half"), (9, "lowest")],
)
def test_a_score_is_compared_with_published_modules(total: float, words: str) -> None:
    assert words in standing(total)


def test_the_command_prints_advice(tmp_path: Path) -> None:
    path = tmp_path / "game.vmod"
    write_module(path, module_of(slot("Scout", REMOVE)))
    result = CliRunner().invoke(cli, ["inspect", str(path), "--advice"])
    assert result.exit_code == 0
    assert "change without a report: 1\nScore: 10.0 of 100, in the lowest quarter" in result.output
    result = CliRunner().invoke(cli, ["inspect", str(path), "--advice", "--json"])
    data = json.loads(result.output)
    assert data["advice"][0]["kind"] == "change without a report"
    assert len(data["score"]) == 7
    assert read_module(path).tree.name == "GameModule"
