"""Battles and retreats on both sides of each limit (10.0-16.0)."""

from __future__ import annotations

import pytest

from tests.junta_coup.bridge import CoupBench
from tests.junta_coup.lines import Cases, found

BATTLES: Cases = {
    "fight": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 6 2 3; dorado fires cardenas 1 2 3; "
        "1 brigade_2 market > dead; home; phase 3",
        "suspect 15.c Dorado",
    ),
    "4 dice": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 5 2 3 4; dorado fires cardenas 1 2 "
        "3; home; phase 3",
        "illegal 14.a Cárdenas",
    ),
    "unpaid": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 6 2 3; dorado fires cardenas 1 2 3; "
        "home; phase 3",
        "illegal 14.d Dorado",
    ),
    "extra loss": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 5 2 3; dorado fires cardenas 1 2 3; "
        "1 brigade_2 market > dead; home; phase 3",
        "illegal 14.e Dorado",
    ),
    "two losses for one hit": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 6 2 3; dorado fires cardenas 1 2 3; "
        "2 brigade_2 market > dead; home; phase 3",
        "suspect 15.c Dorado, illegal 14.e Dorado",
    ),
    "a loss in another space": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 6 2 3; dorado fires cardenas 1 2 3; "
        "1 brigade_2 brigade_2_base > dead; home; phase 3",
        "illegal 13.i Dorado",
    ),
    "second exchange all": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 6 2 3; dorado fires cardenas 1 2 3; "
        "1 brigade_2 market > dead; battle market second; cardenas fires dorado 1 2 3; dorado "
        "fires cardenas 1 2 3; home; phase 3",
        "suspect 15.c Dorado, illegal 13.h Dorado",
    ),
    "second exchange fewer": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 6 2 3; dorado fires cardenas 1 2 3; "
        "1 brigade_2 market > dead; battle market second; cardenas fires dorado 1 2 3; dorado "
        "fires cardenas 1 2; 1 brigade_2 market > dead; home; phase 3",
        "suspect 15.c Dorado, illegal 14.e Dorado",
    ),
    "fires twice in exchange": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 1 2 3; dorado fires cardenas 1 2 3; "
        "cardenas fires dorado 1 2 3; battle market second; home; phase 3",
        "illegal 13.b Cárdenas",
    ),
    "own units": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires cardenas 1 2 3; home; phase 3",
        "suspect 13.j Cárdenas",
    ),
    "target not there": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires estrada 1 2 3; home; phase 3",
        "suspect 13.i Cárdenas",
    ),
    "shooter not there": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; estrada fires cardenas 1 2 3; home; phase 3",
        "illegal 13.i Estrada",
    ),
    "split fire": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; 1 "
        "brigade_3 brigade_3_base > market; starts; battle market first; cardenas fires dorado "
        "1 2; cardenas fires estrada 3; home; phase 3",
        "",
    ),
    "unarmed 3": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 students street_pool > market; give "
        "students market dorado; starts; battle market first; dorado fires cardenas 1; home; "
        "phase 3",
        "",
    ),
    "unarmed 3 dice 2": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 students street_pool > market; give "
        "students market dorado; starts; battle market first; dorado fires cardenas 1 2; home; "
        "phase 3",
        "illegal 14.b Dorado",
    ),
    "unarmed 1+1": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 1 students street_pool > market; give "
        "students market dorado; 1 strikers street_pool > market; give strikers market dorado; "
        "starts; battle market first; dorado fires cardenas 1; home; phase 3",
        "",
    ),
    "unarmed 1": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 1 students street_pool > market; give "
        "students market dorado; starts; battle market first; dorado fires cardenas 1; home; "
        "phase 3",
        "illegal 14.b Dorado",
    ),
    "Palace Guard palace": (
        "phase 2; 2 brigade_1 brigade_1_base > presidential_palace; starts; battle "
        "presidential_palace first; aranda fires cardenas 1 2 3 4 1 2 3 4; home; phase 3",
        "",
    ),
    "Palace Guard palace 9": (
        "phase 2; 2 brigade_1 brigade_1_base > presidential_palace; starts; battle "
        "presidential_palace first; aranda fires cardenas 1 2 3 4 1 2 3 4 5; home; phase 3",
        "illegal 14.c Aranda",
    ),
    "Palace Guard elsewhere": (
        "phase 2; 2 brigade_1 brigade_1_base > parliament; 4 palace_guard presidential_palace > "
        "parliament; starts; battle parliament first; aranda fires cardenas 1 2 3 4; home; "
        "phase 3",
        "",
    ),
    "Palace Guard elsewhere 5": (
        "phase 2; 2 brigade_1 brigade_1_base > parliament; 4 palace_guard presidential_palace > "
        "parliament; starts; battle parliament first; aranda fires cardenas 1 2 3 4 5; home; "
        "phase 3",
        "illegal 14.c Aranda",
    ),
    "gunboat 3": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market; gunboat dorado 5 2 1; home; phase 3",
        "",
    ),
    "gunboat 4": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market; gunboat dorado 5 2 1 1; home; phase 3",
        "illegal 12.a Figueroa",
    ),
    "gunboat 2": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market; gunboat dorado 5 2; home; phase 3",
        "",
    ),
    "gunboat twice": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market; gunboat dorado 5 2 1; gunboat cardenas 5 2 1; home; phase 3",
        "illegal 12.a Figueroa",
    ),
    "gunboat two phases": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market; gunboat dorado 5 2 1; home; phase 3; battle market; gunboat "
        "cardenas 5 2 1; home; phase 4",
        "",
    ),
    "raid 6": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market; air_raid dorado 5 2 1 5 2 1; home; phase 3",
        "",
    ),
    "raid 7": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market; air_raid dorado 5 2 1 5 2 1 1; home; phase 3",
        "illegal 12.b Guzmán",
    ),
    "raid 5": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market; air_raid dorado 5 2 1 5 2; home; phase 3",
        "",
    ),
    "raid after fire": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 1 2 3; air_raid dorado 5 2 1 5 2 1; "
        "home; phase 3",
        "suspect 12.e Guzmán",
    ),
    "raids 3": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market; air_raid dorado 5 2 1 5 2 1; home; phase 3; battle market; "
        "air_raid dorado 5 2 1 5 2 1; home; phase 4; battle market; air_raid dorado 5 2 1 5 2 "
        "1; home; phase 5",
        "",
    ),
    "raids 4": (
        "phase 1; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market; air_raid dorado 5 2 1 5 2 1; home; phase 2; battle market; "
        "air_raid dorado 5 2 1 5 2 1; home; phase 3; battle market; air_raid dorado 5 2 1 5 2 "
        "1; home; phase 4; battle market; air_raid dorado 5 2 1 5 2 1; home; phase 5",
        "illegal 12.b Guzmán",
    ),
    "embassy": (
        "phase 2; 3 brigade_1 brigade_1_base > embassy_north; 3 brigade_2 brigade_2_base > "
        "embassy_north; starts; battle embassy_north first; cardenas fires dorado 1 2 3; home; "
        "phase 3",
        "illegal 16.a",
    ),
    "alone": (
        "phase 2; 3 brigade_1 brigade_1_base > market; starts; battle market first; cardenas "
        "fires dorado 1 2 3; home; phase 3",
        "illegal 10.a, suspect 13.i Cárdenas",
    ),
    "declare order": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; attack cardenas market; attack dorado market; battle market first; cardenas "
        "fires dorado 1 2 3; home; phase 3",
        "",
    ),
    "declare order wrong": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; attack dorado market; attack cardenas market; battle market first; cardenas "
        "fires dorado 1 2 3; home; phase 3",
        "illegal 11.a Cárdenas",
    ),
    "declare not there": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; attack estrada market; battle market first; cardenas fires dorado 1 2 3; home; "
        "phase 3",
        "illegal 11.f Estrada",
    ),
    "dead families": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "face seat_dorado exile; starts; battle market first; cardenas fires dorado 1 2 3; "
        "home; phase 3",
        "illegal 10.a",
    ),
    "two battles": (
        "phase 2; 2 brigade_1 brigade_1_base > market; 2 brigade_2 brigade_2_base > market; 2 "
        "brigade_1 brigade_1_base > slums; 2 brigade_2 brigade_2_base > slums; starts; battle "
        "market first; cardenas fires dorado 1 2; dorado fires cardenas 1 2; battle slums "
        "first; cardenas fires dorado 1 2; dorado fires cardenas 1 2; home; phase 3",
        "",
    ),
    "two battles back": (
        "phase 2; 2 brigade_1 brigade_1_base > market; 2 brigade_2 brigade_2_base > market; 2 "
        "brigade_1 brigade_1_base > slums; 2 brigade_2 brigade_2_base > slums; starts; battle "
        "market first; cardenas fires dorado 1 2; dorado fires cardenas 1 2; battle slums "
        "first; cardenas fires dorado 1 2; dorado fires cardenas 1 2; battle market first; "
        "cardenas fires dorado 1 2; home; phase 3",
        "suspect 10.b",
    ),
    "transfer before battle": (
        "phase 2; 2 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; give brigade_2 market estrada; battle market first; cardenas fires estrada 1 "
        "2; estrada fires cardenas 1 2 1; home; phase 3",
        "",
    ),
}


