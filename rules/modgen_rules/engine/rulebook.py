"""The protocol of a rulebook, and how the rulebook of a game is found.

A rulebook is a class `Rulebook(games)`. It is found by an entry point of the group
`modgen.rulebooks` whose name is the game's id, or in a folder that the user names. Our own are
packages of `modgen_rules` and need no entry point. `docs/rulebook.md` shows how to write one.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from inspect import signature
from pathlib import Path
from pkgutil import iter_modules
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from modgen.errors import ModgenError
from modgen.log.table import Table
from modgen.model.files.diagnostics import PartDiagnostic
from modgen.model.game import Game
from modgen.vassal.metadata import Metadata
from modgen_rules.engine.record.open_log import OpenLog
from modgen_rules.engine.record.piece_states import PieceState
from modgen_rules.engine.reports.clauses import ClauseTable, read_clauses
from modgen_rules.engine.reports.report_builder import ReportBuilder

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from modgen_rules.engine.writing.log_writer import LogWriter

GROUP = "modgen.rulebooks"
MODULE = "rulebook.py"
"""The file of a rulebook's folder that has the class `Rulebook`."""
PACKAGE = "modgen_rules"
"""Its packages with a `checker` module are rulebooks, also in a checkout that is not installed."""


N = TypeVar("N")
"""A class with a field for each number of the rules."""


class RulebookError(ModgenError, ValueError):
    """A rulebook that cannot be loaded; the message says why."""


class PieceEdit(NamedTuple):
    """One piece of an action: how it was before the action, and how it is afterwards."""

    before: PieceState
    after: PieceState


class Action(NamedTuple):
    """A legal action: its description, and what it does to the pieces."""

    story: str
    edits: tuple[PieceEdit, ...]


class Rulebook(Protocol):
    """The rules of one game. A position and a turn are of types that the rulebook chooses."""

    games: Sequence[Game]
    """The game in each of its languages, the language of its files first."""
    folder: Path
    """The folder of its source, with `clauses.csv` and `reported.json`."""

    @property
    def kinds(self) -> Collection[str]:
        """The kinds of pieces that the rules are about; a log without any of them is refused."""

    @property
    def clauses(self) -> ClauseTable:
        """Every numbered clause."""

    def validate(self) -> Iterator[PartDiagnostic]:
        """What is wrong in the game's files by the rules, each with its part and field."""

    def position(self, pieces: Iterable[PieceState]) -> Any:
        """The pieces on the table as the rules see them."""

    def turns(self, log: OpenLog, report: ReportBuilder) -> Iterator[Any]:
        """The log cut into turns, in order; `report` takes what is wrong between them."""

    def actions(self, position: Any, actor: str) -> Iterator[Any]:
        """The legal actions of a side in a position.

        The random player chooses from them, unless the rulebook is a `Simulator`. A rulebook's own
        `explain` may ask whether one of them is what happened; no other part of the checker does.
        """

    def explain(self, turn: Any, report: ReportBuilder) -> None:
        """Judge a turn: note it in `report`, with a finding for each clause that it breaks."""


class TabledRulebook:
    """What rulebooks with a `clauses.csv` share. `games` is the game in each of its languages."""

    folder: Path
    prefix: str
    """The beginning of the codes of its clauses."""
    assumed: Mapping[str, Collection[str]] = MappingProxyType({})
    """Assumed facts, with the clauses that rest on them: other people's modules may differ."""

    def __init__(self, games: Sequence[Game]) -> None:
        self.games = games
        self.game = games[0]

    @cached_property
    def clauses(self) -> ClauseTable:
        """The clause table."""
        return read_clauses(self.folder, self.prefix)

    def validate(self) -> Iterator[PartDiagnostic]:
        """Nothing: the loader checks all that most rules read."""
        yield from ()

    def assumed_fact(self, number: str) -> str:
        """The assumed fact behind a clause; empty when it rests on the rulebook alone."""
        return next((fact for fact, numbers in self.assumed.items() if number in numbers), "")


@runtime_checkable
class Simulator(Protocol):
    """A rulebook that plays whole games itself."""

    def simulate(
        self, tables: dict[str, Table], module: Metadata, seed: int, noise: bool, mistakes: int = 0
    ) -> tuple[LogWriter, list[str]]:
        """Play a game from one of the set-ups, which are given by id.

        Returns the writer with the log, and a sentence for each mistake that was planted.
        """


