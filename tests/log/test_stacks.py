"""Stacks and decks after every step, against what VASSAL 3.7.26 had when it replayed the log.

`stacks.vlog` is a game of random drags: single pieces, several at once, whole stacks, cards, and
undone drags. `stacks.json` has one entry for each step with the rows that changed: the piece's
number, map, x, y and the numbers in its stack, bottom first. A deck's row has its contents and the
word `deck`. Piece ids are the numbers plus FIRST_ID.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from modgen.log.table import NOWHERE, Table
from modgen.log.timeline import read_timeline

FOLDER = Path(__file__).parent
FIRST_ID = 1_000_000_000_000
ENGINE: list[list[list[Any]]] = json.loads((FOLDER / "stacks.json").read_text("utf-8"))


def numbers(ids: tuple[str, ...]) -> list[int]:
    return [int(key) - FIRST_ID for key in ids]


def row(table: Table, number: int) -> list[Any]:
    key = str(number + FIRST_ID)
    deck = table.piles.get(key)
    if deck is not None and deck.is_deck:
        return [number, deck.map, deck.x, deck.y, numbers(deck.contents), "deck"]
    piece = table.pieces[key]
    pile = table.piles.get(piece.pile)
    stack = numbers(pile.contents) if pile and not pile.is_deck else []
    return [number, piece.map, piece.x, piece.y, alone(stack)]


def alone(stack: list[int]) -> list[int]:
    """A piece that is alone in its stack counts as loose: the engine itself differs there."""
    return stack if len(stack) > 1 else []


def test_every_step_has_the_stacks_of_the_engine() -> None:
    timeline = read_timeline([FOLDER / "stacks.vlog"])
    assert timeline.problems == []
    assert len(timeline) == len(ENGINE) - 1 == 150
    expected: dict[int, list[Any]] = {}
    for step, changed in enumerate(ENGINE):
        for number, *rest in changed:
            if len(rest) == 4:
                rest[3] = [] if rest[0] == NOWHERE else alone(rest[3])
            expected[number] = [number, *rest]
        table = timeline.go(step)
        assert {number: row(table, number) for number in expected} == expected, f"step {step}"
        assert len(table.pieces) + sum(pile.is_deck for pile in table.piles.values()) == len(
            expected
        )


def test_every_step_can_be_undone_and_redone() -> None:
    timeline = read_timeline([FOLDER / "stacks.vlog"])
    tables = []
    for step in range(len(timeline) + 1):
        table = timeline.go(step)
        tables.append((dict(table.pieces), dict(table.piles)))
    for step in reversed(range(len(timeline) + 1)):
        table = timeline.go(step)
        assert (table.pieces, table.piles) == tables[step]
