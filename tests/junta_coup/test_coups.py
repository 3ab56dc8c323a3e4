"""Whole coups: legal ones without an accusation, mistakes found, bad logs survived."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from modgen.log.timeline import read_timeline
from modgen.vassal.stream import Node
from modgen_rules.engine.judging import judge_log
from modgen_rules.engine.pairs.coverage import unknown
from modgen_rules.engine.record.log_parts import UnusableLogError
from modgen_rules.engine.record.own_lookups import Lookups, own_lookups
from modgen_rules.engine.reports.findings import Report
from modgen_rules.engine.writing.human_noise import LIGHT, QUIET
from modgen_rules.engine.writing.written_table import LogWriterError
from tests.fast_share import every_nth_fast
from tests.junta_coup.bridge import SEATS, CoupBench, Writer, checked
from tests.junta_coup.truth import ALSO, UNSEEN, wrong
from tests.junta_reference.bench import fire, lost, started
from tests.junta_reference.mutate import OPERATORS
from tests.junta_reference.play import play
from tests.junta_reference.record import Event

SQUARE = "cathedral_square"


@pytest.mark.long
@pytest.mark.parametrize("seed", every_nth_fast(4, range(12)))
def test_what_the_second_engine_plays_is_legal(seed: int, coups: CoupBench, tmp_path: Path) -> None:
    start, events = play(seed, SEATS[seed % 4])
    noise = LIGHT if seed % 2 else QUIET
    report = checked(coups, start, events, tmp_path / "c.vlog", seed, noise)
    assert report.findings == []
    assert report.count("ok") > 8


@pytest.mark.long
@pytest.mark.parametrize("seed", every_nth_fast(3, range(6)))
def test_simulated_coups_are_legal(seed: int, coups: CoupBench, tmp_path: Path) -> None:
    tables = {name: table.copy() for name, table in coups.tables.items()}
    log, planted = coups.rulebook.simulate(tables, coups.module, seed, noise=seed % 2 == 1)
    path = tmp_path / "coup.vlog"
    log.write(path)
    assert planted == []
    assert judge_log(coups.rulebook, read_timeline([path]), ["coup"]).findings == []


@pytest.mark.long
@pytest.mark.parametrize("seed", [5, 6])
def test_planted_mistakes_are_found(seed: int, coups: CoupBench, tmp_path: Path) -> None:
    tables = {name: table.copy() for name, table in coups.tables.items()}
    log, planted = coups.rulebook.simulate(tables, coups.module, seed, False, mistakes=3)
    path = tmp_path / "coup.vlog"
    log.write(path)
    report = judge_log(coups.rulebook, read_timeline([path]), ["coup"])
    assert len(planted) == 3
    illegal = {one.clause for one in report.findings if one.verdict == "illegal"}
    assert {one.rpartition("[")[2].rstrip("]") for one in planted} == illegal
    assert Report([report]).exit_code() == 1


@pytest.mark.long
@pytest.mark.parametrize(
    "name", every_nth_fast(4, (name for name in OPERATORS if name not in UNSEEN))
)
def test_mistakes_are_flagged(name: str, coups: CoupBench, tmp_path: Path, reported) -> None:
    """In the first coup in which the mistake can be made, or in one of five later coups."""
    made = 0
    for seeds, most in ((range(30, 42), 1), (range(60, 120), 6)):
        for seed in seeds if made or most == 1 else ():
            start, events = play(seed, SEATS[seed % 4])
            mutant = OPERATORS[name](start, events, random.Random(seed))
            if mutant is None or made == most:
                continue
            try:
                report = checked(coups, start, mutant[0], tmp_path / "c.vlog", seed)
            except (LogWriterError, KeyError):
                continue  # There is no such place on the table.
            made += 1
            shown = wrong(start, events, mutant[0])
            bad = [one.clause for one in report.findings if one.verdict in ("illegal", "suspect")]
            assert bad or not shown
            own = {mutant[1], *shown}
            if bad[:1] and bad[0] in own.union(*(ALSO.get(one, ()) for one in own)):
                reported(report, bad[0])
                return
    if not made:
        pytest.skip("no coup in reach lets it happen")


BATTLE = [
    Event("phase", number=0),
    Event("battle_step"),
    Event("phase", number=1),
    Event("battle_step"),
    Event("declare", "benitez", place=SQUARE),
    Event("battle", "benitez", place=SQUARE),
]


def battle(coups: CoupBench, path: Path, *events: Event) -> list[str]:
    """The clauses broken by a battle of Benítez (one Unit) and Cárdenas (two) in the square."""
    start = started()
    moved = [
        Event("move", "benitez", ("brigade_1_1",), SQUARE),
        Event("move", "cardenas", ("brigade_2_1", "brigade_2_2"), SQUARE),
    ]
    Writer(coups, start).write([*moved, *BATTLE, *events, Event("battle_end", place=SQUARE)], path)
    report = judge_log(coups.rulebook, read_timeline([path]), ["c"])
    every = [one.clause for finding in report.findings for one in finding.whole]
    return [one for one in every if one.startswith(("13", "14", "15"))]


def shot(who: str, target: str, number: int, *dice: int) -> Event:
    return fire(who, target, number, *dice)._replace(place=SQUARE)


def test_the_dead_shoot_back(coups: CoupBench, tmp_path: Path) -> None:
    """13.c: Andy kills Bill's Unit, which fires once more."""
    found = battle(
        coups,
        tmp_path / "c.vlog",
        shot("cardenas", "benitez", 1, 6, 2),
        shot("benitez", "cardenas", 1, 6),
        lost("benitez", "brigade_1_1"),
        lost("cardenas", "brigade_2_1"),
    )
    assert found == []


