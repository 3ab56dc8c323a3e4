"""Turns on an otherwise empty map that keep to a limit of the rules or break it.

A legal one costs nothing to believe; an illegal one breaks the clauses of its row and no others;
one that rests on an open clause breaks nothing.
Resources are 20 for each Faction, Aid and Patronage 10, unless the row says otherwise. Manila has
Population 5, the other Cities, Visayas and the two spaces of Luzon 2, those of Mindanao 1.
"""

from __future__ import annotations

from collections.abc import Iterable

from tests.accuracy.cases import Bench
from tests.people_power.examples import Example, judged


def ok(actor, options, before, after, tracks="", moved="", **more) -> Example:
    return Example("", True, actor, options, before, after, tracks, moved, **more)


def no(clauses, actor, options, before, after, tracks="", moved="", **more) -> Example:
    return Example(clauses, False, actor, options, before, after, tracks, moved, **more)


def open_(clause, actor, options, before, after, tracks="", moved="", **more) -> Example:
    return Example(f"? {clause}", True, actor, options, before, after, tracks, moved, **more)


def check(rows: Iterable[Example], bench: Bench) -> None:
    """Judge rows; all that are judged wrongly are named."""
    assert list(filter(None, (_wrong(row, bench) for row in rows))) == []


def _wrong(row: Example, bench: Bench) -> str:
    """What is wrong with the verdict on a row."""
    best = judged(row, bench.board, bench.rulebook.effects).readings[0]
    clauses = tuple(row.clause.removeprefix("? ").split())
    found, wanted = (best.doubts, best.broken), (clauses, ())
    if not row.clause.startswith("?"):
        found = found[::-1]
    if found == wanted and (row.clause or best.cost == 0):
        return ""
    return f"{row.name} {row.tracks} {row.people}: {best.broken} {best.doubts} {best.cost}"
