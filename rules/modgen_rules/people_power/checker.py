"""The rulebook of People Power as the engine's commands ask for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from modgen.log.table import Table
from modgen.model.files.diagnostics import PartDiagnostic
from modgen.vassal.metadata import Metadata
from modgen_rules.engine.record.open_log import OpenLog
from modgen_rules.engine.record.piece_states import PieceState
from modgen_rules.engine.reports.report_builder import ReportBuilder
from modgen_rules.engine.rulebook import TabledRulebook
from modgen_rules.people_power.judging.audit import audit
from modgen_rules.people_power.judging.outcome import winner
from modgen_rules.people_power.law.state import FORCES, CardNumbers, Map, State
from modgen_rules.people_power.law.verbs import EffectError
from modgen_rules.people_power.reading.events import happenings
from modgen_rules.people_power.reading.judging import Effects, card_effects
from modgen_rules.people_power.reading.log_index import read_log_index
from modgen_rules.people_power.reading.plans import Plan, plans
from modgen_rules.people_power.reading.record import Record
from modgen_rules.people_power.reading.turn import Turn

if TYPE_CHECKING:
    from modgen_rules.engine.writing.log_writer import LogWriter


class Rulebook(TabledRulebook):
    """Checks logs of one game. `games` is the game in each of its languages, its own first."""

    folder = Path(__file__).parent
    prefix = "PP"
    kinds = FORCES

    @cached_property
    def board(self) -> Map:
        """The printed map."""
        return Map.of(self.game)

    def validate(self) -> Iterator[PartDiagnostic]:
        """Card effects that are not written in the language of `docs/effects.md`."""
        for card in self.game.cards:
            for column, text in (
                ("unshaded_effect", card.unshaded_effect),
                ("shaded_effect", card.shaded_effect),
            ):
                try:
                    happenings(text) if text else None
                except EffectError as problem:
                    yield PartDiagnostic(card, (column,), str(problem), problem.hint)

    def position(self, pieces: Iterable[PieceState]) -> State:
        """The position of some pieces."""
        return Record(self.board, pieces).state

    def turns(self, log: OpenLog, report: ReportBuilder) -> Iterator[Callable[[], None]]:
        """The parts of a game: the beginning, the deck, each card with its turns, the end."""
        index = read_log_index(log.tracker, self.board, log.announcements)
        yield from audit(report, index)

    def explain(self, turn: Callable[[], None], report: ReportBuilder) -> None:
        """Judge a part of a game."""
        turn()

    def actions(self, position: State, actor: str) -> Iterator[Plan]:
        """The legal options of a Faction, with their Operations and Special Activities."""
        return plans(Turn(self.board, actor, position, position))

    @cached_property
    def effects(self) -> Effects:
        """What cards do, by number and side (5.1.4)."""
        return card_effects(self.game)

    def winner(self, log: OpenLog) -> str:
        """6.1.3, 7.1: the Faction that has won at the end of a log."""
        tracker, timeline = log.tracker, log.timeline
        pieces = tracker.states_on(timeline.go(len(timeline)))
        who = winner(pieces.values(), self.board, CardNumbers.of(self.game))
        return self.game.sides[who].name if who else ""

    def simulate(
        self, tables: dict[str, Table], module: Metadata, seed: int, noise: bool, mistakes: int = 0
    ) -> tuple[LogWriter, list[str]]:
        """A whole game, legal but for the mistakes asked for."""
        from modgen_rules.people_power.simulate import simulate

        return simulate(self, self.board, self.effects, tables, module, seed, noise, mistakes)
