"""Records as people keep them: what leaves room for a legal reading is never `illegal`.

Nobody sits at a seat, nothing is announced, and markers are kept only where a test says so. Each
sort of record has illegal variants, so that leniency hides no mistake.
"""

from __future__ import annotations

import pytest

from tests.junta_coup.bridge import CoupBench
from tests.junta_coup.sheet import (
    BANK,
    BASE_1,
    BASE_2,
    PALACE,
    PARLIAMENT,
    SOLDIERS,
    STATION,
    THREE_IN_PARLIAMENT,
    TIE_FREE,
    TWO_BATTLES,
    Sheet,
    sheet,
)

# --- who fired at whom ---------------------------------------------------------------------------


def three_families(coups: CoupBench) -> Sheet:
    return sheet(coups, THREE_IN_PARLIAMENT, given={"demonstrators": "benitez"})


@pytest.mark.long
def test_targets_are_chosen_so_that_all_losses_fit(coups: CoupBench) -> None:
    table = three_families(coups)
    table.rolls(6, 6)
    table.rolls(6, 2)
    table.rolls(3, 2, 1, 5, 1, 6)
    table.dies("palace_guard", PARLIAMENT)
    table.dies("brigade_2", PARLIAMENT, 3)
    table.phase(3)
    assert table.illegal() == []


def test_no_choice_of_targets_explains_a_loss_too_many(coups: CoupBench) -> None:
    table = three_families(coups)
    table.rolls(6, 6)
    table.rolls(6, 2)
    table.rolls(3, 2, 1, 5, 1, 6)
    table.dies("palace_guard", PARLIAMENT)
    table.dies("brigade_2", PARLIAMENT, 4)
    table.phase(3)
    assert table.illegal() == ["14.e"]


def test_a_hit_that_no_target_can_have_taken(coups: CoupBench) -> None:
    table = three_families(coups)
    table.rolls(6, 6)
    table.rolls(6, 2)
    table.rolls(3, 2, 1, 5, 1, 6)
    table.dies("brigade_2", PARLIAMENT, 3)
    table.phase(3)
    assert table.illegal() == ["14.d"]


def test_a_later_six_does_not_pay_for_an_earlier_loss(coups: CoupBench) -> None:
    table = sheet(coups, TIE_FREE)
    table.battle(PARLIAMENT, "first")
    table.fire("dorado", "aranda", 1, 2, 3)
    table.dies("palace_guard", PARLIAMENT)
    table.battle(PARLIAMENT, "second")
    table.fire("dorado", "aranda", 6, 6, 6)
    table.dies("palace_guard", PARLIAMENT, 2)
    table.home()
    table.phase(3)
    assert table.found() == [("illegal", "14.e")]


def test_two_battles_without_markers(coups: CoupBench) -> None:
    table = sheet(coups, TWO_BATTLES)
    for dice, dead in (((6, 1), 1), ((2, 3), 0)):
        table.rolls(*dice)
        if dead:
            table.dies("brigade_2", "market", dead)
    table.rolls(4)
    table.rolls(5, 6)
    table.dies("police", STATION)
    table.phase(3)
    assert ("illegal", "14.d") not in table.found()


# --- when losses are taken -----------------------------------------------------------------------


def test_losses_at_the_end_of_a_battle_are_suspect_at_most(coups: CoupBench) -> None:
    table = sheet(coups, TIE_FREE)
    table.battle(PARLIAMENT, "first")
    table.fire("dorado", "aranda", 6, 1, 2)
    table.battle(PARLIAMENT, "second")
    table.fire("aranda", "dorado", 1, 2)
    table.fire("dorado", "aranda", 6, 1, 3)
    table.dies("palace_guard", PARLIAMENT, 2)
    table.home()
    table.phase(3)
    assert {verdict for verdict, _ in table.found()} == {"suspect"}


