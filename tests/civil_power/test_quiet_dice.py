"""Dice on paper that nobody announced, and dice that do not count."""

from __future__ import annotations

import pytest

from modgen.model.game import Game
from tests.civil_power.riot import Riot
from tests.civil_power.street import Reported, judged


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
