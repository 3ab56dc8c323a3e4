"""Markers that repeat what the board shows: who controls a space, what a total is.

The data does not say when a marker is to be moved. It is wrong when it was changed to a value that
the board did not show at any moment of the turn or of the next two; if it is right again soon, it
is only suspect. A marker that was left as it was is suspect too, but only when the sequence has
begun again (or, without a sequence, two turns later). A marker that was wrong when the log began
is judged when somebody changes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from modgen.model.game import Game
from modgen.model.types.game_file import Total
from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.verdicts import CERTAIN, lapse
from modgen_rules.engine.record.piece_states import PieceState
from modgen_rules.general.breach import Breach
from modgen_rules.general.case import STATE, Case
from modgen_rules.general.scenes import Pieces, Position
from modgen_rules.general.turns import TurnRecord

NEXT = 2
"""A piece may be moved this many turns after the marker that follows it."""


def control(case: Case, turn: TurnRecord) -> Iterator[Breach]:
    """Markers of control that disagree with the pieces in their space."""
    rule = case.game.info.control
    if rule is None:
        return
    kind = f"{STATE}{rule.state}"
    names = {value.id: value.name for value in case.game.states[rule.state].values}
    touched = {
        state.place
        for key in turn.changed
        for state in (turn.before.get(key), turn.after.get(key))
        if state is not None
    }
    for key in case.of_kind(kind):
        state = turn.after.get(key)
        if state is None or state.place not in case.game.spaces:
            continue
        if not case.waiting.known(key) and turn.number > 1 and state.place not in touched:
            continue
        if turn.number == 1 and (before := turn.before.get(key)) is not None:
            near = [one for one in turn.before.values() if one.place == state.place]
            case.waiting.begin(key, before.face == controller(case.game, near, state.place))
        right = controller(case.game, case.at.get(state.place, {}).values(), state.place)
        seen = (
            controller(case.game, pieces.values(), state.place)
            for near in _near(case, turn)
            for pieces in _moments(near, {state.place})
        )
        later = (
            one.after[key].face == controller(case.game, _inside(one, state.place), state.place)
            for one in _near(case, turn)[1:]
            if key in one.after
        )
        gap = _judged(case, turn, key, state.face, right, seen, later)
        if gap is not None:
            space = case.place(state.place)
            yield Breach(
                "derived.control",
                gap,
                (rule, ()),
                message=f"the marker in {space} shows {names.get(state.face, state.face)}, but "
                f"should show {names.get(right, right)}",
                target=space,
                observed=names.get(state.face, state.face),
                expected=names.get(right, right),
            )


def totals(case: Case, turn: TurnRecord) -> Iterator[Breach]:
    """Level markers that disagree with the total that they show."""
    markers = {total.marker: total for total in case.game.info.totals if total.marker}
    for marker, total in markers.items():
        for key in case.of_kind(marker or ""):
            state = turn.after.get(key)
            shown = state.number if state is not None else None
            if shown is None:
                continue
            if turn.number == 1 and (before := turn.before.get(key)) is not None:
                at_first = shown_total(case.game, total, turn.before)
                case.waiting.begin(key, before.number == at_first)
            right = shown_total(case.game, total, turn.after)
            seen = (
                shown_total(case.game, total, pieces, corrected=corrected)
                for near in _near(case, turn)
                for pieces in _moments(near)
                for corrected in (False, True)
            )
            later = (
                one.after[key].number == shown_total(case.game, total, one.after)
                for one in _near(case, turn)[1:]
                if key in one.after
            )
            gap = _judged(case, turn, key, shown, right, seen, later)
            if gap is not None:
                yield Breach(
                    "derived.total",
                    gap,
                    (total, ()),
                    message=f"{case.piece(marker or '')} stands at {shown}, but should stand at "
                    f"{right}",
                    piece=case.piece(marker or ""),
                    observed=str(shown),
                    expected=str(right),
                )


def _judged(
    case: Case,
    turn: TurnRecord,
    key: str,
    shown: object,
    right: object,
    seen: Iterable[object],
    later: Iterable[bool],
) -> float | None:
    """The gap of a marker that is wrong; None if it is not (yet).

    `seen` are the values that would have been right at some moment; `later`: whether the marker is
    right after each of the next turns.
    """
    waiting = case.waiting
    if shown == right:
        waiting.right(key)
        return None
    changed = any(change.piece == key for change in turn.changes)
    if changed and turn.before.get(key) != turn.after.get(key) and shown not in set(seen):
        waiting.report(key)
        return CERTAIN if turn.complete and not any(later) else lapse(prices.BEHIND)
    return lapse(prices.BEHIND) if turn.complete and waiting.due(key, turn) else None


# --- positions -------------------------------------------------------------------------------


def controller(game: Game, pieces: Iterable[PieceState], space: str) -> str:
    """Who controls a space with some pieces in it, as a value of the state of control."""
    there = {str(n): state for n, state in enumerate(pieces)}
    return Position(game, there).setup.controller(space) or ""


def shown_total(game: Game, total: Total, pieces: Pieces, corrected: bool = False) -> int:
    """A total in a position, as far as its marker's track shows it.

    `corrected`: as if every marker of control agreed with the pieces.
    """
    position = Position(game, pieces).setup
    rule = game.info.control
    if corrected and rule is not None:
        states = {
            space: {**values, rule.state: position.controller(space) or ""}
            for space, values in position.states.items()
            if rule.state in values
        }
        position = replace(position, states=states)
    value = position.total(total)
    numbers = game.level_ranges.get(total.marker or "")
    return min(max(value, numbers.start), numbers.stop - 1) if numbers else value


def _inside(turn: TurnRecord, place: str) -> Iterator[PieceState]:
    """The pieces in a place after a turn."""
    return (state for state in turn.after.values() if state.place == place)


def _near(case: Case, turn: TurnRecord) -> Sequence[TurnRecord]:
    """A turn and the next ones: a marker may be moved before the piece that it follows."""
    return case.turns[turn.number - 1 : turn.number + NEXT] or (turn,)


def _moments(turn: TurnRecord, places: set[str] | None = None) -> Iterator[dict[str, PieceState]]:
    """The pieces before the turn and after each of its steps; only those in some places."""

    def inside(state: PieceState | None) -> bool:
        return state is not None and (places is None or state.place in places)

    now = {key: state for key, state in turn.before.items() if inside(state)}
    yield dict(now)
    for step in turn.steps:
        for change in step.changes:
            now.pop(change.piece, None)
            if change.after is not None and inside(change.after):
                now[change.piece] = change.after
        if step.changes:
            yield dict(now)
