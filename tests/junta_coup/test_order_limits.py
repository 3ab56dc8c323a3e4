"""The Rebellion, the order of turns, the Cousin and exile on both sides of each limit."""

from __future__ import annotations

from tests.junta_coup.bridge import CoupBench
from tests.junta_coup.lines import Case, check, each, no, ok, play
from tests.junta_coup.sheet import Sheet

REBELLION = [
    no(
        "reaction then on",
        "illegal 3.a Benítez",
        "starts; card slum_riots; give agitators street_pool cardenas; 4 agitators street_pool "
        "> slums; 1 police police_precinct_1 > slums; 1 police slums > train_station; 6 "
        "brigade_1 brigade_1_base > industrial_district; rebel cardenas; rebel benitez; phase "
        "1; 1 palace_guard presidential_palace > hills; phase 2",
    ),
    no(
        "reaction then on loyal",
        "illegal 9.b Benítez",
        "starts; card slum_riots; give agitators street_pool cardenas; 4 agitators street_pool "
        "> slums; 1 police police_precinct_1 > slums; 1 police slums > train_station; 6 "
        "brigade_1 brigade_1_base > industrial_district; rebel cardenas; phase 1; 1 "
        "palace_guard presidential_palace > hills; phase 2",
    ),
    no(
        "reaction then on to a space that is not adjacent, rebel",
        "illegal 9.b Benítez",
        "starts; card slum_riots; give agitators street_pool cardenas; 4 agitators street_pool "
        "> slums; 6 brigade_1 brigade_1_base > industrial_district; 1 police police_precinct_1 "
        "> market; rebel cardenas; rebel benitez; phase 1; 1 palace_guard presidential_palace > "
        "hills; phase 2",
    ),
    no(
        "police no riots rebellion",
        "illegal 3.h Benítez",
        "starts; 6 brigade_1 brigade_1_base > industrial_district; rebel cardenas; 1 police "
        "police_precinct_1 > university; phase 1; 1 palace_guard presidential_palace > hills; "
        "phase 2",
    ),
    ok(
        "police no riots rebellion, rebel",
        "starts; 6 brigade_1 brigade_1_base > industrial_district; rebel cardenas; 1 police "
        "police_precinct_1 > university; rebel benitez; phase 1; 1 palace_guard "
        "presidential_palace > hills; phase 2",
    ),
    ok(
        "reaction and own movement rebel",
        "starts; card slum_riots; give agitators street_pool cardenas; 4 agitators street_pool "
        "> slums; 6 brigade_1 brigade_1_base > industrial_district; rebel cardenas; 1 police "
        "police_precinct_1 > slums; 1 police police_precinct_3 > market; rebel benitez; phase "
        "1; 1 palace_guard presidential_palace > hills; phase 2",
    ),
    no(
        "reaction and two movements rebel",
        "illegal 5.b Benítez",
        "starts; card slum_riots; give agitators street_pool cardenas; 4 agitators street_pool "
        "> slums; 6 brigade_1 brigade_1_base > industrial_district; rebel cardenas; 1 police "
        "police_precinct_1 > university; 1 police police_precinct_3 > market; rebel benitez; "
        "phase 1; 1 palace_guard presidential_palace > hills; phase 2",
    ),
    no(
        "president moves in rebellion",
        "illegal 3.c Aranda",
        "starts; 6 brigade_1 brigade_1_base > industrial_district; rebel cardenas; 1 "
        "palace_guard presidential_palace > hills; phase 1; 1 palace_guard presidential_palace "
        "> hills; phase 2",
    ),
    ok(
        "president brings in rebellion",
        "starts; 6 brigade_1 brigade_1_base > industrial_district; rebel cardenas; card "
        "student_protest; give students street_pool aranda; 4 students street_pool > "
        "university; phase 1; 1 palace_guard presidential_palace > hills; phase 2",
    ),
    ok(
        "lands in rebellion turned",
        "starts; 6 brigade_1 brigade_1_base > industrial_district; rebel cardenas; 1 marines "
        "off_map > waterfront; rebel figueroa; phase 1; 1 palace_guard presidential_palace > "
        "hills; phase 2",
    ),
    ok(
        "lands in rebellion not turned",
        "starts; 6 brigade_1 brigade_1_base > industrial_district; rebel cardenas; 1 marines "
        "off_map > waterfront; phase 1; 1 palace_guard presidential_palace > hills; phase 2",
    ),
    no(
        "does nothing turned",
        "illegal 3.b Figueroa",
        "starts; 6 brigade_1 brigade_1_base > industrial_district; rebel cardenas; rebel "
        "figueroa; phase 1; 1 palace_guard presidential_palace > hills; phase 2",
    ),
    ok(
        "does nothing turned later",
        "starts; 6 brigade_1 brigade_1_base > industrial_district; rebel cardenas; phase 1; "
        "rebel figueroa; 6 brigade_2 brigade_2_base > government_quarter; phase 2",
    ),
    ok(
        "lands, moves, not turned",
        "starts; 6 brigade_1 brigade_1_base > industrial_district; rebel cardenas; 1 marines "
        "off_map > waterfront; 1 marines waterfront > police_precinct_4; phase 1; 1 "
        "palace_guard presidential_palace > hills; phase 2",
    ),
    ok(
        "reaction turned",
        "starts; card slum_riots; give agitators street_pool cardenas; 4 agitators street_pool "
        "> slums; 1 police police_precinct_1 > slums; 6 brigade_1 brigade_1_base > "
        "industrial_district; rebel cardenas; rebel benitez; phase 1; 1 palace_guard "
        "presidential_palace > hills; phase 2",
    ),
    ok(
        "reaction adjacent turned",
        "starts; card slum_riots; give agitators street_pool cardenas; 4 agitators street_pool "
        "> slums; 1 police police_precinct_4 > slums; 6 brigade_1 brigade_1_base > "
        "industrial_district; rebel cardenas; rebel benitez; phase 1; 1 palace_guard "
        "presidential_palace > hills; phase 2",
    ),
    ok(
        "Police move before the card",
        "starts; 1 police police_precinct_4 > slums; card slum_riots; give agitators "
        "street_pool cardenas; 4 agitators street_pool > slums; 6 brigade_1 brigade_1_base > "
        "industrial_district; rebel cardenas; phase 1; 1 palace_guard presidential_palace > "
        "hills; phase 2",
    ),
    no(
        "card in rebellion after",
        "suspect 3.a Dorado",
        "starts; 6 brigade_1 brigade_1_base > industrial_district; rebel cardenas; 6 brigade_3 "
        "brigade_3_base > hills; rebel estrada; card student_protest; give students street_pool "
        "dorado; 4 students street_pool > university; phase 1; 1 palace_guard "
        "presidential_palace > hills; phase 2",
    ),
    no(
        "cousin in rebellion",
        "illegal 3.c Aranda",
        "face minister cousin; starts; 6 brigade_1 brigade_1_base > industrial_district; rebel "
        "cardenas; 1 police police_precinct_1 > university; phase 1; 1 palace_guard "
        "presidential_palace > hills; phase 2",
    ),
]


