"""Batons, water and Active Denial on paper, and Fire that is doubled."""

from __future__ import annotations

import pytest

from modgen.model.game import Game
from tests.civil_power.riot import gas
from tests.civil_power.street import Reported, Street, judged


def weapon(
    street: Street, way: str, kind: str, start: str, cell: str, target: str = "untrained_crowd"
) -> None:
    """A squad or Vehicle attacks, and its die does nothing."""
    squad = street.put(start, kind)
    street.put(cell, target)
    street.begin({"turn": 3, "el_police": 1})
    street.fire(cell, street.plan.size[target], squad, way=way, side="police")
    street.roll("police", 1)


@pytest.mark.parametrize(
    ("case", "clause"),
    [
        (("batons", "line", "W-C11", "W-G11"), "8.1.b"),
        (("batons", "unarmed_reserve", "W-C11", "W-D11"), "8.1.a"),
        (("water", "water_cannon", "W-C11", "W-G11"), "8.2.a"),
        (("ads", "line", "W-C11", "W-D11"), "8.3.a"),
        (("batons", "line", "W-D11", "W-E11", "tv_crew"), "8.8.a"),
        (("ads", "ads", "W-G6", "W-H6", "slingshot_punk"), "8.3.b"),
    ],
)
def test_shock_at_a_distance(
    civil_power: Game, reported: Reported, case: tuple[str, ...], clause: str
) -> None:
    street = Street(civil_power, "ii-4", "police_fire")
    weapon(street, *case)
    street.phase("police_move")
    assert clause in judged(street, reported, clause)


def test_water_puts_out_a_fire(civil_power: Game, reported: Reported) -> None:
    street = Street(civil_power, "ii-4", "police_fire")
    street.put("W-D11", "fire")
    weapon(street, "water", "water_cannon", "W-C11", "W-D11", "agitator")
    street.phase("police_move")
    assert "8.2.d" in judged(street, reported, "8.2.d")


@pytest.mark.parametrize(
    ("units", "clauses"),
    [
        (("tv_crew", "untrained_crowd"), []),
        (("tv_crew",), ["8.8.a"]),
    ],
)
def test_water_beside_a_tv_crew(
    civil_power: Game, units: tuple[str, ...], clauses: list[str]
) -> None:
    """8.8: water is aimed at the other units of the square, if there are any."""
    street = Street(civil_power, "ii-4", "police_fire")
    cannon = street.put("W-C11", "water_cannon")
    for unit in units:
        street.put("W-D11", unit)
    street.begin({"turn": 3, "el_police": 1})
    street.fire("W-D11", "everyone", cannon, way="water", side="police")
    street.roll("police", 1)
    street.phase("police_move")
    assert street.clauses() == clauses


def test_a_sniper_fires_on_a_tv_crew(civil_power: Game) -> None:
    """8.8.a comes before 6.7.P3, by which he fires on Groups and Agitators only."""
    street = Street(civil_power, "i-6", "police_fire")
    sniper = street.put("W-C11", "police_sniper")
    street.put("W-D11", "tv_crew")
    street.begin({"turn": 3, "el_police": 3})
    street.fire("W-D11", "individual", sniper, way="sniper", side="police")
    street.roll("police", 1)
    street.phase("police_move")
    assert street.clauses()[:1] == ["8.8.a"]


@pytest.mark.parametrize(
    ("second", "clauses"), [(["water"], ["5.3.a"]), (["gas_gun"], []), ([], [])]
)
def test_water_is_fired_once(
    civil_power: Game, reported: Reported, second: list[str], clauses: list[str]
) -> None:
    """8.2: a Water Cannon may use its Gas Gun in the same phase."""
    street = Street(civil_power, "ii-4", "police_fire")
    cannon = street.put("W-C11", "water_cannon")
    street.put("W-F11", "trained_crowd")
    street.begin({"turn": 3, "el_police": 1, "grenades": 4})
    street.fire("W-F11", "everyone", cannon, way="water", side="police")
    street.roll("police", 4)
    for way in second:
        if way == "water":
            street.fire("W-F11", "everyone", cannon, way="water", side="police")
            street.roll("police", 4)
        else:
            gas(street, "W-E11", cannon)
    street.phase("police_move")
    assert judged(street, reported) == clauses


