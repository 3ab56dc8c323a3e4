"""The report in Chromium: light and dark, wide and narrow, without a network."""

from __future__ import annotations

from pathlib import Path

import pytest

from modgen_rules.audit.page import write_report
from tests.audit.test_report import database
from tests.serve.conftest import CHROMIUM, FLAGS

__all__ = ["database"]

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("scheme", "width"), [("light", 1200), ("dark", 390)])
def test_the_page_draws_itself_and_leads_to_games(
    database: Path, tmp_path: Path, scheme: str, width: int
) -> None:
    from playwright.sync_api import sync_playwright

    target = tmp_path / "report.html"
    write_report(database, target)
    told: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_context(
            color_scheme=scheme, viewport={"width": width, "height": 900}
        ).new_page()
        page.set_default_timeout(120_000)
        # Vega-Lite warns that rows of a fixed height do not fit a height.
        page.on("console", lambda one: told.append(one.text) if one.type == "error" else None)
        page.on("pageerror", lambda problem: told.append(str(problem)))
        page.on("dialog", lambda dialog: told.append(dialog.message))
        page.on(
            "request", lambda request: told.append(request.url) if "http" in request.url else None
        )
        page.goto(target.as_uri())
        page.wait_for_selector("html[data-drawn]")
        assert page.locator(".plot svg").count() == page.locator(".plot").count() == 7
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.locator("dd a[data-key]").nth(1).click()
        assert page.locator("dialog[open] li strong").count() == 4
        assert "moved too far" in page.inner_text("dialog")
        browser.close()
    assert told == []
