"""Three exchanges and no fourth (13.a), whatever the Battle marker shows."""

from __future__ import annotations

import pytest

from tests.junta_coup.bridge import CoupBench
from tests.junta_coup.sheet import BASE_1, BASE_2, Found, sheet

EXCHANGES = ("first", "second", "third")


def fought(coups: CoupBench, number: int, turned: int, *, singly: bool) -> Found:
    """So many exchanges of three Units against two; the marker is turned in the first of them.

    With `singly` the dice are rolled one at a time. A battle in the Palace follows.
    """
    palace = {
        ("palace_guard", "presidential_palace"): {"parliament": 2},
        ("police", "police_precinct_1"): {"parliament": 1},
    }
    table = sheet(coups, {BASE_1: {"market": 3}, BASE_2: {"market": 2}, **palace})
    for n in range(number):
        if n < turned:
            table.battle("market", EXCHANGES[n])
        for dice in ((1, 3, 2), (5, 4)):
            for rolled in [[one] for one in dice] if singly else [dice]:
                table.rolls(*rolled)
    table.battle("parliament", "first")
    table.rolls(1, 2)
    table.rolls(3)
    table.home()
    table.phase(3)
    return table.found()


@pytest.mark.long
@pytest.mark.parametrize("singly", [False, True])
def test_a_fourth_exchange(singly: bool, coups: CoupBench) -> None:
    assert ("illegal", "13.a") in fought(coups, 4, 3, singly=singly)[:2]


@pytest.mark.parametrize("turned", [1, 2, 3])
@pytest.mark.parametrize("singly", [False, True])
def test_three_exchanges(singly: bool, turned: int, coups: CoupBench) -> None:
    found = fought(coups, 3, turned, singly=singly)
    assert [clause for verdict, clause in found if verdict == "illegal"] == []


def test_a_die_too_many_in_the_third_exchange(coups: CoupBench) -> None:
    table = sheet(coups, {BASE_1: {"market": 3}, BASE_2: {"market": 2}})
    for face in EXCHANGES:
        table.battle("market", face)
        table.rolls(1, 3, 2, *[4] * (face == "third"))
        table.rolls(5, 4)
    table.home()
    table.phase(3)
    assert table.illegal() == ["14.a"]