@pytest.mark.parametrize("killed", [True, False])
def test_a_unit_that_was_hit_and_fires_on(killed: bool, coups: CoupBench) -> None:
    """14.d: it never goes, even if dice kill all of its family later."""
    table = sheet(coups, TIE_FREE)
    table.battle(PARLIAMENT, "first")
    table.fire("dorado", "aranda", 6, 6, 2)
    table.fire("aranda", "dorado", 1, 2, 3)
    table.dies("palace_guard", PARLIAMENT)
    table.battle(PARLIAMENT, "second")
    table.fire("aranda", "dorado", 1, 2)
    if killed:
        table.fire("dorado", "aranda", 6, 6, 3)
        table.dies("palace_guard", PARLIAMENT, 2)
    table.home()
    table.phase(3)
    assert table.illegal() == ["14.d"]


def test_hits_beyond_the_last_unit_are_lost(coups: CoupBench) -> None:
    """14.f: also if the losses of an earlier exchange are taken with those of the last one."""
    table = sheet(coups, TIE_FREE)
    table.battle(PARLIAMENT, "first")
    table.fire("dorado", "aranda", 6, 6, 2)
    table.battle(PARLIAMENT, "second")
    table.fire("aranda", "dorado", 2)
    table.fire("dorado", "aranda", 6, 6, 6)
    table.dies("palace_guard", PARLIAMENT, 3)
    table.home()
    table.phase(3)
    assert {verdict for verdict, _ in table.found()} == {"suspect"}


def test_losses_before_the_others_roll(coups: CoupBench) -> None:
    table = sheet(coups, TIE_FREE)
    table.rolls(6, 1, 2)
    table.dies("palace_guard", PARLIAMENT)
    table.rolls(1, 2, 6)
    table.dies("brigade_2", PARLIAMENT)
    table.phase(3)
    assert table.found() == []


def test_dice_that_were_typed(coups: CoupBench) -> None:
    table = sheet(coups, TIE_FREE)
    table.log.say("<Dorado> - *** Attack dice = 6, 1, 2 ***")
    table.dies("palace_guard", PARLIAMENT)
    table.phase(3)
    assert table.illegal() == []


def test_dice_too_many_one_at_a_time_are_one_finding(coups: CoupBench) -> None:
    table = sheet(coups, SOLDIERS)
    for face in ("first", "second", "third"):
        table.battle(PARLIAMENT, face)
        table.log.announce("dorado", {"deed": "fire", "whom": "cardenas"})
        for _ in range(5 if face == "first" else 3):
            table.rolls(1)
        table.log.announce("cardenas", {"deed": "fire", "whom": "dorado"})
        for _ in range(3):
            table.rolls(2)
    table.home()
    table.phase(3)
    assert table.found() == [("illegal", "14.a")]


def test_hits_of_a_shot_that_was_not_allowed_need_no_losses(coups: CoupBench) -> None:
    table = sheet(coups, TIE_FREE)
    table.battle(PARLIAMENT)
    table.fire("figueroa", "aranda", 1, 2, 3, way="gunboat")
    table.fire("figueroa", "aranda", 6, 6, 3, way="gunboat")
    table.home()
    table.phase(3)
    assert table.illegal() == ["12.a"]


def test_a_seat_that_rolls_for_all_is_not_who_fired(coups: CoupBench) -> None:
    """14.a: dice that nobody can have rolled are charged to a family that is there."""
    table = sheet(coups, SOLDIERS)
    table.log.roll("estrada", "attack", (1, 2, 3, 4))
    table.phase(3)
    table.go("brigade_3", 6, "brigade_3_base", "hills", "benitez")
    assert table.illegal() == ["14.a"]


# --- retreats ------------------------------------------------------------------------------------


def lost_battle(coups: CoupBench) -> Sheet:
    table = sheet(coups, TIE_FREE)
    table.rolls(6, 6, 1)
    table.dies("palace_guard", PARLIAMENT, 2)
    return table


def test_the_fewest_losses_stay(coups: CoupBench) -> None:
    table = lost_battle(coups)
    table.go("palace_guard", 1, PARLIAMENT, "cathedral_square")
    table.phase(3)
    assert table.found() == []


def test_who_goes_and_comes_back_after_the_phase_marker(coups: CoupBench) -> None:
    """15.a: it went, though a movement of the next phase brings it back."""
    table = lost_battle(coups)
    table.go("brigade_2", 3, PARLIAMENT, "government_quarter")
    table.phase(3)
    table.go("brigade_2", 3, "government_quarter", PARLIAMENT)
    assert ("illegal", "15.a") in table.found()


