"""The dice that players need."""

from __future__ import annotations

from collections.abc import Iterator

from modgen.model.game import Game
from modgen.model.types.game_file import Die

MOST = 12
"""The most dice of one colour."""


def dice_needed(game: Game) -> Iterator[tuple[Die, int]]:
    """Dice, and how many: of equal sides and colour as many as are rolled at once.

    An expansion needs none, because its game has them.
    """
    kinds: dict[tuple[int, str], list[Die]] = {}
    for die in game.info.dice if game.parent is None else ():
        kinds.setdefault((die.sides, die.colour), []).append(die)
    for dice in kinds.values():
        yield dice[0], min(MOST, max(die.count for die in dice))
