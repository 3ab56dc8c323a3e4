"""Jobs run in other processes, report events, can be followed later and cancelled."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import shutil
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from modgen.serve.jobs import Job, JobError, Jobs

CORPUS = Path(__file__).parents[1] / "corpus"


def run(folder: Path, work: Callable[[Jobs], Coroutine[Any, Any, Any]]) -> Any:
    async def main() -> Any:
        jobs = Jobs(folder)
        try:
            return await work(jobs)
        finally:
            await jobs.close()

    return asyncio.run(main())


async def events(job: Job, start: int = 0) -> list[dict[str, Any]]:
    lines = [line async for line in job.follow(start)]
    return [json.loads(line.split(b"data: ", 1)[1]) for line in lines if b"data: " in line]


def order(*paths: Path) -> dict[str, Any]:
    kinds = {".vlog": "log", ".vmod": "module", ".yaml": "settings"}
    files = [{"path": str(path), "name": path.name, "kind": kinds[path.suffix]} for path in paths]
    return {"files": files, "options": {}, "game": None}


@pytest.mark.long
def test_a_log_without_a_module_is_replayed_in_words(tmp_path: Path) -> None:
    log = tmp_path / "uploads" / "x" / "coup.vlog"
    log.parent.mkdir(parents=True)
    shutil.copy(CORPUS / "junta-coup.vlog", log)
    broken = log.with_name("broken.vlog")
    broken.write_bytes(b"not a log")

    async def work(jobs: Jobs) -> None:
        bad = jobs.start("read", order(broken))
        told = (await events(bad))[-1]
        assert told["event"] == "failed"
        assert told["message"] == "broken.vlog is not a ZIP archive, or it is cut short"
        empty = jobs.start("audit", order())
        assert "add at least one log" in (await events(empty))[-1]["message"]
        with pytest.raises(JobError, match="there is no job"):
            jobs.start("__import__", order())
        with pytest.raises(JobError, match="no such file"):
            bad.file("../events.jsonl")
        with pytest.raises(JobError, match="no such job"):
            jobs["x"]

    run(tmp_path, work)


@pytest.mark.long
def test_a_job_can_be_followed_from_any_event(tmp_path: Path) -> None:
    async def work(jobs: Jobs) -> None:
        job = jobs.start("audit", order())
        whole = [line async for line in job.follow()]
        first = int(whole[0].split(b"\n")[0].removeprefix(b"id: "))
        assert await events(job, first) == (await events(job))[1:]

    run(tmp_path, work)


def test_waiting_and_working_jobs_can_be_cancelled(tmp_path: Path) -> None:
    pipe = tmp_path / "endless.vlog"
    if not hasattr(os, "mkfifo"):
        pytest.skip("needs a named pipe")
    os.mkfifo(pipe)

    async def work(jobs: Jobs) -> float:
        jobs._free = asyncio.Semaphore(1)
        stuck, waiting = jobs.start("read", order(pipe)), jobs.start("read", order(pipe))
        while stuck.process is None:
            await asyncio.sleep(0.01)
        process = stuck.process
        await jobs.cancel(waiting.id)
        assert (await events(waiting))[-1] == {"event": "cancelled"}
        started = time.monotonic()
        await jobs.cancel(stuck.id)
        assert (await events(stuck))[-1] == {"event": "cancelled"}
        assert process.returncode is not None
        return time.monotonic() - started

    assert run(tmp_path, work) < 2


class FullDisk:
    """Files that are added to, on a disk with room for so many more bytes."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, room: int) -> None:
        self.room = room
        plain = Path.open

        @contextmanager
        def adding(path: Path) -> Iterator[FullDisk]:
            with plain(path, "ab") as self.file:
                yield self

        monkeypatch.setattr(
            Path, "open", lambda path, how: adding(path) if how == "ab" else plain(path, how)
        )

    def write(self, data: bytes) -> None:
        self.file.write(data[: self.room])
        self.room = max(self.room - len(data), 0)
        if not self.room:
            raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.long
@pytest.mark.parametrize("room", [0, 150])
def test_a_full_disk_ends_the_job_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    """Those who follow get the end, and again after a new connection; the next job works."""
    disk = FullDisk(monkeypatch, room)

    async def work(jobs: Jobs) -> None:
        job = jobs.start("audit", order(CORPUS / "junta-coup.vlog"))
        told = await asyncio.wait_for(events(job), 30)
        assert told[-1] == {
            "event": "failed",
            "message": "events.jsonl: the disk is full; make room and try again",
        }
        assert [one["event"] for one in told[:-1]] == ["stage"] * (room > 0)
        assert (await events(job, job.size)) == told[-1:]
        disk.room = 1 << 30
        again = jobs.start("audit", order())
        assert "add at least one log" in (await events(again))[-1]["message"]

    run(tmp_path, work)


def test_a_worker_that_cannot_be_started_ends_the_job(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse() -> None:
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

    monkeypatch.setattr("modgen.serve.jobs._new_worker", refuse)

    async def work(jobs: Jobs) -> None:
        job = jobs.start("audit", order())
        told = await asyncio.wait_for(events(job), 5)
        assert told == [{"event": "failed", "message": "resource temporarily unavailable"}]

    run(tmp_path, work)
