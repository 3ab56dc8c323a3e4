"""A game made in a real browser: begun, edited in the grid, moved on the drawing, built, played."""

from __future__ import annotations

import io
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from modgen.assets import template_path
from modgen.model.loading.folder import load
from tests.serve.conftest import Server, until

pytestmark = pytest.mark.browser
Open = Callable[..., Any]
ACTIVE = "() => document.activeElement.closest('td')?.textContent"


@pytest.fixture
def served(start: Callable[..., Server], tmp_path: Path) -> tuple[Server, Path]:
    """A server in a folder with a copy of the small game, and the copy."""
    folder = shutil.copytree(template_path(), tmp_path / "root" / "vales")
    return start(cwd=folder.parent), folder


def cards(folder: Path) -> list[str]:
    return (folder / "cards.csv").read_text("utf-8").splitlines()


def saved(page: Any) -> None:
    until(page, "() => document.querySelector('.save-state').textContent === 'Saved.'")


def edit(page: Any, text: str) -> None:
    """Type into the active cell and end with Enter."""
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def opened(open_page: Open, server: Server, tab: str, **options: Any) -> Any:
    page = open_page(f"{server.url}#design/.%2Fvales/{tab}", **options)
    page.wait_for_selector(".bench[data-version]")
    return page


def test_a_new_game_is_begun_edited_corrected_built_and_taken_home(
    start: Callable[..., Server], open_page: Open, tmp_path: Path
) -> None:
    """With the keyboard only, from the first page to the archive of the finished game."""
    server = start(cwd=tmp_path)
    page = open_page(server.url)
    press = page.keyboard.press

    def tab_to(selector: str, most: int = 60) -> None:
        for _ in range(most):
            press("Tab")
            if page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
        raise AssertionError(f"the tabulator does not come to {selector}")

    tab_to("nav a[data-page=design]")
    press("Enter")
    page.wait_for_selector("#new-title")
    tab_to("#new-title")
    edit(page, "Dragons")
    # A newcomer sees the board first, and beside it what can be done next.
    page.wait_for_selector(".board-panel svg .place")
    assert page.evaluate("location.hash") == "#design/.%2Fdragons/board"
    tab_to(".next-steps button")
    press("Enter")
    page.wait_for_selector(".grid td")
    folder = tmp_path / "dragons"
    assert load(folder).game.info.title == "Dragons"
    # Into the table, to the deck of the first card, and out of it again.
    tab_to(".grid td")
    assert page.evaluate(ACTIVE) == "1"
    press("ArrowRight")
    edit(page, "fortnue")
    assert page.evaluate(ACTIVE) == "fortune"
    page.wait_for_selector(".grid td.bad:has-text('fortnue')")
    assert "unknown deck fortnue" in page.inner_text(".file-problems")
    assert page.is_disabled("button:has-text('Build the module')")
    press("ArrowUp")
    assert page.inner_text(".cell-told") == "unknown deck fortnue\ndid you mean fortune?"
    press("Control+z")
    page.wait_for_selector(".grid td:has-text('fortnue')", state="detached")
    until(page, "() => !document.querySelector('.grid .bad')")
    assert cards(folder)[1].startswith("1,fortune,")
    press("Control+y")
    page.wait_for_selector(".grid td.bad:has-text('fortnue')")
    edit(page, "fortune")
    page.wait_for_selector("button:has-text('Build the module'):not(:disabled)")
    press("ArrowRight")
    press("ArrowUp")
    edit(page, "Dragon’s breath")
    press("ArrowUp")
    page.wait_for_selector(".preview svg text:has-text('breath')")
    press("Escape")
    assert page.evaluate("document.activeElement.matches('.grid-tools button')")
    page.focus("button:has-text('Build the module')")
    press("Enter")
    with page.expect_download() as download:
        page.wait_for_selector(".job a:has-text('dragons-0.1.vmod')")
        page.focus(".job a")
        press("Enter")
    download.value.save_as(tmp_path / "a.vmod")
    assert "buildFile.xml" in zipfile.ZipFile(tmp_path / "a.vmod").namelist()
    with page.expect_download() as download:
        page.focus("a:has-text('Download the game')")
        press("Enter")
    download.value.save_as(tmp_path / "a.zip")
    text = zipfile.ZipFile(tmp_path / "a.zip").read("dragons/cards.csv").decode("utf-8")
    assert "Dragon’s breath" in text


