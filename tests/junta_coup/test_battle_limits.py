"""Battles and retreats on both sides of each limit (10.0-16.0)."""

from __future__ import annotations

from tests.junta_coup.bridge import CoupBench
from tests.junta_coup.lines import Case, check, each, no, ok

BATTLES = [
    no(
        "a Unit that was destroyed comes back",
        "illegal 14.i Estrada",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "1 brigade_3 brigade_3_base > dead; starts; battle market first; cardenas fires dorado "
        "1 2 3; dorado fires cardenas 1 2 3; 1 brigade_3 dead_units > market; home; phase 3",
    ),
    no(
        "a loss that is made good in the next phase",
        "suspect 14.d Dorado",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 6 2 3; dorado fires cardenas 1 2 3; "
        "home; phase 3; battle market first; cardenas fires dorado 1 2 3; dorado fires cardenas "
        "1 2; 1 brigade_2 market > dead; home; phase 4",
    ),
    no(
        "fight",
        "suspect 15.c Dorado",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 6 2 3; dorado fires cardenas 1 2 3; "
        "1 brigade_2 market > dead; home; phase 3",
    ),
    no(
        "4 dice",
        "illegal 14.a Cárdenas",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 5 2 3 4; dorado fires cardenas 1 2 "
        "3; home; phase 3",
    ),
    no(
        "unpaid",
        "illegal 14.d Dorado",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 6 2 3; dorado fires cardenas 1 2 3; "
        "home; phase 3",
    ),
    no(
        "extra loss",
        "illegal 14.e Dorado",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 5 2 3; dorado fires cardenas 1 2 3; "
        "1 brigade_2 market > dead; home; phase 3",
    ),
    no(
        "two losses for one hit",
        "suspect 15.c Dorado, illegal 14.e Dorado",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 6 2 3; dorado fires cardenas 1 2 3; "
        "2 brigade_2 market > dead; home; phase 3",
    ),
    no(
        "a loss in another space",
        "illegal 13.i Dorado",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 6 2 3; dorado fires cardenas 1 2 3; "
        "1 brigade_2 brigade_2_base > dead; home; phase 3",
    ),
    no(
        "second exchange all",
        "suspect 15.c Dorado, illegal 13.h Dorado",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 6 2 3; dorado fires cardenas 1 2 3; "
        "1 brigade_2 market > dead; battle market second; cardenas fires dorado 1 2 3; dorado "
        "fires cardenas 1 2 3; home; phase 3",
    ),
    no(
        "second exchange fewer",
        "suspect 15.c Dorado, illegal 14.e Dorado",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 6 2 3; dorado fires cardenas 1 2 3; "
        "1 brigade_2 market > dead; battle market second; cardenas fires dorado 1 2 3; dorado "
        "fires cardenas 1 2; 1 brigade_2 market > dead; home; phase 3",
    ),
    no(
        "fires twice in exchange",
        "illegal 13.b Cárdenas",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 1 2 3; dorado fires cardenas 1 2 3; "
        "cardenas fires dorado 1 2 3; battle market second; home; phase 3",
    ),
    no(
        "own units",
        "suspect 13.j Cárdenas",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires cardenas 1 2 3; home; phase 3",
    ),
    no(
        "target not there",
        "suspect 13.i Cárdenas",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires estrada 1 2 3; home; phase 3",
    ),
    no(
        "shooter not there",
        "illegal 13.i Estrada",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; estrada fires cardenas 1 2 3; home; phase 3",
    ),
    ok(
        "split fire",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; 1 "
        "brigade_3 brigade_3_base > market; starts; battle market first; cardenas fires dorado "
        "1 2; cardenas fires estrada 3; home; phase 3",
    ),
    ok(
        "unarmed 3",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 students street_pool > market; give "
        "students market dorado; starts; battle market first; dorado fires cardenas 1; home; "
        "phase 3",
    ),
    no(
        "unarmed 3 dice 2",
        "illegal 14.b Dorado",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 students street_pool > market; give "
        "students market dorado; starts; battle market first; dorado fires cardenas 1 2; home; "
        "phase 3",
    ),
    ok(
        "unarmed 1+1",
        "phase 2; 3 brigade_1 brigade_1_base > market; 1 students street_pool > market; give "
        "students market dorado; 1 strikers street_pool > market; give strikers market dorado; "
        "starts; battle market first; dorado fires cardenas 1; home; phase 3",
    ),
    no(
        "unarmed 1",
        "illegal 14.b Dorado",
        "phase 2; 3 brigade_1 brigade_1_base > market; 1 students street_pool > market; give "
        "students market dorado; starts; battle market first; dorado fires cardenas 1; home; "
        "phase 3",
    ),
    ok(
        "Palace Guard palace",
        "phase 2; 2 brigade_1 brigade_1_base > presidential_palace; starts; battle "
        "presidential_palace first; aranda fires cardenas 1 2 3 4 1 2 3 4; home; phase 3",
    ),
    no(
        "Palace Guard palace 9",
        "illegal 14.c Aranda",
        "phase 2; 2 brigade_1 brigade_1_base > presidential_palace; starts; battle "
        "presidential_palace first; aranda fires cardenas 1 2 3 4 1 2 3 4 5; home; phase 3",
    ),
    ok(
        "Palace Guard elsewhere",
        "phase 2; 2 brigade_1 brigade_1_base > parliament; 4 palace_guard presidential_palace > "
        "parliament; starts; battle parliament first; aranda fires cardenas 1 2 3 4; home; "
        "phase 3",
    ),
    no(
        "Palace Guard elsewhere 5",
        "illegal 14.c Aranda",
        "phase 2; 2 brigade_1 brigade_1_base > parliament; 4 palace_guard presidential_palace > "
        "parliament; starts; battle parliament first; aranda fires cardenas 1 2 3 4 5; home; "
        "phase 3",
    ),
    ok(
        "gunboat 3",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market; gunboat dorado 5 2 1; home; phase 3",
    ),
    no(
        "gunboat 4",
        "illegal 12.a Figueroa",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market; gunboat dorado 5 2 1 1; home; phase 3",
    ),
    ok(
        "gunboat 2",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market; gunboat dorado 5 2; home; phase 3",
    ),
    no(
        "gunboat twice",
        "illegal 12.a Figueroa",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market; gunboat dorado 5 2 1; gunboat cardenas 5 2 1; home; phase 3",
    ),
    ok(
        "gunboat two phases",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market; gunboat dorado 5 2 1; home; phase 3; battle market; gunboat "
        "cardenas 5 2 1; home; phase 4",
    ),
    ok(
        "raid 6",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market; air_raid dorado 5 2 1 5 2 1; home; phase 3",
    ),
    no(
        "raid 7",
        "illegal 12.b Guzmán",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market; air_raid dorado 5 2 1 5 2 1 1; home; phase 3",
    ),
    ok(
        "raid 5",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market; air_raid dorado 5 2 1 5 2; home; phase 3",
    ),
    no(
        "raid after fire",
        "suspect 12.e Guzmán",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 1 2 3; air_raid dorado 5 2 1 5 2 1; "
        "home; phase 3",
    ),
    ok(
        "raids 3",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market; air_raid dorado 5 2 1 5 2 1; home; phase 3; battle market; "
        "air_raid dorado 5 2 1 5 2 1; home; phase 4; battle market; air_raid dorado 5 2 1 5 2 "
        "1; home; phase 5",
    ),
    no(
        "raids 4",
        "illegal 12.b Guzmán",
        "phase 1; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market; air_raid dorado 5 2 1 5 2 1; home; phase 2; battle market; "
        "air_raid dorado 5 2 1 5 2 1; home; phase 3; battle market; air_raid dorado 5 2 1 5 2 "
        "1; home; phase 4; battle market; air_raid dorado 5 2 1 5 2 1; home; phase 5",
    ),
    no(
        "embassy",
        "illegal 16.a",
        "phase 2; 3 brigade_1 brigade_1_base > embassy_north; 3 brigade_2 brigade_2_base > "
        "embassy_north; starts; battle embassy_north first; cardenas fires dorado 1 2 3; home; "
        "phase 3",
    ),
    no(
        "alone",
        "illegal 10.a, suspect 13.i Cárdenas",
        "phase 2; 3 brigade_1 brigade_1_base > market; starts; battle market first; cardenas "
        "fires dorado 1 2 3; home; phase 3",
    ),
    ok(
        "declare order",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; attack cardenas market; attack dorado market; battle market first; cardenas "
        "fires dorado 1 2 3; home; phase 3",
    ),
    no(
        "declare order wrong",
        "illegal 11.a Cárdenas",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; attack dorado market; attack cardenas market; battle market first; cardenas "
        "fires dorado 1 2 3; home; phase 3",
    ),
    no(
        "declare not there",
        "illegal 11.f Estrada",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; attack estrada market; battle market first; cardenas fires dorado 1 2 3; home; "
        "phase 3",
    ),
    no(
        "dead families",
        "illegal 10.a",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "face seat_dorado exile; starts; battle market first; cardenas fires dorado 1 2 3; "
        "home; phase 3",
    ),
    ok(
        "two battles",
        "phase 2; 2 brigade_1 brigade_1_base > market; 2 brigade_2 brigade_2_base > market; 2 "
        "brigade_1 brigade_1_base > slums; 2 brigade_2 brigade_2_base > slums; starts; battle "
        "market first; cardenas fires dorado 1 2; dorado fires cardenas 1 2; battle slums "
        "first; cardenas fires dorado 1 2; dorado fires cardenas 1 2; home; phase 3",
    ),
    no(
        "two battles back",
        "suspect 10.b",
        "phase 2; 2 brigade_1 brigade_1_base > market; 2 brigade_2 brigade_2_base > market; 2 "
        "brigade_1 brigade_1_base > slums; 2 brigade_2 brigade_2_base > slums; starts; battle "
        "market first; cardenas fires dorado 1 2; dorado fires cardenas 1 2; battle slums "
        "first; cardenas fires dorado 1 2; dorado fires cardenas 1 2; battle market first; "
        "cardenas fires dorado 1 2; home; phase 3",
    ),
    ok(
        "transfer before battle",
        "phase 2; 2 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; give brigade_2 market estrada; battle market first; cardenas fires estrada 1 "
        "2; estrada fires cardenas 1 2 1; home; phase 3",
    ),
]


