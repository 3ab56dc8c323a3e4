"""Spoilt and hostile files: each has its line and a reason, and all others are judged."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from modgen.vassal.archive import archive_bytes
from modgen_rules.audit import work
from modgen_rules.audit.limits import TooLongError, time_limit
from modgen_rules.audit.running import Processes
from tests.audit.conftest import GAME, Archive

ROOT = Path(__file__).parents[2]
WRITTEN = 6_000
"""The bytes of the log of an empty database are fewer."""


@pytest.mark.slow
def test_half_of_the_files_are_spoilt(archive: Archive, games: Path) -> None:
    """Truncated, empty, of other programs, of other games, bombs, hostile names."""
    whole = (games / "1.vlog").read_bytes()
    spoilt = {
        "cut.vlog": whole[: len(whole) // 2],
        "empty.vsav": b"",
        "text.vlog": b"not a zip at all" * 100,
        "document.vlog": archive_bytes({"word/document.xml": b"<w/>"}),
        "garbled.vlog": archive_bytes({"savedGame": b"!VCSKxx" + bytes(range(256)) * 9}),
        "escape.vlog": _zip({"../../evil": b"x", "savedGame": b"y"}),
        "zeros.vlog": _zip({"savedGame": b"\0" * (40 << 20)}),
        "bomb.vlog": _zip({"savedGame": b"\0" * (40 << 20)}, zipfile.ZIP_BZIP2),
        "deep.vlog": archive_bytes({"savedGame": b"begin_save\x1b" + b"\\" * 5000 + b"\x1bend"}),
        "entity.vlog": archive_bytes(
            {"savedGame": b"", "moduledata": b'<!DOCTYPE a [<!ENTITY b "c">]><data>&b;</data>'}
        ),
        "other\x01name <b>&.vlog": archive_bytes({"savedGame": b"", "x": b""}),
    }
    for name, data in spoilt.items():
        (archive.logs / name).write_bytes(data)
    (archive.logs / "broken.zip").write_bytes(b"PK\x03\x04 nothing")
    summary = archive.audit()
    assert sum(summary.totals.files.values()) == 3 + len(spoilt) + 1
    assert summary.totals.files["judged"] == 3
    for state, reason, address in archive.query("SELECT state, reason, address FROM files"):
        assert state == "judged" or (
            reason and "\n" not in reason and str(archive.logs) not in reason
        )
        assert state in {"judged", "unusable", "no-rules"}, (address, state, reason)
    assert "would unpack to" in archive.state("bomb.vlog")[1]
    assert archive.state("empty.vsav") == ("unusable", "it is empty")
    assert "no entry savedGame" in archive.state("document.vlog")[1]
    assert archive.audit().judged == 0


def _zip(entries: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as packed:
        for name, data in entries.items():
            packed.writestr(name, data)
    return buffer.getvalue()


@pytest.mark.long
def test_a_large_file_is_not_read(archive: Archive) -> None:
    size = (archive.logs / "1.vlog").stat().st_size
    archive.audit(options=archive.options._replace(max_size=size - 1))
    assert archive.state("1.vlog")[0] == "too-big"


@pytest.mark.long
def test_every_name_on_the_table_is_only_text(archive: Archive, games: Path) -> None:
    """Names of files with quotation marks, spaces and other scripts."""
    for name in ("it's.vlog", 'a "b" [c].vlog', "Ünïcode 战.vlog"):
        shutil.copy(games / "5.vlog", archive.logs / name)
    archive.audit()
    states = dict(archive.query("SELECT state, count(*) FROM files GROUP BY 1"))
    assert states == {"judged": 4, "copy": 2}


def test_the_time_for_a_file_is_limited() -> None:
    with pytest.raises(TooLongError), time_limit(0.05, hard=False):
        while True:
            pass
    with time_limit(5, hard=True):
        pass
    with time_limit(0, hard=True):
        pass


@pytest.mark.long
def test_a_file_that_takes_too_long_is_recorded(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(*_: object, **__: object) -> None:
        while True:
            pass

    monkeypatch.setattr(work, "judge_log", slow)
    archive.audit(options=archive.options._replace(timeout=0.1))
    assert archive.query("SELECT DISTINCT state FROM files") == [("too-long",)]


@pytest.mark.long
def test_an_error_in_the_rules_is_recorded(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(*_: object, **__: object) -> None:
        raise KeyError("a bug")

    monkeypatch.setattr(work, "judge_log", wrong)
    archive.audit()
    assert archive.state("1.vlog") == ("crashed", "KeyError: 'a bug'")


def killer(options: object, found: work.Found, hard: bool) -> work.Result:
    """Ends its process for one of the files."""
    if found.address.endswith("2.vlog"):
        os._exit(9)
    return work.examine(options, found, hard)


@pytest.mark.slow
def test_a_file_that_ends_its_process_is_recorded(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("modgen_rules.audit.running.EXAMINE", killer)
    archive.audit(workers=lambda _: Processes(archive.options, 2))
    assert archive.query("SELECT state, count(*) FROM files GROUP BY 1 ORDER BY 1") == [
        ("crashed", 1),
        ("judged", 2),
    ]
    assert archive.state("2.vlog") == ("crashed", "the process that judged it ended")


def command(archive: Archive, *more: str) -> subprocess.Popen[str]:
    arguments = [sys.executable, "-m", "modgen", "audit", str(archive.logs), "--game", str(GAME)]
    return subprocess.Popen(
        [*arguments, "-d", str(archive.database), *more],
        text=True,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_run_that_is_ended_goes_on_where_it_was(
    archive: Archive, games: Path, how: signal.Signals
) -> None:
    for number in range(300):
        shutil.copy(games / "1.vlog", archive.logs / f"copy{number:03}.vlog")
    process = command(archive, "--jobs", "1")
    log = archive.database.with_name(f"{archive.database.name}.wal")
    for _ in range(200):  # until the first results are written
        if log.exists() and log.stat().st_size > WRITTEN:
            break
        time.sleep(0.3)
    process.send_signal(how)
    _, told = process.communicate(timeout=60)
    assert "Traceback" not in told
    if how == signal.SIGINT:
        assert process.returncode == 130
        assert "Run the command again to continue." in told
    ((before,),) = archive.query("SELECT count(*) FROM files")
    assert 0 < before < 303
    process = command(archive, "--jobs", "2")
    told, errors = process.communicate(timeout=120)
    assert (process.returncode, errors) == (0, "")
    assert told.startswith(f"{303 - before} files judged in this run.")
    assert archive.query("SELECT count(*) FROM games") == [(3,)]
