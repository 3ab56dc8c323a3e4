"""Turns on an otherwise empty map that keep to a limit of the rules or break it.

A legal one costs nothing to believe; an illegal one breaks the clauses of its row and no others;
one that rests on an open clause breaks nothing.
Resources are 20 for each Faction, Aid and Patronage 10, unless the row says otherwise. Manila has
Population 5, the other Cities, Visayas and the two spaces of Luzon 2, those of Mindanao 1.
"""

from __future__ import annotations

from tests.accuracy.cases import Bench
from tests.people_power.examples import Example, judged


def ok(actor, options, before, after, tracks="", moved="", **more) -> Example:
    return Example("", True, actor, options, before, after, tracks, moved, **more)


def no(clauses, actor, options, before, after, tracks="", moved="", **more) -> Example:
    return Example(clauses, False, actor, options, before, after, tracks, moved, **more)


def open_(clause, actor, options, before, after, tracks="", moved="", **more) -> Example:
    return Example(f"? {clause}", True, actor, options, before, after, tracks, moved, **more)


def named(row: Example) -> str:
    return f"{row.name} {row.tracks} {row.people or ''}"


def check(row: Example, bench: Bench) -> None:
    """Judge a row."""
    best = judged(row, bench.board, bench.rulebook.effects).readings[0]
    clauses = tuple(row.clause.removeprefix("? ").split())
    is_open = row.clause.startswith("?")
    assert (best.broken, best.doubts) == (((), clauses) if is_open else (clauses, ())), best
    if not row.clause:
        assert best.cost == 0, best
