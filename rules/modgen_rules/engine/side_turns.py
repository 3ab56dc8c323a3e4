"""The simplest way to cut a log into turns: a turn lasts until another side moves a piece."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from modgen_rules.engine.record.open_log import OpenLog
from modgen_rules.engine.record.piece_states import PieceState, carry_out
from modgen_rules.engine.rulebook import PieceEdit


class SideTurn(NamedTuple):
    """A turn of a side. `first` and `last` are its steps, counted from 1."""

    number: int
    side: str
    """The id of the side; empty when the log does not say who moved."""
    first: int
    last: int
    before: Counter[PieceState]
    """The pieces before the turn."""
    edits: tuple[PieceEdit, ...]
    """What the turn did to each piece, without moves that were taken back."""


def side_turns(log: OpenLog) -> Iterator[SideTurn]:
    """Cut a log into turns. Steps that move no piece belong to the turn in which they happen."""
    now = dict(log.start)
    before, side, first, last, number = dict(now), "", 1, 0, 1
    for step in log.steps():
        moved = any(change.before and change.after for change in step.changes)
        if moved and step.side and step.side != side:
            if side:
                yield _turn(number, side, first, last, before, now)
                number += 1
            before, side, first = dict(now), step.side, step.number
        carry_out(step.changes, now)
        last = step.number
    if before != now:
        yield _turn(number, side, first, last, before, now)


def _turn(
    number: int,
    side: str,
    first: int,
    last: int,
    before: Mapping[str, PieceState],
    after: Mapping[str, PieceState],
) -> SideTurn:
    edits: list[PieceEdit] = []
    for key, state in after.items():
        edit = PieceEdit(before.get(key, state), state)
        if edit.before == edit.after:
            continue
        # Two like pieces that changed places did nothing: the player may take either.
        if PieceEdit(edit.after, edit.before) in edits:
            edits.remove(PieceEdit(edit.after, edit.before))
        else:
            edits.append(edit)
    return SideTurn(number, side, first, last, Counter(before.values()), tuple(edits))
