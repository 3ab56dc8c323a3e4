"""Units that come onto the map, get out of Vehicles or never move, on paper."""

from __future__ import annotations

import pytest

from modgen.model.game import Game
from tests.civil_power.opening import Opening
from tests.civil_power.street import Reported, Street, judged


def arriving(game: Game, scenario: str) -> Opening:
    """A game whose Police may enter."""
    opening = Opening(game, scenario)
    opening.set_up()
    opening.finish_set_up()
    opening.play("police_move")
    return opening


WESTERN, SOUTHERN = ("W-A11", "W-B11", "W-C11"), ("W-D13", "W-D12")


@pytest.mark.parametrize(
    ("first", "clauses"),
    [(WESTERN, ["S.I6.b"]), (("W-C13", "W-C12", "W-C11"), []), (("W-A2", "W-C11"), [])],
)
def test_drags_show_the_edge(
    civil_power: Game, first: tuple[str, ...], clauses: list[str], reported: Reported
) -> None:
    """A unit that goes from square to square shows its edge; one that jumps does not."""
    opening = arriving(civil_power, "i-6")
    lines = [key for key in opening.waiting("police") if key.startswith("line")][:2]
    for key, squares in zip(lines, (first, SOUTHERN), strict=True):
        for cell in squares:
            opening.drag(key, cell)
    opening.play("police_shock")
    assert judged(opening, reported, "S.I6") == clauses


@pytest.mark.parametrize(
    ("first", "suspects"),
    [(("E-I1", "E-I2"), ["S.II1.h"]), (("E-J1", "E-I1", "E-I2"), []), (("E-I2",), [])],
)
def test_a_unit_put_down_at_another_edge_is_only_suspect(
    civil_power: Game, first: tuple[str, ...], suspects: list[str]
) -> None:
    """It may have come by the edge of the others, along the rim."""
    opening = arriving(civil_power, "ii-1")
    lines = [key for key in opening.waiting("police") if key.startswith("line")][:2]
    for key, squares in zip(lines, (("E-J8", "E-I8"), first), strict=True):
        for cell in squares:
            opening.drag(key, cell)
    opening.play("police_shock")
    report = opening.report()
    found = [(one.verdict, one.clause) for one in report.findings if one.clause == "S.II1.h"]
    assert found == [("suspect", clause) for clause in suspects]


@pytest.mark.parametrize(
    ("scenario", "kind", "cell", "clause"),
    [
        ("i-1", "reserve", "W-G12", "S.I1.a"),
        ("i-6", "water_cannon", "W-G12", "4.2.a"),
        ("i-6", "line", "W-E9", "4.0.a"),
    ],
)
def test_wrong_entries_are_named(
    civil_power: Game, scenario: str, kind: str, cell: str, clause: str, reported: Reported
) -> None:
    opening = arriving(civil_power, scenario)
    key = next(one for one in opening.waiting("police") if one.startswith(kind))
    opening.drag(key, cell)
    opening.play("police_shock")
    assert judged(opening, reported)[:1] == [clause]


@pytest.mark.parametrize(("drives", "clauses"), [(False, []), (True, ["8.12.c"])])
def test_a_vehicle_stays_where_somebody_gets_out(
    civil_power: Game, drives: bool, clauses: list[str], reported: Reported
) -> None:
    street = Street(civil_power, "i-6", "police_move")
    truck, squad = street.put("W-D7", "generic_veh"), street.put("vehicle_a", "reserve")
    street.drag(squad, "W-D7")
    if drives:
        street.drag(truck, "W-D6")
    street.phase("police_shock")
    assert judged(street, reported) == clauses


def test_a_donut_wagon_never_moves(civil_power: Game, reported: Reported) -> None:
    street = Street(civil_power, "i-6", "police_move")
    street.drag(street.put("W-D7", "generic_veh", face="donut"), "W-D6")
    street.phase("police_shock")
    assert judged(street, reported) == ["8.7"]


def test_no_molotovs_come_in_i_1(civil_power: Game, reported: Reported) -> None:
    """A 4 brings two Molotovs elsewhere; a marker that is put back is no breach."""
    for numbers, clauses in (((), []), ((1, 1), ["S.I1.h"]), ((2, -2), [])):
        opening = Opening(civil_power, "i-1")
        opening.set_up()
        opening.finish_set_up()
        opening.play("mob_fire")
        opening.roll("reinforcements", 1, 3)
        for number in numbers:
            opening.book("molotovs", number)
        opening.play("mob_move")
        assert judged(opening, reported, "S.") == clauses
