"""Turns on an otherwise empty map that keep to a limit of the rules or break it.

A legal one costs nothing to believe; an illegal one breaks the clauses of its row and no others.
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


def named(row: Example) -> str:
    return f"{row.name} {row.tracks} {row.people or ''}"


def check(row: Example, bench: Bench) -> None:
    """Judge a row."""
    best = judged(row, bench.board, bench.rulebook.effects).readings[0]
    assert (best.broken, best.doubts) == (tuple(row.clause.split()), ())
    if row.legal:
        assert best.cost == 0
