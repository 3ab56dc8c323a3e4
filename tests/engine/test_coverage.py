"""The states of clauses: what a test reported, what the code only models, what no log shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from modgen_rules.engine.pairs.coverage import coverage, reported, unknown
from modgen_rules.engine.reports.clauses import Clause, ClauseError, ClauseTable, read_clauses
from tests.reporting import RULES, exists, read_snapshot, snapshot, table

CODE = '''
"""A docstring with 1.a alone does not count."""
def check(find):
    """1.a, 1.b: the procedure."""
    find("1.a")
    find("1.c")
TABLE = {"1.d": 2}
'''

PAIR = """
pairs:
  1.a: [{position: {scenario: s}, legal: "", illegal: army to east}]
  1.d: [{position: {scenario: s}, legal: "", illegal: army to east, found: 1.a}]
"""


def clause(number: str, cannot: str = "") -> Clause:
    return Clause(number, f"X-1-{number[-1]}", "Rule.", "effect", "error", "", "", "", "", cannot)


def test_states(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text(CODE)
    (tmp_path / "causes.csv").write_text("change,clause\ngas on,1.c\n")
    (tmp_path / "reported.json").write_text('{"1.a": ["t.py::test_a"], "1.b": ["t.py::test_b"]}')
    clauses = ClauseTable("X", (clause("1.a"), clause("1.b"), clause("1.c"), clause("1.d", "no")))
    found = coverage(tmp_path, clauses)
    assert {number: one.state for number, one in found.items()} == {
        "1.a": "reported",
        "1.b": "modelled",
        "1.c": "modelled",
        "1.d": "not observable",
    }
    assert found["1.a"].code == ["rules.check"]
    assert found["1.c"].code == ["causes.gas on", "rules.check"]
    assert found["1.d"].code == ["rules.TABLE"]


def test_tables_with_empty_lines_and_other_encodings(tmp_path: Path) -> None:
    clauses = ClauseTable("X", (clause("1.a"),))
    (tmp_path / "empty.csv").write_text("")
    (tmp_path / "causes.csv").write_text("change,clause\n\ngas on,1.a\ngas off,1.z\n")
    assert coverage(tmp_path, clauses)["1.a"].code == ["causes.gas on"]
    assert unknown(tmp_path, clauses) == ["causes.csv: 1.z"]
    (tmp_path / "causes.csv").write_bytes(b"change,clause\ngas \xff,1.a\n")
    with pytest.raises(ClauseError, match=r"causes\.csv is not UTF-8 text"):
        coverage(tmp_path, clauses)


def test_where_there_are_pairs_only_they_show_that_a_clause_is_reported(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text(CODE)
    (tmp_path / "reported.json").write_text('{"1.a": ["t.py::test_a"], "1.c": ["t.py::test_c"]}')
    (tmp_path / "pairs.yaml").write_text(PAIR)
    clauses = ClauseTable("X", (clause("1.a"), clause("1.c"), clause("1.d", "no")))
    found = coverage(tmp_path, clauses)
    assert {number: one.state for number, one in found.items()} == {
        "1.a": "reported",
        "1.c": "modelled",
        "1.d": "not observable",
    }


@pytest.mark.parametrize("game", ["people-power", "junta-coup"])
def test_the_table_is_what_the_tests_reported(game: str) -> None:
    """Written by `pytest --write-reported`; the tests themselves compare each message."""
    folder = RULES / game.replace("-", "_")
    messages = read_snapshot(snapshot(game))
    assert reported(folder) == table(messages)
    numbers = read_clauses(folder, "X").by_number
    assert [clause for clause, _ in messages if clause not in numbers] == []
    assert [test for _, test in messages if not exists(test)] == []
    assert len({clause for clause, _ in messages}) > 20
