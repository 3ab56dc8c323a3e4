"""Checks of `rules.yaml` that need no expressions: sides and phases exist.

The expressions and examples of its rules are checked in `modgen_rules.general`.
"""

from __future__ import annotations

from collections.abc import Iterator

from modgen.model.checks.check import Check
from modgen.model.files.diagnostics import PartDiagnostic, unknown_ids
from modgen.model.game import Game
from modgen.model.types.game_file import Phase


def page_references(game: Game) -> Iterator[PartDiagnostic]:
    """Rules refer to existing sides and phases."""
    phases = [phase.id for phase in _phases(game.info.sequence)]
    for rule in game.rules:
        yield from unknown_ids(rule, ("side",), "side", [rule.side], game.sides)
        yield from unknown_ids(rule, ("phase",), "phase", [rule.phase], phases)


def _phases(siblings: list[Phase]) -> Iterator[Phase]:
    for phase in siblings:
        yield phase
        yield from _phases(phase.phases)


REFERENCES: tuple[Check, ...] = (page_references,)
