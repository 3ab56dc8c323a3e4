"""Cuts the log of any game into turns: a turn is what one side does in one phase.

A new turn begins when the turn tracker shows another phase, or when another side begins to act.
In a phase with `side:` all acts are that side's, whoever drags. People do not always move the
tracker at the right moment, so acts of the previous side on its own pieces at the beginning of a
phase belong to its own turn, and so do acts of the next side at the end. A tracker that was moved
on by mistake and back, and a short correction by the side that acted before, begin no turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from types import MappingProxyType

from modgen.log.timeline import Moment
from modgen.log.wording import plain
from modgen.model.game import Game
from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.verdicts import CERTAIN, lapse
from modgen_rules.engine.record.game_steps import GameStep, read_steps
from modgen_rules.engine.record.open_log import OpenLog
from modgen_rules.engine.record.piece_states import PieceChange, PieceState, carry_out

SHORTEST_TURN = 2
"""An act that one side puts into the turn of another has at most this many steps with changes."""
MASK = "obs;"
"""The type of a piece that can be turned face down contains this."""
FEW_RUNS = 3
"""A phase in which the acting side changes less often is none of alternating moves."""
SHORTEST_CYCLE = 2
"""With more phases the tracker's steps back differ from its steps on."""
Pieces = Mapping[str, PieceState]
"""Pieces and cards by their id in the log."""


@dataclass(frozen=True)
class TurnRecord:
    """What one side did in one phase. Steps are counted from 1 over the whole log."""

    number: int
    """Counts from 1."""
    side: str
    """The id of the side; empty when the log does not say who acted."""
    phase: str
    """The id of a phase of `game.yaml` without subphases; empty when it is unknown."""
    game_turn: int
    """How often the sequence was begun, from 1 at the beginning of the log; 0 when unknown."""
    first: int
    last: int
    before: Pieces
    """Every piece before the turn; a card has the kind `card_<id>`."""
    after: Pieces
    """Every piece after the turn."""
    steps: tuple[GameStep, ...]
    """The steps in which something happened; undone steps have no changes."""
    complete: bool
    """Whether the log shows that the turn ended: another side or phase followed."""
    left_out: tuple[str, ...] = ()
    """The phases that the turn tracker left out before the turn, by id, when it jumped."""

    @property
    def gap(self) -> float:
        """The gap of what is wrong at the end of a turn, which may continue after the log."""
        return CERTAIN if self.complete else lapse(prices.ENDS)

    @cached_property
    def changes(self) -> tuple[PieceChange, ...]:
        """Every change of a piece in the order of the log."""
        return tuple(change for step in self.steps for change in step.changes)

    @cached_property
    def changed(self) -> tuple[str, ...]:
        """The pieces that differ after the turn, by id, in the order of their last change."""
        touched = dict.fromkeys(change.piece for change in reversed(self.changes))
        return tuple(
            piece for piece in reversed(touched) if self.before.get(piece) != self.after.get(piece)
        )


@dataclass
class _Stretch:
    """The steps while the tracker shows one phase; `side` owns the phase, empty for nobody."""

    phase: str
    side: str
    game_turn: int = 0
    steps: list[GameStep] = field(default_factory=list)
    first: int = 1
    last: int = 0
    left_out: tuple[str, ...] = ()

    @property
    def idle(self) -> bool:
        """Whether nothing happened."""
        return not any(step.changes or step.rolls or step.said for step in self.steps)


def turns_of(log: OpenLog) -> Iterator[TurnRecord]:
    """The turns of a log in order. Reads the log, which can be done once."""
    game = log.games[0]
    owners = {piece.id: piece.side or "" for piece in game.pieces}
    stretches = _without_slips(_stretches(log), list(game.phases), first_turn(game, log.start))
    _shift_borders(stretches, owners)
    turns = [turn for stretch in stretches for turn in _by_side(stretch, owners)]
    turns = _busy(_joined(turns))
    now: dict[str, PieceState] = dict(log.start)
    before: Pieces = MappingProxyType(dict(now))
    for number, turn in enumerate(turns, 1):
        for step in turn.steps:
            carry_out(step.changes, now)
        after: Pieces = MappingProxyType(dict(now))
        yield TurnRecord(
            number,
            turn.side,
            turn.phase,
            turn.game_turn,
            turn.first,
            turn.last,
            before,
            after,
            tuple(turn.steps),
            number < len(turns) or turn.last < stretches[-1].first,
            turn.left_out,
        )
        before = after


# --- phases ----------------------------------------------------------------------------------


