"""Every ruling that a suspicion names is a heading of the file of rulings."""

from __future__ import annotations

from pathlib import Path

from modgen_rules.junta_coup.judging.rulings import FILE, SOFT
from tests.junta_coup.bridge import CoupBench


def test_suspicions_rest_on_rulings_that_exist(coups: CoupBench) -> None:
    text = Path(__file__).parents[2].joinpath("docs/rulings", FILE).read_text("utf-8")
    headings = [line[3:] for line in text.splitlines() if line.startswith("## ")]
    assert len(headings) == len(set(headings))
    assert set(SOFT.values()) <= set(headings)
    assert set(SOFT) <= set(coups.rulebook.clauses.by_number)