@pytest.mark.parametrize("name", BATTLES)
def test_battles(name: str, coups: CoupBench) -> None:
    script, expected = BATTLES[name]
    assert found(script, coups) == expected


RETREATS: Cases = {
    "stay equal": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 6 2 3; dorado fires cardenas 6 2 3; "
        "1 brigade_2 market > dead; 1 brigade_1 market > dead; battle market retreats; home; "
        "phase 3",
        "",
    ),
    "equal leaves": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 6 2 3; dorado fires cardenas 6 2 3; "
        "1 brigade_2 market > dead; 1 brigade_1 market > dead; battle market retreats; 2 "
        "brigade_2 market > university; home; phase 3",
        "illegal 15.g Dorado",
    ),
    "loser leaves": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 6 2 3; dorado fires cardenas 5 2 3; "
        "1 brigade_2 market > dead; battle market retreats; 2 brigade_2 market > university; "
        "home; phase 3",
        "",
    ),
    "loser stays": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 6 2 3; dorado fires cardenas 5 2 3; "
        "1 brigade_2 market > dead; battle market retreats; home; phase 3; 1 palace_guard "
        "presidential_palace > hills; phase 4",
        "suspect 15.c Dorado",
    ),
    "loser leaves part": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 6 2 3; dorado fires cardenas 5 2 3; "
        "1 brigade_2 market > dead; battle market retreats; 1 brigade_2 market > university; "
        "home; phase 3; 1 palace_guard presidential_palace > hills; phase 4",
        "suspect 15.c Dorado",
    ),
    "loser held": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 6 2 3; dorado fires cardenas 5 2 3; "
        "1 brigade_2 market > dead; battle market retreats; says cardenas hold; home; phase 3; 1 "
        "palace_guard presidential_palace > hills; phase 4",
        "",
    ),
    "loser held leaves": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 6 2 3; dorado fires cardenas 5 2 3; "
        "1 brigade_2 market > dead; battle market retreats; says cardenas hold; 2 brigade_2 "
        "market > university; home; phase 3; 1 palace_guard presidential_palace > hills; phase 4",
        "illegal 15.b Dorado",
    ),
    "loser far": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 6 2 3; dorado fires cardenas 5 2 3; "
        "1 brigade_2 market > dead; battle market retreats; 2 brigade_2 market > slums; home; "
        "phase 3",
        "illegal 15.d Dorado",
    ),
    "loser splits": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 6 2 3; dorado fires cardenas 5 2 3; "
        "1 brigade_2 market > dead; battle market retreats; 1 brigade_2 market > university; 1 "
        "brigade_2 market > central_bank; home; phase 3",
        "",
    ),
    "loser to enemy": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 1 brigade_3 brigade_3_base > university; "
        "3 brigade_2 brigade_2_base > market; starts; battle market first; cardenas fires "
        "dorado 6 2 3; dorado fires cardenas 5 2 3; 1 brigade_2 market > dead; battle market "
        "retreats; 2 brigade_2 market > university; home; phase 3",
        "suspect 15.d Dorado",
    ),
    "winner goes": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 6 2 3; dorado fires cardenas 5 2 3; "
        "1 brigade_2 market > dead; battle market retreats; 3 brigade_1 market > university; "
        "home; phase 3",
        "illegal 15.a Cárdenas",
    ),
    "third stays": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; 1 "
        "brigade_3 brigade_3_base > market; starts; battle market first; cardenas fires dorado "
        "6 2 3; dorado fires cardenas 6 2 3; 1 brigade_2 market > dead; 1 brigade_1 market > "
        "dead; battle market retreats; 2 brigade_1 market > university; 2 brigade_2 market > "
        "central_bank; home; phase 3",
        "",
    ),
    "third leaves": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; 1 "
        "brigade_3 brigade_3_base > market; starts; battle market first; cardenas fires dorado "
        "6 2 3; dorado fires cardenas 6 2 3; 1 brigade_2 market > dead; 1 brigade_1 market > "
        "dead; battle market retreats; 1 brigade_3 market > university; home; phase 3",
        "illegal 15.a Estrada",
    ),
    "retreat order wrong": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; 1 "
        "brigade_3 brigade_3_base > market; starts; battle market first; cardenas fires dorado "
        "6 2 3; dorado fires cardenas 6 2 3; 1 brigade_2 market > dead; 1 brigade_1 market > "
        "dead; battle market retreats; 2 brigade_2 market > central_bank; 2 brigade_1 market > "
        "university; home; phase 3",
        "suspect 15.e Cárdenas",
    ),
    "retreat order free space": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; 1 "
        "brigade_3 brigade_3_base > market; starts; battle market first; cardenas fires dorado "
        "6 2 3; dorado fires cardenas 6 2 3; 1 brigade_2 market > dead; 1 brigade_1 market > "
        "dead; battle market retreats; 2 brigade_2 market > university; 2 brigade_1 market > "
        "university; home; phase 3",
        "suspect 15.d Cárdenas, suspect 15.e Cárdenas",
    ),
    "all dead alone leaves": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 1 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 6 2 3; 1 brigade_2 market > dead; "
        "battle market retreats; 3 brigade_1 market > university; home; phase 3",
        "illegal 15.n Cárdenas",
    ),
    "all dead alone stays": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 1 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 6 2 3; 1 brigade_2 market > dead; "
        "battle market retreats; home; phase 3",
        "",
    ),
    "embassy retreat with foe": (
        "phase 2; 3 brigade_1 brigade_1_base > government_quarter; 1 brigade_3 brigade_3_base > "
        "embassy_north; 3 brigade_2 brigade_2_base > government_quarter; starts; battle "
        "government_quarter first; cardenas fires dorado 6 2 3; dorado fires cardenas 5 2 3; 1 "
        "brigade_2 government_quarter > dead; battle government_quarter retreats; 2 brigade_2 "
        "government_quarter > embassy_north; home; phase 3",
        "",
    ),
}


