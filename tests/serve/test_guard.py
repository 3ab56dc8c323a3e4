"""Who may use the server: only our own page, with its token, from this machine."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from modgen.serve.app import application
from modgen.serve.guard import POLICY
from modgen.serve.jobs import JobError, Jobs

TOKEN = "secret-token"
ORIGIN = "http://127.0.0.1:8000"


def ask(
    folder: Path,
    method: str,
    path: str,
    *,
    host: str = "127.0.0.1:8000",
    content: bytes = b"",
    **headers: str,
) -> httpx.Response:
    """One request to a server without a game. `sec_fetch_site` becomes a header of that name."""

    async def send() -> httpx.Response:
        transport = httpx.ASGITransport(application(folder, None, TOKEN))
        async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as client:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            return await client.request(
                method, path, headers={"host": host, **named}, content=content
            )

    return asyncio.run(send())


def test_the_page_needs_the_token(tmp_path: Path) -> None:
    page = ask(tmp_path, "GET", f"/{TOKEN}/")
    assert page.status_code == 200
    assert "<title>Modgen</title>" in page.text
    for path in ("/", "/wrong/", "/web/main.js", f"/{TOKEN}", f"/{TOKEN}x/", "//", f"/x/{TOKEN}/"):
        refused = ask(tmp_path, "GET", path)
        assert refused.status_code == 404
        assert "token" in refused.text
        assert TOKEN not in refused.text


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example:8000", "", "10.0.0.1:1"])
def test_a_foreign_name_is_refused(tmp_path: Path, host: str) -> None:
    """DNS rebinding: the browser sends the name that was made to lead here."""
    assert ask(tmp_path, "GET", f"/{TOKEN}/", host=host).status_code == 421


@pytest.mark.parametrize("host", ["127.0.0.1:9", "localhost:9", "LOCALHOST", "[::1]:9"])
def test_names_of_this_machine_are_allowed(tmp_path: Path, host: str) -> None:
    assert ask(tmp_path, "GET", f"/{TOKEN}/", host=host).status_code == 200


def test_other_sites_cannot_send_requests(tmp_path: Path) -> None:
    path = f"/{TOKEN}/api/files?name=a.vlog"
    own = ask(tmp_path, "POST", path, origin=ORIGIN, content=b"x")
    assert own.status_code == 201
    for headers in (
        {},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:8001"},
        {"origin": ORIGIN, "sec_fetch_site": "cross-site"},
        {"origin": ORIGIN, "sec_fetch_site": "same-site"},
    ):
        assert ask(tmp_path, "POST", path, content=b"x", **headers).status_code == 403
    for headers in ({"origin": "http://evil.example"}, {"sec_fetch_site": "cross-site"}):
        assert ask(tmp_path, "GET", f"/{TOKEN}/", **headers).status_code == 403


def test_every_response_has_the_security_headers(tmp_path: Path) -> None:
    for path in (f"/{TOKEN}/", f"/{TOKEN}/web/main.js", f"/{TOKEN}/none", "/"):
        headers = ask(tmp_path, "GET", path).headers
        assert headers["content-security-policy"] == POLICY
        assert "unsafe" not in POLICY
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "access-control-allow-origin" not in headers


@pytest.mark.parametrize(
    "path",
    [
        "/web/../app.py",
        "/web/%2e%2e/app.py",
        "/web/..%2fapp.py",
        "/web/%2e%2e%2fapp.py",
        "/web/index.html",
        "/fonts/../../pyproject.toml",
        "/fonts/%2e%2e%2ficons%2fstar.svg",
        "/web//etc/passwd",
        "/web/%00",
        "/api/jobs/../files",
        "/api/jobs/x/files/..%2f..%2fa",
    ],
)
def test_no_path_leads_out(tmp_path: Path, path: str) -> None:
    answer = ask(tmp_path, "GET", f"/{TOKEN}{path}")
    assert answer.status_code in (404, 405)
    assert b"import" not in answer.content
    assert b"[project]" not in answer.content


def test_the_language_is_that_of_the_browser(tmp_path: Path) -> None:
    def language(query: str = "", accepted: str = "") -> str:
        page = ask(tmp_path, "GET", f"/{TOKEN}/{query}", accept_language=accepted).text
        return page.split('<html lang="', 1)[1][:2]

    assert language() == "en"
    assert language(accepted="fr, es-PH;q=0.8, en;q=0.5") == "es"
    assert language(accepted="es;q=0.1, en;q=nonsense, en-GB;q=0.9") == "en"
    assert language("?lang=es", "en") == "es"
    assert language('?lang="><script>', "es") == "es"


JOB = {
    "kind": "sheets",
    "files": [],
    "options": {
        "game": "junta-coup",
        "sheets": {"papers": ["a4"], "parts": ["map"], "duplex": "fold", "dpi": 300},
        "simulate": {"number": 2, "seed": 1, "noise": False},
    },
}
OUTLINE = {"board": "main", "space": "west", "points": [[0, 0], [9, 0], [9, 9]]}
ROWS = {"file": "cards.csv", "version": "x", "rows": [["id", "deck"], ["1"]]}
MOVE = {"key": "box/draw", "field": "rect", "by": [1, 1], "grow": [0, 0]}
ORDERS = [
    ("jobs", JOB),
    ("design/outline?game=junta-coup", OUTLINE),
    ("design/rows?game=missing", ROWS),
    ("design/text?game=missing", {"file": "map.yaml", "version": "", "text": "x"}),
    ("design/delete?game=missing", {"file": "map.yaml", "version": ""}),
    ("design/move?game=missing", MOVE),
    ("design/corner?game=missing", {"board": "main", "at": [1, 1], "to": [2, 2]}),
    ("games", {"title": "\u2026", "template": "area"}),
    ("games/unpack", {"file": "x"}),
]
"""Every order, each with what is refused for another reason than its form."""
ODD = [None, True, 7, -1.5, "x" * 5000, [], [[1]], {}, {"a": []}, ["x"] * 5000]


def replaced(whole: Any, odd: Any) -> Iterator[Any]:
    """The same JSON with one value after the other replaced, at every depth."""
    yield odd
    keys = list(whole) if isinstance(whole, dict) else range(len(whole))
    for key in keys:
        for changed in replaced(whole[key], odd) if isinstance(whole[key], dict | list) else [odd]:
            copy = whole.copy()
            copy[key] = changed
            yield copy


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{", b"[" * 100_000, b'{"kind": "\\ud800"}', b"\xff"]
)
@pytest.mark.parametrize("path", [path for path, _ in ORDERS])
def test_a_damaged_order_is_refused(tmp_path: Path, path: str, body: bytes) -> None:
    answer = ask(tmp_path, "POST", f"/{TOKEN}/api/{path}", origin=ORIGIN, content=body)
    assert answer.status_code == 400
    assert answer.json()["message"]


@pytest.mark.long
@pytest.mark.parametrize(("path", "whole"), ORDERS)
def test_an_order_with_a_value_of_another_type_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, whole: dict[str, Any]
) -> None:
    """Whatever is wrong, the answer is a sentence, and no job gets a value of another type."""
    started: list[Any] = []

    def start(jobs: Jobs, kind: str, order: Any) -> None:
        started.append(order["options"])
        raise JobError("started", 418)

    monkeypatch.setattr(Jobs, "start", start)
    app = application(tmp_path, None, TOKEN, tmp_path / "games")

    async def send() -> None:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as client:
            for odd in ODD:
                for body in replaced(whole, odd):
                    answer = await client.post(
                        f"/{TOKEN}/api/{path}", json=body, headers={"origin": ORIGIN}
                    )
                    assert answer.status_code in (400, 403, 404, 418), (body, answer.text)
                    assert 0 < len(answer.json()["message"]) < 300

    asyncio.run(send())
    for options in started:
        assert all(isinstance(options.get(key, ""), str) for key in ("game", "language"))
        assert all(isinstance(part, str) for part in options["sheets"]["parts"])
        assert all(isinstance(paper, str) for paper in options["sheets"]["papers"])
        assert isinstance(options["simulate"]["number"], int)
    assert bool(started) == (path == "jobs")


def test_a_long_order_is_refused(tmp_path: Path) -> None:
    answer = ask(tmp_path, "POST", f"/{TOKEN}/api/jobs", origin=ORIGIN, content=b" " * (2 << 20))
    assert answer.status_code == 413
