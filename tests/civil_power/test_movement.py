"""Movement, stacking, gas, Fires and the order of play, each rule with a breach of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from modgen.model.game import Game
from modgen_rules.civil_power.judging.movement import crosses
from modgen_rules.engine.reports.findings import GameReport
from tests.civil_power.street import Street, judged

Reported = Callable[[GameReport, str], None]


def street(game: Game, phase: str = "mob_move", scenario: str = "i-6") -> Street:
    """A street of I-6 in a phase of turn 3."""
    made = Street(game, scenario, phase)
    made.begin({"turn": 3, "el_mob": 1, "el_police": 1})
    return made


@pytest.mark.parametrize(
    ("kind", "start", "end", "clause"),
    [
        ("untrained_crowd", "W-D7", "W-D11", "4.0.a"),
        ("untrained_crowd", "W-G9", "W-H9", "4.2.a"),
        ("agitator", "W-D8", "W-D13", ""),
        ("untrained_crowd", "W-D7", "W-D10", "4.2.a"),
        ("trained_crowd", "W-E7", "W-D8", ""),
        ("slingshot_punk", "W-G9", "W-H9", ""),
    ],
)
def test_how_far(
    civil_power: Game, reported: Reported, kind: str, start: str, end: str, clause: str
) -> None:
    table = street(civil_power)
    key = table.put(start, kind)
    table.phase("mob_move")
    table.drag(key, end)
    table.phase("mob_shock")
    if clause:
        reported(table.report(), clause)
    else:
        assert table.clauses() == []


def test_a_unit_stops_at_enemies(civil_power: Game, reported: Reported) -> None:
    table = street(civil_power)
    for cell in ("W-D7", "W-E7", "W-F7"):
        table.put(cell, "line")
    key = table.put("W-E6", "slingshot_punk")
    for cell in ("W-C7", "W-G7"):
        table.put(cell, "tactical")
    table.phase("mob_move")
    table.drag(key, "W-E8")
    table.phase("mob_shock")
    reported(table.report(), "4.0.d")


@pytest.mark.parametrize(
    ("kind", "number", "clause"),
    [
        ("line", 4, "4.1.b"),
        ("line", 3, ""),
        ("untrained_crowd", 2, "4.1.c"),
        ("untrained_crowd", 3, "4.1.c"),
    ],
)
def test_stacking(
    civil_power: Game, reported: Reported, kind: str, number: int, clause: str
) -> None:
    side = "police" if kind == "line" else "mob"
    table = street(civil_power, f"{side}_move")
    keys = [
        table.put(cell, kind)
        for cell in ("W-D8", "W-E8", "W-F8", "W-E9")[:number]
        if kind == "line" or cell != "W-E9"
    ]
    table.phase(f"{side}_move")
    for key in keys:
        if table.pieces[key].place != "W-E8":
            table.drag(key, "W-E8")
    table.phase(f"{side}_shock")
    if clause:
        reported(table.report(), clause)
    else:
        assert table.clauses() == []


def test_nobody_moves_in_another_turn(civil_power: Game, reported: Reported) -> None:
    table = street(civil_power, "mob_fire")
    key = table.put("W-E8", "reserve")
    for kind in ("fire", "move", "shock", "recovery"):
        table.phase(f"mob_{kind}")
        if kind == "move":
            table.drag(key, "W-F8")
    for kind in ("fire", "move", "shock", "recovery"):
        table.phase(f"police_{kind}")
    reported(table.report(), "4.0.h")


def test_a_fire_is_closed(civil_power: Game, reported: Reported) -> None:
    table = street(civil_power, "police_move")
    key = table.put("W-E8", "reserve")
    table.put("W-F8", "fire")
    table.phase("police_move")
    table.drag(key, "W-F8")
    table.phase("police_shock")
    reported(table.report(), "6.5.f")


@pytest.mark.parametrize(
    ("way", "clauses"), [(("W-F8", "W-G8"), ["6.5.f"]), (("W-F7", "W-G8"), []), (("W-G8",), [])]
)
def test_nobody_goes_through_a_fire(
    civil_power: Game, way: tuple[str, ...], clauses: list[str]
) -> None:
    table = street(civil_power, "police_move")
    key = table.put("W-E8", "reserve")
    table.put("W-F8", "fire")
    table.phase("police_move")
    for cell in way:
        table.drag(key, cell)
    table.phase("police_shock")
    assert [one for one in table.clauses() if one == "6.5.f"] == clauses


def test_a_stop_in_a_fire_may_be_a_wrong_drop(civil_power: Game) -> None:
    """In a record with spoilt dice, people also put pieces down in wrong squares."""
    table = street(civil_power, "police_fire")
    key = table.put("W-E8", "reserve")
    table.put("W-F8", "fire")
    table.act("void", kind="police", dice=(6,))
    table.phase("police_move")
    table.drag(key, "W-F8")
    table.drag(key, "W-G8")
    table.phase("police_shock")
    assert [one.clause for one in table.issues("suspect")] == ["6.5.f"]
    assert table.clauses() == []


def test_barricades_are_not_built(civil_power: Game, reported: Reported) -> None:
    table = street(civil_power)
    table.phase("mob_move")
    table.place("barricade", "W-E8/n")
    table.phase("mob_shock")
    reported(table.report(), "6.2.a")


@pytest.mark.parametrize(
    ("dice", "out", "clause"),
    [
        ((6, 3), 1, ""),
        ((6, 3), 0, "3.0.f"),
        ((2, 3), 1, "3.0.f"),
        ((6,), 1, "3.0.f"),
    ],
)
def test_fires_go_out_on_six(
    civil_power: Game, reported: Reported, dice: tuple[int, ...], out: int, clause: str
) -> None:
    table = street(civil_power, "fires")
    burning = [table.put("W-E8", "fire"), table.put("W-A3", "fire")]
    table.phase("fires")
    table.roll("fires_out", *dice)
    for key in burning[:out]:
        table.drag(key, "pool_fire")
    table.phase("mob_fire")
    if clause:
        reported(table.report(), clause)
    else:
        assert table.clauses() == []


def test_fresh_gas_stays(civil_power: Game, reported: Reported) -> None:
    table = street(civil_power, "gas_fades")
    key = table.put("W-E8", "gas")
    table.phase("gas_fades")
    table.drag(key, "pool_gas")
    table.phase("fires")
    reported(table.report(), "6.1.k")


@pytest.mark.parametrize(("phase", "clauses"), [("mob_move", []), ("mob_recovery", ["3.0.e"])])
def test_gas_that_is_kept_to_the_end_of_the_log(
    civil_power: Game, phase: str, clauses: list[str], reported: Reported
) -> None:
    """Players may still take it off in the first player-turn."""
    table = street(civil_power, "police_recovery")
    table.put("W-A3", "gas", face="gas_2")
    for name in ("gas_morale", "gas_fades", "fires", "mob_fire", "mob_move", phase):
        table.phase(name)
    assert judged(table, reported, "3.0.e") == clauses


@pytest.mark.parametrize(("cell", "over"), [("W-B4", True), ("W-A3", False), ("W-A4", None)])
def test_a_step_over_a_barricade(civil_power: Game, cell: str, over: bool | None) -> None:
    """6.2.b: straight over it, past it, and round the corner, where one of two ways crosses it."""
    street = Street(civil_power)
    street.put("W-B3/s", "barricade")
    at = street.position
    strips = at.strips_at("W-B3")
    assert strips == {"s"}
    assert crosses(at, cell, "W-B3", strips) is over


@pytest.mark.parametrize(("end", "clauses"), [("E-G10", []), ("", ["4.3.a"])])
def test_a_crowd_that_stops_in_passing_bars_nobody(
    civil_power: Game, end: str, clauses: list[str]
) -> None:
    """It is put down in the only way of a Crowd that enters, and then moved on."""
    table = street(civil_power, scenario="i-2")
    for cell in ("E-F12", "E-H12"):
        table.put(cell, "untrained_crowd")
    other = table.put("E-G12" if clauses else "E-G13", "trained_crowd")
    crowd = table.put("force_mob", "untrained_crowd")
    table.phase("mob_move")
    if end:
        table.drag(other, "E-G12")
    table.drag(crowd, "E-G11")
    table.act("chat")
    if end:
        table.drag(other, end)
    table.phase("mob_shock")
    assert [one for one in table.clauses() if one.startswith("4.")] == clauses


@pytest.mark.parametrize(
    ("other", "before", "way", "acts", "clauses"),
    [
        ("E-G12", (), ("E-G12", "E-G11"), 100, ["4.3.a"]),
        ("E-G12", ("E-G11", "E-G10"), ("E-G12", "E-G11"), 100, []),
        ("E-G11", ("E-G12",), ("E-G11",), 100, ["4.3.a"]),
        ("E-G11", ("E-G12",), ("E-G11",), 0, []),
    ],
)
def test_the_order_of_drags_counts_from_mid_game(
    civil_power: Game,
    reported: Reported,
    other: str,
    before: Sequence[str],
    way: Sequence[str],
    acts: int,
    clauses: list[str],
) -> None:
    """In a long and tidy record a Crowd at rest is in the way of the one that comes next."""
    table = street(civil_power, scenario="i-2")
    for cell in ("E-F12", "E-H12"):
        table.put(cell, "untrained_crowd")
    first = table.put(other, "trained_crowd")
    crowd = table.put("E-G13", "untrained_crowd_2")
    table.phase("mob_move")
    for cell in before:
        table.drag(first, cell)
    for cell in way:
        table.drag(crowd, cell)
    table.phase("mob_shock")
    for _ in range(acts):
        table.act("chat")
    assert judged(table, reported, "4.") == clauses


@pytest.mark.parametrize(("stop", "clause"), [("W-E6", "4.0.d"), ("", "4.0.c")])
def test_a_crowd_that_goes_straight_through_enemies(
    civil_power: Game, reported: Reported, stop: str, clause: str
) -> None:
    """The squares to which it was dragged tell what it did wrong on a way that none may go."""
    table = street(civil_power)
    for cell in ("W-E6", "W-D7"):
        table.put(cell, "line")
    key = table.put("W-D6", "untrained_crowd")
    table.phase("mob_move")
    if stop:
        table.drag(key, stop)
    table.drag(key, "W-E7")
    table.phase("mob_shock")
    assert judged(table, reported)[:1] == [clause]


@pytest.mark.parametrize("verdict", ["illegal", "suspect"])
def test_a_unit_is_dragged_below_before_it_is_marked_upstairs(
    civil_power: Game, verdict: str
) -> None:
    """4.0.d: a unit that goes up in the square of enemies does not go on from there."""
    table = street(civil_power)
    house = min(table.field.area("Building C"))
    beside = next(cell for cell in table.field.beside[house] if table.field.is_building(cell))
    table.put(house, "line")
    key = table.put(beside, "slingshot_punk", up=True)
    table.phase("mob_move")
    table.drag(key, house)
    table.drag(key, f"{house}@1")
    table.phase("mob_shock")
    assert [one.clause for one in table.issues(verdict)] == []


def test_stairs_do_not_lead_into_gas(civil_power: Game) -> None:
    """6.1.i: a unit that goes down in a square with Gas was in its area before."""
    table = street(civil_power)
    house = min(table.field.area("Building C"))
    table.put(house, "gas")
    key = table.put(house, "slingshot_punk", up=True)
    table.phase("mob_move")
    table.drag(key, house)
    table.mark(key, "second_level", on=False)
    table.phase("mob_shock")
    assert "6.1.i" not in table.clauses()


def test_a_single_step_that_is_diagonal(civil_power: Game, reported: Reported) -> None:
    """4.0.c: a Crowd's own step is told, not a way round through the square of enemies."""
    table = street(civil_power)
    crowd = table.put("W-E7", "untrained_crowd")
    table.put("W-F7", "line")
    table.put("W-E8", "line")
    table.phase("mob_move")
    table.drag(crowd, "W-F8")
    table.phase("mob_shock")
    assert judged(table, reported, "4.0") == ["4.0.c"]


@pytest.mark.parametrize(("die", "clauses"), [(0, ["4.0.h"]), (5, [])])
def test_a_move_beside_gas_in_the_fire_phase(
    civil_power: Game, die: int, clauses: list[str]
) -> None:
    """6.1.j: only a unit that failed its check flees."""
    table = street(civil_power, "fires")
    punks = table.put("W-D11", "slingshot_punk")
    table.put("W-D11", "gas", face="gas_2")
    table.phase("mob_fire")
    if die:
        table.check(punks, die, apply=False)
    table.drag(punks, "W-D10")
    for _ in range(6):
        table.act("chat")
    table.phase("mob_move")
    table.phase("mob_shock")
    assert [one for one in table.clauses() if one.startswith("4.0")] == clauses


@pytest.mark.parametrize(("cell", "clauses"), [("W-C7", []), ("W-H7", ["4.0.a"])])
def test_who_leaves_the_map_reaches_an_edge(
    civil_power: Game, reported: Reported, cell: str, clauses: list[str]
) -> None:
    table = Street(civil_power, "i-6", "police_move")
    squad = table.put(cell, "line")
    table.begin({"turn": 3})
    table.drag(squad, "left_police")
    table.phase("police_shock")
    assert judged(table, reported) == clauses
