"""Simulated games in which one thing is changed, so that one clause is broken."""

from __future__ import annotations

import random
from collections.abc import Sequence

from modgen_rules.engine.judging import judge_log
from modgen_rules.engine.planting import broken
from modgen_rules.engine.rulebook import Rulebook
from modgen_rules.engine.writing.log_writer import LogWriter
from modgen_rules.engine.writing.slips import TidyGame
from modgen_rules.engine.writing.written_table import LogWriterError
from tests.kept.rows import Row


def kinds(number: int) -> Sequence[str]:
    """The names of so many changes. A change is another one in each game."""
    return [f"change {n}" for n in range(1, number + 1)]


def changed(book: Rulebook, tidy: TidyGame, row: Row) -> tuple[LogWriter, list[str], int] | None:
    """The changed game of a row, the clauses that it breaks, and the step of the change.

    None if the change of a new row does not break one clause, and no other.
    """
    try:
        found = tidy.changed(random.Random(f"{row.seed} {row.mistake}"))
    except (LogWriterError, KeyError):
        return None
    if found is None:
        return None
    writer, change = found
    clauses = row.clauses.split() or [*broken(book, writer).elements()]
    step = writer.step_of_act.get(change.first, len(writer.steps))
    return (writer, clauses, step) if len(clauses) == 1 else None


def slips(book: Rulebook, recorded: LogWriter) -> set[str]:
    """What is said of a legal game as people record it: it is not of a mistake."""
    name = f"{recorded.game.id}.vlog"
    return {one.message for one in judge_log(book, recorded.timeline(name), [name]).findings}
