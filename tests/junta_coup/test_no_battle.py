"""Spaces where there may be no battle: one finding, whether it was declared, fought or both."""

from __future__ import annotations

import pytest

from tests.junta_coup.bridge import CoupBench
from tests.junta_coup.sheet import BASE_1, BASE_2, Sheet, sheet

EMBASSY = "embassy_north"
BRIGADE_3 = ("brigade_3", "brigade_3_base")


@pytest.mark.parametrize("fought", [False, True])
def test_a_battle_in_an_embassy(fought: bool, coups: CoupBench) -> None:
    table = sheet(coups, {BASE_2: {EMBASSY: 2}, BRIGADE_3: {EMBASSY: 2}})
    table.attack("estrada", EMBASSY)
    if fought:
        table.battle(EMBASSY, "first")
        table.fire("estrada", "dorado", 1, 6)
        table.dies("brigade_2", EMBASSY)
        table.home()
    table.phase(3)
    (found,) = table.report().findings
    assert (found.clause, found.verdict, found.actor) == ("16.a", "illegal", "Estrada")


def against(coups: CoupBench, *, away: bool) -> Sheet:
    """Cárdenas fires at Estrada in Market and hits once; `away`: Estrada is dead."""
    table = sheet(coups, {BASE_1: {"market": 4}, BRIGADE_3: {"market": 3}})
    if away:
        table.log.flip(table.log.where("seat_estrada")[0][0], "dead")
        table.log = table._begin(table.log.table)
    table.attack("cardenas", "market")
    table.battle("market", "first")
    table.fire("cardenas", "estrada", 1, 2, 3, 6)
    table.dies("brigade_3", "market")
    table.battle("market", "retreats")
    return table


def test_a_battle_with_the_units_of_a_dead_player(coups: CoupBench) -> None:
    table = against(coups, away=True)
    table.home()
    table.phase(3)
    (found,) = table.report().findings
    assert (found.clause, found.verdict) == ("4.a", "illegal")


def test_a_battle_with_a_player_in_the_country(coups: CoupBench) -> None:
    table = against(coups, away=False)
    table.go("brigade_3", 2, "market", "train_station")
    table.home()
    table.phase(3)
    assert table.found() == []
