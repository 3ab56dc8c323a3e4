"""Modules that several test files look into, each compiled once."""

from __future__ import annotations

import pytest

from modgen.assets import bundled_games
from modgen.compile.build import Build
from modgen.model.game import Game
from modgen.model.loading.folder import load


@pytest.fixture(scope="session")
def civil_build(civil_power: Game) -> Build:
    return Build(civil_power)


@pytest.fixture(scope="session")
def amigos_build(amigos: Game) -> Build:
    return Build(amigos)


@pytest.fixture(scope="session", params=sorted(bundled_games()))
def every_build(request: pytest.FixtureRequest) -> Build:
    """Each game that is bundled with Modgen, except extensions."""
    return Build(load(bundled_games()[request.param]).game)