POLICE = [
    ok(
        "police react far",
        "starts; card slum_riots; give agitators street_pool cardenas; 4 agitators street_pool "
        "> slums; 1 police police_precinct_1 > slums; 6 brigade_1 brigade_1_base > "
        "industrial_district; rebel cardenas; phase 1",
    ),
    no(
        "police react to loyal",
        "illegal 9.a Benítez",
        "starts; 6 brigade_1 brigade_1_base > industrial_district; rebel cardenas; card "
        "slum_riots; give agitators street_pool estrada; 4 agitators street_pool > slums; 1 "
        "police police_precinct_1 > slums; phase 1",
    ),
    no(
        "police react in phase 2 far",
        "illegal 9.c Benítez",
        "phase 2; starts; card slum_riots; give agitators street_pool cardenas; 4 agitators "
        "street_pool > slums; 1 police police_precinct_1 > slums; phase 3",
    ),
    ok(
        "police go in phase 2 adjacent",
        "phase 2; starts; card slum_riots; give agitators street_pool cardenas; 4 agitators "
        "street_pool > slums; 1 police police_precinct_4 > slums; phase 3",
    ),
    no(
        "police two in phase 2 one adjacent and one far",
        "illegal 9.c Benítez",
        "phase 2; starts; card slum_riots; give agitators street_pool cardenas; 4 agitators "
        "street_pool > slums; 1 police police_precinct_4 > slums; 1 police police_precinct_1 > "
        "slums; phase 3",
    ),
    no(
        "reaction then on",
        "illegal 3.a Benítez",
        "starts; card slum_riots; give agitators street_pool cardenas; 4 agitators street_pool "
        "> slums; 1 police police_precinct_1 > slums; 1 police slums > train_station; 6 "
        "brigade_1 brigade_1_base > industrial_district; rebel cardenas; rebel benitez; phase 1",
    ),
    ok(
        "reaction then on loyal",
        "starts; card slum_riots; give agitators street_pool cardenas; 4 agitators street_pool "
        "> slums; 1 police police_precinct_1 > slums; 1 police slums > train_station; 6 "
        "brigade_1 brigade_1_base > industrial_district; rebel cardenas; phase 1",
    ),
    no(
        "reaction then on to a space that is not adjacent, rebel",
        "illegal 9.b Benítez",
        "starts; card slum_riots; give agitators street_pool cardenas; 4 agitators street_pool "
        "> slums; 6 brigade_1 brigade_1_base > industrial_district; 1 police police_precinct_1 "
        "> market; rebel cardenas; rebel benitez; phase 1",
    ),
    ok(
        "police no riots rebellion",
        "starts; 6 brigade_1 brigade_1_base > industrial_district; rebel cardenas; 1 police "
        "police_precinct_1 > university; phase 1",
    ),
    ok(
        "police no riots rebellion, rebel",
        "starts; 6 brigade_1 brigade_1_base > industrial_district; rebel cardenas; 1 police "
        "police_precinct_1 > university; rebel benitez; phase 1",
    ),
    ok(
        "reaction and own movement rebel",
        "starts; card slum_riots; give agitators street_pool cardenas; 4 agitators street_pool "
        "> slums; 6 brigade_1 brigade_1_base > industrial_district; rebel cardenas; 1 police "
        "police_precinct_1 > slums; 1 police police_precinct_3 > market; rebel benitez; phase 1",
    ),
    no(
        "reaction and two movements rebel",
        "illegal 5.b Benítez",
        "starts; card slum_riots; give agitators street_pool cardenas; 4 agitators street_pool "
        "> slums; 6 brigade_1 brigade_1_base > industrial_district; rebel cardenas; 1 police "
        "police_precinct_1 > university; 1 police police_precinct_3 > market; rebel benitez; "
        "phase 1",
    ),
    ok(
        "president in phase 1",
        "phase 1; starts; 1 palace_guard presidential_palace > hills; phase 2",
    ),
    ok(
        "lands, moves, not turned",
        "starts; 6 brigade_1 brigade_1_base > industrial_district; rebel cardenas; 1 marines "
        "off_map > waterfront; 1 marines waterfront > police_precinct_4; phase 1",
    ),
    ok(
        "reaction turned",
        "starts; card slum_riots; give agitators street_pool cardenas; 4 agitators street_pool "
        "> slums; 1 police police_precinct_1 > slums; 6 brigade_1 brigade_1_base > "
        "industrial_district; rebel cardenas; rebel benitez; phase 1",
    ),
    ok(
        "reaction adjacent turned",
        "starts; card slum_riots; give agitators street_pool cardenas; 4 agitators street_pool "
        "> slums; 1 police police_precinct_4 > slums; 6 brigade_1 brigade_1_base > "
        "industrial_district; rebel cardenas; rebel benitez; phase 1",
    ),
    ok(
        "Police move before the card",
        "starts; 1 police police_precinct_4 > slums; card slum_riots; give agitators "
        "street_pool cardenas; 4 agitators street_pool > slums; 6 brigade_1 brigade_1_base > "
        "industrial_district; rebel cardenas; phase 1",
    ),
]


