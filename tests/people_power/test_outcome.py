"""Who has won at the end of a log."""

from __future__ import annotations

import pytest

from modgen.model.loading.folder import Loaded
from modgen_rules.engine.record.piece_states import PieceState
from modgen_rules.people_power.judging.outcome import winner
from modgen_rules.people_power.law.state import GOV, NPA, REFORMERS, CardNumbers, Map


@pytest.mark.parametrize(
    ("card", "place", "patronage", "bases", "wanted"),
    [
        (40, "played", 0, 0, REFORMERS),  # nobody is past a threshold: -12 before -13 and -18
        (40, "played", 19, 0, GOV),
        (38, "played", 19, 0, GOV),  # a Round in between ends a game only past a threshold
        (38, "played", 18, 0, ""),
        (38, "election_card", 19, 0, ""),  # the Round went on to its end
        (12, "played", 30, 0, ""),
        (40, "played", 6, 1, REFORMERS),  # all at -12: the Reformers are first
        (40, "played", 7, 1, GOV),
        (40, "played", 6, 2, NPA),
    ],
)
def test_who_has_won(
    people_power: Loaded, card: int, place: str, patronage: int, bases: int, wanted: str
) -> None:
    game = people_power.game
    pieces = [
        PieceState(f"card_{card}", "", place),
        PieceState("patronage", "", f"edge:{patronage}"),
        *(PieceState("npa_base", "", "visayas") for _ in range(bases)),
    ]
    assert winner(pieces, Map.of(game), CardNumbers.of(game)) == wanted