def test_an_archive_and_a_folder_are_opened(
    served: tuple[Server, Path], open_page: Open, tmp_path: Path
) -> None:
    server, folder = served
    packed = Path(shutil.make_archive(str(tmp_path / "castle"), "zip", folder))
    page = open_page(server.url + "#design")
    page.wait_for_selector(".doors a:has-text('./vales')")
    page.set_input_files(".chooser input[type=file]", packed)
    page.wait_for_selector(".board-panel svg .place")
    assert cards(folder.with_name("castle")) == cards(folder)
    page.goto(server.url + "#design/others")
    page.fill("#open-path", "vales")
    page.click("button:has-text('Open')")
    page.wait_for_selector(".board-panel svg .place")
    assert page.evaluate("location.hash") == "#design/.%2Fvales/board"
    page.goto(server.url + "#design/others")
    page.fill("#open-path", "../..")
    page.click("button:has-text('Open')")
    page.wait_for_selector("#toast.bad:has-text('not a folder below the working folder')")
    page.problems.clear()


def test_rows_are_added_copied_and_deleted(served: tuple[Server, Path], open_page: Open) -> None:
    server, folder = served
    before = (folder / "cards.csv").read_bytes()
    page = opened(open_page, server, "files")
    page.click(".grid td:has-text('Truce')")
    page.click("button:has-text('Copy the row')")
    saved(page)
    assert cards(folder)[5] == "5,fortune,Truce,handshake,Nobody marches this turn."
    page.click("button:has-text('Add a row')")
    page.keyboard.type("6")
    page.keyboard.press("Tab")
    assert page.locator(".grid tr").count() == 7
    page.click(".grid td:has-text('Good harvest')")
    page.keyboard.press("Shift+ArrowDown")
    page.click("button:has-text('Delete the row')")
    until(page, "() => !document.querySelector('.grid').textContent.includes('Storm')")
    page.click("button:has-text('Add a column')")
    page.fill("#column-name", "copies")
    page.keyboard.press("Enter")
    edit(page, "3")
    until(page, "() => document.querySelector('.save-state').textContent === 'Saved.'")
    assert cards(folder)[:2] == [
        "id,deck,title,icon,text,copies",
        "1,fortune,Good roads,flag,Move one army to any vale.,3",
    ]
    for _ in range(6):
        page.click(".grid-tools button:has-text('Undo')")
    page.wait_for_selector(".grid-tools button:has-text('Undo'):disabled")
    page.wait_for_timeout(600)
    until(page, "() => document.querySelector('.save-state').textContent === 'Saved.'")
    assert (folder / "cards.csv").read_bytes() == before


def test_cells_of_a_spreadsheet_are_pasted(served: tuple[Server, Path], open_page: Open) -> None:
    server, folder = served
    page = opened(open_page, server, "files")
    page.click(".grid td:has-text('Truce')")
    page.evaluate(
        """text => {
        const data = new DataTransfer();
        data.setData("text/plain", text);
        document.activeElement.dispatchEvent(
          new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}));
        }""",
        'Peace\tstar\t"Two\nlines, ""quoted"""\r\n<b>War</b>\tskul\tx\r\n',
    )
    saved(page)
    assert cards(folder)[4:] == [
        '4,fortune,Peace,star,"Two',
        'lines, ""quoted"""',
        ",,<b>War</b>,skul,x",
    ]
    assert page.locator(".grid b").count() == 0
    copied = page.evaluate(
        """() => { const data = new DataTransfer();
        document.activeElement.dispatchEvent(
          new ClipboardEvent("copy", {clipboardData: data, bubbles: true, cancelable: true}));
        return data.getData("text/plain"); }"""
    )
    assert copied == 'Peace\tstar\t"Two\nlines, ""quoted"""\n<b>War</b>\tskul\tx'
    page.wait_for_selector(".grid td.bad")
    page.keyboard.press("Control+z")
    until(page, "() => !document.querySelector('.grid .bad')")


