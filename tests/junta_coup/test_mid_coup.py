"""Logs that begin in the middle of a coup, or of a battle: what was before counts, too."""

from __future__ import annotations

import pytest

from tests.junta_coup.bridge import CoupBench
from tests.junta_coup.desk import DEAD
from tests.junta_coup.sheet import (
    BASE_1,
    BASE_2,
    PALACE,
    PARLIAMENT,
    STATION,
    TIE_FREE,
    Sheet,
    sheet,
)

MARKET = "market"
SOLDIERS_3 = ("brigade_3", "brigade_3_base")


def saved(table: Sheet) -> None:
    """The log begins here."""
    table.log = table._begin(table.log.table)


@pytest.mark.long
def test_an_exile_is_no_set_up(coups: CoupBench) -> None:
    table = sheet(coups, {}, 3)
    table.go("brigade_3", 6, "brigade_3_base", "radio_road")
    table.log.flip(table.log.where("seat_dorado")[0][0], "exile")
    table.phase(4)
    assert table.illegal() == ["16.c"]


def test_marines_that_were_destroyed_do_not_land(coups: CoupBench) -> None:
    table = sheet(coups, {("marines", "off_map"): {DEAD: 1}}, 3)
    table.go("marines", 1, DEAD, "waterfront")
    table.phase(4)
    assert table.illegal() == ["7.c"]


def test_paratroopers_that_are_lifted_do_not_land_again(coups: CoupBench) -> None:
    table = sheet(coups, {}, 3)
    table.go("paratroopers", 1, "off_map", "police_precinct_3")
    table.phase(4)
    table.go("paratroopers", 1, "police_precinct_3", "off_map")
    table.go("paratroopers", 1, "off_map", "central_bank")
    table.phase(5)
    assert len(table.illegal()) == 1


@pytest.mark.parametrize(("flown", "illegal"), [(2, []), (3, ["12.b"])])
def test_raids_before_the_log_count(flown: int, illegal: list[str], coups: CoupBench) -> None:
    table = sheet(coups, TIE_FREE)
    markers = [key for key, _ in table.log.where("air_raid")]
    for key in markers[:flown]:
        table.log.flip(key, "flown")
    saved(table)
    table.battle(PARLIAMENT)
    table.fire("guzman", "aranda", 6, 1, 1, 1, 1, 1, way="air_raid")
    table.dies("palace_guard", PARLIAMENT)
    for key in markers[flown : flown + 1]:
        table.log.flip(key, "flown")
    table.home()
    table.phase(3)
    assert table.illegal() == illegal


@pytest.mark.parametrize(("dead", "illegal"), [(0, ["14.d"]), (1, []), (2, [])])
def test_losses_of_a_battle_that_began_before_the_log(
    dead: int, illegal: list[str], coups: CoupBench
) -> None:
    """14.d: a loss may be for dice before the log, but each hit in the log has its loss."""
    table = sheet(coups, {BASE_1: {MARKET: 4}, SOLDIERS_3: {MARKET: 3}})
    table.battle(MARKET, "first")
    saved(table)
    table.battle(MARKET, "second")
    table.fire("cardenas", "estrada", 1, 2, 3, 6)
    table.fire("estrada", "cardenas", 1, 2, 3)
    if dead:
        table.dies("brigade_3", MARKET, dead)
    table.home()
    table.phase(3)
    table.go("brigade_2", 6, "brigade_2_base", "government_quarter")
    assert table.illegal() == illegal


def test_a_phase_in_which_nobody_does_anything(coups: CoupBench) -> None:
    table = sheet(coups, {}, 2)
    table.go("brigade_3", 6, "brigade_3_base", "radio_road")
    table.phase(3)
    table.phase(4)
    table.go("brigade_3", 6, "radio_road", "brigade_3_base")
    table.phase(5)
    assert table.found() == []


@pytest.mark.parametrize(
    ("again", "found"), [(False, ("suspect", "2.f")), (True, ("illegal", "5.a"))]
)
def test_who_is_first_in_a_phase_moves_before_its_marker(
    again: bool, found: tuple[str, str], coups: CoupBench
) -> None:
    """5.a: who moves again after the marker was late in the phase before."""
    table = sheet(coups, {}, 5)
    table.go("brigade_1", 6, "brigade_1_base", "industrial_district")
    table.go("brigade_2", 6, "brigade_2_base", "government_quarter")
    table.go("police", 1, "police_precinct_3", STATION)
    table.phase(6)
    if again:
        table.go("police", 1, STATION, "police_precinct_3")
    table.go("brigade_1", 6, "industrial_district", "brigade_1_base")
    assert table.found() == [found]


def test_who_fires_at_the_guard_shows_it(coups: CoupBench) -> None:
    """3.e: who fired is sure if all readings agree, though they differ in other things."""
    table = sheet(coups, {SOLDIERS_3: {PALACE: 3}}, 3)
    for face in ("first", "second"):
        table.battle(PALACE, face)
        table.fire("estrada", "aranda", 1, 2, 3)
        table.fire("aranda", "estrada", 1, 2, 3, 4, 4, 1, 1, 1)
    table.home()
    table.phase(4)
    table.go("brigade_2", 6, "brigade_2_base", "government_quarter")
    table.phase(5)
    assert table.illegal() == ["3.e"]


def test_a_unit_of_the_dead_is_removed(coups: CoupBench) -> None:
    table = sheet(coups, {BASE_1: {MARKET: 4}, SOLDIERS_3: {MARKET: 3}})
    table.log.flip(table.log.where("seat_estrada")[0][0], "dead")
    saved(table)
    table.battle(MARKET, "first")
    table.fire("cardenas", "estrada", 1, 2, 3, 6)
    table.dies("brigade_3", MARKET)
    table.home()
    table.phase(3)
    assert "4.a" in table.illegal()
    assert "14.e" not in table.illegal()


def test_the_step_in_which_an_office_was_turned_back(coups: CoupBench) -> None:
    table = sheet(coups, {BASE_2: {MARKET: 3}})
    key = next(
        key
        for key, state in table.log.states.items()
        if state.place == "family_dorado" and state.face == "revolution"
    )
    table.go("brigade_2", 3, MARKET, "central_bank")
    turned = 2
    table.log.flip(key, "regime")
    table.battle(MARKET)
    table.home()
    table.phase(3)
    table.go("brigade_1", 6, "brigade_1_base", "industrial_district")
    finding = next(one for one in table.report().findings if one.clause == "3.f")
    assert finding.where.first == turned


@pytest.mark.parametrize("kind", ["brigade_2", "attack_dorado"])
def test_a_piece_that_is_deleted_is_gone(kind: str, coups: CoupBench) -> None:
    table = sheet(coups, {BASE_2: {MARKET: 3}})
    table.log.delete(table.log.where(kind)[0][0])
    table.phase(3)
    assert table.found() == []
