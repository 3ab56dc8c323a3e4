"""Where pieces went in a turn: from how they stood when it began to how they stand now."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import NamedTuple

from modgen_rules.engine.piece_states import PieceState


class NetMove(NamedTuple):
    """A piece that stands elsewhere; a place is empty when it is none of the map's."""

    key: str
    source: str
    target: str


def net_moves(
    before: Mapping[str, PieceState], now: Mapping[str, PieceState], places: Mapping[str, object],
    alike: Callable[[str], Hashable],
) -> list[NetMove]:  # fmt: skip
    """All trips. Like pieces that changed places did not move: a hand takes any of them."""
    left: list[NetMove] = []
    for key, one in now.items():
        ends = (before.get(key, one).place, one.place)
        source, target = (place if place in places else "" for place in ends)
        if source == target:
            continue
        back = next(
            (
                other for other in left
                if (other.source, other.target) == (target, source)
                and alike(other.key) == alike(key)
            ), None,
        )  # fmt: skip
        if back is None:
            left.append(NetMove(key, source, target))
        else:
            left.remove(back)
    return left
