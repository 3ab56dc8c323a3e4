"""Where on the board the act of a finding is, and how the page shows it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from modgen.log.page import page
from modgen.log.story import Story
from modgen.log.timeline import read_timeline
from modgen.model.loading.folder import Loaded
from modgen.vassal.components import component
from modgen.vassal.metadata import Metadata
from modgen.vassal.module import Module
from modgen_rules.engine.html_report import _point, write_pages
from modgen_rules.engine.pairs.pair_trials import TIDY, PairTrials
from modgen_rules.engine.pairs.pairs import Pair, read_pairs
from modgen_rules.engine.record.log_parts import LogPart
from modgen_rules.engine.record.open_log import open_log
from modgen_rules.engine.record.piece_states import PieceState
from modgen_rules.engine.reports.act_marks import _Change, _Search
from modgen_rules.engine.reports.findings import Act, Finding, GameReport, Mark, Report, Spot
from modgen_rules.engine.reports.secrecy import Secrets
from modgen_rules.engine.reports.words import words_of
from modgen_rules.engine.trial import TRIAL, Trial
from tests.log.test_sides import board, moved, piece, story
from tests.reporting import RULES
from tests.serve.conftest import CHROMIUM, FLAGS

MAPS = ("Main", "Track")
PAIRS = {pair.name: pair for pair in read_pairs(RULES / "tirad_pass")}


@pytest.fixture(scope="module")
def trials(tmp_path_factory: pytest.TempPathFactory) -> PairTrials:
    return PairTrials(Trial("tirad-pass", None, tmp_path_factory.mktemp("acts")))


def judged(trials: PairTrials, pair: Pair) -> GameReport:
    """The report on an illegal act; its log is `trial.vlog`."""
    writer = trials.record(pair, "illegal", TIDY)
    assert writer is not None
    writer.write(trials.trial.folder / TRIAL)
    return trials.trial.check(writer)


def first_finding(trials: PairTrials, pair: Pair) -> Finding:
    report = judged(trials, pair)
    assert report.findings[0].clause == pair.found
    return report.findings[0]


def places(trials: PairTrials, finding: Finding) -> list[tuple[str, str, str]]:
    """The role of each mark, and the places before and after the act."""
    book, path = trials.trial.rulebook, trials.trial.folder / TRIAL
    act = finding.act
    assert act is not None
    log = open_log(book.games, read_timeline([path]), book.kinds)
    found = []
    for mark in act.marks:
        ends = []
        for step in (act.before, act.after):
            table = log.timeline.go(step)
            state = log.tracker.state_of(table.pieces[mark.piece], table)
            ends.append(state.place if state else "")
        found.append((mark.role, ends[0], ends[1]))
    return found


@pytest.mark.long
def test_the_act_of_a_move_is_the_piece_with_both_places(trials: PairTrials) -> None:
    finding = first_finding(trials, PAIRS["3.1"])
    [(role, before, after)] = places(trials, finding)
    assert role == "moved"
    assert f"from {before} to {after}" in finding.message
    assert finding.act is not None
    assert finding.where.first <= finding.act.before + 1 <= finding.act.after <= finding.where.last


def test_the_act_of_a_retreat_ends_where_the_piece_went(trials: PairTrials) -> None:
    """Not in the place where it should have gone, although the piece came by there."""
    search = _Search(
        replace(
            first_finding(trials, PAIRS["8.3"]),
            message="Section 2 of Company 4 retreats from 0410 to 0312 instead of 0411",
            expected="0411",
            observed="0312",
        ),
        words_of(trials.trial.rulebook.games),
    )
    ways = [("0410", "0411"), ("0411", "0312"), ("0410", "0312")]
    changes = [
        _Change(n, n, "piece", *(PieceState("section_42", "full", one) for one in way), None, None)
        for n, way in enumerate(ways)
    ]
    assert [one.way for one in search.best(changes)[1]] == [("0410", "0312")]


def test_the_act_of_a_shot_is_who_fires_and_at_whom(trials: PairTrials) -> None:
    finding = first_finding(trials, PAIRS["6.2"])
    found = places(trials, finding)
    assert [role for role, *_ in found] == ["acting", "target"]
    assert f"from {found[0][1]} at {found[1][1]}" in finding.message


def test_a_box_of_the_same_name_as_its_markers_is_no_place_of_a_finding(
    people_power: Loaded,
) -> None:
    assert people_power.game is not None
    words = words_of([people_power.game])
    places, kinds = words.said("1 Guerrilla came to Zamboanga, which Terror does not do")
    assert places == [{"zamboanga"}]
    assert {"guerrilla", "terror"} <= kinds


def test_secret_pieces_are_not_told_apart(trials: PairTrials) -> None:
    finding = first_finding(trials, PAIRS["3.1"])
    timeline = read_timeline([trials.trial.folder / TRIAL])
    secrets = Secrets(timeline, trials.trial.game)
    secrets._touched = {finding.where.first}
    act = secrets.told([finding])[0].act
    assert act is not None
    assert [mark.piece for mark in act.marks] == [""]
    assert finding.act is not None
    assert [mark.after for mark in act.marks] == [mark.after for mark in finding.act.marks]


def test_an_act_counts_its_steps_over_all_logs(trials: PairTrials) -> None:
    finding = first_finding(trials, PAIRS["3.1"])
    act = finding.act
    assert act is not None
    assert finding.shifted(10).act == Act(act.before + 10, act.after + 10, act.marks)
    assert finding.shifted(0) == finding
    assert finding.data()["act"] == [act.before + 1, act.after]
    assert all(isinstance(mark, Mark) for mark in act.marks)


def test_a_place_without_pieces_is_marked_at_its_point() -> None:
    played = story([piece("Scout", "1", at=("Main", 9, 9))], [])
    for spot, drawn in (
        (Spot("Track", 3, 4), (1, 3, 4, 0)),
        (Spot("Hand", 3, 4), None),
        (None, None),
    ):
        assert _point(Mark("", "target", spot, None), spot, 0, played, [*MAPS]) == drawn


@pytest.mark.browser
@pytest.mark.parametrize("width", [1360, 390])
def test_the_page_shows_the_act_before_and_after(
    trials: PairTrials, tmp_path: Path, width: int
) -> None:
    from playwright.sync_api import sync_playwright

    report = judged(trials, PAIRS["6.2"])
    folder = trials.trial.folder
    report.parts = [LogPart(folder / TRIAL, report.steps)]
    module = trials.trial.drawn_module
    write_pages(Report([report]), [module], tmp_path / "report.html")
    told: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(viewport={"width": width, "height": 844})
        page.on("console", lambda one: told.append(one.text) if one.type == "error" else None)
        page.on("pageerror", lambda problem: told.append(str(problem)))
        page.goto((tmp_path / "report.html").as_uri())
        page.wait_for_selector("#act .part .shapes")
        act = report.findings[0].act
        assert act is not None
        assert page.inner_text("#where") == f"{act.after} / {report.steps}"
        assert page.locator("#board .shapes .target").count() > 0
        assert page.locator("#act .part .shapes circle").count() >= 4
        assert page.locator(".finding[aria-current=true]").count() == 1
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.locator("#act figure").first.click()
        assert page.inner_text("#where") == f"{act.before} / {report.steps}"
        assert page.locator("#act figure[aria-pressed=true]").inner_text().startswith("Before")
        page.click("#first")
        assert page.locator("#act").is_hidden()
        assert "DECLARE" not in page.inner_text("#story")
        browser.close()
    assert told == []


@pytest.mark.browser
def test_the_page_shows_an_act_on_two_maps(tmp_path: Path) -> None:
    """A piece goes from one map to another: both are shown, each before and after."""
    from playwright.sync_api import sync_playwright

    unit = piece("Unit", "1", at=("Main", 100, 100))
    played = story([unit], [*moved(unit, "1", ("Track", 200, 200))])
    maps = [component("Map", [component("BoardPicker", [board()])], mapName=name) for name in MAPS]
    module = Module(component("GameModule", maps), Metadata("1", "Two maps"))
    played = Story(played.timeline, module.tree, "", {})
    marks = [["moved", [0, 100, 100, 20], [1, 200, 200, 20]]]
    found = {"verdict": "illegal", "code": "X-1", "message": "It moved.", "steps": [1, 1]}
    report = {
        "summary": "1 finding",
        "findings": [found | {"act": {"before": 0, "after": 1, "marks": marks}}],
    }
    (tmp_path / "page.html").write_text(page(played, module, "Game", report), "utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        shown = browser.new_page(viewport={"width": 1200, "height": 800})
        shown.goto((tmp_path / "page.html").as_uri())
        shown.wait_for_selector("#act .part .shapes")
        names = [one.split("\n")[0] for one in shown.locator("#act figcaption").all_inner_texts()]
        assert names == ["Before · Main", "After · Main", "Before · Track", "After · Track"]
        gone = [one.locator(".gone:not(.edge)").count() for one in shown.locator(".part").all()]
        assert gone == [0, 1, 1, 0]
        pressed = shown.locator("#maps [aria-pressed=true]")
        assert pressed.inner_text() == "Track"
        shown.locator("#act figure").first.click()
        assert pressed.inner_text() == "Main"
        assert shown.inner_text("#where") == "0 / 1"
        browser.close()
