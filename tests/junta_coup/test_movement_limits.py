"""Movement on both sides of each limit (5.0-9.0): what is legal, and what is next to it."""

from __future__ import annotations

from tests.junta_coup.bridge import CoupBench
from tests.junta_coup.lines import Case, check, each, no, ok

MOVEMENTS = [
    ok(
        "move adjacent",
        "phase 2; starts; 4 brigade_1 brigade_1_base > industrial_district; phase 3",
    ),
    no(
        "not adjacent",
        "illegal 5.c Cárdenas",
        "phase 2; starts; 4 brigade_1 brigade_1_base > market; phase 3",
    ),
    no(
        "two steps",
        "illegal 5.d Cárdenas",
        "phase 2; starts; 4 brigade_1 brigade_1_base > industrial_district; 4 brigade_1 "
        "industrial_district > market; phase 3",
    ),
    ok(
        "back again",
        "phase 2; starts; 4 brigade_1 brigade_1_base > industrial_district; 4 brigade_1 "
        "industrial_district > brigade_1_base; phase 3",
    ),
    no(
        "split",
        "suspect 5.c Cárdenas",
        "phase 2; starts; 4 brigade_1 brigade_1_base > industrial_district; 2 brigade_1 "
        "brigade_1_base > puerto_del_sur; phase 3",
    ),
    no(
        "two spaces, one move not adjacent",
        "illegal 5.c Cárdenas",
        "phase 2; 1 brigade_1 brigade_1_base > market; starts; 4 brigade_1 brigade_1_base > "
        "industrial_district; 1 brigade_1 market > slums; phase 3",
    ),
    no(
        "two spaces same target",
        "illegal 5.b Cárdenas",
        "phase 2; 1 brigade_1 brigade_1_base > market; starts; 4 brigade_1 brigade_1_base > "
        "industrial_district; 1 brigade_1 market > industrial_district; phase 3",
    ),
    no(
        "two spaces, both moves adjacent",
        "illegal 5.b Cárdenas",
        "phase 2; 1 brigade_1 brigade_1_base > market; starts; 4 brigade_1 brigade_1_base > "
        "industrial_district; 1 brigade_1 market > university; phase 3",
    ),
    ok(
        "swap like units",
        "phase 2; 1 brigade_1 brigade_1_base > market; starts; 1 brigade_1 market > "
        "brigade_1_base; 1 brigade_1 brigade_1_base > market; phase 3",
    ),
    ok(
        "the Helicopter: two",
        "phase 2; give helicopter street_pool cardenas; 1 helicopter street_pool > market; "
        "starts; 1 helicopter market > slums; phase 3",
    ),
    ok(
        "the Helicopter: two far",
        "phase 2; give helicopter street_pool cardenas; 1 helicopter street_pool > market; "
        "starts; 1 helicopter market > slums; 3 brigade_1 brigade_1_base > industrial_district; "
        "phase 3",
    ),
    no(
        "the Helicopter: three",
        "illegal 5.f Cárdenas",
        "phase 2; give helicopter street_pool cardenas; 1 helicopter street_pool > market; "
        "starts; 1 helicopter market > radio_road; phase 3",
    ),
    ok(
        "the Helicopter: three steps ends two",
        "phase 2; give helicopter street_pool cardenas; 1 helicopter street_pool > market; "
        "starts; 1 helicopter market > university; 1 helicopter university > train_station; 1 "
        "helicopter train_station > slums; phase 3",
    ),
    ok(
        "the Helicopter: two steps and back one",
        "phase 2; give helicopter street_pool cardenas; 1 helicopter street_pool > market; "
        "starts; 1 helicopter market > university; 1 helicopter university > slums; 1 "
        "helicopter slums > university; phase 3",
    ),
    ok(
        "carries first leg",
        "phase 2; give helicopter street_pool cardenas; 1 helicopter street_pool > market; 1 "
        "brigade_1 brigade_1_base > market; starts; 1 helicopter market > university; 1 "
        "brigade_1 market > university; 1 helicopter university > slums; 2 brigade_1 "
        "brigade_1_base > puerto_del_sur; phase 3",
    ),
    ok(
        "carries second leg",
        "phase 2; give helicopter street_pool cardenas; 1 helicopter street_pool > market; 1 "
        "brigade_1 brigade_1_base > university; starts; 1 helicopter market > university; 1 "
        "brigade_1 university > slums; 1 helicopter university > slums; 2 brigade_1 "
        "brigade_1_base > puerto_del_sur; phase 3",
    ),
    no(
        "carries both legs",
        "illegal 5.g Cárdenas",
        "phase 2; give helicopter street_pool cardenas; 1 helicopter street_pool > market; 1 "
        "brigade_1 brigade_1_base > market; starts; 1 helicopter market > university; 1 "
        "brigade_1 market > university; 1 helicopter university > slums; 1 brigade_1 university "
        "> slums; 2 brigade_1 brigade_1_base > puerto_del_sur; phase 3",
    ),
    no(
        "carries two",
        "illegal 5.g Cárdenas",
        "phase 2; give helicopter street_pool cardenas; 1 helicopter street_pool > market; 2 "
        "brigade_1 brigade_1_base > market; starts; 1 helicopter market > university; 2 "
        "brigade_1 market > university; 1 helicopter university > slums; 2 brigade_1 "
        "brigade_1_base > puerto_del_sur; phase 3",
    ),
    no(
        "carries one each leg",
        "illegal 5.g Cárdenas",
        "phase 2; give helicopter street_pool cardenas; 1 helicopter street_pool > market; 1 "
        "brigade_1 brigade_1_base > market; 1 brigade_1 brigade_1_base > university; starts; 1 "
        "helicopter market > university; 1 brigade_1 market > university; 1 helicopter "
        "university > slums; 1 brigade_1 university > slums; 2 brigade_1 brigade_1_base > "
        "puerto_del_sur; phase 3",
    ),
    ok(
        "carry along short",
        "phase 2; give helicopter street_pool cardenas; 1 helicopter street_pool > market; 1 "
        "brigade_1 brigade_1_base > industrial_district; starts; 1 helicopter market > slums; 1 "
        "brigade_1 industrial_district > slums; 2 brigade_1 brigade_1_base > puerto_del_sur; "
        "phase 3",
    ),
    no(
        "a Unit beside the flight",
        "illegal 5.b Cárdenas",
        "phase 2; give helicopter street_pool cardenas; 1 helicopter street_pool > market; 1 "
        "brigade_1 brigade_1_base > hills; starts; 1 helicopter market > university; 1 "
        "brigade_1 hills > embassy_north; 2 brigade_1 brigade_1_base > puerto_del_sur; phase 3",
    ),
    no(
        "a Unit from another end of the flight",
        "illegal 5.b Cárdenas",
        "phase 2; give helicopter street_pool cardenas; 1 helicopter street_pool > market; 1 "
        "brigade_1 brigade_1_base > university; starts; 1 helicopter market > university; 1 "
        "brigade_1 university > radio_transmitter; 2 brigade_1 brigade_1_base > puerto_del_sur; "
        "phase 3",
    ),
    no(
        "the Helicopter: with main leg",
        "suspect 5.g Cárdenas",
        "phase 2; give helicopter street_pool cardenas; 1 helicopter street_pool > market; 2 "
        "brigade_1 brigade_1_base > market; 1 brigade_1 brigade_1_base > university; starts; 1 "
        "helicopter market > university; 2 brigade_1 market > university; 1 helicopter "
        "university > slums; 1 brigade_1 university > slums; phase 3",
    ),
    ok(
        "another family's Unit on the same way",
        "phase 2; give helicopter street_pool cardenas; 1 helicopter street_pool > market; 1 "
        "brigade_2 brigade_2_base > market; starts; 1 helicopter market > university; 1 "
        "brigade_2 market > university; phase 3",
    ),
]


