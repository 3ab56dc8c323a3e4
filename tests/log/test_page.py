"""The replay page in Chromium: steps, keys, search, links and layout; pictures of a step."""

from __future__ import annotations

import json
import re
import shutil
import socket
import struct
import subprocess
import zlib
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from PIL import Image

from modgen.cli import cli
from modgen.log.page import page
from modgen.log.pictures import draw, look_of
from modgen.log.policy import SCRIPT, checksum
from modgen.log.story import Story
from modgen.log.timeline import Timeline, read_timeline
from modgen.vassal import commands as c
from modgen.vassal.components import component
from modgen.vassal.metadata import Metadata
from modgen.vassal.module import Module, read_module, write_module
from modgen.vassal.pieces import BasicPiece, Deck, DeckType, GamePiece, Stack
from modgen.vassal.save import save_text, steps
from modgen.vassal.stream import Node, leaves
from modgen.vassal.traits import Label

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

LAYOUT_PROBE = """
<script>
const measure = () => {
  const area = document.getElementById("view").getBoundingClientRect();
  const drawn = document.getElementById("board").getBoundingClientRect();
  const list = document.getElementById("story").getBoundingClientRect();
  const line = document.querySelector("[aria-current]").getBoundingClientRect();
  return {
    gaps: [drawn.left - area.left, area.right - drawn.right,
           drawn.top - area.top, area.bottom - drawn.bottom],
    current: line.top >= list.top - 1 && line.bottom <= list.bottom + 1, list: list.height,
  };
};
setTimeout(() => {
  step(14);
  const seen = {fit: measure(), width: innerWidth};
  document.getElementById("fit").click(); seen.full = measure();
  document.getElementById("fit").click(); seen.again = measure();
  seen.overflows = document.documentElement.scrollWidth > innerWidth;
  document.body.dataset.seen = JSON.stringify(seen);
}, 200);
</script></body>"""
LABEL_PROBE = """
<script>
const look = () => [...document.querySelectorAll(".piece")].map(node => ({
  order: +node.style.zIndex, left: node.style.left, top: node.style.top,
  wide: [...node.children].map(image => image.getBoundingClientRect().width / scaled),
}));
const scaled = document.getElementById("board").getBoundingClientRect().width / 400;
setTimeout(() => {
  const seen = {before: look()};
  step(1);
  const tell = () => { document.body.dataset.seen = JSON.stringify(seen); };
  setTimeout(() => { seen.after = look(); tell(); }, 200);
}, 300);
</script></body>"""


@pytest.fixture(scope="module")
def module(power_file: Path) -> Module:
    return read_module(power_file)


@pytest.fixture(scope="module")
def html(module: Module) -> str:
    timeline = read_timeline([CORPUS / "people-power.vlog"])
    return page(Story(timeline, module.tree), module, "People <Power>")


@pytest.mark.long
def test_page_needs_no_network_and_tells_no_hidden_card(html: str) -> None:
    assert len(html) < 1_000_000
    assert not re.search(r'(?:src|href)="?https?:', html)
    assert "People &lt;Power&gt;" in html
    assert html.count("</script>") == 3


@pytest.mark.long
def test_a_module_with_the_name_of_a_place_of_the_page(module: Module) -> None:
    timeline = read_timeline([CORPUS / "people-power.vlog"])
    text = page(Story(timeline, module.tree), module, "{{parts}} {{data}}")
    assert text.count("<h1>{{parts}} {{data}}</h1>") == 1
    assert text.count('id="data"') == 1


def seen_in_browser(html: str, probe: str, path: Path, size: str) -> Any:
    """What a probe writes to `data-seen` of the page's body, in a window of a size in pixels."""
    # The policy allows only the page's own script; the probe's is added to it.
    (script,) = SCRIPT.findall(probe)
    html = html.replace("script-src ", f"script-src {checksum(script)} ")
    return dumped(html.replace("</body>", probe), path, size)


