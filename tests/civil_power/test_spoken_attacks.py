"""Attacks that players only speak of, and units that they keep off the boards until they attack."""

from __future__ import annotations

import pytest

from modgen.model.game import Game
from tests.civil_power.riot import Riot
from tests.civil_power.street import Street
from tests.civil_power.test_told_late import say


def told(street: Street) -> list[str]:
    """The clauses of what is illegal."""
    return [one.clause for one in street.issues()]


def gangs(game: Game) -> tuple[Riot, str]:
    """Punks beside each other and a Line, for an attack in chat."""
    riot = Riot(game, "mob_fire", "ii-1")
    for cell, kind in (
        ("E-D9", "pistol_punk"),
        ("E-D9", "mob_sniper"),
        ("E-C9", "pistol_punk"),
        ("E-G11", "shotgun_punk"),
    ):
        riot.street.put(cell, kind)
    return riot, riot.street.put("E-C8", "line")


@pytest.mark.parametrize(
    ("line", "clauses"),
    [
        ("pistols D9 on the line in C8", []),
        ("P1 D9 at C8: 4", []),
        ("pistols and the sniper in D9 at the line in C8", ["5.3.e"]),
        ("C9 at the line, 4", []),
        ("P2 C9 and H1 G11 together at L1", ["5.3.2.a", "5.3.2.d", "5.3.d"]),
        ("pistols at the line", []),
    ],
)
def test_who_fires_is_told(civil_power: Game, line: str, clauses: list[str]) -> None:
    riot, squad = gangs(civil_power)
    street = riot.begin(el_mob=4)
    say(street, line)
    street.roll("mob", 1)
    street.check(squad, 1)
    street.phase("mob_move")
    assert sorted(told(street)) == sorted(clauses)


@pytest.mark.parametrize(
    ("second", "clauses"), [("P2 at the line", []), ("P1 again at the line", ["5.3.a"])]
)
def test_a_unit_is_what_players_call_it(civil_power: Game, second: str, clauses: list[str]) -> None:
    """Which of two it is stays open, but not that it attacks twice."""
    riot, squad = gangs(civil_power)
    street = riot.begin(el_mob=4)
    for line in ("P1 at the line in C8", second):
        say(street, line)
        street.roll("mob", 1)
        street.check(squad, 1)
    street.phase("mob_move")
    assert told(street) == clauses


@pytest.mark.parametrize(
    ("line", "gun", "die", "clauses"),
    [
        ("gas gun in E11 into H11", True, 1, []),
        ("gas gun in E11 into H11", True, 0, ["6.1.1.d"]),
        ("gas gun in E11 into H11", False, 1, ["6.1.d"]),
        ("the reserve throws one by hand into H11", True, 0, ["6.1.e"]),
        ("ouch", True, 1, []),
    ],
)
def test_gas_is_told(civil_power: Game, line: str, gun: bool, die: int, clauses: list[str]) -> None:
    riot = Riot(civil_power, "police_fire")
    riot.street.put("W-E11", "reserve")
    if gun:
        riot.street.put("W-E11", "gas_gun")
    crowd = riot.street.put("W-H11", "untrained_crowd")
    street = riot.begin()
    say(street, line, "Police (Bob)")
    street.book("grenades", -1)
    street.place("gas", "W-H11")
    if die:
        street.roll("canister", die)
    street.check(crowd, 1)
    street.phase("police_move")
    assert told(street) == clauses


@pytest.mark.parametrize(("before", "clauses"), [(False, []), (True, ["5.3.f"])])
def test_fire_in_the_movement(civil_power: Game, before: bool, clauses: list[str]) -> None:
    """It is sure if the unit that fires has moved: then the tracker is not just late."""
    riot = Riot(civil_power, "mob_fire", "ii-1")
    punks = riot.street.put("E-D9", "pistol_punk")
    squad = riot.street.put("E-C8", "line")
    street = riot.begin(el_mob=4)
    if before:
        street.phase("mob_move")
        street.drag(punks, "E-D8")
    say(street, f"P1 {'D8' if before else 'D9'} at the line in C8")
    street.roll("mob", 1)
    street.check(squad, 1)
    if not before:
        street.phase("mob_move")
    street.phase("mob_shock")
    assert told(street) == clauses


