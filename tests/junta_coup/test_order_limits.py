"""The Rebellion, the order of turns, the Cousin and exile on both sides of each limit."""

from __future__ import annotations

import pytest

from tests.junta_coup.bridge import CoupBench
from tests.junta_coup.lines import Cases, found, play
from tests.junta_coup.sheet import Sheet

REBELLION: Cases = {
    "reaction then on": (
        "starts; card slum_riots; give agitators street_pool cardenas; 4 agitators street_pool "
        "> slums; 1 police police_precinct_1 > slums; 1 police slums > train_station; 6 "
        "brigade_1 brigade_1_base > industrial_district; rebel cardenas; rebel benitez; phase "
        "1; 1 palace_guard presidential_palace > hills; phase 2",
        "illegal 3.a Benítez",
    ),
    "reaction then on loyal": (
        "starts; card slum_riots; give agitators street_pool cardenas; 4 agitators street_pool "
        "> slums; 1 police police_precinct_1 > slums; 1 police slums > train_station; 6 "
        "brigade_1 brigade_1_base > industrial_district; rebel cardenas; phase 1; 1 "
        "palace_guard presidential_palace > hills; phase 2",
        "illegal 9.b Benítez",
    ),
    "reaction then on to a space that is not adjacent, rebel": (
        "starts; card slum_riots; give agitators street_pool cardenas; 4 agitators street_pool "
        "> slums; 6 brigade_1 brigade_1_base > industrial_district; 1 police police_precinct_1 "
        "> market; rebel cardenas; rebel benitez; phase 1; 1 palace_guard presidential_palace > "
        "hills; phase 2",
        "illegal 9.b Benítez",
    ),
    "police no riots rebellion": (
        "starts; 6 brigade_1 brigade_1_base > industrial_district; rebel cardenas; 1 police "
        "police_precinct_1 > university; phase 1; 1 palace_guard presidential_palace > hills; "
        "phase 2",
        "illegal 3.h Benítez",
    ),
    "police no riots rebellion, rebel": (
        "starts; 6 brigade_1 brigade_1_base > industrial_district; rebel cardenas; 1 police "
        "police_precinct_1 > university; rebel benitez; phase 1; 1 palace_guard "
        "presidential_palace > hills; phase 2",
        "",
    ),
    "reaction and own movement rebel": (
        "starts; card slum_riots; give agitators street_pool cardenas; 4 agitators street_pool "
        "> slums; 6 brigade_1 brigade_1_base > industrial_district; rebel cardenas; 1 police "
        "police_precinct_1 > slums; 1 police police_precinct_3 > market; rebel benitez; phase "
        "1; 1 palace_guard presidential_palace > hills; phase 2",
        "",
    ),
    "reaction and two movements rebel": (
        "starts; card slum_riots; give agitators street_pool cardenas; 4 agitators street_pool "
        "> slums; 6 brigade_1 brigade_1_base > industrial_district; rebel cardenas; 1 police "
        "police_precinct_1 > university; 1 police police_precinct_3 > market; rebel benitez; "
        "phase 1; 1 palace_guard presidential_palace > hills; phase 2",
        "illegal 5.b Benítez",
    ),
    "president moves in rebellion": (
        "starts; 6 brigade_1 brigade_1_base > industrial_district; rebel cardenas; 1 "
        "palace_guard presidential_palace > hills; phase 1; 1 palace_guard presidential_palace "
        "> hills; phase 2",
        "illegal 3.c Aranda",
    ),
    "president brings in rebellion": (
        "starts; 6 brigade_1 brigade_1_base > industrial_district; rebel cardenas; card "
        "student_protest; give students street_pool aranda; 4 students street_pool > "
        "university; phase 1; 1 palace_guard presidential_palace > hills; phase 2",
        "",
    ),
    "lands in rebellion turned": (
        "starts; 6 brigade_1 brigade_1_base > industrial_district; rebel cardenas; 1 marines "
        "off_map > waterfront; rebel figueroa; phase 1; 1 palace_guard presidential_palace > "
        "hills; phase 2",
        "",
    ),
    "lands in rebellion not turned": (
        "starts; 6 brigade_1 brigade_1_base > industrial_district; rebel cardenas; 1 marines "
        "off_map > waterfront; phase 1; 1 palace_guard presidential_palace > hills; phase 2",
        "",
    ),
    "does nothing turned": (
        "starts; 6 brigade_1 brigade_1_base > industrial_district; rebel cardenas; rebel "
        "figueroa; phase 1; 1 palace_guard presidential_palace > hills; phase 2",
        "illegal 3.b Figueroa",
    ),
    "does nothing turned later": (
        "starts; 6 brigade_1 brigade_1_base > industrial_district; rebel cardenas; phase 1; "
        "rebel figueroa; 6 brigade_2 brigade_2_base > government_quarter; phase 2",
        "",
    ),
    "lands, moves, not turned": (
        "starts; 6 brigade_1 brigade_1_base > industrial_district; rebel cardenas; 1 marines "
        "off_map > waterfront; 1 marines waterfront > police_precinct_4; phase 1; 1 "
        "palace_guard presidential_palace > hills; phase 2",
        "",
    ),
    "reaction turned": (
        "starts; card slum_riots; give agitators street_pool cardenas; 4 agitators street_pool "
        "> slums; 1 police police_precinct_1 > slums; 6 brigade_1 brigade_1_base > "
        "industrial_district; rebel cardenas; rebel benitez; phase 1; 1 palace_guard "
        "presidential_palace > hills; phase 2",
        "",
    ),
    "reaction adjacent turned": (
        "starts; card slum_riots; give agitators street_pool cardenas; 4 agitators street_pool "
        "> slums; 1 police police_precinct_4 > slums; 6 brigade_1 brigade_1_base > "
        "industrial_district; rebel cardenas; rebel benitez; phase 1; 1 palace_guard "
        "presidential_palace > hills; phase 2",
        "",
    ),
    "Police move before the card": (
        "starts; 1 police police_precinct_4 > slums; card slum_riots; give agitators "
        "street_pool cardenas; 4 agitators street_pool > slums; 6 brigade_1 brigade_1_base > "
        "industrial_district; rebel cardenas; phase 1; 1 palace_guard presidential_palace > "
        "hills; phase 2",
        "",
    ),
    "card in rebellion after": (
        "starts; 6 brigade_1 brigade_1_base > industrial_district; rebel cardenas; 6 brigade_3 "
        "brigade_3_base > hills; rebel estrada; card student_protest; give students street_pool "
        "dorado; 4 students street_pool > university; phase 1; 1 palace_guard "
        "presidential_palace > hills; phase 2",
        "suspect 3.a Dorado",
    ),
    "cousin in rebellion": (
        "face minister cousin; starts; 6 brigade_1 brigade_1_base > industrial_district; rebel "
        "cardenas; 1 police police_precinct_1 > university; phase 1; 1 palace_guard "
        "presidential_palace > hills; phase 2",
        "illegal 3.c Aranda",
    ),
}


