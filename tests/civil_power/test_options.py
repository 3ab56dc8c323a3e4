"""Optional rules: options in force, Barriers, passengers, command."""

from __future__ import annotations

import pytest

from modgen.model.game import Game
from modgen_rules.civil_power.judging.options import options_of
from tests.civil_power.opening import Opening
from tests.civil_power.street import Reported, Street, judged


def street(game: Game, phase: str, scenario: str = "i-6") -> Street:
    """A street with some units; the tracker shows a phase."""
    return Street(game, scenario, phase)


def test_the_sheet_shows_what_is_in_force(civil_power: Game) -> None:
    opening = Opening(civil_power, "i-6")
    assert options_of(opening.position) == frozenset()
    opening.turn_over("option_batons#0", "line")
    opening.turn_over("option_command_crowds#0", "on")
    assert options_of(opening.position) == {"8.1", "8.1:line", "8.14.2.a"}


# --- Barriers --------------------------------------------------------------------------------


def built(
    game: Game,
    reported: Reported,
    phase: str,
    dice: tuple[int, ...],
    where: str = "W-D5/n",
    busy: bool = False,
) -> list[str]:
    on = street(game, "mob_move" if busy else phase)
    crowd = on.put("W-D6" if busy else "W-D5", "untrained_crowd")
    if busy:
        on.drag(crowd, "W-D5")
        on.phase("mob_shock")
        on.phase(phase)
    if dice:
        told = ", ".join(map(str, dice))
        sixes = dice.count(6)
        line = f"Mob rolls Build Barriers: {told} (hits: {sixes}): Untrained Crowd in W-D5 *"
        on.record.lines.append((len(on.record.acts), line))
        on.roll("build", *dice)
    on.turn_over("barricade#0", "barrier")
    on.drag("barricade#0", where)
    if phase == "mob_fire":
        on.phase("mob_move")
    on.phase("police_fire")
    return judged(on, reported, "8.11")


@pytest.mark.parametrize(
    ("phase", "dice", "where", "busy", "clauses"),
    [
        ("mob_recovery", (6, 2, 3), "W-D5/n", False, []),
        ("mob_recovery", (6, 2, 3), "W-D4/s", False, []),
        ("mob_recovery", (5, 2, 3), "W-D5/n", False, ["8.11.b"]),
        ("mob_recovery", (), "W-D5/n", False, ["8.11.b"]),
        ("mob_recovery", (6, 2, 3), "W-G5/n", False, ["8.11.h"]),
        ("mob_recovery", (6, 2, 3), "W-D5/n", True, ["8.11.a"]),
        ("mob_fire", (6, 2, 3), "W-D5/n", False, ["8.11.a"]),
    ],
)
def test_barriers_are_built_in_the_recovery(
    civil_power: Game,
    reported: Reported,
    phase: str,
    dice: tuple[int, ...],
    where: str,
    busy: bool,
    clauses: list[str],
) -> None:
    assert built(civil_power, reported, phase, dice, where, busy) == clauses


def test_a_crowd_that_entered_builds_nothing(civil_power: Game, reported: Reported) -> None:
    """8.11.a: the roll alone shows it, whatever the dice."""
    on = street(civil_power, "mob_move")
    crowd = on.put("force_mob", "untrained_crowd")
    on.drag(crowd, "W-D13")
    on.phase("mob_shock")
    on.phase("mob_recovery")
    line = "Mob rolls Build Barriers: 2, 3, 4 (hits: 0): Untrained Crowd in W-D13 *"
    on.record.lines.append((len(on.record.acts), line))
    on.roll("build", 2, 3, 4)
    on.phase("police_fire")
    assert judged(on, reported, "8.11") == ["8.11.a"]


@pytest.mark.parametrize(("enemy", "clauses"), [(False, []), (True, ["8.11.d"])])
def test_barriers_are_torn_down_by_friends_alone(
    civil_power: Game, reported: Reported, enemy: bool, clauses: list[str]
) -> None:
    on = street(civil_power, "mob_recovery")
    on.put("W-D5/n", "barricade", face="barrier")
    on.put("W-D5", "untrained_crowd")
    if enemy:
        on.put("W-D5", "police_sniper")
        on.put("W-D4", "line")
    on.drag("barricade#0", "pool_barricades")
    on.phase("police_fire")
    assert judged(on, reported, "8.11") == clauses


