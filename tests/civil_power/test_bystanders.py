"""What nobody may do by the way: units and markers that nothing concerns, on paper."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from modgen.model.game import Game
from tests.civil_power.street import Street

PHASES = (
    "gas_morale",
    "gas_fades",
    "fires",
    "mob_fire",
    "mob_move",
    "mob_shock",
    "mob_recovery",
    "police_fire",
    "police_move",
    "police_shock",
    "police_recovery",
)


def played(game: Game, phase: str, deed: Callable[[Street, dict[str, str]], None]) -> list[str]:
    """A game-turn without an event but for a deed in one phase; what is illegal in it."""
    street = Street(game, "ii-4", "police_recovery")
    keys = {
        "agitator": street.put("W-E11", "agitator"),
        "crowd": street.put("W-E11", "trained_crowd"),
        "squad": street.put("W-F11", "line"),
        "other": street.put("W-F11", "line"),
    }
    street.begin(
        {
            "turn": 3,
            "el_mob": 1,
            "el_police": 1,
            "molotovs": 3,
            "grenades": 3,
            "wia_mob": 4,
            "kia_police": 2,
        }
    )
    for name in PHASES:
        street.phase(name)
        if name == phase:
            deed(street, keys)
            for _ in range(20):
                street.act("chat")
    return street.clauses()


def rocks(*checked: str) -> Callable[[Street, dict[str, str]], None]:
    """A Crowd throws rocks, and some squads check."""

    def deed(street: Street, keys: dict[str, str]) -> None:
        street.fire("W-F11", "group", keys["crowd"])
        street.roll("mob", 1)
        for name in checked:
            street.check(keys[name], 1)

    return deed


def moves(street: Street, keys: dict[str, str]) -> None:
    street.drag(keys["squad"], "W-G11")


def steadied(street: Street, keys: dict[str, str]) -> None:
    street.suppress(keys["agitator"])
    street.suppress(keys["agitator"], on=False)


def books(marker: str, *numbers: int) -> Callable[[Street, dict[str, str]], None]:
    """A marker of a track goes on by some numbers."""

    def deed(street: Street, keys: dict[str, str]) -> None:
        for number in numbers:
            street.book(marker, number)

    return deed


@pytest.mark.parametrize(
    ("phase", "deed", "clauses"),
    [
        ("mob_recovery", lambda street, keys: street.suppress(keys["agitator"]), ["6.4.b"]),
        ("police_fire", steadied, []),
        ("mob_fire", rocks("squad"), []),
        ("mob_fire", rocks("squad", "other"), ["5.3.1.b"]),
        ("gas_morale", moves, ["4.0.h"]),
        ("fires", moves, ["4.0.h"]),
        ("police_move", moves, []),
        ("mob_move", books("molotovs", 1), ["6.5.b"]),
        ("mob_move", books("molotovs", 2, -2), []),
        ("police_move", books("grenades", 1), ["6.1.b"]),
        ("police_move", books("wia_mob", -1), ["5.3.1.e"]),
        ("mob_move", books("wia_mob", 1, -1), []),
        ("mob_move", books("kia_police", -1), ["5.3.1.e"]),
    ],
)
def test_what_nothing_calls_for(
    civil_power: Game,
    phase: str,
    deed: Callable[[Street, dict[str, str]], None],
    clauses: list[str],
) -> None:
    assert played(civil_power, phase, deed) == clauses
