"""Election Rounds and the sequence of play: legal ones pass, each mistake has its clause."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from modgen.log.timeline import read_timeline
from modgen_rules.engine.judging import judge_log
from modgen_rules.engine.reports.findings import GameReport
from modgen_rules.engine.writing.log_writer import LogWriter
from modgen_rules.people_power.law import election
from modgen_rules.people_power.law.state import SUPPORT, TRACKS, State
from modgen_rules.people_power.play.player import Player
from modgen_rules.people_power.play.table_driver import TableDriver
from modgen_rules.people_power.reading import acts
from modgen_rules.people_power.simulate import Simulation, lay_deck
from tests.accuracy.cases import Bench, cases

ROUNDS = 5
"""The number of Rounds that are tried."""
CORPUS = Path(__file__).parents[1] / "corpus"


@pytest.fixture(scope="session")
def rounds(bench: Bench) -> list[tuple[State, State]]:
    """Positions before and after Rounds in which the game goes on."""
    found = []
    for seed in range(30):
        case = list(cases(bench, seed))[25]
        before = case.after._replace(tracks=(*case.after.tracks[:4], 0))
        if any(value > 0 for value in before.margins(bench.board).values()):
            continue
        player = Player(bench.board, bench.rulebook.effects, random.Random(seed))
        found.append((before, player.election(before, False)))
        if len(found) == ROUNDS:
            return found
    pytest.fail("too few games go on after a Round")


def clauses(before: State, after: State, bench: Bench) -> set[str]:
    found = election.round_of(before, after, bench.board)
    return {clause for one in found for clause in one.broken}


@pytest.mark.long
def test_legal_rounds(rounds: list[tuple[State, State]], bench: Bench) -> None:
    for before, after in rounds:
        assert clauses(before, after, bench) == set()


def track(state: State, name: str, change: int) -> State:
    values = list(state.tracks)
    values[TRACKS.index(name)] += change
    return state._replace(tracks=tuple(values))


def space(state: State, n: int, **fields) -> State:
    spaces = list(state.spaces)
    spaces[n] = spaces[n]._replace(**fields)
    return state.with_spaces(spaces)


@pytest.mark.parametrize(
    ("name", "change", "clause"),
    [
        ("aid", 1, "6.2.1.b"),
        ("gov", 1, "6.2.1.a"),
        ("gov", -1, "6.2.1.a"),
        ("npa", 2, "6.2.3"),
        ("reformers", 1, "6.2.2"),
        ("patronage", 1, "6.1.1"),
    ],
)
def test_wrong_tracks(
    name: str, change: int, clause: str, rounds: list[tuple[State, State]], bench: Bench
) -> None:
    """Where nobody can have given or spent the difference (1.4.1, 6.3), the income was wrong."""
    named = 0
    for before, after in rounds:
        wrong = track(after, name, change)
        if min(wrong.tracks) >= 0 and max(wrong.tracks) <= 40:
            found = clauses(before, wrong, bench)
            named += clause in found
    assert named >= 2


def test_markers_and_faces_must_go(rounds: list[tuple[State, State]], bench: Bench) -> None:
    for before, after in rounds:
        assert "6.6.a" in clauses(before, space(after, 5, terror=1), bench)
        for n, one in enumerate(after.spaces):
            if one.underground:
                seen = space(after, n, underground=one.underground - 1, active=one.active + 1)
                assert "6.6.b" in clauses(before, seen, bench)
                break


def test_troops_go_where_they_may(rounds: list[tuple[State, State]], bench: Bench) -> None:
    tried = 0
    for before, after in rounds:
        source = next(n for n, one in enumerate(after.spaces) if one.troops)
        target = next(
            (
                n
                for n, one in enumerate(after.spaces)
                if not bench.board.city[n] and not one.gov_base
            ),
            None,
        )
        if target is None:
            continue
        a, b = after.spaces[source], after.spaces[target]
        moved = space(space(after, source, troops=a.troops - 1), target, troops=b.troops + 1)
        assert "6.4.b" in clauses(before, moved, bench)
        tried += 1
    assert tried


def test_support_is_paid_for_and_needs_control(
    rounds: list[tuple[State, State]], bench: Bench
) -> None:
    for before, after in rounds:
        free = next(
            (
                n
                for n, one in enumerate(after.spaces)
                if one.alignment == 0 and not before.spaces[n].troops
            ),
            None,
        )
        if free is not None:
            assert clauses(before, space(after, free, alignment=SUPPORT), bench)


# --- the sequence of play, as logs ---------------------------------------------------------------


def played(bench: Bench, seed: int) -> Simulation:
    game = Simulation(
        bench.game, bench.games, bench.board, bench.rulebook.effects, seed, "standard"
    )
    game.play(bench.tables["standard"].copy(), bench.module)
    return game


def report(bench: Bench, game: Simulation, path: Path) -> GameReport:
    game.writer.write(path)
    return judge_log(bench.rulebook, read_timeline([path]), [path.name])


def without(game: Simulation, text: str, which: int) -> None:
    """Leave out one of the steps that say a text."""
    hits = [n for n, step in enumerate(game.writer.steps) if text in step.text]
    del game.writer.steps[hits[which]]


def test_a_log_of_the_real_engine(bench: Bench) -> None:
    """One card played by hand in VASSAL: announcement, pawn, undo, cylinders and all."""
    path = CORPUS / "people-power-card.vlog"
    found = judge_log(bench.rulebook, read_timeline([path]), [path.name])
    assert found.findings == []
    assert [(one.actor, one.story, one.verdict) for one in found.segments] == [
        ("Government", "Train in Zamboanga for 2", "ok"),
        ("NPA", "Rally in Southern Luzon for 1", "ok"),
        ("Reformers", "Pass", "ok"),
    ]


@pytest.mark.long
def test_a_forgotten_cylinder_is_one_note(bench: Bench, tmp_path: Path) -> None:
    """Turns are found without it, and nobody is accused of ten things."""
    game = played(bench, 4)
    keys = {who: game.writer.where(f"eligibility_{who}")[0][0] for who in ("gov", "npa")}
    hits = [
        n
        for n, step in enumerate(game.writer.steps)
        if any(f"M/{key}/" in step.text for key in keys.values())
    ]
    del game.writer.steps[hits[0]]
    found = report(bench, game, tmp_path / "cylinder.vlog")
    assert {one.clause for one in found.findings} <= {
        "2.3.3.h",
        "2.3.6.a",
        "2.3.6.b",
        "2.3.2.a",
        "2.3.a",
        "2.3.1.b",
        "2.3.3.a",
        "2.3.3.i",
    }
    assert found.findings
    assert len(found.findings) <= 3


@pytest.mark.long
@pytest.mark.parametrize(("again", "suspect"), [(0, True), (6, False), (5, True)])
def test_an_undone_die_is_suspect(again: int, suspect: bool, bench: Bench, tmp_path: Path) -> None:
    """3.4.3.c: unless it returns with the same number."""
    from modgen.vassal import commands as c

    game = played(bench, 4)
    writer = game.writer
    writer.say("* ** NPA (NPA) rolls Red die: 6 **")
    writer.step([c.Undo(begins=True), c.Undo(begins=False)])
    if again:
        writer.say(f"* ** NPA (NPA) rolls Red die: {again} **")
    found = report(bench, game, tmp_path / "undo.vlog")
    assert [(one.clause, one.verdict) for one in found.findings] == [
        ("3.4.3.c", "suspect")
    ] * suspect


@pytest.mark.slow
def test_a_card_too_early(bench: Bench, tmp_path: Path) -> None:
    """The next card is turned over before everybody has had a turn."""
    game = played(bench, 4)
    steps = game.writer.steps
    reveals = [
        n
        for n, step in enumerate(steps)
        if any(
            f"M/{key}/" in step.text
            for number in game.deck[:2]
            for key, _ in game.writer.where(f"card_{number}")
        )
    ]
    first, second = reveals[:2]
    game.writer.steps = [*steps[: first + 1], *steps[second:]]
    found = report(bench, game, tmp_path / "early.vlog")
    assert "2.3.a" in {one.clause for one in found.findings}


@pytest.mark.long
def test_a_card_twice(bench: Bench, tmp_path: Path) -> None:
    game = played(bench, 4)
    number = game.deck[0]
    game.driver.card(number, "draw_deck")
    game.driver.card(number, "played")
    found = report(bench, game, tmp_path / "twice.vlog")
    assert "1.2.a" in {one.clause for one in found.findings}


@pytest.mark.long
def test_another_set_up(bench: Bench, tmp_path: Path) -> None:
    game = played(bench, 4)
    pieces, restore = game.writer.start
    key = game.writer.where("gov_base")[0][0]
    game.writer.start = ([one for one in pieces if not one.startswith(f"+/{key}/")], restore)
    found = report(bench, game, tmp_path / "setup.vlog")
    assert {"S.4", "1.5.1.a"} & {one.clause for one in found.findings}


def first_card(bench: Bench) -> TableDriver:
    """A hand at the standard set-up, with card 1 turned over."""
    table = bench.tables["standard"].copy()
    lay_deck(bench.game, bench.games, table, list(range(1, 23)))
    hand = TableDriver(LogWriter(bench.game, bench.games, table, bench.module), bench.board)
    hand.card(1, "played")
    return hand


def test_the_cylinder_must_agree_with_the_announcement(bench: Bench, tmp_path: Path) -> None:
    hand = first_card(bench)
    hand.declare("gov", "limop", "train", None, [1])
    hand.move("police", "available", "cebu", 2)
    hand.track("gov", 16)
    hand.cylinder("gov", "1_op_only")
    path = tmp_path / "box.vlog"
    hand.writer.write(path)
    found = judge_log(bench.rulebook, read_timeline([path]), [path.name])
    assert ("2.3.3.h", "suspect") in {(one.clause, one.verdict) for one in found.findings}
    assert "illegal" not in {one.verdict for one in found.findings}


def test_pawns_choose_among_legal_stories(bench: Bench, tmp_path: Path) -> None:
    """Four Resources for a Train that shows in one space: the pawn says where the other was."""
    stories = []
    for marked in (("cebu", "davao"), ("cebu", "manila")):
        hand = first_card(bench)
        for space_ in marked:
            hand.writer.move(hand.writer.find("pawn_white", "pawn", "pool_pawns")[:1], space_)
        hand.move("police", "available", "cebu", 2)
        hand.track("gov", 14)
        hand.cylinder("gov", "1_op_only")
        path = tmp_path / "pawns.vlog"
        hand.writer.write(path)
        found = judge_log(bench.rulebook, read_timeline([path]), [path.name])
        assert [one.verdict for one in found.findings if one.verdict == "illegal"] == []
        stories.append(found.segments[0].story)
    assert stories == ["Train in Cebu and Davao for 4", "Train in Manila and Cebu for 4"]


@pytest.mark.long
@pytest.mark.parametrize("named", [False, True], ids=["put away", "named"])
@pytest.mark.parametrize(
    ("opposed", "does", "clauses"), [(0, True, ["5.4.b"]), (2, True, []), (0, False, [])]
)
def test_an_act_without_its_condition(
    bench: Bench, tmp_path: Path, opposed: int, does: bool, clauses: list[str], named: bool
) -> None:
    """Quick Count takes 4 from Patronage if there is Opposition in two Cities.

    Its card is put away, or a player only names it while that of another Act is put away.
    """
    hand = first_card(bench)
    cities = [name for name, city in zip(bench.board.ids, bench.board.city, strict=True) if city]
    for name in cities[:opposed]:
        hand.align(name, "opposition")
    start = bench.start("standard")
    hand.card(61, "desperation_reformers")
    hand.card(56, "desperation_npa")
    hand.card(40, "played")
    if named:
        hand.card(56, "played")
        hand.writer.say("- quick count!")
    else:
        hand.card(61, "played")
    if does:
        hand.track("patronage", start.track("patronage") - 4)
    path = tmp_path / "acts.vlog"
    hand.writer.write(path)
    found = judge_log(bench.rulebook, read_timeline([path]), [path.name])
    assert [one.clause for one in found.findings if one.clause.startswith("5.4")] == clauses


@pytest.mark.parametrize(("line", "named"), [("cory: radio veritas", True), ("cory", False)])
def test_what_an_act_without_its_condition_does(
    bench: Bench, tmp_path: Path, line: str, named: bool
) -> None:
    """Radio Veritas Call needs three Protests; what it does to Manila is no other breach."""
    hand = first_card(bench)
    hand.align("manila", "support")
    hand.card(60, "desperation_reformers")
    hand.card(56, "desperation_npa")
    hand.card(40, "played")
    hand.writer.say(f"<Solo> - {line}")
    hand.align("manila", "neutral")
    path = tmp_path / "acts.vlog"
    hand.writer.write(path)
    found = judge_log(bench.rulebook, read_timeline([path]), [path.name]).findings
    breaches = [one for one in found if one.clause.startswith(("5.4", "6.1"))]
    assert [one.clause for one in breaches] == ["5.4.b"]
    assert ("Radio Veritas" in breaches[0].message) == named


def test_the_lowest_margin_acts_first(bench: Bench) -> None:
    start = bench.start("standard")
    cards = acts.order(start, bench.board, bench.game, [53, 56, 61])
    shown = [acts.Played(card, n, n, start, done=True) for n, card in enumerate(cards)]
    assert acts.out_of_turn(shown, start, bench.board, bench.game) is None
    late = acts.out_of_turn(shown[::-1], start, bench.board, bench.game)
    assert late is not None
    void = [one._replace(done=one.card == cards[0]) for one in shown[::-1]]
    assert acts.out_of_turn(void, start, bench.board, bench.game) is None


@pytest.mark.parametrize(("people", "clauses"), [((42,), []), ((42, 43), ["5.3.a"])])
def test_two_personalities_of_one_faction(
    bench: Bench, tmp_path: Path, people: tuple[int, ...], clauses: list[str]
) -> None:
    table = bench.tables["standard"].copy()
    lay_deck(bench.game, bench.games, table, list(range(1, 23)))
    hand = TableDriver(LogWriter(bench.game, bench.games, table, bench.module), bench.board)
    for number in people:
        hand.card(number, "personality_gov")
    hand.card(1, "played")
    hand.cylinder("gov", "pass")
    path = tmp_path / "people.vlog"
    hand.writer.write(path)
    found = judge_log(bench.rulebook, read_timeline([path]), [path.name])
    assert [one.clause for one in found.findings if one.clause == "5.3.a"] == clauses


@pytest.mark.parametrize("later", [False, True])
def test_a_log_that_ends_as_an_election_begins(later: bool, bench: Bench, tmp_path: Path) -> None:
    """6.5.1: Personalities of the Round before stay in play only if play goes on."""
    table = bench.tables["standard"].copy()
    hand = TableDriver(LogWriter(bench.game, bench.games, table, bench.module), bench.board)
    hand.card(42, "personality_gov")
    for number in (39, 2) if later else (39,):
        hand.card(number, "played")
    path = tmp_path / "round.vlog"
    hand.writer.write(path)
    found = judge_log(bench.rulebook, read_timeline([path]), [path.name])
    every = [one.clause for finding in found.findings for one in finding.whole]
    assert ("6.5.1.a" in every) == later
