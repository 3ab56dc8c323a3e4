"""Molotovs on paper: who throws them, their dice and their Fires."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from modgen.model.game import Game
from tests.civil_power.riot import Riot, throw
from tests.civil_power.street import Reported, judged


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
