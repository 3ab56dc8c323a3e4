"""What the routes of the server share: uploads, jobs and the games that the page shows."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from modgen.serve.games import Games
from modgen.serve.jobs import Jobs
from modgen.serve.storage import Uploads

if TYPE_CHECKING:
    from modgen.serve.design.bench import Bench


@dataclass
class State:
    """What the routes share."""

    folder: Path
    games: Games
    uploads: Uploads = field(init=False)
    jobs: Jobs = field(init=False)
    benches: dict[str, Bench] = field(default_factory=dict)
    """The games that the page has shown, by name or folder."""
    _bench_lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def __post_init__(self) -> None:
        self.uploads = Uploads(self.folder / "uploads")
        self.jobs = Jobs(self.folder / "jobs")

    async def bench(self, name: str = "") -> Bench:
        """A game that the page shows, opened at the first call. Raises OpenError."""
        wanted = self.games.find(name)
        async with self._bench_lock:
            if wanted not in self.benches:
                self.benches[wanted] = await asyncio.to_thread(_open_bench, wanted)
            return self.benches[wanted]


def _open_bench(game: str) -> Bench:
    from modgen.serve.design.bench import Bench

    return Bench(game)
