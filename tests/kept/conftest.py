"""What makes the kept games is made once, before the first game of a set is judged."""

from __future__ import annotations

import pytest

from tests.kept.sets import source_of
from tests.kept.source import Source


@pytest.fixture(scope="session")
def source(request: pytest.FixtureRequest) -> Source:
    return source_of(request.param)
