"""The tracker is late by several phases, or is stepped on before the set-up is over."""

from __future__ import annotations

import pytest

from modgen.model.game import Game
from modgen_rules.civil_power.reading.game_turns import turns
from tests.civil_power.opening import Opening
from tests.civil_power.street import Street
from tests.civil_power.test_told_late import say

SQUADS = (("W-A3", "W-B3"), ("W-A8", "W-B8"), ("W-A11", "W-B11"), ("W-F8", "W-F7"))


def moved(civil_power: Game, late: tuple[str, ...], after: tuple[str, ...]) -> Street:
    """Four squads move before the tracker is stepped through `late`, then through `after`."""
    street = Street(civil_power, "ii-4", "mob_fire")
    keys = [street.put(begin, "line") for begin, _ in SQUADS]
    crowd = street.put("W-D4", "untrained_crowd")
    street.begin({"turn": 3})
    street.phase("mob_move")
    street.drag(crowd, "W-D5")
    street.phase("mob_shock")
    for key, (_, end) in zip(keys, SQUADS, strict=True):
        street.drag(key, end)
    for name in (*late, *after):
        street.phase(name)
    return street


@pytest.mark.parametrize(
    "late",
    [
        ("mob_recovery", "police_fire", "police_move"),
        ("police_fire", "police_move"),
    ],
)
def test_a_tracker_that_catches_up_accuses_nobody(civil_power: Game, late: tuple[str, ...]) -> None:
    street = moved(civil_power, late, ("police_shock", "police_recovery"))
    assert street.issues() == street.issues("suspect") == []


def test_many_moves_out_of_turn_are_one_question(civil_power: Game) -> None:
    street = moved(civil_power, ("mob_recovery", "police_fire", "police_shock"), ())
    assert street.issues() == []
    (issue,) = street.issues("suspect")
    assert issue.clause == "4.0.h"
    assert "4 units" in issue.what
    assert "whether the tracker was moved on late" in issue.what


@pytest.mark.parametrize(
    ("late", "clauses"),
    [
        (("police_fire", "police_move", "police_shock"), set()),
        (("police_fire", "police_shock"), {"4.0.h"}),
    ],
)
def test_a_tracker_that_is_late_once(
    civil_power: Game, late: tuple[str, ...], clauses: set[str]
) -> None:
    """Before and after, the players keep it up to date; units of several kinds move."""
    street = Street(civil_power, "ii-4", "mob_fire")
    crowds = [street.put(f"W-C{n}", "untrained_crowd") for n in range(1, 12)]
    squads = [
        street.put(begin, kind)
        for kind, (begin, _) in zip(("line", "reserve", "line", "reserve"), SQUADS, strict=True)
    ]
    street.begin({"turn": 3})
    for row in ("D", "E"):
        street.phase("mob_move")
        for n, key in enumerate(crowds, 1):
            street.drag(key, f"W-{row}{n}")
        street.phase("mob_shock")
        street.phase("mob_recovery")
        if row == "E":
            break
        for name in ("police_fire", "police_move", "police_shock", "police_recovery"):
            street.phase(name)
        street.act("phase", source="4", target="gas_morale")
        street.book("turn")
        for name in ("gas_fades", "fires", "mob_fire"):
            street.phase(name)
    for key, (_, end) in zip(squads, SQUADS, strict=True):
        street.drag(key, end)
    for name in (*late, "police_recovery"):
        street.phase(name)
    order = [one for one in street.report().findings if one.clause.startswith(("3.", "4.0"))]
    assert {one.clause for one in order if one.verdict != "note"} == clauses


def set_up(civil_power: Game) -> tuple[Opening, str]:
    opening = Opening(civil_power, "ii-4")
    opening.set_up()
    crowd = next(
        key
        for key, unit in opening.position.units.items()
        if unit.kind == "untrained_crowd" and unit.cell == "W-D4"
    )
    return opening, crowd


@pytest.mark.parametrize(
    ("steps", "clauses"),
    [
        (("gas_fades", "fires", "mob_fire", "mob_move"), []),
        (("gas_fades",), ["S.II4"]),
    ],
)
def test_a_move_before_the_first_step(
    civil_power: Game, steps: tuple[str, ...], clauses: list[str]
) -> None:
    """A unit that leaves the zone moves; one placed there is set up: no Movement follows."""
    opening, crowd = set_up(civil_power)
    opening.drag(crowd, "W-C4")
    for name in steps:
        opening.play(name)
    assert opening.clauses()[:1] == clauses