def test_a_loss_before_the_answer_is_legal(coups: CoupBench, tmp_path: Path) -> None:
    found = battle(
        coups,
        tmp_path / "c.vlog",
        shot("cardenas", "benitez", 1, 6, 2),
        lost("benitez", "brigade_1_1"),
        shot("benitez", "cardenas", 1, 3),
    )
    assert found == []


def test_three_dice_of_two_units(coups: CoupBench, tmp_path: Path) -> None:
    assert battle(coups, tmp_path / "c.vlog", shot("cardenas", "benitez", 1, 1, 2, 3)) == ["14.a"]


def test_who_lost_less_stays(coups: CoupBench, tmp_path: Path) -> None:
    """15.a: Cárdenas lost a Unit, so Benítez stays and Cárdenas leaves."""
    fought = (shot("benitez", "cardenas", 1, 6), lost("cardenas", "brigade_2_1"))
    away = Event("retreat", "cardenas", ("brigade_2_2",), "market")
    stay = Event("retreat", "benitez", ("brigade_1_1",), "market")
    path = tmp_path / "c.vlog"
    assert battle(coups, path, *fought, away) == []
    assert battle(coups, path, *fought) == ["15.c"]
    assert "15.a" in battle(coups, path, *fought, stay)
    far = away._replace(place="slums")
    assert battle(coups, path, *fought, far) == ["15.d"]


def test_a_unit_removed_without_a_hit_accuses_nobody_who_retreats(
    coups: CoupBench, tmp_path: Path
) -> None:
    """15.a: Benítez removes a Unit that no die hit; Cárdenas had lost more and leaves."""
    found = battle(
        coups,
        tmp_path / "c.vlog",
        shot("benitez", "cardenas", 1, 6),
        lost("cardenas", "brigade_2_1"),
        lost("benitez", "brigade_1_1"),
        Event("retreat", "cardenas", ("brigade_2_2",), "market"),
    )
    assert found == ["14.e"]


def test_what_rests_on_our_city_is_not_law_elsewhere(coups: CoupBench, tmp_path: Path) -> None:
    start = started()
    far = Event("move", "benitez", ("brigade_1_1",), "hills")
    path = Writer(coups, start).write([far, *BATTLE[2:3]], tmp_path / "c.vlog")
    for lawful, verdict in ((True, "illegal"), (False, "cannot-tell")):
        lookups = Lookups(*own_lookups(coups.rulebook.games), own=lawful)
        found = judge_log(coups.rulebook, read_timeline([path]), ["c"], lookups).findings
        assert [one.verdict for one in found if one.clause == "5.c"] == [verdict]


@pytest.mark.long
def test_a_log_that_breaks_off(coups: CoupBench, tmp_path: Path) -> None:
    """What is not finished is not judged."""
    start, events = play(3, 7)
    for end in (len(events) // 3, len(events) // 2):
        report = checked(coups, start, events[:end], tmp_path / "c.vlog", 3)
        assert report.findings == []


def test_a_log_of_the_engine_itself(coups: CoupBench) -> None:
    """Played in VASSAL 3.7.26: turns of movement with an undo, and a battle that is not over."""
    path = Path(__file__).parents[1] / "corpus" / "junta-coup.vlog"
    report = judge_log(coups.rulebook, read_timeline([path]), [path.name])
    assert report.findings == []
    assert [(one.actor, one.story) for one in report.segments[:3]] == [
        (
            "Cárdenas",
            "6 Units of the 1st Army Brigade move from 1st Brigade Base to Puerto del Sur",
        ),
        (
            "Dorado",
            "1 Unit of the 2nd Army Brigade moves from 2nd Brigade Base to Government Quarter",
        ),
        (
            "Cárdenas",
            "3 Units of the 1st Army Brigade move from Puerto del Sur to Police Precinct 4",
        ),
    ]
    assert report.segments[3].verdict == "cannot-tell"


@pytest.mark.long
def test_unusable_and_hostile_logs(coups: CoupBench, tmp_path: Path) -> None:
    start, events = play(2, 6)
    path = tmp_path / "c.vlog"
    writer = Writer(coups, start)
    writer.write(events[: len(events) // 3], path)
    chance = random.Random(5)
    for _ in range(12):  # any steps left out, doubled, or in another order: a report, no crash
        steps = writer.log.steps
        writer.log.steps = [one for one in steps if chance.random() < 0.8]
        chance.shuffle(writer.log.steps)
        writer.log.steps.append(Node("CHAT** Aranda (x) rolls Attack dice: 9, 9 **"))
        writer.log.write(path)
        assert judge_log(coups.rulebook, read_timeline([path]), ["c"]).segments
        writer.log.steps = steps
    writer.log.start = ([], [])
    writer.log.steps = []
    writer.log.write(path)
    with pytest.raises(UnusableLogError, match="none of the pieces of Junta"):
        judge_log(coups.rulebook, read_timeline([path]), ["c"])


def test_codes_and_numbers_are_unique(coups: CoupBench) -> None:
    clauses = coups.rulebook.clauses.clauses
    assert len({one.number for one in clauses}) == len({one.code for one in clauses}) == 151


@pytest.mark.long
def test_the_code_names_no_clause_that_does_not_exist(coups: CoupBench) -> None:
    assert unknown(coups.rulebook.folder, coups.rulebook.clauses) == []