@pytest.mark.parametrize(("areas", "clauses"), [(0, []), (1, ["8.2.b"])])
def test_water_is_weaker_further_away(
    civil_power: Game, reported: Reported, areas: int, clauses: list[str]
) -> None:
    """At three squares water has 2 and does nothing with a 4; with 10 it would drive back."""
    street = Street(civil_power, "ii-4", "police_fire")
    cannon, crowd = street.put("W-C11", "water_cannon"), street.put("W-F11", "trained_crowd")
    street.begin({"turn": 3, "el_police": 1})
    street.fire("W-F11", "crowd", cannon, way="water", side="police")
    street.roll("police", 4)
    for cell in ("W-G11",)[:areas]:
        street.drag(crowd, cell)
        street.check(crowd, 1, 1)
    street.phase("police_move")
    assert judged(street, reported) == clauses


@pytest.mark.parametrize(
    ("die", "back", "plus", "wounds", "clauses"),
    [
        (6, 2, 1, 0, []),
        (6, 2, 2, 0, []),
        (6, 2, 1, 1, ["8.3.c"]),
        (3, 1, 1, 0, []),
        (3, 2, 1, 0, ["6.7.P2"]),
    ],
)
def test_active_denial(
    civil_power: Game,
    reported: Reported,
    die: int,
    back: int,
    plus: int,
    wounds: int,
    clauses: list[str],
) -> None:
    """An X costs no WIA; whether it still adds 1 to the check is open. Nothing is doubled."""
    street = Street(civil_power, "ii-4", "police_fire")
    truck, crowd = street.put("W-C11", "ads"), street.put("W-F11", "untrained_crowd")
    street.begin({"turn": 3, "el_police": 2})
    street.fire("W-F11", "crowd", truck, way="ads", side="police")
    street.roll("police", die)
    if wounds:
        street.book("wia_mob", wounds)
    for cell in ("W-G11", "W-H11")[:back]:
        street.drag(crowd, cell)
    street.check(crowd, 1, plus)
    street.phase("police_move")
    assert judged(street, reported) == clauses


def test_active_denial_has_one_target(civil_power: Game, reported: Reported) -> None:
    street = Street(civil_power, "ii-4", "police_fire")
    truck, crowd = street.put("W-C11", "ads"), street.put("W-F11", "untrained_crowd")
    punks = street.put("W-F11", "slingshot_punk")
    street.begin({"turn": 3, "el_police": 1})
    street.fire("W-F11", "crowd", truck, way="ads", side="police")
    street.roll("police", 3)
    for unit in (crowd, punks):
        street.drag(unit, "W-G11")
        street.check(unit, 1, 1)
    street.phase("police_move")
    assert judged(street, reported, "8.3") == ["8.3.a"]


def test_batons_beside_a_tv_crew(civil_power: Game) -> None:
    """8.8: batons that the marker aims at everybody are aimed at the others of the square."""
    street = Street(civil_power, "ii-4", "police_fire")
    squad = street.put("W-D11", "line")
    for unit in ("tv_crew", "untrained_crowd"):
        street.put("W-E11", unit)
    street.begin({"turn": 3, "el_police": 1})
    street.fire("W-E11", "everyone", squad, way="batons", side="police")
    street.roll("police", 1)
    street.phase("police_move")
    assert "8.8.a" not in street.clauses()


@pytest.mark.parametrize(
    ("side", "level", "clauses"),
    [
        ("mob", 5, []),
        ("mob", 4, ["6.7.M5"]),
        ("police", 5, []),
        ("police", 4, ["6.7.P5"]),
    ],
)
def test_fire_is_doubled_at_level_5(
    civil_power: Game, reported: Reported, side: str, level: int, clauses: list[str]
) -> None:
    street = Street(civil_power, "ii-4", f"{side}_fire")
    punks, squad = street.put("W-D11", "pistol_punk"), street.put("W-E11", "reserve")
    street.begin({"turn": 3, "el_mob": 1, "el_police": 1, f"el_{side}": level})
    firing, target, cell = (punks, squad, "W-E11") if side == "mob" else (squad, punks, "W-D11")
    street.fire(cell, "group", firing, way="doubled", side=side)
    street.roll(side, 1)
    street.check(target, 1)
    street.phase(f"{side}_move")
    assert judged(street, reported) == clauses


@pytest.mark.parametrize(
    ("way", "kind", "clause"),
    [("batons", "line", "8.1.b"), ("water", "water_cannon", "8.2.a"), ("ads", "ads", "8.3.b")],
)
@pytest.mark.parametrize("barricade", [False, True])
def test_a_barricade_shelters_from_shock_at_a_distance(
    civil_power: Game, reported: Reported, way: str, kind: str, clause: str, barricade: bool
) -> None:
    street = Street(civil_power, "ii-4", "police_fire")
    if barricade:
        street.put("W-D11/w", "barricade")
    weapon(street, way, kind, "W-C11", "W-D11")
    street.phase("police_move")
    assert judged(street, reported, clause) == ([clause] if barricade else [])
