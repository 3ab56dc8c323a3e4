"""Battles whose dice are mixed, Units let go beside the spaces, dice that nobody announced.

Nobody sits at a seat and markers are kept only where a test says so. Each legal record has an
illegal neighbour.
"""

from __future__ import annotations

import pytest

from tests.junta_coup.bridge import CoupBench
from tests.junta_coup.sheet import (
    BASE_1,
    BASE_2,
    PALACE,
    PARLIAMENT,
    STATION,
    TIE_FREE,
    TWO_BATTLES,
    Placed,
    Sheet,
    sheet,
)

BESIDE = (15, 20)
"""A pixel of the map where no space is near."""
MIXED: Placed = {**TWO_BATTLES, BASE_1: {"market": 3}, BASE_2: {"market": 3, STATION: 2}}


def exchanges(table: Sheet, losses: int, marked: bool = False) -> None:
    """Two exchanges in the market and two at the station, one battle and the other in turn."""
    for market, station, dead in (((1, 2, 3), (6, 1), "brigade_3"), ((6, 6, 2), (6,), "police")):
        if marked:
            table.battle("market")
        table.rolls(*market)
        if 6 in market:
            table.dies("brigade_2", "market", losses)
        if marked:
            table.battle(STATION)
        table.rolls(*station)
        table.dies(dead, STATION)
    table.phase(3)


@pytest.mark.long
def test_exchanges_of_two_battles_in_turn_are_suspect(coups: CoupBench) -> None:
    table = sheet(coups, MIXED)
    exchanges(table, 2)
    assert [one for one in table.found() if one[1] != "15.c"] == [("suspect", "10.b")]


@pytest.mark.long
def test_a_loss_too_many_in_mixed_battles(coups: CoupBench) -> None:
    table = sheet(coups, MIXED)
    exchanges(table, 3)
    assert table.illegal() == ["14.e"]


@pytest.mark.long
def test_the_battle_marker_shows_that_battles_were_mixed(coups: CoupBench) -> None:
    table = sheet(coups, MIXED)
    exchanges(table, 2, marked=True)
    assert "10.b" in table.illegal()


@pytest.mark.parametrize("named", [False, True])
def test_dice_that_fit_only_a_battle_that_is_over(named: bool, coups: CoupBench) -> None:
    """Where chat names the place of each battle, they are dice too many of the last one named."""
    table = sheet(coups, {BASE_1: {"market": 1, STATION: 3}, BASE_2: {"market": 1, STATION: 3}})
    for phase in (3, 4, 5):
        for place in ("station", "market"):
            if named or phase == 5:
                table.log.say(f"<Solo> - {place} now")
            table.rolls(*([1] * (3 if place == "station" else 1)))
        if phase == 5:
            table.rolls(1, 2)
        table.phase(phase)
    assert table.illegal() == ["14.a"] * named


@pytest.mark.parametrize("far", [False, True])
def test_a_unit_let_go_beside_the_spaces(far: bool, coups: CoupBench) -> None:
    """It moved once, from where it stood before, perhaps as the first Unit of the next phase."""
    table = sheet(coups, TIE_FREE)
    table.rolls(1, 2, 3)
    guard = table.units("palace_guard", PALACE)[:1]
    _, x, y = table.log.point("palace_guard", "hills")
    table.log.move(guard, "hills", offset=(BESIDE[0] - x, BESIDE[1] - y))
    assert table.log.states[guard[0]].place.startswith("board:")
    table.log.move(guard, "market" if far else "hills")
    table.phase(3)
    assert table.illegal() == (["2.f"] if far else [])


@pytest.mark.parametrize("times", [1, 3])
def test_a_whole_movement_before_the_phase_marker(times: int, coups: CoupBench) -> None:
    """However often hands take the Units back and forth, the marker came late."""
    table = sheet(coups, {}, phase=1)
    table.rolls(1, 2, 3, way="gunboat")
    for _ in range(times):
        table.go("brigade_2", 6, "brigade_2_base", "government_quarter")
        table.go("brigade_2", 6, "government_quarter", "brigade_2_base")
    table.go("brigade_2", 6, "brigade_2_base", "government_quarter")
    table.go("brigade_3", 6, "brigade_3_base", "radio_road")
    table.phase(2)
    assert "2.f" not in table.illegal()


