"""Rulebooks: one package a game beside this one, found by the game's id."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

from modgen.log.table import Table
from modgen.log.timeline import Timeline
from modgen.model.game import Game
from modgen.vassal.metadata import Metadata
from modgen_rules.engine.clauses import ClauseTable
from modgen_rules.engine.findings import Report
from modgen_rules.engine.log_writer import LogWriter
from modgen_rules.engine.piece_states import PieceLookup
from modgen_rules.engine.place_lookup import PlaceLookup


class Rulebook(Protocol):
    """What a game's `checker` module gives: `Rulebook(games)`."""

    games: list[Game]
    """The game in each of its languages, its own first."""

    @property
    def clauses(self) -> ClauseTable:
        """Every numbered clause."""

    def check(
        self,
        timeline: Timeline,
        logs: list[str],
        gazetteer: PlaceLookup | None = None,
        vocabulary: PieceLookup | None = None,
        lawful: bool = True,
    ) -> Report:
        """Judge a game. `lawful`: assumed facts are law, as on our own module."""

    def simulate(
        self, tables: dict[str, Table], module: Metadata, seed: int, noise: bool, mistakes: int = 0
    ) -> tuple[LogWriter, list[str]]:
        """A whole game on one of the set-ups, by their id; the mistakes that were planted."""


def rulebook_package(game: str) -> str | None:
    """The package of a game's rulebook; None when it has none."""
    name = f"modgen_rules.{game.replace('-', '_')}"
    return name if find_spec(name) is not None and find_spec(f"{name}.checker") else None


def load_rulebook(games: list[Game]) -> Rulebook | None:
    """The rulebook of a game; None when it has none."""
    package = rulebook_package(games[0].id)
    if package is None:
        return None
    found: Rulebook = import_module(f"{package}.checker").Rulebook(games)
    return found


def chapter_files(package: str) -> Iterator[Path]:
    """The source files of a rulebook."""
    spec = find_spec(package)
    for place in (spec.submodule_search_locations or ()) if spec else ():
        yield from sorted(Path(place).glob("*.py"))
