"""How pieces look: conditions on layers, face down or unseen; the outcome of units' checks."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from modgen.log.table import Piece
from modgen.model.game import Game
from modgen.model.types.unit_states import Check
from modgen.vassal.pieces import GamePiece
from modgen.vassal.traits import DynamicProperty, Invisible, Layer, Mask, Trait
from modgen_rules.engine.record.markers import altered

LAYER = "Condition_"
"""The beginning of the names of the layers that show conditions."""
NOBODY = ("null", "", "nobody")
"""Who hides a piece that is not hidden."""
LOOKS = ("emb2;", "obs;", "hide;")
"""The beginnings of the traits that tell how a piece looks."""
MOST_KNOWN = 4096


class Look(NamedTuple):
    """The conditions that a piece shows, by id; whether it is face down or unseen for others."""

    conditions: frozenset[str] = frozenset()
    hidden: bool = False


_KNOWN: dict[tuple[str, str], Look] = {}
"""How pieces look, by their type and state."""


def look(piece: Piece) -> Look:
    """How a piece on the table looks."""
    key = (piece.type, piece.state)
    if key not in _KNOWN:
        if len(_KNOWN) >= MOST_KNOWN:
            _KNOWN.clear()
        tells = any(one in piece.type for one in LOOKS)
        _KNOWN[key] = _look(piece.game_piece.traits) if tells else Look()
    return _KNOWN[key]


def _look(traits: Iterable[Trait]) -> Look:
    shown, hidden = set(), False
    for trait in traits:
        if isinstance(trait, Layer) and trait.level > 0 and trait.name.startswith(LAYER):
            shown.add(trait.name.removeprefix(LAYER))
        elif isinstance(trait, Mask):
            hidden |= trait.obscured_by not in NOBODY
        elif isinstance(trait, Invisible):
            hidden |= trait.hidden_by not in NOBODY
    return Look(frozenset(shown), hidden)


def with_condition(piece: GamePiece, condition: str, on: bool) -> GamePiece:
    """A unit in a condition, or out of it."""

    def change(trait: Trait) -> Trait:
        shows = isinstance(trait, Layer) and trait.name == f"{LAYER}{condition}"
        return trait.but(level=1 if on else -1) if shows else trait

    return altered(piece, change)


def shown_name(name: str, piece: GamePiece) -> str:
    """The name of a unit with those of the conditions that it shows."""
    shown = [
        trait.level_names[0].removeprefix("+").strip()
        for trait in piece.traits
        if isinstance(trait, Layer) and trait.name.startswith(LAYER) and trait.level > 0
    ]
    return " ".join([name, *reversed(shown)])


def outcome(
    game: Game, kind: str, face: str, known: Collection[str], check: Check, die: int
) -> tuple[int, int, str]:
    """The total of a check, the rating, and the word for the result.

    `known` are the conditions of the unit. Raises ValueError if the face has no such rating.
    """
    shown = next(one for one in game.piece_types[kind].faces if one.id == face)
    rating = int(getattr(shown, check.rating))
    total = die + check.adds + sum(check.modifiers.get(one, 0) for one in known)
    result = check.fails if total > rating else check.passes
    if check.lost_at is not None and total >= check.lost_at:
        result = check.lost
    return total, rating, result


def checked(piece: GamePiece, check: Check, die: int, result: str) -> GamePiece:
    """A unit after a check: it keeps the die, and is in the condition into which it failed."""

    def change(trait: Trait) -> Trait:
        keeps = isinstance(trait, DynamicProperty) and trait.name == f"Die_{check.id}"
        return trait.but(value=str(die)) if keeps else trait

    after = altered(piece, change)
    if check.fails_into and result == check.fails:
        return with_condition(after, check.fails_into, True)
    return after