ORDERS = [
    ok(
        "in order",
        "phase 2; starts; 6 brigade_3 brigade_3_base > hills; 1 palace_guard "
        "presidential_palace > parliament; 1 police police_precinct_1 > university; 6 brigade_1 "
        "brigade_1_base > industrial_district; 6 brigade_2 brigade_2_base > government_quarter; "
        "phase 3",
    ),
    no(
        "first late",
        "illegal 5.a Aranda",
        "phase 2; starts; 1 palace_guard presidential_palace > parliament; 6 brigade_3 "
        "brigade_3_base > hills; 1 police police_precinct_1 > university; phase 3",
    ),
    no(
        "last first",
        "illegal 5.a Dorado",
        "phase 2; starts; 6 brigade_2 brigade_2_base > government_quarter; 6 brigade_3 "
        "brigade_3_base > hills; 1 palace_guard presidential_palace > parliament; 1 police "
        "police_precinct_1 > university; phase 3",
    ),
    no(
        "first last",
        "illegal 5.a Aranda",
        "phase 2; starts; 1 palace_guard presidential_palace > parliament; 1 police "
        "police_precinct_1 > university; 6 brigade_1 brigade_1_base > industrial_district; 6 "
        "brigade_3 brigade_3_base > hills; phase 3",
    ),
    no(
        "interleaved",
        "suspect 5.a Aranda",
        "phase 2; starts; 2 palace_guard presidential_palace > parliament; 6 brigade_3 "
        "brigade_3_base > hills; 1 palace_guard presidential_palace > parliament; phase 3",
    ),
    ok(
        "interleaved ok",
        "phase 2; starts; 3 brigade_3 brigade_3_base > hills; 2 palace_guard "
        "presidential_palace > parliament; 3 brigade_3 brigade_3_base > hills; phase 3",
    ),
    no(
        "landing after",
        "suspect 7.d Figueroa",
        "phase 2; starts; 2 palace_guard presidential_palace > parliament; 1 marines off_map > "
        "waterfront; phase 3",
    ),
    ok(
        "landing before",
        "phase 2; starts; 1 marines off_map > waterfront; 6 brigade_3 brigade_3_base > hills; "
        "phase 3",
    ),
    ok(
        "landing in turn",
        "phase 2; starts; 6 brigade_3 brigade_3_base > hills; 1 marines off_map > waterfront; 2 "
        "palace_guard presidential_palace > parliament; phase 3",
    ),
    no(
        "card after",
        "suspect 5.a Estrada",
        "phase 2; starts; 2 palace_guard presidential_palace > parliament; card "
        "student_protest; give students street_pool estrada; 4 students street_pool > "
        "university; phase 3",
    ),
    no(
        "card in rebellion after",
        "suspect 3.a Dorado",
        "starts; 6 brigade_1 brigade_1_base > industrial_district; rebel cardenas; 6 brigade_3 "
        "brigade_3_base > hills; rebel estrada; card student_protest; give students street_pool "
        "dorado; 4 students street_pool > university; phase 1",
    ),
    ok(
        "leader away",
        "phase 2; face seat_cardenas exile; starts; 6 brigade_3 brigade_3_base > hills; 2 "
        "palace_guard presidential_palace > parliament; phase 3",
    ),
    no(
        "leader away counting without",
        "illegal 5.a Figueroa",
        "phase 2; face seat_cardenas exile; starts; 1 marines off_map > waterfront; starts; 1 "
        "marines waterfront > police_precinct_4; 6 brigade_3 brigade_3_base > hills; phase 3",
    ),
    ok(
        "other away",
        "phase 2; face seat_estrada exile; starts; 2 palace_guard presidential_palace > "
        "parliament; 6 brigade_2 brigade_2_base > government_quarter; phase 3",
    ),
    ok(
        "other away counting without",
        "phase 2; face seat_dorado exile; starts; 1 marines off_map > waterfront; starts; 1 "
        "marines waterfront > police_precinct_4; 6 brigade_3 brigade_3_base > hills; phase 3",
    ),
    ok(
        "cousin",
        "phase 2; face minister cousin; starts; 6 brigade_3 brigade_3_base > hills; 2 "
        "palace_guard presidential_palace > parliament; 1 police police_precinct_1 > "
        "university; 6 brigade_1 brigade_1_base > industrial_district; phase 3",
    ),
    no(
        "cousin late",
        "suspect 5.e Aranda",
        "phase 2; face minister cousin; starts; 6 brigade_3 brigade_3_base > hills; 2 "
        "palace_guard presidential_palace > parliament; 6 brigade_1 brigade_1_base > "
        "industrial_district; 1 police police_precinct_1 > university; phase 3",
    ),
    no(
        "cousin two spaces",
        "suspect 5.e Aranda",
        "phase 2; face minister cousin; starts; 6 brigade_3 brigade_3_base > hills; 2 "
        "palace_guard presidential_palace > parliament; 1 police police_precinct_1 > "
        "university; 1 police police_precinct_3 > market; phase 3",
    ),
    no(
        "cousin far",
        "suspect 5.e Aranda",
        "phase 2; face minister cousin; starts; 6 brigade_3 brigade_3_base > hills; 2 "
        "palace_guard presidential_palace > parliament; 1 police police_precinct_1 > market; "
        "phase 3",
    ),
    no(
        "cousin in rebellion",
        "illegal 3.c Aranda",
        "face minister cousin; starts; 6 brigade_1 brigade_1_base > industrial_district; rebel "
        "cardenas; 1 police police_precinct_1 > university; phase 1",
    ),
]


