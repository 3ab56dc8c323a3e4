"""Whole games: legal ones without an accusation, mistakes found, bad logs survived."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from modgen.log.timeline import read_timeline
from modgen.vassal import commands as c
from modgen.vassal.save import save_text, write_save
from modgen.vassal.stream import Node
from modgen_rules.engine.judging import judge_log
from modgen_rules.engine.reports.findings import GameReport
from modgen_rules.engine.writing.human_noise import LIGHT, QUIET
from modgen_rules.engine.writing.human_play import as_people
from modgen_rules.engine.writing.log_writer import LogWriter
from modgen_rules.people_power.simulate import Simulation, role_of
from tests.accuracy.cases import Bench, cases, checked
from tests.accuracy.operators import OPERATORS, Operator
from tests.fast_share import every_nth_fast


def game(bench: Bench, seed: int, noise=QUIET, **more) -> LogWriter:
    scenario = "extended" if seed % 2 else "standard"
    simulation = Simulation(
        bench.game, bench.games, bench.board, bench.rulebook.effects, seed, scenario, **more
    )
    tidy, start = simulation.play(bench.tables[scenario].copy(), bench.module)
    return as_people(tidy, start, noise, simulation.chance, role_of)[0]


def check(bench: Bench, writer: LogWriter, path: Path) -> GameReport:
    writer.write(path)
    return judge_log(bench.rulebook, read_timeline([path]), [path.name])


@pytest.mark.long
@pytest.mark.parametrize("seed", every_nth_fast(3, range(8)))
def test_legal_games_are_legal(seed: int, bench: Bench, tmp_path: Path) -> None:
    writer = game(bench, seed, LIGHT if seed % 2 else QUIET, declares=seed % 4 != 3)
    report = check(bench, writer, tmp_path / "game.vlog")
    assert report.findings == []
    assert report.count("ok") > 5


@pytest.mark.long
def test_the_same_seed_writes_the_same_game(bench: Bench, tmp_path: Path) -> None:
    texts = [game(bench, 3).text() for _ in range(2)]
    assert texts[0] == texts[1]
    assert texts[0] != game(bench, 5).text()


@pytest.fixture(scope="session")
def mutants(bench: Bench) -> dict[str, list]:
    """Two mutants of each operator."""
    chance = random.Random(4)
    found: dict[str, list] = {one.name: [] for one in OPERATORS}
    for seed in range(60):
        for case in cases(bench, seed):
            for one in OPERATORS:
                if len(found[one.name]) < 2 and chance.random() < 0.5:
                    mutant = one.make(case, chance, bench.board)
                    if mutant is not None:
                        found[one.name].append(mutant.but(declared=True))
        if all(len(one) == 2 for one in found.values()):
            break
    return found


@pytest.mark.slow
@pytest.mark.parametrize("operator", OPERATORS, ids=lambda one: one.name)
def test_mistakes_are_found(
    operator: Operator, mutants: dict[str, list], bench: Bench, tmp_path: Path, reported
) -> None:
    assert mutants[operator.name], "no turn of sixty games gives this mistake an occasion"
    named: set[str] = set()
    for mutant in mutants[operator.name]:
        report = checked(bench, mutant, tmp_path / "mutant.vlog")
        assert report.findings
        named |= {one.clause for one in report.findings}
        first = next((one.clause for one in report.findings if one.verdict != "note"), "")
        if first in operator.clauses:
            reported(report, first)
    assert named & set(operator.clauses), named


# --- hard logs -----------------------------------------------------------------------------------


def spoilt(writer: LogWriter, path: Path, chance: random.Random, how: str) -> Path:
    steps = list(writer.steps)
    if how == "half":
        steps = steps[: len(steps) // 2]
    elif how == "gaps":
        steps = [one for one in steps if chance.random() < 0.6]
    elif how == "shuffled":
        chance.shuffle(steps)
    elif how == "at once":
        texts = [one.text for one in steps] + [
            child.text for one in steps for child in one.children
        ]
        steps = [Node(texts[0], tuple(Node(text) for text in texts[1:]))]
    elif how == "strangers":
        steps += [
            Node(c.RemovePiece(id=key).text) for key in chance.sample(list(writer.table.pieces), 40)
        ]
    pieces, restore = writer.start
    write_save(path, save_text(pieces, restore, steps), writer.module)
    return path


SHORT = 20
"""Steps of a short game; `test_many_hard_logs` judges whole ones."""


@pytest.mark.parametrize(
    "how",
    ["half", "gaps", pytest.param("shuffled", marks=pytest.mark.slow), "at once", "strangers"],
)
@pytest.mark.parametrize("seed", [1])
def test_hard_logs_are_judged(how: str, seed: int, bench: Bench, tmp_path: Path) -> None:
    """A verdict or cannot-tell, never a crash, never an accusation without a clause."""
    chance = random.Random(seed)
    writer = game(bench, seed)
    writer.steps = writer.steps[:SHORT]
    path = spoilt(writer, tmp_path / "hard.vlog", chance, how)
    report = judge_log(bench.rulebook, read_timeline([path]), [path.name])
    assert all(one.clause in bench.rulebook.clauses.by_number for one in report.findings)
    if how == "half":
        assert "illegal" not in {one.verdict for one in report.findings}


@pytest.mark.slow
def test_ten_thousand_take_backs(bench: Bench, tmp_path: Path) -> None:
    writer = game(bench, 2)
    key = (
        writer.find("troops", "active", "available_gov")[:1]
        or [one for one, standing in writer.where("troops")][:1]
    )
    home = writer.states[key[0]].place
    start = len(writer.steps)
    for _ in range(2_500):
        writer.move(key, "manila" if home != "manila" else "cebu")
        writer.undo()
    assert len(writer.steps) == start + 5_000
    report = check(bench, writer, tmp_path / "long.vlog")
    assert "illegal" not in {one.verdict for one in report.findings}


SPARE_DIE = {154: [("suspect", "3.4.3.c")]}
"""A game with a second die, as people roll it, whose result differs from that of the first."""


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 160))
def test_many_legal_games(seed: int, bench: Bench, tmp_path: Path) -> None:
    report = check(bench, game(bench, seed, LIGHT), tmp_path / "game.vlog")
    found = [(one.verdict, one.clause) for one in report.findings]
    assert found == SPARE_DIE.get(seed, [])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_many_hard_logs(seed: int, bench: Bench, tmp_path: Path) -> None:
    chance = random.Random(seed)
    for how in ("half", "gaps", "shuffled", "at once", "strangers"):
        path = spoilt(game(bench, seed), tmp_path / "hard.vlog", chance, how)
        report = judge_log(bench.rulebook, read_timeline([path]), [path.name])
        assert all(one.clause in bench.rulebook.clauses.by_number for one in report.findings)
        if how == "half":
            assert "illegal" not in {one.verdict for one in report.findings}
