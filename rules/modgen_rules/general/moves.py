"""Moves: a piece goes from place to place on the map only as `moves` in game.yaml allows.

Positions count: where a piece was before the turn, and where it is afterwards. Players take any of
several like pieces, so two of them may have changed places.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from modgen.model.movement.movement import Verdict as MoveVerdict
from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.verdicts import CERTAIN, lapse
from modgen_rules.general.breach import Breach
from modgen_rules.general.case import Case
from modgen_rules.general.turns import TurnRecord

BORDERLINE = 3
"""A move this close to a phase's beginning or end, in steps, may belong to its neighbour."""
MOST_NAMED = 6
"""More places than these are not named: those of a path, or those next to a place."""


class _Move(NamedTuple):
    """A piece that is in another space or cell after the turn; both faces are shown in it."""

    kind: str
    face: str
    new_face: str
    source: str
    target: str


def moves(case: Case, turn: TurnRecord) -> Iterator[Breach]:
    """The moves of a turn that no rule of movement allows."""
    game = case.game
    found = _moves(case, turn)
    if not found or not (game.info.moves or any(piece.immobile for piece in game.pieces)):
        return
    held = _held(case, turn)
    phase = game.phases.get(turn.phase)
    displaced = _after_dice(turn) if phase is not None and phase.displaces else frozenset()
    for move, keys in found.items():
        verdict = _explained(case, move, held, turn.phase, turn.game_turn)
        if verdict.allowed or _like_piece(case, turn, move, held):
            continue
        broken = verdict.breaches[0]
        late = [key for key in keys if key in displaced]
        if phase is not None and phase.displaces and broken.kind == "wrong-phase":
            continue
        judged = [key for key in keys if key not in late and not _put_back(case, key, turn)]
        if not judged:
            continue
        case.strayed |= dict.fromkeys(judged, turn.number)
        told = case.pieces([move.kind] * len(judged))
        source, target = case.place(move.source), case.place(move.target)
        yield Breach(
            f"moves.{broken.kind}",
            _gap(case, turn, move, judged, verdict, held),
            (broken.part, ()),
            message=f"{told} went from {source} to {target}{_how(case, move, verdict)}",
            piece=told,
            source=source,
            target=target,
            observed=_number(broken.needs),
            expected=_most(broken.has),
            keys=tuple(judged),
            one_of=tuple(f"moves.{one.kind}" for one in verdict.breaches[1:]),
        )


def _moves(case: Case, turn: TurnRecord) -> dict[_Move, list[str]]:
    """The net moves of a turn with the pieces that made them, but for those of other sides.

    A piece that was off the map in between may have been lost and placed again.
    """
    known = case.game.piece_types
    through = {
        change.piece
        for change in turn.changes
        if change.after is None or not case.on_map(change.after.place)
    }
    found: dict[_Move, list[str]] = defaultdict(list)
    for key in turn.changed:
        before, after = turn.before.get(key), turn.after.get(key)
        if before is None or after is None or after.kind not in known or key in through:
            continue
        source, target = case.on_map(before.place), case.on_map(after.place)
        owners = case.owners(after.kind, before.face)
        if turn.side and owners and turn.side not in owners:
            continue
        if source and source != target:
            found[_Move(after.kind, before.face, after.face, source, target)].append(key)
    return found


def _held(case: Case, turn: TurnRecord) -> Mapping[str, Counter[tuple[str, str]]]:
    """The pieces that stayed in their places during the turn: what others may have met."""
    moved = {change.piece for change in turn.changes}
    held: dict[str, Counter[tuple[str, str]]] = defaultdict(Counter)
    for key, state in turn.after.items():
        if key not in moved and state.kind in case.game.piece_types:
            side = state.where.side
            place = f"{state.where.id}/{side}" if side else case.on_map(state.place)
            if place:
                held[place][state.kind, state.face] += 1
    return held


def _after_dice(turn: TurnRecord) -> frozenset[str]:
    """The pieces that moved after dice had been rolled in the turn."""
    rolled = next((step.number for step in turn.steps if step.rolls), None)
    if rolled is None:
        return frozenset()
    return frozenset(change.piece for change in turn.changes if change.step > rolled)


