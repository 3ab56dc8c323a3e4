"""What `modgen diff` and `modgen inspect` find in modules with one thing changed."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

import pytest

from modgen.compile.module import compile_game
from modgen.inspecting.differences import differences
from modgen.inspecting.report import inspect, text
from modgen.model.whole import Game
from modgen.vassal.module import Module


@pytest.fixture(scope="module")
def made(vales: Game) -> Module:
    compiled = compile_game(vales)
    images = dict.fromkeys(compiled.pictures.all, b"picture")
    return Module(compiled.module.tree, compiled.module.metadata, images, compiled.module.files)


@pytest.fixture
def changed(made: Module) -> Module:
    return Module(deepcopy(made.tree), made.metadata, dict(made.images), dict(made.files))


def changes(old: Module, new: Module) -> dict[str, str]:
    return {one.text: one.breaks for one in differences(old, new)}


def test_nothing(made: Module, changed: Module) -> None:
    assert changes(made, changed) == {}


def test_renamed_module_breaks_saves(made: Module, changed: Module) -> None:
    changed.metadata = made.metadata._replace(name="Other", version="0.2")
    found = changes(made, changed)
    assert found["The module is now called `Other`, no longer `Four Vales`"]
    assert found["The version goes from 0.1 to 0.2"] == ""


def test_lost_map_board_side_and_picture_break_saves(made: Module, changed: Module) -> None:
    for one in changed.tree.find_all("Map"):
        if one.attributes["mapName"] == "Map":
            one.attributes["mapName"] = "World"
    for one in changed.tree.find_all("Board"):
        one.attributes["width"] = "99"
    next(changed.tree.find_all("PlayerRoster")).children[0].text = "Crimson"
    del changed.images["piece-castle_red.png"]
    found = changes(made, changed)
    assert found["The map `Map` is gone"]
    assert found["The side `Red` is gone"]
    assert found["The picture `piece-castle_red.png` is gone"]
    assert any(text.startswith("The board `Map` is 99 ×") and loss for text, loss in found.items())
    assert found["The map `World` is new"] == ""


def test_slots(made: Module, changed: Module) -> None:
    first, second, third = list(changed.tree.find_all("PieceSlot"))[:3]
    gpid = first.attributes["gpid"]
    first.attributes["gpid"] = "77"
    second.text, kept = third.text, second.text
    found = changes(made, changed)
    assert any(f"(gpid {gpid}) is gone" in text for text in found)
    assert any("(gpid 77) is new" in text for text in found)
    assert any("now belongs to" in text and loss for text, loss in found.items()) or kept


def test_inspect_finds_what_is_missing(changed: Module) -> None:
    del changed.images["piece-castle_red.png"]
    changed.images = {**changed.images, "left-over.png": b""}
    for one in list(changed.tree.find_all("PrototypesContainer")):
        one.children = one.children[:1]
    report = inspect(changed, Path("x.vmod"))
    assert list(report.missing_pictures) == ["piece-castle_red.png"]
    assert report.unused_pictures == ["left-over.png"]
    assert any("the prototype `Reports`, which nothing defines" in one for one in report.undefined)
    assert report.problems == 2
    said = list(text(changed, report))
    assert said[-1] == "2 problems."
    assert any(line.startswith("Missing picture: piece-castle_red.png, used by") for line in said)


def test_the_same_gpid_twice_is_told(changed: Module) -> None:
    first, second = list(changed.tree.find_all("PieceSlot"))[:2]
    second.attributes["gpid"] = first.attributes["gpid"]
    assert inspect(changed, Path("x.vmod")).twice == [
        f"2 slots have the gpid {first.attributes['gpid']}"
    ]
