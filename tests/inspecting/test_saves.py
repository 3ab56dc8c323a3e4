"""Saved games that a new version of a module breaks: set-ups of the old one in the new one."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest

from modgen.compile.module import compile_game
from modgen.inspecting.advice import advice
from modgen.inspecting.publishing import obstacles
from modgen.inspecting.report import inspect
from modgen.inspecting.saves import held, misfits
from modgen.model.game import Game
from modgen.vassal import sequence
from modgen.vassal.module import Module
from modgen.vassal.save import SaveFile, read_save, write_save
from tests.importing.small_modules import PICTURE


@pytest.fixture(scope="module")
def made(vales: Game) -> Module:
    compiled = compile_game(vales)
    images = dict.fromkeys(compiled.pictures.all, PICTURE)
    return Module(compiled.module.tree, compiled.module.metadata, images, compiled.module.files)


@pytest.fixture
def module(made: Module) -> Module:
    return Module(deepcopy(made.tree), made.metadata, dict(made.images), dict(made.files))


@pytest.fixture
def save(made: Module, tmp_path: Path) -> Path:
    path = tmp_path / "start.vsav"
    path.write_bytes(made.files["start.vsav"])
    return path


def said(path: Path, module: Module) -> list[str]:
    with SaveFile(path) as save:
        return list(misfits(save, module))


def rename(module: Module, kind: str, key: str, old: str, new: str) -> None:
    for component in module.tree.find_all(kind):
        if component.attributes[key] == old:
            component.attributes[key] = new


def test_a_set_up_fits_its_own_module(save: Path, made: Module) -> None:
    assert said(save, made) == []
    with SaveFile(save) as opened:
        found = held(opened)
    assert (found.maps["Map"], found.maps["Card box"]) == (22, 4)
    assert found.pieces.total() == 26
    assert list(found.boards) == ["Map", "Card box"]


def test_another_module(save: Path, module: Module) -> None:
    module.metadata = module.metadata._replace(name="Other")
    assert said(save, module) == ["it was played on `Four Vales`, not on `Other`"]


def test_lost_map_board_deck_and_picture(save: Path, module: Module) -> None:
    rename(module, "Map", "mapName", "Map", "World")
    rename(module, "Board", "name", "Map", "Paper")
    rename(module, "DrawPile", "name", "Draw pile", "Deck")
    del module.images["piece-castle_red.png"]
    assert said(save, module) == [
        "there are 22 pieces on the map `Map`, which the module lacks",
        "it lays out the board `Map`, which the module lacks",
        "it has the deck `Draw pile`, which the module lacks",
        "`Red castle` shows the picture piece-castle_red.png, which the module lacks",
    ]


def test_a_lost_side_does_not_reveal_the_password(
    save: Path, made: Module, module: Module, tmp_path: Path
) -> None:
    player = sequence.join(["PLAYER", "s3cret", "Ann", "Red"], "\t")
    watcher = sequence.join(["PLAYER", "s3cret2", "Bob", "<observer>"], "\t")
    path = tmp_path / "played.vsav"
    text = read_save(save).text
    end = text.rindex("end_save")
    write_save(path, f"{text[:end]}{player}\x1b{watcher}\x1b{text[end:]}", made.metadata)
    assert said(path, module) == []
    next(module.tree.find_all("PlayerRoster")).children[0].text = "Crimson"
    assert said(path, module) == ["somebody plays the side `Red`, which the module lacks"]


def test_a_set_up_tells_who_made_it(save: Path, made: Module, tmp_path: Path) -> None:
    player = sequence.join(["PLAYER", "s3cret", "Ann", "Red"], "\t")
    path = tmp_path / "played.vsav"
    text = read_save(save).text
    end = text.rindex("end_save")
    write_save(path, f"{text[:end]}{player}\x1b{text[end:]}", made.metadata)
    module = replace(made, files={**made.files, "start.vsav": path.read_bytes()})
    assert [setup.private for setup in inspect(made, path).setups if setup.private] == []
    report = inspect(module, path)
    told = "it keeps the seat, the name and the password of a player"
    assert [setup.private for setup in report.setups if setup.private] == [[told]]
    advised = [str(each) for each in advice(module, report) if each.kind == "private data"]
    assert len(advised) == 1
    assert told in advised[0]
    obstacles_told = " ".join(str(each) for each in obstacles("x.vmod", 1, report))
    assert told in obstacles_told
    assert "Ann" not in obstacles_told
    assert "s3cret" not in obstacles_told


def test_a_gpid_that_is_now_anothers(save: Path, module: Module) -> None:
    slots = {
        component.attributes["entryName"]: component
        for component in module.tree.find_all("PieceSlot")
    }
    army, castle = slots["Red army"], slots["Red castle"]
    own = [army.attributes["gpid"], castle.attributes["gpid"]]
    army.attributes["gpid"], castle.attributes["gpid"] = own[1], own[0]
    assert said(save, module) == [
        f"there are 6 pieces `Red army` with the gpid {own[0]}, which is now that of `Red castle`: "
        "refreshing the save would replace it",
        f"there are 2 pieces `Red castle` with the gpid {own[1]}, which is now that of `Red army`: "
        "refreshing the save would replace it",
    ]
