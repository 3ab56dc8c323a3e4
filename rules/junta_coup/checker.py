"""The rulebook of Junta's coup as the engine's commands ask for it."""

from __future__ import annotations

from functools import cached_property

from modgen.model.whole import Game
from modgen.vassal.metadata import Metadata
from rules.engine.clauses import ClauseTable, read_clauses
from rules.engine.declarations import Announcements
from rules.engine.findings import Report, ordered
from rules.engine.gazetteer import Gazetteer
from rules.engine.noise import HUMAN, QUIET
from rules.engine.opening import open_ledger
from rules.engine.scribe import Scribe
from rules.engine.standings import Vocabulary
from rules.engine.steps import read_steps
from rules.engine.table import Table
from rules.engine.timeline import Timeline
from rules.junta_coup.audit import Audit
from rules.junta_coup.city import UNITS, City
from rules.junta_coup.simulate import Simulation

PREFIX = "JC"


class Rulebook:
    """Checks logs of a coup. `games` is the game in each of its languages, its own first."""

    def __init__(self, games: list[Game]) -> None:
        self.games = games
        self.game = games[0]
        self.city = City.of(games[0])

    @cached_property
    def clauses(self) -> ClauseTable:
        """The clause table."""
        return read_clauses("rules.junta_coup", PREFIX)

    def check(
        self, timeline: Timeline, logs: list[str], gazetteer: Gazetteer | None = None,
        vocabulary: Vocabulary | None = None, lawful: bool = True,
    ) -> Report:  # fmt: skip
        """Judge a coup. Without a gazetteer and vocabulary it was played on our own module."""
        ledger = open_ledger(self.games, timeline, gazetteer, vocabulary, UNITS)
        report = Report(self.game.id, PREFIX, logs)
        steps = (step for _, step in read_steps(ledger, Announcements(self.games)))
        audit = Audit(self.game, self.clauses, report, lawful, city=self.city)
        audit.run(dict(ledger.standings), steps)
        report.findings = ordered(report.findings)
        return report

    def simulate(
        self, tables: dict[str, Table], module: Metadata, seed: int, noise: bool, mistakes: int = 0
    ) -> tuple[Scribe, list[str]]:
        """A whole coup of four to seven families, legal but for the mistakes asked for."""
        coup = Simulation(self.game, self.city, seed, HUMAN if noise else QUIET, mistakes)
        police = "parliament" if seed % 3 == 0 else "precincts"
        return coup.play(tables[police], module), coup.planted
