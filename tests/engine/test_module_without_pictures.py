"""A module without its pictures names the same places as one that has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from modgen.assets import bundled_games
from modgen.compile.tree import compile_game
from modgen.log.locations import Locations
from modgen.model.loading.folder import load
from modgen_rules.engine.simulation import compiled_module


@pytest.mark.parametrize("name", ["civil-power", "tirad-pass"])
def test_boards_have_the_sizes_of_their_pictures(name: str, tmp_path: Path) -> None:
    game = load(bundled_games()[name]).game
    drawn = compile_game(game)
    bare = compiled_module(game, tmp_path)
    found = 0
    for one in drawn.module.tree.find_all("Map"):
        for board in one.find_all("Board"):
            image = board.attributes.get("image")
            if image:
                size = drawn.pictures.all[image].pixels
                where = one.attributes["mapName"], board.attributes["name"]
                assert Locations(bare.tree, {}).size(*where) == size
                assert Locations(bare.tree).size(*where) == size
                found += 1
    assert found >= len(game.map.boards)
