"""What needs light or sight besides fire, on paper: gas by night, the searchlight."""

from __future__ import annotations

import pytest

from modgen.model.game import Game
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