@pytest.mark.parametrize("name", REBELLION)
def test_rebellion(name: str, coups: CoupBench) -> None:
    script, expected = REBELLION[name]
    assert found(script, coups) == expected


POLICE: Cases = {
    "police react far": (
        "starts; card slum_riots; give agitators street_pool cardenas; 4 agitators street_pool "
        "> slums; 1 police police_precinct_1 > slums; 6 brigade_1 brigade_1_base > "
        "industrial_district; rebel cardenas; phase 1",
        "",
    ),
    "police react to loyal": (
        "starts; 6 brigade_1 brigade_1_base > industrial_district; rebel cardenas; card "
        "slum_riots; give agitators street_pool estrada; 4 agitators street_pool > slums; 1 "
        "police police_precinct_1 > slums; phase 1",
        "illegal 9.a Benítez",
    ),
    "police react in phase 2 far": (
        "phase 2; starts; card slum_riots; give agitators street_pool cardenas; 4 agitators "
        "street_pool > slums; 1 police police_precinct_1 > slums; phase 3",
        "illegal 9.c Benítez",
    ),
    "police go in phase 2 adjacent": (
        "phase 2; starts; card slum_riots; give agitators street_pool cardenas; 4 agitators "
        "street_pool > slums; 1 police police_precinct_4 > slums; phase 3",
        "",
    ),
    "police two in phase 2 one adjacent and one far": (
        "phase 2; starts; card slum_riots; give agitators street_pool cardenas; 4 agitators "
        "street_pool > slums; 1 police police_precinct_4 > slums; 1 police police_precinct_1 > "
        "slums; phase 3",
        "illegal 9.c Benítez",
    ),
    "reaction then on": (
        "starts; card slum_riots; give agitators street_pool cardenas; 4 agitators street_pool "
        "> slums; 1 police police_precinct_1 > slums; 1 police slums > train_station; 6 "
        "brigade_1 brigade_1_base > industrial_district; rebel cardenas; rebel benitez; phase 1",
        "illegal 3.a Benítez",
    ),
    "reaction then on loyal": (
        "starts; card slum_riots; give agitators street_pool cardenas; 4 agitators street_pool "
        "> slums; 1 police police_precinct_1 > slums; 1 police slums > train_station; 6 "
        "brigade_1 brigade_1_base > industrial_district; rebel cardenas; phase 1",
        "",
    ),
    "reaction then on to a space that is not adjacent, rebel": (
        "starts; card slum_riots; give agitators street_pool cardenas; 4 agitators street_pool "
        "> slums; 6 brigade_1 brigade_1_base > industrial_district; 1 police police_precinct_1 "
        "> market; rebel cardenas; rebel benitez; phase 1",
        "illegal 9.b Benítez",
    ),
    "police no riots rebellion": (
        "starts; 6 brigade_1 brigade_1_base > industrial_district; rebel cardenas; 1 police "
        "police_precinct_1 > university; phase 1",
        "",
    ),
    "police no riots rebellion, rebel": (
        "starts; 6 brigade_1 brigade_1_base > industrial_district; rebel cardenas; 1 police "
        "police_precinct_1 > university; rebel benitez; phase 1",
        "",
    ),
    "reaction and own movement rebel": (
        "starts; card slum_riots; give agitators street_pool cardenas; 4 agitators street_pool "
        "> slums; 6 brigade_1 brigade_1_base > industrial_district; rebel cardenas; 1 police "
        "police_precinct_1 > slums; 1 police police_precinct_3 > market; rebel benitez; phase 1",
        "",
    ),
    "reaction and two movements rebel": (
        "starts; card slum_riots; give agitators street_pool cardenas; 4 agitators street_pool "
        "> slums; 6 brigade_1 brigade_1_base > industrial_district; rebel cardenas; 1 police "
        "police_precinct_1 > university; 1 police police_precinct_3 > market; rebel benitez; "
        "phase 1",
        "illegal 5.b Benítez",
    ),
    "president in phase 1": (
        "phase 1; starts; 1 palace_guard presidential_palace > hills; phase 2",
        "",
    ),
    "lands, moves, not turned": (
        "starts; 6 brigade_1 brigade_1_base > industrial_district; rebel cardenas; 1 marines "
        "off_map > waterfront; 1 marines waterfront > police_precinct_4; phase 1",
        "",
    ),
    "reaction turned": (
        "starts; card slum_riots; give agitators street_pool cardenas; 4 agitators street_pool "
        "> slums; 1 police police_precinct_1 > slums; 6 brigade_1 brigade_1_base > "
        "industrial_district; rebel cardenas; rebel benitez; phase 1",
        "",
    ),
    "reaction adjacent turned": (
        "starts; card slum_riots; give agitators street_pool cardenas; 4 agitators street_pool "
        "> slums; 1 police police_precinct_4 > slums; 6 brigade_1 brigade_1_base > "
        "industrial_district; rebel cardenas; rebel benitez; phase 1",
        "",
    ),
    "Police move before the card": (
        "starts; 1 police police_precinct_4 > slums; card slum_riots; give agitators "
        "street_pool cardenas; 4 agitators street_pool > slums; 6 brigade_1 brigade_1_base > "
        "industrial_district; rebel cardenas; phase 1",
        "",
    ),
}


