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
