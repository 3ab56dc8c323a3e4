"""The clauses of a game's `rulebook.yaml` as the table of its checker."""

from __future__ import annotations

from pathlib import Path

from modgen.model.game import Game
from modgen.model.tactics.rule_texts import clause_texts, filled_text
from modgen_rules.engine.record.told_dice import RESULT
from modgen_rules.engine.reports.clauses import Clause, ClauseTable, consequences


def book_clauses(game: Game, prefix: str, folder: Path) -> ClauseTable:
    """Every clause with the text that players read; a code is `TP-3.1-points`.

    `folder` has the table of consequences, if there is one.
    """
    found = []
    for clause, text in clause_texts(game):
        told = {
            name: filled_text(game, getattr(clause, name))
            for name in ("why", "legal", "illegal", "cannot")
        }
        found.append(
            Clause(
                clause.number,
                f"{prefix}-{clause.number}-{clause.slug}",
                text,
                "rule",
                clause.severity,
                told["why"],
                "",
                told["legal"],
                told["illegal"],
                told["cannot"],
                needs=(RESULT,) if clause.diced else (),
            )
        )
    return ClauseTable(prefix, tuple(found), consequences=consequences(folder))
