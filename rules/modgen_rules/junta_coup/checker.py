"""The rulebook of Junta's coup as the engine's commands ask for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from modgen.log.table import Table
from modgen.model.game import Game
from modgen.vassal.metadata import Metadata
from modgen_rules.engine.record.game_steps import GameStep
from modgen_rules.engine.record.open_log import OpenLog
from modgen_rules.engine.record.piece_states import PieceChange, PieceState
from modgen_rules.engine.reports.report_builder import ReportBuilder
from modgen_rules.engine.reports.sections import Section, tell
from modgen_rules.engine.rulebook import TabledRulebook
from modgen_rules.junta_coup.judging.course import Course
from modgen_rules.junta_coup.judging.rulings import FILE, SOFT
from modgen_rules.junta_coup.law.city import REBELS, UNITS, WON, City
from modgen_rules.junta_coup.law.places import NearestPlace
from modgen_rules.junta_coup.law.position import Position
from modgen_rules.junta_coup.play.actions import Movement, movements
from modgen_rules.junta_coup.reading.heard import Heard
from modgen_rules.junta_coup.reading.record import read_record
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


def happened(step: GameStep) -> bool:
    """Whether a step did more than talk, or takes dice back."""
    done = step.changes or step.rolls or step.said or step.typed or step.voids or step.phase
    return bool(done)


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
        found = Position(self.city)
        for n, state in enumerate(pieces):
            found.apply(PieceChange(0, str(n), None, state, ""))
        return found

    def turns(self, log: OpenLog, report: ReportBuilder) -> Iterator[Section]:
        """The turns and battles of a coup; a change outside any log begins a new stretch."""
        report.assumed_fact = self.assumed_fact
        log.tracker.places = NearestPlace(log.tracker.places, self.game)
        shown = last = log.first_phase
        start = dict(log.tracker.begin())
        words = Words(self.game, self.city)
        steps: list[GameStep] = []
        heard = Heard(self.games, self.city)
        lines = {one.number: one.chat for one in log.timeline.moments.with_words(*heard.tokens)}

        def stretch() -> Iterator[Section]:
            told = heard.told(steps, self.position(start.values()))
            return self._stretch(start, shown, told, heard.named, words, report)

        for step in log.steps():
            if step.number in log.timeline.between:
                yield from stretch()
                start, steps = dict(log.tracker.states), []
                shown = last = step.phase or last
                continue
            last = step.phase or last
            talked = steps and heard.anything(steps[-1])
            if len(steps) > 1 and not happened(steps[-1]) and not talked:
                steps.pop()  # talk between the first and the last step
            steps.append(step)
            heard.read(step, () if step.undone else lines.get(step.number, ()))
        yield from stretch()

    def _stretch(
        self,
        start: dict[str, PieceState],
        shown: str,
        steps: list[GameStep],
        named: Mapping[int, str],
        words: Words,
        report: ReportBuilder,
    ) -> Iterator[Section]:
        if steps:
            record = read_record(self.game, self.city, start, steps, shown, named)
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
