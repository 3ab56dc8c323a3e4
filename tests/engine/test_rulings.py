"""Every ruling that a table of clauses names is a heading of docs/rulings."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from modgen.model.game import Game
from modgen_rules.engine.reports.clauses import Clause, ClauseTable, read_clauses
from modgen_rules.engine.reports.findings import GameReport, Report, Span
from modgen_rules.engine.reports.report_builder import ReportBuilder
from tests.reporting import RULES

RULINGS = Path(__file__).parents[2] / "docs" / "rulings"


@pytest.mark.parametrize(
    "folder", ["people_power", "junta_coup", "amigos_insurrectos", "civil_power"]
)
def test_every_ruling_is_written_down(folder: str) -> None:
    for clause in read_clauses(RULES / folder, "X").clauses:
        if clause.ruling:
            file, _, heading = clause.ruling.partition("#")
            text = (RULINGS / file).read_text("utf-8")
            assert re.search(rf"^#+ {re.escape(heading)}$", text, re.M), clause.number


def builder(game: Game, soft: bool) -> ReportBuilder:
    clause = Clause(
        "1.a",
        "X-1-a",
        "Rule.",
        "effect",
        "error",
        "",
        "",
        "",
        "",
        "",
        soft,
        "x.md#open" if soft else "",
    )
    return ReportBuilder(game, ClauseTable("X", (clause,)), GameReport("x", "X", ["a.vlog"]))


def test_a_finding_that_depends_on_a_soft_ruling_is_not_illegal(vales: Game) -> None:
    for soft, code in ((False, 1), (True, 0)):
        made = builder(vales, soft)
        made.find("1.a", "illegal", Span(1, 2), "red", "Turn 1", observed="4", expected="3")
        (finding,) = made.report.findings
        assert finding.verdict == ("suspect" if soft else "illegal")
        assert finding.ruling == ("x.md#open" if soft else "")
        assert Report([made.report]).exit_code() == code
        assert "4 instead of 3" in finding.message
    made = builder(vales, False)
    made.find("1.a", "illegal", Span(1, 2), "red", "Turn 1", ruling="x.md#this-case")
    assert made.report.findings[0].verdict == "suspect"


def test_what_rests_on_an_assumed_fact_is_law_on_our_own_module_only(vales: Game) -> None:
    for binding, verdict in ((True, "illegal"), (False, "cannot-tell")):
        made = builder(vales, False)
        made.treat_assumed_as_binding = binding
        made.assumed_fact = lambda number: "borders that are not printed"
        made.find("1.a", "illegal", Span(1, 2), "red", "Turn 1")
        assert made.report.findings[0].verdict == verdict
        assert bool(made.report.findings[0].fact) == (not binding)


def test_the_same_finding_is_noted_once(vales: Game) -> None:
    made = builder(vales, False)
    for _ in range(2):
        made.find("1.a", "illegal", Span(1, 2), "red", "Turn 1", piece="Troops")
    made.find("1.a", "illegal", Span(3, 4), "red", "Turn 1", piece="Troops")
    assert len(made.report.findings) == 2
