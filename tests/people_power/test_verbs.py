"""Card effects: every card's can be read, wrong words are named."""

from __future__ import annotations

from dataclasses import replace

import pytest

from modgen_rules.people_power.checker import Rulebook
from modgen_rules.people_power.law.verbs import EffectError
from modgen_rules.people_power.reading.events import happenings
from tests.accuracy.cases import Bench


def test_every_card_is_written_down(bench: Bench) -> None:
    for card in bench.game.cards:
        if card.deck == "event":
            assert happenings(card.unshaded_effect)
            assert happenings(card.shaded_effect)
        elif card.deck == "desperation":
            assert happenings(card.effect)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("patronage 3", "no change of a track"),
        ("manila: dance", "no verb `dance`"),
        ("free lunch 1", "no Operation or Special Activity `lunch`"),
        ("manila", "neither"),
        ("put x guerrilla any", "not in the form"),
        ("free rally", "not in the form"),
        ("2 city: shift left", "not in the form"),
        ("manila: swap troops", "not in the form"),
    ],
)
def test_wrong_effects(text: str, words: str) -> None:
    with pytest.raises(EffectError, match=words):
        happenings(text)


@pytest.mark.parametrize(
    ("text", "word"),
    [("patronag +3", "patronage"), ("manila: shft support", "shift"), ("free raly 1", "rally")],
)
def test_the_right_spelling_is_suggested(text: str, word: str, bench: Bench) -> None:
    card = bench.game.cards[0].model_copy(update={"unshaded_effect": text})
    game = replace(bench.game, cards=(card,))
    (problem,) = Rulebook([game]).validate()
    assert problem.path == ("unshaded_effect",)
    assert problem.hint == f"did you mean `{word}`?"


def test_alternatives_and_deals() -> None:
    assert len(happenings("reformers -3 | npa -3")) == 2
    deals = [dict(one.changes) for one in happenings("transfer 1 npa reformers")]
    assert deals == [{"npa": n, "reformers": -n} for n in (-1, 0, 1)]
