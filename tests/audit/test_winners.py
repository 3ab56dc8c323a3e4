"""Who won a game, by its rulebook."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from modgen_rules.amigos_insurrectos.judging.scoring import winner
from modgen_rules.amigos_insurrectos.reading.phases import Turn
from modgen_rules.amigos_insurrectos.reading.war import War
from modgen_rules.engine.pipeline import find_rulebook
from modgen_rules.engine.record.open_log import OpenLog
from modgen_rules.engine.record.piece_states import PieceTracker
from modgen_rules.engine.rulebook import Refereed


class _Chat(list[SimpleNamespace]):
    """A timeline with a line of chat in each step, of which some are taken back."""

    def __init__(self, *lines: str, undone: frozenset[int] = frozenset()) -> None:
        super().__init__(SimpleNamespace(chat=(line,)) for line in lines)
        self.moments = self
        self.undone = undone


@pytest.mark.parametrize(
    ("lines", "undone", "wanted"),
    [
        (("* DECLARE Result | Result: The Police win, Marginal", "<Ann> Well played"), 0, "Police"),
        (
            (
                "* DECLARE Result | Result: The Police win, Marginal",
                "* DECLARE Result | Result: The Mob wins, Decisive",
            ),
            0,
            "Mob",
        ),
        (
            (
                "* DECLARE Result | Result: The Police win, Marginal",
                "* DECLARE Result | Result: The Mob wins, Decisive",
            ),
            2,
            "Police",
        ),
        (("<Ann> The Mob wins",), 0, ""),
    ],
)
def test_civil_power_is_won_as_announced(lines: tuple[str, ...], undone: int, wanted: str) -> None:
    rulebook = find_rulebook("civil-power")
    assert isinstance(rulebook, Refereed)
    tracker = SimpleNamespace(timeline=_Chat(*lines, undone=frozenset({undone})))
    assert rulebook.winner(OpenLog(rulebook.games, cast("PieceTracker", tracker), {})) == wanted


@pytest.mark.parametrize(
    ("number", "points", "will", "complete", "wanted"),
    [
        (4, 8, -3, True, "us"),
        (4, -8, 3, True, "filipino"),
        (4, 7, 3, True, ""),
        (15, 1, -3, True, "us"),
        (15, 0, -3, True, "filipino"),
        (15, 0, 0, True, ""),
        (15, 1, 0, False, ""),
    ],
)
def test_amigos_is_won_by_points_then_by_will(
    number: int, points: int, will: int, complete: bool, wanted: str
) -> None:
    after = SimpleNamespace(points=points, will=will)
    turn = cast("Turn", SimpleNamespace(number=number, after=after, complete=complete))
    track = SimpleNamespace(first=-8, last=8)
    game = SimpleNamespace(tracks={"victory_points": track})
    country = SimpleNamespace(game=game, last_turn=15)
    war = cast("War", SimpleNamespace(country=country, scenario="campaign"))
    assert winner(turn, war) == wanted
