"""A rulebook refuses a game whose data lacks a number of its rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from modgen.assets import bundled_games
from modgen.model.loading.folder import load
from modgen_rules.amigos_insurrectos.law.country import Country
from modgen_rules.engine.rulebook import RulebookError, load_rulebook


@pytest.mark.parametrize(
    ("game", "title", "number"),
    [
        ("amigos-insurrectos", "Amigos & Insurrectos", "sea_reach"),
        ("amigos-insurrectos", "Amigos & Insurrectos", "casualty_die"),
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


def test_the_turn_track_does_not_say_how_many_operations_there_are() -> None:
    found = load(bundled_games()["amigos-insurrectos"]).game
    silent = [one.model_copy(update={"labels": {}}) for one in found.map.tracks]
    cut = replace(found, map=found.map.model_copy(update={"tracks": silent}))
    with pytest.raises(RulebookError, match="`2 operations`, or another number, in the label"):
        load_rulebook([cut])


def test_the_turn_track_says_how_many_operations_there_are() -> None:
    country = Country(load(bundled_games()["amigos-insurrectos"]).game)
    assert [country.operations(turn) for turn in (1, 3, 4, 8, 9, 15)] == [2, 3, 3, 3, 4, 5]
