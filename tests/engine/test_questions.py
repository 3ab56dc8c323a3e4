"""The question of a finding if two readings of a log remain."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from modgen.model.game import Game
from modgen_rules.engine.record.piece_states import PieceState
from modgen_rules.engine.reports.clauses import ClauseError, read_clauses
from modgen_rules.engine.reports.findings import Finding, GameReport, Report, Span, Verdict
from modgen_rules.engine.reports.questions import Moved, question
from modgen_rules.engine.reports.reports import as_text
from tests.reporting import RULES

RULINGS = Path(__file__).parents[2] / "docs" / "rulings"
FILES = {
    "amigos_insurrectos": "amigos-insurrectos.md",
    "civil_power": "civil-power.md",
    "junta_coup": "junta-coup.md",
    "people_power": "people-power.md",
}


@pytest.mark.parametrize("book", FILES)
def test_each_soft_ruling_has_a_question_and_each_question_a_ruling(book: str) -> None:
    text = (RULINGS / FILES[book]).read_text("utf-8")
    rulings = dict(re.findall(r"^## (.+)\n((?:(?!^## ).*\n?)*)", text, re.M))
    soft = {name for name, about in rulings.items() if re.search(r"Firmness:.*\bsoft", about)}
    rows = csv.DictReader((RULES / book / "questions.csv").read_text("utf-8").splitlines())
    asked = {row["ruling"]: row["question"] for row in rows}
    assert soft - asked.keys() == set()
    assert asked.keys() - rulings.keys() == set()
    assert [text for text in asked.values() if ", or " not in text or "?" in text] == []


def test_a_table_of_questions_without_its_columns_is_refused(tmp_path: Path) -> None:
    (tmp_path / "clauses.csv").write_text((RULES / "junta_coup" / "clauses.csv").read_text("utf-8"))
    (tmp_path / "questions.csv").write_text("ruling,text\nlate,was it late\n")
    with pytest.raises(ClauseError, match=r"questions.csv:1: the column `question` is missing"):
        read_clauses(tmp_path, "JC")


def finding(verdict: Verdict, **more: str) -> Finding:
    where = Span(3, 3)
    return Finding("X-1", "1", verdict, "error", where, "Red", "Turn 1: it moved [1].", **more)


ARMY = PieceState("army_red", "front", "north"), PieceState("army_red", "front", "south")


@pytest.mark.parametrize(
    ("found", "moved", "die", "asked"),
    [
        (finding("illegal"), [Moved(*ARMY)], 0, ""),
        (
            finding("suspect"),
            [Moved(*ARMY)] * 2,
            0,
            "Ask: were 2 Red armies moved from North Vale to South Vale in this turn, or was the "
            "board only put right?",
        ),
        (
            finding("suspect"),
            [Moved(None, ARMY[1])],
            0,
            "Ask: was Red army added in South Vale in this turn, or was the board only put right?",
        ),
        (
            finding("suspect"),
            [],
            7,
            "Ask: were the dice at step 7 rolled for this, or for something else?",
        ),
        (
            finding("cannot-tell"),
            [],
            0,
            "Ask: was this left out, or was it done but not recorded?",
        ),
        (
            finding("cannot-tell", fact="the effect of card 9"),
            [],
            0,
            "Ask: did the game that was played have the same facts (the effect of card 9), or "
            "others?",
        ),
        (finding("illegal", question="Ask: was it A, or B?"), [], 0, "Ask: was it A, or B?"),
    ],
)
def test_the_two_readings_are_asked_about(
    vales: Game, found: Finding, moved: list[Moved], die: int, asked: str
) -> None:
    assert question(vales, found, moved, die) == asked


def test_the_text_report_asks() -> None:
    game = GameReport("x", "X", ["a.vlog"], [finding("suspect", question="Ask: was it A, or B?")])
    assert "    Ask: was it A, or B?" in as_text(Report([game])).splitlines()
