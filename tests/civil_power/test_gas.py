"""Gas on paper: who uses it, what it costs, and what its victims do."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from modgen.model.game import Game
from tests.civil_power.riot import Riot, gas
from tests.civil_power.street import Reported, judged


def far_gun(riot: Riot) -> None:
    squad = riot.street.put("W-A11", "line")
    riot.street.put("W-A11", "gas_gun")
    gas(riot.begin(), "W-H11", squad)


def no_gun(riot: Riot) -> None:
    squad = riot.street.put("W-D11", "line")
    gas(riot.begin(), "W-G11", squad)


def long_throw(riot: Riot) -> None:
    squad = riot.street.put("W-D11", "line")
    gas(riot.begin(), "W-G11", squad, way="hand_gas")


def not_counted(riot: Riot) -> None:
    squad = riot.street.put("W-D11", "line")
    gas(riot.begin(), "W-E11", squad, way="hand_gas", count=False)


def too_many_grenades(riot: Riot) -> None:
    squad = riot.street.put("W-D11", "line")
    gas(riot.begin(grenades=0), "W-E11", squad, way="hand_gas", count=False)


def without_canister(riot: Riot) -> None:
    squad, crowd = riot.street.put("W-D11", "line"), riot.street.put("W-G11", "untrained_crowd")
    riot.street.put("W-D11", "gas_gun")
    street = riot.begin()
    gas(street, "W-G11", squad, die=0)
    street.check(crowd, 1)


def a_shaken_gunner(riot: Riot) -> None:
    squad = riot.street.put("W-D11", "line")
    riot.street.put("W-D11", "gas_gun")
    riot.street.begin(riot.levels, suppressed=[squad])
    gas(riot.street, "W-G11", squad)


def unchecked_in_gas(riot: Riot) -> None:
    squad, crowd = riot.street.put("W-D11", "line"), riot.street.put("W-E11", "untrained_crowd")
    other = riot.street.put("W-H11", "untrained_crowd")
    street = riot.begin()
    gas(street, "W-E11", squad, way="hand_gas")
    street.check(other, 1)
    assert crowd


def failed_in_gas(riot: Riot) -> None:
    squad, crowd = riot.street.put("W-D11", "line"), riot.street.put("W-E11", "untrained_crowd")
    street = riot.begin()
    gas(street, "W-E11", squad, way="hand_gas")
    street.check(crowd, 6, apply=False)


def an_agitator_checks(riot: Riot) -> None:
    squad, agitator = riot.street.put("W-D11", "line"), riot.street.put("W-E11", "agitator")
    street = riot.begin()
    gas(street, "W-E11", squad, way="hand_gas")
    street.check(agitator, 1)


def gas_at_level_0(riot: Riot) -> None:
    squad = riot.street.put("W-D11", "line")
    gas(riot.begin(el_police=0), "W-E11", squad, way="hand_gas")


def gas_from_a_truck(riot: Riot) -> None:
    squad = riot.street.put("vehicle_a", "reserve")
    riot.street.put("W-D11", "generic_veh")
    gas(riot.begin(), "W-E11", squad, way="hand_gas")


@pytest.mark.parametrize(
    ("play", "clause"),
    [
        (far_gun, "6.1.d"),
        (no_gun, "6.1.d"),
        (long_throw, "6.1.e"),
        (not_counted, "6.1.f"),
        (too_many_grenades, "6.1.b"),
        (without_canister, "6.1.1.d"),
        (a_shaken_gunner, "6.1.1.c"),
        (unchecked_in_gas, "6.1.i"),
        (failed_in_gas, "6.1.j"),
        (an_agitator_checks, "6.4.b"),
        (gas_at_level_0, "6.7.P0"),
        (gas_from_a_truck, "8.12.d"),
    ],
)
def test_gas(
    civil_power: Game, reported: Reported, play: Callable[[Riot], None], clause: str
) -> None:
    riot = Riot(civil_power, "police_fire")
    play(riot)
    riot.street.phase("police_move")
    assert judged(riot.street, reported)[:1] == [clause]


@pytest.mark.parametrize(
    ("kind", "found"), [("water_cannon", False), ("helicopter", False), ("line", True)]
)
def test_vehicles_that_need_no_gas_gun(civil_power: Game, kind: str, found: bool) -> None:
    """6.1.1.a: a squad needs a Gas Gun in its square; these vehicles may carry one."""
    riot = Riot(civil_power, "police_fire")
    squad = riot.street.put("W-D11", kind)
    gas(riot.begin(), "W-G11", squad)
    riot.street.phase("police_move")
    assert ("6.1.d" in riot.street.clauses()) == found


@pytest.mark.parametrize(
    ("kind", "found"), [("water_cannon", False), ("ads", False), ("generic_veh", True)]
)
def test_vehicles_that_throw_gas(civil_power: Game, kind: str, found: bool) -> None:
    """6.1: the crew of a Vehicle that fights may throw gas by hand; a Truck may not."""
    riot = Riot(civil_power, "police_fire")
    vehicle = riot.street.put("W-D11", kind)
    gas(riot.begin(), "W-E11", vehicle, way="hand_gas")
    riot.street.phase("police_move")
    assert ("6.1.c" in riot.street.clauses()) == found


@pytest.mark.parametrize(("cells", "clauses"), [(("W-F11",), []), (("W-F11", "W-G11"), ["6.1.j"])])
def test_how_far_a_unit_flees_from_gas(
    civil_power: Game, reported: Reported, cells: tuple[str, ...], clauses: list[str]
) -> None:
    riot = Riot(civil_power, "police_fire")
    squad, crowd = riot.street.put("W-D11", "line"), riot.street.put("W-E11", "untrained_crowd")
    street = riot.begin()
    gas(street, "W-E11", squad, way="hand_gas")
    street.check(crowd, 4, apply=False)
    for cell in cells:
        street.drag(crowd, cell)
    street.phase("police_move")
    assert judged(street, reported) == clauses


@pytest.mark.parametrize(
    ("way", "checks", "clauses", "doubts"),
    [
        (("W-E11", "W-F11"), False, ["6.1.i"], []),
        (("W-E11", "W-F11"), True, [], []),
        (("W-F11",), False, [], []),
        (("W-E10", "W-F11"), False, [], []),
        (("W-E11", "W-E10"), False, [], ["6.1.i"]),
    ],
)
def test_a_unit_that_passes_gas(
    civil_power: Game,
    reported: Reported,
    way: tuple[str, ...],
    checks: bool,
    clauses: list[str],
    doubts: list[str],
) -> None:
    """Drags from square to square show the way. A detour into Gas may be a wrong drop."""
    riot = Riot(civil_power, "mob_move")
    punks = riot.street.put("W-D11", "slingshot_punk")
    riot.street.put("W-E11", "gas")
    street = riot.begin()
    for cell in way:
        street.drag(punks, cell)
        if checks and cell == "W-E11":
            street.check(punks, 1)
    street.phase("mob_shock")
    assert judged(street, reported) == clauses
    assert [one.clause for one in street.issues("suspect")] == doubts


def test_a_unit_that_fled_fails_in_gas_once_more(civil_power: Game) -> None:
    """6.1.j: it is suppressed by the second cloud, not by that from which it fled."""
    riot = Riot(civil_power, "police_fire")
    squad, crowd = riot.street.put("W-D11", "line"), riot.street.put("W-E11", "untrained_crowd")
    other = riot.street.put("W-F12", "line")
    street = riot.begin()
    gas(street, "W-E11", squad, way="hand_gas")
    street.check(crowd, 4)
    street.suppress(crowd, on=False)
    street.drag(crowd, "W-F11")
    gas(street, "W-F11", other, way="hand_gas")
    street.check(crowd, 4)
    street.phase("police_move")
    street.phase("police_shock")
    assert "6.1.j" not in street.clauses()


@pytest.mark.parametrize(("late", "clauses"), [(None, ["6.1.j"]), (0, []), (1, [])])
def test_a_unit_that_fails_in_gas_flees_or_is_suppressed(
    civil_power: Game, reported: Reported, late: int | None, clauses: list[str]
) -> None:
    """The menu marks it at once; who flees takes the mark off, perhaps a little late."""
    riot = Riot(civil_power, "police_fire")
    squad, crowd = riot.street.put("W-D11", "line"), riot.street.put("W-E11", "untrained_crowd")
    street = riot.begin()
    gas(street, "W-E11", squad, way="hand_gas")
    street.check(crowd, 4)
    street.drag(crowd, "W-F11")
    for moment in range(2):
        if moment == late:
            street.suppress(crowd, on=False)
        if not moment:
            street.phase("police_move")
    street.phase("police_shock")
    assert judged(street, reported) == clauses


@pytest.mark.parametrize(("cells", "clauses"), [(("W-F11",), []), (("W-F11", "W-G11"), ["6.1.j"])])
def test_how_far_a_unit_flees_in_the_check_phase(
    civil_power: Game, reported: Reported, cells: tuple[str, ...], clauses: list[str]
) -> None:
    riot = Riot(civil_power, "police_recovery")
    crowd = riot.street.put("W-E11", "untrained_crowd")
    riot.street.put("W-E11", "gas", face="gas_2")
    street = riot.begin()
    street.phase("gas_morale")
    street.check(crowd, 4, apply=False)
    for cell in cells:
        street.drag(crowd, cell)
    street.phase("gas_fades")
    assert judged(street, reported, "6.1") == clauses


def test_a_grenade_is_used_where_its_gas_is_placed(civil_power: Game) -> None:
    """A canister without its die and a grenade that is not counted off are two mistakes."""
    riot = Riot(civil_power, "police_fire")
    squad, crowd = riot.street.put("W-D11", "line"), riot.street.put("W-G11", "untrained_crowd")
    riot.street.put("W-D11", "gas_gun")
    gas(riot.begin(), "W-G11", squad, die=0, count=False)
    riot.street.check(crowd, 1)
    riot.street.phase("police_move")
    at = {one.clause: one.first for one in riot.street.issues()}
    assert at.keys() == {"6.1.1.d", "6.1.f"}
    assert at["6.1.f"] > at["6.1.1.d"]


@pytest.mark.parametrize(("suppressed", "clauses"), [(2, []), (1, ["5.4.3.f"])])
def test_a_crowd_that_flees_from_gas_into_another(
    civil_power: Game, reported: Reported, suppressed: int, clauses: list[str]
) -> None:
    riot = Riot(civil_power, "police_fire")
    squad = riot.street.put("W-D11", "line")
    crowds = [riot.street.put(cell, "untrained_crowd") for cell in ("W-E11", "W-F11")]
    street = riot.begin()
    gas(street, "W-E11", squad, way="hand_gas")
    street.check(crowds[0], 4, apply=False)
    street.drag(crowds[0], "W-F11")
    for crowd in crowds[:suppressed]:
        street.suppress(crowd)
    street.phase("police_move")
    assert judged(street, reported) == clauses


@pytest.mark.parametrize(("plus", "clauses"), [(0, []), (1, ["6.1.i"])])
def test_a_check_of_a_crowd_that_walks_into_gas(
    civil_power: Game, reported: Reported, plus: int, clauses: list[str]
) -> None:
    riot = Riot(civil_power, "mob_move")
    crowd = riot.street.put("W-D11", "untrained_crowd")
    riot.street.put("W-E11", "gas", face="gas_2")
    street = riot.begin()
    street.drag(crowd, "W-E11")
    street.check(crowd, 1, plus)
    street.phase("mob_shock")
    assert judged(street, reported) == clauses


@pytest.mark.parametrize(("added", "clauses"), [(0, []), (1, []), (2, ["6.1.i"])])
def test_a_check_of_a_suppressed_crowd_that_walks_into_gas(
    civil_power: Game, added: int, clauses: list[str]
) -> None:
    """The menu for gas adds nothing; that of other checks adds 1 for one that is suppressed."""
    riot = Riot(civil_power, "mob_move")
    crowd = riot.street.put("W-D11", "untrained_crowd")
    riot.street.put("W-E11", "gas")
    street = riot.begin()
    street.begin({}, [crowd])
    street.drag(crowd, "W-E11")
    street.check(crowd, 1, added - 1)
    street.phase("mob_shock")
    assert [one.clause for one in street.issues()] == clauses
