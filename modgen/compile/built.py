"""Remembers which modules were built from which files: a build of unchanged files does nothing."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from modgen.assets import asset_path
from modgen.model.files.extended import folders_of
from modgen.model.loading.fingerprint import fingerprint

RENDERERS = ("resvg", "resvg_py", "uharfbuzz")
"""Packages that decide what pictures look like."""
KEPT = 200
"""How many builds the cache remembers."""


class Build:
    """A build: a game, its overlay, the languages and the output folder that were asked for.

    It is compared with earlier ones by the files as they are now.
    """

    def __init__(
        self, game: Path, overlay: Path | None, languages: Sequence[str], output: Path
    ) -> None:
        package = Path(__file__).parents[1]
        specs = filter(None, map(find_spec, RENDERERS))
        renderers = [_state(Path(spec.origin)) for spec in specs if spec.origin]
        key = fingerprint(
            [package, asset_path("icons"), asset_path("fonts")],
            [*folders_of(game), overlay],
            tuple(languages),
            str(output.absolute()),
            renderers,
        )
        self._record = _cache_folder() / f"{key}.json"

    def modules(self) -> list[Path]:
        """The modules in the output folder if an equal build made them; else none."""
        try:
            found = json.loads(self._record.read_bytes())
            paths = [Path(path) for path, *_ in found]
            same = all(_state(Path(path)) == (size, time) for path, size, time in found)
        except (OSError, ValueError, TypeError):
            return []
        return paths if same else []

    def remember(self, modules: Sequence[Path]) -> None:
        """Note the modules that were built. A cache that cannot be written is passed over."""
        with suppress(OSError):
            self._record.parent.mkdir(parents=True, exist_ok=True)
            part = self._record.with_suffix(f".{os.getpid()}")
            states = [(str(path), *_state(path)) for path in modules]
            part.write_bytes(json.dumps(states).encode("ascii"))
            part.replace(self._record)
            every = self._record.parent.glob("*.json")
            for old in sorted(every, key=lambda path: path.stat().st_mtime)[:-KEPT]:
                old.unlink(missing_ok=True)


def _state(path: Path) -> tuple[int, int]:
    status = path.stat()
    return status.st_size, status.st_mtime_ns


def _cache_folder() -> Path:
    """Where builds are remembered: below $MODGEN_CACHE, or the user's cache folder."""
    named = os.environ.get("MODGEN_CACHE")
    if named:
        return Path(named) / "builds"
    import platformdirs

    return Path(platformdirs.user_cache_dir("modgen")) / "builds"