def test_known_values_are_offered(served: tuple[Server, Path], open_page: Open) -> None:
    server, folder = served
    page = opened(open_page, server, "files")
    page.click(".grid td:has-text('lightning')")
    page.keyboard.type("sk")
    page.wait_for_selector(".offers li:has-text('skull')")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    saved(page)
    assert cards(folder)[3].startswith("3,fortune,Storm,skull,")
    # Escape keeps the old text, and a name that is typed is not replaced by an offer.
    page.keyboard.type("sta")
    page.keyboard.press("Escape")
    assert page.evaluate(ACTIVE) == "handshake"
    edit(page, "sta")
    page.wait_for_selector(".grid td.bad:has-text('sta')")


def test_the_ids_stay_in_sight_and_icons_are_shown(
    served: tuple[Server, Path], open_page: Open
) -> None:
    server, folder = served
    path = folder / "cards.csv"
    text = path.read_text("utf-8").replace(",", ";")
    path.write_text("sep=;\n" + text.replace("icon", "icon;" + "x;" * 12, 1), "utf-8")
    page = opened(open_page, server, "files", size=(390, 844))
    page.wait_for_selector(".grid .separator-line:has-text('sep=;')")
    page.locator(".grid-frame").evaluate("frame => { frame.scrollLeft = 400; }")
    line = page.locator(".grid .line").first.bounding_box()
    key = page.locator(".grid .key:has-text('3')").first.bounding_box()
    assert abs(line["x"] + line["width"] - key["x"]) < 1
    page.click(".grid td:has-text('lightning')")
    page.keyboard.type("sk")
    page.wait_for_selector(".offers li:has-text('skull') img")
    wide = "() => document.querySelector('.offers img').naturalWidth > 0"
    until(page, wide)
    page.keyboard.press("Escape")


def test_a_file_that_was_changed_outside_is_not_overwritten(
    served: tuple[Server, Path], open_page: Open
) -> None:
    server, folder = served
    path = folder / "cards.csv"
    page = opened(open_page, server, "files")
    page.wait_for_selector(".grid td:has-text('Good roads')")
    path.write_text(path.read_text("utf-8").replace("Good roads", "New roads"), "utf-8")
    page.wait_for_selector(".grid td:has-text('New roads')")
    # Now both change it at once.
    page.click(".grid td:has-text('New roads')")
    page.keyboard.type("My roads")
    path.write_text(path.read_text("utf-8").replace("New roads", "Other roads"), "utf-8")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog[open]:has-text('changed by another program')")
    assert "Other roads" in path.read_text("utf-8")
    page.click("dialog[open] button:has-text('Keep mine')")
    saved(page)
    assert cards(folder)[1].startswith("1,fortune,My roads,")
    page.problems.clear()


def test_a_text_is_edited_and_its_mistakes_are_at_the_line(
    served: tuple[Server, Path], open_page: Open
) -> None:
    server, folder = served
    page = opened(open_page, server, "files")
    page.click(".file-list button:has-text('map.yaml')")
    area = page.locator(".text-area")
    text = area.input_value()
    assert text == (folder / "map.yaml").read_text("utf-8")
    area.fill(text.replace("name: East Vale, kind: area", "name: East Vale, kind: aera"))
    assert page.inner_text(".save-state") == "Not saved yet."
    page.keyboard.press("Control+s")
    page.wait_for_selector(".gutter .bad")
    line = text[: text.index("id: east")].count("\n") + 1
    assert page.inner_text(".gutter .bad") == str(line)
    page.click("[role=tab]:has-text('Mistakes')")
    page.click(".problem-list button:has-text('map.yaml')")
    page.wait_for_selector(".cell-told .problem")
    cursor = area.evaluate("area => area.value.slice(0, area.selectionStart).split('\\n').length")
    assert cursor == line
    area.fill(text)
    page.click("button:has-text('Save')")
    until(page, "() => !document.querySelector('.gutter .bad')")
    assert (folder / "map.yaml").read_text("utf-8") == text


