"""Windows of cards open large enough for what they hold."""

from __future__ import annotations

from modgen.compile.board import opening_zoom
from modgen.compile.build import Build
from modgen.compile.deals import dealt_most
from modgen.compile.hand_room import hand_spot, pile_size
from modgen.compile.hands import hands
from modgen.model.loading.folder import Loaded

TOOL_BAR = 34
"""The height of the engine's tool bar, which it takes from a window after it has its size."""
SCROLL_BAR = 16


def test_all_cards_of_a_hand_are_visible_when_it_opens(people_power: Loaded) -> None:
    build = Build(people_power.game)
    windows = hands(build, None)
    assert len(windows) == 3
    card = pile_size(build)
    for side, window in zip(people_power.game.sides, windows, strict=True):
        (board,) = window.find_all("Board")
        size = int(board.attributes["width"]), int(board.attributes["height"])
        (zoomer,) = window.find_all("Zoomer")
        levels = [float(level) for level in zoomer.attributes["zoomLevels"].split(",")]
        zoom = levels[-int(zoomer.attributes["zoomStart"])]
        assert zoom == opening_zoom(build, size)
        spots = [hand_spot(build, side, n) for n in range(dealt_most(people_power.game, side))]
        assert len(spots) == 7
        right = max(x for x, _ in spots) + card[0] / 2
        bottom = max(y for _, y in spots) + card[1] / 2
        assert right * zoom <= size[0] * zoom - SCROLL_BAR
        assert bottom * zoom <= size[1] * zoom - SCROLL_BAR - TOOL_BAR
