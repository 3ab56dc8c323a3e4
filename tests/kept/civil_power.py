"""Riots of the simulation and of the second engine, legal or with one mistake."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from modgen.cli.log import read_or_stop
from modgen.compile.module import Compiled, compile_game
from modgen.library.games import find_game
from modgen.log.table import Table
from modgen.model.loading.folder import load
from modgen.model.types.scenario import Scenario
from modgen_rules.civil_power.checker import Rulebook
from modgen_rules.civil_power.simulate import Simulation, role_of
from modgen_rules.engine.simulation import set_ups
from modgen_rules.engine.writing.human_noise import HumanNoise
from modgen_rules.engine.writing.human_play import as_people
from modgen_rules.engine.writing.log_writer import seat_sides
from modgen_rules.engine.writing.slips import TidyGame
from tests.civil_reference.kinds import KINDS
from tests.civil_reference.record import Bench
from tests.civil_reference.riot import SCENARIOS
from tests.kept import changed
from tests.kept.rows import Row
from tests.kept.source import RECORDS, Base, Game

MISTAKE_TURNS = 5
"""The game-turns of a riot of the simulation in which there is to be a mistake."""
LEGAL_TURNS = 3
SECOND_TURNS = 4
"""The game-turns of a riot of the second engine."""
CHANGES = 75
"""How many changes are tried in riots."""


class Riots(Base):
    """Riots of the simulation; the scenario comes from the seed."""

    def __init__(self, folder: Path, compiled: Compiled | None = None) -> None:
        """The module may be given if it has been compiled already."""
        self.book = Rulebook([load(find_game("civil-power")).game])
        self.folder = folder
        self.module = (compiled or compile_game(self.book.game)).module
        self.files: dict[str, Path] = {}
        self.changes = changed.ChangedGames(self.book, self._tidy, role_of)

    def kinds(self) -> Sequence[str]:
        return changed.kinds(CHANGES)

    def _tidy(self, seed: int) -> TidyGame:
        start, riot, scenario = self._riot(seed, MISTAKE_TURNS)
        return TidyGame(start, riot.play(scenario, start.copy(), self.module.metadata))

    def _riot(self, seed: int, turns: int) -> tuple[Table, Simulation, Scenario]:
        """The table of a scenario, and players for it."""
        scenarios = list(self.book.plan.scenarios.values())
        scenario = scenarios[seed % len(scenarios)]
        if scenario.id not in self.files:
            self.files |= set_ups(self.module, self.folder, {scenario.id: scenario.name})
        start = read_or_stop((self.files[scenario.id],)).go(0)
        seat_sides(self.book.game, start)
        return start, Simulation(self.book.plan, seed=seed, turns=turns), scenario

    def played(self, seed: int, turns: int, path: Path, noise: HumanNoise) -> Path:
        """Play a riot and write its log."""
        start, riot, scenario = self._riot(seed, turns)
        tidy = riot.play(scenario, start.copy(), self.module.metadata)
        as_people(tidy, start, noise, riot.table.chance, role_of)[0].write(path)
        return path

    def play(self, row: Row, path: Path) -> Game | None:
        if row.mistake:
            return self.changes.play(row, path)
        noise = RECORDS[row.record]
        return Game(self.book, [self.played(row.seed, LEGAL_TURNS, path, noise)])


class Second(Base):
    """Riots of the second engine, kept by its own tidy or untidy hands."""

    def __init__(self, folder: Path) -> None:
        self.bench = Bench(folder)
        self.riot = lru_cache(4)(self.bench.riot)

    def kinds(self) -> Sequence[str]:
        return list(KINDS)

    def play(self, row: Row, path: Path) -> Game | None:
        fitting = KINDS.get(row.mistake, SCENARIOS)
        scenario = random.Random(row.seed).choice(fitting)
        riot = self.riot(row.seed, scenario, row.mistake, turns=SECOND_TURNS)
        if row.mistake and not riot.planted:
            return None
        game = self.bench.write(riot, row.seed, row.record == "tidy")
        game.writer.write(path)
        return Game(
            self.bench.trial.rulebook, [path], riot.planted[:1], riot.planted[1:], game.step
        )
