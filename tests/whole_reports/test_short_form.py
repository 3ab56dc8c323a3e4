"""The short form of a report shows its findings, and changes with every turn."""

from __future__ import annotations

import pytest

from tests.whole_reports.games import brief

TURN = "1-3 ok | Turn 1, Movement | Guard | Wagon from A6 to A4"
FINDING = '5     {"code": "LAW-a", "message": "Turn 1: 3 in A4. At most 2 [stacking.limit]."}'


def test_findings_are_whole_but_for_the_words_of_the_clause() -> None:
    short = FINDING.replace(" At most 2", "")
    assert brief([TURN, FINDING])[:-1] == [short]


@pytest.mark.parametrize(
    "change", [("ok", "illegal"), ("Guard", "Mob"), ("A4", "A5"), ("1-3", "1-4")]
)
def test_a_turn_that_changes_changes_its_digest_only(change: tuple[str, str]) -> None:
    before, after = (brief([one, TURN, FINDING]) for one in (TURN, TURN.replace(*change)))
    assert before[:-1] == after[:-1]
    old, new = before[-1].split(), after[-1].split()
    assert old[1] != new[1]
    assert old[2] == new[2]
