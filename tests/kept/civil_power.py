"""Riots of the simulation and of the second engine, legal or with one mistake."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from modgen.cli.log import read_or_stop
from modgen.compile.module import Compiled, compile_game
from modgen.library.games import find_game
from modgen.model.loading.folder import load
from modgen_rules.civil_power.checker import Rulebook
from modgen_rules.civil_power.mistakes.kinds import Slips
from modgen_rules.civil_power.simulate import MISTAKES, Simulation
from modgen_rules.engine.simulation import set_ups
from modgen_rules.engine.writing.human_noise import HumanNoise
from tests.civil_reference.kinds import KINDS
from tests.civil_reference.record import Bench
from tests.civil_reference.riot import SCENARIOS
from tests.kept.rows import Row
from tests.kept.source import RECORDS, Base, Game

MISTAKE_TURNS = 5
"""The game-turns of a riot of the simulation in which there is to be a mistake."""
LEGAL_TURNS = 3
SECOND_TURNS = 4
"""The game-turns of a riot of the second engine."""
BY_NAME = {mistake.name: mistake for mistake in MISTAKES}


class Riots(Base):
    """Riots of the simulation; the scenario comes from the seed."""

    def __init__(self, folder: Path, compiled: Compiled | None = None) -> None:
        """The module may be given if it has been compiled already."""
        self.book = Rulebook([load(find_game("civil-power")).game])
        self.folder = folder
        self.module = (compiled or compile_game(self.book.game)).module
        self.files: dict[str, Path] = {}

    def kinds(self) -> Sequence[str]:
        return list(BY_NAME)

    def played(
        self, seed: int, turns: int, path: Path, noise: HumanNoise, slips: Slips | None = None
    ) -> Path:
        """Play a riot and write its log."""
        scenarios = list(self.book.plan.scenarios.values())
        scenario = scenarios[seed % len(scenarios)]
        if scenario.id not in self.files:
            self.files |= set_ups(self.module, self.folder, {scenario.id: scenario.name})
        table = read_or_stop((self.files[scenario.id],)).go(0)
        riot = Simulation(
            self.book.plan, seed=seed, noise=noise, turns=turns, slips=slips or Slips()
        )
        riot.play(scenario, table, self.module.metadata).write(path)
        return path

    def play(self, row: Row, path: Path) -> Game | None:
        noise = RECORDS[row.record]
        if not row.mistake:
            return Game(self.book, [self.played(row.seed, LEGAL_TURNS, path, noise)])
        mistake = BY_NAME[row.mistake]
        slips = Slips([mistake])
        self.played(row.seed, MISTAKE_TURNS, path, noise, slips)
        if not slips.done:
            return None
        # The steps of the mistake are those of the tidy record.
        step = slips.done[0].first if row.record == "tidy" else 0
        return Game(self.book, [path], mistake.clauses, step=step)


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
