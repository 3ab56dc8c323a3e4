"""What players write in chat of a choice that the game's data gives words for."""

from __future__ import annotations

import pytest

from modgen.model.game import Game
from modgen_rules.engine.record.talk import says


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("<Ana> - the Filipinos withdraw to Cavite", True),
        ("<Ana> - RETREATING now", True),
        ("<Ana> - no retreat", False),
        ("<Ana> - they don't fall back", False),
        ("<Ana> - I attack in Cavite", False),
        ("* The Filipinos retreat", False),
    ],
)
def test_lines_that_tell_of_a_retreat(line: str, said: bool, amigos: Game) -> None:
    assert says(amigos, ["<Ana> - ok", line], "retreats") is said


def test_a_choice_without_words_is_never_told(amigos: Game) -> None:
    assert not says(amigos, ["<Ana> - stays to fight"], "stays")
