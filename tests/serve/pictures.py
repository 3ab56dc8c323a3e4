"""Takes the pictures of `modgen serve` for the documentation: `python -m tests.serve.pictures`."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.serve.conftest import CHROMIUM, FLAGS, Server

DOCS = Path(__file__).parents[2] / "docs"
COLOURS = 200
"""The colours of a picture, so that its file stays small."""


@contextmanager
def opened(browser: Any, **options: Any) -> Iterator[Any]:
    context = browser.new_context(**{"viewport": {"width": 1360, "height": 860}} | options)
    page = context.new_page()
    page.set_default_timeout(120_000)
    yield page
    context.close()


def save(page: Any, name: str) -> None:
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    reduced = picture.quantize(COLOURS, method=Image.Quantize.FASTOCTREE)
    reduced.save(DOCS / name, "PNG", optimize=True)
    print(f"docs/{name}: {(DOCS / name).stat().st_size / 1000:.0f} kB")


def check(browser: Any, url: str, folder: Path) -> None:
    """A simulated game with three mistakes, at the first of them."""
    command = ("simulate", "people-power", "-n", "1", "--mistakes", "3", "-o", str(folder))
    subprocess.run([sys.executable, "-m", "modgen", *command], check=True)
    [log] = folder.glob("*.vlog")
    with opened(browser) as page:
        page.goto(f"{url}#audit")
        page.set_input_files("#page-audit input[type=file]", log)
        page.wait_for_selector("#page-audit .game.finished")
        page.click(".finding button:has-text('After')")
        page.wait_for_timeout(1500)
        save(page, "serve-check.png")


def design(browser: Any, url: str) -> None:
    """A board with the pointer on a space, and its rows."""
    with opened(browser, color_scheme="dark") as page:
        page.goto(f"{url}#design/amigos-insurrectos/board")
        place = page.locator(".place[data-key='space/benguet']")
        place.click()
        page.wait_for_selector(".inspector .source")
        place.hover()
        page.wait_for_timeout(1500)
        save(page, "serve-design.png")


def edit(browser: Any, folder: Path) -> None:
    """A new card game with a mistake in a cell, and the card of the row."""
    folder.mkdir()
    server = Server(folder=folder.parent / "temporary-edit", cwd=folder)
    with opened(browser) as page:
        page.goto(f"{server.url}#design")
        page.fill("#new-title", "Market Day")
        page.check("#template-cards")
        page.keyboard.press("Enter")
        page.click(".grid td:has-text('palm') >> nth=0")
        page.keyboard.type("plam")
        page.keyboard.press("Enter")
        page.wait_for_selector(".grid td.bad")
        page.keyboard.press("ArrowUp")
        page.wait_for_selector(".preview svg")
        page.wait_for_timeout(1500)
        save(page, "serve-edit.png")
    server.stop()


def main() -> None:
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        server = Server(folder=folder / "temporary")
        check(browser, server.url, folder / "game")
        design(browser, server.url)
        edit(browser, folder / "games")
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
