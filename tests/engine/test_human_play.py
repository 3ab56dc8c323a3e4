"""People's habits: the game that they record is the game that was played."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import fields, replace
from functools import cache

import pytest

from modgen.log.timeline import Timeline
from modgen_rules.engine.record.table_acts import Act, Flip, Move, PlannedAct, Roll, Say, touched
from modgen_rules.engine.record.table_manners import Role, TableManners
from modgen_rules.engine.writing.human_noise import (
    HUMAN,
    QUIET,
    SEATS,
    SLOPPY,
    Habits,
    RecordHabits,
)
from modgen_rules.engine.writing.human_order import Item, Schedule, in_order
from modgen_rules.engine.writing.human_play import HumanPlayer, as_people
from modgen_rules.engine.writing.log_writer import LogWriter, seat_sides
from modgen_rules.people_power.simulate import Simulation, role_of
from tests.accuracy.cases import Bench
from tests.fast_share import every_nth_fast

SIDES = ("gov", "npa", "reformers")
TURNS = 30
NEEDS = {
    "batch": Habits(local_order=1.0),
    "along": Habits(stacked=0.9),
    "done_then_more": Habits(leftovers=1.0),
}
"""Habits that show only with another one."""


def empty(bench: Bench) -> LogWriter:
    table = bench.tables["standard"].copy()
    seat_sides(bench.game, table)
    return LogWriter(bench.game, bench.games, table, bench.module)


def troops_at(writer: LogWriter, place: str) -> list[str]:
    """Two of them, if there are two."""
    return [key for key, state in writer.where("troops") if state.place == place][:2]


@pytest.fixture(scope="module")
def tidy(bench: Bench) -> LogWriter:
    """Turns of three sides: each declares, rolls, moves pieces, pays, moves markers."""
    chance = random.Random(7)
    writer = empty(bench)
    for number in range(TURNS):
        side = SIDES[number % 3]
        writer.begin_turn(side)
        operation = "sweep" if number % 2 else None
        writer.announce(side, {"option": "op_only", "operation": operation})
        for space in chance.sample(list(bench.board.ids), 2):
            writer.roll(side, bench.game.info.dice[0].id, (chance.randint(1, 6),), space)
        stacks = Counter(state.place for _, state in writer.where("troops"))
        source = stacks.most_common(1)[0][0]
        for key in troops_at(writer, source):
            writer.move([key], "cebu")
        left = troops_at(writer, source)
        if left:
            writer.move(left, "davao")
        for _ in range(4):
            kind = chance.choice(("troops", "police", "guerrilla"))
            key = chance.choice(writer.where(kind))[0]
            place = chance.choice([*bench.board.ids, bench.game.piece_types[kind].home or "cebu"])
            writer.move([key], place)
        key = chance.choice(writer.where("guerrilla"))[0]
        face = "active" if writer.states[key].face == "underground" else "underground"
        writer.flip(key, face)
        writer.move([writer.where(f"resources_{side}")[0][0]], f"edge:{chance.randint(1, 40)}")
        writer.set_state("cebu", "control", chance.choice(("gov", "npa", "none")))
        writer.move([writer.where(f"eligibility_{side}")[0][0]], "sop_limop")
        if number % 3 == 2:
            writer.begin_turn()
            for who in SIDES:
                writer.move([writer.where(f"eligibility_{who}")[0][0]], "sop_eligible")
    return writer


def recorded(
    bench: Bench, tidy: LogWriter, habits: Habits, record: RecordHabits | None = None, seed: int = 1
) -> LogWriter:
    """The tidy game as players record it who all have the same habits."""
    chance = random.Random(seed)
    writer = empty(bench)
    manners = TableManners.of(bench.game, writer.states, role_of)
    people = dict.fromkeys(bench.game.sides, habits)
    record = record or RecordHabits()
    places = {key: state.place for key, state in writer.states.items()}
    items = Schedule(manners, people, record, chance, places).order(tidy.acts)
    player = HumanPlayer(writer, manners, people, record, chance)
    player.queue.extend(items)
    player.run()
    return writer


@pytest.fixture(scope="module")
def plain(bench: Bench, tidy: LogWriter) -> Callable[[Habits], str]:
    """The log of the tidy game with habits, each made once."""
    return cache(lambda habits: recorded(bench, tidy, habits).text())


def chat(writer: LogWriter) -> list[str]:
    return [line for moment in read(writer).moments for line in moment.chat]


def read(writer: LogWriter) -> Timeline:
    timeline = writer.timeline("game.vlog")
    assert timeline.problems == []
    return timeline


@pytest.mark.long
def test_without_habits_the_log_is_the_same(
    tidy: LogWriter, plain: Callable[[Habits], str]
) -> None:
    assert plain(Habits()) == tidy.text()


@pytest.mark.long
@pytest.mark.parametrize("habit", [one.name for one in fields(Habits)])
def test_each_habit_shows_and_is_put_right(
    habit: str, bench: Bench, tidy: LogWriter, plain: Callable[[Habits], str]
) -> None:
    """With one habit alone, and often, the log differs and the pieces end where they should."""
    base = NEEDS.get(habit, Habits())
    writer = recorded(bench, tidy, replace(base, **{habit: 0.9}))
    timeline = read(writer)
    assert writer.text() != plain(base)
    assert writer.states == tidy.states
    assert len(timeline) == len(writer.steps)


@pytest.mark.long
@pytest.mark.parametrize("noise", [HUMAN, SLOPPY], ids=["human", "sloppy"])
@pytest.mark.parametrize("seed", every_nth_fast(3, range(3)))
def test_whole_games_end_where_they_should(noise, seed: int, bench: Bench) -> None:
    def play(kind) -> LogWriter:
        game = Simulation(
            bench.game, bench.games, bench.board, bench.rulebook.effects, seed, "standard"
        )
        tidy, start = game.play(bench.tables["standard"].copy(), bench.module)
        return as_people(tidy, start, kind, game.chance, role_of)[0]

    tidy, people = play(QUIET), play(noise)
    differ = {key for key, state in tidy.states.items() if people.states[key] != state}
    kinds = {tidy.states[key].kind for key in differ}
    assert all(kind.startswith("eligibility_") for kind in kinds)
    assert not differ or noise is SLOPPY
    assert len(read(people)) > len(tidy.steps) // 2
    assert play(noise).text() == people.text()


@pytest.mark.slow
def test_so_many_move_steps_are_undone(bench: Bench, tidy: LogWriter) -> None:
    """A planner's 12 %, and far more than a doer's 3 %."""
    shares = {}
    for rate in (0.12, 0.03):
        undone = 0
        for seed in range(6):
            writer = recorded(bench, tidy, Habits(undone=rate), seed=seed)
            undone += len(read(writer).undone) // 2
        shares[rate] = undone / (6 * TURNS * 7)
    assert 0.06 < shares[0.12] < 0.22
    assert shares[0.12] > 1.5 * shares[0.03] > 0.0


def test_a_die_that_is_undone_returns_with_the_same_number(bench: Bench, tidy: LogWriter) -> None:
    lines = chat(recorded(bench, tidy, Habits(undone_die=1.0)))
    rolls = [n for n, line in enumerate(lines) if " rolls " in line and "UNDO" not in line]
    assert len(rolls) == 4 * TURNS
    for first, second in zip(rolls[::2], rolls[1::2], strict=True):
        assert lines[first] == lines[second]
        assert lines[first + 1] == f"* UNDO: {lines[first]}"


@pytest.mark.long
def test_markers_are_late_early_forgotten_or_moved_in_a_row(bench: Bench, tidy: LogWriter) -> None:
    def boxes(record: RecordHabits) -> Counter[str]:
        timeline = read(recorded(bench, tidy, Habits(), record))
        keys = {tidy.where(f"eligibility_{side}")[0][0] for side in SIDES}
        found: Counter[str] = Counter()
        last = ""
        for moment in timeline.moments:
            moved = {key for kind, key, _, _ in moment.changes if kind == "pieces" and key in keys}
            found["moves"] += len(moved)
            found["in a row"] += bool(moved) and last == "cylinder"
            last = "cylinder" if moved else ""
        return found

    usual = boxes(RecordHabits())
    assert usual["moves"] == 2 * TURNS
    assert boxes(RecordHabits("once_forgotten"))["moves"] in {2 * TURNS - 1, 2 * TURNS - 2}
    assert boxes(RecordHabits("never"))["moves"] == 0
    assert boxes(RecordHabits("round_end"))["in a row"] > usual["in a row"]
    assert boxes(RecordHabits("early"))["moves"] == 2 * TURNS


@pytest.mark.parametrize("seat", [*SEATS])
def test_shared_seats(seat: str, bench: Bench, tidy: LogWriter) -> None:
    writer = recorded(bench, tidy, Habits(), RecordHabits(seat=seat))
    rolls = [line for line in chat(writer) if " rolls " in line]
    names = {line.strip("* ").split(" (")[0] for line in rolls}
    assert len(names) == (3 if seat == "own" else 1)
    if seat == "solo":
        assert all("Solo (all sides)" in line for line in rolls)


def test_rates_stay_in_their_ranges() -> None:
    chance = random.Random(3)
    players = [HUMAN.people("a", chance)["a"] for _ in range(40)]
    for habit in fields(Habits):
        planner, doer = habit.metadata[HUMAN.sloppy]
        low, high = min(planner[0], doer[0]), max(planner[1], doer[1])
        assert all(low <= getattr(one, habit.name) <= high for one in players)
    undone = sorted(one.undone for one in players)
    assert undone[0] < 0.05 < 0.08 < undone[-1]


def test_acts_on_a_piece_keep_their_order() -> None:
    chance = random.Random(5)
    acts: list[Act] = [
        chance.choice(
            (
                Move((chance.choice("abc"),), str(n)),
                Flip(chance.choice("abc"), str(n)),
                Say(str(n)),
                Roll("x", "d", (n,)),
            )
        )
        for n in range(60)
    ]
    items = [Item(act, "x", False, Role.PIECE, "", n) for n, act in enumerate(acts)]
    mixed = chance.sample(items, len(items))
    done = in_order(mixed)
    assert Counter(item.number for item in done) == Counter(range(60))
    for key in "abc":
        numbers = [item.number for item in done if key in touched(item.act)]
        assert numbers == sorted(numbers)
    assert [item for item in done if not touched(item.act)] == [
        item for item in mixed if not touched(item.act)
    ]


def test_planned_acts_say_whose_turn_it_is(tidy: LogWriter) -> None:
    first = tidy.acts[0]
    assert isinstance(first, PlannedAct)
    assert (first.actor, first.turn, first.fixed) == ("gov", 1, False)
    assert {one.actor for one in tidy.acts if one.fixed} == {""}
