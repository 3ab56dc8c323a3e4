"""Dice on paper that nobody announced, and dice that do not count."""

from __future__ import annotations

import pytest

from modgen.model.game import Game
from tests.civil_power.riot import Riot
from tests.civil_power.street import Reported, judged


@pytest.mark.parametrize(
    ("die", "booked", "distance", "clauses"),
    [
        (1, 0, "W-E11", []),
        (6, 2, "W-E11", ["5.3.1.a"]),
        (1, 1, "W-E11", ["5.3.1.a"]),
        (1, 0, "W-H11", ["5.3.2.a"]),
    ],
)
@pytest.mark.parametrize("seat", ["mob", ""])
def test_a_quiet_shot(
    civil_power: Game,
    reported: Reported,
    die: int,
    booked: int,
    distance: str,
    clauses: list[str],
    seat: str,
) -> None:
    """A die without an announcement is judged by the check that follows; the button names it."""
    riot = Riot(civil_power, "mob_fire")
    riot.street.put("W-D11", "trained_crowd")
    squad = riot.street.put(distance, "line")
    street = riot.begin()
    street.act("roll", seat, kind="mob", dice=(die,))
    if booked:
        street.book("wia_police", booked)
    street.check(squad, 1)
    street.phase("mob_move")
    assert judged(street, reported) == clauses


@pytest.mark.parametrize(("booked", "clauses"), [(0, []), (1, ["5.3.1.d"])])
def test_a_sniper_who_was_hit_by_a_quiet_shot(
    civil_power: Game, reported: Reported, booked: int, clauses: list[str]
) -> None:
    """Nobody announced the shot, but only its target checks; a hit Individual is eliminated."""
    riot = Riot(civil_power, "police_fire")
    riot.street.put("W-D11", "tactical")
    sniper = riot.street.put("W-E11", "mob_sniper")
    street = riot.begin(el_police=4)
    street.roll("police", 4)
    if booked:
        street.book("wia_mob", booked)
    street.check(sniper, 1)
    street.phase("police_move")
    assert judged(street, reported) == clauses


@pytest.mark.parametrize(("plus", "clauses"), [(0, ["5.1.e"]), (1, [])])
def test_a_check_by_night_after_a_shot_that_nobody_announced(
    civil_power: Game, reported: Reported, plus: int, clauses: list[str]
) -> None:
    """One player acts for both sides, and a Molotov was thrown before."""
    riot = Riot(civil_power, "mob_fire")
    riot.street.put("W-D11", "slingshot_punk", 2)
    squad = riot.street.put("W-E11", "line")
    riot.street.put("W-D12", "generic_veh", face="a")
    street = riot.begin()
    street.night()
    street.roll("mob", 1)
    street.book("molotovs", -1)
    street.roll("fire_check", 2)
    street.roll("mob", 4)
    street.check(squad, 3, plus)
    street.phase("mob_move")
    assert judged(street, reported, "5.1") == clauses


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
