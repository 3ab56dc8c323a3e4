"""What the tests of the war share."""

from __future__ import annotations

import pytest

from modgen.library.games import find_game
from modgen.model.loading.folder import load
from modgen_rules.amigos_insurrectos.checker import Rulebook


@pytest.fixture(scope="session")
def war() -> Rulebook:
    """The rulebook."""
    return Rulebook([load(find_game("amigos-insurrectos")).game])
