"""Long work in other processes, with events that the page follows, and that can be cancelled.

A job is one run of `modgen.serve.worker`. The worker writes events as lines of JSON; they are kept
in a file of the job's folder, so that a page that is opened later gets all of them.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import shutil
import subprocess
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from modgen.errors import ModgenError, told
from modgen.vassal.replacing import named

GAME_KINDS = ("build", "sheets", "simulate")
"""The kinds of jobs that work on a game's folder."""
KINDS = ("audit", "read", *GAME_KINDS)
MAX_LINE = 64 << 20
"""The longest event in bytes."""
MAX_JOBS = 200
"""Of more jobs than this, the oldest finished ones are forgotten."""
MAX_WAITING = 40
HEARTBEAT = 15.0
"""Seconds after which a line is sent to a page although nothing happens."""
FILES = "files"
"""The folder of a job's results."""
NEW_GROUP = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
"""Makes Windows, as a new session does elsewhere, send Ctrl-C only to the server."""
FINAL = ("done", "failed", "cancelled")


class JobError(ModgenError, ValueError):
    """A job cannot be started or does not exist; `status` is that of the response."""

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.status = status


@dataclass
class Job:
    """One job: what is to be done, its folder, and how far its events are written."""

    id: str
    kind: str
    order: Mapping[str, Any]
    folder: Path
    process: Process | None = None
    size: int = 0
    """The bytes of the events' file that are complete."""
    last: bytes = b""
    """The event of the end. It is not in the file, so a full disk cannot lose it."""
    ended: bool = False
    cancelled: bool = False
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)

    @property
    def events_file(self) -> Path:
        """The file with an event on each line."""
        return self.folder / "events.jsonl"

    def file(self, name: str) -> Path:
        """A result by its name. Raises JobError unless it is a file of this job."""
        path = self.folder / FILES / name
        if name in ("", ".", "..") or "/" in name or "\\" in name or not path.is_file():
            raise JobError("there is no such file", 404)
        return path

    async def note(self, event: bytes) -> None:
        """Add an event and tell those who follow. Raises OSError; then nothing of it is kept."""
        line = event.rstrip(b"\n") + b"\n"
        try:
            with named(self.events_file), self.events_file.open("ab") as file:
                file.write(line)
        except OSError:
            with suppress(OSError):
                os.truncate(self.events_file, self.size)
            raise
        self.size += len(line)
        async with self.changed:
            self.changed.notify_all()

    async def end(self, event: Mapping[str, Any]) -> None:
        """Add the last event and tell those who follow."""
        self.last = json.dumps(event).encode("ascii")
        async with self.changed:
            self.ended = True
            self.changed.notify_all()

    async def follow(self, start: int = 0) -> AsyncIterator[bytes]:
        """The events as server-sent events from a byte of the file, until the job ends.

        The id of each is the byte at which the next begins, so a page that lost its connection
        goes on from there.
        """
        end = self.size + len(self.last) + 1
        at = start if start <= self.size or start == end else 0
        while True:
            while at < self.size:
                with self.events_file.open("rb") as file:
                    file.seek(at)
                    lines = file.read(min(self.size - at, 1 << 20))
                    if not lines.endswith(b"\n"):
                        lines += file.readline()
                if not lines:
                    return  # the file was cut from outside
                for line in lines.splitlines():
                    at += len(line) + 1
                    yield b"id: %d\ndata: %s\n\n" % (at, line)
            if self.ended:
                if self.last and at == self.size:
                    yield b"id: %d\ndata: %s\n\n" % (at + len(self.last) + 1, self.last)
                return
            if not await self._wait(at):
                yield b": still working\n\n"

    async def _wait(self, at: int) -> bool:
        """Wait until there is more than `at` bytes of events; False after a while without any."""
        async with self.changed:
            if at < self.size or self.ended:
                return True
            try:
                await asyncio.wait_for(self.changed.wait(), HEARTBEAT)
            except TimeoutError:
                return False
            return True


