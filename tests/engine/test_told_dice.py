"""Dice that players tell in chat instead of rolling them in the log."""

from __future__ import annotations

import pytest

from modgen.model.game import Game
from modgen_rules.engine.record.general_dice import DiceButtons
from modgen_rules.engine.record.told_dice import (
    FEWEST,
    ToldDice,
    counts_dice,
    tells_dice,
    told_rolls,
)
from modgen_rules.engine.reports.clauses import Clause, ClauseTable
from modgen_rules.engine.reports.findings import GameReport, Span
from modgen_rules.engine.reports.report_builder import ReportBuilder


@pytest.mark.parametrize(
    ("line", "tells"),
    [
        ("Estrada 5 dice 2 2 6 1 5, one dead", True),
        ("he rolls 4", True),
        ("the Line checks: 5. head down", True),
        ("bulls 3 = one back", True),
        ("[4] good", True),
        ("crowds 2, 3", True),
        ("4 guards against 3 soldiers", False),
        ("turn against 26", False),
        ("E7, F8", False),
        ("3.4.1 says no", False),
        ("a Line goes to 2/3", False),
        ("die +1, then - 2", False),
        ("seven: 7", False),
        ("two losses", False),
        ("Lou seven strong rolls a one, a dent", True),
        ("they check: three and two, fine", True),
        ("this one, and the first one", False),
        ("two hits on the three guards", False),
        ("Patronage goes 5 -> 3", False),
        ("see you at 20:30", False),
        ("PHASE 2. Dorado begins", False),
        ("ex 1: they fire", False),
        ("Dorado lost 2, the other none", False),
        ("the 2 2nd brigade men", False),
    ],
)
def test_lines_that_tell_dice(line: str, tells: bool, junta_coup: Game) -> None:
    buttons = DiceButtons.of([junta_coup])
    assert tells_dice(f"<Ana> - {line}", buttons) == tells
    assert not tells_dice(f"* {line}", buttons)


def test_numbers_one_after_the_other_are_one_roll(junta_coup: Game) -> None:
    line = "<Mob (Ana)> - C with a bottle: L3 2, R1 3, then 6 1 1 = two, 7, E5"
    rolls = [*told_rolls(4, line, DiceButtons.of([junta_coup]))]
    assert [(one.what, one.results) for one in rolls] == [
        ("1d6", (2,)),
        ("1d6", (3,)),
        ("3d6", (6, 1, 1)),
    ]
    assert {(one.step, one.who) for one in rolls} == {(4, "Mob (Ana)")}


@pytest.mark.parametrize(
    ("line", "rolls", "counted"),
    [
        ("2nd exchange 6 2 - cop is gone", [("2d6", (6, 2))], False),
        ("only 3: 2 3 3. cop 6", [("3d6", (2, 3, 3)), ("1d6", (6,))], True),
        ("3 dice 2 3 3, cops 6 1", [("3d6", (2, 3, 3)), ("2d6", (6, 1))], False),
        ("2 dice 2 3 3", [("3d6", (2, 3, 3))], False),
        ("gunboat at the palace 2 2 5 nope", [("Gunboat", (2, 2, 5))], False),
        ("gunboat: 2 2 5 2", [("4d6", (2, 2, 5, 2))], False),
        ("three dice: two, a five, a one", [("1d6", (n,)) for n in (2, 5, 1)], True),
    ],
)
def test_dice_that_are_told(
    line: str, rolls: list[tuple[str, tuple[int, ...]]], counted: bool, junta_coup: Game
) -> None:
    line, buttons = f"<Ana> - {line}", DiceButtons.of([junta_coup])
    assert [(one.what, one.results) for one in told_rolls(4, line, buttons)] == rolls
    assert counts_dice(line, buttons) == counted


def test_dice_are_told_near_what_they_bring() -> None:
    few = ToldDice((5, 8, 12), (40, 41, 42, 60))
    assert not few.mostly
    assert few.near(13, 14)
    assert few.near(20, 20)
    assert not few.near(30, 30)
    assert few.near(2, 4)
    assert not few.near(1, 1)
    assert not few.near(12, 42)
    most = ToldDice((5, 8, 12), (60,))
    assert most.mostly
    assert most.near(60, 60)
    assert len(few.told) == FEWEST


def test_the_number_of_told_dice_is_judged_where_it_is_told() -> None:
    told = ToldDice((5, 8, 12), (40,), frozenset({8}))
    assert told.unjudged(8, 8) == ("result",)
    assert told.unjudged(5, 8) == told.unjudged(9, 9) == ("number", "result")
    few = ToldDice((5, 8, 12), (40, 41, 42, 60), frozenset({8}))
    assert few.unjudged(8, 8) == ("number", "result")
    assert few.unjudged(30, 30) == ()


def test_what_told_dice_brought_is_not_judged(junta_coup: Game) -> None:
    clauses = [
        Clause(need, f"X-{need}", "A rule.", "rule", "error", *[""] * 5, needs=(need,))
        for need in ("result", "turn")
    ]
    report = GameReport("x", "X", ["a.vlog"])
    builder = ReportBuilder(junta_coup, ClauseTable("X", tuple(clauses)), report)
    builder.dice_told = lambda where: ("number", "result") if where.first < 5 else ()
    for clause in clauses:
        for step in (3, 7):
            builder.find(clause.number, "illegal", Span(step, step), "", "Turn 1")
    found = [(one.clause, one.where.first) for one in report.findings]
    assert found == [("result", 7), ("turn", 3), ("turn", 7)]
    assert builder.left_out