def test_a_retreat_is_no_movement_of_the_next_phase(coups: CoupBench) -> None:
    table = lost_battle(coups)
    table.go("brigade_2", 3, PARLIAMENT, "government_quarter")
    table.phase(3)
    assert ("illegal", "15.a") in table.found()


def test_losses_by_bombardment_count(coups: CoupBench) -> None:
    table = sheet(coups, TIE_FREE)
    table.battle(PARLIAMENT)
    table.fire("figueroa", "dorado", 6, 6, 3, way="gunboat")
    table.dies("brigade_2", PARLIAMENT, 2)
    table.fire("dorado", "aranda", 6)
    table.dies("palace_guard", PARLIAMENT)
    table.go("palace_guard", 2, PARLIAMENT, "cathedral_square")
    table.home()
    table.phase(3)
    assert table.found() == [("suspect", "15.a")]


# --- declarations --------------------------------------------------------------------------------


def fought(table: Sheet, before: str = "", between: str = "") -> None:
    """Dorado declares an attack, perhaps in another space before or while dice are rolled."""
    key = table.log.where("attack_dorado")[0][0]
    for space in (before, PARLIAMENT):
        if space:
            table.log.move([key], space, "dorado")
        if space == between:
            table.fire("dorado", "cardenas", 1, 2, 3)
    table.battle(PARLIAMENT, "first")
    if not between:
        table.fire("dorado", "cardenas", 1, 2, 3)
    table.fire("cardenas", "dorado", 1, 2, 3)
    table.home()
    table.phase(3)


@pytest.mark.parametrize("before", ["", "market", "parliament"])
def test_a_marker_that_is_put_right_at_once(before: str, coups: CoupBench) -> None:
    table = sheet(coups, SOLDIERS)
    fought(table, before)
    assert table.found() == []


def test_a_marker_that_is_moved_after_the_dice(coups: CoupBench) -> None:
    """10.a: the first place was declared too, and fewer than two families are there."""
    table = sheet(coups, SOLDIERS)
    fought(table, "market", "market")
    assert ("illegal", "10.a") in table.found()


# --- phases and Offices --------------------------------------------------------------------------


def coup_without_marker(table: Sheet) -> None:
    """The Rebellion and two Coup phases in which the phase marker is not moved."""
    table.go(*("brigade_1", 6, "brigade_1_base", "industrial_district"))
    table.rebel("cardenas")
    table.go("brigade_2", 6, "brigade_2_base", "government_quarter")
    table.go("palace_guard", 2, PALACE, PARLIAMENT)
    table.go("brigade_1", 6, "industrial_district", STATION)
    table.go("brigade_2", 6, "government_quarter", BANK)
    table.go("palace_guard", 2, PARLIAMENT, PALACE)


def test_a_phase_marker_that_nobody_moves(coups: CoupBench) -> None:
    table = Sheet(coups)
    coup_without_marker(table)
    assert [verdict for verdict, _ in table.found()] == ["suspect"]


def test_a_phase_marker_that_goes_too_far(coups: CoupBench) -> None:
    table = Sheet(coups)
    table.phase(1)
    table.phase(3)
    table.go("brigade_2", 6, "brigade_2_base", "government_quarter")
    table.go("palace_guard", 2, PALACE, PARLIAMENT)
    table.go("brigade_2", 6, "government_quarter", BANK)
    table.go("palace_guard", 2, PARLIAMENT, PALACE)
    table.phase(4)
    assert table.illegal() == []
    assert ("suspect", "2.d") in table.found()


def test_one_set_up_made_into_the_other_in_the_log(coups: CoupBench) -> None:
    table = Sheet(coups)
    for number in (1, 2, 3, 4):
        table.go("police", 1, f"police_precinct_{number}", PARLIAMENT)
    table.go(*("brigade_1", 6, "brigade_1_base", "industrial_district"))
    table.rebel("cardenas")
    table.phase(1)
    assert table.illegal() == []


