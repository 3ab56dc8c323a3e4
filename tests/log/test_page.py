"""The replay page in a real Chromium: loads, steps, keys, search, links; nothing goes wrong."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path

import pytest
from PIL import Image

from modgen.compile.module import build_module
from modgen.log.page import page
from modgen.log.pictures import draw
from modgen.log.story import Story
from modgen.log.timeline import read_timeline
from modgen.model.loading.folder import Loaded
from modgen.vassal.module import Module, read_module

CORPUS = Path(__file__).parent.parent / "corpus"
BROWSER = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)
PROBE = """
<script>
const seen = {errors: []};
addEventListener("error", event => seen.errors.push(String(event.message)));
const press = key => dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
const where = () => document.getElementById("where").textContent;
const shown = () => document.querySelectorAll(".piece").length;
seen.start = where(); seen.pieces = shown();
press("End"); seen.end = where();
press("ArrowLeft"); seen.left = where();
press("Home"); press("ArrowRight"); press("ArrowRight"); seen.right = where();
seen.moved = document.querySelectorAll(".piece.moved").length;
seen.line = document.querySelector("[aria-current]").textContent;
seen.link = location.hash;
const search = document.getElementById("search");
search.value = "pawn"; search.dispatchEvent(new Event("input"));
seen.found = document.querySelectorAll("#story li").length;
search.value = ""; search.dispatchEvent(new Event("input"));
const button = document.getElementById("next"); button.focus();
const sent = (type, key) => new KeyboardEvent(type, {key, bubbles: true, cancelable: true});
const space = type => button.dispatchEvent(sent(type, " "));
const player = document.getElementById("play");
seen.space = [space("keydown"), player.textContent, space("keyup")];
space("keydown"); seen.paused = player.textContent;
const item = document.querySelector("#story li[data-step='4']"); item.focus();
seen.focus = document.activeElement === item;
item.dispatchEvent(sent("keydown", "Enter")); seen.entered = where();
item.dispatchEvent(sent("keydown", "ArrowDown"));
seen.focused = document.activeElement.dataset.step;
location.hash = "#step=5";
const tell = () => { seen.linked = where(); document.body.dataset.seen = JSON.stringify(seen); };
setTimeout(tell, 200);
</script></body>"""


@pytest.fixture(scope="module")
def module(people_power: Loaded, tmp_path_factory: pytest.TempPathFactory) -> Module:
    return read_module(build_module(people_power.game, tmp_path_factory.mktemp("module")))


@pytest.fixture(scope="module")
def html(module: Module) -> str:
    timeline = read_timeline([CORPUS / "people-power.vlog"])
    return page(Story(timeline, module.tree), module, "People <Power>")


def test_page_needs_no_network_and_tells_no_hidden_card(html: str) -> None:
    assert len(html) < 1_000_000
    assert not re.search(r'(?:src|href)="?https?:', html)
    assert "People &lt;Power&gt;" in html
    assert html.count("</script>") == 3


@pytest.mark.skipif(not BROWSER, reason="install chromium to try the page in a browser")
def test_page_in_a_browser(html: str, tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    path.write_text(html.replace("</body>", PROBE), "utf-8")
    ran = subprocess.run(
        [BROWSER, "--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1400,900",
         "--virtual-time-budget=5000", "--dump-dom", path.as_uri()],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    found = re.search(r'data-seen="([^"]*)"', ran.stdout)
    assert found, ran.stderr[-500:]
    seen = json.loads(unescape(found.group(1)))
    last = int(seen["end"].split(" / ")[1])
    assert seen["errors"] == []
    assert seen["start"] == f"0 / {last}"
    assert seen["pieces"] > 120
    assert seen["left"] == f"{last - 1} / {last}"
    assert seen["right"] == f"2 / {last}"
    assert seen["moved"] == 2
    assert "2 Troops Manila → Northern Luzon" in seen["line"]
    assert seen["link"] == "#step=2"
    assert seen["linked"] == f"5 / {last}"
    assert 3 <= seen["found"] <= 6
    # The space bar plays and pauses; it does not press the button that has the focus.
    assert seen["space"] == [False, "❚❚", False]
    assert seen["paused"] == "▶▶"
    assert seen["focus"]
    assert seen["entered"] == f"4 / {last}"
    assert seen["focused"] == "5"


def test_drawn_step_has_the_board_and_the_moved_pieces(module: Module) -> None:
    timeline = read_timeline([CORPUS / "people-power.vlog"])
    before = draw(module, timeline.go(1), "Map", "")
    after = draw(module, timeline.go(2), "Map", "")
    assert before.size == (3300, 2550)
    changed = Image.composite(after, before, Image.new("1", before.size, 1))
    assert changed.getpixel((1352, 762)) != before.getpixel((1352, 762))