def _stretches(log: OpenLog) -> list[_Stretch]:
    """The log cut where the tracker shows another phase."""
    game = log.games[0]
    at = log.first_phase
    owner = game.phase_sides.get(at, "")
    found = [_Stretch(at, owner)]
    said = speakers(log.games)
    for moment, step in read_steps(log.tracker, log.announcements):
        now = step.phase
        if at and now and now != found[-1].phase:
            found.append(_Stretch(now, game.phase_sides[now], first=step.number))
        found[-1].last = step.number
        if step.changes or step.rolls or step.said or step.undone or _hidden(moment):
            side = step.side or speaker(moment, said)
            found[-1].steps.append(step._replace(side=side))
    return found


def _hidden(moment: Moment) -> bool:
    """Whether a step does what states of pieces do not show.

    A card of a cup lies in the same window as the hand, and a piece may be turned face down.
    """
    return any(
        bool((old or new).type)
        if collection == "piles"
        else collection == "pieces" and old and new and MASK in old.type and old.state != new.state
        for collection, _, old, new in moment.changes
    )


def first_turn(game: Game, start: Pieces) -> int:
    """The number at which the turn marker is, or 1: set-ups may begin in a later turn."""
    marker = game.info.turns.marker if game.info.turns else None
    places = (state.place or "" for state in start.values() if marker and state.kind == marker)
    numbers = (place.rpartition(":")[2] for place in places)
    return next((int(number) for number in numbers if number.isdecimal()), 1)


def _without_slips(
    stretches: Iterable[_Stretch], phases: Sequence[str], first: int
) -> list[_Stretch]:
    """The stretches without those in which the tracker was moved by mistake and back.

    The first is in the turn `first`. With two phases a step back looks like a step on, so that
    nothing is a mistake.
    """
    found: list[_Stretch] = []
    for stretch in stretches:
        slip = len(phases) > SHORTEST_CYCLE and len(found) > 1 and found[-1].idle
        if slip and found[-2].phase == stretch.phase:
            found.pop()
            found[-1].steps += stretch.steps
            found[-1].last = stretch.last
        else:
            found.append(stretch)
    if len(found) == 1 and len({step.side for step in found[0].steps if step.changes} - {""}) > 1:
        # Nobody used the tracker, so it says nothing.
        found[0].phase, found[0].side = "", ""
    for n, stretch in enumerate(found):
        if n and stretch.phase:
            begun = phases.index(stretch.phase) <= phases.index(found[n - 1].phase)
            stretch.game_turn = found[n - 1].game_turn + begun
            back = n > 1 and found[n - 2].phase == stretch.phase
            if not back:
                stretch.left_out = _between(found[n - 1].phase, stretch.phase, phases)
        elif stretch.phase:
            stretch.game_turn = first
    return found


def _between(start: str, end: str, phases: Sequence[str]) -> tuple[str, ...]:
    """The phases that the tracker leaves out on its way."""
    first = phases.index(start)
    ahead = (phases.index(end) - first) % len(phases)
    return tuple(phases[(first + n) % len(phases)] for n in range(1, ahead))


def _busy(turns: Iterable[_Stretch]) -> list[_Stretch]:
    """The turns in which something happened; the next one also has what others left out."""
    found: list[_Stretch] = []
    left_out: tuple[str, ...] = ()
    for turn in turns:
        left_out += turn.left_out
        if turn.steps:
            turn.left_out, left_out = left_out, ()
            found.append(turn)
    return found


def speakers(games: Iterable[Game]) -> dict[str, str]:
    """The names of sides, with which reports begin, to the sides' ids; long names first."""
    names = {side.name: side.id for game in games for side in game.sides.values()}
    return dict(sorted(names.items(), key=lambda item: -len(item[0])))


def speaker(moment: Moment, names: Mapping[str, str]) -> str:
    """The side with whose name the first report of a step begins; empty for none."""
    for line in moment.chat:
        if line.startswith("*"):
            text = plain(line)
            return next((id_ for name, id_ in names.items() if text.startswith(f"{name} ")), "")
    return ""


# --- sides -----------------------------------------------------------------------------------


def _owned(step: GameStep, owners: Mapping[str, str]) -> frozenset[str]:
    """The sides whose pieces a step changes."""
    states = (change.before or change.after for change in step.changes)
    return frozenset(owners.get(state.kind, "") for state in states if state) - {""}


