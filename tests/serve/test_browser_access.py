"""The page for everybody: keyboard only, screen readers (axe), small and large screens, two
languages, light and dark."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.serve.conftest import CORPUS, Server, until

pytestmark = pytest.mark.browser
Open = Callable[..., Any]
AXE = "axe-core@4.14.1"
SIZES = ((390, 844), (1280, 800), (3840, 2160))
RUN_AXE = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations
  .filter(one => ["serious", "critical", "moderate"].includes(one.impact))
  .map(one => `${one.id}: ${one.nodes.map(node => node.html).slice(0, 3).join(" ")}`)"""


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The source of axe-core (MPL 2.0), from the npm registry; it is used only in these tests."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not installed, so axe-core cannot be fetched")
    folder = tmp_path_factory.mktemp("axe")
    done = subprocess.run(
        [npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", AXE],
        cwd=folder,
        capture_output=True,
        timeout=120,
        check=False,
    )
    source = folder / "node_modules" / "axe-core" / "axe.min.js"
    if done.returncode or not source.is_file():
        pytest.skip("axe-core cannot be fetched from the npm registry")
    return source.read_text("utf-8")


def faults(page: Any, axe: str) -> list[str]:
    page.evaluate(axe)
    found: list[str] = page.evaluate(RUN_AXE)
    return found


def wide(page: Any) -> int:
    """By how many pixels the page is wider than the screen."""
    measured: int = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    return measured


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_every_part_is_accessible(
    server: Server, open_page: Open, axe: str, size: tuple[int, int], scheme: str
) -> None:
    page = open_page(server.url, size=size, color_scheme=scheme)
    assert faults(page, axe) == []
    page.goto(server.url + "#design/others")
    page.wait_for_selector("#new-title")
    assert faults(page, axe) == []
    assert wide(page) <= 0
    tabs = ("board", "setups", "counters", "cards", "charts", "layouts", "files", "problems")
    for tab in tabs if size[0] == 1280 else ("board", "cards", "layouts", "files"):
        page.goto(server.url + f"#design/people-power/{tab}")
        page.wait_for_selector(".bench[data-version]")
        page.wait_for_timeout(500)
        assert faults(page, axe) == [], tab
        assert wide(page) <= 0, tab
    page.goto(server.url + "#audit")
    page.set_input_files("#page-audit input[type=file]", CORPUS / "people-power.vlog")
    page.wait_for_selector("#page-audit .game.finished")
    page.wait_for_timeout(500)
    assert faults(page, axe) == []
    assert wide(page) <= 0
    page.click("#page-audit [role=tab]:has-text('Story')")
    assert faults(page, axe) == []


def test_everything_works_with_the_keyboard(server: Server, open_page: Open) -> None:
    page = open_page(server.url)
    press = page.keyboard.press

    def focused() -> str:
        text: str = page.evaluate("document.activeElement.textContent.trim().slice(0, 60)")
        return text

    press("Tab")
    assert focused() == "Skip to the content"
    press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    press("Tab")
    assert focused().startswith("Design")
    press("Tab")
    press("Enter")
    until(page, "() => location.hash === '#audit'")
    page.wait_for_selector("#page-audit .drop")
    press("Tab")
    assert page.evaluate("document.activeElement.type") == "file"
    page.set_input_files("#page-audit input[type=file]", CORPUS / "people-power.vlog")
    page.wait_for_selector("#page-audit .game.finished")
    # From tab to tab with arrows, then through the story.
    page.focus("[role=tab]:has-text('Findings')")
    press("ArrowRight")
    assert focused() == "Story"
    for _ in range(3):
        press("Tab")
        if page.evaluate("document.activeElement.matches('.story button')"):
            break
    assert page.evaluate("document.activeElement.matches('.story button')")
    press("Home")
    press("ArrowDown")
    press("ArrowDown")
    assert page.inner_text(".where") == "2 / 26"
    assert page.evaluate("document.activeElement.dataset.step") == "2"
    press("End")
    assert page.inner_text(".where") == "26 / 26"
    page.focus(".chip.illegal")
    press("Space")
    assert page.get_attribute(".chip.illegal", "aria-pressed") == "true"
    page.focus("[aria-label='Step']")
    press("Home")
    assert page.inner_text(".where") == "0 / 26"
    # The board: one stop of the tabulator, arrows from place to place, Enter for its rows.
    page.goto(server.url + "#design/people-power/board")
    page.wait_for_selector(".place[tabindex='0']")
    page.focus(".place[tabindex='0']")
    first = page.evaluate("document.activeElement.dataset.key")
    press("ArrowRight")
    second = page.evaluate("document.activeElement.dataset.key")
    assert first != second
    assert page.is_visible(".tip")
    press("Enter")
    page.wait_for_selector(".inspector .source")
    # An outline can be typed; a dialog closes with Escape.
    page.focus("button:has-text('Print')")
    press("Enter")
    page.wait_for_selector("dialog[open]")
    press("Escape")
    page.wait_for_selector("dialog:not([open])", state="attached")


def test_the_page_speaks_spanish(server: Server, open_page: Open) -> None:
    page = open_page(server.url + "#audit", locale="es-ES")
    assert page.inner_text("#page-audit h1") == "Comprobar"
    page.set_input_files("#page-audit input[type=file]", CORPUS / "people-power.vlog")
    page.wait_for_selector(".game.finished")
    assert page.inner_text(".status strong") == "Contra las reglas"
    assert page.get_attribute("html", "lang") == "es"
    address = page.url
    page.click("#language")
    until(page, "() => document.documentElement.lang === 'en'")
    page.wait_for_selector(".game.finished")
    assert page.url.split("#")[1] == address.split("#")[1]


def test_both_languages_have_the_same_words() -> None:
    from modgen.serve.page import LANGUAGES, words

    keys = {code: set(words(code)) for code in LANGUAGES}
    assert keys["en"] == keys["es"]
    web = Path(__file__).parents[2] / "modgen" / "serve" / "web"
    text = "".join(path.read_text("utf-8") for path in web.glob("*.*"))
    dynamic = (
        *("verdict_", "finding_", "tab_", "stage_", "print_", "duplex_", "handle_", "element_"),
        *("add_", "sort_", "outcome_"),
    )
    unused = [
        key
        for key in keys["en"]
        if f'"{key}"' not in text
        and "{{" + key + "}}" not in text
        and not key.startswith(dynamic)
        and not key.endswith("_one")
    ]
    assert sorted(unused) == ["no_module"]
