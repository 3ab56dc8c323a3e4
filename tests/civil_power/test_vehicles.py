"""8.12: the ways of Vehicles, as their drags show them."""

from __future__ import annotations

import pytest

from modgen.model.game import Game
from tests.civil_power.street import Reported, Street, judged


@pytest.mark.parametrize(
    ("begin", "way", "found"),
    [
        ("W-C11", ("W-D11", "W-E11", "W-F11"), [("8.12.a", "illegal")]),
        ("W-D10", ("W-D11", "W-E11"), [("8.12.a", "suspect")]),
        ("W-D10", ("W-E11",), []),
        ("W-C11", ("W-D11", "W-D10", "W-E11"), []),
    ],
)
def test_a_vehicle_is_dragged_over_a_barrier(
    civil_power: Game, begin: str, way: tuple[str, ...], found: list[tuple[str, str]]
) -> None:
    """It could have gone round; only a straight way of several squares shows that it did not."""
    street = Street(civil_power, "i-6", "police_move")
    street.put("W-D11/e", "barricade", face="barrier")
    assert _dragged(street, begin, way) == found


@pytest.mark.parametrize(
    ("way", "found"),
    [
        (("W-D11", "W-E11", "W-F11"), [("8.12.b", "illegal")]),
        (("W-D11", "W-D12", "W-E11", "W-F11"), [("8.12.b", "suspect")]),
        (("W-F11",), []),
        (("W-D10", "W-E10", "W-F11"), []),
    ],
)
def test_a_vehicle_is_dragged_through_enemies(
    civil_power: Game, way: tuple[str, ...], found: list[tuple[str, str]]
) -> None:
    street = Street(civil_power, "i-6", "police_move")
    street.put("W-E11", "untrained_crowd")
    assert _dragged(street, "W-C11", way) == found


def _dragged(street: Street, begin: str, way: tuple[str, ...]) -> list[tuple[str, str]]:
    """What is found on a Water Cannon that goes a way."""
    cannon = street.put(begin, "water_cannon")
    street.begin({"turn": 3})
    for cell in way:
        street.drag(cannon, cell)
    street.phase("police_shock")
    findings = [one for one in street.report().findings if one.clause.startswith("8.12")]
    return [(one.clause, one.verdict) for one in findings]


@pytest.mark.parametrize(
    ("place", "way", "clauses"),
    [
        ("W-D11", (), []),
        ("force_police", (), []),
        ("force_police", ("W-D13", "W-D11"), ["8.12.g"]),
    ],
)
def test_who_boards_begins_beside_the_vehicle(
    civil_power: Game, reported: Reported, place: str, way: tuple[str, ...], clauses: list[str]
) -> None:
    """A squad that waits off the map may be put into a Vehicle; one that enters may not board."""
    street = Street(civil_power, "ii-2", "police_move")
    squad = street.put(place, "reserve")
    street.put("W-D11", "generic_veh", face="a")
    street.begin({"turn": 1})
    for cell in way:
        street.drag(squad, cell)
    street.drag(squad, "vehicle_a")
    street.phase("police_shock")
    assert judged(street, reported, "8.12") == clauses


@pytest.mark.parametrize(
    ("way", "clauses"),
    [
        (("W-D11",), []),
        (("W-D11", "W-D12"), ["8.12.c"]),
        (("W-D12", "W-D11"), []),
        (("W-D12",), ["8.12.f"]),
    ],
)
def test_who_gets_out_stays_there(
    civil_power: Game, reported: Reported, way: tuple[str, ...], clauses: list[str]
) -> None:
    """A squad that goes on has moved; one that is dropped beside the Vehicle is put right."""
    street = Street(civil_power, "ii-2", "police_move")
    squad = street.put("vehicle_a", "reserve")
    street.put("W-D11", "generic_veh", face="a")
    street.begin({"turn": 2})
    for cell in way:
        street.drag(squad, cell)
    street.phase("police_shock")
    assert judged(street, reported, "8.12") == clauses


@pytest.mark.parametrize(("aboard", "clauses"), [(True, []), (False, ["4.0.a"])])
def test_who_is_marked_aboard_goes_with_the_vehicle(
    civil_power: Game, aboard: bool, clauses: list[str]
) -> None:
    street = Street(civil_power, "ii-4", "police_move")
    truck, squad = street.put("W-A11", "generic_veh"), street.put("W-A11", "reserve")
    street.conditions[squad] = frozenset({"aboard"} if aboard else ())
    street.begin({"turn": 3})
    for key in (truck, squad):
        street.drag(key, "E-A11")
    street.phase("police_shock")
    assert street.clauses() == clauses


@pytest.mark.parametrize(("side", "clauses"), [("police", []), ("mob", ["8.12.f"])])
def test_nobody_gets_out_in_the_turn_of_the_mob(
    civil_power: Game, reported: Reported, side: str, clauses: list[str]
) -> None:
    street = Street(civil_power, "ii-2", f"{side}_move")
    squad = street.put("vehicle_a", "reserve")
    street.put("W-D11", "generic_veh", face="a")
    street.begin({"turn": 2})
    street.drag(squad, "W-D11")
    street.phase(f"{side}_shock")
    assert judged(street, reported) == clauses
