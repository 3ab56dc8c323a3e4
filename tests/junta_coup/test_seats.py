"""Dice of players who act from their own seats: what a seat proves, and a hand at another one."""

from __future__ import annotations

from tests.junta_coup.bridge import CoupBench
from tests.junta_coup.sheet import BASE_1, Sheet, sheet

BRIGADE_3 = ("brigade_3", "brigade_3_base")


def seated(coups: CoupBench) -> Sheet:
    """A first exchange in Market, in which Estrada loses two of three Units."""
    table = sheet(coups, {BASE_1: {"market": 4}, BRIGADE_3: {"market": 3}})
    table.go("brigade_2", 6, "brigade_2_base", "government_quarter", seat="dorado")
    table.battle("market", "first")
    table.log.roll("cardenas", "attack", (6, 6, 2, 4))
    table.log.roll("estrada", "attack", (5, 2, 1))
    table.dies("brigade_3", "market", 2, seat="estrada")
    table.battle("market", "second")
    return table


def test_units_already_killed_fire_from_their_own_seat(coups: CoupBench) -> None:
    table = seated(coups)
    table.log.roll("cardenas", "attack", (1, 1, 2, 4))
    table.log.roll("estrada", "attack", (5, 2, 3))
    table.battle("market", "retreats")
    table.go("brigade_3", 1, "market", "train_station", seat="estrada")
    table.phase(3)
    assert table.illegal() == ["13.h"]


def test_one_roll_from_the_seat_of_another(coups: CoupBench) -> None:
    table = seated(coups)
    table.log.roll("estrada", "attack", (1, 1, 2, 4))
    table.log.roll("estrada", "attack", (5,))
    table.battle("market", "retreats")
    table.go("brigade_3", 1, "market", "train_station", seat="estrada")
    table.phase(3)
    assert table.illegal() == []