def dumped(html: str, path: Path, size: str) -> Any:
    """What the page itself writes to `data-seen`."""
    assert BROWSER, "install chromium to try the page in a browser"
    path.write_text(html, "utf-8")
    ran = subprocess.run(
        [
            BROWSER,
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            f"--window-size={size}",
            "--virtual-time-budget=5000",
            "--dump-dom",
            path.as_uri(),
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    match = re.search(r'data-seen="([^"]*)"', ran.stdout)
    assert match, ran.stderr[-500:]
    return json.loads(unescape(match.group(1)))


@pytest.mark.browser
def test_page_in_a_browser(html: str, tmp_path: Path) -> None:
    seen = seen_in_browser(html, PROBE, tmp_path / "game.html", "1400,900")
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


OPENING_PROBE = """
<script>
const told = () => JSON.stringify(document.getElementById("where").textContent);
setTimeout(() => { document.body.dataset.seen = told(); }, 200);
</script></body>"""


@pytest.mark.browser
def test_a_report_opens_at_its_first_finding(module: Module, tmp_path: Path) -> None:
    finding = {"verdict": "illegal", "code": "PP-1", "message": "wrong"}
    findings = [finding | {"steps": [0, 0]}, finding | {"steps": [3, 4]}]
    report = {"summary": "2 findings", "turns": [], "findings": findings}
    timeline = read_timeline([CORPUS / "people-power.vlog"])
    text = page(Story(timeline, module.tree), module, "Report", report)
    seen = seen_in_browser(text, OPENING_PROBE, tmp_path / "report.html", "1400,900")
    assert seen.startswith("4 / ")


INTRUDER = """<script>document.title = "ran";</script>
<img src="x" onerror="document.title = 'ran'"><style>body { color: red; }</style>
<img id="sent" src="http://127.0.0.1:PORT/x.png">"""
INTRUDER_PROBE = """
<script>
const seen = {blocked: []};
addEventListener("securitypolicyviolation", event => seen.blocked.push(event.effectiveDirective));
setTimeout(() => {
  seen.title = document.title; seen.colour = getComputedStyle(document.body).color;
  seen.pieces = document.querySelectorAll(".piece").length;
  document.body.dataset.seen = JSON.stringify(seen);
}, 300);
</script></body>"""


@pytest.mark.browser
def test_html_that_got_into_the_page_neither_runs_nor_loads(html: str, tmp_path: Path) -> None:
    """The policy holds even if text of a log became an element by a mistake of ours."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        intruder = INTRUDER.replace("PORT", str(listening.getsockname()[1]))
        # The intruder comes last: the probe listens before it is parsed.
        probe = INTRUDER_PROBE.replace("</body>", f"{intruder}</body>")
        (script, _) = SCRIPT.findall(probe)
        page = html.replace("script-src ", f"script-src {checksum(script)} ")
        seen = dumped(page.replace("</body>", probe), tmp_path / "game.html", "800,600")
        listening.settimeout(0.05)
        with pytest.raises(TimeoutError):
            listening.accept()
    assert seen["title"] == "People <Power>"
    assert seen["colour"] != "rgb(255, 0, 0)"
    assert seen["pieces"] > 120
    wanted = ["img-src", "img-src", "script-src-attr", "script-src-elem", "style-src-elem"]
    assert sorted(seen["blocked"]) == wanted


@pytest.mark.browser
@pytest.mark.parametrize("size", ["390,844", "1920,1080"])
def test_layout(size: str, html: str, tmp_path: Path) -> None:
    seen = seen_in_browser(html, LAYOUT_PROBE, tmp_path / "game.html", size)
    assert not seen["overflows"]
    for layout in (seen["fit"], seen["full"], seen["again"]):
        assert layout["current"], "the line of the current step is not visible"
        assert layout["list"] > 250
    for layout in (seen["fit"], seen["again"]):
        # The board is centred and fills its area in at least one direction.
        left, right, above, below = layout["gaps"]
        assert abs(left - right) < 2
        assert abs(above - below) < 2
        assert min(left, above) < 2
    if seen["width"] <= 800:
        assert seen["fit"]["gaps"][2] < 2


@pytest.mark.browser
def test_labels_and_frames_in_a_browser(tmp_path: Path) -> None:
    lower, upper = (
        GamePiece((Label(label="Wide label", font_size=20),), BasicPiece(image="a.png")).at(
            "Map", 100, 100, key
        )
        for key in ("1", "2")
    )
    kind = DeckType(name="Deck", width=60, height=80)
    card = GamePiece((), BasicPiece(image="a.png")).at("Map", 300, 100, "3")
    objects = [lower, upper, card, Stack("s", "Map", 100, 100, ("1", "2"))]
    deck = Deck("d", kind, "Map", 300, 100, False, ("3",))
    added = [each.add_command() for each in (*objects, deck)]
    timeline = Timeline()
    draws = Node(c.RemovePiece(id="3").text)
    timeline.read(steps(leaves([save_text(added, [], [draws])])))
    board = component("Board", name="B", width=400, height=300)
    metrics = component("StackMetrics", unexSepX=3, unexSepY=5)
    owner = component("Map", [component("BoardPicker", [board]), metrics], mapName="Map")
    buffer = BytesIO()
    Image.new("RGB", (40, 30), "red").save(buffer, "PNG")
    played = Module(component("GameModule", [owner]), Metadata("1"), {"a.png": buffer.getvalue()})
    story = Story(timeline, played.tree, "", played.images)
    shown = story.timeline.table.pieces["2"]
    sketch = look_of(story.properties.of(shown), story).layers[1].sketch
    assert sketch is not None
    seen = seen_in_browser(page(story, played, "Game"), LABEL_PROBE, tmp_path / "p.html", "900,700")
    low, high, pile = sorted(seen["before"], key=lambda each: each["left"])
    assert (low["left"], low["top"], high["left"], high["top"]) == (
        "100px",
        "100px",
        "103px",
        "95px",
    )
    assert high["order"] > low["order"]
    # The picture has its own size, and the text the one that the label's place rests on.
    assert [round(wide) for wide in high["wide"]] == [40, sketch.size[0]]
    assert [round(wide) for wide in pile["wide"]] == [40]
    assert [round(each["wide"][0]) for each in seen["after"] if each["left"] == "300px"] == [61]


@pytest.mark.long
def test_drawn_step_has_the_board_and_the_moved_pieces(module: Module) -> None:
    timeline = read_timeline([CORPUS / "people-power.vlog"])
    story = Story(timeline, module.tree, "", module.images)
    timeline.go(1)
    before = draw(story, module, "Map")
    timeline.go(2)
    after = draw(story, module, "Map")
    assert before.size == (3300, 2550)
    changed = Image.composite(after, before, Image.new("1", before.size, 1))
    assert changed.getpixel((1352, 762)) != before.getpixel((1352, 762))


def huge_png(width: int, height: int) -> bytes:
    """A small file with a valid 1-bit picture of these dimensions in pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    packer = zlib.compressobj(9)
    row = bytes(1 + (width + 7) // 8)
    data = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()
    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")
    )


def shown_with(picture: bytes, module: Module, folder: Path, *options: str) -> tuple[str, Path]:
    """Standard error and the output of `modgen replay` for a module with another board."""
    board = next(module.tree.find_all("Board")).attributes["image"]
    path, output = folder / "huge.vmod", folder / "game"
    write_module(path, Module(module.tree, module.metadata, {board: picture}, module.files))
    files = [str(CORPUS / "people-power.vlog"), "--module", str(path), "-o", str(output)]
    result = CliRunner().invoke(cli, ["replay", *files, *options])
    assert result.exit_code == 0, result.output
    return result.stderr, output


@pytest.mark.slow
def test_a_huge_board_is_drawn_without_its_picture(module: Module, tmp_path: Path) -> None:
    warning, output = shown_with(huge_png(20_000, 18_000), module, tmp_path)
    assert "20,000 x 18,000 pixels" in warning
    assert '"width":20000,"height":18000' in output.read_text("utf-8")


@pytest.mark.slow
def test_a_huge_jpeg_is_drawn_smaller(module: Module, tmp_path: Path) -> None:
    data = BytesIO()
    Image.new("L", (16_000, 8_000), 90).save(data, "JPEG")
    warning, output = shown_with(data.getvalue(), module, tmp_path, "--png", "1")
    assert "16,000 x 8,000 pixels" in warning
    with Image.open(output) as drawn:
        assert drawn.size == (4472, 2236)
        assert drawn.getpixel((4400, 2200)) == (90, 90, 90)
