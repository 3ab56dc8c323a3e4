"""Which logs are one game: chains in any order, gaps, forks, logs given twice, repeated steps."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modgen.library.games import find_game
from modgen.model.loading.folder import load
from modgen_rules.engine.record.chain import Chain, LogEnds, chains, in_words
from modgen_rules.engine.record.piece_states import PieceState

PIECES = 60
START = {str(n): PieceState("troops", "front", "home") for n in range(PIECES)}
Steps = list[tuple[str, str]]


def moves(chance: random.Random, number: int) -> Steps:
    """Random moves of the game: a piece, a place."""
    return [(str(chance.randrange(PIECES)), f"place{chance.randrange(9)}") for _ in range(number)]


def after(steps: Steps, start: dict[str, PieceState] | None = None) -> dict[str, PieceState]:
    pieces = dict(start or START)
    for key, place in steps:
        pieces[key] = pieces[key]._replace(place=place)
    return pieces


def log(name: str, steps: Steps, first: int = 0, last: int | None = None) -> LogEnds:
    """A log of some steps of a game that began with `START`."""
    last = len(steps) if last is None else last
    prints = tuple(hash((n, step)) for n, step in enumerate(steps[first:last], first))
    return LogEnds(Path(f"{name}.vlog"), after(steps[:first]), after(steps[:last]), prints)


def names(found: list[Chain]) -> list[list[list[str]]]:
    return [
        [[part.path.stem for part in stretch] for stretch in chain.stretches] for chain in found
    ]


GAME = moves(random.Random(1), 40)
ONE, TWO, THREE = log("1", GAME, 0, 15), log("2", GAME, 15, 30), log("3", GAME, 30)


@given(st.permutations([ONE, TWO, THREE]))
def test_the_order_of_play_is_found(given_logs: list[LogEnds]) -> None:
    (chain,) = chains(given_logs)
    assert names([chain]) == [[["1", "2", "3"]]]
    assert (chain.gaps, chain.remarks) == ([], [])


@given(st.integers(0, 10_000), st.integers(2, 12))
def test_unrelated_games_of_one_set_up_stay_separate(seed: int, number: int) -> None:
    chance = random.Random(seed)
    logs = [log(str(n), moves(chance, chance.randint(1, 60))) for n in range(number)]
    logs = [
        one._replace(steps=tuple(hash((n, step)) for step in one.steps))
        for n, one in enumerate(logs)
    ]
    assert names(chains(logs)) == [[[str(n)]] for n in range(number)]


@pytest.mark.long
def test_a_small_change_outside_any_log_is_a_gap() -> None:
    changed = after([("3", "elsewhere")], TWO.start)
    later = TWO._replace(start=changed)
    (chain,) = chains([later, ONE])
    assert names([chain]) == [[["1"], ["2"]]]
    (gap,) = chain.gaps
    game = load(find_game("people-power")).game
    assert in_words(gap.new, game) == "Troops in elsewhere"
    assert in_words(gap.missing, game).startswith("Troops in ")


def test_a_log_given_twice_is_judged_once() -> None:
    (chain,) = chains([ONE, ONE, TWO])
    assert names([chain]) == [[["1", "2"]]]
    assert chain.remarks == ["1.vlog is given twice and is judged once."]
    copy = ONE._replace(path=Path("copy.vlog"))
    (chain,) = chains([ONE, copy])
    assert chain.remarks == ["copy.vlog is the same as 1.vlog and is judged once."]


def test_a_log_that_repeats_the_ones_before_it() -> None:
    whole = log("whole", GAME)
    (chain,) = chains([ONE, TWO, whole])
    assert names([chain]) == [[["whole"]]]
    assert len(chain.remarks) == 2
    slipped = whole._replace(steps=(*whole.steps[:20], *range(5), *whole.steps[20:]))
    assert names(chains([ONE, TWO, slipped])) == [[["whole"]]]


def test_the_same_steps_in_another_order_are_another_game() -> None:
    steps = log("one", GAME).steps
    mixed = tuple(random.Random(3).sample(steps, len(steps)))
    other = log("other", GAME[::-1])._replace(steps=(*mixed, *range(5)))
    assert sorted(names(chains([log("one", GAME), other]))) == [[["one"]], [["other"]]]


def test_two_games_that_begin_alike_are_judged_both() -> None:
    short = log("short", [*GAME[:30], *moves(random.Random(2), 2)])
    assert sorted(names(chains([log("long", GAME), short]))) == [[["long"]], [["short"]]]


def test_a_log_that_repeats_the_end_of_the_one_before_it() -> None:
    (chain,) = chains([log("2", GAME, 20, 40), log("1", GAME, 0, 27)])
    assert names([chain]) == [[["1", "2"]]]
    assert [part.last for part in chain.parts] == [20, 20]


def test_a_fork_is_reported_and_both_are_judged() -> None:
    other = log("other", [*GAME[:15], *moves(random.Random(2), 10)], 15)
    found = chains([ONE, TWO, other])
    assert names(found) == [[["1", "2"]], [["other"]]]
    assert "other.vlog and 2.vlog both continue 1.vlog" in found[1].remarks[0]


def test_a_save_takes_no_log_its_place() -> None:
    save = LogEnds(Path("save.vsav"), ONE.end, ONE.end, ())
    assert sorted(names(chains([save, ONE, TWO]))) == [[["1", "2"]], [["save"]]]
    assert names(chains([ONE, save])) == [[["1", "save"]]]


@pytest.mark.parametrize("number", [0, 1])
def test_one_log_is_one_game(number: int) -> None:
    assert names(chains([log("a", GAME[:number])])) == [[["a"]]]