def test_a_picture_is_uploaded_used_and_deleted(
    served: tuple[Server, Path], open_page: Open, tmp_path: Path
) -> None:
    server, folder = served
    picture = io.BytesIO()
    Image.new("RGB", (60, 60), "#803020").save(picture, "PNG")
    file = {"name": "dragon.png", "mimeType": "image/png", "buffer": picture.getvalue()}
    page = opened(open_page, server, "files")
    page.click(".file-list button:has-text('All pictures')")
    page.set_input_files("#picture-files", file)
    page.wait_for_selector(".picture-list img")
    assert (folder / "art" / "dragon.png").read_bytes() == picture.getvalue()
    page.set_input_files("#picture-files", file)
    page.wait_for_selector("dialog[open]:has-text('There is a picture dragon.png already')")
    page.keyboard.press("Escape")
    page.problems.clear()
    page.click(".file-list button:has-text('cards.csv')")
    page.click(".grid td:has-text('flag')")
    edit(page, "dragon")
    page.keyboard.press("ArrowUp")
    page.wait_for_selector(".preview svg image")
    page.keyboard.press("Control+z")
    saved(page)
    page.click(".file-list button:has-text('All pictures')")
    page.click(".picture-list button:has-text('Delete')")
    page.click("dialog[open] button:has-text('Delete')")
    page.wait_for_selector(".picture-list img", state="detached")
    assert not (folder / "art" / "dragon.png").exists()
    page.click("#toast button:has-text('Undo')")
    page.wait_for_selector(".picture-list img")


def drag(page: Any, selector: str, dx: float, dy: float) -> None:
    box = page.locator(selector).first.bounding_box()
    x, y = box["x"] + min(30, box["width"] / 2), box["y"] + min(20, box["height"] / 2)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx, y + dy, steps=4)
    page.mouse.up()


def test_places_are_dragged_and_moved_with_keys(
    served: tuple[Server, Path], open_page: Open
) -> None:
    server, folder = served
    original = (folder / "map.yaml").read_bytes()
    page = opened(open_page, server, "board")
    page.wait_for_selector(".board-panel[data-hash]")
    page.click("button:has-text('Move')")
    scale = page.locator(".board-sheet").bounding_box()["width"] / 280
    before = page.get_attribute(".board-panel", "data-hash")
    drag(page, ".handle[aria-label='Draw pile, rectangle']", -8 * scale, 5 * scale)
    until(page, "hash => document.querySelector('.board-panel').dataset.hash !== hash", before)
    rect = load(folder).game.boxes["draw"].rect
    assert (rect.x, rect.y, rect.w) == (196, 31, 67)
    before = page.get_attribute(".board-panel", "data-hash")
    page.focus(".handle[aria-label='Draw pile, rectangle, size']")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Shift+ArrowUp")
    page.keyboard.press("Enter")
    until(page, "hash => document.querySelector('.board-panel').dataset.hash !== hash", before)
    rect = load(folder).game.boxes["draw"].rect
    assert (rect.x, rect.y, rect.w, rect.h) == (196, 31, 66, 85)
    for _ in range(2):
        before = page.get_attribute(".board-panel", "data-hash")
        page.click(".board-panel button:has-text('Undo')")
        until(page, "hash => document.querySelector('.board-panel').dataset.hash !== hash", before)
    assert (folder / "map.yaml").read_bytes() == original