@pytest.mark.parametrize("name", POLICE)
def test_police(name: str, coups: CoupBench) -> None:
    script, expected = POLICE[name]
    assert found(script, coups) == expected


ORDERS: Cases = {
    "in order": (
        "phase 2; starts; 6 brigade_3 brigade_3_base > hills; 1 palace_guard "
        "presidential_palace > parliament; 1 police police_precinct_1 > university; 6 brigade_1 "
        "brigade_1_base > industrial_district; 6 brigade_2 brigade_2_base > government_quarter; "
        "phase 3",
        "",
    ),
    "first late": (
        "phase 2; starts; 1 palace_guard presidential_palace > parliament; 6 brigade_3 "
        "brigade_3_base > hills; 1 police police_precinct_1 > university; phase 3",
        "illegal 5.a Aranda",
    ),
    "last first": (
        "phase 2; starts; 6 brigade_2 brigade_2_base > government_quarter; 6 brigade_3 "
        "brigade_3_base > hills; 1 palace_guard presidential_palace > parliament; 1 police "
        "police_precinct_1 > university; phase 3",
        "illegal 5.a Dorado",
    ),
    "first last": (
        "phase 2; starts; 1 palace_guard presidential_palace > parliament; 1 police "
        "police_precinct_1 > university; 6 brigade_1 brigade_1_base > industrial_district; 6 "
        "brigade_3 brigade_3_base > hills; phase 3",
        "illegal 5.a Aranda",
    ),
    "interleaved": (
        "phase 2; starts; 2 palace_guard presidential_palace > parliament; 6 brigade_3 "
        "brigade_3_base > hills; 1 palace_guard presidential_palace > parliament; phase 3",
        "suspect 5.a Aranda",
    ),
    "interleaved ok": (
        "phase 2; starts; 3 brigade_3 brigade_3_base > hills; 2 palace_guard "
        "presidential_palace > parliament; 3 brigade_3 brigade_3_base > hills; phase 3",
        "",
    ),
    "landing after": (
        "phase 2; starts; 2 palace_guard presidential_palace > parliament; 1 marines off_map > "
        "waterfront; phase 3",
        "suspect 7.d Figueroa",
    ),
    "landing before": (
        "phase 2; starts; 1 marines off_map > waterfront; 6 brigade_3 brigade_3_base > hills; "
        "phase 3",
        "",
    ),
    "landing in turn": (
        "phase 2; starts; 6 brigade_3 brigade_3_base > hills; 1 marines off_map > waterfront; 2 "
        "palace_guard presidential_palace > parliament; phase 3",
        "",
    ),
    "card after": (
        "phase 2; starts; 2 palace_guard presidential_palace > parliament; card "
        "student_protest; give students street_pool estrada; 4 students street_pool > "
        "university; phase 3",
        "suspect 5.a Estrada",
    ),
    "card in rebellion after": (
        "starts; 6 brigade_1 brigade_1_base > industrial_district; rebel cardenas; 6 brigade_3 "
        "brigade_3_base > hills; rebel estrada; card student_protest; give students street_pool "
        "dorado; 4 students street_pool > university; phase 1",
        "suspect 3.a Dorado",
    ),
    "leader away": (
        "phase 2; face seat_cardenas exile; starts; 6 brigade_3 brigade_3_base > hills; 2 "
        "palace_guard presidential_palace > parliament; phase 3",
        "",
    ),
    "leader away counting without": (
        "phase 2; face seat_cardenas exile; starts; 1 marines off_map > waterfront; starts; 1 "
        "marines waterfront > police_precinct_4; 6 brigade_3 brigade_3_base > hills; phase 3",
        "illegal 5.a Figueroa",
    ),
    "other away": (
        "phase 2; face seat_estrada exile; starts; 2 palace_guard presidential_palace > "
        "parliament; 6 brigade_2 brigade_2_base > government_quarter; phase 3",
        "",
    ),
    "other away counting without": (
        "phase 2; face seat_dorado exile; starts; 1 marines off_map > waterfront; starts; 1 "
        "marines waterfront > police_precinct_4; 6 brigade_3 brigade_3_base > hills; phase 3",
        "",
    ),
    "cousin": (
        "phase 2; face minister cousin; starts; 6 brigade_3 brigade_3_base > hills; 2 "
        "palace_guard presidential_palace > parliament; 1 police police_precinct_1 > "
        "university; 6 brigade_1 brigade_1_base > industrial_district; phase 3",
        "",
    ),
    "cousin late": (
        "phase 2; face minister cousin; starts; 6 brigade_3 brigade_3_base > hills; 2 "
        "palace_guard presidential_palace > parliament; 6 brigade_1 brigade_1_base > "
        "industrial_district; 1 police police_precinct_1 > university; phase 3",
        "suspect 5.e Aranda",
    ),
    "cousin two spaces": (
        "phase 2; face minister cousin; starts; 6 brigade_3 brigade_3_base > hills; 2 "
        "palace_guard presidential_palace > parliament; 1 police police_precinct_1 > "
        "university; 1 police police_precinct_3 > market; phase 3",
        "suspect 5.e Aranda",
    ),
    "cousin far": (
        "phase 2; face minister cousin; starts; 6 brigade_3 brigade_3_base > hills; 2 "
        "palace_guard presidential_palace > parliament; 1 police police_precinct_1 > market; "
        "phase 3",
        "suspect 5.e Aranda",
    ),
    "cousin in rebellion": (
        "face minister cousin; starts; 6 brigade_1 brigade_1_base > industrial_district; rebel "
        "cardenas; 1 police police_precinct_1 > university; phase 1",
        "illegal 3.c Aranda",
    ),
}


