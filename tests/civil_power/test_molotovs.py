"""Molotovs on paper: who throws them, their dice and their Fires."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from modgen.model.game import Game
from tests.civil_power.riot import Riot, throw
from tests.civil_power.street import Reported, Street, judged


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


@pytest.mark.parametrize(
    ("play", "clause"),
    [
        (thrown_far, "6.5.a"),
        (bottles_not_counted, "6.5.b"),
        (a_die_for_one_of_two, "6.5.d"),
        (no_fire_check, "6.5.e"),
        (burns_on_two, "6.5.e"),
        (inside_a_house, "6.5.j"),
        (twice_by_a_punk, "6.5.c"),
        (two_at_once_by_a_punk, "6.5.c"),
    ],
)
def test_molotovs(
    civil_power: Game, reported: Reported, play: Callable[[Riot], None], clause: str
) -> None:
    riot = Riot(civil_power, "mob_fire")
    play(riot)
    riot.street.phase("mob_move")
    assert judged(riot.street, reported)[:1] == [clause]


def test_a_molotov_is_counted_after_the_next_attack(civil_power: Game) -> None:
    """The marker that goes down then does not make the other attack one with Molotovs."""
    riot = Riot(civil_power, "mob_fire")
    crowd, punks = (
        riot.street.put("W-D11", "untrained_crowd"),
        riot.street.put("W-G11", "shotgun_punk"),
    )
    squads = [riot.street.put("W-E11", "line"), riot.street.put("W-H11", "line")]
    riot.street.put("W-H11", "reserve")
    street = riot.begin(el_mob=4)
    throw(street, crowd, "W-E11", 1, count=0)
    street.check(squads[0], 1)
    street.fire("W-H11", "group", punks)
    street.roll("mob", 1)
    street.check(squads[1], 1)
    street.book("molotovs", -1)
    street.phase("mob_move")
    assert street.clauses() == []


@pytest.mark.parametrize(("declared", "clauses"), [(2, []), (1, ["6.5.c"])])
def test_two_throws_are_declared_before_the_dice(
    civil_power: Game, declared: int, clauses: list[str]
) -> None:
    """Each of two Punks throws a bottle; the mark of the first stands for both."""
    riot = Riot(civil_power, "mob_fire")
    punks = [riot.street.put(cell, "slingshot_punk") for cell in ("W-D11", "W-D12")]
    squads = [riot.street.put(cell, "line") for cell in ("W-E11", "W-E12")]
    street = riot.begin()
    for squad in squads[2 - declared :]:
        street.fire(street.position.units[squad].cell, "everyone", punks[0], way="molotov")
    for squad in squads:
        street.book("molotovs", -1)
        street.roll("mob", 1)
        street.check(squad, 1)
        street.roll("fire_check", 1)
    street.phase("mob_move")
    assert street.clauses() == clauses


@pytest.mark.parametrize(("own", "clauses"), [(False, []), (True, ["6.5.i"])])
def test_a_fire_spreads_beside_a_field_gun(
    civil_power: Game, reported: Reported, own: bool, clauses: list[str]
) -> None:
    """A Field Gun may light the square on which it fires, not another one."""
    street = Street(civil_power, "ii-1", "police_fire")
    gun, punks = street.put("E-E4", "field_gun"), street.put("E-A1", "shotgun_punk")
    street.put("E-H11", "fire")
    street.begin({"turn": 3, "el_mob": 4, "el_police": 4})
    if own:
        street.place("fire", "E-G11")
        street.act("chat")
        street.act("chat")
    street.fire("E-A1", "group", gun, way="special", side="police")
    street.roll("police", 1)
    street.check(punks, 1)
    street.roll("ruin", 6)
    street.place("fire", "E-A1")
    street.drag(punks, "E-B1")
    street.phase("police_move")
    assert judged(street, reported, "6.5") == clauses


@pytest.mark.parametrize(
    ("target", "fire", "clauses"),
    [("W-E11", "", []), ("W-E11", "W-E12", ["6.5.e"]), ("W-D11", "", ["6.5.a"])],
)
def test_a_molotov_starts_no_fire_elsewhere_and_is_not_thrown_into_its_own_square(
    civil_power: Game, reported: Reported, target: str, fire: str, clauses: list[str]
) -> None:
    riot = Riot(civil_power, "mob_fire")
    crowd, squad = riot.street.put("W-D11", "untrained_crowd"), riot.street.put(target, "line")
    street = riot.begin()
    throw(street, crowd, target, *((1,) if target == "W-E11" else (1, 1)), fire=2)
    for key in (squad,) if target == "W-E11" else (squad, crowd):
        street.check(key, 1)
    if fire:
        street.place("fire", fire)
    street.phase("mob_move")
    assert judged(street, reported) == clauses
