"""Dice that are told in chat, among other numbers."""

from __future__ import annotations

import pytest

from modgen.model.game import Game
from modgen_rules.engine.record.chat_words import ChatWords
from modgen_rules.junta_coup.reading.heard import exchange_told
from tests.junta_coup.bridge import CoupBench
from tests.junta_coup.sheet import BASE_1, PALACE, STATION, sheet

BASE_3 = ("brigade_3", "brigade_3_base")


@pytest.mark.parametrize(("target", "clauses"), [("slums", []), ("brigade_1_base", ["15.d"])])
def test_a_retreat_after_told_dice(target: str, clauses: list[str], coups: CoupBench) -> None:
    """2.f, 15.d: Battle begins with the dice, and not with other numbers in chat."""
    table = sheet(coups, {BASE_1: {STATION: 3}, ("police", "police_precinct_3"): {STATION: 1}})
    table.log.say("<Solo> - PHASE 2. Esti to the hills, the last cop sits in pct 2")
    table.go("brigade_3", 3, BASE_3[1], "hills")
    table.log.say("<Solo> - and Carlos comes out with the other 3")
    table.go("brigade_1", 3, "brigade_1_base", "industrial_district")
    table.log.say("<Solo> - station ex 1: Carlos 3 dice 1 1 4 miss. Cop shoots back: 6!")
    table.dies("brigade_1", STATION)
    table.log.say("<Solo> - ex 2: 2 3, cop 1")
    table.log.say("<Solo> - and 2 3, cop 4. Carlos lost 1 and has to go")
    table.go("brigade_1", 2, STATION, target)
    table.phase(3)
    assert table.illegal() == clauses


def test_units_that_moved_before_told_dice(coups: CoupBench) -> None:
    """5.b: they have moved, also if they die afterwards."""
    table = sheet(coups, {BASE_3: {"hills": 3}})
    table.log.say("<Solo> - PHASE 2, Esti with 3 into the palace, another one follows")
    table.go("brigade_3", 3, "hills", PALACE)
    table.go("brigade_3", 1, BASE_3[1], "hills")
    table.log.say("<Solo> - Esti 3 dice 5 1 1, Prez 8 dice 6 6 1 2 3 4 5 2 two down")
    table.log.say("<Solo> - Esti last man 2. Prez 6 5 3 5 1 2 1 1. thats it")
    table.log.say("<Solo> - palace stays as it was, 4?")
    table.dies("brigade_3", PALACE, 3)
    table.phase(3)
    assert table.illegal() == ["5.b"]


@pytest.mark.parametrize(
    ("second", "clauses"),
    [
        ("ex 2: Carlos 3 dice again 6 1 2. cop 2", ["13.h"]),
        ("2nd exchange, Carlos 3 dice again 6 1 2. cop 2", ["13.h"]),
        ("ex 2: Carlos 2 dice 6 1. cop 2", []),
        ("ex 2: Carlos 6 1 2. cop 2", []),
    ],
)
def test_a_die_for_a_dead_unit(second: str, clauses: list[str], coups: CoupBench) -> None:
    """13.h: the number of dice is judged only where chat tells it, too."""
    table = sheet(coups, {BASE_1: {STATION: 3}, ("police", "police_precinct_3"): {STATION: 1}})
    table.log.say("<Solo> - station ex 1: Carlos 3 dice 1 1 4. Cop shoots back: 6!")
    table.dies("brigade_1", STATION)
    table.log.say(f"<Solo> - {second}")
    table.dies("police", STATION)
    table.log.say("<Solo> - lucky 6")
    table.phase(3)
    assert table.illegal() == clauses


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("ex1 Esti 3 dice", 1),
        ("x2", 2),
        ("3 Students x 2 to Market", 0),
        ("3rd exchange", 3),
        ("ex 1, then ex 2", 0),
        ("ex 6 1", 0),
    ],
)
def test_the_exchange_that_a_line_names(line: str, number: int, junta_coup: Game) -> None:
    assert exchange_told(ChatWords.of([junta_coup]), f"<Ana> - {line}") == number
