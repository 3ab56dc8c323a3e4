"""One person plays for all sides, marks carriers and goes downstairs: what the log shows counts."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from modgen.model.game import Game
from modgen_rules.civil_power.law.plan import Stand
from modgen_rules.civil_power.law.retreats import Ways
from modgen_rules.civil_power.reader import Reader
from modgen_rules.engine.record.game_steps import GameStep
from modgen_rules.engine.record.piece_states import PieceChange, PieceState
from tests.civil_power.street import Street


@pytest.mark.parametrize(
    ("who", "die", "side"),
    [
        ("Ann (Rival Mob)", "mob", "rival"),
        ("Rival Mob (Ann)", "mob", "rival"),
        ("Police (Ann)", "police", "police"),
        ("Police (Ann)", "mob", ""),
        ("Mob (Ann)", "police", ""),
        ("Ann (nobody)", "mob", ""),
        ("Solo (all sides) (Rival Mob)", "mob", "rival"),
        ("Mob (Ann (GM))", "mob", "mob"),
    ],
)
def test_who_rolled_a_die(civil_power: Game, who: str, die: str, side: str) -> None:
    places = SimpleNamespace(side_names={})
    log = SimpleNamespace(games=[civil_power], tracker=SimpleNamespace(places=places))
    assert Reader(Street(civil_power).plan, cast(Any, log)).roller(who, die) == side


@pytest.mark.parametrize(("target", "acts"), [("pool_gas", ["move"]), ("W-D7", ["face", "move"])])
def test_a_marker_in_its_box_shows_its_front(
    civil_power: Game, target: str, acts: list[str]
) -> None:
    """The command that puts Gas-2 away turns it; on the way it is still Gas-2."""
    street = Street(civil_power)
    cloud = street.put("W-D6", "gas", face="gas_2")
    old = street.pieces[cloud]
    new = PieceState("gas", "gas", target)
    reader = Reader(street.plan, cast(Any, None))
    reader.pieces = street.pieces
    record = street.record
    step = GameStep(1, (PieceChange(1, cloud, old, new, ""),))
    for act in reader.changes(step):
        record.add(act, reader.after(record.end, act))
    assert [act.what for act in record.acts] == acts
    assert record.end.pieces[cloud] == new


def test_a_marked_unit_carries_a_gas_gun(civil_power: Game) -> None:
    street = Street(civil_power, phase="police_fire")
    line = street.put("W-E6", "line")
    assert not street.position.has_gas_gun(street.position.units[line])
    street.mark(line, "gas_gun")
    assert street.position.has_gas_gun(street.position.units[line])


def test_a_unit_may_go_down_to_a_square_where_enemies_are_upstairs(civil_power: Game) -> None:
    street = Street(civil_power)
    names = street.field.ground.names
    cell = next(
        one
        for one in sorted(names)
        if street.field.is_building(one) and len(street.field.near[one]) > 3
    )
    punks = street.put(cell, "pistol_punk", up=True)
    street.put(cell, "line", up=True)
    ways = Ways(street.position, street.position.units[punks])
    assert Stand(cell) in ways.ends(1)
    assert ways.wrong(Stand(cell), 1) == ""


@pytest.mark.parametrize(("dice", "missing"), [((5, 2), False), ((), True)])
def test_the_mob_rolls_in_each_turn(
    civil_power: Game, dice: tuple[int, ...], missing: bool
) -> None:
    street = Street(civil_power, "i-1", "mob_fire")
    street.put("W-E5", "untrained_crowd", 2)
    street.roll("reinforcements", 3, 4)
    for turn in (1, 2):
        if turn == 2 and dice:
            street.roll("reinforcements", *dice)
        for phase in (
            "mob_move",
            "mob_shock",
            "mob_recovery",
            "police_fire",
            "police_move",
            "police_shock",
            "police_recovery",
        ):
            street.phase(phase)
        street.book("turn")
        for phase in ("gas_morale", "gas_fade", "fires", "mob_fire"):
            street.phase(phase)
    found = [one.clause for one in street.report().findings if one.verdict == "illegal"]
    assert ("S.I1.d" in found) is missing


@pytest.mark.parametrize(
    ("seat", "phase", "found"),
    [
        ("rival", "rival_fire", False),
        ("mob", "rival_fire", False),
        ("police", "rival_fire", True),
    ],
)
def test_the_mob_rolls_for_the_rival_mob(
    civil_power: Game, seat: str, phase: str, found: bool
) -> None:
    """5.3.1: only the side of the phase rolls for Fires; the die of either Mob is the Rival's."""
    street = Street(civil_power, "i-3", phase)
    punks, line = street.put("W-E8", "pistol_punk_2"), street.put("W-E9", "line")
    street.fire("W-E9", "group", punks, side="rival")
    street.act("roll", seat, kind="police" if seat == "police" else "mob", dice=(6,))
    street.check(line, 6)
    street.phase("rival_move")
    assert ("5.1.c" in street.clauses()) == found


@pytest.mark.parametrize("seat", ["rival", "mob"])
def test_a_die_of_the_other_mob_is_its_check(civil_power: Game, seat: str) -> None:
    """5.3.1.b: the Mob fires on Rivals, and a Mob die is rolled for their morale."""
    street = Street(civil_power, "i-3", "mob_fire")
    punks, rivals = street.put("W-E8", "pistol_punk"), street.put("W-E9", "slingshot_punk_2")
    street.check(street.put("W-A1", "line"), 1)  # the players know the menu's checks
    street.fire("W-E9", "group", punks)
    street.act("roll", "mob", kind="mob", dice=(6,))
    street.act("roll", seat, kind="mob", dice=(6,))
    street.suppress(rivals)
    street.phase("mob_move")
    assert ("5.3.1.b" in street.clauses()) == (seat == "mob")


@pytest.mark.parametrize(("side", "clauses"), [("rival", []), ("mob", ["5.3.1.b"])])
def test_a_die_after_an_attack_that_is_not_announced(
    civil_power: Game, side: str, clauses: list[str]
) -> None:
    """5.3.1.b: where nothing tells who is attacked, the die of the wounded Mob is its check."""
    street = Street(civil_power, "i-3", "mob_fire")
    street.put("W-E8", "pistol_punk")
    street.put("W-E9", "slingshot_punk_2")
    street.act("roll", "mob", kind="mob", dice=(6,))
    street.book("wia_rival")
    street.act("roll", side, kind="mob", dice=(2,))
    street.phase("mob_move")
    assert [one for one in street.clauses() if one == "5.3.1.b"] == clauses


def test_a_die_after_a_step_into_gas_is_the_check(civil_power: Game) -> None:
    """6.1.i: it belongs to the move, although Mob dice are mostly of attacks."""
    street = Street(civil_power, "i-3", "mob_move")
    punks = street.put("W-E8", "pistol_punk")
    street.put("W-E9", "gas")
    street.drag(punks, "W-E9")
    street.act("roll", "mob", kind="mob", dice=(2,))
    street.phase("mob_shock")
    street.phase("mob_recovery")
    assert "6.1.i" not in street.clauses()
