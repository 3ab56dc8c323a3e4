"""The rulebook of Tirad Pass: a log is cut into phases, and each is compared with the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from modgen.log.table import Table
from modgen.model.files.diagnostics import PartDiagnostic
from modgen.model.game import Game
from modgen.vassal.metadata import Metadata
from modgen_rules.engine.record.open_log import OpenLog
from modgen_rules.engine.record.piece_states import PieceState
from modgen_rules.engine.reports.book_clauses import book_clauses
from modgen_rules.engine.reports.clauses import ClauseTable
from modgen_rules.engine.reports.report_builder import ReportBuilder
from modgen_rules.engine.reports.sections import Section, tell
from modgen_rules.engine.rulebook import Action, PieceEdit
from modgen_rules.tirad_pass.judging import upkeep
from modgen_rules.tirad_pass.judging.attacks import combat, idle
from modgen_rules.tirad_pass.judging.moving import movement
from modgen_rules.tirad_pass.judging.opening import setup
from modgen_rules.tirad_pass.judging.recovery import early_recovery, recovery
from modgen_rules.tirad_pass.judging.scoring import score, winner
from modgen_rules.tirad_pass.law.plan import FILIPINO, US, Plan
from modgen_rules.tirad_pass.law.position import Position, Unit
from modgen_rules.tirad_pass.reading.record import Phase, phases
from modgen_rules.tirad_pass.reading.story import Story

if TYPE_CHECKING:
    from modgen_rules.engine.writing.log_writer import LogWriter

PREFIX = "TP"
JUDGES = {
    "orders": upkeep.orders,
    "movement": movement,
    "fire": combat,
    "assault": combat,
    "recovery": recovery,
    "end": upkeep.end_of_turn,
}
IDLE = ("movement", "end")
"""Phases in which no unit loses a step or is pinned."""


class Rulebook:
    """Judges logs of Tirad Pass. `games` is the game in each of its languages."""

    folder = Path(__file__).parent

    def __init__(self, games: Sequence[Game]) -> None:
        self.games = games
        self.plan = Plan(games[0])
        self.kinds = tuple(kind for kind, size in self.plan.sizes.items() if size)
        self._story: Story | None = None

    @cached_property
    def clauses(self) -> ClauseTable:
        """The clauses of rulebook.yaml."""
        return book_clauses(self.games[0], PREFIX, self.folder)

    def validate(self) -> Iterator[PartDiagnostic]:
        """What the rules need of the data: factors that agree, exits, a table for each roll."""
        plan = self.plan
        for piece in self.games[0].pieces:
            for face in piece.faces if plan.is_unit(piece.id) else ():
                if face.strength != face.values.get("factor1"):
                    yield PartDiagnostic(
                        piece,
                        ("faces",),
                        f"the strength of `{piece.id}/{face.id}` is not its first factor",
                        "make the column `strength` agree with `factors`",
                    )
        for path in plan.paths:
            for hex_ in plan.exits(path):
                if hex_ not in self.games[0].cells:
                    yield PartDiagnostic(
                        self.games[0].piece_types["path"],
                        ("attributes",),
                        f"path {path} comes out in `{hex_}`, which is not a hex",
                        f"name hexes of the map in `attributes.exits_{path}`",
                    )

    def position(self, pieces: Iterable[PieceState]) -> Position:
        """The pieces on the table; none is pinned."""
        made = Position(self.plan)
        for number, state in enumerate(pieces):
            made.pieces[str(number)] = Unit(*state)
        return made

    def actions(self, position: Position, actor: str) -> Iterator[Action]:
        """The moves of single units that section 3 allows."""
        phase = f"{actor}_movement"
        for key in position.units(actor):
            unit = position.pieces[key]
            held = position.held([key])
            for place in self.plan.movement.reach(unit[:2], unit.place, held, phase):
                if place != unit.place and position.room(unit.kind, place):
                    before = PieceState(*unit[:3])
                    yield Action("move", (PieceEdit(before, before._replace(place=place)),))

    def turns(self, log: OpenLog, report: ReportBuilder) -> Iterator[Phase]:
        """The phases of a log; those in which nothing happened too, for what must happen."""
        del report
        every = list(phases(log, self.plan))
        for one, other in zip(every, [*every[1:], None], strict=True):
            one.closes = other is None or (one.side, one.turn) != (other.side, other.turn)
        self._story = Story.of(every[0].start)
        self._first = every[0].start
        return iter(every)

    def explain(self, turn: Phase, report: ReportBuilder) -> None:
        """Judge a phase."""
        story = self._story
        assert story is not None, "a phase is judged after `turns` has begun"
        title = self.title(turn)
        found = len(story.issues)
        story.deeds, story.span = [], (turn.first, turn.last)
        self._judge(turn, story)
        told = ", ".join(story.deeds)
        if story.over == turn.turn and turn.kind == "end":
            told = f"the game ends, score {score(turn.end, story)}"
        part = Section(title, turn.side, turn.first, turn.last, told)
        part.issues = [
            one._replace(what=one.what + _numbers(one.what, one.expected, one.observed))
            for one in story.issues[found:]
        ]
        if turn.acts or part.issues:
            tell(part, report, "")

    def _judge(self, turn: Phase, story: Story) -> None:
        if turn.side:
            story.begin_player_turn(turn.side, turn.turn)
        started = turn.turn == 1 and not story.begun
        if started and turn.id != "us_orders":
            setup(turn, story, self._first)
        elif turn.turn > 1 and not story.begun:
            story.begun = True
        if turn.kind == "orders":
            upkeep.meet_guard(story, turn.turn)
        upkeep.always(turn, story)
        if not story.over or turn.turn <= story.over:
            JUDGES[turn.kind](turn, story)
            if turn.kind in IDLE:
                idle(turn, story, turn.acts)
            early_recovery(turn, story)
        if turn.closes:
            story.settle()

    def title(self, turn: Phase) -> str:
        """What a phase is called: `Turn 3, US Fire`."""
        return f"Turn {turn.turn}, {self.games[0].phases[turn.id].name}"

    def winner(self, log: OpenLog) -> str:
        """The name of the side that won; empty when the game is not over, or for a draw."""
        story: Story | None = None
        last: Position | None = None
        for turn in phases(log, self.plan):
            if story is None:
                story = Story.of(turn.start)
            if turn.kind == "end":
                upkeep.end_of_turn(turn, story)
            last = turn.end
            if story.over:
                break
        if story is None or last is None or not story.over:
            return ""
        side = winner(last, story)
        return self.games[0].sides[side].name if side in (US, FILIPINO) else ""

    def simulate(
        self, tables: dict[str, Table], module: Metadata, seed: int, noise: bool, mistakes: int = 0
    ) -> tuple[LogWriter, list[str]]:
        """Play a game from one of the set-ups."""
        from modgen_rules.tirad_pass.simulate import simulate

        return simulate(self, self.plan, tables, module, seed, noise, mistakes)


def _numbers(what: str, expected: str, observed: str) -> str:
    """The numbers of a finding in words, if the sentence does not give them itself."""
    if "instead of" in what or (expected and not observed and "; " in what):
        return ""
    if expected and observed:
        return f", {observed} instead of {expected}"
    return f"; expected {expected}" if expected else ""
