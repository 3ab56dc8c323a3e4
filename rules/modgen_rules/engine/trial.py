"""A workbench for testing a rulebook: compile its game, write logs, check them."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from modgen.compile.module import build_module
from modgen.library.games import find_game
from modgen.log.table import Table
from modgen.log.timeline import read_timeline
from modgen.model.loading.folder import load
from modgen.vassal.module import Module, read_module
from modgen_rules.engine.judging import judge_log
from modgen_rules.engine.pipeline import all_languages
from modgen_rules.engine.random_player import play
from modgen_rules.engine.reports.findings import GameReport
from modgen_rules.engine.rulebook import Rulebook, load_rulebook
from modgen_rules.engine.simulation import compiled_module
from modgen_rules.engine.writing.log_writer import LogWriter, seat_sides
from modgen_rules.general.book import GeneralRulebook
from modgen_rules.general.joined import joined

TRIAL = "trial.vlog"
"""The name of the log that is judged, in messages."""


class Trial:
    """A game with its rulebook and its module, in a folder for the files that it writes.

    The module has no pictures, unless they are in the game's parts.
    """

    def __init__(self, game: str | Path, rulebook: Path | None, folder: Path) -> None:
        """`rulebook` is a rulebook's folder; None for the game's own. Raises ModgenError.

        A game without a rulebook is judged by the laws that its data states.
        """
        self.folder = folder
        loaded = load(find_game(game))
        self.game = loaded.game
        games = all_languages(loaded)
        self.rulebook: Rulebook = load_rulebook(games, rulebook) or GeneralRulebook(
            games, loaded.sources
        )
        self.whole = joined(self.rulebook, loaded.sources)
        """The rulebook with the general laws that it asks for."""
        self.module = compiled_module(self.game, folder)

    @cached_property
    def drawn_module(self) -> Module:
        """The module with its pictures."""
        return read_module(build_module(self.game, self.folder))

    def table(self, scenario: str) -> Table:
        """A new table with a scenario's set-up."""
        path = self.folder / f"{scenario}.vsav"
        path.write_bytes(self.module.files[path.name])
        return read_timeline([path]).go(0)

    def writer(self, scenario: str) -> LogWriter:
        """A log to write moves into; every side has a player whose id is the side's."""
        table = self.table(scenario)
        seat_sides(self.game, table)
        return self.continued(table)

    def continued(self, table: Table) -> LogWriter:
        """A log that begins with a table as it is."""
        return LogWriter(self.game, self.rulebook.games, table, self.module.metadata)

    def random_game(self, seed: int) -> LogWriter:
        """A random legal game of a scenario that is not a lesson."""
        scenarios = [scenario.id for scenario in self.game.scenarios if not scenario.lesson]
        tables = {scenario: self.table(scenario) for scenario in scenarios}
        return play(self.rulebook, tables, self.module.metadata, seed, noise=False)[0]

    def check(self, writer: LogWriter) -> GameReport:
        """Judge a log as it will be read again."""
        return judge_log(self.whole, writer.timeline(TRIAL), [TRIAL])
