"""The rulebook, the module's set-ups, a bench for whole games."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.accuracy.cases import Bench


@pytest.fixture(scope="session")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench.made(Path(tmp_path_factory.mktemp("bench")))