def test_a_corner_of_neighbours_is_dragged(served: tuple[Server, Path], open_page: Open) -> None:
    server, folder = served
    page = opened(open_page, server, "board")
    page.wait_for_selector(".board-panel[data-hash]")
    page.click("button:has-text('Move')")
    page.click(".place[data-key='space/west']", position={"x": 20, "y": 60})
    scale = page.locator(".board-sheet").bounding_box()["width"] / 280
    before = page.get_attribute(".board-panel", "data-hash")
    corners = page.locator(".handle.point.corner")
    assert corners.count() == 5
    # The fourth corner of the west is one of all four spaces.
    drag(page, ".handle[aria-label='West Vale 4, corner']", 3 * scale, 2 * scale)
    until(page, "hash => document.querySelector('.board-panel').dataset.hash !== hash", before)
    shapes = load(folder).game.outlines.shapes
    assert all((115, 120) in shapes[space][0][0] for space in shapes)


def test_elements_of_a_layout_are_dragged(served: tuple[Server, Path], open_page: Open) -> None:
    server, folder = served
    path = folder / "layouts" / "fortune.yaml"
    page = opened(open_page, server, "layouts")
    page.wait_for_selector(".layout-panel .handle")
    scale = page.locator(".layout-sheet").bounding_box()["width"] / 63
    drag(page, ".layout-panel .handle[aria-label^='text {title}']", 0, -1 * scale)
    until(page, "() => document.querySelectorAll('.elements input')[5].value === '35'")
    assert "{kind: text, x: 4, y: 35, w: 55, h: 9," in path.read_text("utf-8")
    page.fill(".elements tr:nth-child(2) input >> nth=3", "10")
    page.keyboard.press("Tab")
    # The field has its value before the page has saved it.
    for _ in range(100):
        if "{kind: text, x: 4, y: 35, w: 55, h: 10," in path.read_text("utf-8"):
            break
        page.wait_for_timeout(100)
    else:
        pytest.fail(path.read_text("utf-8"))
    page.wait_for_timeout(1000)  # the drawing is loaded again
    page.wait_for_selector(".layout-panel .handle[aria-label^='text {title}']")
    before = path.read_bytes()
    drag(page, ".layout-panel .handle[aria-label^='text {title}']", 0, 15 * scale)
    page.wait_for_selector("#toast.bad:has-text('it cannot be placed there')")
    assert path.read_bytes() == before
    page.problems.clear()


def test_numbers_of_a_layout_have_a_decimal_comma_and_are_taken_back_with_the_keyboard(
    served: tuple[Server, Path], open_page: Open
) -> None:
    server, folder = served
    path = folder / "layouts" / "fortune.yaml"
    before = path.read_bytes()
    page = opened(open_page, server, "layouts")
    page.wait_for_selector(".elements td")
    height = ".elements tr:nth-child(2) input >> nth=3"
    page.fill(height, "8,5")
    page.keyboard.press("Tab")
    page.wait_for_selector(".layout-panel button:has-text('Undo')")
    assert b"h: 8.5," in path.read_bytes()
    page.fill(height, "wide")
    page.keyboard.press("Tab")
    page.wait_for_selector("#toast.bad:has-text('wide is not a number')")
    assert page.input_value(height) == "8.5"
    page.focus(".board-stage:visible")
    page.keyboard.press("Control+z")
    page.wait_for_selector("#toast:has-text('was undone')")
    assert path.read_bytes() == before


