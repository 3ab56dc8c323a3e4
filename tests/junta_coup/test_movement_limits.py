"""Movement on both sides of each limit (5.0-9.0): what is legal, and what is next to it."""

from __future__ import annotations

import pytest

from tests.junta_coup.bridge import CoupBench
from tests.junta_coup.lines import Cases, found

MOVEMENTS: Cases = {
    "move adjacent": (
        "phase 2; starts; 4 brigade_1 brigade_1_base > industrial_district; phase 3",
        "",
    ),
    "not adjacent": (
        "phase 2; starts; 4 brigade_1 brigade_1_base > market; phase 3",
        "illegal 5.c Cárdenas",
    ),
    "two steps": (
        "phase 2; starts; 4 brigade_1 brigade_1_base > industrial_district; 4 brigade_1 "
        "industrial_district > market; phase 3",
        "illegal 5.d Cárdenas",
    ),
    "back again": (
        "phase 2; starts; 4 brigade_1 brigade_1_base > industrial_district; 4 brigade_1 "
        "industrial_district > brigade_1_base; phase 3",
        "",
    ),
    "split": (
        "phase 2; starts; 4 brigade_1 brigade_1_base > industrial_district; 2 brigade_1 "
        "brigade_1_base > puerto_del_sur; phase 3",
        "suspect 5.c Cárdenas",
    ),
    "two spaces, one move not adjacent": (
        "phase 2; 1 brigade_1 brigade_1_base > market; starts; 4 brigade_1 brigade_1_base > "
        "industrial_district; 1 brigade_1 market > slums; phase 3",
        "illegal 5.c Cárdenas",
    ),
    "two spaces same target": (
        "phase 2; 1 brigade_1 brigade_1_base > market; starts; 4 brigade_1 brigade_1_base > "
        "industrial_district; 1 brigade_1 market > industrial_district; phase 3",
        "illegal 5.b Cárdenas",
    ),
    "two spaces, both moves adjacent": (
        "phase 2; 1 brigade_1 brigade_1_base > market; starts; 4 brigade_1 brigade_1_base > "
        "industrial_district; 1 brigade_1 market > university; phase 3",
        "illegal 5.b Cárdenas",
    ),
    "swap like units": (
        "phase 2; 1 brigade_1 brigade_1_base > market; starts; 1 brigade_1 market > "
        "brigade_1_base; 1 brigade_1 brigade_1_base > market; phase 3",
        "",
    ),
    "the Helicopter: two": (
        "phase 2; give helicopter street_pool cardenas; 1 helicopter street_pool > market; "
        "starts; 1 helicopter market > slums; phase 3",
        "",
    ),
    "the Helicopter: two far": (
        "phase 2; give helicopter street_pool cardenas; 1 helicopter street_pool > market; "
        "starts; 1 helicopter market > slums; 3 brigade_1 brigade_1_base > industrial_district; "
        "phase 3",
        "",
    ),
    "the Helicopter: three": (
        "phase 2; give helicopter street_pool cardenas; 1 helicopter street_pool > market; "
        "starts; 1 helicopter market > radio_road; phase 3",
        "illegal 5.f Cárdenas",
    ),
    "the Helicopter: three steps ends two": (
        "phase 2; give helicopter street_pool cardenas; 1 helicopter street_pool > market; "
        "starts; 1 helicopter market > university; 1 helicopter university > train_station; 1 "
        "helicopter train_station > slums; phase 3",
        "",
    ),
    "the Helicopter: two steps and back one": (
        "phase 2; give helicopter street_pool cardenas; 1 helicopter street_pool > market; "
        "starts; 1 helicopter market > university; 1 helicopter university > slums; 1 "
        "helicopter slums > university; phase 3",
        "",
    ),
    "carries first leg": (
        "phase 2; give helicopter street_pool cardenas; 1 helicopter street_pool > market; 1 "
        "brigade_1 brigade_1_base > market; starts; 1 helicopter market > university; 1 "
        "brigade_1 market > university; 1 helicopter university > slums; 2 brigade_1 "
        "brigade_1_base > puerto_del_sur; phase 3",
        "",
    ),
    "carries second leg": (
        "phase 2; give helicopter street_pool cardenas; 1 helicopter street_pool > market; 1 "
        "brigade_1 brigade_1_base > university; starts; 1 helicopter market > university; 1 "
        "brigade_1 university > slums; 1 helicopter university > slums; 2 brigade_1 "
        "brigade_1_base > puerto_del_sur; phase 3",
        "",
    ),
    "carries both legs": (
        "phase 2; give helicopter street_pool cardenas; 1 helicopter street_pool > market; 1 "
        "brigade_1 brigade_1_base > market; starts; 1 helicopter market > university; 1 "
        "brigade_1 market > university; 1 helicopter university > slums; 1 brigade_1 university "
        "> slums; 2 brigade_1 brigade_1_base > puerto_del_sur; phase 3",
        "illegal 5.g Cárdenas",
    ),
    "carries two": (
        "phase 2; give helicopter street_pool cardenas; 1 helicopter street_pool > market; 2 "
        "brigade_1 brigade_1_base > market; starts; 1 helicopter market > university; 2 "
        "brigade_1 market > university; 1 helicopter university > slums; 2 brigade_1 "
        "brigade_1_base > puerto_del_sur; phase 3",
        "illegal 5.g Cárdenas",
    ),
    "carries one each leg": (
        "phase 2; give helicopter street_pool cardenas; 1 helicopter street_pool > market; 1 "
        "brigade_1 brigade_1_base > market; 1 brigade_1 brigade_1_base > university; starts; 1 "
        "helicopter market > university; 1 brigade_1 market > university; 1 helicopter "
        "university > slums; 1 brigade_1 university > slums; 2 brigade_1 brigade_1_base > "
        "puerto_del_sur; phase 3",
        "illegal 5.g Cárdenas",
    ),
    "carry along short": (
        "phase 2; give helicopter street_pool cardenas; 1 helicopter street_pool > market; 1 "
        "brigade_1 brigade_1_base > industrial_district; starts; 1 helicopter market > slums; 1 "
        "brigade_1 industrial_district > slums; 2 brigade_1 brigade_1_base > puerto_del_sur; "
        "phase 3",
        "",
    ),
    "a Unit beside the flight": (
        "phase 2; give helicopter street_pool cardenas; 1 helicopter street_pool > market; 1 "
        "brigade_1 brigade_1_base > hills; starts; 1 helicopter market > university; 1 "
        "brigade_1 hills > embassy_north; 2 brigade_1 brigade_1_base > puerto_del_sur; phase 3",
        "illegal 5.b Cárdenas",
    ),
    "a Unit from another end of the flight": (
        "phase 2; give helicopter street_pool cardenas; 1 helicopter street_pool > market; 1 "
        "brigade_1 brigade_1_base > university; starts; 1 helicopter market > university; 1 "
        "brigade_1 university > radio_transmitter; 2 brigade_1 brigade_1_base > puerto_del_sur; "
        "phase 3",
        "illegal 5.b Cárdenas",
    ),
    "the Helicopter: with main leg": (
        "phase 2; give helicopter street_pool cardenas; 1 helicopter street_pool > market; 2 "
        "brigade_1 brigade_1_base > market; 1 brigade_1 brigade_1_base > university; starts; 1 "
        "helicopter market > university; 2 brigade_1 market > university; 1 helicopter "
        "university > slums; 1 brigade_1 university > slums; phase 3",
        "suspect 5.g Cárdenas",
    ),
    "another family's Unit on the same way": (
        "phase 2; give helicopter street_pool cardenas; 1 helicopter street_pool > market; 1 "
        "brigade_2 brigade_2_base > market; starts; 1 helicopter market > university; 1 "
        "brigade_2 market > university; phase 3",
        "",
    ),
}


