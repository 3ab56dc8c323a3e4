"""Hostile input: HTML in names and chat, uploads at once, a huge module, the end of the server."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from modgen.vassal.archive import archive_bytes
from modgen.vassal.save import SaveFile, save_entries
from tests.serve.conftest import CORPUS, Server

pytestmark = pytest.mark.browser
Open = Callable[..., Any]
EVIL = '<img src=x onerror="document.title=1"><script>document.title=2</script>'


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log in which a player, a piece and the chat hold HTML."""
    with SaveFile(CORPUS / "junta-coup.vlog") as save:
        text, metadata = "".join(save.chunks()), save.moduledata
    assert metadata is not None
    for old in ("Cárdenas", "1st Army Brigade", "switched sides"):
        assert old in text
        text = text.replace(old, f"{old} {EVIL}")
    path = tmp_path_factory.mktemp("hostile") / "evil.vlog"
    path.write_bytes(archive_bytes(save_entries(text, metadata)))
    return path


def test_html_in_a_log_is_text(server: Server, open_page: Open, hostile: Path) -> None:
    """In the story, the findings and the names of files; nothing of it becomes an element."""
    for part in ("read", "audit"):
        page = open_page(server.url + f"#{part}")
        page.set_input_files(
            f"#page-{part} input[type=file]",
            {
                "name": f"{EVIL}.vlog".replace("/", "⁄"),
                "mimeType": "",
                "buffer": hostile.read_bytes(),
            },
        )
        page.wait_for_selector(f"#page-{part} .game.finished, #page-{part} .problem")
        text = page.inner_text(f"#page-{part}")
        assert "onerror=" in text
        assert page.locator("img[src=x]").count() == 0
        assert page.locator("main script").count() == 0
        assert page.title() not in ("1", "2")


def headers(server: Server) -> dict[str, str]:
    return {"origin": server.origin}


def test_ten_uploads_and_a_huge_module_do_not_stall_the_page(
    server: Server, open_page: Open, tmp_path: Path
) -> None:
    module = tmp_path / "huge.vmod"
    with zipfile.ZipFile(module, "w") as archive:
        archive.writestr("moduledata", "<data version='1'><name>Huge</name></data>")
        archive.writestr("buildFile.xml", "<VASSAL.build.GameModule name='Huge' version='1'/>")
        for number in range(10):
            archive.writestr(f"images/{number}.png", os.urandom(10 << 20))
    assert module.stat().st_size > 100 << 20
    page = open_page(server.url)
    statuses: list[int] = []

    def send(number: int) -> None:
        content = module.read_bytes() if not number else os.urandom(5 << 20)
        answer = httpx.post(
            f"{server.url}api/files",
            params={"name": f"{number}.vmod"},
            content=content,
            headers=headers(server),
            timeout=120,
        )
        statuses.append(answer.status_code)
        if not number:
            httpx.post(
                f"{server.url}api/jobs",
                headers=headers(server),
                timeout=60,
                json={"kind": "read", "files": [answer.json()["id"]], "options": {}},
            )

    threads = [threading.Thread(target=send, args=(number,)) for number in range(11)]
    for thread in threads:
        thread.start()
    waits = []
    while any(thread.is_alive() for thread in threads):
        started = time.monotonic()
        page.reload()
        waits.append(time.monotonic() - started)
    for thread in threads:
        thread.join()
    assert statuses == [201] * 11
    assert waits
    assert min(waits) < 1
    assert max(waits) < 8, waits


def test_an_upload_that_is_too_large_is_refused_before_it_is_read(server: Server) -> None:
    port = int(server.origin.rsplit(":", 1)[1])
    path = server.url.removeprefix(server.origin)
    lines = (
        f"POST {path}api/files?name=a.vmod HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Origin: {server.origin}",
        f"Content-Length: {1 << 40}",
        "",
        "",
    )
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        connection.sendall("\r\n".join(lines).encode("ascii"))
        answer = connection.recv(65536)
        while b"}" not in answer:
            answer += connection.recv(65536)
    assert answer.startswith(b"HTTP/1.1 413")
    assert b"a file may have at most 512 MB" in answer


def test_jobs_read_only_uploads_and_known_games(server: Server) -> None:
    def job(**order: object) -> httpx.Response:
        return httpx.post(f"{server.url}api/jobs", json=order, headers=headers(server), timeout=20)

    assert job(kind="read", files=["../../etc/passwd"], options={}).status_code == 404
    assert job(kind="read", files=[{"path": "/etc/passwd"}], options={}).status_code == 400
    assert job(kind="audit", files=[], options={"game": "/etc"}).status_code == 404
    assert job(kind="build", files=[], options={}).status_code == 404
    assert job(kind="build", files=[], options={"game": str(CORPUS)}).status_code == 404
    assert job(kind="build", files=[], options={"game": "./../x"}).status_code == 400
    for path in ("api/design?game=/etc", f"api/design?game={CORPUS}", "api/design"):
        assert httpx.get(server.url + path, timeout=20).status_code == 404


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_nothing_is_left_at_the_end(start: Callable[..., Server], how: int) -> None:
    """Not the uploads, and not the processes that were at work."""
    server = start()
    sent = httpx.post(
        f"{server.url}api/files",
        params={"name": "a.vlog"},
        headers=headers(server),
        timeout=20,
        content=(CORPUS / "people-power.vlog").read_bytes(),
    )
    [folder] = server.temporary.glob("modgen-serve-*/")
    assert folder.stat().st_mode & 0o077 == 0
    assert [*folder.rglob("a.vlog")] != []
    order = {"kind": "audit", "files": [sent.json()["id"]], "options": {}}
    httpx.post(f"{server.url}api/jobs", json=order, headers=headers(server), timeout=20)
    time.sleep(0.5)
    errors = server.stop(how)
    assert "Traceback" not in errors, errors
    assert [*server.temporary.glob("modgen-serve-*")] == []
    left = [
        path
        for path in Path("/proc").glob("[0-9]*/environ")
        if str(server.temporary).encode() in _read(path)
    ]
    assert left == []


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""
