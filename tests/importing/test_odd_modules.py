"""Odd modules and those of all bundled games: what is imported unchanged builds the same again."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from modgen.assets import bundled_games
from modgen.compile.module import build_module
from modgen.compile.parts.overlay import APPLY
from modgen.compile.parts.values import set_value
from modgen.draw.drawable import check_drawings
from modgen.importing.game import import_module
from modgen.log.timeline import read_timeline
from modgen.model.loading.folder import load
from modgen.unpacking.folder import UnpackedModule, read_packed
from modgen.vassal.components import component
from modgen.vassal.module import read_module, write_module
from tests.importing.odd_modules import OddModule
from tests.importing.small_modules import small_module

FOLDER = os.environ.get("MODGEN_MODULES", "")
"""A folder with modules of other people, which are not part of the repository."""


def pieces(module: UnpackedModule, name: str, folder: Path) -> Any:
    """All that a set-up's pieces and piles say."""
    path = folder / "start.vsav"
    path.write_bytes(module.entries[name])
    table = read_timeline([path]).go(0)
    shown = {
        key: (
            piece.type,
            (piece.map, piece.x, piece.y),
            [trait.texts[1] for trait in piece.game_piece.traits],
            piece.game_piece.basic.gpid,
        )
        for key, piece in table.pieces.items()
    }
    return shown, sorted(pile.contents for pile in table.piles.values())


def check(module: Path, folder: Path) -> None:
    report = import_module(module, folder / "game")
    assert not report.refused
    assert not report.differs
    loaded = load(folder / "game")
    loaded.report(check_drawings([loaded.game]))
    assert [str(error) for error in loaded.diagnostics.errors] == []
    before, after = read_packed(module), read_packed(build_module(loaded.game, folder))
    assert after.original == before.original
    assert set(after.entries) == set(before.entries)
    for name in before.entries:
        if name.endswith(".vsav"):
            assert pieces(after, name, folder) == pieces(before, name, folder), name
        else:
            assert after.entries[name] == before.entries[name], name


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 4, 15, 36, 112, 296])
def test_an_odd_module(seed: int, tmp_path: Path) -> None:
    check(OddModule(seed).write(tmp_path), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1200))
def test_many_odd_modules(seed: int, tmp_path: Path) -> None:
    check(OddModule(seed).write(tmp_path), tmp_path)


@pytest.mark.long
def test_pictures_whose_names_are_spelled_otherwise(tmp_path: Path) -> None:
    path = small_module(tmp_path)
    module = read_module(path)
    board = next(one for one in module.tree.walk() if one.attributes.get("image") == "board.png")
    board.attributes["image"] = "Board"
    module.tree.children.append(component("Chart", chartName="Losses", fileName="RED.png"))
    write_module(path, module)
    check(path, tmp_path)


def test_other_components_than_before_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(APPLY, "board", lambda _, node, key: set_value(node, "name", f"{key} 2"))
    report = import_module(small_module(tmp_path), tmp_path / "game")
    assert not report.refused
    assert "  Some components: `modgen diff` of both modules tells which." in report.lines()


@pytest.mark.long
def test_the_small_module(tmp_path: Path) -> None:
    check(small_module(tmp_path), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(bundled_games()))
def test_the_module_of_a_bundled_game(name: str, tmp_path: Path) -> None:
    made = tmp_path / "made"
    check(build_module(load(bundled_games()[name]).game, made), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(Path(FOLDER).glob("*.vmod")) if FOLDER else [])
def test_a_module_of_other_people(path: Path, tmp_path: Path) -> None:
    check(path, tmp_path)
