"""Lines of declaration pads, with and without their empty fields."""

from __future__ import annotations

import pytest

from modgen_rules.engine.record.declarations import Announcements
from tests.accuracy.cases import Bench


@pytest.mark.parametrize(
    "line",
    [
        "* DECLARE Government | Option: Limited Operation | Operation: Sweep | Operation in: Cebu",
        "* Government (Ann): DECLARE Government | Option: Limited Operation | Operation: Sweep"
        " | Special Activity:  | Operation in: Cebu | Special Activity in: ",
    ],
)
def test_what_is_left_out_is_empty(bench: Bench, line: str) -> None:
    said = Announcements(bench.games).read(line)
    assert said is not None
    assert said.choices == {"option": "limop", "operation": "sweep", "activity": None}
    assert said.spaces == {
        "operation_spaces": frozenset({"cebu"}),
        "activity_spaces": frozenset(),
    }


@pytest.mark.parametrize("line", ["* DECLARE Government", "* DECLARE Government | nonsense: 1"])
def test_a_line_without_a_known_field_is_no_announcement(bench: Bench, line: str) -> None:
    assert Announcements(bench.games).read(line) is None