@pytest.mark.parametrize("name", MOVEMENTS)
def test_movements(name: str, coups: CoupBench) -> None:
    script, expected = MOVEMENTS[name]
    assert found(script, coups) == expected


LANDINGS: Cases = {
    "marines land": (
        "phase 2; starts; 1 marines off_map > waterfront; phase 3",
        "",
    ),
    "marines base": (
        "phase 2; starts; 1 marines off_map > brigade_1_base; phase 3",
        "",
    ),
    "marines inland": (
        "phase 2; starts; 1 marines off_map > police_precinct_4; phase 3",
        "suspect 7.b Figueroa",
    ),
    "marines far inland": (
        "phase 2; starts; 1 marines off_map > slums; phase 3",
        "illegal 7.b Figueroa",
    ),
    "marines land, move": (
        "phase 2; starts; 1 marines off_map > waterfront; 1 marines waterfront > "
        "business_district; phase 3",
        "",
    ),
    "marines land, move two": (
        "phase 2; starts; 1 marines off_map > waterfront; 1 marines waterfront > "
        "business_district; 1 marines business_district > central_bank; phase 3",
        "illegal 7.b Figueroa",
    ),
    "marines in next phase": (
        "phase 2; starts; 1 marines off_map > waterfront; phase 3; 1 marines waterfront > "
        "business_district; phase 4",
        "",
    ),
    "marines land with heli": (
        "phase 2; give helicopter street_pool figueroa; 1 helicopter street_pool > waterfront; "
        "starts; 1 marines off_map > waterfront; 1 helicopter waterfront > business_district; 1 "
        "marines waterfront > business_district; phase 3",
        "",
    ),
    "the Paratroopers land and move": (
        "phase 2; starts; 1 paratroopers off_map > market; 1 paratroopers market > "
        "train_station; phase 3",
        "",
    ),
}


