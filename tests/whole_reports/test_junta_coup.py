"""The whole reports on kept games stay what they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.whole_reports.games import check, names

GAME = "junta-coup"
pytestmark = [pytest.mark.slow, pytest.mark.whole]


@pytest.mark.parametrize("name", names(GAME))
def test_the_report_is_the_expected_one(
    name: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    check(GAME, name, tmp_path, bool(request.config.getoption("--write-reported")))
