"""Sides that are chosen on declaration pads, and some that were only spoken of (17.a, 17.e)."""

from __future__ import annotations

import pytest

from tests.junta_coup.bridge import CoupBench
from tests.junta_coup.sheet import Found, sheet

ORDER = ("cardenas", "dorado", "estrada", "figueroa", "guzman", "aranda", "benitez")
"""17.a: the Rebel Leader, then clockwise."""
CENTRES = ("central_bank", "parliament", "train_station")
HELD = {("brigade_2", "brigade_2_base"): dict.fromkeys(CENTRES, 2)}


def ended(
    coups: CoupBench,
    choosers: tuple[str, ...],
    result: str,
    *,
    held: bool = False,
    late: bool = False,
    loyal: tuple[str, ...] = ("aranda", "benitez"),
) -> Found:
    """What is found in a count after some families have chosen on their pads.

    With `held` Dorado's Units alone are in three of the power centres. A log that begins `late` has
    nothing before the choices.
    """
    table = sheet(coups, HELD if held else {}, phase=6)
    if not late:
        table.dies("brigade_3", "brigade_3_base")
    for who in choosers:
        side = "for_president" if who in loyal else "for_rebels"
        table.log.announce(who, {"deed": side})
    table.log.announce("cardenas", {"deed": f"won_{result}"})
    return table.found()


def test_all_choose_in_order(coups: CoupBench) -> None:
    assert ended(coups, ORDER, "president") == []


@pytest.mark.parametrize("who", ORDER)
def test_one_family_does_not_choose(who: str, coups: CoupBench) -> None:
    """It is told once, also if the next family seems to have chosen before its turn."""
    choosers = tuple(one for one in ORDER if one != who)
    assert ended(coups, choosers, "president") == [("illegal", "17.a")]


def test_a_family_chooses_before_its_turn(coups: CoupBench) -> None:
    choosers = (*ORDER[1:3], *ORDER[:1], *ORDER[3:])
    assert ended(coups, choosers, "president") == [("illegal", "17.a")]


@pytest.mark.parametrize(
    ("choosers", "found"),
    [
        (ORDER[2:], [("cannot-tell", "17.a")]),
        ((), [("suspect", "2.e")]),
        (ORDER[:4], [("illegal", "17.a")]),
    ],
)
def test_some_may_have_chosen_before_the_log(
    choosers: tuple[str, ...], found: Found, coups: CoupBench
) -> None:
    """A log that begins with the Rebel Leader's choice has them all."""
    assert ended(coups, choosers, "president", late=True) == found


@pytest.mark.parametrize("choosers", [ORDER[:1], ORDER[2:4]])
def test_most_families_choose_aloud(choosers: tuple[str, ...], coups: CoupBench) -> None:
    assert ended(coups, choosers, "president") == [("cannot-tell", "17.a")]


@pytest.mark.parametrize(
    ("choosers", "clauses"), [(ORDER, []), (ORDER[:1], ["17.a"]), (ORDER[:2], ["17.a"])]
)
def test_who_may_have_joined_the_rebels_may_have_won(
    choosers: tuple[str, ...], clauses: list[str], coups: CoupBench
) -> None:
    found = ended(coups, choosers, "rebels", held=True)
    assert [clause for _, clause in found] == clauses
    assert ("illegal", "17.e") not in found


@pytest.mark.parametrize("choosers", [ORDER, ORDER[:2]])
def test_the_rebels_hold_the_centres_and_lose(choosers: tuple[str, ...], coups: CoupBench) -> None:
    assert ("illegal", "17.e") in ended(coups, choosers, "president", held=True)
    assert ("illegal", "17.e") in ended(coups, choosers, "rebels")


def test_el_presidente_chooses_the_rebels_and_they_lose(coups: CoupBench) -> None:
    """Each of the two is a mistake of its own: the Rebels have won with his Units or without."""
    found = ended(coups, ORDER, "president", held=True, loyal=("benitez",))
    assert found == [("illegal", "17.b"), ("illegal", "17.e")]
