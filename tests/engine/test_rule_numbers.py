"""A rulebook refuses a game whose data lacks a number of its rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from modgen.assets import bundled_games
from modgen.model.loading.folder import load
from modgen_rules.engine.rulebook import RulebookError, load_rulebook


@pytest.mark.parametrize(
    ("game", "title", "number"),
    [
        ("amigos-insurrectos", "Amigos & Insurrectos", "sea_reach"),
        ("civil-power", "Civil Power", "tank_weapons"),
    ],
)
def test_a_number_is_missing(game: str, title: str, number: str) -> None:
    found = load(bundled_games()[game]).game
    numbers = {name: one for name, one in found.info.numbers.items() if name != number}
    cut = replace(found, info=found.info.model_copy(update={"numbers": numbers}))
    assert load_rulebook([found]) is not None
    with pytest.raises(RulebookError) as problem:
        load_rulebook([cut])
    assert str(problem.value) == f"game: the rules of {title} need `{number}` in `numbers`"
