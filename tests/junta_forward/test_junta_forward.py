"""The judge accepts what the random families play, and knows the rulebook's own examples."""

from __future__ import annotations

from random import Random

import pytest

from tests.junta_forward.city import ADJACENT, CENTRES, distance
from tests.junta_forward.deal import deal, street
from tests.junta_forward.judge import judge
from tests.junta_forward.play import play
from tests.junta_forward.position import walk
from tests.junta_forward.record import Event, Start, Unit

COUPS = 150


@pytest.mark.parametrize("players", [4, 5, 6, 7])
def test_random_coups_are_legal(players: int) -> None:
    for seed in range(COUPS // 4):
        start, events = play(seed, players)
        assert judge(start, events) == [], (seed, players)


def test_the_same_seed_plays_the_same_coup() -> None:
    assert play(7) == play(7)
    assert play(7) != play(8)
    assert {play(3, forced=flag)[0].forced for flag in (True, False)} == {True, False}


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


def test_a_seed_deals_legal_offices() -> None:
    for seed in range(200):
        start = deal(Random(seed), 4 + seed % 4, None)
        assert start.president not in {start.leader, *start.away}
        assert set(start.units) >= set(street())
        assert isinstance(start, Start)
        assert all(isinstance(unit, Unit) for unit in start.units.values())


def test_nothing_is_judged_of_nothing() -> None:
    start, _ = play(1)
    assert judge(start, []) == [(-1, "2.e")]
    assert judge(start, [Event("phase", number=1)]) == [(0, "2.a"), (0, "2.e")]