# --- passengers ------------------------------------------------------------------------------


def boarding(
    game: Game, reported: Reported, *moves: tuple[str, str], phase: str = "police_move"
) -> list[str]:
    on = street(game, phase)
    on.put("W-D9", "hmg")
    on.put("W-D8", "generic_veh", face="b")
    on.put("W-D8", "line", 2)
    on.put("W-D8", "police_sniper", 2)
    on.put("W-G8", "reserve")
    for key, place in moves:
        on.drag(key, place)
    on.phase(f"{phase.partition('_')[0]}_shock")
    return judged(on, reported, "8.12")


@pytest.mark.parametrize(
    ("moves", "clauses"),
    [
        ((("line#0", "vehicle_b"),), []),
        ((("police_sniper#0", "vehicle_b"), ("police_sniper#1", "vehicle_b")), []),
        ((("line#0", "vehicle_b"), ("line#1", "vehicle_b")), ["8.12.c"]),
        ((("line#0", "vehicle_b"), ("police_sniper#0", "vehicle_b")), ["8.12.c"]),
        ((("reserve#0", "vehicle_b"),), ["8.12.g"]),
        ((("line#0", "vehicle_c"),), ["8.12.g"]),
        ((("line#0", "vehicle_b"), ("generic_veh#0", "W-D3")), ["8.12.c"]),
    ],
)
def test_who_boards_a_vehicle(
    civil_power: Game, reported: Reported, moves: tuple[tuple[str, str], ...], clauses: list[str]
) -> None:
    assert boarding(civil_power, reported, *moves) == clauses


def test_nobody_boards_in_the_turn_of_the_mob(civil_power: Game, reported: Reported) -> None:
    moves = ("line#0", "vehicle_b")
    assert boarding(civil_power, reported, moves, phase="mob_move") == ["8.12.g"]


@pytest.mark.parametrize(
    ("cell", "drives", "clauses"),
    [
        ("W-D8", False, []),
        ("W-D9", False, ["8.12.f"]),
        ("W-D8", True, ["8.12.c"]),
        ("W-D3", True, ["8.12.c"]),
    ],
)
def test_who_gets_out(
    civil_power: Game, reported: Reported, cell: str, drives: bool, clauses: list[str]
) -> None:
    on = street(civil_power, "police_move")
    on.put("W-D8", "generic_veh", face="b")
    on.put("vehicle_b", "line")
    on.drag("line#0", cell)
    if drives:
        on.drag("generic_veh#0", "W-D3")
    on.phase("police_shock")
    assert judged(on, reported, "8.12") == clauses


@pytest.mark.parametrize(
    ("moves", "clauses"),
    [
        (("police_sniper#0",), []),
        (("police_sniper#0", "gas_gun#0"), ["8.6.d"]),
        (("line#0",), ["8.6.d"]),
    ],
)
def test_what_a_helicopter_carries(
    civil_power: Game, reported: Reported, moves: tuple[str, ...], clauses: list[str]
) -> None:
    on = street(civil_power, "police_move")
    on.put("W-D8", "helicopter")
    on.put("W-D8", "line")
    on.put("W-D8", "police_sniper")
    on.put("W-D8", "gas_gun")
    for key in moves:
        on.drag(key, "helicopter_load")
    on.phase("police_shock")
    assert judged(on, reported, "8.6") == clauses


# --- command ---------------------------------------------------------------------------------


def test_crowds_that_may_move(civil_power: Game, reported: Reported) -> None:
    for dice, clauses in (((1, 1), []), ((1, 1, 0), [])):
        on = street(civil_power, "mob_move")
        crowds = [on.put(f"W-{cell}", "untrained_crowd") for cell in ("D5", "F5", "D7")]
        on.turn_over("option_command_crowds#0", "on")
        on.roll("crowds_move", *dice)
        for key, cell in zip(crowds, ("W-D4", "W-F4", "W-E7"), strict=True):
            on.drag(key, cell)
        on.phase("mob_shock")
        assert judged(on, reported, "8.14") == ["8.14.2.a", *clauses]


