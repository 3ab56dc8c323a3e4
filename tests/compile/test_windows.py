"""Windows open large enough for what they show."""

from __future__ import annotations

from modgen.compile.build import Build
from modgen.compile.charts import HEIGHT, ROW, SCROLL_BAR
from modgen.compile.deals import dealt_most
from modgen.compile.hand_room import hand_spot, pile_size
from modgen.compile.hands import hands, menu
from modgen.compile.tree import Compiled
from modgen.model.game import Game
from modgen.model.loading.folder import Loaded
from modgen.vassal.components import Component

TOOL_BAR = 32
"""The height of the engine's tool bar, which appears after a window has its size."""
BORDER = 3
"""The width of the border around a map."""
OVERVIEW_BORDER = 4


def opened(window: Component) -> tuple[int, int, float]:
    """The size of a window's map in pixels, and the zoom at which it opens."""
    boards = list(window.find_all("Board"))
    (zoomer,) = window.find_all("Zoomer")
    levels = [float(level) for level in zoomer.attributes["zoomLevels"].split(",")]
    zoom = levels[-int(zoomer.attributes["zoomStart"])]
    wide = max(int(board.attributes["width"]) for board in boards)
    return wide, max(int(board.attributes["height"]) for board in boards), zoom


def test_many_hands_share_a_menu(people_power: Loaded, amigos: Game) -> None:
    build = Build(people_power.game)
    (shared,) = menu(build)
    names = [one.attributes["buttonName"] for one in hands(build, None)]
    assert shared.attributes["menuItems"] == ",".join(names)
    assert not menu(Build(amigos))


def test_all_cards_of_a_hand_are_visible_when_it_opens(people_power: Loaded) -> None:
    build = Build(people_power.game)
    windows = hands(build, None)
    assert len(windows) == 3
    card = pile_size(build)
    for side, window in zip(people_power.game.sides, windows, strict=True):
        wide, high, _ = opened(window)
        spots = [hand_spot(build, side, n) for n in range(dealt_most(people_power.game, side))]
        assert len(spots) == 7
        assert max(x for x, _ in spots) + card[0] / 2 <= wide
        assert max(y for _, y in spots) + card[1] / 2 <= high
        # Cards that are drawn together become a stack, which lies in a row.
        (metrics,) = window.find_all("HandMetrics")
        assert metrics.attributes.get("disabled", "false") == "false"


def test_a_window_has_room_for_its_map_and_tool_bar_without_scroll_bars(
    amigos_module: Compiled, junta_module: Compiled
) -> None:
    trees = (amigos_module.module.tree, junta_module.module.tree)
    maps = [one for tree in trees for one in tree.find_all("Map", "PlayerHand")]
    windows = [one for one in maps if one.attributes["launch"] == "true"]
    assert len(windows) == 6
    for window in windows:
        wide, high, zoom = opened(window)
        (room,) = window.find_all("GlobalMap")
        assert not room.attributes["icon"]
        assert not room.attributes["hotkey"]
        scale = float(room.attributes["scale"])
        assert int(wide * scale) + OVERVIEW_BORDER >= wide * zoom + BORDER
        assert int(high * scale) + OVERVIEW_BORDER >= high * zoom + BORDER + TOOL_BAR


def test_charts_fit_in_their_windows(
    amigos_module: Compiled, civil_module: Compiled, junta_module: Compiled
) -> None:
    """No page of a window of charts needs a scroll bar, and short pages have no high window."""
    for compiled in (amigos_module, civil_module, junta_module):
        for window in compiled.module.tree.find_all("ChartWindow"):
            (listed,) = window.find_all("ListWidget")
            shown = [one.attributes["fileName"] for one in listed.find_all("Chart")]
            shown += [
                one.attributes["image"]
                for one in listed.find_all("Board")
                if one.attributes.get("image")
            ]
            sizes = [compiled.pictures.all[name].pixels for name in shown]
            room = int(listed.attributes["height"]) - SCROLL_BAR
            assert max(high for _, high in sizes) <= room <= HEIGHT - SCROLL_BAR
            assert room - max(high for _, high in sizes) <= ROW * len(shown)