def test_a_table_keeps_its_place_and_what_can_be_taken_back(
    served: tuple[Server, Path], open_page: Open
) -> None:
    server, folder = served
    before = (folder / "cards.csv").read_bytes()
    page = opened(open_page, server, "files")
    page.wait_for_selector(".preview svg")
    top = "() => document.querySelector('.grid-frame').getBoundingClientRect().top"
    place = page.evaluate(top)
    page.click(".grid td:has-text('Storm')")
    page.keyboard.press("Delete")
    page.wait_for_selector(".file-problems li")
    # The row has a mistake and no picture, and the mistake is told above the table.
    assert page.evaluate(top) == place
    page.click(".grid .head td >> nth=0")
    page.keyboard.press("Delete")
    page.wait_for_selector(".file-problems li.warning")
    assert page.evaluate(top) == place
    saved(page)
    page.click(".file-list button:has-text('game.yaml')")
    page.wait_for_selector(".text-area")
    page.click(".file-list button:has-text('cards.csv')")
    page.wait_for_selector(".grid td")
    assert page.evaluate("document.activeElement.matches('.grid td')")
    for _ in range(2):
        page.keyboard.press("Control+z")
    saved(page)
    page.wait_for_timeout(600)
    assert (folder / "cards.csv").read_bytes() == before


def test_games_are_simulated_and_checked(served: tuple[Server, Path], open_page: Open) -> None:
    server, _ = served
    page = opened(open_page, server, "board")
    page.click("button:has-text('Simulate')")
    page.fill("#play-number", "2")
    page.fill("#play-turns", "3")
    page.click("dialog[open] button:has-text('Play')")
    page.click("button:has-text('Check these games')")
    page.wait_for_selector("#page-audit .verdict:has-text('No rule was broken')")
    assert page.locator("#page-audit .files li").count() == 2
    assert page.input_value("#audit-game") == "./vales"


def test_sheets_with_other_options(
    served: tuple[Server, Path], open_page: Open, tmp_path: Path
) -> None:
    server, _ = served
    page = opened(open_page, server, "cards")
    page.click("button:has-text('Print')")
    for part in ("counters", "map", "aids", "rules"):
        page.uncheck(f"#print-{part}")
    page.select_option("#print-type", "png")
    page.fill("#print-dpi", "60")
    page.check("#print-tts")
    # The address is needed now.
    page.click("button:has-text('Make the files')")
    assert page.is_visible("dialog[open]")
    page.fill("#print-address", "https://example.org/")
    page.fill("#print-offset", "0,5;1")
    page.click("button:has-text('Make the files')")
    assert page.is_visible("dialog[open]")
    page.fill("#print-offset", "0.5,-1")
    page.click("button:has-text('Make the files')")
    with page.expect_download() as download:
        page.click(".job a:has-text('-sheets.zip')")
    download.value.save_as(tmp_path / "a.zip")
    names = zipfile.ZipFile(tmp_path / "a.zip").namelist()
    assert any(name.endswith(".png") and "/" not in name for name in names)
    assert any(name.startswith("tts/") for name in names)


def test_the_table_on_a_telephone(served: tuple[Server, Path], open_page: Open) -> None:
    server, folder = served
    page = opened(open_page, server, "files", size=(390, 844), has_touch=True)
    page.wait_for_selector(".grid td:has-text('Good roads')")
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) <= 0
    # The second tap on a cell edits it.
    page.tap(".grid td:has-text('Good roads')")
    assert page.locator(".cell-editor").count() == 0
    page.tap(".grid td:has-text('Good roads')")
    page.fill(".cell-editor", "Bad roads")
    page.tap(".grid td:has-text('Storm')")
    saved(page)
    assert cards(folder)[1].startswith("1,fortune,Bad roads,")
    page.select_option(".file-side select", "map.yaml")
    page.wait_for_selector(".text-area")
    assert page.evaluate(wide) <= 0