def test_the_unit_that_broke_a_rule_is_named_beside_others(coups: CoupBench) -> None:
    """7.b: the Marines of a Cousin move before the Units of El Presidente himself."""
    script = (
        "phase 2; face almirante cousin; starts; 6 brigade_3 brigade_3_base > hills; 1 marines "
        "off_map > business_district; 2 palace_guard presidential_palace > parliament; phase 3"
    )
    findings = play(Sheet(coups), script).report().findings
    assert [one.clause for one in findings] == ["7.b"]
    assert "the Marines (Aranda) went to Business District" in findings[0].message


LOYALTIES = [
    no(
        "turned back after the marker",
        "illegal 3.f Dorado",
        "phase 2; 3 brigade_2 brigade_2_base > parliament; 3 palace_guard presidential_palace > "
        "parliament; starts; battle parliament first; dorado fires aranda 1 1 1; rebel dorado; "
        "home; phase 3; face general_2 regime; 6 brigade_1 brigade_1_base > industrial_district; "
        "phase 4; 6 brigade_3 brigade_3_base > hills; phase 5",
    ),
    no(
        "fired at the Guard in the last phase of the log",
        "suspect 3.e Estrada",
        "phase 2; rebel cardenas; 3 brigade_3 brigade_3_base > parliament; 3 palace_guard "
        "presidential_palace > parliament; starts; battle parliament first; estrada fires aranda "
        "1 1 1; home; phase 3",
    ),
]