def test_most_of_the_police_gathered_is_no_set_up(coups: CoupBench) -> None:
    table = Sheet(coups)
    for number in (1, 2, 3):
        table.go("police", 1, f"police_precinct_{number}", PARLIAMENT)
    table.phase(1)
    assert "5.c" in table.illegal()


def test_a_bombardment_of_a_lone_family(coups: CoupBench) -> None:
    table = sheet(coups, {BASE_2: {PARLIAMENT: 3}})
    table.battle(PARLIAMENT)
    table.fire("figueroa", "dorado", 1, 2, 3, way="gunboat")
    assert table.illegal() == ["10.a"]


def test_two_spaces_at_once_without_a_phase_marker(coups: CoupBench) -> None:
    table = Sheet(coups)
    coup_without_marker(table)
    table.go("police", 1, "police_precinct_3", "university")
    assert ("illegal", "5.c") in table.found()


def test_a_movement_after_the_phase_marker_is_of_the_new_phase(coups: CoupBench) -> None:
    table = Sheet(coups)
    table.phase(1)
    table.go("brigade_3", 6, "brigade_3_base", "radio_road")
    table.go("brigade_3", 6, "radio_road", "radio_transmitter")
    table.go("palace_guard", 1, PALACE, PARLIAMENT)
    table.phase(2)
    assert table.found()[0] == ("illegal", "5.d")


def test_an_office_turned_before_the_shot_in_the_next_phase(coups: CoupBench) -> None:
    table = sheet(coups, {BASE_2: {PALACE: 1}}, phase=1)
    table.phase(2)
    table.battle(PALACE)
    table.rebel("figueroa")
    table.rolls(5, 1, 4, way="gunboat")
    table.home()
    table.phase(3)
    assert table.found() == []


def test_a_rebel_that_never_shows_it(coups: CoupBench) -> None:
    table = Sheet(coups)
    table.go("brigade_1", 6, "brigade_1_base", "industrial_district")
    table.go("brigade_2", 6, "brigade_2_base", "government_quarter")
    table.rebel("dorado")
    table.phase(1)
    table.go("palace_guard", 1, PALACE, PARLIAMENT)
    table.phase(2)
    assert table.found() == [("illegal", "3.h")]


def test_fire_of_a_family_that_shows_it_two_phases_later(coups: CoupBench) -> None:
    """3.d: it turned its Offices for another reason."""
    table = sheet(
        coups,
        {BASE_1: {STATION: 3}, ("police", "police_precinct_3"): {STATION: 1}},
        phase=0,
        rebels=("cardenas",),
    )
    table.fire("cardenas", "benitez", 1, 2, 3)
    table.fire("benitez", "cardenas", 1)
    for number in (1, 2, 3):
        table.phase(number)
        table.go("palace_guard", 1, *((PALACE, PARLIAMENT) if number % 2 else (PARLIAMENT, PALACE)))
    table.rebel("benitez")
    table.phase(4)
    assert "3.d" in table.illegal()


# --- arrivals ------------------------------------------------------------------------------------


def test_marines_that_go_straight_inland(coups: CoupBench) -> None:
    table = sheet(coups, {})
    table.go("marines", 1, "off_map", "business_district")
    table.phase(3)
    assert table.found() == [("suspect", "7.b")]


def test_marines_inland_where_arrivals_are_recorded_in_stages(coups: CoupBench) -> None:
    table = sheet(coups, {})
    table.go("marines", 1, "off_map", "business_district")
    table.go("paratroopers", 1, "off_map", "slums")
    table.go("paratroopers", 1, "slums", STATION)
    table.phase(3)
    assert table.found() == [("illegal", "7.b")]


def card(table: Sheet, name: str) -> None:
    table.log.move([table.log.where(f"card_{name}")[0][0]], "played")


def test_units_put_down_before_the_card_and_their_marker(coups: CoupBench) -> None:
    table = sheet(coups, {})
    table.go("students", 4, "street_pool", "university")
    card(table, "student_protest")
    table.gives("students", "university", "estrada")
    table.phase(3)
    assert table.found() == []


