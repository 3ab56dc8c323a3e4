"""An audit: finds the files, judges the new ones in worker processes, keeps the results.

The workers are processes of `concurrent.futures`, or those of a Dask cluster. Only this process
writes to the database. A run that is stopped at any time leaves a whole database, and the next run
judges what is missing.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import (
    ALL_COMPLETED,
    FIRST_COMPLETED,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar

from modgen.errors import ModgenError
from modgen_rules.audit import work
from modgen_rules.audit.books import Options, books
from modgen_rules.audit.database import Database, Totals, totals, writing_errors
from modgen_rules.audit.extras import need
from modgen_rules.audit.grouping import groups
from modgen_rules.audit.sources import Found, find
from modgen_rules.audit.work import Facts, Group, Joined, Result

T = TypeVar("T")
R = TypeVar("R")

EXAMINE = work.examine
"""What a worker does with a file."""
AHEAD = 4
"""Items for each worker that are submitted before the first has ended."""
WRITTEN = 500
"""Results that are written at once, unless SECONDS pass first."""
SECONDS = 2.0
LOST = "the Dask scheduler was lost; run the same command again to continue"


class Progress(NamedTuple):
    """How far a run is: items done, all items, and what they are."""

    done: int
    total: int
    what: str
    seconds: float
    """Since the first item of this kind was submitted."""


class Summary(NamedTuple):
    """The end of a run."""

    judged: int
    """Files that were judged in this run."""
    totals: Totals


class Workers(Protocol):
    """Where work is done."""

    own: bool
    """Whether they are processes of this run, which may be ended."""

    def run(self, do: Callable[[T], R], items: Iterator[T]) -> Iterator[tuple[T, R | None]]:
        """Do something with each item; the result is None when its worker was lost."""

    def stop(self, at_once: bool) -> None:
        """End the workers, at once or when they have finished."""


def audit(
    database: Path,
    addresses: Sequence[str],
    options: Options,
    *,
    workers: Callable[[int], Workers] | None = None,
    again: bool = False,
    progress: Callable[[Progress], object] = lambda progress: None,
) -> Summary:
    """Judge the saves and logs at some addresses and add the results to a database.

    `workers` makes the workers for a number of files, by default one process for each core; it is
    called when there is something to do. With `again` also unchanged files are judged. Raises
    ModgenError for addresses, options or a database that cannot be used. After KeyboardInterrupt
    the results so far are in the database.
    """
    books(options)  # an unknown game is an error before anything is judged
    with writing_errors(database), Database(database) as db, ExitStack() as stack:
        total = db.begin(find(addresses), options.rules, again)

        @cache
        def hands() -> Workers:
            made = (workers or processes(options))(total)
            stack.callback(lambda: made.stop(sys.exc_info()[0] is not None))
            return made

        run = _Run(db, options, hands, progress)
        try:
            if total:
                run.files(db.pending(), total)
            db.settle()
            run.groups()
            db.settle()
        finally:
            db.end(run.judged)
        return Summary(run.judged, totals(db.con))


def processes(options: Options, jobs: int = 0) -> Callable[[int], Workers]:
    """Worker processes on this machine, by default one for each core."""
    return lambda files: Processes(options, min(jobs or cores(), files or 1))


def cluster(address: str, timeout: float = 20) -> Callable[[int], Workers]:
    """The workers of the Dask cluster whose scheduler is at an address and answers in time."""
    return lambda _: Cluster(address, timeout)


def cores() -> int:
    """The cores that this process may use."""
    found = getattr(os, "sched_getaffinity", None)
    return len(found(0)) if found else os.cpu_count() or 1


@dataclass
class _Run:
    """One run: it has files judged and writes the results."""

    db: Database
    options: Options
    hands: Callable[[], Workers]
    """The workers, begun when there is something to do."""
    progress: Callable[[Progress], object]
    judged: int = 0
    _waiting: list[Result] = field(default_factory=list)
    _written: float = 0.0

    def files(self, found: Iterator[Found], total: int) -> None:
        """Judge files, each alone."""
        self._written = time.monotonic()
        try:
            for n, (one, result) in enumerate(self._done(EXAMINE, found, total, "files"), 1):
                lost = Result(one, "crashed", "the process that judged it ended", Facts())
                self._waiting.append(result or lost)
                self._write(n == total)
        finally:
            self._write(True)

    def _done(
        self, do: Callable[..., R], items: Iterator[T], total: int, what: str
    ) -> Iterator[tuple[T, R | None]]:
        """Give items to the workers; progress is told when a result has been written."""
        workers = self.hands()
        began = time.monotonic()
        results = workers.run(partial(do, self.options, hard=workers.own), items)
        for number, result in enumerate(results, 1):
            yield result
            self.progress(Progress(number, total, what, time.monotonic() - began))

    def _write(self, now: bool) -> None:
        late = time.monotonic() - self._written > SECONDS
        if now or late or len(self._waiting) >= WRITTEN:
            self.db.add(self._waiting, self.options.rules)
            self.judged += len(self._waiting)
            self._waiting.clear()
            self._written = time.monotonic()

    def groups(self) -> None:
        """Judge the logs that may continue each other together."""
        found = list(groups(self.db.con, self.options.rules))
        again = [one for one in found if isinstance(one, Found)]
        if again:
            self.files(iter(again), len(again))
        together = [one for one in found if isinstance(one, Group)]
        if together:
            lost = Joined((), problem=("crashed", "the process that judged them ended"))
            total = len(together)
            for group, result in self._done(work.join, iter(together), total, "games"):
                self.db.add_joined(group, result or lost)


# --- processes -------------------------------------------------------------------------------


class Processes:
    """Processes on this machine. They import the checker once and keep the games that they load."""

    own = True

    def __init__(self, options: Options, count: int) -> None:
        self._count = count
        self._options = options
        method = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else None
        self._context = multiprocessing.get_context(method or "spawn")
        if method:
            self._context.set_forkserver_preload(["modgen_rules.audit.preload"])
        self._before = set(multiprocessing.active_children())
        self._pool = self._begun()

    def _begun(self, number: int = 0) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            number or self._count, self._context, work.warm, (self._options,)
        )

    def run(self, do: Callable[[T], R], items: Iterator[T]) -> Iterator[tuple[T, R | None]]:
        """Do it with each item. When a process ends, those under way are tried one by one."""
        while True:
            suspects: list[T] = []
            yield from _carried_out(self._pool, do, items, self._count * AHEAD, suspects)
            if not suspects:
                return
            self._pool.shutdown(wait=True, cancel_futures=True)
            for item in suspects:
                with self._begun(1) as pool:
                    try:
                        result = pool.submit(do, item).result()
                    except BrokenProcessPool:
                        result = None
                yield item, result
            self._pool = self._begun()

    def stop(self, at_once: bool) -> None:
        """End the processes."""
        if at_once:
            for process in set(multiprocessing.active_children()) - self._before:
                process.terminate()
        self._pool.shutdown(wait=not at_once, cancel_futures=True)


def _carried_out(
    pool: Executor, do: Callable[[T], R], items: Iterator[T], ahead: int, suspects: list[T]
) -> Iterator[tuple[T, R]]:
    """Submit a few items ahead and yield results as they come.

    Those that were under way when a process ended are added to `suspects`; then it returns.
    """
    running: dict[Future[R], T] = {}
    while True:
        while not suspects and len(running) < ahead and (item := next(items, None)) is not None:
            try:
                running[pool.submit(do, item)] = item
            except BrokenProcessPool:
                suspects.append(item)
        if not running:
            return
        # When a process has ended, all others end in the same way, or have ended before.
        for future in wait(
            running, return_when=ALL_COMPLETED if suspects else FIRST_COMPLETED
        ).done:
            item = running.pop(future)
            try:
                result = future.result()
            except BrokenProcessPool:
                suspects.append(item)
            else:
                yield item, result


# --- a cluster -------------------------------------------------------------------------------


class Cluster:
    """The workers of a Dask cluster. Dask gives the task of a lost worker to another one."""

    own = False

    def __init__(self, address: str, timeout: float) -> None:
        self._distributed = need("distributed", "cluster")
        try:
            self._client = self._distributed.Client(address, set_as_default=False, timeout=timeout)
        except (OSError, ValueError) as problem:
            raise ModgenError(
                f"no Dask scheduler answers at {address}; start one with `dask scheduler`"
            ) from problem
        for name in ("distributed", "distributed.client", "tornado.application"):
            logging.getLogger(name).setLevel(logging.CRITICAL)  # a lost worker needs no message
        self._executor = self._client.get_executor(pure=False)
        self._scheduler = self._identity()

    def run(self, do: Callable[[T], R], items: Iterator[T]) -> Iterator[tuple[T, R | None]]:
        """Do it with each item."""
        running: dict[Future[R], T] = {}
        while True:
            ahead = AHEAD * max(1, sum(self._client.nthreads().values()))
            while len(running) < ahead and (item := next(items, None)) is not None:
                running[self._executor.submit(do, item)] = item
            if not running:
                return
            done = wait(running, SECONDS, FIRST_COMPLETED).done
            if not done and self._identity() != self._scheduler:
                # Another scheduler does not know the work, and Dask may wait for it for ever.
                raise ModgenError(LOST)
            for future in done:
                yield running.pop(future), self._result(future)

    def _identity(self) -> object:
        """The scheduler's own name; another one, or none, when it was lost."""
        known = self._client.status in {"running", "connecting"}
        return self._client.scheduler_info().get("id") if known else None

    def _result(self, future: Future[R]) -> R | None:
        try:
            return future.result()
        except self._distributed.scheduler.KilledWorker:
            return None
        except self._distributed.CancelledError as problem:
            raise ModgenError(LOST) from problem

    def stop(self, at_once: bool) -> None:
        """Leave the cluster; its workers go on for others."""
        self._executor.shutdown(wait=not at_once)
        self._client.close()
