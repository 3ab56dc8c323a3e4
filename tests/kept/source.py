"""What makes the games of the kept sets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple, Protocol

from modgen.log.timeline import read_timeline
from modgen_rules.engine.judging import judge_log
from modgen_rules.engine.reading.lapses import Lapses
from modgen_rules.engine.reports.findings import Finding
from modgen_rules.engine.writing.human_noise import HUMAN, QUIET, SLOPPY, HumanNoise
from tests.kept.rows import CRASH, Mark, Row

RECORDS: dict[str, HumanNoise] = {"tidy": QUIET, "human": HUMAN, "sloppy": SLOPPY}
"""The ways in which the same games are recorded."""
BAD = ("illegal", "suspect")
WITHIN = 80
"""A finding can be of a mistake if it begins at most this many steps after it."""


@dataclass
class Game:
    """A game that was written as one or more logs, and what is wrong in it."""

    book: Any
    paths: Sequence[Path]
    clauses: Sequence[str] = ()
    """The clauses by which a mistake is rightly named; more than one where they state the same."""
    also: Sequence[str] = ()
    """Clauses that a referee may cite as well."""
    step: int = 0
    """The step of the mistake; 0 if any finding can be of it."""
    slips: set[str] = field(default_factory=set)
    """What is said of the same game without the mistake; it is not of the mistake."""
    several: str = ""
    """The clauses of several mistakes, separated by semicolons."""


class Source(Protocol):
    """Plays the games of a set. It is made once for many games."""

    def legal(self) -> Sequence[str]:
        """The names under which legal games of a seed and record are played."""

    def kinds(self) -> Sequence[str]:
        """The kinds of mistakes; none for a set whose games are listed."""

    def listed(self) -> Sequence[Row]:
        """The rows of games that are not made from seeds."""

    def play(self, row: Row, path: Path) -> Game | None:
        """The game of a row; None if it cannot be made.

        A row without clauses is a new one: the game then says which clauses the mistake breaks.
        """


class Base:
    """A source without games."""

    def legal(self) -> Sequence[str]:
        return ("",)

    def kinds(self) -> Sequence[str]:
        return ()

    def listed(self) -> Sequence[Row]:
        return ()


class Judged(NamedTuple):
    """A row with what the checker said of its game, and the CPU seconds that it needed."""

    row: Row
    seconds: float
    told: tuple[str, ...]
    """The findings as people see them."""
    lapses: Lapses = Lapses()
    """How the record departs from the play, as the checker reads it."""
    gaps: tuple[float, ...] = ()
    """For each finding how many nats more the cheapest legal reading costs."""


def judged(source: Source, row: Row, path: Path) -> Judged | None:
    """Play and judge the game of a row; None if it cannot be made.

    A game on which the checker fails has the finding `crash`.
    """
    game = source.play(row, path)
    if game is None:
        return None
    began = process_time()
    try:
        report = judge_log(game.book, read_timeline(game.paths), [one.name for one in game.paths])
    except Exception as problem:
        return Judged(row._replace(findings=CRASH), process_time() - began, (repr(problem),))
    seconds = process_time() - began
    if not row.clauses:
        clauses = game.several or " ".join(game.clauses)
        also = " ".join(one for one in dict.fromkeys(game.also) if one not in game.clauses)
        row = row._replace(clauses=clauses, also=also)
    row = row._replace(step=game.step)
    bad = [one for one in report.findings if one.verdict in BAD]
    verdicts = [one.verdict for one in report.segments]
    fits = _fitting(row, game)
    marks = [Mark(one.clause, one.verdict == "illegal", fits(one)) for one in bad]
    row = row._replace(
        turns=len(verdicts),
        accused=verdicts.count("illegal"),
        suspected=verdicts.count("suspect"),
        findings=" ".join(map(str, marks)),
    )
    told = tuple(f"{one.verdict} at {one.where} [{one.clause}] {one.message}" for one in bad)
    return Judged(row, seconds, told, report.lapses, tuple(one.gap for one in bad))


def _fitting(row: Row, game: Game) -> Callable[[Finding], bool]:
    """Which findings can be of the mistake of a game. In a legal game the mark is left out."""
    right = {*row.clauses.replace(";", " ").split(), *row.also.split()}

    def fits(one: Finding) -> bool:
        if one.message in game.slips:
            return False
        if not row.step or one.clause in right:
            return True
        return one.where.last >= row.step and one.where.first <= row.step + WITHIN

    return fits