def test_a_new_unit_that_is_handed_over_after_it_came(coups: CoupBench) -> None:
    """8.a: it came for the family whose marker it bore first (6.a)."""
    table = sheet(coups, {})
    card(table, "student_protest")
    table.go("students", 4, "street_pool", "university")
    table.gives("students", "university", "estrada")
    table.log.flip(table.units("students", "university")[0], "benitez")
    table.phase(3)
    assert table.illegal() == []


def test_new_units_that_move_beside_the_others(coups: CoupBench) -> None:
    """5.b: they came first, so that both stacks might have moved."""
    table = sheet(coups, {})
    card(table, "student_protest")
    table.go("students", 4, "street_pool", "university")
    table.gives("students", "university", "dorado")
    table.go("brigade_2", 6, "brigade_2_base", "government_quarter")
    table.go("students", 2, "university", "market")
    table.phase(3)
    assert table.found()[0] == ("illegal", "5.b")


def test_a_unit_dragged_away_and_back_before_it_dies(coups: CoupBench) -> None:
    table = sheet(coups, {BASE_2: {PARLIAMENT: 1}, ("palace_guard", PALACE): {PARLIAMENT: 3}})
    table.fire("aranda", "dorado", 6, 6, 1)
    table.go("brigade_2", 1, PARLIAMENT, "university")
    table.go("brigade_2", 1, "university", PARLIAMENT)
    table.dies("brigade_2", PARLIAMENT)
    table.phase(3)
    assert table.illegal() == []


def test_a_unit_hit_three_times_and_removed_after_the_second_exchange(coups: CoupBench) -> None:
    """14.d, 14.f: hits beyond a family's Units are lost; it fired no die too many."""
    table = sheet(coups, {BASE_2: {PARLIAMENT: 1}, ("palace_guard", PALACE): {PARLIAMENT: 3}})
    table.fire("aranda", "dorado", 6, 6, 1)
    table.fire("dorado", "aranda", 3)
    table.fire("aranda", "dorado", 1, 6, 2)
    table.dies("brigade_2", PARLIAMENT)
    table.phase(3)
    assert table.illegal() == []


def test_a_card_played_before_the_first_exile(coups: CoupBench) -> None:
    """1.a: a seat that is turned over during play does not move the end of the set-up."""
    table = Sheet(coups)
    table.log.move([table.log.where("card_helicopter")[0][0]], "played")
    for key in table.units("helicopter", "street_pool"):
        table.log.flip(key, "benitez")
    table.go("helicopter", 1, "street_pool", "brigade_1_base")
    table.go("helicopter", 1, "brigade_1_base", "industrial_district")
    table.go("brigade_2", 2, "brigade_2_base", "embassy_north")
    table.log.flip(table.log.where("seat_cardenas")[0][0], "exile")
    table.phase(1)
    assert "8.a" not in table.illegal()


def test_markers_that_went_home_end_a_phase_whose_marker_is_late(coups: CoupBench) -> None:
    """2.d, 2.f: Units leave a space that was declared and not fought, before the phase marker."""
    table = sheet(
        coups,
        {
            **SOLDIERS,
            ("brigade_3", "brigade_3_base"): {"university": 2},
            ("police", "police_precinct_3"): {"university": 1},
        },
    )
    table.attack("cardenas", PARLIAMENT)
    table.attack("estrada", "university")
    table.rolls(6, 1, 2)
    table.dies("brigade_2", PARLIAMENT)
    table.home()
    table.go("brigade_3", 2, "university", "market")
    table.phase(3)
    table.go("brigade_1", 3, PARLIAMENT, "cathedral_square")
    assert table.illegal() == []


@pytest.mark.parametrize(
    ("remark", "clauses"), [("misclick, ignore that die", []), ("who is next?", ["15.g"])]
)
def test_a_die_that_does_not_count(remark: str, clauses: list[str], coups: CoupBench) -> None:
    """A die is rolled by mistake between two movements, and a player says so."""
    table = sheet(coups, {BASE_2: {"market": 2}, ("brigade_3", "brigade_3_base"): {"market": 2}})
    table.go("brigade_2", 2, "brigade_2_base", "embassy_north")
    table.rolls(1)
    table.log.say(f"<Aranda> - {remark}")
    table.go("brigade_3", 2, "market", STATION)
    assert table.illegal() == clauses