@runtime_checkable
class Selective(Protocol):
    """A rulebook whose random games leave out what the data of a game does not state."""

    def not_played(self, tables: dict[str, Table], module: Metadata) -> list[str]:
        """What games from set-ups, given by id, leave out and why, a sentence each."""


@runtime_checkable
class Refereed(Protocol):
    """A rulebook that can tell from a log who won."""

    games: Sequence[Game]
    """The game in each of its languages, the language of its files first."""

    def winner(self, log: OpenLog) -> str:
        """The name of the side that won; empty when the game is not over or the log is unclear."""


def load_rulebook(games: Sequence[Game], folder: Path | None = None) -> Rulebook | None:
    """The rulebook of a game, from a folder if one is given; None when there is none.

    Raises RulebookError when it cannot be loaded.
    """
    if folder is not None:
        return _made(_class_in(folder), games, str(folder))
    name = games[0].id
    where = _own(name.replace("-", "_"))
    point = None if where else _entry_point(name)
    if not where and point is None:
        return None
    where = where or (point.value if point else "")
    try:
        made = point.load() if point else import_module(where).Rulebook
    except (ImportError, AttributeError) as problem:
        raise RulebookError(
            f"the rulebook of {name} cannot be loaded from {where}: {problem}"
        ) from problem
    return _made(made, games, where)


def rule_numbers(game: Game, kind: Callable[..., N]) -> N:
    """The numbers of a game's `numbers` as the class that names them. Raises RulebookError."""
    names = signature(kind).parameters
    missing = [name for name in names if name not in game.info.numbers]
    if missing:
        raise RulebookError(
            f"game: the rules of {game.info.title} need `{missing[0]}` in `numbers`"
        )
    return kind(**{name: int(game.info.numbers[name]) for name in names})


def rulebook_names() -> list[str]:
    """The ids of all games that have a rulebook."""
    from importlib.metadata import entry_points

    packages = iter_modules(import_module(PACKAGE).__path__)
    ours = {one.name.replace("_", "-") for one in packages if _own(one.name)}
    return sorted({*ours, *(point.name for point in entry_points(group=GROUP))})


def _entry_point(name: str) -> EntryPoint | None:
    """The rulebook that an installed package declares for a game."""
    from importlib.metadata import entry_points

    return next((point for point in entry_points(group=GROUP) if point.name == name), None)


def _own(package: str) -> str:
    """The module of one of our own rulebooks; empty when there is no such rulebook."""
    name = f"{PACKAGE}.{package}"
    if not package.isidentifier() or importlib.util.find_spec(name) is None:
        return ""
    return f"{name}.checker" if importlib.util.find_spec(f"{name}.checker") else ""


def _class_in(folder: Path) -> Any:
    """The class `Rulebook` of `rulebook.py` in a folder, imported as a package of that name."""
    path = folder / MODULE
    if not path.is_file():
        raise RulebookError(f"{folder} has no {MODULE}; `modgen new --rulebook` writes one")
    name = f"modgen_rulebook_{abs(hash(path.resolve()))}"
    spec = importlib.util.spec_from_file_location(
        name, path, submodule_search_locations=[str(folder)]
    )
    if spec is None or spec.loader is None:
        raise RulebookError(f"{path} cannot be imported")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as problem:
        del sys.modules[name]
        raise RulebookError(f"{path} cannot be imported: {problem}") from problem
    found = getattr(module, "Rulebook", None)
    if found is None:
        raise RulebookError(f"{path} has no class `Rulebook`")
    return found


def _made(made: Any, games: Sequence[Game], where: str) -> Rulebook:
    try:
        found: Rulebook = made(list(games))
    except ModgenError:
        raise
    except Exception as problem:
        raise RulebookError(f"the rulebook in {where} does not accept the game: {problem}") from (
            problem
        )
    needed = ("clauses", "folder", "kinds", "validate", "position", "turns", "actions", "explain")
    missing = [name for name in needed if not hasattr(found, name)]
    if missing:
        raise RulebookError(f"the rulebook in {where} has no `{missing[0]}`")
    return found