def _acting(step: GameStep, current: str, owners: Mapping[str, str]) -> str:
    """The side that a step shows as acting; `current` when it shows none.

    A player who moves only pieces of other sides acts for the current side: he takes off a loss
    or does as he was asked. Without a player the owner of the pieces counts.
    """
    owned = _owned(step, owners)
    if not step.changes:
        return current
    if step.side:
        return step.side if not owned or step.side in owned or not current else current
    return next(iter(owned)) if len(owned) == 1 else current


def _begins(steps: Iterable[GameStep], owners: Mapping[str, str]) -> str:
    """The side whose own player first moves its own pieces; empty when none does."""
    return next((step.side for step in steps if step.side in _owned(step, owners)), "")


def _shift_borders(stretches: Sequence[_Stretch], owners: Mapping[str, str]) -> None:
    """Acts of a side on its own pieces just beyond its phase belong to its phase."""
    for one, other in pairwise(stretches):
        if not one.side or not other.side or one.side == other.side:
            continue
        late = 0
        while late < len(other.steps) and _belongs(other.steps[late], one.side, owners):
            late += 1
        early = len(one.steps)
        while early and _belongs(one.steps[early - 1], other.side, owners):
            early -= 1
        moved, kept = one.steps[early:], one.steps[:early]
        one.steps = kept + other.steps[:late]
        other.steps = moved + other.steps[late:]


def _belongs(step: GameStep, side: str, owners: Mapping[str, str]) -> bool:
    """Whether a step is an act of a side, or of nobody known, on the side's own pieces."""
    return bool(step.changes) and step.side in ("", side) and _owned(step, owners) == {side}


def _by_side(stretch: _Stretch, owners: Mapping[str, str]) -> Iterator[_Stretch]:
    """A stretch cut where another side begins to act, unless the phase belongs to one side."""
    if stretch.side:
        yield stretch
        return
    side = ""
    turn = _Stretch(stretch.phase, "", stretch.game_turn, first=stretch.first)
    turn.left_out = stretch.left_out
    for n, step in enumerate(stretch.steps):
        acting = _acting(step, side or _begins(stretch.steps[n:], owners), owners)
        if acting != side and side:
            turn.last = step.number - 1
            yield turn
            turn = _Stretch(stretch.phase, "", stretch.game_turn, first=step.number)
        side = turn.side = acting
        turn.steps.append(step)
    turn.last = stretch.last
    yield turn


def _joined(turns: Sequence[_Stretch]) -> list[_Stretch]:
    """The turns with those joined into which the other side put a short act."""
    found: list[_Stretch] = []
    runs = Counter((turn.phase, turn.game_turn) for turn in turns if turn.steps)
    for turn in turns:
        previous = found[-2] if len(found) > 1 else None
        few = runs[turn.phase, turn.game_turn] <= FEW_RUNS
        if previous is not None and _corrects(turn, previous, found[-1], few):
            previous.steps += turn.steps
            found[-1].last = turn.last
        elif found and (found[-1].side, found[-1].phase, found[-1].game_turn) == (
            turn.side,
            turn.phase,
            turn.game_turn,
        ):
            found[-1].steps += turn.steps
            found[-1].last = turn.last
        else:
            found.append(turn)
    return found


def _corrects(turn: _Stretch, previous: _Stretch, between: _Stretch, few: bool) -> bool:
    """Whether a side goes on with its turn, into which the other side put a short act.

    It moves pieces again that it had moved before: to put them back, after several acts, or in a
    phase with few turns. Where sides move one piece after the other in a phase, each move is a
    turn; and without a phase nothing says that it is the same turn.
    """
    same = (turn.side, turn.phase, turn.game_turn) == (
        previous.side,
        previous.phase,
        previous.game_turn,
    )
    if not same or not turn.side or not turn.phase or between.phase != turn.phase:
        return False
    inserted, own, again = (_origins(one) for one in (between, previous, turn))
    if not again or again.keys() & inserted.keys() or not again.keys() & own.keys():
        return False
    ends = {change.piece: change.after for step in turn.steps for change in step.changes}
    if all(key in own and own[key] == ends[key] for key in again):
        return True
    busy = [sum(bool(step.changes) for step in one.steps) for one in (previous, between)]
    return (few or busy[0] > SHORTEST_TURN) and busy[1] <= SHORTEST_TURN


def _origins(turn: _Stretch) -> dict[str, PieceState | None]:
    """The pieces that a turn changes, by id, as they were before it."""
    found: dict[str, PieceState | None] = {}
    for step in turn.steps:
        for change in step.changes:
            found.setdefault(change.piece, change.before)
    return found
