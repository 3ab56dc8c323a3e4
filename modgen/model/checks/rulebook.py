"""Checks of `rulebook.yaml`: numbers of clauses, numbers in texts, counters and charts."""

from __future__ import annotations

from collections.abc import Iterator

from modgen.model.checks.check import Check
from modgen.model.files.diagnostics import PartDiagnostic, unknown_ids
from modgen.model.game import Game
from modgen.model.tactics.rule_texts import unknown_numbers
from modgen.model.types.base import Part
from modgen.model.types.rulebook import BookClause

TEXTS = ("text", "why", "legal", "illegal", "cannot")


def book_references(game: Game) -> Iterator[PartDiagnostic]:
    """Sections show existing counters and charts; texts name numbers of the data."""
    book = game.rulebook
    if book is None:
        return
    charts = [chart.id for chart in game.charts]
    scenarios = [scenario.id for scenario in game.scenarios]
    pieces = {*game.piece_types} | {
        f"{piece.id}/{face.id}" for piece in game.pieces for face in piece.faces
    }
    for text in (book.intro, *book.notes):
        yield from _numbers(game, book, "intro" if text == book.intro else "notes", text)
    for section in book.sections:
        yield from unknown_ids(section, ("charts",), "chart", section.charts, charts)
        yield from unknown_ids(section, ("setup",), "scenario", [section.setup], scenarios)
        yield from unknown_ids(section, ("pieces",), "piece", section.pieces, pieces)
        yield from _numbers(game, section, "intro", section.intro)
        for clause in section.clauses:
            for field in TEXTS:
                yield from _numbers(game, clause, field, getattr(clause, field))


def _numbers(game: Game, part: Part, field: str, text: str) -> Iterator[PartDiagnostic]:
    for path in unknown_numbers(game, [text]):
        yield PartDiagnostic(
            part,
            (field,),
            f"the data has no number `{path}`",
            "write a path such as `{numbers.retreat}` or `{terrains.woods.cost}`",
        )


def clause_numbers(game: Game) -> Iterator[PartDiagnostic]:
    """Each clause has a number of its own, which begins with that of its section."""
    seen: set[str] = set()
    for section in game.rulebook.sections if game.rulebook else ():
        for clause in section.clauses:
            yield from _clause_number(clause, section.number, seen)


def _clause_number(clause: BookClause, section: str, seen: set[str]) -> Iterator[PartDiagnostic]:
    if clause.number in seen:
        message = f"the clause {clause.number} is duplicated"
        yield PartDiagnostic(clause, ("number",), message, "renumber one of the two")
    if clause.number.partition(".")[0] != section:
        message = f"the clause {clause.number} is in section {section}"
        hint = f"give it a number such as {section}.1"
        yield PartDiagnostic(clause, ("number",), message, hint)
    seen.add(clause.number)


REFERENCES: tuple[Check, ...] = (book_references, clause_numbers)
