"""Batons and water: natural mistakes, each beside a legal attack that looks alike."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from modgen.model.game import Game
from tests.civil_power.street import Reported, Street, judged

Play = Callable[[Street, bool], None]


def batons(street: Street, die: int, *squads: str, cell: str = "W-E11", aim: str = "crowd") -> None:
    """Squads fire baton rounds."""
    street.fire(cell, aim, *squads, way="batons", side="police")
    street.roll("police", die)


def without_the_distance(street: Street, wrong: bool) -> None:
    """7 with a 5: three less for three squares and two more at a Crowd are 4: one square."""
    squad, crowd = street.put("W-C11", "tactical"), street.put("W-F11", "untrained_crowd")
    street.begin({"turn": 3, "el_police": 1})
    batons(street, 5, squad, cell="W-F11")
    for cell in ("W-G11", "W-H11") if wrong else ("W-G11",):
        street.drag(crowd, cell)
    street.check(crowd, 1, 1)


def by_the_nearest_squad(street: Street, wrong: bool) -> None:
    """14 with a 5: three less and two more are 4, and 2 squares; two less would be 5, an X."""
    squads = [street.put(cell, "tactical") for cell in ("W-D6", "W-E5")]
    crowd = street.put("W-G6", "untrained_crowd")
    street.begin({"turn": 3, "el_police": 1})
    batons(street, 5, *squads, cell="W-G6")
    for cell in ("W-G7", "W-G8"):
        street.drag(crowd, cell)
    if wrong:
        street.book("wia_mob", 2)
    street.check(crowd, 1, 2 if wrong else 1)


def two_targets(street: Street, wrong: bool) -> None:
    squad, crowd = street.put("W-D11", "tactical"), street.put("W-E11", "untrained_crowd")
    punks = street.put("W-E11", "slingshot_punk")
    street.begin({"turn": 3, "el_police": 1})
    batons(street, 3, squad)
    for key in (crowd, punks) if wrong else (crowd,):
        street.drag(key, "W-F11")
        street.check(key, 1, 1)


def squads_apart(street: Street, wrong: bool) -> None:
    first = street.put("W-D11", "tactical")
    second = street.put("W-G11" if wrong else "W-D11", "tactical")
    crowd = street.put("W-E11", "untrained_crowd")
    street.begin({"turn": 3, "el_police": 1})
    batons(street, 1, first, second)
    street.drag(crowd, "W-F11")
    street.check(crowd, 1, 1)


def unchecked(street: Street, wrong: bool) -> None:
    """7 with a 1 and one more at a Crowd beside it: one square, and a check."""
    squads = [street.put(cell, "tactical") for cell in ("W-D11", "W-D3")]
    crowds = [street.put(cell, "untrained_crowd") for cell in ("W-E11", "W-E3")]
    street.begin({"turn": 3, "el_police": 1})
    for squad, crowd, cell, end in zip(
        squads, crowds, ("W-E11", "W-E3"), ("W-F11", "W-F3"), strict=True
    ):
        batons(street, 1, squad, cell=cell)
        street.drag(crowd, end)
        if not wrong or crowd == crowds[1]:
            street.check(crowd, 1, 1)


def checked_for_nothing(street: Street, wrong: bool) -> None:
    """3 with a 1, one less at Punks beside it, is nothing: no check either."""
    squad, punks = street.put("W-D11", "reserve"), street.put("W-E11", "slingshot_punk")
    street.begin({"turn": 3, "el_police": 1})
    batons(street, 1, squad, aim="group")
    if wrong:
        street.check(punks, 6)


def checked_far_away(street: Street, wrong: bool) -> None:
    """3 with a 3, two less for two squares, is nothing; without the distance it is an M."""
    squad, punks = street.put("W-D11", "reserve"), street.put("W-F11", "slingshot_punk")
    street.begin({"turn": 3, "el_police": 1})
    batons(street, 3, squad, cell="W-F11", aim="group")
    if wrong:
        street.check(punks, 1)


def answered(street: Street, wrong: bool) -> None:
    squad, crowd = street.put("W-D11", "tactical"), street.put("W-E11", "untrained_crowd")
    street.begin({"turn": 3, "el_police": 1})
    batons(street, 1, squad)
    street.drag(crowd, "W-F11")
    if wrong:
        street.act("roll", "mob", kind="mob", dice=(5,))
        street.check(squad, 6)
    street.check(crowd, 1, 1)


def water_answered(street: Street, wrong: bool) -> None:
    cannon, crowd = street.put("W-D11", "water_cannon"), street.put("W-F11", "untrained_crowd")
    street.begin({"turn": 3, "el_police": 1})
    water(street, 3)
    street.drag(crowd, "W-G11")
    if wrong:
        street.act("roll", "mob", kind="mob", dice=(5,))
        street.check(cannon, 1)
    street.check(crowd, 1, 1)


def water(street: Street, die: int, cell: str = "W-F11") -> None:
    """The Water Cannon in W-D11 fires."""
    street.fire(cell, "everyone", "water_cannon#0", way="water", side="police")
    street.roll("police", die)


def only_one_gets_wet(street: Street, wrong: bool) -> None:
    street.put("W-D11", "water_cannon")
    units = [street.put("W-F11", kind) for kind in ("untrained_crowd", "slingshot_punk")]
    street.begin({"turn": 3, "el_police": 1})
    water(street, 3)
    for key in units[: 1 if wrong else 2]:
        street.drag(key, "W-G11")
        street.check(key, 1, 1)


def through_a_wall(street: Street, wrong: bool) -> None:
    street.put("W-D11", "water_cannon")
    street.put("W-E11/e" if wrong else "W-E11/n", "barricade")
    crowd = street.put("W-G11", "untrained_crowd")
    street.begin({"turn": 3, "el_police": 1})
    water(street, 1, "W-G11")
    if wrong:
        street.act("chat")
    assert crowd


def water_in_the_shock_combat(street: Street, wrong: bool) -> None:
    street.put("W-D11", "water_cannon")
    crowd = street.put("W-F11", "untrained_crowd")
    street.begin({"turn": 3, "el_police": 1})
    phases = [
        "mob_fire",
        "mob_move",
        "mob_shock",
        "mob_recovery",
        "police_fire",
        "police_move",
        "police_shock",
        "police_recovery",
        "gas_morale",
    ]
    for phase in phases:
        street.phase(phase)
        if phase == ("police_shock" if wrong else "police_fire"):
            water(street, 3)
            street.drag(crowd, "W-G11")
            street.check(crowd, 1, 1)


@pytest.mark.parametrize(
    ("play", "clause"),
    [
        (without_the_distance, "8.1.c"),
        (by_the_nearest_squad, "8.1.g"),
        (two_targets, "8.1.e"),
        (squads_apart, "8.1.f"),
        (unchecked, "8.1.h"),
        (checked_for_nothing, "8.1.d"),
        (checked_far_away, "8.1.d"),
        (answered, "8.1.d"),
        (water_answered, "8.2.c"),
        (only_one_gets_wet, "8.2.c"),
        (through_a_wall, "8.2.g"),
        (water_in_the_shock_combat, "8.2.f"),
    ],
)
@pytest.mark.parametrize("wrong", [False, True])
def test_an_attack(
    civil_power: Game, reported: Reported, play: Play, clause: str, wrong: bool
) -> None:
    street = Street(civil_power, "ii-4", "police_fire")
    play(street, wrong)
    if not any(act.what == "phase" for act in street.record.acts):
        street.phase("police_move")
    assert judged(street, reported)[:1] == ([clause] if wrong else [])
