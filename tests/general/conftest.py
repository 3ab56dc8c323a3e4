"""The games on which the general laws are tested."""

from __future__ import annotations

from pathlib import Path

import pytest

from modgen.assets import TEMPLATE, asset_path
from tests.general.workbench import Workbench


@pytest.fixture(scope="session")
def vales(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    """The template that `modgen new` writes."""
    return Workbench(asset_path(TEMPLATE), Path(tmp_path_factory.mktemp("vales")))
