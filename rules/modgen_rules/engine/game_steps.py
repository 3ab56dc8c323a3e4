"""A log step by step in the game's own words: what moved, what was rolled, what was announced."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from modgen.log.dice import Roll, moment_rolls
from modgen.log.story import plain
from modgen.log.timeline import Moment, Timeline
from modgen_rules.engine.declarations import Announcement, Announcements
from modgen_rules.engine.piece_states import PieceChange, PieceTracker


class GameStep(NamedTuple):
    """What a step of the log did. A step that was taken back did nothing, but its dice fell."""

    number: int
    changes: tuple[PieceChange, ...] = ()
    rolls: tuple[Roll, ...] = ()
    said: tuple[Announcement, ...] = ()
    side: str = ""
    """The side whose player did it; empty when the log does not say."""
    undone: bool = False


def read_steps(
    ledger: PieceTracker, announcements: Announcements
) -> Iterator[tuple[Moment, GameStep]]:
    """Every step of a log whose ledger has begun, in order; the ledger keeps pace."""
    sides = {side.name: side.id for game in announcements.games for side in game.sides.values()}
    returned = _returned(ledger.timeline)
    for moment in ledger.timeline.moments:
        table = ledger.timeline.go(moment.number)
        changes = tuple(ledger.changes(moment)) if moment.changes else ()
        player = table.players.get(moment.player)
        undone = moment.number in ledger.timeline.undone
        lines = () if undone else moment.chat
        rolls = () if moment.undoes or moment.number in returned else tuple(moment_rolls(moment))
        said = tuple(one for line in lines if (one := announcements.read(plain(line))) is not None)
        yield moment, GameStep(
            moment.number, changes, rolls, said,
            sides.get(player.side, "") if player else "", undone,
        )  # fmt: skip


def _returned(timeline: Timeline) -> frozenset[int]:
    """The undone steps whose dice are the next to be rolled again, with the same results.

    A reader who rewinds and steps on meets the same die twice; it was rolled once.
    """
    found: set[int] = set()
    waiting: list[tuple[int, tuple[Roll, ...]]] = []
    for moment in timeline.moments:
        rolls = () if moment.undoes else tuple(moment_rolls(moment))
        if not rolls:
            continue
        if moment.number in timeline.undone:
            waiting.append((moment.number, rolls))
            continue
        for number, undone in waiting:
            if [roll[1:] for roll in undone] == [roll[1:] for roll in rolls]:
                found.add(number)
                break
        waiting.clear()
    return frozenset(found)
