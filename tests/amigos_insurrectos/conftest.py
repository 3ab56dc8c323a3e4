"""What the tests of the war share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.amigos_insurrectos.scene import Bench


@pytest.fixture(scope="session")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """The rulebook, its module, and an empty map."""
    return Bench(Path(tmp_path_factory.mktemp("amigos")))
