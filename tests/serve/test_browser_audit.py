"""The audit and the reading of files in a real browser."""

from __future__ import annotations

import base64
import json
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from modgen.assets import template_path
from modgen.cli.check import check as check_log
from modgen.compile.module import build_module
from modgen.model.loading.folder import load
from tests.kept.packed import Planted
from tests.serve.conftest import CORPUS, Server, until

pytestmark = pytest.mark.browser
Open = Callable[..., Any]


def test_what_follows_from_a_finding_is_listed_under_it(
    server: Server, open_page: Open, tmp_path: Path
) -> None:
    planted = Planted("amigos-insurrectos", tmp_path)
    row = next(one for one in planted.listed() if one.name == "filipino-movement-13.0.a-human")
    (log,) = planted.play(row, tmp_path / "game.vlog").paths
    lines = CliRunner().invoke(check_log, [str(log)]).output.splitlines()
    below = [one.strip() for one in lines if one.strip().startswith(("And", "In the same act"))]
    assert below
    page = open_page(server.url + "#audit")
    page.set_input_files("#page-audit input[type=file]", log)
    page.wait_for_selector(".downloads a:has-text('HTML')")
    assert page.locator(".finding .also").all_inner_texts() == below


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
    until(page, "() => document.querySelectorAll('.finding').length === 1")
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


def test_files_can_be_dropped_anywhere(server: Server, open_page: Open) -> None:
    """Two logs of different games get a tab each; the order of play is found by the program."""
    page = open_page(server.url + "#audit")
    data = page.evaluate_handle(
        """files => {
            const transfer = new DataTransfer();
            for (const [name, text] of files) {
                const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
                transfer.items.add(new File([bytes], name));
            }
            return transfer;
        }""",
        [
            [name, base64.b64encode((CORPUS / name).read_bytes()).decode("ascii")]
            for name in ("people-power.vlog", "junta-coup.vlog")
        ],
    )
    page.dispatch_event("main", "dragenter", {"dataTransfer": data})
    assert page.evaluate("document.body.classList.contains('dragging')")
    page.dispatch_event("main", "drop", {"dataTransfer": data})
    done = "() => document.querySelectorAll('#page-audit .game.finished').length === 2"
    until(page, done, seconds=150)
    page.click("[role=tab]:has-text('junta-coup.vlog')")
    assert page.inner_text(".game:not([hidden]) h2").startswith("Junta")
    assert page.inner_text(".game:not([hidden]) .where") == "24 / 24"


def test_modules_are_inspected_and_compared(
    server: Server, open_page: Open, tmp_path: Path
) -> None:
    folder = shutil.copytree(template_path(), tmp_path / "game")
    old = build_module(load(folder).game, tmp_path / "old")
    cards = folder / "cards.csv"
    cards.write_text(cards.read_text("utf-8").replace("Good roads", "Bad roads"), "utf-8")
    new = build_module(load(folder).game, tmp_path / "new")
    save = tmp_path / "turn.vsav"
    with zipfile.ZipFile(old) as archive:
        [name] = [one for one in archive.namelist() if one.endswith(".vsav")][:1]
        save.write_bytes(archive.read(name))
    page = open_page(server.url + "#read")
    page.set_input_files("#page-read input[type=file]", [old, new, save])
    page.wait_for_selector("#page-read .game.finished")
    assert page.locator("#page-read .card").count() == 4
    text = page.inner_text("#page-read .results")
    assert "Bad roads" in text
    assert "turn.vsav still works." in " ".join(text.split())
    page.click("[role=tab]:has-text('Contents') >> nth=0")
    assert "GameModule" in page.inner_text(".tree >> nth=0") or "Four Vales" in page.inner_text(
        ".tree >> nth=0"
    )


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
