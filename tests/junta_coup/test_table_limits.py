"""Set-ups, hands at other seats, stages, losses and the end on both sides of each limit."""

from __future__ import annotations

from tests.junta_coup.bridge import CoupBench
from tests.junta_coup.lines import Case, check, each, no, ok

SETUPS = [
    no(
        "guard misplaced",
        "suspect 1.a",
        "1 palace_guard presidential_palace > parliament; starts; 6 brigade_1 brigade_1_base > "
        "industrial_district; rebel cardenas; phase 1",
    ),
    no(
        "police misplaced",
        "suspect 1.b",
        "1 police police_precinct_1 > parliament; starts; 6 brigade_1 brigade_1_base > "
        "industrial_district; rebel cardenas; phase 1",
    ),
    no(
        "brigade misplaced",
        "suspect 1.a",
        "1 brigade_1 brigade_1_base > market; starts; 6 brigade_2 brigade_2_base > "
        "government_quarter; rebel dorado; phase 1",
    ),
    no(
        "brigade dead",
        "suspect 1.c",
        "1 brigade_1 brigade_1_base > dead; starts; 6 brigade_2 brigade_2_base > "
        "government_quarter; rebel dorado; phase 1",
    ),
    no(
        "paratroopers there",
        "suspect 1.e",
        "1 paratroopers off_map > market; starts; 6 brigade_2 brigade_2_base > "
        "government_quarter; rebel dorado; phase 1",
    ),
    no(
        "students there",
        "suspect 1.e",
        "4 students street_pool > university; starts; 6 brigade_2 brigade_2_base > "
        "government_quarter; rebel dorado; phase 1",
    ),
    no(
        "paratroopers and guard",
        "suspect 1.a",
        "1 paratroopers off_map > market; 1 palace_guard presidential_palace > parliament; "
        "starts; 6 brigade_2 brigade_2_base > government_quarter; rebel dorado; phase 1",
    ),
    ok(
        "from mid-coup any place",
        "phase 2; 1 palace_guard presidential_palace > parliament; starts; 6 brigade_2 "
        "brigade_2_base > government_quarter; phase 3",
    ),
]


HANDS = [
    no(
        "passenger own seat",
        "suspect 5.p Cárdenas",
        "phase 2; give helicopter street_pool cardenas; 1 helicopter street_pool > market; 1 "
        "brigade_2 brigade_2_base > market; starts; 6 brigade_3 brigade_3_base > hills estrada; "
        "4 palace_guard presidential_palace > parliament aranda; 1 helicopter market > "
        "university cardenas; 1 brigade_2 market > university cardenas; phase 3",
    ),
    ok(
        "passenger own seat, other hand",
        "phase 2; give helicopter street_pool cardenas; 1 helicopter street_pool > market; 1 "
        "brigade_2 brigade_2_base > market; starts; 6 brigade_3 brigade_3_base > hills estrada; "
        "4 palace_guard presidential_palace > parliament aranda; 1 helicopter market > "
        "university cardenas; 1 brigade_2 market > university dorado; phase 3",
    ),
    ok(
        "passenger other way",
        "phase 2; give helicopter street_pool cardenas; 1 helicopter street_pool > market; 1 "
        "brigade_2 brigade_2_base > market; starts; 6 brigade_3 brigade_3_base > hills estrada; "
        "4 palace_guard presidential_palace > parliament aranda; 1 helicopter market > "
        "university cardenas; 1 brigade_2 market > train_station cardenas; phase 3",
    ),
    no(
        "passenger before",
        "suspect 5.p Cárdenas",
        "phase 2; give helicopter street_pool cardenas; 1 helicopter street_pool > market; 1 "
        "brigade_2 brigade_2_base > market; starts; 6 brigade_3 brigade_3_base > hills estrada; "
        "4 palace_guard presidential_palace > parliament aranda; 1 brigade_2 market > "
        "university cardenas; 1 helicopter market > university cardenas; phase 3",
    ),
    ok(
        "other hand",
        "phase 2; starts; 6 brigade_3 brigade_3_base > hills estrada; 4 palace_guard "
        "presidential_palace > parliament aranda; 6 brigade_1 brigade_1_base > "
        "industrial_district cardenas; 1 brigade_2 brigade_2_base > government_quarter "
        "cardenas; phase 3",
    ),
    no(
        "other hand, along",
        "suspect 6.c Cárdenas",
        "phase 2; 2 brigade_2 brigade_2_base > brigade_1_base; starts; 6 brigade_3 "
        "brigade_3_base > hills estrada; 4 palace_guard presidential_palace > parliament aranda; "
        "6 brigade_1 brigade_1_base > industrial_district cardenas; 1 brigade_2 brigade_1_base > "
        "industrial_district cardenas; phase 3",
    ),
    no(
        "other hand, along, and moves of his own",
        "illegal 6.c Cárdenas",
        "phase 2; 2 brigade_2 brigade_2_base > brigade_1_base; starts; 6 brigade_3 "
        "brigade_3_base > hills estrada; 4 palace_guard presidential_palace > parliament aranda; "
        "6 brigade_1 brigade_1_base > industrial_district cardenas; 1 brigade_2 brigade_1_base > "
        "industrial_district cardenas; 2 brigade_2 brigade_2_base > government_quarter dorado; "
        "phase 3",
    ),
    ok(
        "other hand police",
        "phase 2; starts; 6 brigade_3 brigade_3_base > hills estrada; 4 palace_guard "
        "presidential_palace > parliament aranda; 1 police police_precinct_1 > university "
        "cardenas; 6 brigade_1 brigade_1_base > industrial_district cardenas; phase 3",
    ),
    no(
        "other hand lands",
        "suspect 7.d Aranda",
        "phase 2; starts; 6 brigade_3 brigade_3_base > hills estrada; 1 marines off_map > "
        "waterfront aranda; 4 palace_guard presidential_palace > parliament aranda; 6 brigade_1 "
        "brigade_1_base > industrial_district cardenas; phase 3",
    ),
]


