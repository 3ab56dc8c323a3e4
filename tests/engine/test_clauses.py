"""Every clause says why it is there, and shows a turn that keeps it and one that breaks it."""

from __future__ import annotations

from pathlib import Path

import pytest

from modgen_rules.engine.reports.clauses import Clause, read_clauses

RULES = Path(__file__).parents[2] / "rules" / "modgen_rules"
TABLES = ("people_power", "junta_coup", "amigos_insurrectos", "civil_power")
LONGEST = 160
"""Characters of a text: one line of a terminal that is not wide, wrapped once."""


@pytest.fixture(params=TABLES, name="clauses")
def clauses_(request: pytest.FixtureRequest) -> tuple[Clause, ...]:
    return read_clauses(RULES / request.param, "X").clauses


def test_no_clause_is_left_unexplained(clauses: tuple[Clause, ...]) -> None:
    assert [one.number for one in clauses if not (one.why and one.legal)] == []
    neither = [one.number for one in clauses if not one.illegal and not one.cannot]
    both = [one.number for one in clauses if one.illegal and one.cannot]
    assert (neither, both) == ([], []), "a breach is shown, or it is said why a log cannot show one"


def test_texts_are_short_sentences(clauses: tuple[Clause, ...]) -> None:
    texts = [text for one in clauses for text in (one.why, one.legal, one.illegal) if text]
    assert [text for text in texts if len(text) > LONGEST] == []
    assert [text for text in texts if not text.endswith(".")] == []
    assert [text for text in texts if not (text[0].isupper() or text[0].isdigit())] == []
    assert [text for text in texts if len(text.split()) < 2] == []


def test_each_clause_has_a_reason_and_turns_of_its_own(clauses: tuple[Clause, ...]) -> None:
    whys = [one.why for one in clauses]
    assert [why for why in whys if whys.count(why) > 1] == []
    shown = [text for one in clauses for text in (one.legal, one.illegal) if text]
    assert [text for text in shown if shown.count(text) > 1] == []


def test_a_reason_is_more_than_its_rule(clauses: tuple[Clause, ...]) -> None:
    echoes = [one.number for one in clauses if one.why.rstrip(".") in one.rule]
    assert echoes == []
