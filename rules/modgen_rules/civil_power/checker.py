"""The rulebook of Civil Power as the engine's commands ask for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from modgen.log.table import Table
from modgen.model.game import Game
from modgen.vassal.metadata import Metadata
from modgen_rules.civil_power.judging import (
    ambush,
    arrivals,
    causes,
    compound,
    crowding,
    fire_phase,
    gas,
    gunnery,
    movement,
    nerves,
    options,
    order,
    passengers,
    purchases,
    recovery,
    shock_phase,
    stacks,
    victory,
)
from modgen_rules.civil_power.judging.actions import Action, actions
from modgen_rules.civil_power.law.plan import NOT_SHOWN, Plan
from modgen_rules.civil_power.law.state import Position
from modgen_rules.civil_power.reader import Reader
from modgen_rules.civil_power.reading import scenarios, setups
from modgen_rules.civil_power.reading.game_turns import turns
from modgen_rules.civil_power.reading.phases import Phase, Turn
from modgen_rules.civil_power.reading.record import Record
from modgen_rules.civil_power.reading.riot import Riot
from modgen_rules.engine.record.open_log import OpenLog
from modgen_rules.engine.record.piece_states import PieceState
from modgen_rules.engine.reports.report_builder import ReportBuilder
from modgen_rules.engine.reports.sections import Section, section, tell
from modgen_rules.engine.rulebook import TabledRulebook

if TYPE_CHECKING:
    from modgen_rules.engine.writing.log_writer import LogWriter

RULINGS = "civil-power.md"
Judge = Callable[[Phase, Riot], str | None]
"""Judges a phase: notes what is wrong in the riot; may return the story in a few words."""
JUDGES: Mapping[str, tuple[Judge, ...]] = {
    "setup": (purchases.judge, setups.judge),
    "gas_morale": (recovery.gas_checks, order.out_of_turn, crowding.judge),
    "gas_fades": (gas.fades, gas.markers, order.out_of_turn),
    "fires": (gas.markers, gas.fires, order.out_of_turn),
    "fire": (fire_phase.judge, gas.markers, crowding.judge),
    "move": (movement.judge, gas.walked_into, gas.markers, order.out_of_turn),
    "shock": (shock_phase.judge, order.out_of_turn, order.fires_after_shock, gas.markers),
    "recovery": (recovery.judge, gas.markers, order.out_of_turn),
}
"""The judges of each kind of phase, in order."""
ALWAYS: tuple[Judge, ...] = (
    stacks.judge,
    options.judge,
    passengers.judge,
    ambush.judge,
    arrivals.judge,
    scenarios.judge,
    gunnery.judge,
    compound.judge,
    causes.judge,
    nerves.judge,
    victory.judge,
)
"""The judges of every phase, after those of its kind."""
TURN_JUDGES: tuple[Callable[[Turn, Riot], None], ...] = (
    order.strayed,
    gas.lasts,
    order.tracker,
    order.marker,
    nerves.rises,
)
"""The judges of whole game-turns, after their phases."""


class Rulebook(TabledRulebook):
    """Checks logs of riots. `games` is the game in each of its languages, its own first."""

    folder = Path(__file__).parent
    prefix = "CP"
    general_laws = ("conservation.made",)

    def __init__(self, games: Sequence[Game]) -> None:
        super().__init__(games)
        self.plan = Plan(games[0])
        self.kinds = frozenset(self.plan.units)

    def position(self, pieces: Iterable[PieceState]) -> Position:
        """The position of some pieces, with both boards side by side."""
        boards = [[grid.board for grid in self.game.map.grids]]
        states = {str(n): state for n, state in enumerate(pieces)}
        return Position(self.plan.field(boards, NOT_SHOWN), states)

    def turns(self, log: OpenLog, report: ReportBuilder) -> Iterator[Section]:
        """The phases of the game, each judged as it comes."""
        for record in Reader(self.plan, log).records():
            yield from self._stretch(record)
            report.report.lapses.add(record.lapses)

    def _stretch(self, record: Record) -> Iterator[Section]:
        """A record from its beginning to its end."""
        riot = Riot(record)
        for turn in turns(record):
            riot.turn = turn
            for phase in turn.phases.values():
                riot.begin(phase)
                judges = (options.note, *JUDGES.get(phase.kind, ()), *ALWAYS)
                stories = [judge(phase, riot) for judge in judges]
                riot.end(phase)
                if phase.acts or riot.issues:
                    known = self.game.phases.get(phase.id)
                    title = f"Turn {phase.turn}, {known.name}" if known else "Set-up"
                    acts = phase.acts or [phase.begin]
                    story = "; ".join(filter(None, stories))
                    yield self._section(title, phase.side, acts[0], acts[-1], riot, story)
            for judge_turn in TURN_JUDGES:
                judge_turn(turn, riot)
            if riot.issues:
                yield self._section(f"Turn {turn.number}", "", turn.first, turn.last, riot, "")

    def _section(
        self, title: str, side: str, first: int, last: int, riot: Riot, story: str
    ) -> Section:
        found = riot.noted(self.clauses)
        made = section(title, side, (first, last), story, riot.record.acts, found)
        riot.issues.clear()
        return made

    def explain(self, turn: Section, report: ReportBuilder) -> None:
        """Note a phase with what was wrong in it."""
        tell(turn, report, RULINGS)

    def actions(self, position: Position, actor: str) -> Iterator[Action]:
        """The legal moves and fire attacks of a side."""
        return actions(position, actor)

    def winner(self, log: OpenLog) -> str:
        """7.0: who won, as the last announcement of a result says; empty for nobody."""
        told = (said.choices.get("result") for said in log.announced())
        side = next(filter(None, told), "").partition("_")[0]
        return self.game.sides[side].name if side in self.game.sides else ""

    def simulate(
        self, tables: dict[str, Table], module: Metadata, seed: int, noise: bool, mistakes: int = 0
    ) -> tuple[LogWriter, list[str]]:
        """A whole game from one of the set-ups, which take turns by the seed."""
        from modgen_rules.civil_power.simulate import simulate

        return simulate(self, self.plan, tables, module, seed, noise, mistakes)
