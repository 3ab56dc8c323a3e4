"""The order of play, recovery, and what lasts from turn to turn."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from modgen.model.game import Game
from tests.civil_power.street import Reported, Street, judged

Play = Callable[[Street], None]


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
    for phase in (
        "police_recovery",
        "gas_morale",
        "gas_fades",
        "fires",
        "mob_fire",
        "police_fire",
        "police_recovery",
        "gas_morale",
        "mob_fire",
    ):
        street.phase(phase)


@pytest.mark.parametrize(
    ("play", "phase", "clause"),
    [
        (fires_in_shock, "mob_fire", "5.3.f"),
        (two_turns_on, "police_recovery", "3.0.j"),
        (upstairs_in_the_street, "mob_move", "4.2.e"),
        (comes_back, "mob_move", "4.0.g"),
        (does_not_recover, "police_fire", "5.2.e"),
        (gas_is_kept, "police_recovery", "3.0.e"),
    ],
)
def test_order_and_recovery(
    civil_power: Game, reported: Reported, play: Play, phase: str, clause: str
) -> None:
    street = Street(civil_power, "ii-4", phase)
    play(street)
    assert judged(street, reported, clause)[:1] == [clause]
