"""The rulebook of Junta's coup as the engine's commands ask for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, partial
from pathlib import Path

from modgen.log.table import Table
from modgen.model.files.diagnostics import PartDiagnostic
from modgen.model.game import Game
from modgen.vassal.metadata import Metadata
from modgen_rules.engine.clauses import ClauseTable, read_clauses
from modgen_rules.engine.human_noise import LIGHT, QUIET
from modgen_rules.engine.log_writer import LogWriter
from modgen_rules.engine.open_log import OpenLog
from modgen_rules.engine.piece_states import PieceChange, PieceState
from modgen_rules.engine.report_builder import ReportBuilder
from modgen_rules.junta_coup.audit import Audit
from modgen_rules.junta_coup.city import UNITS, City
from modgen_rules.junta_coup.position import Position
from modgen_rules.junta_coup.simulate import Simulation

PREFIX = "JC"


class Rulebook:
    """Checks logs of a coup. `games` is the game in each of its languages, its own first."""

    folder = Path(__file__).parent
    kinds = UNITS

    def __init__(self, games: list[Game]) -> None:
        self.games = games
        self.game = games[0]
        self.city = City.of(games[0])

    @cached_property
    def clauses(self) -> ClauseTable:
        """The clause table."""
        return read_clauses(self.folder, PREFIX)

    def validate(self) -> Iterator[PartDiagnostic]:
        """Nothing: the loader checks all that these rules read."""
        yield from ()

    def position(self, pieces: Iterable[PieceState]) -> Position:
        """The position of some pieces."""
        found = Position(self.city)
        for n, state in enumerate(pieces):
            found.apply(PieceChange(0, str(n), None, state, ""))
        return found

    def turns(self, log: OpenLog, report: ReportBuilder) -> Iterator[Callable[[], None]]:
        """The whole coup as one part: its turns are found step by step."""
        yield partial(Audit(report, self.city).run, dict(log.start), log.steps())

    def explain(self, turn: Callable[[], None], report: ReportBuilder) -> None:
        """Judge a part of a coup."""
        turn()

    def actions(self, position: Position, actor: str) -> Iterator[tuple[tuple[str, ...], str]]:
        """5.c: the ordinary movements of a family: Units of one space, an adjacent space."""
        for space, near in self.city.near.items():
            units = tuple(position.there(space, actor))
            yield from ((units, target) for target in sorted(near) if units)

    def simulate(
        self, tables: dict[str, Table], module: Metadata, seed: int, noise: bool, mistakes: int = 0
    ) -> tuple[LogWriter, list[str]]:
        """A whole coup of four to seven families, legal but for the mistakes asked for."""
        coup = Simulation(self.game, self.city, seed, LIGHT if noise else QUIET, mistakes)
        police = "parliament" if seed % 3 == 0 else "precincts"
        return coup.play(tables[police], module), coup.planted
