"""A game's own rulebook with general laws and rules.yaml in one report."""

from __future__ import annotations

import pytest

from modgen.assets import asset_path
from modgen_rules.engine.judging import judge_log
from modgen_rules.engine.reports.findings import GameReport
from modgen_rules.engine.rulebook import Rulebook, load_rulebook
from modgen_rules.general.book import GeneralRulebook
from modgen_rules.general.joined import JoinedRulebook, joined, known_clauses
from tests.general.workbench import Hands, Workbench


@pytest.fixture
def own(vales: Workbench) -> Rulebook:
    """The rulebook that `modgen new --rulebook` writes."""
    book = load_rulebook(vales.games, asset_path("template_rulebook"))
    assert book is not None
    return book


def spoilt(vales: Workbench) -> Hands:
    """A march that is too far, a castle too many in a vale, a number that nothing explains."""
    log = vales.writer()
    log.phase("march")
    log.go("red", "army_red", "east", "west")
    log.go("red", "castle_red", "red_camp", "east")
    log.phase("count")
    log.go("blue", "army_blue", "west", "north")
    return log


def judged(vales: Workbench, book: Rulebook) -> GameReport:
    return judge_log(book, vales.read(spoilt(vales)), ["trial.vlog"])


def test_a_rulebook_asks_for_general_laws(vales: Workbench, own: Rulebook) -> None:
    alone = judged(vales, own)
    own.general_laws = ("stacking", "moves.no-path")  # type: ignore[attr-defined]
    book = joined(own, vales.loaded.sources)
    assert isinstance(book, JoinedRulebook)
    both = judged(vales, book)
    codes = {one.code for one in both.findings}
    assert codes == {one.code for one in alone.findings} | {"LAW-stacking-limit"}
    assert len(both.segments) == len(alone.segments), "the turns are those of the rulebook"
    (law,) = [one for one in both.findings if one.code == "LAW-stacking-limit"]
    assert law.basis.startswith("game.yaml:")


@pytest.mark.long
def test_the_table_has_the_clauses_of_both(vales_with_rules: Workbench) -> None:
    own = load_rulebook(vales_with_rules.games, asset_path("template_rulebook"))
    assert own is not None
    own.general_laws = ("stacking",)  # type: ignore[attr-defined]
    book = joined(own, vales_with_rules.loaded.sources)
    numbers = set(book.clauses.by_number)
    assert {"1.a", "stacking.limit", "rule.castles-stand"} <= numbers
    assert "moves.too-far" not in numbers
    assert set(known_clauses(book)) == numbers
    assert known_clauses(book)["stacking.limit"].state == "reported"


def test_a_turn_with_a_general_finding_is_not_explained(vales: Workbench, own: Rulebook) -> None:
    own.general_laws = ("stacking",)  # type: ignore[attr-defined]
    report = judged(vales, joined(own, vales.loaded.sources))
    for finding in report.findings:
        turns = [
            one
            for one in report.segments
            if one.where.first <= finding.where.first <= one.where.last
        ]
        assert all(one.verdict != "ok" for one in turns)


def test_general_laws_alone_are_not_joined(vales: Workbench) -> None:
    book = GeneralRulebook(vales.games, vales.loaded.sources)
    assert joined(book, vales.loaded.sources) is book
