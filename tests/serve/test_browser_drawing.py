"""The map of a game is made in a real browser: places, names, connections; nothing is typed."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from modgen.assets import template_path
from modgen.model.loading.folder import load
from tests.serve.conftest import Server, until

pytestmark = pytest.mark.browser
Open = Callable[..., Any]
DRAWN = "() => document.querySelector('.board-panel').dataset.hash"


@pytest.fixture
def served(start: Callable[..., Server], tmp_path: Path) -> tuple[Server, Path]:
    """A server in a folder with a copy of the small game of towns and roads, and the copy."""
    folder = shutil.copytree(template_path("point-to-point"), tmp_path / "root" / "towns")
    return start(cwd=folder.parent), folder


def opened(open_page: Open, server: Server, tab: str = "board", **options: Any) -> Any:
    page = open_page(f"{server.url}#design/.%2Ftowns/{tab}", **options)
    page.wait_for_selector(".bench[data-version]")
    if tab == "board":
        page.wait_for_selector(".board-panel[data-hash]")
    return page


def point(page: Any, x: float, y: float) -> tuple[float, float]:
    """The point of the page at which a point of the board, in mm, is."""
    box = page.locator(".board-sheet").bounding_box()
    return box["x"] + x * box["width"] / 277, box["y"] + y * box["height"] / 190


def test_a_town_is_added_connected_renamed_and_deleted_with_the_mouse(
    served: tuple[Server, Path], open_page: Open
) -> None:
    server, folder = served
    before = (folder / "map.yaml").read_bytes()
    page = opened(open_page, server)
    page.click("button:has-text('Add')")
    page.mouse.click(*point(page, 50, 150))
    page.keyboard.type("Weir")
    page.keyboard.press("Enter")
    page.wait_for_selector(".place[data-key='space/weir']")
    page.click(".panel-bar button:has-text('Connect')")
    page.select_option("#connect-kind", "river")
    hash_ = page.evaluate(DRAWN)
    page.click(".place[data-key='space/weir']")
    page.click(".place[data-key='space/ferry']")
    page.wait_for_selector("#toast:has-text('Weir – Ferry: connected')")
    until(page, "hash => document.querySelector('.board-panel').dataset.hash !== hash", hash_)
    game = load(folder).game
    assert [(other, edge.kind) for other, edge in game.exits["weir"]] == [("ferry", "river")]
    x, y = game.spaces["weir"].at or (0, 0)
    assert abs(x - 50) < 1 > abs(y - 150)
    # The connection is clicked on, in the middle between the two, and gets another kind.
    page.mouse.click(*point(page, 74, 137))
    page.select_option(".part-tools select", "road")
    page.wait_for_selector("#toast:has-text('of the kind road')")
    page.click(".place[data-key='space/weir']")
    page.click(".part-tools button:has-text('Rename')")
    page.keyboard.type("Old Weir")
    page.keyboard.press("Enter")
    page.wait_for_selector(".place[aria-label^='Old Weir']")
    page.click(".part-tools button:has-text('Delete')")
    page.wait_for_selector(".place[data-key='space/weir']", state="detached")
    assert (folder / "map.yaml").read_bytes() == before
    page.click("#toast button:has-text('Undo')")
    page.wait_for_selector(".place[aria-label^='Old Weir']")
    for _ in range(4):
        hash_ = page.evaluate(DRAWN)
        page.click(".board-panel button:has-text('Undo')")
        until(page, "hash => document.querySelector('.board-panel').dataset.hash !== hash", hash_)
    assert (folder / "map.yaml").read_bytes() == before


def test_a_town_is_added_connected_and_deleted_with_the_keyboard(
    served: tuple[Server, Path], open_page: Open
) -> None:
    server, folder = served
    page = opened(open_page, server)
    page.focus("button:has-text('Add')")
    page.keyboard.press("Enter")
    page.keyboard.type("Weir")
    for value in ("50", "150"):
        page.keyboard.press("Tab")
        page.keyboard.type(value)
    page.keyboard.press("Enter")
    page.wait_for_selector(".place[data-key='space/weir']")
    page.focus(".panel-bar button:has-text('Connect')")
    page.keyboard.press("Enter")
    page.focus(".place[data-key='space/weir']")
    page.keyboard.press("Enter")
    page.focus(".place[data-key='space/old_fort']")
    page.keyboard.press("Enter")
    page.wait_for_selector("#toast:has-text('connected')")
    assert load(folder).game.exits["weir"][0][0] == "old_fort"
    page.focus(".place[data-key='space/weir']")
    page.keyboard.press("Escape")
    page.keyboard.press("Delete")
    page.wait_for_selector(".place[data-key='space/weir']", state="detached")
    page.focus(".place[data-key='box/stable']")
    page.keyboard.press("Delete")
    page.wait_for_selector("#toast.bad:has-text('it cannot be removed')")
    assert "pieces.csv:" in page.inner_text("#toast")
    page.problems.clear()


def test_pieces_begin_where_the_page_says(served: tuple[Server, Path], open_page: Open) -> None:
    server, folder = served
    page = opened(open_page, server)
    page.click(".place[data-key='space/mill']")
    page.select_option("#start-more", "guard")
    page.click(".starts button:has-text('Add')")
    page.wait_for_selector("#start-0")
    page.focus("#start-0")
    page.keyboard.press("ArrowUp")
    page.wait_for_selector(".starts .start:has-text('Guard')")
    until(page, "() => document.querySelector('#start-0').value === '2'")
    page.wait_for_timeout(1500)
    assert load(folder).game.scenarios[0].place["mill"] == {"guard": 2}
    assert page.evaluate("document.activeElement.id") == "start-0"
    page.click("[role=tab]:has-text('Set-ups')")
    page.wait_for_selector(".setup-map")


def test_what_is_dragged_stays_where_it_was_let_go(
    served: tuple[Server, Path], open_page: Open
) -> None:
    server, folder = served
    page = opened(open_page, server, "files")
    page.click(".file-list button:has-text('map.yaml')")
    page.wait_for_selector(".text-area")
    page.click("[role=tab]:has-text('Board')")
    page.wait_for_selector(".board-panel[data-hash]")
    page.click("button:has-text('Move')")
    handle = ".handle[aria-label='Red Rocks, position']"
    drawn = page.evaluate(DRAWN)
    page.mouse.move(*point(page, 104, 70))
    page.mouse.down()
    page.mouse.move(*point(page, 114, 80), steps=4)
    page.mouse.up()
    seen = set()
    while page.evaluate(DRAWN) == drawn:
        seen.add(page.locator(f"{handle} circle").get_attribute("cx"))
        page.wait_for_timeout(20)
    assert seen | {page.locator(f"{handle} circle").get_attribute("cx")} == {"114"}
    assert page.evaluate("document.activeElement.ariaLabel") == "Red Rocks, position"
    assert page.inner_text(".where-mm") == "Red Rocks  x 114  y 80 mm"
    # The arrow keys go on from there, and nothing says that another program changed the file.
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_timeout(1500)
    assert load(folder).game.spaces["red_rocks"].at == (115, 81)
    assert "another program" not in page.inner_text("#toast")
    page.click("[role=tab]:has-text('Edit')")
    assert "at: [115, 81]" in page.input_value(".text-area")


def test_fields_of_a_place_and_of_an_element_are_changed(
    served: tuple[Server, Path], open_page: Open
) -> None:
    server, folder = served
    page = opened(open_page, server)
    page.mouse.click(*point(page, 28, 62))
    page.click("button[aria-label='Change icon: mountain']")
    # It fits into the narrow column beside the board.
    assert page.eval_on_selector(".inspector", "box => box.scrollWidth - box.clientWidth") <= 0
    page.keyboard.type("ankor")
    page.keyboard.press("Enter")
    page.wait_for_selector("#toast.bad:has-text('no bundled icon ankor')")
    page.problems.clear()
    page.fill(".fields form input", "anchor")
    page.keyboard.press("Enter")
    page.wait_for_selector("button[aria-label='Change icon: anchor']")
    until(page, "() => document.activeElement.ariaLabel === 'Change icon: anchor'")
    page.select_option("select[aria-label='Add a field …']", "pieces_at")
    page.keyboard.press("Escape")
    assert load(folder).game.spaces["mines"].icon == "anchor"
    page.click("[role=tab]:has-text('Layouts')")
    page.click(".elements input >> nth=4")
    page.click(".element-details button[aria-label='Change size: 13.0']")
    page.keyboard.type("11")
    page.keyboard.press("Enter")
    page.wait_for_selector(".element-details button[aria-label='Change size: 11.0']")
    page.select_option("select[aria-label='Add an element …']", "line")
    page.wait_for_selector(".element-details h3:has-text('5 line')")
    assert [one.kind for one in load(folder).game.layouts["event"].elements][4:] == ["line"]
    page.click(".element-details button:has-text('Delete')")
    page.wait_for_selector("#toast:has-text('Element 5 was deleted')")
    assert len(load(folder).game.layouts["event"].elements) == 4


def test_an_element_added_while_the_game_is_read_again_is_chosen(
    served: tuple[Server, Path], open_page: Open
) -> None:
    server, folder = served
    page = opened(open_page, server, "layouts")
    page.wait_for_selector(".layout-panel[data-hash]")
    held: list[Any] = []

    def hold_the_first(route: Any) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    page.route("**/api/design?*", hold_the_first)
    path = folder / "game.yaml"
    with page.expect_request("**/api/design?*"):
        path.write_text(path.read_text("utf-8") + "# Another program writes this.\n", "utf-8")
    while not held:
        page.wait_for_timeout(20)
    response = held[0].fetch()
    with page.expect_response("**/api/design/element?*"):
        page.select_option("select[aria-label='Add an element …']", "line")
    held[0].fulfill(response=response)
    page.wait_for_selector(".element-details h3:has-text('5 line')")


def test_the_board_keeps_its_place_while_a_long_name_is_dragged(
    served: tuple[Server, Path], open_page: Open
) -> None:
    server, folder = served
    path = folder / "map.yaml"
    long = path.read_text("utf-8").replace(
        "name: Red Rocks", "name: The Red Rocks of Old Saint John"
    )
    path.write_text(long, "utf-8")
    page = opened(open_page, server)
    page.click("button:has-text('Move')")
    box = page.locator(".board-sheet").bounding_box()
    page.mouse.move(*point(page, 104, 70))
    page.mouse.down()
    page.mouse.move(*point(page, 114, 80), steps=4)
    assert "Old Saint John" in page.inner_text(".where-mm")
    assert page.locator(".board-sheet").bounding_box() == box
    page.mouse.up()
    page.wait_for_selector(".panel-bar button:has-text('Undo')")
    page.wait_for_timeout(500)
    assert page.locator(".board-sheet").bounding_box() == box
    # The keyboard takes the move back.
    page.keyboard.press("Control+z")
    page.wait_for_selector("#toast:has-text('was undone')")
    assert path.read_text("utf-8") == long


def test_names_are_not_covered_and_texts_are_deleted(
    served: tuple[Server, Path], open_page: Open
) -> None:
    server, folder = served
    page = opened(open_page, server)
    page.click("button:has-text('Move')")
    name = page.locator(".handle[aria-label='Red Rocks, name'] rect")
    assert float(name.get_attribute("width")) > 25
    assert page.evaluate("one => getComputedStyle(one).fill", name.element_handle()) in (
        "rgba(0, 0, 0, 0)",
        "transparent",
    )
    page.focus(".handle[aria-label='Salt delivered, position']")
    page.keyboard.press("Delete")
    page.wait_for_selector(".handle[aria-label='Salt delivered, position']", state="detached")
    texts = [label.text for label in load(folder).game.boards["main"].labels]
    assert texts == ["The Salt Road", "Day"]


def test_a_new_title_is_shown_everywhere(served: tuple[Server, Path], open_page: Open) -> None:
    server, folder = served
    page = opened(open_page, server)
    page.click("button:has-text('Change the title')")
    page.keyboard.type("Trains of Alba")
    assert page.input_value("#game-id") == "trains-of-alba"
    page.keyboard.press("Enter")
    page.wait_for_selector("h1:has-text('Trains of Alba')")
    assert page.inner_text(".bench-tools option:checked") == "Trains of Alba"
    page.click("button:has-text('Build the module')")
    page.wait_for_selector(".job a:has-text('trains-of-alba-0.1.vmod')")
    # It can also be changed in the file.
    path = folder / "game.yaml"
    path.write_text(path.read_text("utf-8").replace("Trains of Alba", "Rails"), "utf-8")
    page.wait_for_selector("h1:has-text('Rails')")
    assert page.inner_text(".bench-tools option:checked") == "Rails"


def test_the_board_on_a_telephone(served: tuple[Server, Path], open_page: Open) -> None:
    server, folder = served
    page = opened(open_page, server, size=(390, 844), has_touch=True)
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    page.tap("button:has-text('Add')")
    page.touchscreen.tap(*point(page, 50, 150))
    page.fill("#add-name", "Weir")
    page.tap(".form button:has-text('Add')")
    page.wait_for_selector(".place[data-key='space/weir']")
    page.tap("button:has-text('Build the module')")
    page.wait_for_selector(".job a")
    page.evaluate("scrollTo(0, 0)")
    assert page.evaluate(wide) <= 0
    tabs, job = (page.locator(one).bounding_box() for one in (".bench > .tabs", ".job"))
    assert tabs["y"] + tabs["height"] < min(844, job["y"])
    assert "weir" in load(folder).game.spaces


def test_a_bend_is_dragged_and_an_id_is_changed(
    served: tuple[Server, Path], open_page: Open
) -> None:
    server, folder = served
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    page = opened(open_page, server)
    page.click(".panel-bar button:has-text('Move')")
    page.wait_for_selector(".handle.bend")
    hash_ = page.evaluate(DRAWN)
    page.mouse.move(*point(page, 122, 142))
    page.mouse.down()
    page.mouse.move(*point(page, 126, 150), steps=4)
    page.mouse.up()
    until(page, "hash => document.querySelector('.board-panel').dataset.hash !== hash", hash_)
    edge = next(one for one in load(folder).game.map.edges if one.between == ["ferry", "bridge"])
    ((x, y),) = edge.via
    assert abs(x - 126) < 1 > abs(y - 150)
    hash_ = page.evaluate(DRAWN)
    page.focus(".handle.bend")
    page.keyboard.press("Delete")
    page.wait_for_selector("#toast:has-text('The bend of Ferry – Long Bridge was deleted')")
    until(page, "hash => document.querySelector('.board-panel').dataset.hash !== hash", hash_)
    page.click(".panel-bar button:has-text('Move')")
    page.click(".place[data-key='space/ferry']")
    page.wait_for_selector(".inspector h2:has-text('Ferry')")
    page.click(".part-tools button:has-text('Change the id')")
    page.keyboard.type("old crossing")
    page.keyboard.press("Enter")
    page.wait_for_selector("#toast.bad:has-text('old crossing is not an id')")
    page.problems.clear()
    page.fill(".part-tools input", "crossing")
    page.keyboard.press("Enter")
    page.wait_for_selector("#toast:has-text('The id is now crossing')")
    page.wait_for_selector(".place[data-key='space/crossing'].selected")
    page.wait_for_selector(".inspector th:has-text('id') + td:has-text('crossing')")
    assert "crossing" in load(folder).game.spaces
    page.click("[role=tab]:has-text('Counters')")
    page.click(".figure-button[data-key^='piece/guard']")
    page.wait_for_selector(".inspector h2:has-text('Guard')")
    page.click(".part-tools button:has-text('Change the id')")
    page.keyboard.type("sentry")
    page.keyboard.press("Enter")
    page.wait_for_selector("#toast:has-text('The id is now sentry')")
    page.wait_for_selector(".inspector td:has-text('sentry')")
    assert "sentry" in load(folder).game.piece_types
    page.click("[role=tab]:has-text('Board')")
    for _ in range(4):
        version = page.get_attribute(".bench", "data-version")
        page.click(".board-panel button:has-text('Undo')")
        until(page, "v => document.querySelector('.bench').dataset.version !== v", version)
    assert {path: path.read_bytes() for path in before} == before


def test_a_bend_is_added_and_a_side_and_a_set_up_get_other_ids(
    served: tuple[Server, Path], open_page: Open
) -> None:
    server, folder = served
    page = opened(open_page, server)
    page.mouse.click(*point(page, 47, 52))  # the road from The Mines to Dry Wells
    page.click(".part-tools button:has-text('Add a bend')")
    page.wait_for_selector("#toast:has-text('The bend is in the middle of the line')")
    page.wait_for_selector(".handle.bend >> nth=2")
    assert load(folder).game.map.edges[0].via == [(47, 52)]
    for tab, chosen, name, id_ in (
        ("Counters", ".side-name >> nth=0", "Guild", "traders"),
        ("Set-ups", ".setup-details", "First day", "first_day"),
    ):
        page.click(f".bench > .tabs button:has-text('{tab}')")
        page.click(chosen)
        page.wait_for_selector(f".inspector h2:has-text('{name}')")
        page.click(".part-tools button:has-text('Change the id')")
        page.fill(".part-tools input", id_)
        page.keyboard.press("Enter")
        page.wait_for_selector(f"#toast:has-text('The id is now {id_}')")
        page.wait_for_selector(f".inspector th:has-text('id') + td:has-text('{id_}')")
    game = load(folder).game
    assert "traders" in game.sides
    assert [one.id for one in game.scenarios] == ["first_day"]
