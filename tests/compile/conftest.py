"""Modules that several test files look into, each compiled once."""

from __future__ import annotations

import pytest

from modgen.compile.build import Build
from modgen.compile.module import Compiled, compile_game
from modgen.model.game import Game
from modgen.model.loading.folder import Loaded


@pytest.fixture(scope="session")
def civil_module(civil_power: Game) -> Compiled:
    return compile_game(civil_power)


@pytest.fixture(scope="session")
def civil_build(civil_power: Game) -> Build:
    return Build(civil_power)


@pytest.fixture(scope="session")
def amigos_module(amigos: Game) -> Compiled:
    return compile_game(amigos)


@pytest.fixture(scope="session")
def junta_module(junta_coup: Game) -> Compiled:
    return compile_game(junta_coup)


@pytest.fixture(scope="session")
def power_module(people_power: Loaded) -> Compiled:
    return compile_game(people_power.game)