RETREATS = [
    ok(
        "stay equal",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 6 2 3; dorado fires cardenas 6 2 3; "
        "1 brigade_2 market > dead; 1 brigade_1 market > dead; battle market retreats; home; "
        "phase 3",
    ),
    no(
        "equal leaves",
        "illegal 15.g Dorado",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 6 2 3; dorado fires cardenas 6 2 3; "
        "1 brigade_2 market > dead; 1 brigade_1 market > dead; battle market retreats; 2 "
        "brigade_2 market > university; home; phase 3",
    ),
    ok(
        "loser leaves",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 6 2 3; dorado fires cardenas 5 2 3; "
        "1 brigade_2 market > dead; battle market retreats; 2 brigade_2 market > university; "
        "home; phase 3",
    ),
    no(
        "loser stays",
        "suspect 15.c Dorado",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 6 2 3; dorado fires cardenas 5 2 3; "
        "1 brigade_2 market > dead; battle market retreats; home; phase 3; 1 palace_guard "
        "presidential_palace > hills; phase 4",
    ),
    no(
        "loser leaves part",
        "suspect 15.c Dorado",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 6 2 3; dorado fires cardenas 5 2 3; "
        "1 brigade_2 market > dead; battle market retreats; 1 brigade_2 market > university; "
        "home; phase 3; 1 palace_guard presidential_palace > hills; phase 4",
    ),
    ok(
        "loser held",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 6 2 3; dorado fires cardenas 5 2 3; "
        "1 brigade_2 market > dead; battle market retreats; says cardenas hold; home; phase 3; 1 "
        "palace_guard presidential_palace > hills; phase 4",
    ),
    no(
        "loser held leaves",
        "illegal 15.b Dorado",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 6 2 3; dorado fires cardenas 5 2 3; "
        "1 brigade_2 market > dead; battle market retreats; says cardenas hold; 2 brigade_2 "
        "market > university; home; phase 3; 1 palace_guard presidential_palace > hills; phase 4",
    ),
    no(
        "loser far",
        "illegal 15.d Dorado",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 6 2 3; dorado fires cardenas 5 2 3; "
        "1 brigade_2 market > dead; battle market retreats; 2 brigade_2 market > slums; home; "
        "phase 3",
    ),
    ok(
        "loser splits",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 6 2 3; dorado fires cardenas 5 2 3; "
        "1 brigade_2 market > dead; battle market retreats; 1 brigade_2 market > university; 1 "
        "brigade_2 market > central_bank; home; phase 3",
    ),
    no(
        "loser to enemy",
        "suspect 15.d Dorado",
        "phase 2; 3 brigade_1 brigade_1_base > market; 1 brigade_3 brigade_3_base > university; "
        "3 brigade_2 brigade_2_base > market; starts; battle market first; cardenas fires "
        "dorado 6 2 3; dorado fires cardenas 5 2 3; 1 brigade_2 market > dead; battle market "
        "retreats; 2 brigade_2 market > university; home; phase 3",
    ),
    no(
        "winner goes",
        "illegal 15.a Cárdenas",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 6 2 3; dorado fires cardenas 5 2 3; "
        "1 brigade_2 market > dead; battle market retreats; 3 brigade_1 market > university; "
        "home; phase 3",
    ),
    ok(
        "third stays",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; 1 "
        "brigade_3 brigade_3_base > market; starts; battle market first; cardenas fires dorado "
        "6 2 3; dorado fires cardenas 6 2 3; 1 brigade_2 market > dead; 1 brigade_1 market > "
        "dead; battle market retreats; 2 brigade_1 market > university; 2 brigade_2 market > "
        "central_bank; home; phase 3",
    ),
    no(
        "third leaves",
        "illegal 15.a Estrada",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; 1 "
        "brigade_3 brigade_3_base > market; starts; battle market first; cardenas fires dorado "
        "6 2 3; dorado fires cardenas 6 2 3; 1 brigade_2 market > dead; 1 brigade_1 market > "
        "dead; battle market retreats; 1 brigade_3 market > university; home; phase 3",
    ),
    no(
        "retreat order wrong",
        "suspect 15.e Cárdenas",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; 1 "
        "brigade_3 brigade_3_base > market; starts; battle market first; cardenas fires dorado "
        "6 2 3; dorado fires cardenas 6 2 3; 1 brigade_2 market > dead; 1 brigade_1 market > "
        "dead; battle market retreats; 2 brigade_2 market > central_bank; 2 brigade_1 market > "
        "university; home; phase 3",
    ),
    no(
        "retreat order free space",
        "suspect 15.d Cárdenas, suspect 15.e Cárdenas",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; 1 "
        "brigade_3 brigade_3_base > market; starts; battle market first; cardenas fires dorado "
        "6 2 3; dorado fires cardenas 6 2 3; 1 brigade_2 market > dead; 1 brigade_1 market > "
        "dead; battle market retreats; 2 brigade_2 market > university; 2 brigade_1 market > "
        "university; home; phase 3",
    ),
    no(
        "all dead alone leaves",
        "illegal 15.n Cárdenas",
        "phase 2; 3 brigade_1 brigade_1_base > market; 1 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 6 2 3; 1 brigade_2 market > dead; "
        "battle market retreats; 3 brigade_1 market > university; home; phase 3",
    ),
    ok(
        "all dead alone stays",
        "phase 2; 3 brigade_1 brigade_1_base > market; 1 brigade_2 brigade_2_base > market; "
        "starts; battle market first; cardenas fires dorado 6 2 3; 1 brigade_2 market > dead; "
        "battle market retreats; home; phase 3",
    ),
    ok(
        "embassy retreat with foe",
        "phase 2; 3 brigade_1 brigade_1_base > government_quarter; 1 brigade_3 brigade_3_base > "
        "embassy_north; 3 brigade_2 brigade_2_base > government_quarter; starts; battle "
        "government_quarter first; cardenas fires dorado 6 2 3; dorado fires cardenas 5 2 3; 1 "
        "brigade_2 government_quarter > dead; battle government_quarter retreats; 2 brigade_2 "
        "government_quarter > embassy_north; home; phase 3",
    ),
]


