"""Stacking: how many pieces may lie in a space or cell when a turn ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from modgen.model.tactics.stacking import overstacked
from modgen.model.types.game_file import Stacking
from modgen_rules.engine.record.piece_states import PieceState
from modgen_rules.general.breach import Breach
from modgen_rules.general.case import Case
from modgen_rules.general.turns import TurnRecord

Held = Counter[tuple[str, str]]
"""Pieces in a place: kind and face to their number."""


def limits(case: Case, turn: TurnRecord) -> Iterator[Breach]:
    """The places that a turn leaves with more pieces than a limit of `stacking` allows.

    A place that exceeded the limit by as much before the turn is not reported again.
    """
    if not case.game.info.stacking:
        return
    for place, keys in _entered(case, turn).items():
        space = case.on_map(place)
        held = _held(case, case.at[place].values())
        for over in overstacked(case.game, held, space):
            meant = [key for key in keys if _means(case, over.rule, turn.after[key])]
            earlier = _held(case, _before(turn, case.at[place], keys))
            known = {
                (id(one.rule), one.side): one.count
                for one in overstacked(case.game, earlier, space)
            }
            if not meant or known.get((id(over.rule), over.side), 0) >= over.count:
                continue
            yield Breach(
                "stacking.limit",
                turn.gap,
                (over.rule, ()),
                message=_message(case, turn, place, meant, over.rule, over.count, over.most),
                piece=case.pieces(turn.after[key].kind for key in meant),
                target=case.place(place),
                observed=str(over.count),
                expected=f"at most {over.most}",
                keys=tuple(meant),
            )


def _entered(case: Case, turn: TurnRecord) -> dict[str, list[str]]:
    """The places of the map with the pieces that came or turned there in the turn."""
    entered: dict[str, list[str]] = {}
    for key in turn.changed:
        after = turn.after.get(key)
        if after is None or after.kind not in case.game.piece_types or after.where.side:
            continue
        if case.on_map(after.place):
            entered.setdefault(after.place, []).append(key)
    return entered


def _held(case: Case, states: Iterable[PieceState]) -> Held:
    known = case.game.piece_types
    return Counter((state.kind, state.face) for state in states if state.kind in known)


def _before(
    turn: TurnRecord, now: dict[str, PieceState], came: Iterable[str]
) -> Iterator[PieceState]:
    """The pieces of a place without what the turn changed: as they were, or not there."""
    new = set(came)
    for key, state in now.items():
        if key not in new:
            yield state
        elif (earlier := turn.before.get(key)) is not None and earlier.place == state.place:
            yield earlier


def _means(case: Case, rule: Stacking, state: PieceState) -> bool:
    return rule.means(case.game.piece_types[state.kind], state.face)


def _message(
    case: Case, turn: TurnRecord, place: str, came: list[str], rule: Stacking, count: int, most: int
) -> str:
    sources = dict.fromkeys(
        case.place(before.place)
        for key in came
        if (before := turn.before.get(key)) is not None and before.place != place
    )
    way = f" from {' and '.join(sources)}" if len(sources) in (1, 2) else ""
    what = case.pieces(turn.after[key].kind for key in came)
    many = "strength" if rule.strength else "number"
    return (
        f"{what}{way} came to {case.place(place)}, where the {many} is now {count}; "
        f"at most {most} may stay there"
    )
