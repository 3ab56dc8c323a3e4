"""A game in a form that is read quickly: what loading its files gives, kept in the user's cache.

The form is a pickle of the game's parts. It is read with an unpickler that knows the classes of
`modgen.model` and a few plain ones only, so that a file in the cache can hold data, but no code.
"""

from __future__ import annotations

import io
import os
import pickle
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from modgen.model.files.extended import folders_of
from modgen.model.game import Game
from modgen.model.loading.fingerprint import fingerprint

if TYPE_CHECKING:
    from modgen.model.files.binding import SourceMap

PLAIN = {
    ("pathlib", "Path"), ("pathlib", "PosixPath"), ("pathlib", "WindowsPath"),
    ("pathlib._local", "Path"), ("pathlib._local", "PosixPath"), ("pathlib._local", "WindowsPath"),
    ("builtins", "set"), ("builtins", "frozenset"), ("builtins", "range"),
}  # fmt: skip
"""Classes of the standard library that a compiled game may have."""
MOST = 64 << 20
"""The largest compiled game that is read, in bytes."""
KEPT = 40
"""How many compiled games the cache keeps."""


class Compiled(NamedTuple):
    """A game in each of its languages, that of its files first, and the positions of its parts."""

    games: list[Game]
    sources: SourceMap


def compiled(folder: Path, overlay: Path | None = None) -> Compiled:
    """A game, from the cache if its files have not changed. Raises GameDataError.

    A cache that cannot be read or written is passed over.
    """
    # A compiled game has the paths of its files as they were given.
    key = fingerprint([Path(__file__).parents[1]], [*folders_of(folder), overlay], folder, overlay)
    target = cache_folder() / f"game-{key}.pickle"
    with suppress(OSError, *DAMAGED):
        if target.stat().st_size <= MOST:
            return _read(target.read_bytes())
    from modgen.model.loading.folder import load

    loaded = load(folder, overlay)
    loaded.diagnostics.stop_on_errors()
    first = loaded.game
    others = [one for one in first.info.languages if one != first.language]
    made = Compiled([first, *(loaded.in_language(one) for one in others)], loaded.sources)
    with suppress(OSError, pickle.PicklingError):
        _write(target, made)
    return made


DAMAGED = (
    pickle.UnpicklingError,
    EOFError,
    AttributeError,
    ImportError,
    IndexError,
    KeyError,
    TypeError,
    ValueError,
    MemoryError,
)
"""What reading a damaged pickle may raise."""


def cache_folder() -> Path:
    """Where compiled games are kept: below $MODGEN_CACHE, or the user's cache folder."""
    named = os.environ.get("MODGEN_CACHE")
    if named:
        return Path(named) / "games"
    import platformdirs

    return Path(platformdirs.user_cache_dir("modgen")) / "games"


class _Unpickler(pickle.Unpickler):
    """Makes objects of the model's own classes only."""

    def find_class(self, module_name: str, global_name: str, /) -> Any:
        plain = (module_name, global_name) in PLAIN
        if plain or (module_name.startswith("modgen.model.") and "." not in global_name):
            found = super().find_class(module_name, global_name)
            # A module also has the names that it imports.
            if isinstance(found, type) and (plain or found.__module__ == module_name):
                return found
        raise pickle.UnpicklingError(f"{module_name}.{global_name} is not part of a game")


def _read(data: bytes) -> Compiled:
    games, sources = _Unpickler(io.BytesIO(data)).load()
    return Compiled(games, sources)


def _write(target: Path, made: Compiled) -> None:
    """Write a compiled game, and remove the oldest ones when there are many."""
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f".{target.name}.{os.urandom(4).hex()}")
    try:
        part.write_bytes(pickle.dumps(tuple(made), pickle.HIGHEST_PROTOCOL))
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
    every = sorted(target.parent.glob("game-*.pickle"), key=lambda path: path.stat().st_mtime)
    for old in every[:-KEPT]:
        old.unlink(missing_ok=True)
