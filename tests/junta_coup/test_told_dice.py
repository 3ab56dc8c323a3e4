"""Dice that are told in chat, among other numbers."""

from __future__ import annotations

import pytest

from tests.junta_coup.bridge import CoupBench
from tests.junta_coup.sheet import BASE_1, PALACE, STATION, sheet

BASE_3 = ("brigade_3", "brigade_3_base")


@pytest.mark.parametrize(("target", "clauses"), [("slums", []), ("brigade_1_base", ["15.d"])])
def test_a_retreat_after_told_dice(target: str, clauses: list[str], coups: CoupBench) -> None:
    """2.f, 15.d: Battle begins with the dice, and not with other numbers in chat."""
    table = sheet(coups, {BASE_1: {STATION: 3}, ("police", "police_precinct_3"): {STATION: 1}})
    table.log.say("<Solo> - PHASE 2. Esti to the hills, the last cop sits in pct 2")
    table.go("brigade_3", 3, BASE_3[1], "hills")
    table.log.say("<Solo> - and Carlos comes out with the other 3")
    table.go("brigade_1", 3, "brigade_1_base", "industrial_district")
    table.log.say("<Solo> - station ex 1: Carlos 3 dice 1 1 4 miss. Cop shoots back: 6!")
    table.dies("brigade_1", STATION)
    table.log.say("<Solo> - ex 2: 2 3, cop 1")
    table.log.say("<Solo> - and 2 3, cop 4. Carlos lost 1 and has to go")
    table.go("brigade_1", 2, STATION, target)
    table.phase(3)
    assert table.illegal() == clauses


def test_units_that_moved_before_told_dice(coups: CoupBench) -> None:
    """5.b: they have moved, also if they die afterwards."""
    table = sheet(coups, {BASE_3: {"hills": 3}})
    table.log.say("<Solo> - PHASE 2, Esti with 3 into the palace, another one follows")
    table.go("brigade_3", 3, "hills", PALACE)
    table.go("brigade_3", 1, BASE_3[1], "hills")
    table.log.say("<Solo> - Esti 3 dice 5 1 1, Prez 12 dice 6 6 1 2 3 4 5 2 1 1 1 1 two down")
    table.log.say("<Solo> - Esti last man 2. Prez 6 5 3 5 1 2 1 1 1 1 1 1. thats it")
    table.log.say("<Solo> - palace stays as it was, 4?")
    table.dies("brigade_3", PALACE, 3)
    table.phase(3)
    assert table.illegal() == ["5.b"]
