"""Where pieces went in a turn: from where they were at its beginning to where they are now."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import NamedTuple

from modgen_rules.engine.piece_states import PieceState


class NetMove(NamedTuple):
    """A piece that is elsewhere than before, by its id. A place off the map is empty."""

    key: str
    source: str
    target: str


def net_moves(
    before: Mapping[str, PieceState],
    now: Mapping[str, PieceState],
    places: Mapping[str, object],
    alike: Callable[[str], Hashable],
) -> list[NetMove]:
    """All net moves between two positions; `places` are those of the map.

    Two pieces that changed places cancel out when `alike` gives the same value for both: players
    take any of several like pieces.
    """
    moves: list[NetMove] = []
    for key, state in now.items():
        ends = (before.get(key, state).place, state.place)
        source, target = (place if place in places else "" for place in ends)
        if source == target:
            continue
        back = next(
            (
                move
                for move in moves
                if (move.source, move.target) == (target, source) and alike(move.key) == alike(key)
            ),
            None,
        )
        if back is None:
            moves.append(NetMove(key, source, target))
        else:
            moves.remove(back)
    return moves
