"""Turn order: phases follow each other, and each side moves its own pieces in its own turn."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from modgen.model.types.moves import UNITS
from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.verdicts import lapse
from modgen_rules.general.breach import Breach
from modgen_rules.general.case import Case
from modgen_rules.general.turns import TurnRecord


def phases(case: Case, turn: TurnRecord) -> Iterator[Breach]:
    """Phases that the turn tracker left out on its way to this turn.

    Only the tracker's own jumps count: a phase in which nobody acted was not left out.
    """
    if not turn.left_out:
        return
    phases = case.game.phases
    names = [phases[phase].name for phase in turn.left_out]
    verb = "was" if len(names) == 1 else "were"
    yield Breach(
        "order.left-out",
        lapse(prices.TRACKER_SLIPPED),
        (phases[turn.left_out[0]], ()),
        message=f"{', '.join(names)} {verb} left out before {phases[turn.phase].name}",
        step=turn.first,
    )


def after_the_end(case: Case, turn: TurnRecord) -> Iterator[Breach]:
    """Units that move on the map after the last turn of the scenario; the first such turn only.

    Pieces that leave the map are cleared away.
    """
    scenario, last = case.scenario, case.last_turn
    if scenario is None or not last or case.went_on:
        return
    for key in turn.changed:
        before, after = turn.before.get(key), turn.after.get(key)
        piece = case.game.piece_types.get(after.kind) if after is not None else None
        if before is None or after is None or piece is None or piece.kind not in UNITS:
            continue
        source, target = case.on_map(before.place), case.on_map(after.place)
        if not source or not target or source == target:
            continue
        number = case.shown_turn(turn)
        if number <= last:
            return
        case.went_on = True
        told = case.pieces([after.kind])
        ends = f"from {case.place(source)} to {case.place(target)}"
        yield Breach(
            "order.after-end",
            lapse(prices.TRACKER_SLIPPED),
            (scenario, ("turns",)),
            message=f"{told} went {ends} in turn {number}, after the last turn, {last}",
            step=next(change.step for change in turn.changes if change.piece == key),
            ask="did you agree to play on, or does the tracker show a wrong turn",
        )
        return


def others(case: Case, turn: TurnRecord) -> Iterator[Breach]:
    """Pieces on the map that were moved out of their side's turn, or by another side.

    Losses leave the map, so they are none of these. After dice a piece may have retreated.
    """
    game = case.game
    phase = game.phases.get(turn.phase)
    displaces = phase.displaces if phase is not None else False
    if not turn.side or displaces is True:
        return
    displaced = displaces or []
    rolled = next((step.number for step in turn.steps if step.rolls), None)
    owns = bool(game.phase_sides.get(turn.phase))
    actors = {change.piece: step.side for step in turn.steps for change in step.changes}
    steps = {change.piece: change.step for change in turn.changes}
    found: dict[tuple[str, str, str, str, float, int], list[str]] = defaultdict(list)
    for key in turn.changed:
        before, after = turn.before.get(key), turn.after.get(key)
        piece = game.piece_types.get(after.kind) if after is not None else None
        if before is None or after is None or piece is None or piece.kind not in UNITS:
            continue
        if piece.id in displaced:
            continue
        source, target = case.on_map(before.place), case.on_map(after.place)
        owners = case.owners(piece.id, before.face)
        if not source or not target or source == target or not owners or turn.side in owners:
            continue
        fought = rolled is not None and steps[key] > rolled
        own_act = owns and actors[key] in ("", *owners)
        number = "order.out-of-turn" if own_act else "order.other-side"
        if not own_act and (fought or _for_neighbour(case, turn, key, owners)):
            continue
        gap = lapse(prices.ENDS) if fought else turn.gap
        found[number, after.kind, source, target, gap, steps[key]].append(key)
    for (number, kind, source, target, gap, step), keys in found.items():
        told = case.pieces([kind] * len(keys))
        ends = f"from {case.place(source)} to {case.place(target)}"
        owner = case.owner(kind)
        if number == "order.out-of-turn" and phase is not None:
            message = f"{told} went {ends} in the phase of {case.side(turn.side)}"
            yield Breach(
                number,
                gap,
                (phase, ("side",)),
                message=message,
                piece=told,
                source=case.place(source),
                target=case.place(target),
                keys=tuple(keys),
                step=step,
                side=owner,
            )
        else:
            side = case.side(owner)
            of = "" if told.startswith(side) else f" of {side}"
            message = f"{case.side(turn.side)} moved {told}{of} {ends}"
            barred = owns and not case.game.card and _amid(case, turn, step)
            yield Breach(
                number,
                turn.gap if barred else lapse(prices.OTHER_PLAYER),
                (game.piece_types[kind], ("side",)),
                message=message,
                piece=told,
                source=case.place(source),
                target=case.place(target),
                keys=tuple(keys),
                step=step,
                one_of=("order.out-of-turn",) if barred else (),
            )


def _amid(case: Case, turn: TurnRecord, step: int) -> bool:
    """Whether a side moves its own pieces both before and after a step of its turn.

    A drag that another side asked for is then out of turn: it belongs to no neighbouring turn.
    """
    own = [
        change.step
        for change in turn.changes
        if (state := change.before or change.after) and case.owner(state.kind) == turn.side
    ]
    return bool(own) and own[0] < step < own[-1]


def _for_neighbour(case: Case, turn: TurnRecord, key: str, owners: frozenset[str]) -> bool:
    """Whether a drag at the edge of a turn may be for the side whose turn is next to it.

    People drag a piece for the other player when they are asked to.
    """
    busy = [step for step in turn.steps if step.changes]
    edges = {
        turn.number - 2: {change.piece for change in busy[0].changes},
        turn.number: {change.piece for change in busy[-1].changes},
    }
    for near, pieces in edges.items():
        if key in pieces and 0 <= near < len(case.turns):
            other = case.turns[near]
            same = (other.phase, other.game_turn) == (turn.phase, turn.game_turn)
            if same and other.side in owners:
                return True
    return False
