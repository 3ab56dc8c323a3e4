"""Where a phase ends in the log when the phase marker is late: battles, and spaces in peace."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.junta_coup.bridge import CoupBench
from tests.junta_coup.sheet import PARLIAMENT, TIE_FREE, Placed, Sheet, sheet

PEACE: Placed = {
    **TIE_FREE,
    ("brigade_3", "brigade_3_base"): {"university": 2},
    ("police", "police_precinct_3"): {"university": 1},
}
"""Two families fight in Parliament, and two share the University in peace."""


def fought_in_parliament(coups: CoupBench, *, home: bool = True) -> Sheet:
    table = sheet(coups, PEACE)
    table.log.roll("figueroa", "gunboat", (1, 2, 3))
    table.battle(PARLIAMENT)
    table.battle(PARLIAMENT, "first")
    table.rolls(6, 1, 2)
    table.dies("brigade_2", PARLIAMENT)
    if home:
        table.battle("markers")
    return table


def test_units_leave_a_space_in_peace_before_the_phase_marker(coups: CoupBench, path: Path) -> None:
    table = fought_in_parliament(coups)
    table.go("brigade_3", 2, "university", "market")
    table.phase(3)
    assert table.found(path) == [("suspect", "15.c"), ("suspect", "2.f")]


def test_the_winner_leaves_before_the_markers(coups: CoupBench, path: Path) -> None:
    """15.a: that does not begin a new phase."""
    table = fought_in_parliament(coups, home=False)
    table.go("palace_guard", 3, PARLIAMENT, "cathedral_square")
    table.battle("markers")
    table.phase(3)
    assert table.illegal(path) == ["15.a"]


def test_the_winner_leaves_after_the_markers(coups: CoupBench, path: Path) -> None:
    """2.f: the Battle is over, so it is the next Movement."""
    table = fought_in_parliament(coups)
    table.go("palace_guard", 3, PARLIAMENT, "cathedral_square")
    table.phase(3)
    assert table.found(path) == [("suspect", "15.c"), ("suspect", "2.f")]


@pytest.mark.parametrize(("space", "clauses"), [("waterfront", []), ("market", ["7.b"])])
def test_a_landing_before_the_phase_marker(
    space: str, clauses: list[str], coups: CoupBench, path: Path
) -> None:
    """7.b: it is told what is wrong whenever the Marines landed."""
    table = fought_in_parliament(coups)
    table.go("marines", 1, "off_map", space)
    table.phase(3)
    assert table.illegal(path) == clauses


def test_a_landing_inland_in_battle(coups: CoupBench, path: Path) -> None:
    table = fought_in_parliament(coups, home=False)
    table.go("marines", 1, "off_map", "market")
    table.rolls(1, 2, 3)
    table.battle("markers")
    table.phase(3)
    assert table.illegal(path) == ["7.d", "7.b"]
