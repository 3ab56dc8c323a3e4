"""What the laws cannot judge, because a game's data does not state it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from modgen.model.game import Game

NEEDS: Mapping[str, tuple[Callable[[Game], bool], str]] = {
    "movement": (lambda game: bool(game.info.moves), "`moves` in game.yaml"),
    "zones of control": (lambda game: bool(game.info.zones), "`zones` in game.yaml"),
    "stacking": (lambda game: bool(game.info.stacking), "`stacking` in game.yaml"),
    "whose turn it is": (
        lambda game: any(game.phase_sides.values()),
        "phases with a side in `sequence` of game.yaml",
    ),
    "rules of the game's own": (lambda game: bool(game.rules), "rules.yaml"),
}
"""What can be judged: whether a game's data states it, and where the data would."""


def not_judged(game: Game) -> str:
    """A sentence that names what was not judged; empty for a game that states how pieces move.

    Such a game leaves out the rest because its rules have no such thing.
    """
    if game.info.moves:
        return ""
    missing = [
        f"{name} (needs {where})" for name, (states, where) in NEEDS.items() if not states(game)
    ]
    return (
        f"Not judged, because the data does not state it: {_listed(missing)}.{_without_side(game)}"
    )


def _without_side(game: Game) -> str:
    number = sum(piece.side is None for piece in game.pieces)
    if len(game.sides) < 2 or not number:
        return ""
    return (
        f" {number} of {len(game.pieces)} types of pieces in pieces.csv have no side;"
        " turns in which only such pieces move are judged as one."
    )


def _listed(names: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
