"""A running server, and a headless Chromium that fails a test for any error in its console."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = os.environ.get("MODGEN_CHROMIUM") or next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)
CORPUS = Path(__file__).parents[1] / "corpus"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


class Server:
    """`modgen serve` in a process of its own; `url` is the page's address with its token."""

    def __init__(self, *arguments: str, folder: Path, cwd: Path | None = None) -> None:
        self.temporary = folder
        folder.mkdir(exist_ok=True)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "modgen", "serve", "--no-browser", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=cwd,
            env=os.environ | {"TMPDIR": str(folder)},
        )
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().strip()
        assert self.url.startswith("http://127.0.0.1:"), self.process.communicate()

    @property
    def origin(self) -> str:
        return self.url.rsplit("/", 2)[0]

    def stop(self, how: int = signal.SIGINT) -> str:
        """Stop it as Ctrl-C does and return what it wrote to stderr."""
        self.process.send_signal(how)
        return self.process.communicate(timeout=20)[1]


@pytest.fixture(scope="session")
def start(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Server]]:
    """Starts servers, which are stopped at the end; each must leave no file behind."""
    started: list[Server] = []

    def new(*arguments: str, cwd: Path | None = None) -> Server:
        folder = tmp_path_factory.mktemp("temporary")
        started.append(Server(*arguments, folder=folder, cwd=cwd))
        return started[-1]

    yield new
    for server in started:
        if server.process.returncode is None:
            errors = server.stop()
            assert "Traceback" not in errors, errors
        assert [*server.temporary.glob("modgen-serve-*")] == []


@pytest.fixture(scope="session")
def server(start: Callable[..., Server]) -> Server:
    """A server without a game."""
    return start()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """Not for the whole session: while Playwright runs, no test can start an event loop."""
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    if not CHROMIUM:
        pytest.skip("Chromium is not installed; set MODGEN_CHROMIUM to its path")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


def until(page: Any, expression: str, argument: object = None, seconds: float = 40) -> None:
    """Wait until a JavaScript function gives true. The page's policy forbids Playwright's own way.

    With `argument`, the function is called with it.
    """
    end = time.monotonic() + seconds
    while not page.evaluate(expression, argument):
        assert time.monotonic() < end, f"not within {seconds} s: {expression}"
        page.wait_for_timeout(30)


@pytest.fixture
def open_page(chromium: Any) -> Iterator[Callable[..., Any]]:
    """Opens pages. An error in the console of any of them fails the test."""
    problems: list[str] = []
    contexts = []

    def new(url: str, **options: Any) -> Any:
        size = options.pop("size", (1280, 800))
        context = chromium.new_context(
            viewport={"width": size[0], "height": size[1]},
            **{"locale": "en-US", "accept_downloads": True} | options,
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(40_000)
        page.on(
            "console",
            lambda said: problems.append(said.text) if said.type in ("error", "warning") else None,
        )
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(url)
        page.problems = problems
        return page

    yield new
    for context in contexts:
        context.close()
    assert problems == []