EXILES = [
    no(
        "exiled moves",
        "illegal 4.a Dorado",
        "phase 2; face seat_dorado exile; starts; 4 brigade_2 brigade_2_base > "
        "government_quarter; phase 3",
    ),
    ok(
        "exile before the coup",
        "starts; face seat_dorado exile; 6 brigade_1 brigade_1_base > industrial_district; "
        "rebel cardenas; phase 1",
    ),
    no(
        "exile before the coup, and moves",
        "illegal 4.a Dorado",
        "starts; face seat_dorado exile; 6 brigade_1 brigade_1_base > industrial_district; "
        "rebel cardenas; phase 1; 4 brigade_2 brigade_2_base > government_quarter; phase 2",
    ),
    no(
        "exile elsewhere after the first move",
        "illegal 16.c Dorado",
        "starts; 6 brigade_1 brigade_1_base > industrial_district; face seat_dorado exile; "
        "rebel cardenas; phase 1",
    ),
    ok(
        "exile in embassy",
        "phase 2; 2 brigade_2 brigade_2_base > embassy_north; starts; face seat_dorado exile; 1 "
        "brigade_1 brigade_1_base > industrial_district; phase 3",
    ),
    no(
        "exile elsewhere",
        "illegal 16.c Dorado",
        "phase 2; starts; face seat_dorado exile; 1 brigade_1 brigade_1_base > "
        "industrial_district; phase 3",
    ),
    no(
        "exile other's embassy",
        "illegal 16.c Dorado",
        "phase 2; 2 brigade_3 brigade_3_base > embassy_north; starts; face seat_dorado exile; 1 "
        "brigade_1 brigade_1_base > industrial_district; phase 3",
    ),
    ok(
        "exile and moves soon",
        "phase 2; starts; face seat_dorado exile; 1 brigade_2 brigade_2_base > embassy_north; "
        "phase 3",
    ),
    ok(
        "exile turned back",
        "phase 2; starts; face seat_dorado exile; face seat_dorado in_play; 1 brigade_2 "
        "brigade_2_base > embassy_north; phase 3",
    ),
    ok(
        "exile shown on the way to death",
        "phase 2; starts; face seat_dorado exile; face seat_dorado dead; 1 brigade_1 "
        "brigade_1_base > industrial_district; phase 3",
    ),
    ok(
        "exile shown on the way to death, with a remark between",
        "phase 2; starts; face seat_dorado exile; says estrada fire benitez; face seat_dorado "
        "dead; 1 brigade_1 brigade_1_base > industrial_district; phase 3",
    ),
    ok(
        "exile shown on the way to death, with dice between",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_3 brigade_3_base > market; "
        "starts; battle market first; rolls 1 2 3; face seat_dorado exile; rolls 1 2 3; face "
        "seat_dorado dead; home; phase 3",
    ),
    no(
        "exile turned back late",
        "illegal 16.c Dorado",
        "phase 2; starts; face seat_dorado exile; 4 brigade_3 brigade_3_base > hills; 1 "
        "brigade_1 brigade_1_base > industrial_district; phase 3; face seat_dorado in_play; "
        "phase 4",
    ),
    no(
        "exile in battle",
        "suspect 16.c Dorado",
        "phase 2; 2 brigade_2 brigade_2_base > embassy_north; 3 brigade_1 brigade_1_base > "
        "market; 3 brigade_3 brigade_3_base > market; starts; battle market first; rolls 1 2 3; "
        "face seat_dorado exile; rolls 1 2 3; home; phase 3",
    ),
    ok(
        "exile after battle in next",
        "phase 2; 2 brigade_2 brigade_2_base > embassy_north; 3 brigade_1 brigade_1_base > "
        "market; 3 brigade_3 brigade_3_base > market; starts; battle market first; rolls 1 2 3; "
        "rolls 1 2 3; home; phase 3; face seat_dorado exile; phase 4",
    ),
    no(
        "exile after declaration",
        "suspect 16.c Dorado",
        "phase 2; 2 brigade_2 brigade_2_base > embassy_north; 3 brigade_1 brigade_1_base > "
        "market; 3 brigade_3 brigade_3_base > market; starts; attack cardenas market; face "
        "seat_dorado exile; rolls 1 2 3; rolls 1 2 3; home; phase 3",
    ),
    no(
        "exile, its Units stay and another one's go",
        "illegal 16.c Dorado",
        "phase 2; starts; face seat_dorado exile; 1 brigade_3 brigade_3_base > hills; 3 "
        "brigade_1 brigade_1_base > industrial_district; phase 3",
    ),
]


@each(*REBELLION, *POLICE, *ORDERS, *LOYALTIES, *EXILES)
def test_limits(case: Case, coups: CoupBench) -> None:
    check(case, coups)
