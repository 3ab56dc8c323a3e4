"""Numbers of the rulebook that once could be broken without any test noticing.

The numbers here are the tests' own, from the rulebook, never those of the code.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from modgen.log.timeline import read_timeline
from modgen.model.game import Game
from modgen_rules.engine.judging import judge_log
from modgen_rules.engine.reading.sequence import PASS
from modgen_rules.engine.rulebook import RulebookError
from modgen_rules.engine.writing.log_writer import LogWriter
from modgen_rules.people_power.judging import facts
from modgen_rules.people_power.judging.invariants import breaches
from modgen_rules.people_power.law import election
from modgen_rules.people_power.law.state import GOV, NPA, REFORMERS, TRACKS, Map, Space, State
from modgen_rules.people_power.reading import acts
from modgen_rules.people_power.reading.judging import judge
from modgen_rules.people_power.reading.log_index import Marks
from modgen_rules.people_power.reading.turn import LIMOP, OP_ONLY, Declared, Moved, Turn
from modgen_rules.people_power.simulate import Simulation
from tests.accuracy.cases import Bench, changed
from tests.people_power.examples import e, judged

NEUTRAL, SUPPORT, OPPOSITION, RESISTANCE = range(4)
ELECTIONS = (38, 39, 40)


# --- 1.5, 1.8.2, 1.9: how many pieces and markers there are is what the game's data say ----------


def altered(
    game: Game,
    bases: int = 2,
    tokens: int = 4,
    guerrillas: int = 16,
    edge: int = 40,
    **numbers: int,
) -> Map:
    """The map of a game with other numbers in its data."""
    counts = {"protest_strike": tokens, "guerrilla": guerrillas}
    pieces = tuple(
        one.model_copy(update={"count": counts.get(one.id, one.count)}) for one in game.pieces
    )
    limits = [
        one.model_copy(update={"most": bases if "gov_base" in one.pieces else one.most})
        for one in game.info.stacking
    ]
    tracks = [
        one.model_copy(update={"last": edge if one.id == "edge" else one.last})
        for one in game.map.tracks
    ]
    named = game.info.numbers | numbers
    info = game.info.model_copy(update={"stacking": limits, "numbers": named})
    where = game.map.model_copy(update={"tracks": tracks})
    return Map.of(replace(game, pieces=pieces, info=info, map=where))


@pytest.mark.parametrize(("bases", "legal"), [(2, False), (3, True)])
def test_the_checker_takes_the_most_bases_in_a_space_from_the_data(
    bases: int, legal: bool, bench: Bench
) -> None:
    rally = e("3.4.1.d", legal, NPA, (OP_ONLY,), "cebu: u2 G1 R1", "cebu: G1 R1 N1", "npa-1")
    board = altered(bench.game, bases=bases)
    assert judged(rally, board, bench.rulebook.effects).legal == legal
    full = changed(empty(bench), 0, gov_base=1, ref_base=1, npa_base=1)
    assert ("1.5.2.a" in wrong(full, board)) == (not legal)


@pytest.mark.parametrize(("tokens", "dry"), [(4, True), (5, False)])
def test_the_checker_takes_the_number_of_markers_from_the_data(
    tokens: int, dry: bool, bench: Bench
) -> None:
    """1.8.2: a Protest without a marker is carried out only when all markers are on the map."""
    places = ("manila", "davao", "zamboanga", "visayas")
    start = "; ".join(("cebu: a1", *(f"{place}: a1 protest" for place in places)))
    said = Declared(OP_ONLY, "protest")
    protest = e("3.3.4.b", dry, REFORMERS, (OP_ONLY,), start, start, "reformers-1", said=said)
    board = altered(bench.game, tokens=tokens)
    readings = judged(protest, board, bench.rulebook.effects).readings
    assert {(one.operation, *one.broken) for one in readings} == {
        ("protest",) if dry else ("protest", "3.3.4.c")
    }
    many = with_spaces(empty(bench), board, tokens + 1, cities=False, protest=1, activist=1)
    assert "1.8.2.a" in wrong(many, board)
    fewer = with_spaces(empty(bench), board, tokens, cities=False, protest=1, activist=1)
    assert "1.8.2.a" not in wrong(fewer, board)


@pytest.mark.parametrize(("guerrillas", "clause"), [(15, "1.5.a"), (16, ""), (17, "1.5.1.a")])
def test_the_checker_takes_the_number_of_pieces_from_the_data(
    guerrillas: int, clause: str, bench: Bench
) -> None:
    board = altered(bench.game, guerrillas=guerrillas)
    found = {"1.5.a", "1.5.1.a"} & wrong(bench.start("standard"), board)
    assert found == ({clause} if clause else set())


@pytest.mark.parametrize(("edge", "legal"), [(40, False), (20, True)])
def test_the_checker_takes_the_end_of_the_track_from_the_data(
    edge: int, legal: bool, bench: Bench
) -> None:
    """1.9: at the end of the track a Pass brings nothing more (2.3.4)."""
    passed = e("2.3.4.a", legal, GOV, (PASS,), "", "")
    board = altered(bench.game, edge=edge)
    assert judged(passed, board, bench.rulebook.effects).legal == legal


@pytest.mark.parametrize(
    ("name", "other", "clause", "actor", "before", "after", "paid"),
    [
        ("train_price", 3, "3.2.1.b", GOV, "", "manila: p1", "gov-3"),
        ("train_cubes", 5, "3.2.1.c", GOV, "", "manila: p5", "gov-2"),
        ("cubes_for_base", 2, "3.2.1.f", GOV, "manila: p3", "manila: p5 G1", "gov-2"),
        ("pieces_for_base", 1, "3.3.1.b", REFORMERS, "cebu: a1", "cebu: R1", "reformers-1"),
        ("pieces_for_base", 1, "3.4.1.b", NPA, "cebu: u1", "cebu: N1", "npa-1"),
        (
            "activists_for_guerrilla",
            2,
            "3.3.3.b",
            REFORMERS,
            "cebu: a4 u2",
            "cebu: a4",
            "reformers-1",
        ),
    ],
)
def test_the_checker_takes_the_numbers_of_operations_from_the_data(
    name: str,
    other: int,
    clause: str,
    actor: str,
    before: str,
    after: str,
    paid: str,
    bench: Bench,
) -> None:
    for numbers in ({}, {name: other}):
        board = altered(bench.game, **numbers)
        example = e(clause, bool(numbers), actor, (LIMOP,), before, after, paid)
        found = judged(example, board, bench.rulebook.effects)
        assert found.legal == example.legal
        assert example.legal or clause in found.readings[0].broken


@pytest.mark.parametrize("aid", [5, 7])
def test_the_checker_takes_what_aid_is_after_a_round_from_the_data(aid: int, bench: Bench) -> None:
    board = altered(bench.game, aid_reset=7)
    before = empty(bench)
    earned = election.incomes(before, board) | {"aid": aid}
    after = before._replace(tracks=tuple(earned.get(name, before.track(name)) for name in TRACKS))
    (found, *_) = election.round_of(before, after, board)
    assert found.broken == (() if aid == 7 else ("6.2.1.b",))


def test_data_without_a_number_that_the_rules_need(bench: Bench) -> None:
    game = bench.game
    with pytest.raises(RulebookError, match=r"pieces: .* a row `guerrilla`"):
        Map.of(replace(game, pieces=tuple(one for one in game.pieces if one.id != "guerrilla")))
    with pytest.raises(RulebookError, match=r"map: .* a track `edge`"):
        Map.of(replace(game, map=game.map.model_copy(update={"tracks": []})))
    with pytest.raises(RulebookError, match="`stacking` for Bases"):
        Map.of(replace(game, info=game.info.model_copy(update={"stacking": []})))
    with pytest.raises(RulebookError, match="`train_price` in `numbers`"):
        Map.of(replace(game, info=game.info.model_copy(update={"numbers": {}})))


def wrong(state: State, board: Map) -> set[str]:
    """The clauses that a position breaks."""
    marks = Marks((0,) * len(board.ids), ("",) * len(board.ids), {}, ())
    return {one.clause for one in breaches(state, marks, board)}


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
    return state.with_spaces(spaces)


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
def test_who_owns_an_act(bench: Bench, owner: str, cards: tuple[int, ...]) -> None:
    assert {acts.owner(bench.game, card) for card in cards} == {owner}


# --- S.1: piles of ten Events, the Election card among the last five of each pile -----------------


@pytest.mark.long
@pytest.mark.parametrize(("scenario", "piles"), [("standard", 2), ("extended", 3)])
@pytest.mark.parametrize("seed", range(4))
def test_the_simulated_deck(scenario: str, piles: int, seed: int, bench: Bench) -> None:
    game = Simulation(bench.game, bench.games, bench.board, bench.rulebook.effects, seed, scenario)
    game.play(bench.tables[scenario].copy(), bench.module)
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
    table = bench.tables["standard"].copy()
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


@pytest.mark.parametrize("assumed", [True, False])
def test_clauses_that_rest_on_other_assumed_facts(assumed: bool, bench: Bench) -> None:
    """Populations of the map, and texts of cards."""
    board = replace(bench.board, assumed_pop=frozenset({1} if assumed else ()))
    assert ("Populations" in facts.rests_on("6.2.2", board, bench.game, 0)) is assumed
    card = next(one for one in bench.game.cards if bool(one.assumed) is assumed)
    assert ("the text of" in facts.rests_on("5.1.a", board, bench.game, int(card.id))) is assumed
