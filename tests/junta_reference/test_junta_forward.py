"""The judge accepts what the random families play, and knows the rulebook's own examples."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.junta_reference.city import ADJACENT, ARMIES, CARDS, CENTRES, GAME, distance
from tests.junta_reference.deal import deal, street
from tests.junta_reference.judge import judge
from tests.junta_reference.play import play
from tests.junta_reference.position import walk
from tests.junta_reference.record import Event, Start, Unit

COUPS = 160


@pytest.mark.long
@pytest.mark.parametrize("players", [4, 5, 6, 7])
def test_random_coups_are_legal(players: int) -> None:
    for seed in range(COUPS // 4):
        start, events = play(seed, players)
        assert judge(start, events) == [], (seed, players)


@pytest.mark.slow
@pytest.mark.parametrize("players", [4, 5, 6, 7])
def test_many_random_coups_are_legal(players: int) -> None:
    for seed in range(1000, 1400):
        assert judge(*play(seed, players)) == [], (seed, players)


def test_the_same_seed_plays_the_same_coup() -> None:
    assert play(7) == play(7)
    assert play(7) != play(8)
    assert {play(3, forced=flag)[0].forced for flag in (True, False)} == {True, False}


@pytest.mark.long
def test_random_coups_are_lively() -> None:
    seen: set[tuple[str, str]] = set()
    crowds = 0
    for seed in range(40):
        start, events = play(seed, 4 + seed % 4)
        seen |= {(event.what, event.way) for event in events}
        crowds += sum(
            event.what == "battle" and len(position.families_at(event.place)) > 2
            for _, event, position in walk(start, events)
        )
    assert crowds > 40
    for way in ("", "helicopter", "reaction", "cousin"):
        assert ("move", way) in seen
    for way in ("gunboat", "air_raid", "exchange"):
        assert ("fire", way) in seen
    assert {("result", "rebels"), ("result", "president"), ("agree", "rebels")} <= seen
    assert {"exile", "return", "hold", "let_in", "retreat", "transfer", "land"} <= {
        what for what, _ in seen
    }


def test_the_city_is_one_piece_without_one_way_streets() -> None:
    assert len(ADJACENT) == 25
    assert sum(map(len, ADJACENT.values())) == 2 * 46
    for space, others in ADJACENT.items():
        assert all(space in ADJACENT[other] for other in others)
    for n in (1, 2, 3):
        assert all(2 <= distance(f"brigade_{n}_base", space) <= 4 for space in CENTRES)


def test_units_and_cards_are_those_of_the_game() -> None:
    counts = {piece.id: piece.count for piece in GAME.pieces}
    for kind, number in ARMIES.values():
        assert counts[kind] == number
    for kind in {card.kind for card in CARDS.values()}:
        assert counts[kind] == sum(unit.kind == kind for unit in street().values())
    for card in GAME.cards:
        kind, number, space = CARDS[card.id]
        assert card.effect == f"{number} {kind} {space or 'own'}"


@pytest.mark.parametrize(("scenario", "forced"), [("precincts", False), ("parliament", True)])
def test_units_start_as_in_the_game(scenario: str, forced: bool) -> None:
    [ours] = [one for one in GAME.scenarios if one.id == scenario]
    start = deal(Random(0), 7, forced)
    for space in ADJACENT:
        here = Counter(unit.kind for unit in start.units.values() if unit.space == space)
        assert here == ours.place.get(space, {})


def test_a_seed_deals_legal_offices() -> None:
    for seed in range(200):
        start = deal(Random(seed), 4 + seed % 4, None)
        assert start.president not in {start.leader, *start.away}
        assert set(start.units) >= set(street())
        assert isinstance(start, Start)
        assert all(isinstance(unit, Unit) for unit in start.units.values())


@pytest.mark.long
def test_nonsense_is_judged_too() -> None:
    """Whatever a record says, the judge comes to its end."""
    chance = Random(0)
    start, events = play(0)
    events = [e for seed in range(4) for e in play(seed)[1]]
    for _ in range(300):
        record = list(chance.choices(events, k=30))
        for n, field in enumerate(chance.choices(Event._fields[1:6], k=30)):
            value = getattr(chance.choice(events), chance.choice(("who", "place", "way", "target")))
            value = ("x", *chance.sample(sorted(start.units), 2)) if field == "units" else value
            changed: dict[str, Any] = {field: value}
            record[n] = record[n]._replace(**changed)
        assert judge(start, [Event("phase"), *record])


def test_nothing_is_judged_of_nothing() -> None:
    start, _ = play(1)
    assert judge(start, []) == [(-1, "2.e")]
    assert judge(start, [Event("phase", number=1)]) == [(0, "2.a"), (0, "2.e")]
