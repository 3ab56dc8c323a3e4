"""The rulebook of Amigos & Insurrectos as the engine's commands ask for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from modgen.log.table import Table
from modgen.log.timeline import Timeline
from modgen.model.game import Game
from modgen.vassal.metadata import Metadata
from modgen_rules.amigos_insurrectos.judging import (
    arrivals,
    battles,
    change_of_war,
    chits,
    explained,
    imported_arms,
    jungle_fight,
    lone_leaders,
    scoring,
    sequence,
    setups,
    source_of_supply,
    upkeep,
    will,
)
from modgen_rules.amigos_insurrectos.judging.chit_effects import Effects
from modgen_rules.amigos_insurrectos.judging.filipino_moves import FilipinoMovement
from modgen_rules.amigos_insurrectos.judging.operations import operations
from modgen_rules.amigos_insurrectos.judging.sequence import Sequenced
from modgen_rules.amigos_insurrectos.judging.us_moves import US_MOVES, UsMovement
from modgen_rules.amigos_insurrectos.law.country import (
    FILIPINO,
    SIDES,
    STEPS,
    US,
    Country,
)
from modgen_rules.amigos_insurrectos.law.movement_law import Move, offers
from modgen_rules.amigos_insurrectos.law.state import Position
from modgen_rules.amigos_insurrectos.reading import outbreak
from modgen_rules.amigos_insurrectos.reading.at_once import AT_ONCE
from modgen_rules.amigos_insurrectos.reading.fitting import BATTLES
from modgen_rules.amigos_insurrectos.reading.limits import limits
from modgen_rules.amigos_insurrectos.reading.parts import Parts, settled
from modgen_rules.amigos_insurrectos.reading.phases import turns
from modgen_rules.amigos_insurrectos.reading.places import NearestArea
from modgen_rules.amigos_insurrectos.reading.record import Reader, Record
from modgen_rules.amigos_insurrectos.reading.turn import Phase, Turn
from modgen_rules.amigos_insurrectos.reading.war import War
from modgen_rules.engine.reading.timing import Timing
from modgen_rules.engine.record.open_log import OpenLog
from modgen_rules.engine.record.piece_states import PieceState
from modgen_rules.engine.reports.report_builder import ReportBuilder
from modgen_rules.engine.reports.sections import Section, section, tell
from modgen_rules.engine.rulebook import TabledRulebook

if TYPE_CHECKING:
    from modgen_rules.engine.writing.log_writer import LogWriter

LATER = ("filipino_movement", "filipino_combat", "jungle_us", "jungle_combat", "supply", "scoring")
"""The phases after the US phase."""
RULINGS = "amigos-insurrectos.md"
ASSUMED = {
    "areas, coasts and sea spaces of a map that the rulebook does not print": (
        "8.1.a", "8.1.b", "8.1.c", "8.1.d", "8.2.2.a", "8.2.2.b", "8.2.2.e", "8.2.3.a", "8.2.3.b",
        "8.2.3.g", "10.3.2.b", "15.1.b", "15.2.a", "1.1.2.a", "6.0.b", "7.2.k", "7.3.a",
    ),
    "counters whose number the rulebook does not give": ("1.2.1.c",),
    "the Political Will track, whose length the rulebook does not give": (
        "10.9.b", "17.1.a", "17.1.b", "18.1.b", "18.2.a",
    ),
    "Monsoon turns after the fourth": (
        "13.0.a", "13.0.b", "8.2.2.c", "8.2.3.e", "11.0.c",
    ),
}  # fmt: skip


class Rulebook(TabledRulebook):
    """Checks logs of the war. `games` is the game in each of its languages, its own first."""

    folder = Path(__file__).parent
    prefix = "AI"
    assumed = ASSUMED
    kinds = frozenset(kind for side in SIDES for kind in STEPS[side])
    general_laws = ("conservation.made", "decks.takes")

    def __init__(self, games: Sequence[Game]) -> None:
        super().__init__(games)
        self.country = Country(games[0])
        self._read: WeakKeyDictionary[Timeline, list[Record]] = WeakKeyDictionary()
        """The records of the timelines that were judged and are still in use."""

    def position(self, pieces: Iterable[PieceState]) -> Position:
        """The position of some pieces."""
        return Position(self.country, {str(n): state for n, state in enumerate(pieces)})

    def turns(self, log: OpenLog, report: ReportBuilder) -> Iterator[Section]:
        """The phases of the war, each judged as it comes."""
        report.assumed_fact = self.assumed_fact
        log.tracker.places = NearestArea(log.tracker.places, self.game)
        records = self._read[log.timeline] = list[Record]()
        for record in Reader(self.country, log).records():
            records.append(record)
            yield from self._stretch(record, report)

    def _stretch(self, record: Record, report: ReportBuilder) -> Iterator[Section]:
        """A record from its beginning to its end."""
        war = War(self.country)
        setups.begins(record, war)
        report.report.remarks += [
            one
            for one in limits(record, war, report.treat_assumed_as_binding)
            if one not in report.report.remarks
        ]
        if war.issues:
            title = f"Turn {record.start.turn}, Set-up"
            yield section(
                title, "", (0, 0), "", record.acts, settled(war, record, self.clauses, True)
            )
        found = list(turns(record, self.country))
        report.report.lapses.add(record.lapses)
        war.kept = all(turn.kept for turn in found)
        deeds = [Sequenced(turn) for turn in found]
        timing = sequence.timing(deeds)
        for n, turn in enumerate(found):
            war.begin_turn(turn.number, turn.before, turn.after)
            war.changing = turn.changing
            late = turn.number >= self.country.numbers.first_guerrilla_turn
            late = late and war.scenario != "stand-up"
            war.guerrilla = war.guerrilla or turn.changing or (late and not turn.waits)
            yield from self._turn(turn, war, deeds[n], timing, more=n + 1 < len(found))
            if not war.whole and not self._sees_attacks(turn):
                war.attacks.add(turn.number)  # unknown: in favour
            war.whole = True

    def _sees_attacks(self, turn: Turn) -> bool:
        """Whether the log has all of a turn from the US operations on."""
        phases = list(self.game.phases)
        return turn.began in phases[: phases.index("us_ground") + 1]

    def _turn(
        self, turn: Turn, war: War, deeds: Sequenced, timing: Timing, more: bool
    ) -> Iterator[Section]:
        """The phases of a turn in their order, then what concerns the whole turn."""
        war.at_once |= {chit for phase in turn.phases.values() for chit in phase.chits}
        Effects(turn, war).judge()
        parts = Parts(turn, war, self.clauses)
        for names, judge in self._judges(turn, war):
            acts = sorted(
                n for name in names if name in turn.phases for n in turn.phases[name].acts
            )
            if not acts:
                if names[-1] in (*BATTLES, "jungle_combat"):
                    self._unfought(turn, names[-1], war, parts)
                continue
            phase = turn.phases[next(name for name in names if name in turn.phases)]
            order = list(self.game.phases)
            later = turn.phases.keys() & order[order.index(phase.id) + 1 :]
            finished = turn.complete or bool(later) or turn.beyond(phase.id) > 0
            sure = all(turn.sure(name) for name in names if name in turn.phases)
            story = judge(replace(phase, acts=acts, finished=finished, sure=sure))
            parts.add(phase.id, (acts[0], acts[-1]), sure, story)
        outbreak.judge(turn.differs, war)
        operations(turn, war)
        lone_leaders.judge(turn, war)
        upkeep.sites(turn, war)
        upkeep.jungle_boxes(turn, war)
        upkeep.supply(turn, turn.phases.get("supply"), war)
        source_of_supply.judge(turn, war)
        imported_arms.arms_lost(war, turn)
        if turn.complete:
            landed = turn.phases.get("reinforcements")
            gone_on = min(map(turn.first_mark, ("reinforcements", "us_ground")))
            arrivals.late(war, landed.acts[-1] if landed else gone_on)
            arrivals.mabini(war, turn)
            imported_arms.unrolled(war, turn)
        if turn.changing and turn.differs is None:
            change_of_war.judge(turn, war)
            change_of_war.hands(turn, war)
        will.judge(turn, war)
        scoring.judge(turn, war)
        chits.judge(turn, war)
        war.told += war.issues
        explained.judge(deeds, timing, war)
        sequence.judge(deeds, timing, war)
        scoring.end_of_turn(turn, war, more)
        parts.add("", (turn.first, turn.last), turn.kept)
        yield from parts.sections()

    def _unfought(self, turn: Turn, name: str, war: War, parts: Parts) -> None:
        """A phase of combat without acts: battles may be missing."""
        waiting, war.issues = war.issues, []
        if name in BATTLES:
            battles.unfought(turn, name, war)
        else:
            jungle_fight.unfought(turn, war)
        if war.issues:
            parts.add(name, (war.issues[0].first, war.issues[0].last), turn.kept)
        war.issues = waiting

    def _judges(
        self, turn: Turn, war: War
    ) -> Iterator[tuple[tuple[str, ...], Callable[[Phase], str]]]:
        """Groups of phases that are judged together, in order, each with its judge."""

        def arms(phase: Phase) -> str:
            imported_arms.arms(phase, war, turn.after)
            return ""

        def move(side: str) -> Callable[[Phase], str]:
            later = LATER if side == US else LATER[2:]
            names = US_MOVES if side == US else ("filipino_movement",)
            began = (turn.phases[one].acts[0] for one in names if one in turn.phases)
            settled = turn.settled(*later, since=min(began, default=-1))
            certain = all(turn.sure(one) for one in names if one in turn.phases)
            kind = UsMovement if side == US else FilipinoMovement
            return lambda phase: kind(
                phase.record, phase.acts, side, war, settled, certain, turn.calm
            ).judge()

        def fight(phase: Phase) -> str:
            return battles.judge(phase, war)

        def jungle(phase: Phase) -> str:
            return upkeep.JungleMoves(phase, war).judge()

        yield ("arms",), arms
        yield ("reinforcements",), lambda phase: arrivals.Arrivals(phase, war).judge()
        for name in AT_ONCE[US]:
            yield (name,), fight
        yield US_MOVES, move(US)
        yield ("us_shelling",), fight
        yield ("us_combat",), fight
        yield AT_ONCE[FILIPINO], fight
        yield ("filipino_movement",), move(FILIPINO)
        yield ("filipino_combat",), fight
        yield ("jungle_us",), jungle
        yield ("jungle_combat",), fight
        yield ("jungle_filipino",), jungle
        for name in ("objectives", "advantage", "us_poa", "supply", "scoring"):
            yield (name,), lambda _: ""

    def explain(self, turn: Section, report: ReportBuilder) -> None:
        """Note a part of a turn with what was wrong in it."""
        tell(turn, report, RULINGS)

    def winner(self, log: OpenLog) -> str:
        """17.2: the side that has won; empty when the war is not over, or for a draw."""
        log.tracker.places = NearestArea(log.tracker.places, self.game)
        side = ""
        for record in self._read.get(log.timeline) or Reader(self.country, log).records():
            war = War(self.country)
            setups.begins(record, war)
            found = list(turns(record, self.country))
            side = scoring.winner(found[-1], war) if found else ""
        return self.game.sides[side].name if side else ""

    def actions(self, position: Position, actor: str) -> Iterator[Move]:
        """The legal moves of a side."""
        return offers(position, actor)

    def simulate(
        self, tables: dict[str, Table], module: Metadata, seed: int, noise: bool, mistakes: int = 0
    ) -> tuple[LogWriter, list[str]]:
        """A whole war from one of the three set-ups, which take turns by the seed."""
        from modgen_rules.amigos_insurrectos.simulate import simulate

        return simulate(self, self.country, tables, module, seed, noise, mistakes)
