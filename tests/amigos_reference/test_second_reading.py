"""Two readings of one rulebook: the same set-ups, and each accepts what the other plays."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from modgen.log.timeline import read_timeline
from modgen_rules.engine.judging import judge_log
from modgen_rules.engine.reports.findings import GameReport
from tests.amigos_reference.forces import (
    ARRIVALS,
    GUERRILLA_WAR,
    INFANTRY,
    LETTERS,
    STAND_UP,
    force,
    stacks,
)
from tests.amigos_reference.judge import judge
from tests.amigos_reference.record import SCENARIOS, Bench
from tests.amigos_reference.table import Table

KINDS = ("site_too_weak", "no_hunger", "filipinos_hold_back", "will_stays")


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(Path(tmp_path_factory.mktemp("second")))


def illegal(report: GameReport) -> list[str]:
    return [f"{one.where} {one.clause}" for one in report.findings if one.verdict == "illegal"]


def counted(table: Table, place: str, side: str) -> Counter[str]:
    """Letters and Leaders in a place as the set-ups write them."""
    found: Counter[str] = Counter()
    letters = {kind: letter for letter, kinds in LETTERS[side].items() for kind in kinds}
    for piece in table.here(place):
        if piece.kind in letters:
            found[letters[piece.kind]] += piece.steps or 1
        elif piece.kind in force_names():
            found[piece.kind] += 1
    return found


def force_names() -> set[str]:
    return {word for text in LEADERS for word in force(text) if word.islower()}


LEADERS = (
    STAND_UP["us"].partition(" ")[2],
    STAND_UP["trans_ocean"],
    *ARRIVALS["campaign"].values(),
    *(text.partition(" ")[2] for text in STAND_UP["filipino"].split("|")),
    *(text.partition(" ")[2] for text in GUERRILLA_WAR["filipino"].split("|")),
    *(text.partition(" ")[2] for text in GUERRILLA_WAR["us"].split("|")),
)


@pytest.mark.long
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_set_ups_are_the_same(bench: Bench, scenario: str) -> None:
    table = bench.table(scenario)
    printed = GUERRILLA_WAR if scenario == "guerrilla_war" else STAND_UP
    for side in ("filipino", "us"):
        for place, units in stacks(printed[side]).items():
            here = counted(table, place, side)
            assert {name: here[name] for name in units} == units, place
    assert counted(table, "trans_ocean", "us") == force(printed["trans_ocean"])
    for turn, text in ARRIVALS[scenario].items():
        assert counted(table, f"turn:{turn}", "us") == force(text), turn
    for sea, boats in printed["gunboats"].items():
        assert len(table.here(sea, "gunboat")) == boats
    total = sum(piece.steps for piece in table.pieces.values() if piece.kind in INFANTRY)
    assert total == sum(piece.steps for piece in table.all(*INFANTRY))


@pytest.mark.long
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_its_own_wars_stand_before_its_judge(bench: Bench, scenario: str, tmp_path: Path) -> None:
    path = tmp_path / "war.vlog"
    game = bench.play(5, scenario, tidy=True)
    game.writer.write(path)
    assert len(game.writer.steps) > 100
    assert judge(bench.trial.rulebook.games, path) == []


@pytest.mark.long
def test_the_judge_finds_what_is_planted(bench: Bench, tmp_path: Path) -> None:
    path = tmp_path / "war.vlog"
    for kind in KINDS:
        wars = (
            bench.war(n, "guerrilla_war" if kind == "no_hunger" else "stand_up", kind)
            for n in range(50)
        )
        war = next(war for war in wars if war.planted)
        bench.write(war, 1, tidy=True).writer.write(path)
        faults = judge(bench.trial.rulebook.games, path)
        assert any(fault.clause == war.planted[0] for fault in faults), kind


@pytest.mark.long
def test_a_seed_decides_everything(bench: Bench) -> None:
    assert bench.war(3, "campaign").t.events == bench.war(3, "campaign").t.events


@pytest.mark.slow
def test_it_accepts_what_the_rulebook_plays(bench: Bench, tmp_path: Path) -> None:
    path = tmp_path / "war.vlog"
    for seed in range(100):
        bench.trial.random_game(seed).write(path)
        assert judge(bench.trial.rulebook.games, path) == [], seed


@pytest.mark.slow
def test_the_rulebook_accepts_what_it_plays(bench: Bench, tmp_path: Path) -> None:
    path = tmp_path / "war.vlog"
    for seed in range(100):
        bench.play(seed, tidy=True).writer.write(path)
        report = judge_log(bench.trial.rulebook, read_timeline([path]), [path.name])
        assert illegal(report) == [], seed