LANDINGS = [
    ok("marines land", "phase 2; starts; 1 marines off_map > waterfront; phase 3"),
    ok("marines base", "phase 2; starts; 1 marines off_map > brigade_1_base; phase 3"),
    no(
        "marines inland",
        "suspect 7.b Figueroa",
        "phase 2; starts; 1 marines off_map > police_precinct_4; phase 3",
    ),
    no(
        "marines far inland",
        "illegal 7.b Figueroa",
        "phase 2; starts; 1 marines off_map > slums; phase 3",
    ),
    ok(
        "marines land, move",
        "phase 2; starts; 1 marines off_map > waterfront; 1 marines waterfront > "
        "business_district; phase 3",
    ),
    no(
        "marines land, move two",
        "illegal 7.b Figueroa",
        "phase 2; starts; 1 marines off_map > waterfront; 1 marines waterfront > "
        "business_district; 1 marines business_district > central_bank; phase 3",
    ),
    ok(
        "marines in next phase",
        "phase 2; starts; 1 marines off_map > waterfront; phase 3; 1 marines waterfront > "
        "business_district; phase 4",
    ),
    ok(
        "marines land with heli",
        "phase 2; give helicopter street_pool figueroa; 1 helicopter street_pool > waterfront; "
        "starts; 1 marines off_map > waterfront; 1 helicopter waterfront > business_district; 1 "
        "marines waterfront > business_district; phase 3",
    ),
    ok(
        "the Paratroopers land and move",
        "phase 2; starts; 1 paratroopers off_map > market; 1 paratroopers market > "
        "train_station; phase 3",
    ),
]


