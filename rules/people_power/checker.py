"""The rulebook of People Power as the engine's commands ask for it."""

from __future__ import annotations

from functools import cached_property

from modgen.model.whole import Game
from rules.engine.clauses import ClauseTable, read_clauses
from rules.engine.declarations import Announcements
from rules.engine.findings import Report, ordered
from rules.engine.gazetteer import Gazetteer, OwnModule
from rules.engine.standings import Ledger, OwnPieces, Vocabulary
from rules.engine.timeline import Timeline
from rules.people_power.audit import Audit
from rules.people_power.state import Map
from rules.people_power.tape import read_tape

PREFIX = "PP"


class PeoplePower:
    """Checks logs of one game. `games` is the game in each of its languages, its own first."""

    def __init__(self, games: list[Game]) -> None:
        self.games = games
        self.game = games[0]

    @cached_property
    def clauses(self) -> ClauseTable:
        """The clause table."""
        return read_clauses("rules.people_power", PREFIX)

    @cached_property
    def board(self) -> Map:
        """The printed map."""
        return Map.of(self.game)

    def check(
        self, timeline: Timeline, logs: list[str], gazetteer: Gazetteer | None = None,
        vocabulary: Vocabulary | None = None,
    ) -> Report:  # fmt: skip
        """Judge a game. Without a gazetteer and vocabulary it was played on our own module."""
        ledger = Ledger(
            timeline, gazetteer or OwnModule.of(self.games), vocabulary or OwnPieces(self.game)
        )
        tape = read_tape(ledger, self.board, Announcements(self.games))
        report = Report(self.game.id, PREFIX, logs)
        Audit(self.game, tape, self.clauses, report).run()
        report.findings = ordered(report.findings)
        return report