ONCE: Cases = {
    "the gunboat of another family": (
        "phase 2; 3 brigade_1 brigade_1_base > slums; 1 palace_guard presidential_palace > slums; "
        "starts; rebel dorado; battle slums; says dorado gunboat aranda; rolls 5 2 1; home; "
        "phase 3; 1 palace_guard presidential_palace > hills; phase 4",
        "illegal 12.a Dorado",
    ),
    "the gunboat is sunk": (
        "phase 2; 3 brigade_1 brigade_1_base > slums; 2 brigade_2 brigade_2_base > slums; starts; "
        "battle slums first; rolls 6 1 2; 1 gunboat guns > dead; battle slums second; "
        "rolls 6 1 3; 1 brigade_2 slums > dead; rolls 6 1; 1 brigade_1 slums > dead; home; "
        "phase 3",
        "illegal 12.d",
    ),
    "a loss in another space, then more fire": (
        "phase 2; 3 brigade_1 brigade_1_base > slums; 3 brigade_2 brigade_2_base > slums; starts; "
        "battle slums first; cardenas fires dorado 6 2 3; dorado fires cardenas 6 2 3; "
        "1 brigade_2 brigade_2_base > dead; 1 brigade_1 slums > dead; battle slums second; "
        "cardenas fires dorado 1 2; dorado fires cardenas 1 2; home; phase 3",
        "illegal 13.i Dorado",
    ),
    "a second battle after a tie": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; 2 "
        "brigade_1 brigade_1_base > slums; 3 brigade_2 brigade_2_base > slums; starts; battle "
        "slums first; cardenas fires dorado 6 2; dorado fires cardenas 6 2; 1 brigade_2 slums > "
        "dead; 1 brigade_1 slums > dead; battle market first; cardenas fires dorado 1 2 3; battle "
        "slums first; cardenas fires dorado 6; 1 brigade_2 slums > dead; home; phase 3",
        "illegal 10.b",
    ),
}
"""What follows from a mistake, or was legal before it, is not told beside it."""


@pytest.mark.parametrize("name", ONCE)
def test_a_mistake_is_told_once(name: str, coups: CoupBench) -> None:
    script, expected = ONCE[name]
    assert found(script, coups) == expected


@pytest.mark.parametrize("name", RETREATS)
def test_retreats(name: str, coups: CoupBench) -> None:
    script, expected = RETREATS[name]
    assert found(script, coups) == expected
