"""Plants mistakes in simulated games of any rulebook.

A tidy game is changed by chance, and the rulebook judges the changed game. A change is a mistake if
the rulebook finds one clause broken by it, once, and says nothing new of any other clause.
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
from modgen_rules.engine.writing.slips import Change, TidyGame
from modgen_rules.engine.writing.slips_in_words import in_words
from modgen_rules.engine.writing.written_table import LogWriterError

MOST_FAILED, MOST_TRIED = 60, 200
"""How many changes are tried for one mistake, and how many in all: each is a game to be judged."""


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
        known, doubted = _clauses(rulebook, self.writer)
        tidy = TidyGame(self.start, self.writer)
        failed = 0
        for _ in range(MOST_TRIED):
            if len(self.mistakes) == number or failed == MOST_FAILED:
                return
            failed += 1
            try:
                found = tidy.changed(chance)
            except (LogWriterError, KeyError):
                continue
            if found is None or self._overlaps(found[1]):
                continue
            writer, change = found
            now, doubted_now = _clauses(rulebook, writer)
            more, hidden = now - known, known - now
            if more.total() != 1 or hidden or known.keys() & more.keys():
                continue
            if (doubted_now - doubted).keys() - more.keys():
                continue
            self._note(change, f"{in_words(change, tidy, writer.states)} [{min(more)}]")
            known, doubted = now, doubted_now
            self.writer = writer
            tidy = TidyGame(self.start, writer)
            failed = 0

    def _overlaps(self, change: Change) -> bool:
        """Whether a change is of acts of a mistake, which would then not be where it is noted."""
        return any(
            change.first < acts.stop and acts.start < change.end for acts, _ in self.mistakes
        )

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
    return _clauses(rulebook, writer)[0]


def _clauses(rulebook: Rulebook, writer: LogWriter) -> tuple[Counter[str], Counter[str]]:
    """The clauses of the findings of a game, and how often: those that are sure, and the others."""
    name = f"{writer.game.id}.vlog"
    found = judge_log(rulebook, writer.timeline(name), [name]).findings
    sure, doubted = (
        Counter(one.clause for one in found if one.verdict == verdict)
        for verdict in ("illegal", "suspect")
    )
    return sure, doubted


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
