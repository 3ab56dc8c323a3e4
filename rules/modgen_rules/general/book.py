"""The rulebook of every game: the laws that its data states."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from modgen.log.dice import Roll
from modgen.log.table import Table
from modgen.model.files.binding import SourceMap
from modgen.model.files.diagnostics import PartDiagnostic
from modgen.model.game import Game
from modgen.vassal.metadata import Metadata
from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.verdicts import CERTAIN, lapse, verdict
from modgen_rules.engine.record.open_log import OpenLog
from modgen_rules.engine.record.piece_states import PieceState
from modgen_rules.engine.reports.clauses import ClauseTable, read_clauses
from modgen_rules.engine.reports.findings import Span, worst
from modgen_rules.engine.reports.report_builder import ReportBuilder
from modgen_rules.engine.rulebook import Action
from modgen_rules.general.borders import on_border
from modgen_rules.general.breach import Basis, Breach
from modgen_rules.general.case import CARD, STATE, Case
from modgen_rules.general.dice import dice_rows
from modgen_rules.general.laws import breaches, stated
from modgen_rules.general.not_judged import not_judged
from modgen_rules.general.rule_page import SUBJECT, PageJudge, RulePage
from modgen_rules.general.turns import TurnRecord, turns_of

if TYPE_CHECKING:
    from modgen_rules.engine.writing.log_writer import LogWriter

PREFIX = "LAW"
LATER = 3
"""A piece may be put back within this many turns of any side."""
MOST_TOLD = 4
"""How many different moves the story of a turn names."""


def general_clauses() -> tuple[ClauseTable, Path]:
    """The clauses of all laws, whatever a game states, and the folder of their code."""
    folder = Path(__file__).parent
    return read_clauses(folder, PREFIX), folder


class GeneralRulebook:
    """Judges logs by the laws in a game's data. `games` is the game in each of its languages.

    `sources` tells where the game's parts were read from. `only` limits the laws to some clauses,
    for a game whose own rulebook judges the rest. `language` is that of the texts of rules.yaml.
    """

    folder = Path(__file__).parent

    def __init__(
        self,
        games: Sequence[Game],
        sources: SourceMap | None = None,
        only: Collection[str] | None = None,
        language: str = "",
    ) -> None:
        self.games = games
        self.game = games[0]
        self.sources = sources or SourceMap()
        known = stated(self.game)
        self.numbers = known if only is None else known & frozenset(only)
        self.judges_all = only is None
        cards = (f"{CARD}{card}" for card in self.game.card)
        self.kinds: Collection[str] = frozenset((*self.game.piece_types, *cards))
        self.page = RulePage(games, sources, language)
        self._case: Case | None = None
        self._rules = PageJudge(self.page)

    @cached_property
    def clauses(self) -> ClauseTable:
        """The clauses that the game's data states, and those of its `rules.yaml`."""
        table, _ = general_clauses()
        kept = tuple(one for one in table.clauses if one.number in self.numbers)
        return ClauseTable(
            PREFIX, kept + self.page.clauses(PREFIX), consequences=table.consequences
        )

    def validate(self) -> Iterator[PartDiagnostic]:
        """Nothing: loading a game has checked its data."""
        return iter(())

    def position(self, pieces: Iterable[PieceState]) -> Counter[PieceState]:
        """The pieces on the table, and the number of each."""
        return Counter(pieces)

    def actions(self, position: Counter[PieceState], actor: str) -> Iterator[Action]:
        """Nothing: the laws say what is wrong, not what may be done."""
        return iter(())

    def simulate(
        self, tables: dict[str, Table], module: Metadata, seed: int, noise: bool, mistakes: int = 0
    ) -> tuple[LogWriter, list[str]]:
        """Play a random game by the game's data, from one of the set-ups."""
        from modgen_rules.engine.planting import kept_by_people
        from modgen_rules.engine.writing.human_noise import HUMAN, QUIET
        from modgen_rules.general.player_games import random_game

        tidy, start = random_game(self.games, tables, module, seed)
        people = random.Random(f"people {seed}")  # noqa: S311
        return kept_by_people(self, tidy, start, HUMAN if noise else QUIET, people, mistakes)

    def not_played(self, tables: dict[str, Table], module: Metadata) -> list[str]:
        """What random games from some set-ups leave out, and why."""
        from modgen_rules.general.not_played import not_played
        from modgen_rules.general.player_games import begun

        left = []
        for name, table in tables.items():
            chance = random.Random(0)  # noqa: S311
            player, *_ = begun(self.games, table, module, name, chance)
            left.append(list(not_played(player)))
        # What one of the set-ups allows is played.
        return [line for line in left[0] if all(line in others for others in left)]

    def turns(self, log: OpenLog, report: ReportBuilder) -> Iterator[TurnRecord]:
        """The log cut into turns."""
        every = list(turns_of(log))
        self._case = Case(self.game, log, every)
        self._rules = PageJudge(self.page)
        rolled: list[Roll] = []
        for turn in self._rules.watched(every):
            rolled += (roll for step in turn.steps for roll in step.rolls)
            yield turn
        report.report.dice = list(dice_rows(self.games, rolled))
        if self.judges_all and (told := not_judged(self.game)):
            report.report.remarks.append(told)

    def explain(self, turn: TurnRecord, report: ReportBuilder) -> None:
        """Report what a turn breaks."""
        case = self._case
        assert case is not None, "a turn is judged after `turns` has begun"
        case.begin(turn)
        title = turn_title(self.game, turn)
        before = len(report.report.findings)
        for breach in breaches(case, turn, self.numbers):
            self._find(_softened(breach, case, turn), turn, title, report)
        for broken in self._rules.breaches(turn):
            report.find(
                f"{SUBJECT}.{broken.rule.id}",
                broken.verdict,
                broken.where,
                broken.side,
                title,
                observed=broken.observed,
                basis=self.basis((broken.rule, ("must",))),
            )
        verdict = worst(report.report.findings[before:])
        told = story(case, turn)
        report.segment(title, turn.side, turn.first - 1, turn.last, told, verdict)

    def _find(self, breach: Breach, turn: TurnRecord, title: str, report: ReportBuilder) -> None:
        where = Span(breach.step, breach.step) if breach.step else Span(turn.first, turn.last)
        report.find(
            breach.law,
            breach.gap,
            where,
            breach.side or turn.side,
            title,
            message=breach.message,
            piece=breach.piece,
            source=breach.source,
            target=breach.target,
            expected=breach.expected,
            observed=breach.observed,
            basis=self.basis(breach.basis),
            one_of=breach.one_of,
            ask=breach.ask,
        )

    def basis(self, basis: Basis) -> str:
        """Where the data states a law: `map.yaml:212`; empty when it was not read from a file."""
        part, path = basis
        position = self.sources.position(part, path)
        return "" if position.file == "?" else f"{position.file}:{position.line}"