@pytest.mark.parametrize("name", LANDINGS)
def test_landings(name: str, coups: CoupBench) -> None:
    script, expected = LANDINGS[name]
    assert found(script, coups) == expected


ARRIVALS: Cases = {
    "students": (
        "phase 2; starts; card student_protest; give students street_pool dorado; 4 students "
        "street_pool > university; phase 3",
        "",
    ),
    "students 3": (
        "phase 2; starts; card student_protest; give students street_pool dorado; 3 students "
        "street_pool > university; phase 3",
        "illegal 8.a Dorado",
    ),
    "students none": (
        "phase 2; starts; card student_protest; phase 3; 1 brigade_1 brigade_1_base > "
        "industrial_district; phase 4",
        "",
    ),
    "students none midway first phase second": (
        "phase 2; starts; 1 brigade_1 brigade_1_base > industrial_district; phase 3; card "
        "student_protest; 1 brigade_1 industrial_district > brigade_1_base; phase 4",
        "illegal 8.a",
    ),
    "students no card": (
        "phase 2; starts; give students street_pool dorado; 4 students street_pool > "
        "university; phase 3",
        "illegal 8.a Dorado",
    ),
    "students elsewhere": (
        "phase 2; starts; card student_protest; give students street_pool dorado; 4 students "
        "street_pool > market; phase 3",
        "",
    ),
    "students elsewhere far": (
        "phase 2; starts; card student_protest; give students street_pool dorado; 4 students "
        "street_pool > hills; phase 3",
        "illegal 8.a Dorado",
    ),
    "students come and move": (
        "phase 2; starts; card student_protest; give students street_pool dorado; 4 students "
        "street_pool > university; 4 students university > market; phase 3",
        "",
    ),
    "students come move after others": (
        "phase 2; starts; 4 brigade_2 brigade_2_base > government_quarter; card "
        "student_protest; give students street_pool dorado; 4 students street_pool > "
        "university; 4 students university > market; phase 3",
        "illegal 8.b Dorado",
    ),
    "students elsewhere after others": (
        "phase 2; starts; 4 brigade_2 brigade_2_base > government_quarter; card "
        "student_protest; give students street_pool dorado; 4 students street_pool > market; "
        "phase 3",
        "illegal 8.a Dorado",
    ),
    "students then others move": (
        "phase 2; starts; card student_protest; give students street_pool dorado; 4 students "
        "street_pool > university; 4 brigade_2 brigade_2_base > government_quarter; phase 3",
        "",
    ),
    "students after others no move": (
        "phase 2; starts; 4 brigade_2 brigade_2_base > government_quarter; card "
        "student_protest; give students street_pool dorado; 4 students street_pool > "
        "university; phase 3",
        "",
    ),
    "the Helicopter: comes own": (
        "phase 2; starts; card helicopter; give helicopter street_pool dorado; 1 helicopter "
        "street_pool > brigade_2_base; phase 3",
        "",
    ),
    "the Helicopter: comes not own": (
        "phase 2; starts; card helicopter; give helicopter street_pool dorado; 1 helicopter "
        "street_pool > market; phase 3",
        "illegal 8.a Dorado",
    ),
    "the Helicopter: comes and flies": (
        "phase 2; starts; card helicopter; give helicopter street_pool dorado; 1 helicopter "
        "street_pool > brigade_2_base; 1 helicopter brigade_2_base > central_bank; phase 3",
        "",
    ),
    "the Helicopter: comes and flies 3": (
        "phase 2; starts; card helicopter; give helicopter street_pool dorado; 1 helicopter "
        "street_pool > brigade_2_base; 1 helicopter brigade_2_base > market; phase 3",
        "illegal 8.a Dorado",
    ),
    "card after an attack": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; attack cardenas market; card student_protest; give students street_pool dorado; "
        "4 students street_pool > university; battle market first; rolls 1 2 3; home; phase 3",
        "suspect 2.c Dorado",
    ),
    "attack before others move": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; attack cardenas market; card student_protest; give students street_pool dorado; "
        "4 students street_pool > university; 1 palace_guard presidential_palace > hills; battle "
        "market first; rolls 1 2 3; home; phase 3",
        "",
    ),
    "card in battle": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; rolls 1 2 3; card student_protest; rolls 1 2 3; home; "
        "phase 3",
        "illegal 2.c",
    ),
    "card in battle brings units": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; rolls 1 2 3; card student_protest; 4 students street_pool "
        "> university; give students university dorado; rolls 1 2 3; home; phase 3",
        "illegal 2.c",
    ),
    "card in battle units earlier": (
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; give students street_pool dorado; 4 students street_pool > university; battle "
        "market first; rolls 1 2 3; card student_protest; rolls 1 2 3; home; phase 3",
        "suspect 2.c Dorado",
    ),
    "two strikes": (
        "phase 2; starts; card general_strike; give strikers street_pool dorado; 6 strikers "
        "street_pool > industrial_district; card dock_strike; 4 strikers street_pool > "
        "puerto_del_sur; phase 3",
        "",
    ),
    "two strikes mixed": (
        "phase 2; starts; card general_strike; give strikers street_pool dorado; 4 strikers "
        "street_pool > industrial_district; card dock_strike; 6 strikers street_pool > "
        "puerto_del_sur; phase 3",
        "",
    ),
    "two strikes two players": (
        "phase 2; starts; card general_strike; 6 strikers street_pool > industrial_district; "
        "give strikers industrial_district dorado; card dock_strike; 4 strikers street_pool > "
        "puerto_del_sur; give strikers puerto_del_sur estrada; phase 3",
        "",
    ),
}


