"""The audit and the reading of files in a real browser."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.serve.conftest import CORPUS, Server, until

pytestmark = pytest.mark.browser
Open = Callable[..., Any]


def test_a_log_is_checked_and_stepped_through(
    server: Server, open_page: Open, tmp_path: Path
) -> None:
    page = open_page(server.url + "#audit")
    page.set_input_files("#page-audit input[type=file]", CORPUS / "people-power.vlog")
    page.wait_for_selector(".downloads a:has-text('HTML')")
    assert page.inner_text(".status strong") == "Against the rules"
    assert page.locator(".finding").count() == 2
    assert page.inner_text(".chip.illegal").split() == ["1", "illegal"]
    # Filter, step, link to a step.
    page.click(".chip.suspect")
    assert page.locator(".finding").count() == 1
    assert page.get_attribute(".chip.suspect", "aria-pressed") == "true"
    page.click(".chip.suspect")
    page.fill(".filters input[type=search]", "top card of the draw deck")
    until(page, "() => document.querySelectorAll('.finding').length === 1")
    page.fill(".filters input[type=search]", "")
    page.click("[role=tab]:has-text('Story')")
    page.click(".story button[data-step='7']")
    assert page.inner_text(".where") == "7 / 26"
    assert page.locator(".piece.moved").count() >= 1
    link = page.url
    assert link.endswith("/0/7")
    again = open_page(link)
    until(again, "() => document.querySelector('.where')?.textContent === '7 / 26'")
    # Downloads.
    for kind, check in (
        ("JSON", lambda text: json.loads(text)["games"][0]["game"] == "people-power"),
        ("SARIF", lambda text: json.loads(text)["version"] == "2.1.0"),
        ("HTML", lambda text: "<title>People Power" in text),
    ):
        with page.expect_download() as download:
            page.click(f".downloads a:has-text('{kind}')")
        target = tmp_path / "report"
        download.value.save_as(target)
        assert check(target.read_text("utf-8"))


def test_a_log_of_an_unknown_game_says_what_to_do(server: Server, open_page: Open) -> None:
    page = open_page(server.url + "#audit")
    page.set_input_files(
        "#page-audit input[type=file]",
        {"name": "x.vlog", "mimeType": "", "buffer": b"PK nothing"},
    )
    page.wait_for_selector(".status .problem")
    assert page.inner_text(".status .problem") == "x.vlog is not a ZIP archive, or it is cut short"
    page.click(".files button")
    until(page, "() => document.querySelectorAll('.files li').length === 0")


def test_a_log_is_replayed(server: Server, open_page: Open) -> None:
    page = open_page(server.url + "#read")
    page.set_input_files("#page-read input[type=file]", CORPUS / "junta-coup.vlog")
    page.wait_for_selector(".game.finished")
    page.click("[aria-label='To the set-up']")
    page.click("[aria-label='One step on']")
    assert page.inner_text(".where") == "1 / 24"
    assert page.locator(".board .sheet").count() == 1


def test_the_page_opens_quickly(server: Server, open_page: Open) -> None:
    """In less than half a second; the best of five, because other programs may be at work."""
    page = open_page(server.url)
    times = []
    for _ in range(5):
        page.reload()
        times.append(
            page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
        )
    assert min(times) < 500, times
