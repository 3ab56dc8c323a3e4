"""The bundled hex game, loaded once."""

from __future__ import annotations

import pytest

from modgen.assets import bundled_games
from modgen.model.game import Game
from modgen.model.loading.folder import load
from tests.tirad_pass.desk import Desk


@pytest.fixture(scope="session")
def tirad() -> Game:
    return load(bundled_games()["tirad-pass"]).game


@pytest.fixture(scope="session")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return Desk(tmp_path_factory.mktemp("tirad"))