@pytest.mark.parametrize("name", ARRIVALS)
def test_arrivals(name: str, coups: CoupBench) -> None:
    script, expected = ARRIVALS[name]
    assert found(script, coups) == expected


CONTROL: Cases = {
    "moved by two": (
        "phase 2; 2 brigade_2 brigade_2_base > market; starts; 2 brigade_2 market > university; "
        "give brigade_2 university estrada; 2 brigade_2 university > slums; phase 3",
        "illegal 5.a Dorado, illegal 6.b Estrada",
    ),
    "moved, given": (
        "phase 2; 2 brigade_2 brigade_2_base > market; starts; 2 brigade_2 market > university; "
        "give brigade_2 university estrada; 6 brigade_3 brigade_3_base > hills; phase 3",
        "illegal 5.a Dorado",
    ),
    "given, moved": (
        "phase 2; 2 brigade_2 brigade_2_base > market; starts; give brigade_2 market estrada; 2 "
        "brigade_2 market > university; phase 3",
        "",
    ),
    "given, moved with others": (
        "phase 2; 2 brigade_2 brigade_2_base > market; starts; give brigade_2 market estrada; 2 "
        "brigade_2 market > university; 6 brigade_3 brigade_3_base > hills; phase 3",
        "illegal 5.b Estrada",
    ),
    "moved then marker": (
        "phase 2; 2 brigade_2 brigade_2_base > market; starts; 2 brigade_2 market > university; "
        "give brigade_2 university estrada; 4 brigade_2 brigade_2_base > government_quarter; "
        "phase 3",
        "",
    ),
}


@pytest.mark.parametrize("name", CONTROL)
def test_control(name: str, coups: CoupBench) -> None:
    script, expected = CONTROL[name]
    assert found(script, coups) == expected
