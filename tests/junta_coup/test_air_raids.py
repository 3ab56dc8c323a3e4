"""12.b, 12.c: each Air Raid that hits turns a marker over, and nothing else does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from modgen.log.timeline import read_timeline
from modgen_rules.engine.judging import judge_log
from modgen_rules.engine.record.table_acts import Flip
from modgen_rules.engine.reports.findings import GameReport
from tests.junta_coup.bridge import CoupBench, Writer
from tests.junta_coup.sheet import BASE_1, BASE_2, SOLDIERS, Found, sheet
from tests.junta_reference.play import play
from tests.junta_reference.record import Event, Start

SIX = 6


def raids() -> Iterator[tuple[Start, list[Event]]]:
    """Legal coups whose Air Raids all hit, one of them in a phase that the record goes beyond."""
    for seed in range(200):
        start, events = play(seed, 4 + seed % 4)
        flown = [one for one in events if one.what == "fire" and one.way == "air_raid"]
        if any(SIX not in one.dice for one in flown):
            continue
        for n, event in enumerate(events):
            hit = event.what == "fire" and event.way == "air_raid" and SIX in event.dice
            if hit and any(later.what == "phase" for later in events[n:]):
                yield start, events
                break


def judged(coups: CoupBench, writer: Writer, steps: list, path: Path) -> GameReport:
    writer.log.steps = steps
    writer.log.write(path)
    return judge_log(coups.rulebook, read_timeline([path]), [path.name])


def clauses(report: GameReport) -> set[str]:
    return {one.clause for one in report.findings if one.verdict in {"illegal", "suspect"}}


@pytest.mark.long
def test_a_marker_for_each_raid(coups: CoupBench, tmp_path: Path) -> None:
    start, events = next(raids())
    writer = Writer(coups, start)
    path = writer.write(events, tmp_path / "raid.vlog")
    steps = list(writer.log.steps)
    assert "12.c" not in clauses(judged(coups, writer, steps, path))
    turned = [
        n
        for n, one in enumerate(writer.log.acts)
        if isinstance(one.act, Flip) and one.act.face == "flown"
    ]
    forgotten = [step for n, step in enumerate(steps) if n != turned[0]]
    assert "12.c" in clauses(judged(coups, writer, forgotten, path))


@pytest.mark.long
def test_no_marker_without_a_raid(coups: CoupBench, tmp_path: Path) -> None:
    quiet = (play(seed, 4 + seed % 4) for seed in range(200))
    start, events = next(
        (start, events)
        for start, events in quiet
        if not any(event.way == "air_raid" for event in events)
        and sum(event.what == "phase" for event in events) > 1
    )
    writer = Writer(coups, start)
    path = writer.write(events, tmp_path / "quiet.vlog")
    steps = list(writer.log.steps)
    phase = max(
        n
        for n, one in enumerate(writer.log.acts)
        if "coup_phase" in str(one.act)
        or (hasattr(one.act, "place") and str(one.act.place).startswith("coup_track"))
    )
    writer.log.flip(writer.log.find("air_raid", "ready", "guns")[0], "flown")
    extra = writer.log.steps[-1]
    report = judged(coups, writer, [*steps[:phase], extra, *steps[phase:]], path)
    assert "12.c" in clauses(report)


@pytest.mark.parametrize("turned", [True, False])
def test_a_raid_that_misses_may_leave_its_marker(
    turned: bool, coups: CoupBench, tmp_path: Path
) -> None:
    table = sheet(coups, SOLDIERS, phase=1)
    table.rolls(1, 2, 3, 4, 5, 1, way="air_raid")
    table.phase(2)
    table.rolls(6, 2, 3, 4, 5, 1, way="air_raid")
    if turned:
        table.log.flip(table.log.find("air_raid", "ready", "guns")[0], "flown")
    table.dies("brigade_2", "parliament")
    table.phase(3)
    table.go("palace_guard", 1, "presidential_palace", "market")
    assert table.illegal().count("12.c") == (not turned)


@pytest.mark.parametrize(
    ("phase", "president", "found"),
    [(0, True, [("illegal", "3.c")]), (0, False, [("suspect", "3.d")]), (1, True, [])],
)
def test_el_presidente_bombards_nobody_in_the_rebellion(
    phase: int, president: bool, found: Found, coups: CoupBench
) -> None:
    table = sheet(coups, {BASE_1: {"market": 3}, BASE_2: {"market": 3}}, phase)
    family = "aranda" if president else "figueroa"
    table.log.move([table.log.where("almirante")[0][0]], f"family_{family}")
    table.log = table._begin(table.log.table)
    table.battle("market")
    table.fire(family, "dorado", 1, 2, 3, way="gunboat")
    table.home()
    table.phase(phase + 1)
    assert table.found() == found
