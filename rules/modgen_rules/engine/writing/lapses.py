"""Lapses with which people keep a record, made one by one from a tidy record.

None of them changes what happened in the game: each act is still there, but late, by another hand,
with another button, in two drags, or undone and done again; or a marker that only repeats what the
board shows is missing. `human_play` mixes such habits at random for whole games; here each is alone
and everywhere, so that a short record can be judged once with each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from modgen.vassal import commands as c
from modgen_rules.engine.record.table_acts import (
    Flip,
    Move,
    PlannedAct,
    Roll,
    Say,
    SetCondition,
    SetState,
    touched,
)
from modgen_rules.engine.record.table_manners import Role, TableManners
from modgen_rules.engine.writing.log_writer import LogWriter
from modgen_rules.engine.writing.slips import done

TRACKERS = frozenset({Role.SEQUENCE, Role.RESET, Role.BARRIER})
"""The roles of markers that say whose turn it is; a card has such a role too but is not one."""
UNDOABLE = Move, Flip, SetCondition, SetState
FORGETTABLE = frozenset({Role.AUXILIARY, Role.DERIVED})


class Line(NamedTuple):
    """A tidy record to be spoilt: its acts, the role of each, and the pieces on its table."""

    acts: Sequence[PlannedAct]
    manners: TableManners
    places: Mapping[str, str]
    """Where each piece is as the record begins."""

    def role(self, number: int) -> Role:
        """What an act is for."""
        return self.manners.role(self.acts[number].act)

    def is_card(self, number: int) -> bool:
        """Whether an act moves a card."""
        act = self.acts[number].act
        keys = act.keys if isinstance(act, Move) else ()
        return any(self.manners.kinds.get(key, "").startswith("card_") for key in keys)


class Lapse(NamedTuple):
    """A lapse: its name, what happens, and how acts are done with it."""

    name: str
    text: str
    do: Callable[[Line, LogWriter], bool]
    """Writes the record with the lapse; False if the record has no occasion for it."""


def _later(line: Line, late: Sequence[int], by: Callable[[int], int]) -> list[PlannedAct]:
    """The acts with some of them moved behind others: `by` gives for each the act to wait for.

    An act never passes another that touches the same thing.
    """
    order = list(range(len(line.acts)))
    for number in reversed(late):
        keys = touched(line.acts[number].act)
        wanted = by(number)
        at = order.index(number)
        end = at
        while end < len(order) - 1 and order[end] != wanted:
            if keys & touched(line.acts[order[end + 1]].act):
                break
            end += 1
        order.insert(end, order.pop(at))
    return [line.acts[number] for number in order]


def _tracker_late(line: Line, writer: LogWriter) -> bool:
    """Markers that are moved together all wait for the act that follows them, if it is no card."""
    last = len(line.acts) - 1
    late = [n for n in range(last) if line.role(n) in TRACKERS and not line.is_card(n)]

    def following(number: int) -> int:
        after = next(n for n in range(number + 1, last + 1) if n not in late)
        return number if line.is_card(after) else after

    acts = _later(line, late, following)
    done(writer, acts)
    return acts != list(line.acts)


def _marker_forgotten(line: Line, writer: LogWriter) -> bool:
    kept = [one for n, one in enumerate(line.acts) if line.role(n) not in FORGETTABLE]
    done(writer, kept)
    return len(kept) < len(line.acts)


def _put_down(line: Line, writer: LogWriter) -> bool:
    """Moves from space to space by way of a third one that is next to the first."""
    near, found = line.manners.near, False
    for n, one in enumerate(line.acts):
        writer.actor = one.actor
        act = one.act
        if isinstance(act, Move) and line.role(n) is Role.PIECE and not line.is_card(n):
            source = writer.states[act.keys[0]].place
            if source in near and act.place in near:
                stops = sorted(near[source] - {source, act.place})
                between = [stop for stop in stops if act.place in near[stop]]
                if stops and source != act.place:
                    writer.do(Move(act.keys, (between or stops)[0]))
                    found = True
        writer.do(act)
    return found


def _paid_later(line: Line, writer: LogWriter) -> bool:
    """Payments come after the marker that says that the side has acted."""
    tracks = [n for n in range(len(line.acts)) if line.role(n) is Role.TRACK]

    def marker(number: int) -> int:
        behind = range(number + 1, len(line.acts))
        return next((n for n in behind if line.role(n) in TRACKERS), number)

    acts = _later(line, tracks, marker)
    done(writer, acts)
    return acts != list(line.acts)


def _general_die(line: Line, writer: LogWriter) -> bool:
    """Dice are rolled with a button that only says their number and sides."""
    found = False
    for one in line.acts:
        writer.actor = one.actor
        act = one.act
        if isinstance(act, Roll):
            sides = next(die.sides for die in writer.game.info.dice if die.id == act.die)
            name = writer.game.sides[act.side].name
            told = ",".join(map(str, act.results))
            act = Say(f"*** {len(act.results)}d{sides} = {told} *** <{name}>")
            found = True
        writer.do(act)
    return found


def _other_seat(line: Line, writer: LogWriter) -> bool:
    """One person plays for everybody from a seat of another side than the one that acts first."""
    actors = [one.actor for one in line.acts if one.actor]
    if not actors:
        return False
    others = [side for side in writer.game.sides if side != actors[0]]
    name = writer.game.sides[others[-1] if others else actors[0]].name
    writer.step([c.AddPlayer(id="other", name=name, side=name)])
    writer.player_ids = dict.fromkeys(["", *writer.game.sides], "other")
    writer.seat = name
    done(writer, line.acts)
    return True


def _redone(line: Line, writer: LogWriter) -> bool:
    """Every act on a piece is undone and done again; a card that is turned over is seen."""
    found = False
    for n, one in enumerate(line.acts):
        writer.actor = one.actor
        writer.do(one.act)
        if isinstance(one.act, UNDOABLE) and not line.is_card(n):
            writer.undo()
            writer.do(one.act)
            found = True
    return found


LAPSES = (
    Lapse("tracker_late", "markers of the sequence move one act late", _tracker_late),
    Lapse("marker_forgotten", "markers that repeat what the board shows stay", _marker_forgotten),
    Lapse("put_down_on_the_way", "pieces are put down in a third space first", _put_down),
    Lapse("paid_later", "payments follow when the side has marked its turn", _paid_later),
    Lapse("general_die", "dice are rolled with a button without a name", _general_die),
    Lapse("other_seat", "one person at another side's seat plays for all", _other_seat),
    Lapse("undone_and_redone", "every act but those with cards is undone and done again", _redone),
)
"""Every lapse, in the order in which tests use them."""