def test_the_unit_that_broke_a_rule_is_named_beside_others(coups: CoupBench) -> None:
    """7.b: the Marines of a Cousin move before the Units of El Presidente himself."""
    script = (
        "phase 2; face almirante cousin; starts; 6 brigade_3 brigade_3_base > hills; 1 marines "
        "off_map > business_district; 2 palace_guard presidential_palace > parliament; phase 3"
    )
    findings = play(Sheet(coups), script).report().findings
    assert [one.clause for one in findings] == ["7.b"]
    assert "the Marines (Aranda) went to Business District" in findings[0].message


@pytest.mark.parametrize("name", ORDERS)
def test_orders(name: str, coups: CoupBench) -> None:
    script, expected = ORDERS[name]
    assert found(script, coups) == expected


LOYALTIES: Cases = {
    "turned back after the marker": (
        "phase 2; 3 brigade_2 brigade_2_base > parliament; 3 palace_guard presidential_palace > "
        "parliament; starts; battle parliament first; dorado fires aranda 1 1 1; rebel dorado; "
        "home; phase 3; face general_2 regime; 6 brigade_1 brigade_1_base > industrial_district; "
        "phase 4; 6 brigade_3 brigade_3_base > hills; phase 5",
        "illegal 3.f Dorado",
    ),
    "fired at the Guard in the last phase of the log": (
        "phase 2; rebel cardenas; 3 brigade_3 brigade_3_base > parliament; 3 palace_guard "
        "presidential_palace > parliament; starts; battle parliament first; estrada fires aranda "
        "1 1 1; home; phase 3",
        "suspect 3.e Estrada",
    ),
}


