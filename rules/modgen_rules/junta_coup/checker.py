"""The rulebook of Junta's coup as the engine's commands ask for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from modgen.log.table import Table
from modgen.model.game import Game
from modgen.vassal.metadata import Metadata
from modgen_rules.engine.record.open_log import OpenLog
from modgen_rules.engine.record.piece_states import PieceState
from modgen_rules.engine.reports.report_builder import ReportBuilder
from modgen_rules.engine.reports.sections import Section, tell
from modgen_rules.engine.rulebook import TabledRulebook
from modgen_rules.junta_coup.judging.course import Course
from modgen_rules.junta_coup.judging.rulings import FILE, SOFT
from modgen_rules.junta_coup.law.city import REBELS, UNITS, WON, City
from modgen_rules.junta_coup.law.places import NearestPlace
from modgen_rules.junta_coup.law.position import Position
from modgen_rules.junta_coup.play.actions import Movement, movements
from modgen_rules.junta_coup.reading.reader import Reader
from modgen_rules.junta_coup.wording import Words

if TYPE_CHECKING:
    from modgen_rules.engine.writing.log_writer import LogWriter


ASSUMED = {
    "streets of a city that the rulebook does not print": (
        "5.c", "5.d", "5.e", "5.f", "5.g", "7.b", "15.d", "15.f",
    ),
    "cards that the rulebook does not print": ("8.a", "8.b", "9.a", "9.b"),
    "numbers of Units that the rulebook does not give": ("1.a", "1.b", "1.c"),
}  # fmt: skip
WINNERS = {REBELS: "Rebels", "president": "El Presidente"}


class Rulebook(TabledRulebook):
    """Checks logs of a coup. `games` is the game in each of its languages, its own first."""

    folder = Path(__file__).parent
    prefix = "JC"
    assumed = ASSUMED
    kinds = UNITS

    def __init__(self, games: Sequence[Game]) -> None:
        super().__init__(games)
        self.city = City.of(games[0])

    def position(self, pieces: Iterable[PieceState]) -> Position:
        """The position of some pieces."""
        return Position.of(self.city, {str(n): state for n, state in enumerate(pieces)})

    def turns(self, log: OpenLog, report: ReportBuilder) -> Iterator[Section]:
        """The turns and battles of a coup; a change outside any log begins a new stretch."""
        report.assumed_fact = self.assumed_fact
        log.tracker.places = NearestPlace(log.tracker.places, self.game)
        words = Words(self.game, self.city)
        for record in Reader(self.city, log).records():
            yield from Course(record, words).judge()
            report.report.lapses.add(record.lapses)

    def explain(self, turn: Section, report: ReportBuilder) -> None:
        """Note a turn with what was wrong in it; a suspicion names its ruling."""
        turn.issues = [
            one._replace(ruling=SOFT.get(one.clause, "")) if one.verdict == "suspect" else one
            for one in turn.issues
        ]
        if turn.story or turn.issues:
            tell(turn, report, FILE)

    def actions(self, position: Position, actor: str) -> Iterator[Movement]:
        """5.b, 7.a, 7.b, 8.a: the legal acts of a family in its turn of Movement."""
        return movements(position, actor)

    def winner(self, log: OpenLog) -> str:
        """17.e, 17.g: who won, as the last announcement of a result says."""
        for said in log.announced():
            for choice in said.choices.values():
                if choice is not None and choice.startswith(WON):
                    return WINNERS.get(choice.removeprefix(WON), "")
        return ""

    def simulate(
        self, tables: dict[str, Table], module: Metadata, seed: int, noise: bool, mistakes: int = 0
    ) -> tuple[LogWriter, list[str]]:
        """A whole coup of four to seven families, legal but for the mistakes asked for."""
        from modgen_rules.junta_coup.simulate import simulate

        return simulate(self, self.city, tables, module, seed, noise, mistakes)
