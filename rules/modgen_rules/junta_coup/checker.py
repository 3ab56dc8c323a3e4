"""The rulebook of Junta's coup as the engine's commands ask for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from modgen.log.table import Table
from modgen.model.game import Game
from modgen.vassal.metadata import Metadata
from modgen_rules.engine.record.chat_words import ChatWords
from modgen_rules.engine.record.declarations import Announcement
from modgen_rules.engine.record.game_steps import GameStep
from modgen_rules.engine.record.open_log import OpenLog
from modgen_rules.engine.record.piece_states import PieceChange, PieceState
from modgen_rules.engine.record.talk import NamedPlaces, Talk, with_last_talk, with_talk
from modgen_rules.engine.reports.report_builder import ReportBuilder
from modgen_rules.engine.reports.sections import Section, tell
from modgen_rules.engine.rulebook import TabledRulebook
from modgen_rules.junta_coup.judging.course import Course
from modgen_rules.junta_coup.judging.ending import REBELS, SIDES
from modgen_rules.junta_coup.judging.rulings import FILE, SOFT
from modgen_rules.junta_coup.law.city import SHOTS, UNITS, City
from modgen_rules.junta_coup.law.places import NearestPlace
from modgen_rules.junta_coup.law.position import Position
from modgen_rules.junta_coup.play.actions import Movement, movements
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
WON = "won_"
"""The beginning of the announcements that tell the result."""
WINNERS = {REBELS: "Rebels", "president": "El Presidente"}


def happened(step: GameStep) -> bool:
    """Whether a step did more than talk, or takes dice back."""
    done = step.changes or step.rolls or step.said or step.typed or step.voids or step.phase
    return bool(done)


def plays(step: GameStep) -> bool:
    """Whether dice are rolled in a step, or a Unit moves."""
    pairs = ((one.before, one.after) for one in step.changes)
    moved = any(old and new and new.kind in UNITS and old.place != new.place for old, new in pairs)
    return moved or bool(step.rolls or step.typed)


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
        talk = Talk(self.games)
        others = [one.name for one in self.game.piece_types.values()]
        others += [one.name for one in self.game.sides.values()]
        places = NamedPlaces(self.city.names, others, ChatWords.of(self.games))
        tokens = (*talk.tokens, *places.tokens)
        lines = {one.number: one.chat for one in log.timeline.moments.with_words(*tokens)}
        shots: dict[int, Announcement] = {}
        sides: dict[int, Announcement] = {}
        named: dict[int, str] = {}

        def spoken() -> list[GameStep]:
            """The steps with what chat announces: fire (13.e), and sides at the end (17.a)."""
            families = self.position(start.values()).present()
            told = with_talk(steps, shots, SHOTS)
            return with_last_talk(told, sides, SIDES, families, plays)

        for step in log.steps():
            if step.number in log.timeline.between:
                yield from self._stretch(start, shown, spoken(), named, words, report)
                start, steps = dict(log.tracker.states), []
                shown = last = step.phase or last
                continue
            last = step.phase or last
            talked = steps and steps[-1].number in shots.keys() | sides.keys() | named.keys()
            if len(steps) > 1 and not happened(steps[-1]) and not talked:
                steps.pop()  # talk between the first and the last step
            steps.append(step)
            for line in () if step.undone else lines.get(step.number, ()):
                said = talk.read(line, step.side)
                if said and said.choices["deed"] in SHOTS and said.choices["whom"]:
                    shots[step.number] = said
                elif said and said.choices["deed"] in SIDES:
                    sides[step.number] = said
                if place := places.read(line):
                    named[step.number] = place
        yield from self._stretch(start, shown, spoken(), named, words, report)

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
