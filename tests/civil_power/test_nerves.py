"""8.9, 8.10: the number of disintegration, and Overreaction."""

from __future__ import annotations

import pytest

from modgen.model.game import Game
from tests.civil_power.opening import Opening
from tests.civil_power.riot import gas
from tests.civil_power.street import Reported, Street, judged


def nervous(game: Game, *options: str, **levels: int) -> Opening:
    """A riot in the Mob's Shock Combat with options in force."""
    opening = Opening(game, "i-6")
    opening.begin(levels)
    for option in options:
        opening.turn_over(f"option_{option}#0", "on")
    opening.set_up()
    opening.finish_set_up()
    opening.play("mob_shock")
    return opening


@pytest.mark.parametrize(("paid", "clauses"), [(2, []), (3, []), (1, ["8.9.c"]), (0, ["8.9.c"])])
def test_a_lost_unit_costs_two(
    civil_power: Game, reported: Reported, paid: int, clauses: list[str]
) -> None:
    on = nervous(civil_power, "disintegration")
    on.lose("untrained_crowd#0")
    if paid:
        on.book("tdn", -paid)
    on.play("mob_recovery")
    on.play("police_fire")
    assert judged(on, reported, "8.9") == clauses


@pytest.mark.parametrize(
    ("falls", "lost", "clauses"),
    [
        (3, False, ["8.9.c"]),
        (3, True, []),
        (7, True, ["8.9.c"]),
        (0, False, []),
    ],
)
def test_the_number_falls_for_a_cause(
    civil_power: Game, falls: int, lost: bool, clauses: list[str]
) -> None:
    """A lost Crowd costs 2, and a WIA 1."""
    on = nervous(civil_power, "disintegration")
    if lost:
        on.book("wia_mob")
        on.lose("untrained_crowd#0")
    on.book("tdn", -falls)
    on.play("mob_recovery")
    on.play("police_fire")
    assert [one for one in on.clauses() if one.startswith("8.9")] == clauses


@pytest.mark.parametrize(
    ("dice", "rises", "clauses"),
    [((4,), 0, []), ((6,), 1, []), ((6,), 0, ["8.10"]), ((), 0, ["8.10"])],
)
def test_a_lost_unit_rolls_for_overreaction(
    civil_power: Game, reported: Reported, dice: tuple[int, ...], rises: int, clauses: list[str]
) -> None:
    on = nervous(civil_power, "overreaction")
    on.lose("untrained_crowd#0")
    if dice:
        on.act("roll", "mob", kind="overreaction", dice=dice)
    if rises:
        on.book("el_mob", rises)
    on.play("mob_recovery")
    on.play("police_fire")
    assert judged(on, reported, "8.10") == clauses


@pytest.mark.parametrize(("die", "clauses"), [(6, []), (5, [])])
def test_either_player_rolls_for_overreaction(
    civil_power: Game, die: int, clauses: list[str]
) -> None:
    """The die is that of the unit's owner, whoever throws it."""
    on = nervous(civil_power, "overreaction")
    on.lose("untrained_crowd#0")
    on.act("roll", "police", kind="overreaction", dice=(die,))
    on.book("el_mob", 1)
    on.play("mob_recovery")
    on.play("police_fire")
    assert [one for one in on.clauses() if one.startswith("8.10")] == clauses
    doubts = [one.clause for one in on.issues("suspect")]
    assert ("8.10" in doubts) == (die < 6)


def test_the_number_begins_at_a_tenth(civil_power: Game, reported: Reported) -> None:
    on = Opening(civil_power, "i-6")
    on.book("tdn", -10)
    on.set_up()
    on.play("mob_fire")
    assert judged(on, reported) == ["8.9.a"]


def test_nobody_plays_on_after_disintegration(civil_power: Game, reported: Reported) -> None:
    on = nervous(civil_power, "disintegration")
    on.act("roll", "police", kind="tdn", dice=(6, 6, 6, 6, 5))
    on.book("tdn", -29)
    on.play("mob_recovery")
    on.play("police_move")
    on.drag("line#0", "E-D13")
    on.play("police_shock")
    assert judged(on, reported) == ["8.9.d"]
    assert [one.where.first for one in on.report().findings] == [26]


@pytest.mark.parametrize(
    ("rises", "late", "clauses"),
    [
        (2, False, []),
        (2, True, []),
        (0, False, ["8.9.c"]),
    ],
)
def test_a_lost_police_unit_raises_the_number(
    civil_power: Game, reported: Reported, rises: int, late: bool, clauses: list[str]
) -> None:
    """It may do so in the next player-turn."""
    on = nervous(civil_power, "disintegration")
    squads = [key for key in on.waiting("police") if on.pieces[key].kind == "line"]
    on.drag(squads[0], "W-D13")
    on.lose(squads[0])
    if rises and not late:
        on.book("tdn", rises)
    on.play("police_fire")
    if rises and late:
        on.book("tdn", rises)
    on.play("police_recovery")
    on.play("gas_morale", 2)
    on.play("mob_fire", 2)
    assert judged(on, reported, "8.9") == clauses


@pytest.mark.parametrize(
    ("begins", "rises", "clauses"), [(51, 0, []), (50, 1, []), (45, 0, ["8.9.c"])]
)
def test_a_number_at_the_end_of_its_track_rises_no_more(
    civil_power: Game, begins: int, rises: int, clauses: list[str]
) -> None:
    """It falls later in the same turn, so the end of the turn does not show that it was there."""
    on = nervous(civil_power, "disintegration", tdn=begins)
    squad = next(key for key in on.waiting("police") if on.pieces[key].kind == "line")
    on.drag(squad, "W-D13")
    on.lose(squad)
    on.book("tdn", rises)
    on.play("police_fire")
    on.lose("untrained_crowd#0")
    on.book("tdn", -2)
    on.play("police_recovery")
    on.play("gas_morale", 2)
    on.play("mob_fire", 2)
    assert [one for one in on.clauses() if one.startswith("8.9")] == clauses


@pytest.mark.parametrize(
    ("before", "dice", "verdicts"),
    [
        ("", (3,), []),
        ("log", (3,), ["suspect"]),
        ("turn", (3,), ["illegal"]),
        ("turn", (), []),
    ],
)
def test_gas_before_a_log_from_mid_game(
    civil_power: Game, before: str, dice: tuple[int, ...], verdicts: list[str]
) -> None:
    """The first gas costs a die; Gas on the boards shows that there was some before the log."""
    street = Street(civil_power, "i-6", "police_fire")
    squads = [street.put("W-D11", "line"), street.put("W-D11", "line")]
    if before == "log":
        street.put("W-H11", "gas", face="gas_2")
    street.begin({"turn": 3, "el_police": 1, "grenades": 9, "tdn": 25})
    street.pieces["option_disintegration#0"] = street.pieces["option_disintegration#0"]._replace(
        face="on"
    )
    street.record.positions[0] = street.position
    if before == "turn":
        gas(street, "W-D10", squads[0], way="hand_gas")
        street.phase("police_move")
        street.phase("police_recovery")
        street.phase("mob_fire")
        street.phase("police_fire")
    gas(street, "W-E10", squads[1], way="hand_gas")
    if dice:
        street.roll("tdn", *dice)
        street.book("tdn", -sum(dice))
    street.phase("police_move")
    found = [one for one in street.report().findings if one.clause == "8.9.b"]
    assert [one.verdict for one in found] == verdicts