def _explained(
    case: Case,
    move: _Move,
    held: Mapping[str, Counter[tuple[str, str]]],
    phase: str,
    game_turn: int,
) -> MoveVerdict:
    """How a piece can have moved, on the face that it showed before or on the one after."""
    faces = dict.fromkeys((move.face, move.new_face))
    verdicts = [
        case.movement.explain(
            (move.kind, face), move.source, move.target, held, phase, turn=game_turn
        )
        for face in faces
    ]
    return min(verdicts, key=lambda verdict: verdict.weight)


def _like_piece(
    case: Case, turn: TurnRecord, move: _Move, held: Mapping[str, Counter[tuple[str, str]]]
) -> bool:
    """Whether a like piece and this one may have changed places with legal moves."""
    ends: set[tuple[str, str]] = set()
    for key, before in turn.before.items():
        after = turn.after.get(key)
        if before.kind == move.kind and before.face == move.face and after is not None:
            source, target = case.on_map(before.place), case.on_map(after.place)
            if source and target and after.face == move.new_face:
                ends.add((source, target))
    when = turn.phase, turn.game_turn
    for source, target in ends - {(move.source, move.target)}:
        first = _explained(case, move._replace(target=target), held, *when)
        other = _explained(case, move._replace(source=source), held, *when)
        if first.allowed and other.allowed:
            return True
    return False


def _put_back(case: Case, key: str, turn: TurnRecord) -> bool:
    """Whether a piece returns from a move that was a breach itself."""
    strayed = case.strayed.get(key, 0)
    return bool(strayed) and case.turns[strayed - 1].before.get(key) == turn.after.get(key)


def _gap(
    case: Case,
    turn: TurnRecord,
    move: _Move,
    keys: list[str],
    verdict: MoveVerdict,
    held: Mapping[str, Counter[tuple[str, str]]],
) -> float:
    """The gap; small for a move that may be two, or that the phase before or after it allows.

    A piece may move in one phase and be displaced in another; where the tracker was not used, the
    log does not tell them apart.
    """
    if verdict.breaches[0].kind != "wrong-phase":
        unshown = len(case.game.phases) > 1 and not turn.phase
        return lapse(prices.TRACKER_FORGOTTEN) if unshown else CERTAIN
    phases = list(case.game.phases)
    at = phases.index(turn.phase)
    steps = [step.number for step in turn.steps if step.changes]
    own = [change.step for change in turn.changes if change.piece in keys]
    early, late = max(own) in steps[:BORDERLINE], min(own) in steps[-BORDERLINE:]
    near = [phases[at - 1]] * early + [phases[(at + 1) % len(phases)]] * late
    allowed = any(_explained(case, move, held, phase, turn.game_turn).allowed for phase in near)
    return lapse(prices.TRACKER_SHIFTED) if allowed else CERTAIN


def _how(case: Case, move: _Move, verdict: MoveVerdict) -> str:
    """The path that was taken as a legal one would be, with its cost, or where it breaks off."""
    broken = verdict.breaches[0]
    if broken.kind == "not-adjacent" and move.source in case.game.spaces:
        near = [case.place(place) for place in case.game.neighbours(move.source)]
        if 0 < len(near) <= MOST_NAMED:
            last = f"{', '.join(near[:-1])} and {near[-1]}" if near[1:] else near[0]
            return f", which is not adjacent; {case.place(move.source)} is next to {last}"
    between = verdict.path[1:-1]
    told = f" by way of {', '.join(map(case.place, between))}"
    way = told if 0 < len(between) <= MOST_NAMED else ""
    if broken.needs is not None and broken.has is not None:
        unit = "movement points" if verdict.rule and verdict.rule.points is not None else "steps"
        return f"{way}; it needs {_number(broken.needs)} {unit} and has {_number(broken.has)}"
    return f"{way}; the breach is in {case.place(broken.place)}" if broken.place in between else way


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:g}"


def _most(value: float | None) -> str:
    return "" if value is None else f"at most {value:g}"
