"""Addresses of fsspec, and the workers of a Dask cluster."""

from __future__ import annotations

import os
import shutil
import signal
import threading
import time
from concurrent.futures import Future
from pathlib import Path
from types import SimpleNamespace
from zipfile import ZipFile

import fsspec
import pytest

from modgen.errors import ModgenError
from modgen_rules.audit import extras, schema
from modgen_rules.audit.running import Cluster, Progress, cluster
from tests.audit.conftest import Archive

FILES = 60


@pytest.fixture
def memory(games: Path) -> str:
    """A folder of logs in fsspec's file system in memory."""
    system = fsspec.filesystem("memory")
    for seed in (1, 2):
        system.pipe(f"/club/2025/{seed}.vlog", (games / f"{seed}.vlog").read_bytes())
    system.pipe("/club/readme.txt", b"no log")
    system.pipe("/club/spoilt.vsav", b"")
    return "memory://club"


@pytest.mark.slow
def test_logs_at_an_address_of_fsspec(archive: Archive, memory: str) -> None:
    assert archive.audit(memory).totals.files == {"judged": 2, "unusable": 1}
    assert archive.state("memory:///club/2025/1.vlog") == ("judged", "")
    assert archive.audit(memory).judged == 0
    assert archive.audit(f"{memory}/2025/*.vlog").judged == 0
    archive.audit()
    assert archive.state(f"{archive.logs.name}/1.vlog")[0] == "judged"
    assert archive.state("club/2025/1.vlog")[0] == "copy"
    with pytest.raises(ModgenError, match="the file or folder memory"):
        archive.audit("memory://nowhere")
    with pytest.raises(ModgenError, match="unknown://x"):
        archive.audit("unknown://x/1.vlog")


@pytest.mark.slow
def test_a_zip_at_an_address_of_fsspec(archive: Archive, games: Path, tmp_path: Path) -> None:
    with ZipFile(tmp_path / "club.zip", "w") as target:
        for seed in (1, 2):
            target.write(games / f"{seed}.vlog", f"2025/{seed}.vlog")
    address = (tmp_path / "club.zip").as_uri()
    assert archive.audit(address).totals.files == {"judged": 2}
    assert archive.state(f"zip://2025/1.vlog::{address}") == ("judged", "")
    assert archive.audit(f"zip://2025/*.vlog::{address}").judged == 0
    for wrong in (address.replace("club", "none"), f"zip://*.vlog::{address}x"):
        with pytest.raises(ModgenError, match="does not exist"):
            archive.audit(wrong)
    with pytest.raises(ModgenError, match="is a directory"):
        archive.audit(f"zip://{tmp_path / 'club.zip'}")


def test_a_missing_extra_is_named_with_its_remedy() -> None:
    with pytest.raises(ModgenError, match=r"pip install vassal-modgen\[cluster\]"):
        extras.need("a_package_that_nobody_has", "cluster")


@pytest.mark.long
def test_no_scheduler_answers(archive: Archive) -> None:
    with pytest.raises(ModgenError, match="no Dask scheduler answers at tcp:"):
        archive.audit(workers=cluster("tcp://127.0.0.1:9", timeout=0.5))


def test_a_scheduler_that_was_begun_again_does_not_know_the_tasks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its answer may never come: the tasks were given to the previous scheduler."""
    monkeypatch.setattr("modgen_rules.audit.running.SECONDS", 0.01)
    names = iter(["one", "one", "two"])
    client = SimpleNamespace(
        status="running",
        nthreads=lambda: {"worker": 1},
        scheduler_info=lambda: {"id": next(names)},
        get_executor=lambda **_: SimpleNamespace(submit=lambda *_: Future()),
    )
    distributed = SimpleNamespace(Client=lambda *_, **__: client)
    monkeypatch.setattr("modgen_rules.audit.running.need", lambda *_: distributed)
    with pytest.raises(ModgenError, match="scheduler was lost; run the same"):
        list(Cluster("tcp://127.0.0.1:9", 1).run(len, iter(["x"])))
    assert next(names, None) is None


@pytest.mark.slow
def test_a_cluster_gives_the_same_rows_though_a_worker_is_killed(
    archive: Archive, games: Path, tmp_path: Path
) -> None:
    from distributed import LocalCluster

    for number in range(FILES):
        # The same game with another description of the archive is another file.
        data = (games / f"{1 + number % 5}.vlog").read_bytes()
        target = archive.logs / f"game{number:02}.vlog"
        target.write_bytes(data)
        with target.open("ab") as file:
            file.write(bytes([number]))
    shutil.copy(games / "4a.vlog", archive.logs)
    shutil.copy(games / "4b.vlog", archive.logs)
    (archive.logs / "spoilt.vlog").write_bytes(b"")
    archive.audit()
    wanted = {table.name: rows(archive, table.name) for table in schema.TABLES}
    archive.database.unlink()

    with LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        dashboard_address=None,
        local_directory=str(tmp_path / "dask"),
    ) as local:
        killed = threading.Event()

        def kill(progress: Progress) -> None:
            if progress.done == 10 and not killed.is_set():
                killed.set()
                worker = next(iter(local.workers.values()))
                os.kill(worker.pid, signal.SIGKILL)
                time.sleep(0.1)

        archive.audit(workers=cluster(local.scheduler_address), progress=kill)
        assert killed.is_set()
    for name, found in wanted.items():
        if name not in {"work", "runs"}:
            assert rows(archive, name) == found, name


def rows(archive: Archive, table: str) -> list[object]:
    return archive.query(f"SELECT * FROM {table} ORDER BY ALL")
