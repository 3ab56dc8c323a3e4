"""The kept games as tests, by which the mutation run notices mistakes in the checker's code.

They say less than `make kept` about what has changed, and any other outcome fails.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.kept.rows import Row, read
from tests.kept.sets import NAMES
from tests.kept.source import Source, judged

REPORTED = "whole reports"
"""Sets of logs whose whole reports are tested anyway."""


def game_test(game: str) -> Callable[..., None]:
    """The test that the kept games of a rulebook are judged as before."""
    rows = [
        pytest.param(name, row, id=" ".join([name, *map(str, row.key)]))
        for name in NAMES
        if name.startswith(f"{game} ") and not name.endswith(REPORTED)
        for row in read(name)
    ]

    @pytest.mark.kept
    @pytest.mark.parametrize(("source", "row"), rows, indirect=["source"])
    def test_a_kept_game_is_judged_as_before(source: Source, row: Row, tmp_path: Path) -> None:
        now = judged(source, row, tmp_path / "game.vlog")
        assert now is not None
        assert now.row == row

    return test_a_kept_game_is_judged_as_before
