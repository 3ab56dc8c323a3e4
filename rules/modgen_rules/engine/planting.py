"""Plants mistakes in simulated games of any rulebook.

A tidy game is changed by chance, and the rulebook judges the changed game. A change that breaks one
clause, and no other, is a mistake.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from modgen.log.table import Table
from modgen_rules.engine.judging import judge_log
from modgen_rules.engine.record.table_manners import Special
from modgen_rules.engine.rulebook import Rulebook
from modgen_rules.engine.writing.human_noise import HumanNoise
from modgen_rules.engine.writing.human_play import as_people
from modgen_rules.engine.writing.log_writer import LogWriter, steps_of
from modgen_rules.engine.writing.slips import Change, TidyGame, in_words
from modgen_rules.engine.writing.written_table import LogWriterError

MOST_TRIED = 60
"""How many changes are tried for each mistake that is asked for."""


@dataclass
class Planted:
    """A game with mistakes. No two of them break the same clause."""

    writer: LogWriter
    start: Table
    """The table on which the game began."""
    mistakes: list[tuple[range, str]] = field(default_factory=list)
    """The acts of each mistake, and a sentence that ends with its clause."""

    def plant(self, rulebook: Rulebook, number: int, chance: random.Random) -> None:
        """Plant mistakes in a legal game, as many as are found."""
        known = broken(rulebook, self.writer)
        tidy = TidyGame(self.start, self.writer)
        for _ in range(MOST_TRIED * number):
            if len(self.mistakes) == number:
                return
            try:
                found = tidy.changed(chance)
            except (LogWriterError, KeyError):
                continue
            if found is None:
                continue
            writer, change = found
            now = broken(rulebook, writer)
            more, hidden = now - known, known - now
            if more.total() != 1 or hidden or known.keys() & more.keys():
                continue
            self._note(change, f"{in_words(change, tidy, writer.states)} [{min(more)}]")
            known = now
            self.writer = writer
            tidy = TidyGame(self.start, writer)

    def _note(self, change: Change, told: str) -> None:
        """Note a mistake; the acts of those after it have other numbers now."""
        by = len(change.acts) - (change.end - change.first)
        self.mistakes = [
            (range(acts.start + by, acts.stop + by) if acts.start >= change.end else acts, words)
            for acts, words in self.mistakes
        ]
        first = max(change.first - (not change.acts), 0)  # what is left out has no step
        acts = range(first, max(change.first + len(change.acts), first + 1))
        self.mistakes.append((acts, told))

    def told(self, steps: Mapping[int, int]) -> list[str]:
        """A line for each mistake, with its steps."""
        ordered = sorted(self.mistakes, key=lambda one: one[0].start)
        return [f"{steps_of(acts, steps)}: {words}" for acts, words in ordered]


def broken(rulebook: Rulebook, writer: LogWriter) -> Counter[str]:
    """The clauses that a game breaks for sure, and how often."""
    name = f"{writer.game.id}.vlog"
    report = judge_log(rulebook, writer.timeline(name), [name])
    return Counter(one.clause for one in report.findings if one.verdict == "illegal")


def kept_by_people(
    rulebook: Rulebook,
    tidy: LogWriter,
    start: Table,
    noise: HumanNoise,
    chance: random.Random,
    mistakes: int = 0,
    special: Special = lambda *_: None,
) -> tuple[LogWriter, list[str]]:
    """A tidy game with mistakes, recorded as people do, and a line for each mistake.

    `start` is the table on which it began; `special` is that of `TableManners.of`.
    """
    planted = Planted(tidy, start)
    if mistakes:
        planted.plant(rulebook, mistakes, chance)
    writer, steps = as_people(planted.writer, start.copy(), noise, chance, special)
    return writer, planted.told(steps)
