"""Wars of the simulation, and logs of them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from modgen.log.table import Table
from modgen.log.timeline import read_timeline
from modgen_rules.amigos_insurrectos.law.country import Country
from modgen_rules.amigos_insurrectos.simulate import SCENARIOS, Simulation, role_of
from modgen_rules.engine.judging import judge_log
from modgen_rules.engine.record.table_acts import PlannedAct, StepTracker
from modgen_rules.engine.record.table_manners import TableManners
from modgen_rules.engine.reports.findings import GameReport
from modgen_rules.engine.trial import Trial
from modgen_rules.engine.writing.human_noise import QUIET, HumanNoise
from modgen_rules.engine.writing.human_play import play_as_people
from modgen_rules.engine.writing.log_writer import LogWriter, seat_sides


class Mark(NamedTuple):
    """A step of the tracker: the turn of the war, the phase, the number of acts before it."""

    turn: int
    phase: str
    index: int


@dataclass
class Story:
    """A tidy war, and the table on which it began."""

    scenario: str
    start: Table
    tidy: LogWriter

    @property
    def acts(self) -> Sequence[PlannedAct]:
        """All that was done."""
        return self.tidy.acts

    @property
    def marks(self) -> list[Mark]:
        """The steps of the tracker."""
        first, found = next(iter(self.tidy.game.phases)), list[Mark]()
        for n, one in enumerate(self.acts):
            if isinstance(one.act, StepTracker):
                turn = found[-1].turn if found else 0
                found.append(Mark(turn + (one.act.phase == first), one.act.phase, n))
        return found


@dataclass
class WarBench:
    """The rulebook, the set-ups and the wars of some seeds."""

    folder: Path
    stories: dict[tuple[int, int], Story] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.trial = Trial("amigos-insurrectos", None, self.folder)
        self.country = Country(self.trial.game)
        self.tables = {name: self.trial.table(name) for name in SCENARIOS}
        for table in self.tables.values():
            seat_sides(self.trial.game, table)

    def story(self, seed: int, last: int = 0) -> Story:
        """The tidy war of a seed up to a turn (0: to its end)."""
        key = (seed, last)
        if key not in self.stories:
            name = SCENARIOS[seed % len(SCENARIOS)]
            war = Simulation(self.country, seed=seed, last=last)
            start, module = self.tables[name], self.trial.module.metadata
            self.stories[key] = Story(name, start, war.play(name, start.copy(), module))
        return self.stories[key]

    def write(
        self,
        story: Story,
        acts: Sequence[PlannedAct],
        path: Path,
        noise: HumanNoise = QUIET,
        seed: int = 0,
    ) -> None:
        """Write acts as a log on the table of a war's set-up."""
        table, game = story.start.copy(), self.trial.game
        writer = LogWriter(game, [game], table, self.trial.module.metadata)
        if noise.habits:
            manners = TableManners.of(game, writer.states, role_of)
            chance = random.Random(seed)
            play_as_people(acts, writer, manners, noise, chance)
        else:
            for one in acts:
                writer.actor = one.actor
                writer.do(one.act)
        writer.write(path)

    def judge(self, path: Path) -> GameReport:
        """What the checker says of a log."""
        return judge_log(self.trial.rulebook, read_timeline([path]), [path.name])