@pytest.mark.parametrize(
    ("number", "fires", "verdicts"),
    [(1, True, []), (1, False, ["suspect"]), (6, True, ["suspect"])],
)
def test_a_unit_of_a_note_appears_when_it_attacks(
    civil_power: Game, number: int, fires: bool, verdicts: list[str]
) -> None:
    """8.4, II-1: up to five units may hide; who hides off the boards keeps a note."""
    street = Street(civil_power, "ii-1", "mob_fire")
    kinds = ["pistol_punk"] * 3 + ["shotgun_punk"] * 3
    punks = [street.put("force_mob", kind) for kind in kinds[:number]]
    squad = street.put("E-C8", "line")
    street.begin({"turn": 2, "el_mob": 4})
    for unit in punks:
        street.drag(unit, "E-D9")
        if fires:
            say(street, "P1 comes out of hiding in D9 and fires at the line in C8")
            street.roll("mob", 1)
            street.check(squad, 1)
    street.phase("mob_move")
    found = [one for one in street.report().findings if one.clause == "S.II1.h"]
    assert [one.verdict for one in found] == verdicts


@pytest.mark.parametrize(
    ("second", "clauses"),
    [
        ("and the other one at the reserve, behind the house", ["5.3.2.a", "5.3.2.d"]),
        ("they fire at the reserve as well", ["5.3.2.a", "5.3.2.d", "5.3.a"]),
        ("the shotguns in F11 at the same", []),
    ],
)
def test_an_attack_that_goes_on_with_the_last(
    civil_power: Game, second: str, clauses: list[str]
) -> None:
    """`them` have attacked before, `the other one` is of their kind, `the same` is attacked."""
    riot = Riot(civil_power, "mob_fire", "ii-1")
    for cell, kind in (
        ("E-C12", "pistol_punk"),
        ("E-C11", "pistol_punk"),
        ("E-F11", "shotgun_punk"),
    ):
        riot.street.put(cell, kind)
    squad, other = riot.street.put("E-D11", "line"), riot.street.put("E-G8", "reserve")
    street = riot.begin(el_mob=4)
    say(street, "pistols in C11 at the line in D11")
    street.roll("mob", 1)
    street.check(squad, 1)
    say(street, second)
    street.roll("mob", 1)
    street.check(squad if "same" in second else other, 1)
    street.phase("mob_move")
    assert sorted(told(street)) == clauses


@pytest.mark.parametrize(("number", "clauses"), [("both", ["5.3.a"]), ("one", [])])
def test_an_attack_that_is_told_after_its_dice(
    civil_power: Game, number: str, clauses: list[str]
) -> None:
    """Another line follows, which announces the next attack."""
    riot = Riot(civil_power, "mob_fire", "ii-4")
    for _ in range(2):
        riot.street.put("W-D4", "slingshot_punk")
    riot.street.put("W-C7", "slingshot_punk")
    squad, other = riot.street.put("W-D5", "line"), riot.street.put("W-C8", "reserve")
    street = riot.begin()
    say(street, f"slings in D4, {number} at the line in D5")
    street.roll("mob", 1)
    street.check(squad, 1)
    street.roll("mob", 1)
    street.check(squad, 1)
    if number == "both":
        say(street, "both of them again at the line, nothing")
    say(street, "sling C7 at the reserve in C8")
    street.roll("mob", 1)
    street.check(other, 1)
    street.phase("mob_move")
    assert told(street)[:1] == clauses


@pytest.mark.parametrize(
    ("line", "clauses"),
    [
        ("water cannon in G8 on the crowd in G6", ["8.2.f"]),
        ("the crowd in G6 runs", []),
        ("water cannon in G8 on the crowd in D8", []),
    ],
)
def test_a_weapon_after_a_fight(civil_power: Game, line: str, clauses: list[str]) -> None:
    """Water is used before the Movement; a fight goes on in D8."""
    riot = Riot(civil_power, "police_shock")
    riot.street.put("W-G8", "water_cannon")
    crowd = riot.street.put("W-G6", "trained_crowd")
    riot.street.put("W-D8", "line")
    foes = riot.street.put("W-D8", "slingshot_punk")
    street = riot.begin()
    say(street, "fight")
    street.roll("police", 1)
    street.roll("mob", 1)
    if "D8" not in line:
        street.drag(foes, "W-D7")
        street.check(foes, 1, 1)
    say(street, line, "Police (Bob)")
    street.roll("police", 1)
    if "G6" in line:
        street.check(crowd, 1)
    street.phase("police_recovery")
    assert [one for one in told(street) if one == "8.2.f"] == clauses