ARRIVALS = [
    ok(
        "students",
        "phase 2; starts; card student_protest; give students street_pool dorado; 4 students "
        "street_pool > university; phase 3",
    ),
    no(
        "students 3",
        "illegal 8.a Dorado",
        "phase 2; starts; card student_protest; give students street_pool dorado; 3 students "
        "street_pool > university; phase 3",
    ),
    ok(
        "students none",
        "phase 2; starts; card student_protest; phase 3; 1 brigade_1 brigade_1_base > "
        "industrial_district; phase 4",
    ),
    no(
        "students none midway first phase second",
        "illegal 8.a",
        "phase 2; starts; 1 brigade_1 brigade_1_base > industrial_district; phase 3; card "
        "student_protest; 1 brigade_1 industrial_district > brigade_1_base; phase 4",
    ),
    no(
        "students no card",
        "illegal 8.a Dorado",
        "phase 2; starts; give students street_pool dorado; 4 students street_pool > "
        "university; phase 3",
    ),
    ok(
        "students elsewhere",
        "phase 2; starts; card student_protest; give students street_pool dorado; 4 students "
        "street_pool > market; phase 3",
    ),
    no(
        "students elsewhere far",
        "illegal 8.a Dorado",
        "phase 2; starts; card student_protest; give students street_pool dorado; 4 students "
        "street_pool > hills; phase 3",
    ),
    ok(
        "students come and move",
        "phase 2; starts; card student_protest; give students street_pool dorado; 4 students "
        "street_pool > university; 4 students university > market; phase 3",
    ),
    no(
        "students come move after others",
        "illegal 8.b Dorado",
        "phase 2; starts; 4 brigade_2 brigade_2_base > government_quarter; card "
        "student_protest; give students street_pool dorado; 4 students street_pool > "
        "university; 4 students university > market; phase 3",
    ),
    no(
        "students elsewhere after others",
        "illegal 8.a Dorado",
        "phase 2; starts; 4 brigade_2 brigade_2_base > government_quarter; card "
        "student_protest; give students street_pool dorado; 4 students street_pool > market; "
        "phase 3",
    ),
    ok(
        "students then others move",
        "phase 2; starts; card student_protest; give students street_pool dorado; 4 students "
        "street_pool > university; 4 brigade_2 brigade_2_base > government_quarter; phase 3",
    ),
    ok(
        "students after others no move",
        "phase 2; starts; 4 brigade_2 brigade_2_base > government_quarter; card "
        "student_protest; give students street_pool dorado; 4 students street_pool > "
        "university; phase 3",
    ),
    ok(
        "the Helicopter: comes own",
        "phase 2; starts; card helicopter; give helicopter street_pool dorado; 1 helicopter "
        "street_pool > brigade_2_base; phase 3",
    ),
    no(
        "the Helicopter: comes not own",
        "illegal 8.a Dorado",
        "phase 2; starts; card helicopter; give helicopter street_pool dorado; 1 helicopter "
        "street_pool > market; phase 3",
    ),
    ok(
        "the Helicopter: comes and flies",
        "phase 2; starts; card helicopter; give helicopter street_pool dorado; 1 helicopter "
        "street_pool > brigade_2_base; 1 helicopter brigade_2_base > central_bank; phase 3",
    ),
    no(
        "the Helicopter: comes and flies 3",
        "illegal 8.a Dorado",
        "phase 2; starts; card helicopter; give helicopter street_pool dorado; 1 helicopter "
        "street_pool > brigade_2_base; 1 helicopter brigade_2_base > market; phase 3",
    ),
    no(
        "card after an attack",
        "suspect 2.c Dorado",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; attack cardenas market; card student_protest; give students street_pool dorado; "
        "4 students street_pool > university; battle market first; rolls 1 2 3; home; phase 3",
    ),
    ok(
        "attack before others move",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; attack cardenas market; card student_protest; give students street_pool dorado; "
        "4 students street_pool > university; 1 palace_guard presidential_palace > hills; battle "
        "market first; rolls 1 2 3; home; phase 3",
    ),
    no(
        "card in battle",
        "illegal 2.c",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; rolls 1 2 3; card student_protest; rolls 1 2 3; home; "
        "phase 3",
    ),
    no(
        "card in battle brings units",
        "illegal 2.c",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; battle market first; rolls 1 2 3; card student_protest; 4 students street_pool "
        "> university; give students university dorado; rolls 1 2 3; home; phase 3",
    ),
    no(
        "card in battle units earlier",
        "suspect 2.c Dorado",
        "phase 2; 3 brigade_1 brigade_1_base > market; 3 brigade_2 brigade_2_base > market; "
        "starts; give students street_pool dorado; 4 students street_pool > university; battle "
        "market first; rolls 1 2 3; card student_protest; rolls 1 2 3; home; phase 3",
    ),
    ok(
        "two strikes",
        "phase 2; starts; card general_strike; give strikers street_pool dorado; 6 strikers "
        "street_pool > industrial_district; card dock_strike; 4 strikers street_pool > "
        "puerto_del_sur; phase 3",
    ),
    ok(
        "two strikes mixed",
        "phase 2; starts; card general_strike; give strikers street_pool dorado; 4 strikers "
        "street_pool > industrial_district; card dock_strike; 6 strikers street_pool > "
        "puerto_del_sur; phase 3",
    ),
    ok(
        "two strikes two players",
        "phase 2; starts; card general_strike; 6 strikers street_pool > industrial_district; "
        "give strikers industrial_district dorado; card dock_strike; 4 strikers street_pool > "
        "puerto_del_sur; give strikers puerto_del_sur estrada; phase 3",
    ),
]


