"""Units that leave the map in Movement and come back to it (7.c)."""

from __future__ import annotations

import pytest

from tests.junta_coup.bridge import CoupBench
from tests.junta_coup.sheet import sheet

PARATROOPERS = {("paratroopers", "off_map"): {"police_precinct_3": 1}}


@pytest.mark.parametrize(
    ("way", "clauses"),
    [
        (("off_map", "central_bank"), ["7.c"]),
        (("off_map", "market"), []),
        (("central_bank",), ["5.c"]),
        (("market", "central_bank"), ["5.d"]),
        (("market",), []),
    ],
)
def test_paratroopers_on_the_map(
    way: tuple[str, ...], clauses: list[str], coups: CoupBench
) -> None:
    """Central Bank is two spaces away, and Market is next to the Paratroopers."""
    table = sheet(coups, PARATROOPERS)
    for source, target in zip(("police_precinct_3", *way), way, strict=False):
        table.go("paratroopers", 1, source, target)
    table.phase(3)
    assert table.illegal() == clauses


def test_paratroopers_that_land_in_two_phases(coups: CoupBench) -> None:
    table = sheet(coups, PARATROOPERS)
    table.go("paratroopers", 1, "police_precinct_3", "off_map")
    table.phase(3)
    table.go("paratroopers", 1, "off_map", "central_bank")
    table.phase(4)
    assert table.illegal()[-1:] == ["7.c"]
