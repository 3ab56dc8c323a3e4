"""Two readings of one rulebook: each accepts what the other plays, and they count alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from modgen.log.timeline import read_timeline
from modgen_rules.engine.judging import judge_log
from modgen_rules.people_power.law.state import FACTIONS, OPPOSITION, Space, State, made
from modgen_rules.people_power.reading.judging import judge
from modgen_rules.people_power.reading.turn import Turn as Judged
from tests.accuracy.cases import Bench, Case, cases
from tests.fast_share import every_nth_fast
from tests.people_power.counting import STILL, boards
from tests.people_power_reference.board import controls, set_up
from tests.people_power_reference.bridge import legal, position, state_of
from tests.people_power_reference.play import own_games_are_legal, turns


def chained(case: Case) -> bool:
    """Whether pieces pass on from a space into which others come: the second engine pairs net."""
    origins = {group.origin for group in case.moved}
    targets = {group.target for group in case.moved}
    return bool(origins & targets) or (bool(case.moved) and case.played.activity == "appeal")


def test_both_have_the_same_set_ups(bench: Bench) -> None:
    for scenario in ("standard", "extended"):
        ours = position(bench.start(scenario), bench.board)
        assert ours == set_up(scenario)
        for name, space in ours["spaces"].items():
            n = bench.board.number(name)
            assert controls(space) == (bench.start(scenario).spaces[n].control or None)


@pytest.mark.long
@pytest.mark.parametrize("seed", every_nth_fast(4, range(12)))
def test_the_second_engine_accepts_our_turns(seed: int, bench: Bench) -> None:
    count = 0
    for case in cases(bench, seed):
        if not case.played.option.startswith("event") and not chained(case):
            assert legal(case, bench.board), case.played
            count += 1
    assert count > 15


def judged(bench: Bench, turn) -> bool:
    before, after = state_of(turn.before, bench.board), state_of(turn.after, bench.board)
    found = judge(
        Judged(
            bench.board,
            turn.faction,
            before,
            after,
            (turn.option,),
            (),
            rolls=turn.dice or None,
            eligible=frozenset(FACTIONS),
        ),
        bench.rulebook.effects,
    )
    return found.legal


@pytest.mark.long
@pytest.mark.parametrize("seed", every_nth_fast(7, range(20)))
def test_the_checker_accepts_its_turns(seed: int, bench: Bench) -> None:
    for turn in turns(seed):
        assert judged(bench, turn), turn


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 200))
def test_many_turns_both_ways(seed: int, bench: Bench) -> None:
    for turn in turns(seed):
        assert judged(bench, turn), turn
    for case in cases(bench, seed):
        if not case.played.option.startswith("event") and not chained(case):
            assert legal(case, bench.board), case.played


@pytest.mark.parametrize("seed", range(3))
def test_its_player_and_its_judge_agree(seed: int) -> None:
    assert own_games_are_legal(seed)


@pytest.mark.parametrize("operation", [one for one in STILL if one != "train"])
@pytest.mark.parametrize("scenario", ["standard", "extended"])
def test_they_count_alike(operation: str, scenario: str, bench: Bench) -> None:
    """Limited Operations from both set-ups: every board of one is a board of the other."""
    from tests.people_power_reference.listing import limited_boards

    state: State = bench.start(scenario)
    assert len(limited_boards(scenario, operation)) == boards(
        state, bench.board, operation, None, True
    )


def test_translation_is_exact(bench: Bench) -> None:
    state = made(
        [Space(troops=1, underground=2, active=1, terror=1, alignment=OPPOSITION)] + [Space()] * 9,
        {"gov": 1, "npa": 2, "reformers": 3, "aid": 4, "patronage": 5},
        bench.board.limits,
        38,
    )
    assert state_of(position(state, bench.board), bench.board) == state


@pytest.mark.long
def test_a_log_of_the_second_engine(bench: Bench, tmp_path: Path) -> None:
    """Its turns as logs of the module, through the whole checker.

    The logs show only what each turn comes to, so that pieces which came and went are a doubt.
    """
    from tests.accuracy.cases import write
    from tests.people_power_reference.bridge import case_of

    path = tmp_path / "turn.vlog"
    count = 0
    for turn in turns(5, 30):
        case = case_of(turn, bench)
        if case is None:
            continue
        write(bench, case, path)
        report = judge_log(bench.rulebook, read_timeline([path]), [path.name])
        for one in report.findings:
            assert (one.verdict, one.clause) in (("suspect", "3.2.1.f"), ("suspect", "4.3.1.b"))
        count += 1
    assert count > 15
