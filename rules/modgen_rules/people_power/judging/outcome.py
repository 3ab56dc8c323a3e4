"""Who has won at the end of a log (6.1.3, 7.1 to 7.3)."""

from __future__ import annotations

from collections.abc import Iterable

from modgen_rules.engine.record.piece_states import PieceState
from modgen_rules.people_power.law.state import CardNumbers, Map
from modgen_rules.people_power.reading.record import Record

PLAYED = "played"
"""Where a card lies from when it is turned up; an Election card leaves it at the Round's end."""


def winner(pieces: Iterable[PieceState], board: Map, cards_of: CardNumbers) -> str:
    """The Faction that has won in a position; empty when the game is not over.

    The game is over in an Election Round when a margin is positive, and in the last one anyway.
    """
    record = Record(board, pieces)
    under_way = [card for card in cards_of.elections if record.cards.get(card) == PLAYED]
    if not under_way:
        return ""
    state = record.state
    best = state.ranked(board)[0]
    return best if state.margins(board)[best] > 0 or cards_of.final in under_way else ""