@pytest.mark.parametrize("name", LOYALTIES)
def test_loyalties(name: str, coups: CoupBench) -> None:
    script, expected = LOYALTIES[name]
    assert found(script, coups) == expected


EXILES: Cases = {
    "exiled moves": (
        "phase 2; face seat_dorado exile; starts; 4 brigade_2 brigade_2_base > "
        "government_quarter; phase 3",
        "illegal 4.a Dorado",
    ),
    "exile in embassy": (
        "phase 2; 2 brigade_2 brigade_2_base > embassy_north; starts; face seat_dorado exile; 1 "
        "brigade_1 brigade_1_base > industrial_district; phase 3",
        "",
    ),
    "exile elsewhere": (
        "phase 2; starts; face seat_dorado exile; 1 brigade_1 brigade_1_base > "
        "industrial_district; phase 3",
        "illegal 16.c Dorado",
    ),
    "exile other's embassy": (
        "phase 2; 2 brigade_3 brigade_3_base > embassy_north; starts; face seat_dorado exile; 1 "
        "brigade_1 brigade_1_base > industrial_district; phase 3",
        "illegal 16.c Dorado",
    ),
    "exile and moves soon": (
        "phase 2; starts; face seat_dorado exile; 1 brigade_2 brigade_2_base > embassy_north; "
        "phase 3",
        "",
    ),
    "exile turned back": (
        "phase 2; starts; face seat_dorado exile; face seat_dorado in_play; 1 brigade_2 "
        "brigade_2_base > embassy_north; phase 3",
        "",
    ),
    "exile turned back late": (
        "phase 2; starts; face seat_dorado exile; 4 brigade_3 brigade_3_base > hills; 1 "
        "brigade_1 brigade_1_base > industrial_district; phase 3; face seat_dorado in_play; "
        "phase 4",
        "illegal 16.c Dorado",
    ),
    "exile in battle": (
        "phase 2; 2 brigade_2 brigade_2_base > embassy_north; 3 brigade_1 brigade_1_base > "
        "market; 3 brigade_3 brigade_3_base > market; starts; battle market first; rolls 1 2 3; "
        "face seat_dorado exile; rolls 1 2 3; home; phase 3",
        "suspect 16.c Dorado",
    ),
    "exile after battle in next": (
        "phase 2; 2 brigade_2 brigade_2_base > embassy_north; 3 brigade_1 brigade_1_base > "
        "market; 3 brigade_3 brigade_3_base > market; starts; battle market first; rolls 1 2 3; "
        "rolls 1 2 3; home; phase 3; face seat_dorado exile; phase 4",
        "",
    ),
    "exile after declaration": (
        "phase 2; 2 brigade_2 brigade_2_base > embassy_north; 3 brigade_1 brigade_1_base > "
        "market; 3 brigade_3 brigade_3_base > market; starts; attack cardenas market; face "
        "seat_dorado exile; rolls 1 2 3; rolls 1 2 3; home; phase 3",
        "suspect 16.c Dorado",
    ),
    "exile, its Units stay and another one's go": (
        "phase 2; starts; face seat_dorado exile; 1 brigade_3 brigade_3_base > hills; 3 "
        "brigade_1 brigade_1_base > industrial_district; phase 3",
        "illegal 16.c Dorado",
    ),
}


@pytest.mark.parametrize("name", EXILES)
def test_exiles(name: str, coups: CoupBench) -> None:
    script, expected = EXILES[name]
    assert found(script, coups) == expected
