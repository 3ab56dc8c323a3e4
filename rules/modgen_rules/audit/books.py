"""The games by whose rules logs can be judged, each loaded once in a process."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from modgen import __version__
from modgen.assets import bundled_games
from modgen.library.games import find_game, first_title
from modgen.log.timeline import Timeline
from modgen_rules.audit.schema import SCHEMA
from modgen_rules.engine.pipeline import (
    CheckError,
    lookups_of,
    module_of,
    titles,
    whole_rulebook,
)
from modgen_rules.engine.record.own_lookups import Lookups
from modgen_rules.engine.record.piece_states import PieceTracker
from modgen_rules.engine.rulebook import Rulebook

if TYPE_CHECKING:
    from modgen.vassal.module import Module

RENEWED = 100
"""After this many logs the lookups of a game begin with empty caches."""
MOST_NAMES = 10_000
"""How many names of modules are remembered."""


class Options(NamedTuple):
    """How files are judged."""

    games: tuple[str, ...] = ()
    """Names or folders of further games; a log is judged by the one whose title it names."""
    overlay: str = ""
    rulebook: str = ""
    timeout: float = 60.0
    """Seconds for one file; 0 for no limit."""
    max_size: int = 64 << 20
    """The largest file that is read, in bytes."""
    memory: int = 2 << 30
    """The most memory that a worker process may use, in bytes; 0 for no limit."""
    binding: str = ""
    """A file that says what `module`, which Modgen did not build, calls pieces and places."""
    module: str = ""
    extensions: tuple[str, ...] = ()
    """Extensions of the module that do not lie in its folder of extensions."""

    @property
    def rules(self) -> str:
        """A fingerprint of everything that can change a result, but for the file itself."""
        digest = hashlib.sha256(f"{__version__}\t{SCHEMA}\t{self.games}".encode())
        for folder in (*self.games, self.overlay, self.rulebook):
            for path in sorted(Path(folder).rglob("*")) if folder and Path(folder).is_dir() else ():
                if path.suffix in {".yaml", ".csv", ".py", ".geojson", ".svg"} and path.is_file():
                    digest.update(path.relative_to(folder).as_posix().encode())
                    digest.update(path.read_bytes())
        for name in filter(None, (self.binding, self.module, *self.extensions)):
            digest.update(Path(name).read_bytes())
        return digest.hexdigest()[:16]


class Bound(NamedTuple):
    """A module that Modgen did not build, the game played on it, and the file of its names."""

    module: Module
    game: str
    binding: Path

    @classmethod
    def of(cls, options: Options) -> Bound | None:
        """The bound module of an audit. Raises ModgenError."""
        if not options.binding:
            return None
        from modgen_rules.engine.record.binding import game_of_binding

        binding = Path(options.binding)
        game = options.games[0] if len(options.games) == 1 else game_of_binding(binding)
        if not game:
            raise CheckError(f"{binding} names no game; add `game:` to it, or give one --game")
        return cls(module_of(Path(options.module), map(Path, options.extensions)), game, binding)


class Book:
    """A game with its rulebook, and what reads its logs."""

    def __init__(self, rulebook: Rulebook, bound: Bound | None = None) -> None:
        self.rulebook = rulebook
        self.game = rulebook.games[0]
        self._bound = bound
        self._logs = 0
        self.sides = {
            side.name: self.game.sides[side.id].name
            for game in rulebook.games
            for side in game.sides.values()
        }
        """The displayed name of a side, by its name in each language and module."""
        names = self.lookups().places.side_names
        self.sides |= {name: self.game.sides[id_].name for name, id_ in names.items()}

    def lookups(self) -> Lookups:
        """What finds places and pieces. It is shared by some logs, and then made again."""
        if self._logs % RENEWED == 0:
            binding, module = (
                (self._bound.binding, self._bound.module) if self._bound else (None, None)
            )
            self._lookups = lookups_of(self.rulebook, binding, module)
        self._logs += 1
        return self._lookups

    def tracker(self, timeline: Timeline) -> PieceTracker:
        """The pieces of a log."""
        return PieceTracker(timeline, self._lookups.places, self._lookups.pieces)


class Books:
    """Finds the game of a log by the title of the module that it names."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._folders = {str(name): find_game(name) for name in options.games}
        self._folders |= {
            name: folder
            for name, folder in bundled_games().items()
            if folder not in self._folders.values()
        }
        self._bound = Bound.of(options)
        self._books: dict[tuple[str, bool], Book] = {}
        self._names: dict[str, str | None] = {}
        self._all_titles: dict[str, str] | None = None

    def of(self, module: str | None) -> Book | None:
        """The game that is played on a module; None if there is none. Raises ModgenError."""
        if not module:
            return None
        bound = self._bound if self._bound and module == self._bound.module.metadata.name else None
        if bound is None and module not in self._names and len(self._names) < MOST_NAMES:
            self._names[module] = self._find(module)
        name = bound.game if bound else self._names.get(module)
        if name is None:
            return None
        key = (name, bound is None)
        if key not in self._books:
            overlay, folder = self._options.overlay, self._options.rulebook
            own = name in self._options.games
            found = whole_rulebook(
                name,
                Path(overlay) if overlay and own else None,
                Path(folder) if folder and own else None,
            )
            self._books[key] = Book(found, bound)
        return self._books[key]

    def _find(self, module: str) -> str | None:
        for name, folder in self._folders.items():
            if first_title(folder) == module:
                return name
        if self._all_titles is None:
            self._all_titles = {}
            for name, folder in self._folders.items():
                for title in titles(folder):
                    self._all_titles.setdefault(title, name)
        return self._all_titles.get(module)


@cache
def books(options: Options) -> Books:
    """The games of this process."""
    return Books(options)