CONTROL = [
    no(
        "moved by two",
        "illegal 5.a Dorado, illegal 6.b Estrada",
        "phase 2; 2 brigade_2 brigade_2_base > market; starts; 2 brigade_2 market > university; "
        "give brigade_2 university estrada; 2 brigade_2 university > slums; phase 3",
    ),
    no(
        "moved, given",
        "illegal 5.a Dorado",
        "phase 2; 2 brigade_2 brigade_2_base > market; starts; 2 brigade_2 market > university; "
        "give brigade_2 university estrada; 6 brigade_3 brigade_3_base > hills; phase 3",
    ),
    ok(
        "given, moved",
        "phase 2; 2 brigade_2 brigade_2_base > market; starts; give brigade_2 market estrada; 2 "
        "brigade_2 market > university; phase 3",
    ),
    no(
        "given, moved with others",
        "illegal 5.b Estrada",
        "phase 2; 2 brigade_2 brigade_2_base > market; starts; give brigade_2 market estrada; 2 "
        "brigade_2 market > university; 6 brigade_3 brigade_3_base > hills; phase 3",
    ),
    ok(
        "moved then marker",
        "phase 2; 2 brigade_2 brigade_2_base > market; starts; 2 brigade_2 market > university; "
        "give brigade_2 university estrada; 4 brigade_2 brigade_2_base > government_quarter; "
        "phase 3",
    ),
]


@each(*MOVEMENTS, *LANDINGS, *ARRIVALS, *CONTROL)
def test_limits(case: Case, coups: CoupBench) -> None:
    check(case, coups)
