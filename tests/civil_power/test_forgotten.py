"""Rules that players forget in a round of Shock, a crash, or the order of two Mobs, on paper."""

from __future__ import annotations

import pytest

from modgen.model.game import Game
from tests.civil_power.street import Reported, Street, judged
from tests.civil_power.test_bystanders import PHASES

SQUARE = "W-D8"


@pytest.mark.parametrize(("checks", "clauses"), [(False, []), (True, ["5.2.c"])])
def test_suppressed_units_have_no_shock(
    civil_power: Game, checks: bool, clauses: list[str], reported: Reported
) -> None:
    street = Street(civil_power, "ii-4", "mob_shock")
    crowd, squad = street.put(SQUARE, "trained_crowd"), street.put(SQUARE, "reserve")
    street.begin({"el_mob": 1, "el_police": 1}, [squad])
    street.fight(SQUARE)
    street.roll("mob", 1)
    street.roll("police", 2)
    street.check(squad, 1)
    if checks:
        street.check(crowd, 1)
    street.fight(SQUARE, 2)
    street.roll("mob", 3)
    street.roll("police", 1)
    street.drag(squad, "W-C9")
    street.check(squad, 1, 1)
    assert judged(street, reported) == clauses


@pytest.mark.parametrize(("checks", "clauses"), [(False, []), (True, ["5.4.1.j"])])
def test_a_squad_that_fell_in_the_first_round(
    civil_power: Game, checks: bool, clauses: list[str], reported: Reported
) -> None:
    """Its 3 points count no more in the second round, and its 2 does nothing to the Crowd."""
    street = Street(civil_power, "ii-4", "mob_shock")
    crowd, squad = street.put(SQUARE, "trained_crowd"), street.put(SQUARE, "reserve")
    street.begin({"el_mob": 1, "el_police": 1})
    street.fight(SQUARE)
    street.roll("mob", 1)
    street.roll("police", 1)
    street.check(squad, 5)
    street.fight(SQUARE, 2)
    street.roll("mob", 3)
    street.roll("police", 2)
    if checks:
        street.check(crowd, 1)
    street.drag(squad, "W-C9")
    street.check(squad, 1, 1)
    assert judged(street, reported) == clauses


@pytest.mark.parametrize(("burns", "clauses"), [(True, []), (False, ["8.6.c"])])
def test_a_helicopter_crashes(
    civil_power: Game, burns: bool, clauses: list[str], reported: Reported
) -> None:
    street = Street(civil_power, "ii-4", "mob_fire")
    punks = [street.put("W-D4", "shotgun_punk") for _ in range(2)]
    flier, below = street.put("W-D6", "helicopter"), street.put("W-D6", "line")
    street.begin({"el_mob": 4, "el_police": 1})
    street.fire("W-D6", "vehicle", *punks)
    street.roll("mob", 6)
    street.book("kia_police")
    street.lose(flier, below)
    if burns:
        street.place("fire", "W-D6")
    street.phase("mob_move")
    assert judged(street, reported, "8.6") == clauses


@pytest.mark.parametrize(("level", "clauses"), [(3, []), (2, ["6.7.P3"])])
def test_a_sniper_fires_from_a_helicopter(
    civil_power: Game, level: int, clauses: list[str], reported: Reported
) -> None:
    street = Street(civil_power, "ii-4", "police_fire")
    flier, punks = street.put("W-E6", "helicopter"), street.put("W-E4", "pistol_punk")
    sniper = street.put("helicopter_load", "police_sniper")
    street.begin({"el_mob": 4, "el_police": level})
    street.fire("W-E4", "group", flier, sniper, way="sniper", side="police")
    street.roll("police", 3)
    street.book("wia_mob")
    street.check(punks, 1)
    street.phase("police_move")
    assert judged(street, reported) == clauses


@pytest.mark.parametrize(("scenario", "clause"), [("i-3", "S.I3.c"), ("ii-5", "S.II5.b")])
def test_the_same_mob_goes_first(
    civil_power: Game, scenario: str, clause: str, reported: Reported
) -> None:
    street = Street(civil_power, scenario, "police_recovery")
    street.begin({"turn": 3})
    checks, mob, police = PHASES[:3], PHASES[3:7], PHASES[7:]
    rival = [name.replace("mob", "rival") for name in mob]
    for order in ((*mob, *rival), (*rival, *mob)):
        for name in (*checks, *order, *police):
            street.phase(name)
            street.act("chat")
    street.phase("gas_morale")
    assert judged(street, reported) == [clause]
