"""Numbers of the rulebook that once could be broken without any test noticing.

The numbers here are the tests' own, from the rulebook, never those of the code.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from modgen.log.timeline import read_timeline
from modgen_rules.engine.judging import judge_log
from modgen_rules.engine.log_writer import LogWriter
from modgen_rules.engine.log_writer import copy_of as copied
from modgen_rules.people_power import acts, facts
from modgen_rules.people_power.judging import judge
from modgen_rules.people_power.simulate import Simulation
from modgen_rules.people_power.state import (
    BASES,
    FORCES,
    MOST,
    TOKENS,
    Map,
    Space,
    State,
    available,
)
from modgen_rules.people_power.turn import LIMOP, Moved, Turn
from tests.accuracy.cases import Bench, changed

NEUTRAL, SUPPORT, OPPOSITION, RESISTANCE = range(4)
ELECTIONS = (38, 39, 40)


# --- 1.5, 1.8.2, 1.9: pieces, markers and the track are those of the game's data ------------------


def test_the_code_has_the_numbers_of_the_data(bench: Bench) -> None:
    game = bench.rulebook.game
    kinds = game.piece_types
    assert {kind: (kinds[kind].side, kinds[kind].count) for kind in FORCES} == FORCES
    assert kinds["protest_strike"].count == TOKENS
    assert game.tracks["edge"].last == MOST
    limits = {kind: game.stacking_limits(kind) for kind in FORCES if kind.endswith("_base")}
    assert {one.most for found in limits.values() for one in found} == {BASES}


# --- 3.4.2: into Visayas or Cebu one Guerrilla from each origin ----------------------------------


def marched(bench: Bench, target: str, number: int) -> Turn:
    """A Limited Operation: a number of Guerrillas march from a neighbour to a space."""
    board = bench.board
    to = board.number(target)
    origin = sorted(board.near[to])[0]
    state = bench.start("standard")
    for n, space in enumerate(state.spaces):
        state = changed(state, n, underground=0, active=0, npa_base=space.npa_base)
    before = changed(state, origin, underground=3)
    after = changed(changed(before, origin, underground=3 - number), to, underground=number)
    tracks = list(after.tracks)
    tracks[1] -= 1
    moved = (Moved("guerrilla", origin, to, False, False),) * number
    return Turn(board, "npa", before, after._replace(tracks=tuple(tracks)), (LIMOP,), moved)


@pytest.mark.parametrize(
    ("target", "most"), [("cebu", 1), ("visayas", 1), ("manila", 3), ("davao", 3)]
)
def test_how_many_guerrillas_march_from_one_origin(target: str, most: int, bench: Bench) -> None:
    for number in (1, 2, 3):
        found = judge(marched(bench, target, number), bench.rulebook.effects)
        broken = {clause for reading in found.readings for clause in reading.broken}
        assert ("3.4.2.c" in broken) == (number > most), (number, broken)


# --- 5.4: the conditions of the Acts of Desperation ----------------------------------------------


def empty(bench: Bench) -> State:
    """A map without pieces, markers and alignment."""
    state = bench.start("standard")
    spaces = tuple(Space() for _ in state.spaces)
    return state._replace(spaces=spaces, available=available(spaces))


def with_spaces(state: State, board: Map, number: int, cities: bool, **fields: int) -> State:
    """A position in which a number of spaces (or Cities) have some fields."""
    chosen = [n for n, city in enumerate(board.city) if city or not cities][:number]
    for n in chosen:
        state = changed(state, n, **fields)
    return state


def patronage(state: State, value: int) -> State:
    return state._replace(tracks=(*state.tracks[:4], value))


@pytest.mark.parametrize(
    ("card", "fields", "number", "cities"),
    [
        (56, {"underground": 1}, 3, False),
        (58, {"alignment": RESISTANCE}, 2, False),
        (60, {"protest": 1, "activist": 1}, 3, False),
        (61, {"alignment": OPPOSITION}, 2, True),
    ],
)
def test_acts_that_count_spaces(
    card: int, fields: dict[str, int], number: int, cities: bool, bench: Bench
) -> None:
    start, board = empty(bench), bench.board
    holds = acts.CONDITIONS[card]
    assert holds(with_spaces(start, board, number, cities, **fields), board)
    assert holds(with_spaces(start, board, number + 1, cities, **fields), board)
    assert not holds(with_spaces(start, board, number - 1, cities, **fields), board)


def test_an_act_counts_cities_alone(bench: Bench) -> None:
    country = [n for n, city in enumerate(bench.board.city) if not city]
    state = empty(bench)
    for n in country:
        state = changed(state, n, alignment=OPPOSITION)
    assert not acts.CONDITIONS[61](state, bench.board)


def test_acts_about_manila_and_patronage(bench: Bench) -> None:
    board, state = bench.board, empty(bench)
    manila = board.number("manila")
    held = changed(state, manila, police=1)
    lost = changed(state, manila, underground=1)
    assert acts.CONDITIONS[53](held, board)
    assert not acts.CONDITIONS[53](lost, board)
    assert not acts.CONDITIONS[55](held, board)
    assert acts.CONDITIONS[55](lost, board)
    assert acts.CONDITIONS[55](state, board)
    assert not acts.CONDITIONS[54](patronage(state, 9), board)
    assert acts.CONDITIONS[54](patronage(state, 10), board)
    assert acts.CONDITIONS[54](patronage(state, 11), board)
    protest = changed(state, manila, activist=1, protest=1)
    assert acts.CONDITIONS[59](protest, board)
    elsewhere = changed(state, board.number("cebu"), activist=1, protest=1)
    assert not acts.CONDITIONS[59](elsewhere, board)


def test_an_act_about_a_base_beside_troops(bench: Bench) -> None:
    board, state = bench.board, empty(bench)
    both = changed(state, 2, npa_base=1, troops=1)
    apart = changed(changed(state, 2, npa_base=1), 3, troops=1)
    police = changed(state, 2, npa_base=1, police=1)
    assert acts.CONDITIONS[57](both, board)
    assert not acts.CONDITIONS[57](apart, board)
    assert not acts.CONDITIONS[57](police, board)


@pytest.mark.parametrize(
    ("owner", "cards"),
    [("gov", (53, 54, 55)), ("npa", (56, 57, 58)), ("reformers", (59, 60, 61))],
)
def test_who_owns_an_act(owner: str, cards: tuple[int, ...]) -> None:
    assert {acts.owner(card) for card in cards} == {owner}


# --- S.1: piles of ten Events, the Election card among the last five of each pile -----------------


@pytest.mark.parametrize(("scenario", "piles"), [("standard", 2), ("extended", 3)])
@pytest.mark.parametrize("seed", range(4))
def test_the_simulated_deck(scenario: str, piles: int, seed: int, bench: Bench) -> None:
    game = Simulation(
        bench.game, bench.games, bench.board, bench.rulebook.effects, seed, scenario, mistakes=0
    )
    game.play(copied(bench.tables[scenario]), bench.module)
    assert len(game.deck) == len(set(game.deck)) == 11 * piles
    for number in range(piles):
        pile = game.deck[11 * number : 11 * number + 11]
        assert [card for card in pile if card > 36] == [ELECTIONS[3 - piles + number]]
        assert 6 <= next(n for n, card in enumerate(pile) if card > 36) <= 10


@pytest.mark.parametrize(
    ("place", "wrong"),
    [(0, True), (5, True), (6, False), (10, False), (11, True), (16, True), (17, False)],
)
def test_where_an_election_card_may_lie(
    place: int, wrong: bool, bench: Bench, tmp_path: Path
) -> None:
    table = copied(bench.tables["standard"])
    writer = LogWriter(bench.game, bench.games, table, bench.module)
    cards = [*range(1, place + 1), 39]
    for card in cards:
        writer.move([writer.where(f"card_{card}")[0][0]], "played")
    writer.write(tmp_path / "deck.vlog")
    log = read_timeline([tmp_path / "deck.vlog"])
    report = judge_log(bench.rulebook, log, ["deck.vlog"])
    assert ("S.1" in {one.clause for one in report.findings}) == wrong


# --- which clauses rest on what the rulebook does not print --------------------------------------


@pytest.mark.parametrize("clause", ["3.3.2.a", "3.4.2.b", "4.2.2.c"])
def test_clauses_that_rest_on_borders(clause: str, bench: Bench) -> None:
    """Assemble, March and Reprisal move pieces to adjacent spaces."""
    assert "borders" in facts.rests_on(clause, bench.board, bench.game, 0)


@pytest.mark.parametrize("clause", ["3.4.1.a", "3.4.2.c", "3.2.1.b"])
def test_clauses_that_rest_on_the_rulebook_alone(clause: str, bench: Bench) -> None:
    assert facts.rests_on(clause, bench.board, bench.game, 1) == ""


def test_assumed_borders_bind_only_on_our_own_map(bench: Bench) -> None:
    """Without assumed borders on the map no clause rests on them."""
    assert bench.board.assumed_edges
    board = replace(bench.board, assumed_edges=frozenset())
    assert facts.rests_on("3.4.2.b", board, bench.game, 0) == ""
