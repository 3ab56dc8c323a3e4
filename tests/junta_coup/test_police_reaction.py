"""The Police's reaction in the Rebellion phase (9.b): to new Units, or to another space."""

from __future__ import annotations

import pytest

from tests.junta_coup.bridge import CoupBench
from tests.junta_coup.lines import found
from tests.junta_coup.sheet import Sheet


def riots(coups: CoupBench, target: str, *, rebel: bool = False) -> Sheet:
    """Slum Riots in the Rebellion phase, and a Police Unit that goes somewhere at once.

    With `rebel` the Minister becomes a Rebel and shows it.
    """
    table = Sheet(coups)
    table.log.move([table.log.where("card_slum_riots")[0][0]], "played")
    table.gives("agitators", "street_pool", "cardenas")
    table.go("agitators", 4, "street_pool", "slums")
    if not rebel:
        table.go("police", 1, "police_precinct_1", target)
    table.go("brigade_1", 6, "brigade_1_base", "industrial_district")
    if rebel:
        table.go("police", 1, "police_precinct_1", target)
        table.rebel("benitez")
    table.rebel("cardenas")
    table.phase(1)
    table.go("brigade_2", 6, "brigade_2_base", "government_quarter")
    return table


@pytest.mark.parametrize("target", ["radio_transmitter", "market"])
def test_police_react_to_another_space(target: str, coups: CoupBench) -> None:
    """One finding, whether the space is adjacent or not."""
    table = riots(coups, target)
    (found,) = [one for one in table.report().findings if one.verdict == "illegal"]
    assert (found.clause, found.actor) == ("9.b", "Benítez")
    assert found.where.last < max(one.where.last for one in table.report().segments)


def test_police_react_to_the_new_units(coups: CoupBench) -> None:
    assert riots(coups, "slums").found() == []


def test_the_minister_becomes_a_rebel_and_moves(coups: CoupBench) -> None:
    assert riots(coups, "radio_transmitter", rebel=True).found() == []


def test_the_minister_who_moves_before_the_rebel_leader(coups: CoupBench) -> None:
    """3.a: a Minister who shows himself a Rebel made his movement, and not a reaction."""
    table = riots(coups, "radio_transmitter")
    table.rebel("benitez")
    assert table.illegal() == ["3.a"]


def test_police_that_move_before_the_card(coups: CoupBench) -> None:
    """3.a, 3.h: there was nothing yet to which they could react."""
    table = Sheet(coups)
    table.go("police", 1, "police_precinct_1", "radio_transmitter")
    table.log.move([table.log.where("card_slum_riots")[0][0]], "played")
    table.gives("agitators", "street_pool", "cardenas")
    table.go("agitators", 4, "street_pool", "slums")
    table.go("brigade_1", 6, "brigade_1_base", "industrial_district")
    table.rebel("cardenas")
    table.phase(1)
    table.go("brigade_2", 6, "brigade_2_base", "government_quarter")
    assert table.illegal() == ["3.a", "3.h"]


@pytest.mark.parametrize(("target", "clauses"), [("university", []), ("cathedral_square", ["9.b"])])
def test_police_that_react_and_go_with_the_helicopter(
    target: str, clauses: list[str], coups: CoupBench
) -> None:
    """5.g: the Helicopter takes a Police Unit one space from the new Units, and no further."""
    table = Sheet(coups)
    table.log.move([table.log.where("card_slum_riots")[0][0]], "played")
    table.gives("agitators", "street_pool", "cardenas")
    table.go("agitators", 4, "street_pool", "slums")
    table.go("police", 1, "police_precinct_2", "slums")
    table.go("brigade_1", 6, "brigade_1_base", "industrial_district")
    table.rebel("cardenas")
    table.log.move([table.log.where("card_helicopter")[0][0]], "played")
    table.gives("helicopter", "street_pool", "benitez")
    table.go("helicopter", 1, "street_pool", "slums")
    table.go("helicopter", 1, "slums", "university")
    table.go("police", 1, "slums", target)
    table.rebel("benitez")
    table.phase(1)
    assert table.illegal() == clauses


def test_police_that_react_too_late_broke_no_order_of_turns(coups: CoupBench) -> None:
    """9.c, 5.a: they react to Estrada's new Units in phase 1: one mistake."""
    script = (
        "rebel cardenas; phase 1; starts; card demonstrators estrada; "
        "4 demonstrators street_pool > cathedral_square; "
        "give demonstrators cathedral_square estrada; "
        "1 police police_precinct_1 > cathedral_square; "
        "1 police police_precinct_4 > cathedral_square; "
        "2 brigade_3 brigade_3_base > hills; 1 palace_guard presidential_palace > hills; phase 2"
    )
    assert found(script, coups) == "illegal 9.c Benítez"
