"""What the coup's tests share."""

from __future__ import annotations

from pathlib import Path

import pytest

from modgen.compile.module import Compiled
from tests.junta_coup.bridge import CoupBench


@pytest.fixture(scope="session")
def coups(junta_module: Compiled, tmp_path_factory: pytest.TempPathFactory) -> CoupBench:
    """The coup's rulebook, and its module's set-ups."""
    return CoupBench.made(tmp_path_factory.mktemp("coups"), junta_module)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a test writes its log."""
    return tmp_path / "coup.vlog"
