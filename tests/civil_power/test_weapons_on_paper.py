"""Gas, Molotovs, batons, water, stacks and recovery on paper: one act, one breach at a time."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from modgen.model.game import Game
from tests.civil_power.street import Reported, Street, judged

Play = Callable[[Street], None]


class Riot:
    """A street of II-4 in a phase of turn 3, on which a case acts."""

    def __init__(self, game: Game, phase: str, scenario: str = "ii-4") -> None:
        self.street = Street(game, scenario, phase)
        self.levels = {"turn": 3, "el_mob": 1, "el_police": 1, "grenades": 4, "molotovs": 4}

    def begin(self, **levels: int) -> Street:
        self.street.begin({**self.levels, **levels})
        return self.street


def gas(
    street: Street, cell: str, *squads: str, way: str = "gas_gun", die: int = 1, count: bool = True
) -> None:
    """Gas is announced and placed, and the canister's die is rolled."""
    street.fire(cell, "everyone", *squads, way=way, side="police")
    street.place("gas", cell)
    if count:
        street.book("grenades", -1)
    if way == "gas_gun" and die:
        street.roll("canister", die)


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


@pytest.mark.parametrize(("play", "clause"), [
    (far_gun, "6.1.d"), (no_gun, "6.1.d"), (long_throw, "6.1.e"), (not_counted, "6.1.f"),
    (too_many_grenades, "6.1.b"), (without_canister, "6.1.1.d"), (a_shaken_gunner, "6.1.1.c"),
    (unchecked_in_gas, "6.1.i"), (failed_in_gas, "6.1.j"), (an_agitator_checks, "6.4.b"),
    (gas_at_level_0, "6.7.P0"), (gas_from_a_truck, "8.12.d"),
])  # fmt: skip
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


# --- Molotovs ------------------------------------------------------------------------------------


def throw(street: Street, crowd: str, cell: str, *dice: int, fire: int = 1, count: int = 1) -> None:
    """A Molotov is announced, with its dice."""
    street.fire(cell, "everyone", crowd, way="molotov")
    street.book("molotovs", -count)
    street.roll("mob", *dice)
    if fire:
        street.roll("fire_check", fire)


def thrown_far(riot: Riot) -> None:
    crowd, squad = riot.street.put("W-D11", "untrained_crowd"), riot.street.put("W-F11", "line")
    street = riot.begin()
    throw(street, crowd, "W-F11", 1)
    street.check(squad, 1)


def bottles_not_counted(riot: Riot) -> None:
    crowd, squad = riot.street.put("W-D11", "untrained_crowd"), riot.street.put("W-E11", "line")
    street = riot.begin()
    throw(street, crowd, "W-E11", 1, count=0)
    street.check(squad, 1)


def a_die_for_one_of_two(riot: Riot) -> None:
    crowd, squad = riot.street.put("W-D11", "untrained_crowd"), riot.street.put("W-E11", "line")
    other = riot.street.put("W-E11", "reserve")
    street = riot.begin()
    throw(street, crowd, "W-E11", 1)
    street.check(squad, 1)
    street.check(other, 1)


def no_fire_check(riot: Riot) -> None:
    crowd, squad = riot.street.put("W-D11", "untrained_crowd"), riot.street.put("W-E11", "line")
    street = riot.begin()
    throw(street, crowd, "W-E11", 1, fire=0)
    street.check(squad, 1)


def burns_on_two(riot: Riot) -> None:
    crowd, squad = riot.street.put("W-D11", "untrained_crowd"), riot.street.put("W-E11", "line")
    street = riot.begin()
    throw(street, crowd, "W-E11", 1, fire=2)
    street.check(squad, 1)
    street.place("fire", "W-E11")
    street.drag(squad, "W-F11")


def inside_a_house(riot: Riot) -> None:
    punk, squad = riot.street.put("W-H5", "slingshot_punk"), riot.street.put("W-H6", "line")
    street = riot.begin()
    throw(street, punk, "W-H6", 1)
    street.check(squad, 1)


def twice_by_a_punk(riot: Riot) -> None:
    punk, squad = riot.street.put("W-D11", "slingshot_punk"), riot.street.put("W-E11", "line")
    street = riot.begin()
    for _ in range(2):
        throw(street, punk, "W-E11", 1)
        street.check(squad, 1)


def two_at_once_by_a_punk(riot: Riot) -> None:
    punks = riot.street.put("W-D11", "slingshot_punk")
    riot.street.put("W-E11", "water_cannon")
    street = riot.begin()
    throw(street, punks, "W-E11", 1)
    street.book("molotovs", -1)
    street.roll("mob", 1)
    street.roll("fire_check", 1)


