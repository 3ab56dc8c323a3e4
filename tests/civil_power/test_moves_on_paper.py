"""Movement, order and checks: natural mistakes, each beside a legal move that looks alike."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from modgen.model.game import Game
from tests.civil_power.street import Reported, Street, judged

Play = Callable[[Street, bool], None]
HOUSE = "W-D9"


def suppressed_into_a_fight(street: Street, wrong: bool) -> None:
    crowd = street.put("W-D6", "untrained_crowd")
    street.put("W-D8", "line")
    street.begin({"turn": 3}, suppressed=[crowd])
    street.drag(crowd, "W-D7")
    if wrong:
        street.drag(crowd, "W-D8")


def stairs_for_nothing(street: Street, wrong: bool) -> None:
    """Four squares and the stairs cost six points, three squares and the stairs five."""
    punks = street.put("W-D5" if wrong else "W-D6", "pistol_punk")
    street.begin({"turn": 3})
    street.drag(punks, f"{HOUSE}@1")


def truck_over_a_barricade(street: Street, wrong: bool) -> None:
    truck = street.put("W-C11", "generic_veh")
    for side in "nesw" if wrong else "e":
        street.put(f"W-C11/{side}", "barricade")
    street.begin({"turn": 3})
    street.drag(truck, "W-D11")


def truck_into_a_crowd(street: Street, wrong: bool) -> None:
    truck = street.put("W-C11", "generic_veh")
    street.put("W-E11", "untrained_crowd" if wrong else "tv_crew")
    street.put("W-E11", "reserve")
    street.begin({"turn": 3})
    street.drag(truck, "W-E11")


def truck_into_a_house(street: Street, wrong: bool) -> None:
    truck = street.put("W-D8", "generic_veh")
    street.begin({"turn": 3})
    street.drag(truck, HOUSE if wrong else "W-C8")


def alone_into_a_fight(street: Street, wrong: bool) -> None:
    """8.14.2.c: who enters a fight began stacked with or beside another who enters it."""
    crowd = street.put("W-D6", "untrained_crowd")
    punks = street.put("W-H6" if wrong else "W-E6", "slingshot_punk")
    street.put("W-E8", "line")
    street.begin({"turn": 3})
    street.turn_over("option_command_shock#0", "on")
    street.drag(crowd, "W-D7")
    street.drag(crowd, "W-E7")
    street.drag(crowd, "W-E8")
    street.drag(punks, "W-E8")


def through_a_crowd(street: Street, wrong: bool) -> None:
    crowd = street.put("W-C11", "untrained_crowd")
    street.put("W-D11" if wrong else "W-D12", "trained_crowd")
    street.begin({"turn": 3})
    street.drag(crowd, "W-E11")


def gas_for_the_police(street: Street, wrong: bool) -> None:
    """6.1.g: squads walk through Gas; nobody checks."""
    street.put("W-D11", "gas")
    squad = street.put("W-C11", "line")
    street.begin({"turn": 3})
    street.drag(squad, "W-D11")
    if wrong:
        street.check(squad, 6, apply=False)
        street.suppress(squad)


@pytest.mark.parametrize(
    ("play", "side", "clause"),
    [
        (suppressed_into_a_fight, "mob", "5.2.a"),
        (stairs_for_nothing, "mob", "4.2.c"),
        (truck_over_a_barricade, "police", "8.12.a"),
        (truck_into_a_crowd, "police", "8.12.b"),
        (truck_into_a_house, "police", "4.2.a"),
        (alone_into_a_fight, "mob", "8.14.2.c"),
        (through_a_crowd, "mob", "4.3.a"),
        (gas_for_the_police, "police", "6.1.g"),
    ],
)
@pytest.mark.parametrize("wrong", [False, True])
def test_a_move(
    civil_power: Game, reported: Reported, play: Play, side: str, clause: str, wrong: bool
) -> None:
    street = Street(civil_power, "ii-4", f"{side}_move")
    play(street, wrong)
    street.phase(f"{side}_shock")
    assert judged(street, reported)[:1] == ([clause] if wrong else [])


# --- order -------------------------------------------------------------------------------------

MOB = ("mob_fire", "mob_move", "mob_shock", "mob_recovery")
POLICE = ("police_fire", "police_move", "police_shock", "police_recovery")


@pytest.mark.parametrize(
    ("phases", "clauses"),
    [
        (("mob_fire", "mob_move", "mob_shock"), []),
        (("mob_move", "mob_fire", "mob_shock"), ["3.0.b"]),
    ],
)
def test_fire_comes_before_movement(
    civil_power: Game, reported: Reported, phases: tuple[str, ...], clauses: list[str]
) -> None:
    street = Street(civil_power, "ii-4", "fires")
    punks, other = street.put("W-D11", "pistol_punk"), street.put("W-A11", "pistol_punk")
    squad = street.put("W-F11", "line")
    street.begin({"turn": 3, "el_mob": 4})
    for phase in phases:
        street.phase(phase)
        if phase == "mob_move":
            street.drag(other, "W-B11")
        if phase == "mob_fire":
            street.fire("W-F11", "group", punks)
            street.roll("mob", 1)
            street.check(squad, 1)
    for phase in ("mob_recovery", *POLICE, "gas_morale"):
        street.phase(phase)
    assert judged(street, reported)[:1] == clauses


@pytest.mark.parametrize(
    ("phases", "clauses"),
    [
        ((*MOB, *POLICE), []),
        ((*POLICE, *MOB), ["3.0.c"]),
    ],
)
def test_the_mob_plays_first(
    civil_power: Game, reported: Reported, phases: tuple[str, ...], clauses: list[str]
) -> None:
    street = Street(civil_power, "ii-4", "police_recovery")
    crowd, squad = street.put("W-D6", "untrained_crowd"), street.put("W-F11", "line")
    street.begin({"turn": 3})
    for number in range(2):
        street.book("turn")
        for phase in ("gas_morale", "gas_fades", "fires", *(phases if number else (*MOB, *POLICE))):
            street.phase(phase)
            if phase == "mob_move":
                street.drag(crowd, ("W-D5", "W-D4")[number])
            if phase == "police_move":
                street.drag(squad, ("W-G11", "W-H11")[number])
    assert judged(street, reported)[:1] == clauses


@pytest.mark.parametrize(("checked", "clauses"), [(2, []), (1, ["3.0.d"])])
def test_all_check_in_gas(
    civil_power: Game, reported: Reported, checked: int, clauses: list[str]
) -> None:
    street = Street(civil_power, "ii-4", "police_recovery")
    street.put("W-D11", "gas")
    units = [street.put("W-D11", "untrained_crowd"), street.put("W-D11", "slingshot_punk")]
    street.put("W-D11", "agitator")
    street.begin({"turn": 2})
    street.book("turn")
    street.phase("gas_morale")
    for key in units[:checked]:
        street.check(key, 1)
    street.phase("gas_fades")
    street.turn_over("gas#0", "gas_2")
    street.phase("fires")
    street.phase("mob_fire")
    assert judged(street, reported)[:1] == clauses


@pytest.mark.parametrize(("plus", "clauses"), [(1, []), (0, ["5.1.e"])])
def test_checks_are_harder_by_night(
    civil_power: Game, reported: Reported, plus: int, clauses: list[str]
) -> None:
    street = Street(civil_power, "ii-4", "mob_fire")
    punks, squad = street.put("W-D11", "pistol_punk"), street.put("W-E11", "line")
    street.night()
    street.begin({"turn": 3, "el_mob": 4})
    street.fire("W-E11", "group", punks)
    street.roll("mob", 1)
    street.check(squad, 4, plus)
    street.phase("mob_move")
    assert judged(street, reported)[:1] == clauses


@pytest.mark.parametrize(("lost", "clauses"), [(True, []), (False, ["5.1.f"])])
def test_a_suppressed_unit_rolls_worse(
    civil_power: Game, reported: Reported, lost: bool, clauses: list[str]
) -> None:
    """A plain die of 6 and 1 is 7."""
    street = Street(civil_power, "ii-4", "mob_fire")
    punks, squad = street.put("W-D11", "pistol_punk"), street.put("W-E11", "line")
    street.begin({"turn": 3, "el_mob": 4}, suppressed=[squad])
    street.fire("W-E11", "group", punks)
    street.roll("mob", 1)
    street.roll("police", 6)
    if lost:
        street.lose(squad)
    street.phase("mob_move")
    street.phase("mob_shock")
    for _ in range(9):
        street.act("chat")
    assert judged(street, reported)[:1] == clauses
