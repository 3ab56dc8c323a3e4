"""A tracker that is stepped through several phases at once, after acts of these phases."""

from __future__ import annotations

import pytest

from modgen_rules.engine.reading.phases import caught_up


@pytest.mark.parametrize(
    ("fits", "late"),
    [
        ([[2], [3], [4, 5]], True),
        ([[2], [2], [3]], True),
        ([[2], [2]], False),  # one phase: as likely done too early
        ([[3], [2]], False),  # not in their order
        ([[2], [9]], False),  # the tracker does not come so far
        ([], False),
    ],
)
def test_acts_of_several_phases_tell_that_the_tracker_was_late(
    fits: list[list[int]], late: bool
) -> None:
    assert caught_up(fits, range(1, 6)) is late