STAGES = [
    no(
        "retreat of units that came is no stage",
        "suspect 7.b Figueroa",
        "phase 2; 3 brigade_1 brigade_1_base > university; starts; card student_protest; give "
        "students street_pool dorado; 4 students street_pool > university; battle university "
        "first; rolls 6 1 2; 1 students university > dead; 3 students university > slums; home; "
        "phase 3; 1 marines off_map > business_district; phase 4",
    ),
    no(
        "units moved in next phase are no stage",
        "suspect 7.b Figueroa",
        "phase 2; starts; card student_protest; give students street_pool dorado; 4 students "
        "street_pool > university; phase 3; 1 marines off_map > business_district; 4 students "
        "university > slums; phase 4",
    ),
    no(
        "units moved on are a stage",
        "illegal 7.b Figueroa",
        "phase 2; starts; card student_protest; give students street_pool dorado; 4 students "
        "street_pool > university; 4 students university > slums; phase 3; 1 marines off_map > "
        "business_district; phase 4",
    ),
    no(
        "helicopter flies three adjacent",
        "illegal 5.f Cárdenas",
        "phase 2; give helicopter street_pool cardenas; 1 helicopter street_pool > market; "
        "starts; 1 helicopter market > industrial_district; 1 helicopter industrial_district > "
        "puerto_del_sur; 1 helicopter puerto_del_sur > waterfront; phase 3",
    ),
    ok(
        "cousin in between",
        "phase 2; face minister cousin; starts; 2 palace_guard presidential_palace > "
        "parliament; 3 brigade_1 brigade_1_base > industrial_district; 1 police "
        "police_precinct_1 > university; 3 brigade_1 brigade_1_base > industrial_district; "
        "phase 3",
    ),
    no(
        "riots of a family that moves",
        "illegal 3.h Dorado",
        "starts; 6 brigade_1 brigade_1_base > industrial_district; rebel cardenas; card "
        "slum_riots; give agitators street_pool dorado; 4 agitators street_pool > slums; 6 "
        "brigade_2 brigade_2_base > government_quarter; 1 police police_precinct_1 > slums; "
        "phase 1; 1 palace_guard presidential_palace > hills; phase 2",
    ),
    ok(
        "president cousin",
        "phase 2; face president cousin; starts; 4 palace_guard presidential_palace > hills; "
        "phase 3",
    ),
]


