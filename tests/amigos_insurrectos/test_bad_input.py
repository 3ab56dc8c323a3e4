"""Logs that leave something open: they are judged as far as they can be, and the report says so."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import pytest

from modgen.log.timeline import read_timeline
from modgen_rules.amigos_insurrectos.checker import Rulebook
from modgen_rules.amigos_insurrectos.judging.setups import begins
from modgen_rules.amigos_insurrectos.reading.limits import NO_MARKER, NO_TRACKER, OTHER_MODULE
from modgen_rules.amigos_insurrectos.reading.war import War
from modgen_rules.engine.judging import judge_log
from modgen_rules.engine.pipeline import check
from modgen_rules.engine.record.own_lookups import Lookups, own_lookups
from modgen_rules.engine.record.table_acts import Move, PlannedAct, StepTracker
from modgen_rules.engine.reports.findings import GameReport
from modgen_rules.engine.writing.log_writer import LogWriter
from tests.amigos_insurrectos.wars import Story, WarBench


def cut(wars: WarBench, story: Story, first: int, path: Path, *leave: str) -> GameReport:
    """The report of a war that begins with an act; markers and the tracker may be left out."""
    table, game = story.start.copy(), wars.trial.game
    before = LogWriter(game, [game], table, wars.trial.module.metadata)
    do(before, story.acts[:first])
    after = LogWriter(game, [game], before.table.copy(), wars.trial.module.metadata)
    kept = []
    for one in story.acts[first:]:
        act = one.act
        if isinstance(act, StepTracker) and "tracker" in leave:
            continue
        keys = act.keys if isinstance(act, Move) else (getattr(act, "key", ""),)
        kinds = {after.states[key].kind for key in keys if key in after.states}
        if not ("battle" in leave and "battle" in kinds):
            kept.append(one)
    do(after, kept)
    after.write(path)
    return wars.judge(path)


def do(writer: LogWriter, acts: list[PlannedAct] | tuple[PlannedAct, ...]) -> None:
    for one in acts:
        writer.actor = one.actor
        writer.do(one.act)


def illegal(report: GameReport) -> list[str]:
    return [one.message for one in report.findings if one.verdict == "illegal"]


@pytest.fixture(scope="module")
def story(wars: WarBench) -> Story:
    return wars.story(0, last=3)


@pytest.mark.long
def test_a_log_from_mid_war(wars: WarBench, story: Story, tmp_path: Path) -> None:
    """From every phase of turn 2, as a save would: nothing legal is accused."""
    marks = [mark for mark in story.marks if mark.turn == 2]
    for mark in marks[::4]:
        report = cut(wars, story, mark.index, tmp_path / "war.vlog")
        assert illegal(report) == [], mark.phase
        assert report.remarks[0].startswith("The log begins on turn 2, in the phase ")


@pytest.mark.long
@pytest.mark.parametrize(
    ("leave", "said"),
    [(("battle",), {NO_MARKER}), (("battle", "tracker"), {NO_MARKER, NO_TRACKER})],
)
def test_a_log_without_markers(
    wars: WarBench, story: Story, tmp_path: Path, leave: tuple[str, ...], said: set[str]
) -> None:
    report = cut(wars, story, 0, tmp_path / "war.vlog", *leave)
    assert illegal(report) == []
    assert set(report.remarks) == said


@pytest.mark.long
def test_a_log_on_another_module(wars: WarBench, story: Story, tmp_path: Path) -> None:
    """What rests on an assumed map cannot be told; the rest is judged."""
    path = tmp_path / "war.vlog"
    cut(wars, story, 0, path)
    timeline = read_timeline([path])
    lookups = Lookups(*own_lookups(wars.trial.rulebook.games), own=False)
    report = judge_log(wars.trial.rulebook, timeline, ["war"], lookups)
    assert illegal(report) == []
    assert report.remarks == [OTHER_MODULE]


@pytest.mark.long
def test_a_log_on_another_version(wars: WarBench, story: Story, tmp_path: Path) -> None:
    path, game = tmp_path / "war.vlog", wars.trial.game
    module = wars.trial.module.metadata._replace(version="0.0.1")
    writer = LogWriter(game, [game], story.start.copy(), module)
    do(writer, story.acts[:5])
    writer.write(path)
    (report,) = check([path]).games
    assert (
        f"version 0.0.1 of the module; it is judged by version {game.info.version}"
        in (report.remarks[0])
    )


@pytest.mark.long
def test_a_tracker_that_shows_no_phase(wars: WarBench, story: Story, tmp_path: Path) -> None:
    """A tracker beyond its last phase, and pieces that are gone, crash nothing."""
    path = tmp_path / "war.vlog"
    wars.write(story, story.acts, path)
    with ZipFile(path) as old:
        entries = {name: old.read(name) for name in old.namelist()}
    data = entries["savedGame"]
    key = int(data[5:7], 16)  # after "!VCSK": each byte is masked with it
    text = bytes(one ^ key for one in bytes.fromhex(data[7:].decode())).decode()
    assert "-1;5" in text
    entries["savedGame"] = b"!VCSK00" + text.replace("-1;5", "-1;99").encode().hex().encode()
    with ZipFile(path, "w") as new:
        for name, data in entries.items():
            new.writestr(name, data)
    assert wars.judge(path).segments


@pytest.mark.long
def test_a_log_from_mid_war_belongs_to_the_scenario_that_its_save_names(
    wars: WarBench, story: Story, tmp_path: Path
) -> None:
    path = tmp_path / "war.vlog"
    cut(wars, story, next(mark.index for mark in story.marks if mark.turn == 2), path)
    book = Rulebook([wars.trial.game])
    timeline = read_timeline([path])
    judge_log(book, timeline, [path.name])
    war = War(book.country)
    begins(book._read[timeline][0], war)
    assert (war.scenario, war.from_start) == (story.scenario, False)


@pytest.mark.long
@pytest.mark.parametrize("phase", ["objectives", "us_ground"])
def test_a_log_that_begins_with_the_first_phase_shows_the_whole_turn(
    wars: WarBench, story: Story, tmp_path: Path, phase: str
) -> None:
    path = tmp_path / "war.vlog"
    mark = next(one for one in story.marks if (one.turn, one.phase) == (2, phase))
    cut(wars, story, mark.index + 1, path)
    book = Rulebook([wars.trial.game])
    timeline = read_timeline([path])
    judge_log(book, timeline, [path.name])
    war = War(book.country)
    begins(book._read[timeline][0], war)
    assert war.whole is (phase == "objectives")
