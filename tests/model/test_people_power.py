"""People Power's data against the numbers of its rulebook."""

from __future__ import annotations

from collections import Counter

import pytest

from modgen.model.loading.folder import Loaded
from modgen.model.loading.locale import all_texts, find
from modgen.model.setup import setup_position


def test_loads_without_a_word(people_power: Loaded) -> None:
    assert [str(diagnostic) for diagnostic in people_power.diagnostics.sorted()] == []


def test_pieces(people_power: Loaded) -> None:
    """Rule 1.2: 74 wooden forces; 10 Terror and 4 Protest or Strike markers."""
    counts = {piece.id: piece.count for piece in people_power.game.pieces}
    forces = {piece.id: piece.count for piece in people_power.game.pieces if piece.kind == "force"}
    assert forces == {
        "troops": 12,
        "police": 12,
        "gov_base": 6,
        "activist": 16,
        "ref_base": 6,
        "guerrilla": 16,
        "npa_base": 6,
    }
    assert sum(forces.values()) == 74
    assert (counts["terror"], counts["protest_strike"]) == (10, 4)
    assert (counts["pawn_white"], counts["pawn_black"]) == (6, 6)


def test_cards(people_power: Loaded) -> None:
    decks = Counter(card.deck for card in people_power.game.cards)
    assert decks == {"event": 36, "election": 4, "personality": 12, "desperation": 9}
    owners = {card.id: card.side for card in people_power.game.cards if card.side}
    ranges = {"gov": (41, 44, 53, 55), "npa": (45, 48, 56, 58), "reformers": (49, 52, 59, 61)}
    assert owners == {
        str(number): side
        for side, (first, last, start, end) in ranges.items()
        for number in (*range(first, last + 1), *range(start, end + 1))
    }
    sides = Counter((card.deck, card.side) for card in people_power.game.cards if card.side)
    assert sides == {("personality", side): 4 for side in ("gov", "npa", "reformers")} | {
        ("desperation", side): 3 for side in ("gov", "npa", "reformers")
    }


def test_six_events_for_each_order(people_power: Loaded) -> None:
    events = [card for card in people_power.game.cards if card.deck == "event"]
    assert set(Counter(tuple(card.order) for card in events).values()) == {6}
    assert len({tuple(card.order) for card in events}) == 6


def test_spaces(people_power: Loaded) -> None:
    game = people_power.game
    assert len(game.spaces) == 10
    assert sum(space.kind == "city" for space in game.map.spaces) == 4
    assert sum(int(space.attributes["population"]) for space in game.map.spaces) == 20
    assert set(game.neighbours("northern_luzon")) == {"manila", "southern_luzon"}
    assert "visayas" in game.neighbours("southern_luzon")
    track = game.tracks["edge"]
    assert (track.first, track.last, len(track.levels)) == (0, 40, 8)


@pytest.mark.parametrize(
    ("scenario", "totals", "cards"),
    [("standard", [18, 1, 3], 22), ("extended", [14, 0, 1], 33)],
)
def test_scenario(people_power: Loaded, scenario: str, totals: list[int], cards: int) -> None:
    """The printed victory levels follow from the set-up; decks have the printed length."""
    game = people_power.game
    found = next(candidate for candidate in game.scenarios if candidate.id == scenario)
    position = setup_position(game, found)
    assert [position.total(total) for total in game.info.totals] == totals
    steps = [step for setup in found.piles for step in setup.build]
    assert sum(step.random + len(step.cards) for step in steps) == cards


SAME = {
    "manila",
    "cebu",
    "zamboanga",
    "davao",
    "northern_luzon",
    "southern_luzon",
    "visayas",
    "western_mindanao",
    "central_mindanao",
    "eastern_mindanao",
}
"""The Spanish rulebook keeps these names."""


def test_spanish_is_spanish(people_power: Loaded) -> None:
    """No long English sentence is left in the Spanish texts."""
    game = people_power.game
    texts = people_power.locales["es"]
    left = [
        key
        for key, text in all_texts(game).items()
        if find(texts, key) is not None
        and texts[find(texts, key)] == text  # type: ignore[index]
        and len(text.split()) > 3
        and key[0] not in ("charts",)
        and key[1] not in SAME
    ]
    assert left == []


def test_what_the_rulebook_lacks_is_marked(people_power: Loaded) -> None:
    assumed = [card for card in people_power.game.cards if card.assumed]
    assert len(assumed) == 36 + 12 + 9 + 1
    assert all(card.source for card in people_power.game.cards)
