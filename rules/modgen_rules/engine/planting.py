"""Plants mistakes in simulated games of any rulebook.

A tidy game is changed by chance, and the rulebook judges the changed game. A change is a mistake if
the rulebook finds one clause broken by it, once, and says nothing new of any other clause.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from modgen.log.table import Table
from modgen_rules.engine.judging import judge_log
from modgen_rules.engine.record.table_manners import Special
from modgen_rules.engine.reports.findings import Finding
from modgen_rules.engine.rulebook import Rulebook
from modgen_rules.engine.writing.human_noise import HumanNoise
from modgen_rules.engine.writing.human_play import as_people
from modgen_rules.engine.writing.log_writer import LogWriter, steps_of
from modgen_rules.engine.writing.slips import Change, TidyGame
from modgen_rules.engine.writing.slips_in_words import in_words
from modgen_rules.engine.writing.written_table import LogWriterError

MOST_FAILED, MOST_TRIED = 20, 80
"""How many games with many changes are judged for one mistake, and how many in all."""
APART = 4
"""How many turns there are for each of the changes that are judged together."""


@dataclass
class Planted:
    """A game with mistakes. No two of them break the same clause."""

    writer: LogWriter
    start: Table
    """The table on which the game began."""
    mistakes: list[tuple[Change, str]] = field(default_factory=list)
    """The change of the legal game that each mistake is, and a sentence that ends with its clause.
    """

    def plant(self, rulebook: Rulebook, number: int, chance: random.Random) -> None:
        """Plant mistakes in a legal game, as many as are found.

        Many changes are judged together first: those that seem to be mistakes are judged alone.
        """
        known, doubted = _clauses(rulebook, self.writer)
        tidy, failed = TidyGame(self.start, self.writer), 0
        for _ in range(MOST_TRIED):
            if len(self.mistakes) == number or failed == MOST_FAILED:
                return
            failed += 1
            for change in _promising(rulebook, tidy, known, chance):
                if len(self.mistakes) == number or self._overlaps(change):
                    continue
                try:
                    writer = tidy.with_changes([*(one for one, _ in self.mistakes), change])
                except (LogWriterError, KeyError):
                    continue
                now, doubted_now = _clauses(rulebook, writer)
                more, hidden = now - known, known - now
                if more.total() != 1 or hidden or known.keys() & more.keys():
                    continue
                if (doubted_now - doubted).keys() - more.keys():
                    continue
                told = f"{in_words(change, tidy, writer.states)} [{min(more)}]"
                self.mistakes.append((change, told))
                known, doubted, self.writer, failed = now, doubted_now, writer, 0

    def _overlaps(self, change: Change) -> bool:
        """Whether a change is of acts of a mistake, which would then not be where it is noted."""
        return any(change.first <= one.end and one.first <= change.end for one, _ in self.mistakes)

    def told(self, steps: Mapping[int, int]) -> list[str]:
        """A line for each mistake, with its steps."""
        ordered = sorted(self.mistakes, key=lambda one: one[0].first)
        changes = [change for change, _ in ordered]
        return [
            f"{steps_of(acts, steps)}: {words}"
            for acts, (_, words) in zip(_acts(changes), ordered, strict=True)
        ]


def _acts(changes: Iterable[Change]) -> Iterator[range]:
    """The acts of changes in the order of the game, by their numbers in the changed game."""
    more = 0
    for change in changes:
        at = change.first + more
        first = max(at - (not change.acts), 0)  # what is left out has no step
        yield range(first, max(at + len(change.acts), first + 1))
        more += len(change.acts) - (change.end - change.first)


def _promising(
    rulebook: Rulebook, tidy: TidyGame, known: Container[str], chance: random.Random
) -> list[Change]:
    """Changes that seem to break one clause each that is not known, in any order.

    Many are made in one game: what is found between a change and the next is of it, unless it is
    found in a later turn and may be of the change before.
    """
    size, number = len(tidy.acts), 1 + tidy.tidy.turn_number // APART
    ends = [size * n // number for n in range(number + 1)]
    numbers = [chance.randrange(*both) for both in pairwise(ends) if both[0] < both[1]]
    try:
        writer, changes = tidy.changed_at(numbers, chance)
    except (LogWriterError, KeyError):
        return []
    steps = [writer.step_of_act.get(acts.start, len(writer.steps)) for acts in _acts(changes)]
    found: list[list[Finding]] = [[] for _ in range(len(changes) + 1)]
    for one in _findings(rulebook, writer):
        if one.verdict == "illegal":
            found[bisect_right(steps, one.where.last)].append(one)
    promising = [
        change
        for change, step, (before, now) in zip(changes, steps, pairwise(found), strict=True)
        if len(now) == 1
        and now[0].clause not in known
        and (not before or now[0].where.first <= step)
    ]
    chance.shuffle(promising)
    return promising


def broken(rulebook: Rulebook, writer: LogWriter) -> Counter[str]:
    """The clauses that a game breaks for sure, and how often."""
    return _clauses(rulebook, writer)[0]


def _clauses(rulebook: Rulebook, writer: LogWriter) -> tuple[Counter[str], Counter[str]]:
    """The clauses of the findings of a game, and how often: those that are sure, and the others."""
    found = _findings(rulebook, writer)
    sure, doubted = (
        Counter(one.clause for one in found if one.verdict == verdict)
        for verdict in ("illegal", "suspect")
    )
    return sure, doubted


def _findings(rulebook: Rulebook, writer: LogWriter) -> list[Finding]:
    name = f"{writer.game.id}.vlog"
    return judge_log(rulebook, writer.timeline(name), [name]).findings


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
