"""What needs light or sight besides fire, on paper: gas by night, the searchlight."""

from __future__ import annotations

import pytest

from modgen.model.game import Game
from modgen_rules.civil_power.law.sight import BLOCKING, View
from tests.civil_power.street import Reported, Street, judged


@pytest.mark.parametrize(
    ("cell", "light", "clauses"),
    [("W-G11", "", []), ("W-H11", "", ["5.3.2.f"]), ("W-H11", "spotlight", [])],
)
def test_a_gas_gun_reaches_no_further_than_sight_by_night(
    civil_power: Game, reported: Reported, cell: str, light: str, clauses: list[str]
) -> None:
    street = Street(civil_power, "i-4", "police_fire")
    squad = street.put("W-D11", "line")
    street.put("W-D11", "gas_gun")
    street.put("W-D4", "helicopter")
    street.begin({"turn": 3, "el_police": 1, "grenades": 3})
    street.night()
    if light:
        street.place(light, cell)
    street.fire(cell, "everyone", squad, way="gas_gun", side="police")
    street.place("gas", cell)
    street.book("grenades", -1)
    street.roll("canister", 1)
    street.phase("police_move")
    assert judged(street, reported) == clauses


@pytest.mark.parametrize(("flies", "clauses"), [(True, []), (False, ["8.6.f"])])
def test_the_searchlight_needs_a_helicopter(
    civil_power: Game, reported: Reported, flies: bool, clauses: list[str]
) -> None:
    street = Street(civil_power, "i-4", "police_fire")
    if flies:
        street.put("W-D4", "helicopter")
    street.begin({"turn": 3})
    street.night()
    street.place("spotlight", "W-D11")
    street.phase("police_move")
    assert judged(street, reported) == clauses


@pytest.mark.parametrize("booked", [True, False])
def test_the_fire_die_in_the_light_of_a_fire(civil_power: Game, booked: bool) -> None:
    """Whether the night counts for it is soft: a 6 of strength 2 wounds by one reading."""
    street = Street(civil_power, "i-4", "mob_fire")
    punks, squad = street.put("W-F6", "slingshot_punk"), street.put("W-F5", "line")
    street.put("W-G6", "fire")
    street.begin({"turn": 3, "el_mob": 2})
    street.night()
    street.fire("W-F5", "group", punks)
    street.roll("mob", 6)
    street.check(squad, 1, 1)
    if booked:
        street.book("wia_police")
    street.phase("mob_move")
    assert street.clauses() == []


@pytest.mark.parametrize("blocking", [BLOCKING, ()])
def test_obstacles_are_found_once(civil_power: Game, blocking: tuple[str, ...]) -> None:
    """Two lines of gas, like two of fire, look at the same obstacles."""
    view = View(Street(civil_power, "i-4").position)
    assert view._obstacles(blocking) is view._obstacles(list(blocking))
