"""Every clause has a row, and a check or a reason why there is none."""

from __future__ import annotations

import re
from pathlib import Path

from modgen_rules.engine.pairs.coverage import unknown
from tests.accuracy.cases import Bench

FOLDER = Path(__file__).parents[2] / "rules" / "modgen_rules" / "people_power"


def test_codes_and_numbers_are_unique(bench: Bench) -> None:
    clauses = bench.rulebook.clauses.clauses
    assert len({one.number for one in clauses}) == len({one.code for one in clauses}) == 412


def test_the_code_cites_no_clause_that_is_none(bench: Bench) -> None:
    assert unknown(FOLDER, bench.rulebook.clauses) == []


def test_cards_are_called_by_their_names(bench: Bench) -> None:
    titles = {card.id: card.title for card in bench.game.cards}
    for one in bench.rulebook.clauses.clauses:
        for text in (one.legal, one.illegal):
            for found in re.finditer(r" \((\d+)\)", text):
                assert text[: found.start()].endswith(titles[found[1]]), text