class Jobs:
    """All jobs of one run. As many work at once as the machine has processors, others wait."""

    def __init__(self, folder: Path, at_once: int | None = None) -> None:
        self.folder = folder
        self._jobs: dict[str, Job] = {}
        self._free = asyncio.Semaphore(at_once or max(2, os.cpu_count() or 1))
        self._tasks: set[asyncio.Task[None]] = set()
        self._spare: Process | None = None
        self._closing = False

    def __getitem__(self, key: str) -> Job:
        try:
            return self._jobs[key]
        except KeyError:
            raise JobError("there is no such job; it was made before the last restart", 404) from (
                None
            )

    def start(self, kind: str, order: Mapping[str, Any]) -> Job:
        """Start a job, or let it wait for its turn. Raises JobError."""
        if kind not in KINDS:
            raise JobError(f"there is no job `{kind[:40]}`")
        waiting = [job for job in self._jobs.values() if not job.ended]
        if len(waiting) >= MAX_WAITING:
            raise JobError("too many jobs are waiting; cancel some", 429)
        key = secrets.token_urlsafe(9)
        folder = self.folder / key
        (folder / FILES).mkdir(parents=True, mode=0o700)
        job = Job(key, kind, dict(order, kind=kind, folder=str(folder / FILES)), folder)
        self._jobs[key] = job
        for old in [job for job in self._jobs.values() if job.ended][:-MAX_JOBS]:
            del self._jobs[old.id]
            shutil.rmtree(old.folder, ignore_errors=True)
        task = asyncio.create_task(self._run(job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return job

    async def cancel(self, key: str) -> None:
        """Stop a job. One that has ended stays as it is. Raises JobError."""
        job = self[key]
        job.cancelled = True
        if job.process is not None:
            _kill(job.process)
        elif not job.ended:
            await job.end({"event": "cancelled"})

    async def warm_up(self) -> None:
        """Start a worker that waits for the next job, so that it begins at once."""
        if self._spare is None and not self._closing:
            with suppress(OSError):  # then the job itself says why
                self._spare = await _new_worker()

    async def close(self) -> None:
        """Stop all work."""
        self._closing = True
        for job in self._jobs.values():
            job.cancelled = True
            if job.process is not None:
                _kill(job.process)
            async with job.changed:
                job.ended = True
                job.changed.notify_all()
        if self._spare is not None:
            _kill(self._spare)
            await self._spare.wait()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=5)

    async def _run(self, job: Job) -> None:
        async with self._free:
            if job.cancelled:
                return
            try:
                final = await self._work(job)
            except OSError as problem:
                where = str(job.folder) + os.sep
                final = {"event": "failed", "message": told(problem).replace(where, "")}
        if job.cancelled:
            final = {"event": "cancelled"}
        await job.end(final or {"event": "failed", "message": STOPPED})
        await self.warm_up()

    async def _work(self, job: Job) -> dict[str, Any] | None:
        """Do a job in a worker, and return its last event. Raises OSError."""
        spare, self._spare = self._spare, None
        if spare is not None and spare.returncode is not None:
            spare = None
        process = job.process = spare or await _new_worker()
        try:
            return await self._listen(job, process)
        finally:
            _kill(process)
            await process.wait()
            job.process = None

    async def _listen(self, job: Job, process: Process) -> dict[str, Any] | None:
        """Pass a worker's events on until its last, which is returned."""
        assert process.stdin is not None
        assert process.stdout is not None
        with suppress(ConnectionError):
            process.stdin.write(json.dumps(dict(job.order)).encode("ascii") + b"\n")
            await process.stdin.drain()
        while True:
            try:
                line = await process.stdout.readline()
            except ValueError:
                return {"event": "failed", "message": "the result is too large to be shown"}
            if not line.endswith(b"\n"):
                return None
            if any(line.startswith(b'{"event":"%s"' % word.encode()) for word in FINAL):
                return dict(json.loads(line))
            await job.note(line)


STOPPED = "the work stopped unexpectedly, perhaps because there is too little memory"


async def _new_worker() -> Process:
    """A worker that waits for its order. It ends when this process ends."""
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "modgen.serve.worker",
        stdin=PIPE,
        stdout=PIPE,
        limit=MAX_LINE,
        start_new_session=True,
        creationflags=NEW_GROUP,
    )


def _kill(process: Process) -> None:
    """Stop a worker. It has no processes of its own."""
    if process.returncode is None:
        with suppress(ProcessLookupError, PermissionError):
            process.kill()
