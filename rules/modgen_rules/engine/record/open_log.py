"""A log opened for a rulebook: the pieces at its beginning, and what each step did."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from modgen.compile.words import SCENARIO
from modgen.log.table import Table
from modgen.log.timeline import Timeline
from modgen.model.game import Game
from modgen.vassal.turn_states import TurnState
from modgen_rules.engine.record.declarations import Announcement, Announcements
from modgen_rules.engine.record.game_steps import GameStep, read_steps
from modgen_rules.engine.record.general_dice import DiceButtons
from modgen_rules.engine.record.log_parts import UnusableLogError
from modgen_rules.engine.record.own_lookups import Lookups, own_lookups
from modgen_rules.engine.record.piece_states import PieceState, PieceTracker
from modgen_rules.engine.record.told_dice import ToldDice

NEW = ("0|0", TurnState(0, turn=1).text(1))
"""States of a new turn tracker, without and with a count of turns."""


def scenario_named(table: Table) -> str:
    """The id of the scenario that a save of a generated module names; empty for other saves."""
    return table.properties.get(("Module", SCENARIO), "")


@dataclass
class OpenLog:
    """A log in the game's own words. `steps` can be read once."""

    games: Sequence[Game]
    tracker: PieceTracker
    start: Mapping[str, PieceState]
    """The pieces before the first step, by their id in the log."""

    @cached_property
    def announcements(self) -> Announcements:
        """Reads what players announce in chat."""
        return Announcements(self.games)

    @cached_property
    def told_dice(self) -> ToldDice:
        """The dice that players tell in chat instead of rolling them in the log."""
        return ToldDice.of(self.timeline, DiceButtons.of(self.games))

    @property
    def timeline(self) -> Timeline:
        """The log as VASSAL records it."""
        return self.tracker.timeline

    @property
    def first_phase(self) -> str:
        """The phase in which the log begins: the first, unless the turn tracker says otherwise."""
        phase = self.tracker.places.phase
        shown = next(iter(self.timeline.go(0).turns.items()), None)
        return phase(*shown) if shown else next(filter(None, (phase("", one) for one in NEW)), "")

    def announced(self) -> Iterator[Announcement]:
        """What players announced, the last first; steps that were taken back are left out."""
        timeline = self.timeline
        for n in range(len(timeline) - 1, -1, -1):
            if n + 1 in timeline.undone:
                continue
            for line in reversed(timeline.moments[n].chat):
                said = self.announcements.read(line)
                if said is not None:
                    yield said

    def steps(self) -> Iterator[GameStep]:
        """Every step in order. Read it once: the tracker follows it."""
        return (step for _, step in read_steps(self.tracker, self.announcements))


def open_log(
    games: Sequence[Game],
    timeline: Timeline,
    kinds: Collection[str],
    lookups: Lookups | None = None,
) -> OpenLog:
    """A log ready for judging; without lookups it was played on a module that Modgen built.

    Raises UnusableLogError when the log has none of the kinds of pieces that the rules are about.
    """
    tracker = PieceTracker(timeline, *(lookups or own_lookups(games))[:2])
    start = dict(tracker.begin())
    if not any(state.kind in kinds for state in (start or _end(tracker)).values()):
        raise UnusableLogError(
            f"the log has none of the pieces of {games[0].info.title}; if it was played on a "
            "module that Modgen did not build, give a file of its names with --bind"
        )
    return OpenLog(games, tracker, start)


def _end(tracker: PieceTracker) -> Mapping[str, PieceState]:
    """The pieces after the last step, for a log that begins with an empty table."""
    timeline = tracker.timeline
    found = tracker.states_on(timeline.go(len(timeline)))
    tracker.begin()
    return found