def test_a_set_up_is_a_table(served: tuple[Server, Path], open_page: Open) -> None:
    server, folder = served
    start = folder / "scenarios" / "start.yaml"
    before = start.read_text("utf-8")
    page = opened(open_page, server, "setups")

    state = "() => document.querySelector('.setup-state').textContent === 'Saved.'"

    def kept() -> None:
        until(page, state)

    rows = "() => [...document.querySelectorAll('.setup-table tr')].map(row => row.innerText)"
    page.wait_for_selector(".setup-table .grid td")
    assert page.evaluate(rows)[1].split() == ["2", "east", "army_red", "2"]
    page.click(".setup-table tr:nth-child(2) td:nth-child(4)")
    edit(page, "1")
    kept()
    text = start.read_text("utf-8")
    assert "east: {army_red: 1, castle_red: 1}" in text
    assert "available: {army_red: 5, castle_red: 1," in text
    # A mistake is told at its cell, and nothing is written.
    page.click(".setup-table tr:nth-child(2) td:nth-child(3)")
    edit(page, "army_rde")
    page.wait_for_selector(".setup-table td.bad:has-text('army_rde')")
    page.keyboard.press("ArrowUp")
    told = "unknown piece army_rde\ndid you mean army_red?"
    assert page.inner_text(".setup-table .cell-told") == told
    assert start.read_text("utf-8") == text
    page.keyboard.press("Control+z")
    kept()
    page.click("button:has-text('Add a row')")
    for cell in ("north", "army_red", "2"):
        page.keyboard.type(cell)
        page.keyboard.press("Tab")
    until(page, "() => !document.querySelector('.setup-table .warn, .setup-table .bad')")
    kept()
    assert "north: {army_red: 2}" in start.read_text("utf-8")
    # What contradicts other facts of the set-up is told below the table.
    page.wait_for_selector(".setup-table .problem-list li:has-text('red_harvest is at 3')")
    for _ in range(4):
        page.keyboard.press("Control+z")
    until(page, "() => document.querySelectorAll('.setup-table tr').length === 5")
    kept()
    page.keyboard.press("Control+z")
    kept()
    assert load(folder).game.scenarios[0].available["army_red"] == 4
    assert start.read_text("utf-8").count("\n") == before.count("\n")
    # The header stays as it is.
    page.click(".setup-table tr:first-child td:nth-child(2)")
    page.keyboard.type("x")
    assert page.locator(".cell-editor").count() == 0


def test_a_translation_is_drafted(served: tuple[Server, Path], open_page: Open) -> None:
    server, folder = served
    page = opened(open_page, server, "files")
    page.click("button:has-text('New file')")
    page.fill("#file-name", "locale/de.yaml")
    page.click("dialog[open] button.primary")
    page.wait_for_selector(".file-head h2:has-text('locale/de.yaml')")
    drafted = (folder / "locale" / "de.yaml").read_text("utf-8")
    assert "  title: ~ # Four Vales\n" in drafted
    spanish = folder / "locale" / "es.yaml"
    before = spanish.read_text("utf-8")
    lines = before.splitlines(keepends=True)
    spanish.write_text("".join(one for one in lines if "Castillo rojo" not in one), "utf-8")
    page.click("[data-file='locale/es.yaml']")
    page.click("button:has-text('Add missing texts')")
    page.wait_for_selector("#toast:has-text('has all texts now')")
    assert "~ # Red castle" in spanish.read_text("utf-8")


def test_a_bundled_game_cannot_be_edited(server: Server, open_page: Open) -> None:
    page = open_page(server.url + "#design/tirad-pass/files")
    page.wait_for_selector(".grid td")
    assert page.is_disabled("button:has-text('Add a row')")
    page.click(".grid td >> nth=12")
    page.keyboard.type("x")
    assert page.locator(".cell-editor").count() == 0


def test_two_equal_signs_are_two_pictures(server: Server, open_page: Open) -> None:
    """No sign of a button is a letter that the page's fonts lack."""
    page = open_page(server.url + "#design/people-power/board")
    page.wait_for_selector(".bench[data-version]")
    labels = page.eval_on_selector_all("button", "all => all.map(one => one.textContent)")
    assert not [text for text in labels if any(ord(char) > 0x2122 for char in text)]
    signs = page.evaluate(
        """async () => { const { sign } = await import("./web/dom.js");
        return ["play", "on", "back", "start", "end", "pause", "plus", "minus", "close"].map(
          name => sign(name).firstChild.getAttribute("d")); }"""
    )
    assert len(set(signs)) == len(signs)
