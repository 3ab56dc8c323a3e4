"""The rulebook of Junta's coup as the engine's commands ask for it."""

from __future__ import annotations

from functools import cached_property

from modgen.log.table import Table
from modgen.log.timeline import Timeline
from modgen.model.game import Game
from modgen.vassal.metadata import Metadata
from modgen_rules.engine.clauses import ClauseTable, read_clauses
from modgen_rules.engine.declarations import Announcements
from modgen_rules.engine.findings import Report, ordered
from modgen_rules.engine.game_steps import read_steps
from modgen_rules.engine.human_noise import HUMAN, QUIET
from modgen_rules.engine.log_writer import LogWriter
from modgen_rules.engine.opening import open_tracker
from modgen_rules.engine.piece_states import PieceLookup
from modgen_rules.engine.place_lookup import PlaceLookup
from modgen_rules.junta_coup.audit import Audit
from modgen_rules.junta_coup.city import UNITS, City
from modgen_rules.junta_coup.simulate import Simulation

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
        return read_clauses("modgen_rules.junta_coup", PREFIX)

    def check(
        self, timeline: Timeline, logs: list[str], gazetteer: PlaceLookup | None = None,
        vocabulary: PieceLookup | None = None, lawful: bool = True,
    ) -> Report:  # fmt: skip
        """Judge a coup. Without a gazetteer and vocabulary it was played on our own module."""
        ledger = open_tracker(self.games, timeline, gazetteer, vocabulary, UNITS)
        report = Report(self.game.id, PREFIX, logs)
        steps = (step for _, step in read_steps(ledger, Announcements(self.games)))
        audit = Audit(self.game, self.clauses, report, lawful, city=self.city)
        audit.run(dict(ledger.standings), steps)
        report.findings = ordered(report.findings)
        return report

    def simulate(
        self, tables: dict[str, Table], module: Metadata, seed: int, noise: bool, mistakes: int = 0
    ) -> tuple[LogWriter, list[str]]:
        """A whole coup of four to seven families, legal but for the mistakes asked for."""
        coup = Simulation(self.game, self.city, seed, HUMAN if noise else QUIET, mistakes)
        police = "parliament" if seed % 3 == 0 else "precincts"
        return coup.play(tables[police], module), coup.planted
