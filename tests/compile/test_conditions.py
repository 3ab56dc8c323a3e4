"""Conditions of units as layers, and their checks with one die."""

from __future__ import annotations

import pytest

from modgen.compile.build import Build
from modgen.compile.pieces import game_piece
from modgen.model.game import Game
from modgen.vassal import traits as t
from modgen.vassal.keys import key


def of(game: Game, kind: str) -> tuple[t.Trait, ...]:
    return game_piece(Build(game), game.piece_types[kind]).traits


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("reserve", {"suppressed", "second_level", "fires", "aboard", "gas_gun"}),
        ("untrained_crowd", {"suppressed", "fires"}),
        ("tank", {"fires", "damaged"}),
        ("fire", set()),
    ],
)
def test_units_have_the_conditions_of_their_size(
    civil_power: Game, kind: str, expected: set[str]
) -> None:
    layers = [one for one in of(civil_power, kind) if isinstance(one, t.Layer)]
    names = {one.name for one in layers if one.name.startswith("Condition_")}
    assert names == {f"Condition_{name}" for name in expected}


def test_a_condition_begins_unset_and_is_reported(civil_power: Game) -> None:
    traits = of(civil_power, "reserve")
    layer = next(one for one in traits if isinstance(one, t.Layer) and "suppressed" in one.name)
    assert (layer.level, layer.always_active, layer.activate_key) == (-1, False, key("Ctrl+P"))
    reports = [
        one for one in traits if isinstance(one, t.ReportAction) and layer.activate_key in one.keys
    ]
    assert len(reports) == 1
    assert traits.index(reports[0]) < traits.index(layer)


def test_a_check_compares_with_the_rating_of_the_visible_face(civil_power: Game) -> None:
    values = {
        one.name: one.expression
        for one in of(civil_power, "line")
        if isinstance(one, t.CalculatedProperty)
    }
    assert values["Rating_morale"] == "{Face_Level==2 ? 4 : (Face_Level==1 ? 4 : (0))}"
    assert values["Total_morale"] == "{Die_morale+(Condition_suppressed_Active ? 1 : 0)}"
    assert values["Result_morale"].startswith("{Total_morale>=7 ?")


def test_units_without_the_rating_have_no_check(civil_power: Game) -> None:
    for kind in ("tank", "gas"):
        names = [one.name for one in of(civil_power, kind) if isinstance(one, t.DynamicProperty)]
        assert "Die_morale" not in names


def test_menus_are_short_and_in_order(civil_power: Game) -> None:
    """Checks and conditions have submenus; no submenu has the name of one of its entries."""
    traits = of(civil_power, "reserve")
    menus = {one.menu: one.commands for one in traits if isinstance(one, t.SubMenu)}
    assert menus["Mark"][:3] == (
        "Mark as suppressed",
        "Go up to the 2nd Level, or down",
        "Mark as fired",
    )
    adds = {check.name: check.adds for check in civil_power.info.checks}
    assert [adds[name] for name in menus["Checks"]] == [-2, -1, 0, 1, 2, 3, 0]
    assert menus["Checks"][-1] == "Check morale in Gas"
    entries = {one.activate_menu for one in traits if isinstance(one, t.Layer)}
    entries |= {one.menu for one in traits if isinstance(one, t.TriggerAction)}
    assert {*menus["Mark"], *menus["Checks"]} <= entries
    assert not any(menu in commands for menu, commands in menus.items())


def test_few_entries_have_no_submenu(civil_power: Game) -> None:
    menus = [one.menu for one in of(civil_power, "tank") if isinstance(one, t.SubMenu)]
    assert "Mark" not in menus
