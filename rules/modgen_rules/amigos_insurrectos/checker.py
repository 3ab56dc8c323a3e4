"""The rulebook of Amigos & Insurrectos as the engine's commands ask for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from modgen.model.files.diagnostics import PartDiagnostic
from modgen.model.game import Game
from modgen_rules.amigos_insurrectos import battles
from modgen_rules.amigos_insurrectos.country import SIDES, STEPS, Country
from modgen_rules.amigos_insurrectos.phases import Phase, turns
from modgen_rules.amigos_insurrectos.record import Reader
from modgen_rules.amigos_insurrectos.state import Position
from modgen_rules.amigos_insurrectos.war import Issue, War
from modgen_rules.engine.clauses import ClauseTable, read_clauses
from modgen_rules.engine.findings import Span, worst
from modgen_rules.engine.open_log import OpenLog
from modgen_rules.engine.piece_states import PieceState
from modgen_rules.engine.report_builder import ReportBuilder
from modgen_rules.engine.rulebook import Action

PREFIX = "AI"


@dataclass
class Section:
    """A phase of a turn as the report tells it."""

    title: str
    actor: str
    first: int
    last: int
    """The first and last step."""
    story: str
    issues: list[Issue] = field(default_factory=list)
    steps: dict[int, int] = field(default_factory=dict)


class Rulebook:
    """Checks logs of the war. `games` is the game in each of its languages, its own first."""

    folder = Path(__file__).parent
    kinds = frozenset(kind for side in SIDES for kind in STEPS[side])

    def __init__(self, games: list[Game]) -> None:
        self.games = games
        self.game = games[0]
        self.country = Country(games[0])

    @cached_property
    def clauses(self) -> ClauseTable:
        """The clause table."""
        return read_clauses(self.folder, PREFIX)

    def validate(self) -> Iterator[PartDiagnostic]:
        """Nothing: the loader checks all that these rules read."""
        yield from ()

    def position(self, pieces: Iterable[PieceState]) -> Position:
        """The position of some pieces."""
        return Position(self.country, {str(n): state for n, state in enumerate(pieces)})

    def turns(self, log: OpenLog, report: ReportBuilder) -> Iterator[Section]:
        """The phases of the war, each judged as it comes."""
        for record in Reader(self.country, log).records():
            war = War(self.country)
            for turn in turns(record, self.country):
                war.begin_turn(turn.number)
                for phase in turn.phases.values():
                    yield self._judged(phase, war)

    def _judged(self, phase: Phase, war: War) -> Section:
        war.issues.clear()
        story = battles.judge(phase, war) if phase.id in battles.PHASES else ""
        title = f"Turn {phase.turn}, {self.game.phases[phase.id].name}"
        first, last = phase.steps
        found = Section(title, phase.side, first, last, story, list(war.issues))
        found.steps = {n: phase.record.step(n) for one in war.issues for n in (one.first, one.last)}
        return found

    def explain(self, turn: Section, report: ReportBuilder) -> None:
        """Note a phase with what was wrong in it."""
        noted = len(report.report.findings)
        for one in turn.issues:
            where = Span(turn.steps[one.first], max(turn.steps[one.first], turn.steps[one.last]))
            report.find(
                one.clause, one.verdict, where, one.actor, turn.title, message=one.what,
                expected=one.expected, observed=one.observed, ruling=one.ruling,
            )  # fmt: skip
        found = report.report.findings[noted:]
        verdict = worst(found) if found else "ok"
        report.segment(turn.title, turn.actor, turn.first - 1, turn.last, turn.story, verdict)

    def actions(self, position: Position, actor: str) -> Iterator[Action]:
        """The legal acts of a side."""
        yield from ()
