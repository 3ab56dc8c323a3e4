"""Chooses the logs that `tests/whole_reports` keeps.

python -m tests.whole_reports.choosing people-power

collects every log that the game's tests and kept sets judge, sees which lines and branches of the
checker each of them runs and which sentences its report has, and keeps the cheapest logs that
together do all that any of them does. It needs some minutes a game. The reports are then written
by `pytest -m whole tests/whole_reports --write-reported`.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import lzma
import re
import sys
import tarfile
import tempfile
import time
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import coverage
import pytest

import modgen_rules
from modgen.log.timeline import Timeline
from modgen.vassal.save import SaveFile
from modgen_rules.engine import judging
from tests.kept.rows import read
from tests.kept.sets import NAMES, SETS, source_of
from tests.kept.source import judged
from tests.whole_reports.games import FOLDER, GENERAL, book_of, report_on

ROOT = Path(__file__).parents[2]
SOURCES = Path(modgen_rules.__file__).parent
LARGEST = 440_000
"""The most bytes of an archive that is packed quickly; packed well it has some 15 % fewer."""
TIMES = 3
"""The number of logs that should do the same thing, if there are so many."""
OF_A_TEST = 12
"""The most logs that are taken of one test."""
LONGEST = 6.0
"""Seconds of watched judging; a log that takes longer is kept only if no other will do."""


class Log(NamedTuple):
    """A log that was judged, perhaps in several files."""

    game: str
    name: str
    packed: tuple[bytes, ...]

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(zlib.decompress(one).decode("utf-8", "surrogateescape") for one in self.packed)


class Seen(NamedTuple):
    """What judging a log did, and the seconds that it took while this was watched."""

    log: Log
    done: frozenset[Any]
    seconds: float


class Collector:
    """A pytest plugin, and a context, in which the logs that are judged are collected."""

    def __init__(self, games: Sequence[str]) -> None:
        self.games = games
        self.logs: dict[str, Log] = {}
        self.label = ""
        self.counts = Counter[str]()

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.label = item.nodeid.rpartition("/")[2].replace(".py::", " ")
        yield

    @contextmanager
    def collecting(self) -> Iterator[None]:
        """Note the text of every file that is read into a timeline, and judged timelines."""
        steps, read, opened = SaveFile.steps, Timeline.read, judging.open_log
        last: list[SaveFile] = []

        def noted_steps(save: SaveFile, *rest: Any) -> Any:
            last[:] = [save]
            return steps(save, *rest)

        def noted_read(timeline: Any, found: Any, *rest: Any) -> Any:
            if last:
                timeline.__dict__.setdefault("texts", []).append(last.pop().text())
            return read(timeline, found, *rest)

        def noted_log(games: Any, timeline: Any, *rest: Any) -> Any:
            if not any(rest[1:]):
                self.add(games[0].id, timeline.__dict__.get("texts", []))
            return opened(games, timeline, *rest)

        with (
            patch.object(SaveFile, "steps", noted_steps),
            patch.object(Timeline, "read", noted_read),
            patch.object(judging, "open_log", noted_log),
        ):
            yield

    def add(self, game: str, texts: Sequence[str]) -> None:
        """Take a log unless it is of another game, is known, or its test has given enough."""
        if game not in self.games or not texts or self.counts[self.label] >= OF_A_TEST:
            return
        data = [one.encode("utf-8", "surrogateescape") for one in texts]
        digest = hashlib.sha256(b"\0".join(data)).hexdigest()
        if digest not in self.logs:
            self.counts[self.label] += 1
            name = re.sub(r"[^a-z0-9]+", "-", self.label.lower()).strip("-")[:70]
            packed = tuple(zlib.compress(one) for one in data)
            self.logs[digest] = Log(game, f"{name}-{self.counts[self.label]}", packed)


def collected(corpus: str, folders: Sequence[str], quick: bool = False) -> list[Log]:
    """The logs of the tests in some folders, and of the kept sets."""
    collector = Collector([*GENERAL] if corpus == "general" else [corpus])
    with collector.collecting(), tempfile.TemporaryDirectory() as place:
        paths = [str(ROOT / "tests" / folder) for folder in folders]
        if not quick:
            marked = "not (slow or engine or browser)"
            pytest.main(
                [*paths, "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", marked],
                [collector],
            )
        for name in NAMES:
            if name.startswith(f"{corpus} ") and SETS[name].records:
                for row in read(name):
                    collector.label = " ".join(map(str, (row.mistake or "legal", *row.key[:3])))
                    judged(source_of(name), row, Path(place) / "game.vlog")
    return list(collector.logs.values())


def seen(corpus: str, log: Log, folder: Path) -> Seen | None:
    """Judge a log and see what is done; None when it cannot be judged."""
    package = corpus.replace("-", "_")
    book = book_of(log.game)
    watch = coverage.Coverage(
        data_file=None,
        branch=True,
        config_file=False,
        messages=False,
        source=[str(SOURCES / package), str(SOURCES / "engine"), str(SOURCES / "general")],
    )
    try:
        began = time.process_time()
        watch.start()
        told = report_on(book, log.texts, folder)
    except Exception as problem:
        print(f"{log.name}: {problem!r}")
        return None
    finally:
        watch.stop()
    seconds = time.process_time() - began
    data = watch.get_data()
    done: set[Any] = {re.sub(r"[\d\"']+", "", row.partition(" ")[2])[:90] for row in told}
    for path in data.measured_files():
        done |= {(path, *arc) for arc in data.arcs(path) or ()}
    return Seen(log, frozenset(done), seconds)


def chosen(found: list[Seen]) -> list[Seen]:
    """The logs in the order of what each adds to those before it for its seconds."""
    left = {id(one): one for one in found}
    counts = Counter[Any]()
    users: dict[Any, list[int]] = defaultdict(list)
    for one in found:
        for thing in one.done:
            users[thing].append(id(one))
    order: list[Seen] = []
    for times in range(1, TIMES + 1):
        gains = {key: sum(counts[thing] < times for thing in one.done) for key, one in left.items()}
        while left:
            best = max(left, key=lambda key: gains[key] / _price(left[key]))
            if gains[best] < 1:
                break
            one = left.pop(best)
            order.append(one)
            for thing in one.done:
                counts[thing] += 1
                if counts[thing] == times:
                    for user in users[thing]:
                        if user in left:
                            gains[user] -= 1
    return order


def _price(one: Seen) -> float:
    size = sum(map(len, one.log.packed)) / 100_000
    return 0.1 + one.seconds + size + (5 if one.seconds > LONGEST else 0)


def packed(logs: Sequence[Log], corpus: str, preset: int = 1) -> bytes:
    """An archive; logs of one game stand beside each other, those that begin alike above all."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for log in sorted(logs, key=lambda one: (one.game, one.texts[0][:40_000], one.name)):
            for number, text in enumerate(log.texts, 1):
                data = text.encode("utf-8", "surrogateescape")
                prefix = f"{log.game}/" if corpus == "general" else ""
                entry = tarfile.TarInfo(f"{prefix}{log.name}.{number}")
                entry.size = len(data)
                archive.addfile(entry, io.BytesIO(data))
    filters = [{"id": lzma.FILTER_LZMA2, "preset": preset, "dict_size": 1 << 28}]
    return lzma.compress(stream.getvalue(), filters=filters)


