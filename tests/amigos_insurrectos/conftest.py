"""What the tests of the war share."""

from __future__ import annotations

import pytest

from modgen.library.games import find_game
from modgen.model.loading.folder import load
from modgen_rules.amigos_insurrectos.checker import Rulebook
from tests.amigos_insurrectos.wars import WarBench


@pytest.fixture(scope="session")
def war() -> Rulebook:
    """The rulebook."""
    return Rulebook([load(find_game("amigos-insurrectos")).game])


@pytest.fixture(scope="session")
def wars(tmp_path_factory: pytest.TempPathFactory) -> WarBench:
    """The rulebook, the set-ups, and wars by their seed."""
    return WarBench(tmp_path_factory.mktemp("wars"))
