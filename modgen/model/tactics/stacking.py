"""Stacking: the limits that the pieces in one space or cell exceed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modgen.model.types.game_file import Stacking
from modgen.model.types.pieces import PieceType

if TYPE_CHECKING:
    from modgen.model.game import Game


@dataclass(frozen=True)
class Overstack:
    """A limit that is exceeded: the side (None if all count together), the count, the limit."""

    rule: Stacking
    side: str | None
    count: int
    most: int


def overstacked(
    game: Game, held: Mapping[tuple[str, str], int], place: str = ""
) -> Iterator[Overstack]:
    """The limits that the pieces in one place exceed; `held` maps type and face to number."""
    types = {key: game.piece_types[key[0]] for key, number in held.items() if number}
    sides = {piece.side for piece in types.values()}
    for rule in game.info.stacking:
        if place in rule.not_in or (rule.terrains and game.terrain_at(place) not in rule.terrains):
            continue
        meant = {key: piece for key, piece in types.items() if rule.means(piece, key[1])}
        groups = dict.fromkeys(piece.side for piece in meant.values()) if rule.per_side else [None]
        for side in groups:
            count = sum(
                held[key] * _counts(rule, piece, key[1])
                for key, piece in meant.items()
                if not rule.per_side or piece.side == side
            )
            enemy = bool(sides - {side, None})
            most = rule.most if rule.with_enemy is None or not enemy else rule.with_enemy
            if count > most:
                yield Overstack(rule, side, count, most)


def _counts(rule: Stacking, piece: PieceType, face: str) -> int:
    """How much one piece counts towards a limit."""
    if not rule.strength:
        return 1
    return next((known.strength for known in piece.faces if known.id == face), 0)