LOSSES = [
    ok(
        "hit students go to the pool",
        "phase 2; 3 brigade_1 brigade_1_base > market; 4 students street_pool > market; give "
        "students market dorado; starts; battle market first; cardenas fires dorado 6 1 2; 1 "
        "students market > street_pool; 3 students market > university; home; phase 3",
    ),
    no(
        "students go to the pool",
        "illegal 14.e Dorado",
        "phase 2; 3 brigade_1 brigade_1_base > market; 4 students street_pool > market; give "
        "students market dorado; starts; battle market first; cardenas fires dorado 5 1 2; 1 "
        "students market > street_pool; home; phase 3",
    ),
    ok(
        "students go to the pool before dice",
        "phase 2; 3 brigade_1 brigade_1_base > market; 4 students street_pool > market; give "
        "students market dorado; starts; 1 students market > street_pool; battle market first; "
        "cardenas fires dorado 5 1 2; home; phase 3",
    ),
    ok(
        "exile taken back, later right",
        "phase 2; starts; face seat_dorado exile; face seat_dorado in_play; 6 brigade_3 "
        "brigade_3_base > hills; 2 brigade_2 brigade_2_base > embassy_north; phase 3; 6 "
        "brigade_3 hills > brigade_3_base; face seat_dorado exile; phase 4",
    ),
    no(
        "exile during dice, no markers",
        "suspect 16.c Dorado",
        "phase 2; 2 brigade_2 brigade_2_base > embassy_north; 3 brigade_1 brigade_1_base > "
        "market; 3 brigade_3 brigade_3_base > market; starts; rolls 1 2 3; face seat_dorado "
        "exile; rolls 1 2 3; phase 3",
    ),
]


ENDINGS = [
    no(
        "all choose then play on",
        "illegal 17.g",
        "phase 6; starts; 6 brigade_3 brigade_3_base > hills; says cardenas for_president; says "
        "dorado for_president; says estrada for_president; says figueroa for_president; says "
        "guzman for_president; says aranda for_president; says benitez for_president; says "
        "aranda won_president; 6 brigade_3 hills > brigade_3_base",
    ),
    ok(
        "all choose, markers home",
        "phase 6; starts; 6 brigade_3 brigade_3_base > hills; says cardenas for_president; says "
        "dorado for_president; says estrada for_president; says figueroa for_president; says "
        "guzman for_president; says aranda for_president; says benitez for_president; says "
        "aranda won_president; 1 brigade_3 hills > dead; phase 0",
    ),
    no(
        "all choose, then phase on",
        "illegal 17.g",
        "phase 5; starts; 6 brigade_3 brigade_3_base > hills; says cardenas agree_rebels; says "
        "dorado agree_rebels; says estrada agree_rebels; says figueroa agree_rebels; says "
        "guzman agree_rebels; says aranda agree_rebels; says benitez agree_rebels; phase 6",
    ),
    no(
        "one does not agree",
        "illegal 2.e",
        "phase 5; starts; 6 brigade_3 brigade_3_base > hills; says cardenas agree_rebels; says "
        "dorado agree_rebels; says estrada agree_rebels; says figueroa agree_rebels; says "
        "guzman agree_rebels; says aranda agree_rebels; says aranda won_rebels",
    ),
    no(
        "agreed otherwise",
        "illegal 2.j",
        "phase 5; starts; 6 brigade_3 brigade_3_base > hills; says cardenas agree_rebels; says "
        "dorado agree_rebels; says estrada agree_rebels; says figueroa agree_rebels; says "
        "guzman agree_rebels; says aranda agree_rebels; says benitez agree_rebels; says aranda "
        "won_president",
    ),
    no(
        "president chooses rebels",
        "illegal 17.b Aranda",
        "phase 6; starts; 6 brigade_3 brigade_3_base > hills; says cardenas for_rebels; says "
        "dorado for_president; says estrada for_president; says figueroa for_president; says "
        "guzman for_president; says aranda for_rebels; says benitez for_president; says aranda "
        "won_president",
    ),
    no(
        "sides before phase 6",
        "suspect 17.a Cárdenas",
        "phase 5; starts; 6 brigade_3 brigade_3_base > hills; says cardenas for_rebels; says "
        "dorado for_president; says estrada for_president; says figueroa for_president; says "
        "guzman for_president; says aranda for_president; says benitez for_president; says "
        "aranda won_president",
    ),
]


@each(*SETUPS, *HANDS, *STAGES, *LOSSES, *ENDINGS)
def test_limits(case: Case, coups: CoupBench) -> None:
    check(case, coups)