@pytest.mark.long
@pytest.mark.parametrize("announced", [True, False])
def test_a_die_after_the_gunboat(announced: bool, coups: CoupBench) -> None:
    guards, police = ("palace_guard", PALACE), ("police", "police_precinct_1")
    table = sheet(
        coups, {BASE_2: {PARLIAMENT: 3}, guards: {PARLIAMENT: 1}, police: {PARLIAMENT: 1}}
    )
    table.battle(PARLIAMENT)
    table.fire("figueroa", "dorado", 1, 2, 3, way="gunboat")
    for exchange in ("first", "second", "third"):
        if exchange != "first":
            table.battle(PARLIAMENT, exchange)
            table.fire("aranda", "dorado", 1)
        elif announced:
            table.fire("aranda", "dorado", 6)
        else:
            table.rolls(6)
        table.fire("benitez", "dorado", 2)
        table.fire("dorado", "aranda", *([1, 2] if exchange != "first" else [1, 2, 3]))
        if exchange == "first":
            table.dies("brigade_2", PARLIAMENT)
    table.home()
    table.phase(3)
    found = table.found()
    assert (("suspect", "12.a") in found) is not announced
    assert "12.a" not in table.illegal()


def test_a_bombardment_where_a_family_stands_alone(coups: CoupBench) -> None:
    """No marker tells where the Gunboat fired, but the loss does."""
    table = sheet(coups, TIE_FREE)
    table.rolls(1, 2, 3)
    table.go("police", 1, "police_precinct_1", "police_precinct_1")
    table.rolls(6, 2, 3, way="gunboat")
    table.dies("police", "police_precinct_1")
    table.phase(3)
    assert table.illegal() == ["10.a"]


@pytest.mark.parametrize("plays_on", [True, False])
def test_an_exile_without_an_embassy_is_one_finding(plays_on: bool, coups: CoupBench) -> None:
    """The family is still there: what it does later is no mistake."""
    table = sheet(coups, {})
    table.phase(3)
    table.log.flip(table.log.where("seat_dorado")[0][0], "exile")
    table.go("brigade_3", 6, "brigade_3_base", "radio_road")
    table.phase(4)
    if plays_on:
        table.go("brigade_2", 6, "brigade_2_base", "government_quarter")
    table.phase(5)
    assert table.illegal() == ["16.c"]


@pytest.mark.parametrize(
    ("together", "said"), [(True, [("suspect", "5.p")]), (False, [])], ids=["together", "apart"]
)
def test_the_helicopter_takes_another_familys_unit_along(
    together: bool, said: list[tuple[str, str]], coups: CoupBench
) -> None:
    """Two Units dragged together; each on its own, both are ordinary movements."""
    placed: Placed = {
        ("helicopter", "street_pool"): {PARLIAMENT: 1},
        BASE_2: {PARLIAMENT: 1},
    }
    table = sheet(coups, placed, given={"helicopter": "cardenas"})
    flown = table.units("helicopter", PARLIAMENT)
    carried = table.units("brigade_2", PARLIAMENT)
    if together:
        table.log.move([*flown, *carried], PALACE)
    else:
        table.log.move(flown, PALACE)
        table.log.move(carried, PALACE)
    table.phase(3)
    assert [one for one in table.found() if one[1] != "5.a"] == said


def test_a_unit_passed_on_after_the_last_battle_is_suspect(coups: CoupBench) -> None:
    """The transfer may belong to the next phase, whose marker is moved later."""
    table = sheet(coups, {**TIE_FREE, BASE_1: {"market": 1}})
    table.rolls(1, 2, 3)
    table.rolls(1, 2, 3)
    table.gives("brigade_1", "market", "estrada")
    table.phase(3)
    assert ("suspect", "6.a") in table.found()
    assert table.illegal() == []


def test_a_space_is_fought_over_again_after_the_retreat(coups: CoupBench) -> None:
    """10.b is broken, and the retreat from the first battle is still a retreat."""
    table = sheet(coups, MIXED)
    table.battle("market", "first")
    table.rolls(1, 2, 3)
    table.rolls(1, 6, 3)
    table.dies("brigade_1", "market")
    table.battle("market", "retreats")
    table.go("brigade_1", 1, "market", "hills")
    table.battle(STATION, "first")
    table.rolls(1, 2)
    table.rolls(1)
    table.battle("market", "first")
    table.rolls(3, 2, 1)
    table.rolls(2)
    table.home()
    table.phase(3)
    illegal = table.illegal()
    assert "10.b" in illegal
    assert "2.f" not in illegal
