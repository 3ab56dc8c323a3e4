"""Which assumed facts a clause rests on: on other people's maps they may differ."""

from __future__ import annotations

from modgen.model.game import Game
from modgen_rules.people_power.law.state import Map

BORDERS = frozenset({"3.3.2.a", "3.4.2.b", "4.2.2.c"})
POPULATIONS = frozenset(
    {"3.3.1.c", "3.4.1.c", "4.2.1.b", "6.2.1.a", "6.2.2", "1.10.a", "1.10.b", "1.10.c"}
)
CARDS = frozenset({"5.1.a", "5.1.2", "5.4.b"})


def rests_on(clause: str, board: Map, game: Game, card: int) -> str:
    """The assumed fact behind a clause, in words; empty when it rests on the rulebook alone."""
    if clause in BORDERS and board.assumed_edges:
        return "borders of the map that the rulebook does not print"
    if clause in POPULATIONS and board.assumed_pop:
        names = ", ".join(board.names[n] for n in sorted(board.assumed_pop))
        return f"Populations that the rulebook does not print ({names})"
    found = game.card.get(str(card))
    if clause in CARDS and found is not None and found.assumed:
        return f"the text of card {card}, {found.title}, which is our own substitute"
    return ""