@pytest.mark.parametrize(
    ("rolled", "clauses"),
    [
        (("mob_move", "mob_move"), []),
        (("mob_move", ""), ["8.14.2.a"]),
        (("mob_move", "mob_fire"), []),
        (("", ""), []),
    ],
)
def test_crowds_that_nobody_rolled_for(
    civil_power: Game, reported: Reported, rolled: tuple[str, ...], clauses: list[str]
) -> None:
    """Only where the players use the module's dice, and not if they did so in another phase."""
    on = street(civil_power, "mob_fire")
    crowd = on.put("W-D7", "untrained_crowd")
    on.turn_over("option_command_crowds#0", "on")
    for turn, when in enumerate(rolled):
        for phase in ("mob_fire", "mob_move", "mob_shock"):
            on.phase(phase)
            if phase == when:
                on.roll("crowds_move", 3, 4)
            if phase == "mob_move":
                on.drag(crowd, ("W-D6", "W-D5")[turn])
        for phase in ("mob_recovery", "police_fire", "police_recovery", "gas_morale"):
            on.phase(phase)
        on.book("turn")
    assert judged(on, reported, "8.14") == clauses


@pytest.mark.parametrize(("start", "clauses"), [("W-F8", []), ("W-H8", ["8.14.1", "8.14.1"])])
def test_police_enter_a_fight_together(
    civil_power: Game, reported: Reported, start: str, clauses: list[str]
) -> None:
    on = street(civil_power, "police_move")
    on.put("W-F7", "untrained_crowd")
    first, second = on.put("W-E8", "line"), on.put(start, "line")
    on.turn_over("option_command_police#0", "on")
    on.drag(first, "W-F7")
    on.drag(second, "W-F7")
    on.phase("police_shock")
    assert judged(on, reported, "8.14") == clauses


# --- hidden units ----------------------------------------------------------------------------


def hide(on: Street, key: str, hidden: bool = True) -> None:
    (on.hidden.add if hidden else on.hidden.discard)(key)
    ways = ("up", "down") if hidden else ("down", "up")
    on.act("mask", piece=key, kind=on.pieces[key].kind, source=ways[0], target=ways[1])


@pytest.mark.parametrize(
    ("shows", "moves", "clauses"),
    [("", "", ["8.4.b"]), ("W-A6", "", []), ("W-D8", "", ["8.4.d"]), ("", "W-F1", ["8.4.e"])],
)
def test_enemies_reveal_what_hides(
    civil_power: Game, reported: Reported, shows: str, moves: str, clauses: list[str]
) -> None:
    on = street(civil_power, "police_move", "ii-4")
    punk = on.put("W-A7", "pistol_punk")
    squad = on.put("W-C8", "line")
    on.hidden.add(punk)
    on.record.positions[0] = on.position
    on.drag(squad, "W-C7")
    if shows:
        hide(on, punk, hidden=False)
        on.drag(punk, shows)
    if moves:
        on.drag(punk, moves)
    on.phase("police_shock")
    assert judged(on, reported, "8.4") == clauses


def test_only_punks_and_snipers_hide(civil_power: Game, reported: Reported) -> None:
    on = Opening(civil_power, "i-6")
    on.set_up()
    on.book("hidden", 1)
    hide(on, next(key for key, unit in on.position.units.items() if unit.kind == "agitator"))
    on.play("mob_fire")
    assert "8.4.a" in judged(on, reported)


@pytest.mark.parametrize(("seen", "clauses"), [(False, []), (True, ["8.4.c"])])
def test_a_unit_that_is_seen_is_not_in_ambush(
    civil_power: Game, reported: Reported, seen: bool, clauses: list[str]
) -> None:
    """A 4 with the doubled strength of Pistol Punks is a WIA, with their own it is nothing."""
    on = street(civil_power, "mob_move", "ii-4")
    punk = on.put("W-C7", "pistol_punk")
    on.put("W-D7", "line")
    if not seen:
        on.hidden.add(punk)
    on.begin({"turn": 3, "el_mob": 1})
    for phase in ("mob_shock", "mob_recovery", "police_fire", "police_recovery", "mob_fire"):
        on.phase(phase)
    if not seen:
        hide(on, punk, hidden=False)
    on.fire("W-D7", "group", punk, way="ambush")
    on.roll("mob", 4)
    on.book("wia_police")
    on.check("line#0", 1)
    for phase in ("mob_move", "mob_shock", "mob_recovery", "police_fire"):
        on.phase(phase)
    assert judged(on, reported, "8.4") == clauses
