"""Units and weapons that players name in chat, in games in which they tell their dice, too."""

from __future__ import annotations

import pytest

from modgen.model.game import Game
from modgen_rules.civil_power.reading.spoken import roll_calls, weapon_told
from tests.civil_power.street import Street
from tests.civil_power.test_told_late import say

CALL = "A D9, B upstairs F10, C E9. bulls R1 D10, R3 R4 C10"
"""Where a line tells the units to be."""


def squat(game: Game, *lines: str) -> tuple[Street, list[str]]:
    """Three gangs and a squad that a line tells before play, and what else is told."""
    street = Street(game, "ii-3", "mob_fire")
    punks = [street.put(cell, "slingshot_punk") for cell in ("E-D9", "E-F10", "E-E9")]
    squads = [street.put("E-D10", "reserve"), street.put("E-C10", "reserve")]
    squads.append(street.put("E-C10", "reserve"))
    street.begin({"turn": 4, "el_mob": 1, "el_police": 1, "molotovs": 4, "grenades": 4})
    for line in lines:
        say(street, line)
    return street, [*punks, *squads]


@pytest.mark.parametrize(
    ("line", "clauses"),
    [
        ("A with a bottle at the reserve in D10", ["6.5.j"]),
        ("B with a bottle at the reserve in D10", ["6.5.a"]),
    ],
)
def test_units_are_called_by_letters(civil_power: Game, line: str, clauses: list[str]) -> None:
    street, keys = squat(civil_power, CALL, line)
    roll_calls(street.record)
    assert street.record.nicknames["mob", "b0"] == {keys[1]}
    assert street.record.nicknames["police", "r3"] == {*keys[4:]}
    street.roll("mob", 1)
    street.book("molotovs", -1)
    street.roll("fire_check", 1)
    street.phase("mob_move")
    found = street.clauses()
    assert [one for one in found if one in ("6.5.a", "6.5.j")] == clauses


def test_a_word_is_no_letter_of_a_unit(civil_power: Game) -> None:
    street, keys = squat(civil_power, CALL, "A punk in F10 throws a stone at the reserve in D10")
    roll_calls(street.record)
    street.roll("mob", 1)
    street.phase("mob_move")
    street.clauses()
    assert street.record.nicknames["mob", "a0"] == {keys[0]}


@pytest.mark.parametrize(("charge", "clauses"), [((4, 5), ["4.0.e"]), ((4,), [])])
def test_one_of_two_has_fired(
    civil_power: Game, charge: tuple[int, ...], clauses: list[str]
) -> None:
    """It is not known which of two, but both go to enemies."""
    street, keys = squat(civil_power, CALL)
    street.phase("police_fire")
    say(street, "R3 throws one by hand into C9", "Police (Bob)")
    street.place("gas", "E-C9")
    street.book("grenades", -1)
    street.phase("police_move")
    for n in charge:
        street.drag(keys[n], "E-D9")
    street.phase("police_shock")
    assert [one for one in street.clauses() if one == "4.0.e"] == clauses


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("A with a bottle at the reserve in D10: 2, 3", True),
        ("A at the reserve in D10: 2, 3", False),
        ("fight D10: 2, 3", False),
    ],
)
def test_dice_of_a_weapon_that_is_told(civil_power: Game, line: str, told: bool) -> None:
    """They are rolled in Fire Combat, not for units in Gas."""
    street, _ = squat(civil_power, CALL, line)
    roll_calls(street.record)
    street.roll("mob", 2)
    street.also("roll", kind="mob", dice=(3,))
    assert [weapon_told(street.record, n) for n in range(2)] == [told, told]