def fitting(order: Sequence[Seen], corpus: str) -> tuple[int, bytes]:
    """How many of the first logs surely fit into an archive, and the archive."""
    logs = [one.log for one in order]
    low, high = 1, len(logs)
    while low < high:
        middle = (low + high + 1) // 2
        if len(packed(logs[:middle], corpus)) <= LARGEST:
            low = middle
        else:
            high = middle - 1
    return low, packed(logs[:low], corpus, 9 | lzma.PRESET_EXTREME)


def main(arguments: list[str] | None = None) -> int:
    """Choose the logs of a game, or of the general laws, and keep them."""
    parser = argparse.ArgumentParser(description="Choose the logs of the whole reports of a game.")
    parser.add_argument("corpus", help="a game with a rulebook, or `general`")
    parser.add_argument("folders", nargs="*", help="folders of `tests` whose logs are looked at")
    parser.add_argument("--quick", action="store_true", help="run no tests, only the kept sets")
    wanted = parser.parse_args(arguments)
    corpus = wanted.corpus
    with tempfile.TemporaryDirectory() as place:
        logs = collected(corpus, wanted.folders or [corpus.replace("-", "_")], wanted.quick)
        print(f"{len(logs)} logs", flush=True)
        found = [one for log in logs if (one := seen(corpus, log, Path(place))) is not None]
    order = chosen(found)
    number, data = fitting(order, corpus)
    (FOLDER / "logs" / f"{corpus}.tar.xz").write_bytes(data)
    kept, every = order[:number], frozenset().union(*(one.done for one in found))
    done = frozenset().union(*(one.done for one in kept))
    print(
        f"{number} of {len(found)} logs, {len(data)} bytes, "
        f"{sum(one.seconds for one in kept):.1f} s to judge; "
        f"{len(done)} of {len(every)} lines, branches and sentences"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
