"""The rulebook of People Power as the engine's commands ask for it."""

from __future__ import annotations

from functools import cached_property

from modgen.log.table import Table
from modgen.log.timeline import Timeline
from modgen.model.game import Game
from modgen.vassal.metadata import Metadata
from modgen_rules.engine.clauses import ClauseTable, read_clauses
from modgen_rules.engine.declarations import Announcements
from modgen_rules.engine.findings import Report, UnusableLogError, ordered
from modgen_rules.engine.human_noise import HUMAN, QUIET
from modgen_rules.engine.log_writer import LogWriter
from modgen_rules.engine.opening import open_tracker
from modgen_rules.engine.piece_states import PieceLookup
from modgen_rules.engine.place_lookup import PlaceLookup
from modgen_rules.people_power.audit import Audit
from modgen_rules.people_power.judging import Effects, card_effects
from modgen_rules.people_power.log_index import read_log_index
from modgen_rules.people_power.simulate import Simulation
from modgen_rules.people_power.state import FORCES, Map
from modgen_rules.people_power.verbs import EffectError

PREFIX = "PP"


class Rulebook:
    """Checks logs of one game. `games` is the game in each of its languages, its own first."""

    def __init__(self, games: list[Game]) -> None:
        self.games = games
        self.game = games[0]

    @cached_property
    def clauses(self) -> ClauseTable:
        """The clause table."""
        return read_clauses("modgen_rules.people_power", PREFIX)

    @cached_property
    def board(self) -> Map:
        """The printed map."""
        return Map.of(self.game)

    def check(
        self, timeline: Timeline, logs: list[str], gazetteer: PlaceLookup | None = None,
        vocabulary: PieceLookup | None = None, lawful: bool = True,
    ) -> Report:  # fmt: skip
        """Judge a game. Without a gazetteer and vocabulary it was played on our own module."""
        ledger = open_tracker(self.games, timeline, gazetteer, vocabulary, FORCES)
        tape = read_log_index(ledger, self.board, Announcements(self.games))
        report = Report(self.game.id, PREFIX, logs)
        try:
            card_effects(self.game)
        except EffectError as problem:
            raise UnusableLogError(str(problem)) from problem
        Audit(self.game, self.clauses, report, lawful, tape=tape).run()
        report.findings = ordered(report.findings)
        return report

    @cached_property
    def effects(self) -> Effects:
        """What cards do, by number and side (5.1.4)."""
        return card_effects(self.game)

    def simulate(
        self, tables: dict[str, Table], module: Metadata, seed: int, noise: bool, mistakes: int = 0
    ) -> tuple[LogWriter, list[str]]:
        """A whole game, legal but for the mistakes asked for; odd seeds play the long scenario."""
        scenario = "extended" if seed % 2 else "standard"
        game = Simulation(
            self.game, self.games, self.board, self.effects, seed, scenario,
            HUMAN if noise else QUIET, mistakes=mistakes,
        )  # fmt: skip
        return game.play(tables[scenario], module), game.planted