@pytest.mark.parametrize(("play", "clause"), [
    (thrown_far, "6.5.a"), (bottles_not_counted, "6.5.b"), (a_die_for_one_of_two, "6.5.d"),
    (no_fire_check, "6.5.e"), (burns_on_two, "6.5.e"), (inside_a_house, "6.5.j"),
    (twice_by_a_punk, "6.5.c"), (two_at_once_by_a_punk, "6.5.c"),
])  # fmt: skip
def test_molotovs(
    civil_power: Game, reported: Reported, play: Callable[[Riot], None], clause: str
) -> None:
    riot = Riot(civil_power, "mob_fire")
    play(riot)
    riot.street.phase("mob_move")
    assert judged(riot.street, reported)[:1] == [clause]


# --- attacks that nobody announced ---------------------------------------------------------------


@pytest.mark.parametrize(("die", "booked", "distance", "clauses"), [
    (1, 0, "W-E11", []), (6, 2, "W-E11", ["5.3.1.a"]), (1, 1, "W-E11", ["5.3.1.a"]),
    (1, 0, "W-H11", ["5.3.2.a"]),
])  # fmt: skip
def test_a_quiet_shot(
    civil_power: Game, reported: Reported, die: int, booked: int, distance: str,
    clauses: list[str],
) -> None:  # fmt: skip
    """A die without an announcement is judged by the check that follows."""
    riot = Riot(civil_power, "mob_fire")
    riot.street.put("W-D11", "trained_crowd")
    squad = riot.street.put(distance, "line")
    street = riot.begin()
    street.act("roll", "mob", kind="mob", dice=(die,))
    if booked:
        street.book("wia_police", booked)
    street.check(squad, 1)
    street.phase("mob_move")
    assert judged(street, reported) == clauses


def test_a_spoilt_die_does_not_count(civil_power: Game) -> None:
    """What players say of a die that was rolled by mistake makes it void."""
    riot = Riot(civil_power, "fires")
    riot.street.put("W-E11", "fire")
    street = riot.begin()
    street.roll("fires_out", 6)
    street.record.acts[-1] = street.record.acts[-1]._replace(what="void")
    street.roll("fires_out", 2)
    street.phase("mob_fire")
    assert street.clauses() == []


# --- stacks --------------------------------------------------------------------------------------


def gun_left(riot: Riot) -> None:
    squad = riot.street.put("W-E11", "line")
    riot.street.put("W-E11", "gas_gun")
    _shot_at(riot, squad)


def agitator_left(riot: Riot) -> None:
    riot.street.put("W-E11", "agitator")
    _shot_at(riot, riot.street.put("W-E11", "slingshot_punk"), "police")


def sniper_left(riot: Riot) -> None:
    riot.street.put("W-E11", "mob_sniper")
    _shot_at(riot, riot.street.put("W-E11", "slingshot_punk"), "police")


def _shot_at(riot: Riot, target: str, side: str = "mob") -> None:
    """A Group is fired on and eliminated by its check."""
    kinds = {"mob": "pistol_punk", "police": "tactical"}
    gang = riot.street.put("W-D11", kinds[side])
    street = riot.begin(el_mob=4, el_police=4)
    street.fire("W-E11", "group", gang, side=side)
    street.roll(side, 1)
    agitator = any(one.kind == "agitator" for one in street.position.at("W-E11"))
    street.suppress(target)
    street.check(target, 6, -1 if agitator else 0, apply=False)
    street.lose(target)
    for _ in range(16):
        street.act("chat")


@pytest.mark.parametrize(("phase", "play", "clause"), [
    ("mob_fire", gun_left, "6.1.1.b"), ("police_fire", agitator_left, "6.4.c"),
    ("police_fire", sniper_left, "6.3.c"),
])  # fmt: skip
def test_what_goes_with_its_stack(
    civil_power: Game, reported: Reported, phase: str, play: Callable[[Riot], None], clause: str
) -> None:
    riot = Riot(civil_power, phase)
    play(riot)
    assert clause in judged(riot.street, reported, clause)


# --- order, movement, recovery -------------------------------------------------------------------


def fires_in_shock(street: Street) -> None:
    gang, squad = street.put("W-D11", "pistol_punk"), street.put("W-E11", "line")
    street.begin({"turn": 3, "el_mob": 4})
    for phase in ("mob_fire", "mob_move", "mob_shock"):
        street.phase(phase)
    street.fire("W-E11", "group", gang)
    street.roll("mob", 1)
    street.check(squad, 1)
    for phase in ("mob_recovery", "police_fire", "police_move", "police_shock", "police_recovery"):
        street.phase(phase)


def two_turns_on(street: Street) -> None:
    street.begin({"turn": 3})
    street.phase("police_recovery")
    street.book("turn", 2)
    street.phase("gas_morale")


def upstairs_in_the_street(street: Street) -> None:
    gang = street.put("W-D11", "pistol_punk")
    street.begin({"turn": 3})
    street.phase("mob_move")
    street.mark(gang, "second_level")
    street.phase("mob_shock")


def comes_back(street: Street) -> None:
    gang = street.put("left_mob", "pistol_punk")
    street.begin({"turn": 3})
    street.phase("mob_move")
    street.drag(gang, "W-A11")
    street.phase("mob_shock")


