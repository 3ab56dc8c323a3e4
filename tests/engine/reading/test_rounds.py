"""The reader of rounds reads a game that no rulebook of the package knows."""

from __future__ import annotations

import pytest

from modgen_rules.engine.reading.prices import BREACH
from modgen_rules.engine.reading.reordering import best_reading
from modgen_rules.engine.reading.rounds import RoundReader
from modgen_rules.engine.reading.sequence import orders
from modgen_rules.engine.reading.turns import RoundReading
from modgen_rules.engine.reading.whole_logs import lapses
from tests.engine.reading.toy import ACTORS, TURN, Reading, Rules, State, Turn, round_of

TIDY = ("ana+1", "ana>turn", "ben+1", "ben>turn", "cas>pass")


def read(*words: str, last: bool = False) -> RoundReading[State, Turn, Reading]:
    log = round_of(*words, last=last)
    reader = RoundReader(Rules())
    return best_reading(reader, log, orders(ACTORS, ACTORS, (), Rules.clauses), ())


def broken(found: RoundReading[State, Turn, Reading]) -> dict[str, tuple[str, ...]]:
    """What each actor breaks: in the order of turns, and in its turn."""
    return {
        one.actor: (*one.broken, *(() if one.judgement.legal else one.judgement.readings[0].broken))
        for one in found.turns
        if one.illegal
    }


def test_a_tidy_round_costs_nothing() -> None:
    found = read(*TIDY)
    assert [(one.actor, one.option) for one in found.turns] == [
        ("ana", TURN),
        ("ben", TURN),
        ("cas", "pass"),
    ]
    assert found.cost == 0
    assert not found.illegal


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (("ana+2", "ana>turn", "ben+1", "ben>turn", "cas>pass"), {"ana": ("one",)}),
        (("ana+1", "ana>turn", "ben>turn", "cas>pass"), {"ben": ("one",)}),
        (("ben+1", "ben>turn", "ana+1", "ana>turn", "cas>pass"), {"ben": ("early",)}),
        (("ana+1", "ana>turn", "ben+1", "ben>turn"), {"cas": ("skipped",)}),
    ],
)
def test_a_breach_is_the_turn_s_own(words: tuple[str, ...], wrong: dict[str, object]) -> None:
    found = read(*words)
    assert broken(found) == wrong
    assert found.cost >= BREACH


@pytest.mark.parametrize(
    "words",
    [
        ("ana>turn", "ana+1", "ben>turn", "ben+1", "cas>pass"),  # markers before their turns
        ("ana+1", "ana>turn", "cas>pass", "ben>turn", "ben+1"),  # the last payment late
        ("ana>turn", "ben+1", "ben>turn", "ana+1", "cas>pass"),  # a payment in the next turn
    ],
)
def test_an_untidy_record_is_no_breach(words: tuple[str, ...]) -> None:
    found = read(*words)
    assert not found.illegal
    assert 0 < found.cost < BREACH


def test_a_turn_that_the_log_breaks_off_is_one_that_the_next_actor_may_take() -> None:
    broken_off = read("ana>pass", "ben+2", last=True)
    assert (broken_off.rest, broken(broken_off)) == (1, {})
    wrong = read("ana>pass", "ana+2", last=True)
    assert (wrong.rest, broken(wrong)) == (2, {"ana": ("one",)})


def test_departures_are_counted_by_the_names_of_prices() -> None:
    reader = RoundReader(Rules())
    every = orders(ACTORS, ACTORS, (), Rules.clauses)
    found = [
        best_reading(reader, round_of(*words), every, ())
        for words in (TIDY, ("ana+1", "ana>turn", "ben>turn", "ben+1", "cas>pass"))
    ]
    counted = lapses(reader, found)
    # Between two turns nobody can tell whether a marker is early in the second or beside it.
    assert counted.seen["EARLY"] + counted.seen["OUTSIDE"] == 1
    assert counted.chances["EARLY"] == 6
    assert counted.seen["MOVED"] == 0
