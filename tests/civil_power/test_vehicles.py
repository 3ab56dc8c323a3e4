"""8.12: the ways of Vehicles, as their drags show them."""

from __future__ import annotations

import pytest

from modgen.model.game import Game
from tests.civil_power.street import Street


@pytest.mark.parametrize(("way", "found"), [
    (("W-D11", "W-E11", "W-F11"), [("8.12.a", "illegal")]),
    (("W-D11", "W-E11"), [("8.12.a", "suspect")]),
    (("W-E11",), []),
    (("W-D11", "W-D10", "W-E11"), []),
])  # fmt: skip
def test_a_vehicle_is_dragged_over_a_barrier(
    civil_power: Game, way: tuple[str, ...], found: list[tuple[str, str]]
) -> None:
    """It could have gone round; only a straight way of several squares shows that it did not."""
    street = Street(civil_power, "i-6", "police_move")
    cannon = street.put("W-C11" if len(way) > 2 else "W-D10", "water_cannon")
    street.put("W-D11/e", "barricade", face="barrier")
    street.begin({"turn": 3})
    for cell in way:
        street.drag(cannon, cell)
    street.phase("police_shock")
    findings = [one for one in street.report().findings if one.clause.startswith("8.12")]
    assert [(one.clause, one.verdict) for one in findings] == found


@pytest.mark.parametrize(("way", "found"), [
    (("W-D11", "W-E11", "W-F11"), [("8.12.b", "illegal")]),
    (("W-D11", "W-D12", "W-E11", "W-F11"), [("8.12.b", "suspect")]),
    (("W-F11",), []),
    (("W-D10", "W-E10", "W-F11"), []),
])  # fmt: skip
def test_a_vehicle_is_dragged_through_enemies(
    civil_power: Game, way: tuple[str, ...], found: list[tuple[str, str]]
) -> None:
    street = Street(civil_power, "i-6", "police_move")
    cannon = street.put("W-C11", "water_cannon")
    street.put("W-E11", "untrained_crowd")
    street.begin({"turn": 3})
    for cell in way:
        street.drag(cannon, cell)
    street.phase("police_shock")
    findings = [one for one in street.report().findings if one.clause.startswith("8.12")]
    assert [(one.clause, one.verdict) for one in findings] == found
