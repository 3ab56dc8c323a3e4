"""Units removed after a battle for want of a retreat, or although no die had hit (14.e, 15.f)."""

from __future__ import annotations

import pytest

from tests.junta_coup.bridge import CoupBench
from tests.junta_coup.sheet import BASE_1, BASE_2, Found, sheet


def lost(coups: CoupBench, hit: int, removed: int, retreats: int) -> Found:
    """One hit on three Units: some die at once, some are removed after the battle, some retreat."""
    table = sheet(coups, {BASE_1: {"market": 3}, BASE_2: {"market": 3}})
    table.battle("market", "first")
    table.fire("cardenas", "dorado", 6, 2, 3)
    table.fire("dorado", "cardenas", 1, 2, 3)
    table.dies("brigade_2", "market", hit)
    table.battle("market", "retreats")
    if removed:
        table.dies("brigade_2", "market", removed)
    if retreats:
        table.go("brigade_2", retreats, "market", "central_bank")
    table.home()
    table.phase(3)
    return table.found()


def test_the_loser_retreats(coups: CoupBench) -> None:
    assert lost(coups, 1, 0, 2) == []


def test_a_unit_too_many_dies_and_the_rest_retreats(coups: CoupBench) -> None:
    """There was room for all."""
    assert lost(coups, 2, 0, 1) == [("illegal", "14.e")]


def test_some_of_the_loser_are_removed_and_some_retreat(coups: CoupBench) -> None:
    assert lost(coups, 1, 1, 1) == [("illegal", "15.f")]


@pytest.mark.parametrize("hit", [1, 3])
def test_all_units_of_the_loser_are_removed(hit: int, coups: CoupBench) -> None:
    """They may have had to leave; a space was free."""
    assert lost(coups, hit, 3 - hit, 0) == [("suspect", "15.f")]


@pytest.mark.parametrize(("back", "clauses"), [(True, []), (False, ["14.e"])])
def test_a_unit_of_the_winner_that_is_removed_by_mistake(
    back: bool, clauses: list[str], coups: CoupBench
) -> None:
    """15.a: if it is put back, it was there all the time, and the other family retreats."""
    table = sheet(coups, {BASE_1: {"market": 1}, BASE_2: {"market": 2}})
    table.battle("market", "first")
    table.fire("cardenas", "dorado", 6)
    table.fire("dorado", "cardenas", 1, 2)
    table.dies("brigade_2", "market")
    table.dies("brigade_1", "market")
    if back:
        table.go("brigade_1", 1, "dead_units", "market")
    table.battle("market", "retreats")
    if back:
        table.go("brigade_2", 1, "market", "central_bank")
    table.home()
    table.phase(3)
    assert table.illegal() == clauses
