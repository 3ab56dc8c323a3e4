"""Uploads: names, bounds, and nothing left of what is refused."""

from __future__ import annotations

import asyncio
import errno
from collections.abc import AsyncIterator
from pathlib import Path, PureWindowsPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modgen.serve.storage import Upload, UploadError, Uploads, safe_name


async def chunks(*parts: bytes) -> AsyncIterator[bytes]:
    for part in parts:
        yield part


def add(uploads: Uploads, name: str, *parts: bytes) -> Upload:
    return asyncio.run(uploads.add(name, chunks(*parts)))


def test_a_file_is_kept_under_its_name_in_a_private_folder(tmp_path: Path) -> None:
    uploads = Uploads(tmp_path / "uploads")
    stored = add(uploads, "my game.vlog", b"ab", b"c" * 3_000_000)
    assert stored.data() == {
        "id": stored.id,
        "name": "my game.vlog",
        "kind": "log",
        "size": 3_000_002,
    }
    assert stored.path.read_bytes() == b"ab" + b"c" * 3_000_000
    assert stored.path.parent.stat().st_mode & 0o077 == 0
    twin = add(uploads, "my game.vlog", b"x")
    assert twin.path != stored.path
    uploads.remove(stored.id)
    assert not stored.path.exists()
    with pytest.raises(UploadError, match="no longer here"):
        uploads.all([stored.id])


@pytest.mark.parametrize(
    ("given_name", "kept"),
    [
        ("../../etc/cron.d/a.vlog", "a.vlog"),
        ("C:\\Users\\x\\b.VSAV", "b.VSAV"),
        ("..\\..\\c.vmod", "c.vmod"),
        ("a:b<c>|d?.vlog", "a_b_c_d_.vlog"),
        ("con.vlog", "_con.vlog"),
        ("año\u0000nuevo.vlog", "año_nuevo.vlog"),
        ("x" * 500 + ".vmod", "x" * 115 + ".vmod"),
    ],
)
def test_names_lose_what_could_lead_elsewhere(given_name: str, kept: str) -> None:
    assert safe_name(given_name) == kept


@pytest.mark.parametrize(
    "name", ["", ".", "..", ".vlog", "a", "a.exe", "a.vlog.sh", "/", "a.vlog/"]
)
def test_other_files_are_refused(name: str) -> None:
    with pytest.raises(UploadError, match="is not one of"):
        safe_name(name)


@given(st.text(max_size=300), st.sampled_from([".vlog", ".VMOD", ".yaml"]))
def test_a_name_is_always_one_part_that_every_system_allows(stem: str, suffix: str) -> None:
    try:
        name = safe_name(stem + suffix)
    except UploadError:
        return
    assert len(name) <= 125
    assert Path(name).name == name == PureWindowsPath(name).name
    assert name == name.strip()
    name.encode("utf-8")
    assert safe_name(name) == name


def test_the_size_is_bounded_and_nothing_is_left(tmp_path: Path) -> None:
    uploads = Uploads(tmp_path / "uploads", max_file=10 << 20, max_all=15 << 20)
    with pytest.raises(UploadError, match="at most 10 MB") as problem:
        add(uploads, "a.vmod", *[b"x" * (1 << 20)] * 11)
    assert problem.value.status == 413
    assert [*uploads.folder.rglob("*.vmod")] == []
    add(uploads, "b.vmod", b"x" * (9 << 20))
    with pytest.raises(UploadError, match="together may have at most 15 MB"):
        add(uploads, "c.vmod", b"x" * (9 << 20))
    with pytest.raises(UploadError, match="together"):
        uploads.check_announced(9 << 20)
    add(uploads, "d.vmod", b"x" * (5 << 20))


def test_an_upload_that_breaks_off_leaves_nothing(tmp_path: Path) -> None:
    uploads = Uploads(tmp_path / "uploads", max_all=5)

    async def broken() -> AsyncIterator[bytes]:
        yield b"abc"
        raise ConnectionError

    for _ in range(3):
        with pytest.raises(ConnectionError):
            asyncio.run(uploads.add("a.vlog", broken()))
    assert [*uploads.folder.iterdir()] == []
    add(uploads, "a.vlog", b"12345")


def test_a_full_disk_is_a_sentence_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(file: object, data: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("modgen.serve.storage._write", write)
    uploads = Uploads(tmp_path / "uploads", max_all=5)
    for _ in range(3):
        with pytest.raises(UploadError, match=r"^my\.vlog: the disk is full") as problem:
            add(uploads, "my.vlog", b"abc")
        assert problem.value.status == 507
    assert [*uploads.folder.iterdir()] == []