ONCE = [
    no(
        "the gunboat of another family",
        "illegal 12.a Dorado",
        "phase 2; 3 brigade_1 brigade_1_base > slums; 1 palace_guard presidential_palace > slums; "
        "starts; rebel dorado; battle slums; says dorado gunboat aranda; rolls 5 2 1; home; "
        "phase 3; 1 palace_guard presidential_palace > hills; phase 4",
    ),
    no(
        "the gunboat is sunk",
        "illegal 12.d",
        "phase 2; 3 brigade_1 brigade_1_base > slums; 2 brigade_2 brigade_2_base > slums; starts; "
        "battle slums first; rolls 6 1 2; 1 gunboat guns > dead; battle slums second; "
        "rolls 6 1 3; 1 brigade_2 slums > dead; rolls 6 1; 1 brigade_1 slums > dead; home; "
        "phase 3",
    ),
    no(
        "a loss in another space, then more fire",
        "illegal 13.i Dorado",
        "phase 2; 3 brigade_1 brigade_1_base > slums; 3 brigade_2 brigade_2_base > slums; starts; "
        "battle slums first; cardenas fires dorado 6 2 3; dorado fires cardenas 6 2 3; "
        "1 brigade_2 brigade_2_base > dead; 1 brigade_1 slums > dead; battle slums second; "
        "cardenas fires dorado 1 2; dorado fires cardenas 1 2; home; phase 3",
    ),
    no(
        "a second battle after a tie",
        "illegal 10.b",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; 2 "
        "brigade_1 brigade_1_base > slums; 3 brigade_2 brigade_2_base > slums; starts; battle "
        "slums first; cardenas fires dorado 6 2; dorado fires cardenas 6 2; 1 brigade_2 slums > "
        "dead; 1 brigade_1 slums > dead; battle market first; cardenas fires dorado 1 2 3; battle "
        "slums first; cardenas fires dorado 6; 1 brigade_2 slums > dead; home; phase 3",
    ),
]
"""What follows from a mistake, or was legal before it, is not told beside it."""


@each(*BATTLES, *RETREATS, *ONCE)
def test_limits(case: Case, coups: CoupBench) -> None:
    check(case, coups)
