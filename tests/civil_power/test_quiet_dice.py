"""Dice on paper that nobody announced, and dice that do not count."""

from __future__ import annotations

import pytest

from modgen.model.game import Game
from modgen_rules.civil_power.general_dice import due
from tests.civil_power.riot import Riot, throw
from tests.civil_power.street import Reported, Street, judged
from tests.civil_power.test_nerves import nervous


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


def disturbed(game: Game, phase: str, *acts: str) -> Street:
    """A riot with options in force; a Crowd is lost, and dice for its loss are rolled."""
    riot = nervous(game, "disintegration", "overreaction", "command_crowds")
    riot.play(phase)
    if "lost" in acts:
        riot.lose("untrained_crowd#0")
    if "rolled" in acts:
        riot.roll("overreaction", 1)
    return riot


@pytest.mark.parametrize(
    ("phase", "acts", "number", "die"),
    [
        ("police_recovery", (), 1, "build"),
        ("police_fire", (), 2, "tdn"),
        ("police_fire", (), 1, "police"),
        ("mob_move", (), 2, "crowds_move"),
        ("mob_move", (), 1, "mob"),
        ("mob_move", ("lost",), 1, "overreaction"),
        ("mob_move", ("lost", "rolled"), 1, "mob"),
    ],
)
def test_what_dice_are_for_in_a_phase(
    civil_power: Game, phase: str, acts: tuple[str, ...], number: int, die: str
) -> None:
    """They were rolled with the general button."""
    riot = disturbed(civil_power, phase, *acts)
    assert due(riot.record, phase.partition("_")[0], number) == die


def test_dice_for_fires_and_the_vehicles_in_them(civil_power: Game) -> None:
    """S.II7.f: a die for each Fire, then one for the Vehicle in it."""
    pool = Street(civil_power, "ii-7", "fires")
    for kind in ("generic_veh", "fire"):
        pool.put("E-D4", kind)
    for die in ("fires_out", "fire_check"):
        assert due(pool.record, "mob", 1) == die
        pool.roll(die, 1)


@pytest.mark.parametrize(("die", "then"), [(6, "fire_check"), (2, "mob")])
def test_dice_after_a_molotov(civil_power: Game, die: int, then: str) -> None:
    """6.5.e, 6.5.g: a fire check, and one more for the Vehicle in a new Fire."""
    street = Street(civil_power, "ii-4", "mob_fire")
    crowd = street.put("W-D11", "untrained_crowd")
    street.put("W-E11", "generic_veh")
    throw(street, crowd, "W-E11", 1, fire=0)
    assert due(street.record, "mob", 1) == "fire_check"
    street.roll("fire_check", die)
    if die == 6:
        street.place("fire", "W-E11")
    assert due(street.record, "mob", 1) == then


def test_dice_after_the_shot_of_a_gun(civil_power: Game) -> None:
    """S.II1.c, S.II2.b: one for the house, one for ammunition; none after another attack."""
    street = Street(civil_power, "ii-2", "police_fire")
    gun = street.put("W-D8", "field_gun")
    street.fire("W-D10", "group", gun, side="police")
    for die in ("police", "ruin"):
        assert due(street.record, "police", 1) == die
        street.roll(die, 1)
    assert due(street.record, "police", 1) == "ammunition"
    street.fire("W-D10", "group", side="police")
    street.roll("police", 1)
    assert due(street.record, "police", 1) == "police"
