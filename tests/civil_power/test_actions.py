"""The legal actions: what they list is not accused, and what they leave out is."""

from __future__ import annotations

import pytest

from modgen.model.game import Game
from modgen_rules.civil_power.judging.actions import Action
from tests.civil_power.street import Street


def street(game: Game) -> Street:
    """A street of I-6 with units of both sides."""
    made = Street(game, "i-6", "mob_move")
    made.begin({"turn": 3, "el_mob": 4, "el_police": 4})
    for cell, kind in (
        ("W-D7", "untrained_crowd"),
        ("W-E6", "slingshot_punk"),
        ("W-C9", "agitator"),
        ("W-F8", "line"),
        ("W-D10", "reserve"),
    ):
        made.put(cell, kind)
    return made


def listed(table: Street, side: str) -> list[Action]:
    return list(table.rulebook.actions(table.position, side))


def key_of(table: Street, kind: str) -> str:
    return next(unit.key for unit in table.position.units.values() if unit.kind == kind)


@pytest.mark.parametrize("kind", ["untrained_crowd", "slingshot_punk", "agitator"])
def test_each_listed_move_is_legal_and_others_are_accused(civil_power: Game, kind: str) -> None:
    first = street(civil_power)
    moves = [one for one in listed(first, "mob") if one.kind == kind and one.way == "move"]
    ends = {one.target for one in moves if one.level == 0}
    assert len(ends) > 5
    assert all(0 < one.cost <= first.plan.allowance(kind, "") for one in moves)
    cells = sorted(first.field.ground.names)
    near = [cell for cell in cells if first.field.away(moves[0].source, cell) <= 4]
    for cell in near[::3]:
        table = street(civil_power)
        key = key_of(table, kind)
        source = table.position.units[key].cell
        if cell in (source, "W-F8", "W-D10") or table.position.at(cell):
            continue
        table.phase("mob_move")
        table.drag(key, cell)
        table.phase("mob_shock")
        assert (table.clauses() == []) == (cell in ends), cell


def test_nobody_comes_down_into_gas(civil_power: Game) -> None:
    table = Street(civil_power, "ii-4")
    house = sorted(table.field.ground.names)
    start, end = next(
        (cell, other)
        for cell in house
        for other in table.field.beside[cell]
        if table.field.is_building(cell) and table.field.is_building(other)
    )
    table.put(start, "slingshot_punk", up=True)
    table.put(end, "gas")
    moves = [one for one in listed(table, "mob") if one.target == end]
    assert {one.level for one in moves} == {1}


def test_fire_needs_strength_sight_and_a_unit_that_is_not_suppressed(civil_power: Game) -> None:
    table = street(civil_power)
    shots = [one for one in listed(table, "police") if one.way == "fire"]
    assert {one.kind for one in shots} >= {"line"}
    assert all(one.cost == 0 and "fires on" in one.story for one in shots)
    assert not [one for one in listed(table, "mob") if one.way == "fire" and one.kind == "agitator"]
    table = street(civil_power)
    table.begin({"turn": 3, "el_mob": 4, "el_police": 4}, suppressed=[key_of(table, "line")])
    assert not [one for one in listed(table, "police") if one.kind == "line" and one.way == "fire"]
