"""Simulated games in which one thing is changed, so that one clause is broken."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path

from modgen_rules.engine.judging import judge_log
from modgen_rules.engine.planting import broken
from modgen_rules.engine.record.table_manners import Special
from modgen_rules.engine.rulebook import Rulebook
from modgen_rules.engine.writing.human_play import as_people
from modgen_rules.engine.writing.log_writer import LogWriter
from modgen_rules.engine.writing.slips import TidyGame
from modgen_rules.engine.writing.written_table import LogWriterError
from tests.kept.rows import Row
from tests.kept.source import RECORDS, Game


def kinds(number: int) -> Sequence[str]:
    """The names of so many changes. A change is another one in each game."""
    return [f"change {n}" for n in range(1, number + 1)]


class ChangedGames:
    """The changed games of a simulation, which plays a tidy game of each seed."""

    def __init__(self, book: Rulebook, tidy: Callable[[int], TidyGame], special: Special) -> None:
        self.book, self.special = book, special
        self.tidy = lru_cache(4)(tidy)
        self.slips = lru_cache(None)(self._slips)

    def play(self, row: Row, path: Path) -> Game | None:
        """Write the changed game of a row.

        None if the change of a new row does not break one clause, and no other.
        """
        try:
            found = self.tidy(row.seed).changed(random.Random(f"{row.seed} {row.mistake}"))
        except (LogWriterError, KeyError):
            return None
        if found is None:
            return None
        writer, change = found
        clauses = row.clauses.split() or [*broken(self.book, writer).elements()]
        if len(clauses) != 1:
            return None
        self._recorded(writer, row.seed, row.record).write(path)
        at = writer.step_of_act.get(change.first, len(writer.steps))
        step = at if row.record == "tidy" else 0  # it is that of the tidy record
        return Game(self.book, [path], clauses, step=step, slips=self.slips(row.seed, row.record))

    def _recorded(self, tidy: LogWriter, seed: int, record: str) -> LogWriter:
        """A game as people record it."""
        start, chance = self.tidy(seed).start.copy(), random.Random(seed)
        return as_people(tidy, start, RECORDS[record], chance, self.special)[0]

    def _slips(self, seed: int, record: str) -> set[str]:
        """What is said of the legal game as people record it: it is not of a mistake."""
        recorded = self._recorded(self.tidy(seed).tidy, seed, record)
        name = f"{recorded.game.id}.vlog"
        report = judge_log(self.book, recorded.timeline(name), [name])
        return {one.message for one in report.findings}
