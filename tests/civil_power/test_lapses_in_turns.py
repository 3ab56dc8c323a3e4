"""Lapses that blind games showed: a late payment, a weapon without a word, what is told once."""

from __future__ import annotations

import pytest

from modgen.model.game import Game
from tests.civil_power.riot import Riot, gas
from tests.civil_power.street import Street


def test_a_move_before_the_tracker_catches_up_is_a_question(civil_power: Game) -> None:
    street = Street(civil_power, "ii-4", "mob_fire")
    squad, crowd = street.put("W-A3", "line"), street.put("W-D4", "untrained_crowd")
    street.begin({"turn": 3})
    street.phase("mob_move")
    street.drag(crowd, "W-D5")
    street.phase("mob_shock")
    street.drag(squad, "W-B3")
    for name in ("mob_recovery", "police_fire", "police_move", "police_shock"):
        street.phase(name)
    assert street.issues() == []
    assert [one.clause for one in street.issues("suspect")] == ["4.0.h"]


@pytest.mark.parametrize(("paid", "clauses"), [(True, []), (False, ["6.1.f"])])
def test_a_grenade_is_counted_off_in_the_same_turn(
    civil_power: Game, paid: bool, clauses: list[str]
) -> None:
    riot = Riot(civil_power, "police_fire")
    squad = riot.street.put("W-D8", "line")
    street = riot.begin()
    gas(street, "W-E8", squad, way="hand_gas", count=False)
    street.phase("police_move")
    if paid:
        street.book("grenades", -1)
    street.phase("police_shock")
    street.phase("police_recovery")
    street.phase("gas_morale")
    assert street.clauses() == clauses


@pytest.mark.parametrize(("level", "clauses"), [(2, []), (4, ["8.1.a"])])
def test_batons_without_a_word(civil_power: Game, level: int, clauses: list[str]) -> None:
    """8.1.a: who carries batons fires them at a level at which nobody fires guns."""
    street = Street(civil_power, "ii-4", "police_fire")
    squad, crowd = street.put("W-D8", "tactical"), street.put("W-E8", "untrained_crowd")
    batons = street.pieces["option_batons#0"]
    street.pieces["option_batons#0"] = batons._replace(face="tactical")
    street.begin({"turn": 3, "el_police": level, "el_mob": 2})
    street.fire("W-E8", "crowd", squad, side="police")
    street.roll("police", 1)
    street.drag(crowd, "W-F8")
    street.check(crowd, 1, 1)
    street.phase("police_move")
    assert [one for one in street.clauses() if one.startswith(("8.1", "6.7"))] == clauses


def test_an_overfull_square_is_told_once(civil_power: Game) -> None:
    street = Street(civil_power, "ii-4", "mob_fire")
    street.put("W-D5", "untrained_crowd")
    crowd, other = street.put("W-D4", "trained_crowd"), street.put("W-A8", "untrained_crowd")
    street.put("W-J8", "line")
    street.begin({"turn": 3})
    street.phase("mob_move")
    street.drag(crowd, "W-D5")
    for place in ("W-B8", "W-A8"):
        for name in ("mob_shock", "mob_recovery", "police_fire", "police_move", "police_shock"):
            street.phase(name)
        street.phase("police_recovery")
        street.book("turn")
        street.phase("gas_morale")
        street.phase("mob_move")
        street.drag(other, place)
    street.phase("mob_shock")
    assert street.clauses() == ["4.1.c"]
