"""Where a phase ends in the log when the phase marker is late: battles, and spaces in peace."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.junta_coup.bridge import CoupBench
from tests.junta_coup.test_sloppy_records import PARLIAMENT, TIE_FREE, Placed, Sheet, sheet

PEACE: Placed = {**TIE_FREE, ("brigade_3", "brigade_3_base"): {"university": 2},
                 ("police", "police_precinct_3"): {"university": 1}}  # fmt: skip
"""Two families fight in Parliament, and two share the University in peace."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "coup.vlog"


def fought_in_parliament(coups: CoupBench) -> Sheet:
    table = sheet(coups, PEACE)
    table.log.roll("figueroa", "gunboat", (1, 2, 3))
    table.battle(PARLIAMENT)
    table.battle(PARLIAMENT, "first")
    table.rolls(6, 1, 2)
    table.dies("brigade_2", PARLIAMENT)
    table.battle("markers")
    return table


def test_units_leave_a_space_in_peace_before_the_phase_marker(coups: CoupBench, path: Path) -> None:
    table = fought_in_parliament(coups)
    table.go("brigade_3", 2, "university", "market")
    table.phase(3)
    assert table.found(path) == [("suspect", "15.c"), ("suspect", "2.f")]


def test_units_leave_a_battle_before_the_phase_marker(coups: CoupBench, path: Path) -> None:
    """15.a: the winner's retreat does not begin a new phase."""
    table = fought_in_parliament(coups)
    table.go("palace_guard", 3, PARLIAMENT, "cathedral_square")
    table.phase(3)
    assert table.illegal(path) == ["15.a"]
