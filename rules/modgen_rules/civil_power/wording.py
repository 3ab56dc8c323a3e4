"""Names of sides, units and results as a report shows them."""

from __future__ import annotations

from collections.abc import Mapping

from modgen.model.game import Game
from modgen.model.tactics import purchases


def side_name(game: Game, side: str) -> str:
    """`the Police`, `the Mob`, `the Rival Mob`."""
    return f"the {game.sides[side].name}"


def called(game: Game, key: str) -> str:
    """The displayed name of a piece or an item that is bought."""
    items, kind = purchases.items(game), key.partition("/")[0]
    if kind in game.piece_types:
        return game.piece_types[kind].name
    return items[key].name if key in items else key.replace("_", " ")


def units(game: Game, numbers: Mapping[str, int]) -> str:
    """Units and items with their numbers: `2 Pistol Punks`."""
    return ", ".join(
        f"{number} × {called(game, key)}" for key, number in sorted(numbers.items()) if number
    )


def result(game: Game, told: str) -> str:
    """An announced result, such as `police_marginal`: `Police marginal`."""
    side, _, level = told.partition("_")
    return f"{game.sides[side].name} {level}" if side in game.sides else "no victory"