def turn_title(game: Game, turn: TurnRecord) -> str:
    """What a turn is called: `Turn 2, March, Red`, or `Turn 7, Red` without phases."""
    number = turn.game_turn or turn.number
    phase = game.phases[turn.phase].name if turn.phase else ""
    side = game.sides[turn.side].name if turn.side else ""
    return ", ".join(part for part in (f"Turn {number}", phase, side) if part)


def story(case: Case, turn: TurnRecord) -> str:
    """What a turn did, in short: `2 × Red army from East Vale to North Vale`."""
    moved: Counter[tuple[str, str, str]] = Counter()
    for key in turn.changed:
        before, after = turn.before.get(key), turn.after.get(key)
        state = after or before
        if state is None or state.kind.startswith(STATE):
            continue
        source = before.place if before else ""
        target = after.place if after else ""
        if source != target:
            moved[state.kind, source, target] += 1
    told = [
        case.pieces([kind] * number)
        + (f" from {case.place(source)}" if source else "")
        + (f" to {case.place(target)}" if target else " removed")
        for (kind, source, target), number in moved.most_common()
    ]
    more = len(told) - MOST_TOLD
    return "; ".join(told[:MOST_TOLD]) + (f"; and {more} more" if more > 0 else "")


def _softened(breach: Breach, case: Case, turn: TurnRecord) -> Breach:
    """A breach with the gap to another reading of the log, if one is legal.

    One of its pieces lies on the border of two places, or the side put it back in its next turn,
    or took it out of a full space in the same phase.
    """
    lawful, ask = CERTAIN, ""
    if any(on_border(case, key, turn) for key in breach.keys):
        lawful = lapse(prices.ON_A_BORDER)
        ask = "is the piece on this side of the border where it was put down, or on the other"
    elif breach.keys and all(put_back(case, key, turn) for key in breach.keys):
        lawful = lapse(prices.LATE)
        ask = "was the piece put back because this move did not count, or is that a new move"
    elif breach.law == "stacking.limit" and any(moved_away(case, key, turn) for key in breach.keys):
        lawful = lapse(prices.LATE)
        ask = "did the piece end its move here, or only pass through"
    if verdict(breach.gap) != "illegal" or not ask:
        return breach
    return replace(breach, gap=lawful, ask=ask)


def put_back(case: Case, key: str, turn: TurnRecord) -> bool:
    """Whether a side moves a piece in its next turn back to where it was before this turn."""
    for later in case.turns[turn.number : turn.number + LATER]:
        if key in later.changed:
            return later.side == turn.side and later.after.get(key) == turn.before.get(key)
    return False


def moved_away(case: Case, key: str, turn: TurnRecord) -> bool:
    """Whether a side soon takes a piece of this type from its place, in the same phase."""
    here = turn.after.get(key)
    for later in case.turns[turn.number : turn.number + LATER]:
        if here is None or (later.phase, later.game_turn) != (turn.phase, turn.game_turn):
            return False
        for other in later.changed if later.side == turn.side else ():
            then, now = later.before.get(other), later.after.get(other)
            if (
                then
                and now
                and (then.kind, then.place)
                == (here.kind, here.place)
                != (
                    now.kind,
                    now.place,
                )
            ):
                return True
    return False