def does_not_recover(street: Street) -> None:
    gang = street.put("W-D11", "pistol_punk")
    squad = street.put("W-E11", "line")
    street.begin({"turn": 3, "el_police": 4})
    street.phase("police_fire")
    street.fire("W-D11", "group", squad, side="police")
    street.roll("police", 1)
    street.check(gang, 6)
    for phase in ("police_move", "police_recovery"):
        street.phase(phase)
    street.book("turn", 1)
    for phase in ("gas_morale", "mob_fire", "mob_move", "mob_recovery"):
        street.phase(phase)
    street.mark(squad, "fires")
    for phase in ("police_fire", "police_move", "police_recovery"):
        street.phase(phase)
    for _ in range(14):
        street.act("chat")


def gas_is_kept(street: Street) -> None:
    street.put("W-D11", "gas", face="gas_2")
    street.begin({"turn": 3})
    for phase in ("police_recovery", "gas_morale", "gas_fades", "fires", "mob_fire", "police_fire",
                  "police_recovery", "gas_morale", "mob_fire"):  # fmt: skip
        street.phase(phase)


@pytest.mark.parametrize(("play", "phase", "clause"), [
    (fires_in_shock, "mob_fire", "5.3.f"), (two_turns_on, "police_recovery", "3.0.j"),
    (upstairs_in_the_street, "mob_move", "4.2.e"), (comes_back, "mob_move", "4.0.g"),
    (does_not_recover, "police_fire", "5.2.e"),
    (gas_is_kept, "police_recovery", "3.0.e"),
])  # fmt: skip
def test_order_and_recovery(
    civil_power: Game, reported: Reported, play: Play, phase: str, clause: str
) -> None:
    street = Street(civil_power, "ii-4", phase)
    play(street)
    assert judged(street, reported, clause)[:1] == [clause]


# --- batons, water, Active Denial ----------------------------------------------------------------


def weapon(
    street: Street, way: str, kind: str, start: str, cell: str, target: str = "untrained_crowd"
) -> None:
    """A squad or Vehicle attacks, and its die does nothing."""
    squad = street.put(start, kind)
    street.put(cell, target)
    street.begin({"turn": 3, "el_police": 1})
    street.fire(cell, street.plan.size[target], squad, way=way, side="police")
    street.roll("police", 1)


@pytest.mark.parametrize(("case", "clause"), [
    (("batons", "line", "W-C11", "W-G11"), "8.1.b"),
    (("batons", "unarmed_reserve", "W-C11", "W-D11"), "8.1.a"),
    (("water", "water_cannon", "W-C11", "W-G11"), "8.2.a"),
    (("ads", "line", "W-C11", "W-D11"), "8.3.a"),
    (("batons", "line", "W-D11", "W-E11", "tv_crew"), "8.8.a"),
    (("ads", "ads", "W-G6", "W-H6", "slingshot_punk"), "8.3.b"),
])  # fmt: skip
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


@pytest.mark.parametrize(("units", "clauses"), [
    (("tv_crew", "untrained_crowd"), []), (("tv_crew",), ["8.8.a"]),
])  # fmt: skip
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


@pytest.mark.parametrize(("die", "back", "plus", "wounds", "clauses"), [
    (6, 2, 1, 0, []), (6, 2, 2, 0, []), (6, 2, 1, 1, ["8.3.c"]), (3, 1, 1, 0, []),
    (3, 2, 1, 0, ["6.7.P2"]),
])  # fmt: skip
def test_active_denial(
    civil_power: Game, reported: Reported, die: int, back: int, plus: int, wounds: int,
    clauses: list[str],
) -> None:  # fmt: skip
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


@pytest.mark.parametrize(("level", "clauses"), [(5, []), (4, ["6.7.M5"])])
def test_fire_is_doubled_at_level_5(
    civil_power: Game, reported: Reported, level: int, clauses: list[str]
) -> None:
    street = Street(civil_power, "ii-4", "mob_fire")
    punks, squad = street.put("W-D11", "pistol_punk"), street.put("W-E11", "reserve")
    street.begin({"turn": 3, "el_mob": level, "el_police": 1})
    street.fire("W-E11", "group", punks, way="doubled")
    street.roll("mob", 1)
    street.check(squad, 1)
    street.phase("mob_move")
    assert judged(street, reported) == clauses


def test_a_stack_is_dragged_away_in_one_step(civil_power: Game) -> None:
    """6.4.c: the Agitator goes with the Crowd that fled to it, before it in the same step."""
    riot = Riot(civil_power, "police_fire")
    street = riot.street
    agitator, crowd = street.put("W-E11", "agitator"), street.put("W-D11", "trained_crowd")
    street.put("W-A11", "line")
    street.begin({"el_police": 1})
    street.act("chat")
    street.drag(crowd, "W-E11")
    street.check(crowd, 6, 1, apply=False)
    street.lose(agitator)
    street.lose(crowd)
    street.record.acts[-1] = street.record.acts[-1]._replace(step=street.step - 1)
    street.phase("police_move")
    assert [one.what for one in street.issues() if one.what.startswith("Agitator")] == []