@pytest.mark.parametrize("announced", [False, True])
def test_a_set_up_after_the_first_step(civil_power: Game, announced: bool) -> None:
    opening = Opening(civil_power, "ii-4")
    opening.play("gas_fades")
    opening.set_up()
    if announced:
        opening.finish_set_up()
    for name in ("fires", "mob_fire", "mob_move"):
        opening.play(name)
    assert opening.clauses() == []


def test_moves_within_the_zone_before_the_first_step(civil_power: Game) -> None:
    """A unit that stays in the zone as it moves is among others that leave it."""
    opening, crowd = set_up(civil_power)
    zone = [one for one in opening.position.units.values() if one.side == "mob"]
    others = [one.key for one in zone if one.key != crowd]
    opening.drag(crowd, "W-C4")
    inside = opening.free("mob", others[0], opening.field)
    near = [
        one for one in inside if one in opening.field.near[opening.position.units[others[0]].cell]
    ]
    opening.drag(others[0], near[0])
    for name in ("gas_fades", "fires", "mob_fire", "mob_move", "mob_shock"):
        opening.play(name)
    assert [one for one in opening.clauses() if one.startswith("S.")] == []


def test_a_marker_that_goes_on_as_the_log_ends(civil_power: Game) -> None:
    street = Street(civil_power, "ii-4", "police_recovery")
    street.begin({"turn": 3})
    street.act("chat")
    street.book("turn")
    assert [(turn.number, turn.complete) for turn in turns(street.record)] == [(3, True)]


@pytest.mark.parametrize("way", ["fire", "check", "marker"])
def test_a_game_without_a_tracker_begins_after_the_set_up(civil_power: Game, way: str) -> None:
    opening = Opening(civil_power, "ii-4")
    opening.set_up()
    first = len(opening.record.acts)
    if way == "marker":
        opening.book("turn")
    elif way == "check":
        opening.check("line#0", 1)
    else:
        opening.place("fire", "W-D11")
    opening.act("chat")
    assert [(one.number, one.first) for one in turns(opening.record)][:2] == [(0, 0), (1, first)]


CHECKS = ("gas_morale", "gas_fades", "fires")
SIDES = ("mob", "police")
WHOLE = (*CHECKS, *(f"{side}_{kind}" for side in SIDES for kind in ("fire", "move", "shock")))


@pytest.mark.parametrize(
    ("fights", "booked", "clauses"),
    [(True, 1, []), (False, 1, ["3.0.h"]), (True, 0, ["5.3.1.e"])],
)
def test_two_turns_before_the_tracker_is_put_right(
    civil_power: Game, fights: bool, booked: int, clauses: list[str]
) -> None:
    """Casualties of the second turn are booked at its end."""
    street = Street(civil_power, "ii-4", "gas_morale")
    street.put("W-D4", "slingshot_punk", 3)
    crowd, squad = street.put("W-G6", "trained_crowd"), street.put("W-G8", "reserve")
    target, other = street.put("W-D5", "line"), street.put("W-A8", "line")
    street.begin({"turn": 5})
    for turn in (5, 6):
        say(street, "three slings from D4 at the line in D5")
        street.roll("mob", 5)
        street.check(target, 2)
        if turn == 5:
            street.book("wia_police")
            street.drag(crowd, "W-G7")
            street.drag(crowd, "W-G8")
            if fights:
                street.roll("mob", 4)
                street.roll("police", 1)
                street.drag(squad, "W-G9")
                street.check(squad, 1, 1)
        if turn == 6:
            street.drag(crowd, "W-G7" if fights else "W-G6")
        street.drag(other, "W-B8" if turn == 5 else "W-C8")
        if turn == 5 and not fights:
            street.roll("police", 4)
            street.roll("mob", 1)
            street.drag(crowd, "W-G7")
            street.check(crowd, 1, 1)
    if booked:
        street.book("wia_police", booked)
    for _ in range(2):
        for phase in (*WHOLE, "police_recovery"):
            street.phase(phase)
        street.book("turn")
    street.phase("gas_morale")
    assert [one.clause for one in street.issues()] == clauses
