"""Hidden units, television, Overreaction, Barriers: natural mistakes beside legal play."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from modgen.model.game import Game
from tests.civil_power.opening import Opening
from tests.civil_power.street import Reported, Street, judged
from tests.civil_power.test_options import hide

Play = Callable[[Street, bool], None]


def force(street: Street, *options: str) -> None:
    """Some options are in force."""
    for option in options:
        key = f"option_{option}#0"
        street.pieces[key] = street.pieces[key]._replace(face="on")
    street.record.positions[0] = street.position


def killed(street: Street, roll: int = 0, rises: int = 0, **marks: int) -> None:
    """A squad's fire eliminates a Crowd by its check; dice and markers follow."""
    squad, crowd = street.put("W-D11", "line"), street.put("W-E11", "untrained_crowd")
    street.begin({"turn": 3, "el_police": 4, "el_mob": 2, "tdn": 20}, suppressed=[crowd])
    street.fire("W-E11", "crowd", squad, side="police")
    street.roll("police", 1)
    street.check(crowd, 6)
    if roll:
        street.roll("overreaction", roll)
    if rises:
        street.book("el_mob", rises)
    for marker, number in marks.items():
        street.book(marker, number)


def overreaction(street: Street, wrong: bool) -> None:
    force(street, "overreaction")
    killed(street, roll=6, rises=0 if wrong else 1)


def no_die_for_the_dead(street: Street, wrong: bool) -> None:
    force(street, "overreaction")
    killed(street, roll=0 if wrong else 3)


def nervous(street: Street, wrong: bool) -> None:
    """The first fire of the Police costs two dice, and the Crowd 2."""
    force(street, "disintegration")
    killed(street, tdn=-1 if wrong else -2)


def barrier_after_a_move(street: Street, wrong: bool) -> None:
    """Only a unit that does nothing else in the turn tears it down."""
    street.put("W-D5/n", "barricade", face="barrier")
    crowd = street.put("W-D6" if wrong else "W-D5", "untrained_crowd")
    street.begin({"turn": 3})
    if wrong:
        street.drag(crowd, "W-D5")
    street.phase("mob_shock")
    street.phase("mob_recovery")
    street.drag("barricade#0", "pool_barricades")


def out_of_the_house(street: Street, wrong: bool) -> None:
    """A hidden unit stays in its building until it shows itself."""
    punk = street.put("W-C7", "pistol_punk")
    street.hidden.add(punk)
    street.begin({"turn": 3})
    if not wrong:
        hide(street, punk, hidden=False)
    street.drag(punk, "W-D7" if wrong else "W-A6")


def fires_twice_as_hard(street: Street, wrong: bool) -> None:
    """4 doubled and a 4 are a W. Punks that were seen count 4: nothing."""
    punk = street.put("W-C7", "pistol_punk")
    squad = street.put("W-D7", "line")
    if not wrong:
        street.hidden.add(punk)
    street.begin({"turn": 3, "el_mob": 4})
    for phase in ("mob_fire",):
        street.phase(phase)
    if not wrong:
        hide(street, punk, hidden=False)
    street.fire("W-D7", "group", punk, way="ambush")
    street.roll("mob", 4)
    street.book("wia_police")
    street.check(squad, 1)


@pytest.mark.parametrize(
    ("play", "phase", "clause"),
    [
        (overreaction, "police_fire", "8.10"),
        (no_die_for_the_dead, "police_fire", "8.10"),
        (nervous, "police_fire", "8.9.c"),
        (barrier_after_a_move, "mob_move", "8.11.d"),
        (out_of_the_house, "mob_move", "8.4.e"),
        (fires_twice_as_hard, "fires", "8.4.c"),
    ],
)
@pytest.mark.parametrize("wrong", [False, True])
def test_an_option(
    civil_power: Game, reported: Reported, play: Play, phase: str, clause: str, wrong: bool
) -> None:
    street = Street(civil_power, "ii-4", phase)
    play(street, wrong)
    street.phase({"police_fire": "police_move", "mob_move": "police_fire"}.get(phase, "mob_move"))
    for _ in range(17):
        street.act("chat")
    assert judged(street, reported)[:1] == ([clause] if wrong else [])


@pytest.mark.parametrize(("kind", "clauses"), [("pistol_punk", []), ("trained_crowd", ["8.4.a"])])
def test_who_sets_up_hidden(
    civil_power: Game, reported: Reported, kind: str, clauses: list[str]
) -> None:
    """Punks and Snipers only."""
    on = Opening(civil_power, "ii-4")
    on.give_back("untrained_crowd", "mob", 4)
    on.buy(kind, "mob")
    on.set_up()
    key = next(one for one, unit in on.position.units.items() if unit.kind == kind)
    if kind == "pistol_punk":
        on.drag(key, "W-C6")
    on.book("hidden")
    hide(on, key)
    on.finish_set_up()
    on.play("mob_fire")
    assert judged(on, reported)[:1] == clauses


@pytest.mark.parametrize(("dice", "clauses"), [((3,), []), ((), ["8.9.b"])])
def test_the_first_gas_on_television(
    civil_power: Game, reported: Reported, dice: tuple[int, ...], clauses: list[str]
) -> None:
    on = Opening(civil_power, "i-6")
    on.turn_over("option_disintegration#0", "on")
    on.set_up()
    on.finish_set_up()
    on.play("mob_fire")
    on.play("police_fire")
    on.play("police_move")
    squads = on.waiting("police")
    squad = next(key for key in squads if on.pieces[key].kind == "line")
    on.drag(squad, "W-D13")
    on.play("police_recovery")
    on.play("gas_morale", 2)
    on.play("mob_fire", 2)
    on.play("police_fire", 2)
    on.fire("W-D12", "everyone", squad, way="hand_gas", side="police")
    on.place("gas", "W-D12")
    on.book("grenades", -1)
    if dice:
        on.roll("tdn", *dice)
        on.book("tdn", -sum(dice))
    on.play("police_move", 2)
    for _ in range(10):
        on.act("chat")
    assert judged(on, reported)[:1] == clauses


def test_two_mobs_have_one_number(civil_power: Game, reported: Reported) -> None:
    """A tenth of the points of both."""
    on = Opening(civil_power, "i-3")
    on.book("tdn", -10)
    on.set_up()
    on.play("mob_fire")
    assert judged(on, reported)[:1] == ["8.9.g"]
