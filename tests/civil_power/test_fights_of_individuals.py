"""6.3.b, 6.4.c, 8.6.b: who does not fight Shock Combat, and what is done about it."""

from __future__ import annotations

import pytest

from modgen.model.game import Game
from tests.civil_power.street import Reported, Street, judged


@pytest.mark.parametrize(
    ("kind", "clauses"),
    [
        ("mob_sniper", ["6.3.b"]),
        ("agitator", ["6.4.c"]),
        ("slingshot_punk", ["3.0.h"]),
        ("tv_crew", []),
    ],
)
def test_who_is_left_with_the_police_without_a_fight(
    civil_power: Game, reported: Reported, kind: str, clauses: list[str]
) -> None:
    """Snipers and Agitators do not fight: they are eliminated."""
    street = Street(civil_power, "ii-4", "mob_recovery")
    street.put("W-D11", kind)
    street.put("W-D11", "line")
    street.begin({"turn": 3})
    street.act("chat")
    street.phase("police_fire")
    assert judged(street, reported) == clauses


@pytest.mark.parametrize(
    ("kind", "fate", "clauses"),
    [
        ("mob_sniper", "leaves", ["6.3.b"]),
        ("agitator", "leaves", ["6.4.c"]),
        ("mob_sniper", "is lost", []),
        ("mob_sniper", "is lost later", []),
        ("tv_crew", "leaves", []),
    ],
)
def test_who_is_alone_with_the_police_does_not_slip_away(
    civil_power: Game, kind: str, fate: str, clauses: list[str]
) -> None:
    street = Street(civil_power, "ii-1", "police_move")
    squad, unit = street.put("E-G9", "tactical"), street.put("E-G11", kind)
    street.begin({"turn": 3})
    street.drag(squad, "E-G11")
    street.phase("police_shock")
    if fate == "is lost":
        street.lose(unit)
    else:
        street.drag(unit, "E-H11")
    street.phase("police_recovery")
    if fate == "is lost later":
        street.lose(unit)
    assert [one.clause for one in street.issues() if one.clause[:2] == "6."] == clauses


@pytest.mark.parametrize(("squad", "clauses"), [(True, []), (False, ["8.6.b"])])
def test_a_helicopter_does_not_attack(
    civil_power: Game, reported: Reported, squad: bool, clauses: list[str]
) -> None:
    street = Street(civil_power, "ii-2", "police_shock")
    street.put("W-D11", "helicopter")
    crowd = street.put("W-D11", "untrained_crowd")
    if squad:
        street.put("W-D11", "tactical")
    street.begin({"turn": 3})
    street.fight("W-D11")
    street.roll("police", 3)
    street.roll("mob", 1)
    if squad:
        street.drag(crowd, "W-E11")
        street.check(crowd, 1, 1)
    street.phase("police_recovery")
    assert judged(street, reported, "8.6") == clauses


@pytest.mark.parametrize(
    ("armoured", "die", "clauses"),
    [(False, 5, []), (False, 1, ["8.12.2"]), (True, 5, ["8.12.3"])],
)
def test_which_vehicles_are_lost_in_shock_combat(
    civil_power: Game, armoured: bool, die: int, clauses: list[str]
) -> None:
    """Alone it is lost where it must retreat; an armoured one is not."""
    street = Street(civil_power, "ii-4", "mob_shock")
    truck = street.put("W-D7", "generic_veh")
    street.put("W-D7", "trained_crowd")
    key = "option_armoured#0"
    street.pieces[key] = street.pieces[key]._replace(face="on" if armoured else "off")
    street.begin({"turn": 3, "el_mob": 1, "el_police": 1})
    street.fight("W-D7")
    street.roll("mob", die)
    street.lose(truck)
    street.phase("mob_recovery")
    assert [one for one in street.clauses() if one.startswith("8.12")] == clauses


@pytest.mark.parametrize(("lost", "clauses"), [(False, []), (True, ["6.4.c"])])
def test_an_agitator_among_friends_is_not_lost(
    civil_power: Game, lost: bool, clauses: list[str]
) -> None:
    street = Street(civil_power, "ii-4", "mob_shock")
    squad, crowd = street.put("W-D7", "reserve"), street.put("W-D7", "trained_crowd")
    agitator = street.put("W-D7", "agitator")
    street.begin({"turn": 3, "el_mob": 1, "el_police": 1})
    street.fight("W-D7")
    street.roll("mob", 1)
    street.roll("police", 1)
    for key in (crowd, squad):
        street.check(key, 1)
    if lost:
        street.lose(agitator)
    street.phase("mob_recovery")
    assert [one for one in street.clauses() if one.startswith("6.4")] == clauses
