"""A game's own rulebook together with its rules.yaml and the general laws that it asks for.

A rulebook asks for general laws by the attribute `general_laws`: numbers such as `stacking.limit`,
or subjects such as `stacking`. Both kinds of findings are in one report and one table of clauses.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from modgen.model.files.binding import SourceMap
from modgen.model.files.diagnostics import PartDiagnostic
from modgen.model.game import Game
from modgen_rules.engine.pairs.coverage import ClauseCoverage, coverage
from modgen_rules.engine.record.open_log import OpenLog, open_log
from modgen_rules.engine.record.own_lookups import Lookups
from modgen_rules.engine.record.piece_states import PieceState
from modgen_rules.engine.reports.clauses import ClauseTable
from modgen_rules.engine.reports.findings import Finding, GameReport, worst
from modgen_rules.engine.reports.report_builder import ReportBuilder
from modgen_rules.engine.rulebook import Rulebook
from modgen_rules.general.book import GeneralRulebook
from modgen_rules.general.laws import LAWS
from modgen_rules.general.turns import TurnRecord


class JoinedRulebook:
    """Judges a log by a game's own rulebook, then by the general laws."""

    def __init__(self, own: Rulebook, general: GeneralRulebook) -> None:
        self.own = own
        self.general = general
        self.games: Sequence[Game] = own.games
        self.folder = own.folder
        self.kinds: Collection[str] = own.kinds

    @cached_property
    def clauses(self) -> ClauseTable:
        """The clauses of both."""
        own = self.own.clauses
        every = own.clauses + self.general.clauses.clauses
        consequences = {**self.general.clauses.consequences, **own.consequences}
        return ClauseTable(own.prefix, every, own.questions, consequences)

    def validate(self) -> Iterator[PartDiagnostic]:
        """What the rulebook finds wrong in the game's files."""
        return self.own.validate()

    def position(self, pieces: Iterable[PieceState]) -> Any:
        """The pieces on the table as the rulebook sees them."""
        return self.own.position(pieces)

    def actions(self, position: Any, actor: str) -> Iterator[Any]:
        """The legal actions by the rulebook."""
        return self.own.actions(position, actor)

    def turns(self, log: OpenLog, report: ReportBuilder) -> Iterator[Any]:
        """The turns as the rulebook sees them, then those of the general laws."""
        yield from self.own.turns(log, report)
        tracker = log.tracker
        lookups = Lookups(tracker.places, tracker.pieces)
        again = open_log(self.games, log.timeline, self.general.kinds, lookups)
        yield from map(_General, self.general.turns(again, _Quiet.like(report)))

    def explain(self, turn: Any, report: ReportBuilder) -> None:
        """Judge a turn of either kind."""
        if not isinstance(turn, _General):
            self.own.explain(turn, report)
            return
        before = len(report.report.findings)
        self.general.explain(turn.record, _Quiet.like(report))
        _mark(report.report, report.report.findings[before:])


@dataclass(frozen=True)
class _General:
    """A turn for the general laws; the game's own rulebook may have turns of any type."""

    record: TurnRecord


class _Quiet(ReportBuilder):
    """Notes findings, but no turns: the game's own rulebook has noted them."""

    @classmethod
    def like(cls, report: ReportBuilder) -> _Quiet:
        """A builder that adds to the same report."""
        return cls(
            report.game,
            report.clauses,
            report.report,
            report.treat_assumed_as_binding,
            _known=report._known,
        )

    def segment(self, *args: object, **more: object) -> None:
        """Nothing."""


def _mark(report: GameReport, findings: Sequence[Finding]) -> None:
    """Give the turns in which findings begin their verdicts, where these are worse."""
    for finding in findings:
        for n, turn in enumerate(report.segments):
            if turn.where.first <= finding.where.first <= turn.where.last and turn.verdict == "ok":
                report.segments[n] = replace(turn, verdict=worst([finding]))


def joined(own: Rulebook, sources: SourceMap, language: str = "") -> Rulebook:
    """A rulebook with its game's rules.yaml and the general laws that it asks for.

    The texts of rules.yaml are in `language`, by default the game's first.
    """
    if isinstance(own, GeneralRulebook):
        return own
    wanted = tuple(getattr(own, "general_laws", ()))
    numbers = {
        number
        for law in LAWS
        for number in law.stated
        if any(number == one or number.startswith(f"{one}.") for one in wanted)
    }
    general = GeneralRulebook(own.games, sources, numbers, language)
    return JoinedRulebook(own, general) if general.clauses.clauses else own


def known_clauses(book: Rulebook) -> dict[str, ClauseCoverage]:
    """What is known of each clause of a rulebook, by number."""
    if isinstance(book, JoinedRulebook):
        general = coverage(book.general.folder, book.general.clauses, book.own.folder)
        return {**known_clauses(book.own), **general}
    return coverage(book.folder, book.clauses)
