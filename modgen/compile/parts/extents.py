"""How large the maps of an imported module are."""

from __future__ import annotations

from collections.abc import Iterable

from modgen.compile.parts.overlay import LINK
from modgen.log.board_sizes import whole
from modgen.model.boards.arrangement import map_name
from modgen.model.game import Game
from modgen.unpacking.xml import Node
from modgen.vassal.commands import SetBoards, parse_command

INCH = 25.4
BOARD = "board:"


def extents(game: Game, root: Node) -> dict[str, tuple[int, int]]:
    """The most pixels, wide and high, that each map can have with all of its boards.

    A map with a board of unknown size, with one that is drawn larger, or with one that it shows
    twice at first has none.
    """
    found = {}
    for node in root.walk():
        pickers = [child for child in node.children if child.name == "BoardPicker"]
        boards = [one for picker in pickers for one in picker.children if one.name == "Board"]
        name = node.attributes.get("mapName", "")
        keys = {one.attributes.get(LINK, "").removeprefix(BOARD) for one in boards}
        scaled = any(one.attributes.get("magnification", "1.0") != "1.0" for one in boards)
        if not boards or scaled or not keys <= game.boards.keys():
            continue
        shown = (one for picker in pickers for one in picker.children if one.name == "setup")
        if name in repeating(one.text for one in shown):
            continue
        keys |= {key for key, board in game.boards.items() if map_name(board) == name.strip()}
        pixels = game.info.module.dpi / INCH
        edges = (whole(node.attributes.get(f"edge{side}")) for side in ("Width", "Height"))
        sizes = [(board.width, board.height) for board in map(game.boards.__getitem__, keys)]
        wide, high = (
            2 * abs(edge) + round(sum(lengths) * pixels)
            for edge, lengths in zip(edges, zip(*sizes, strict=True), strict=True)
        )
        found[name] = wide, high
    return found


def repeating(commands: Iterable[str]) -> set[str]:
    """The maps that show a board several times after some commands of a save."""
    made = [one for one in map(parse_command, commands) if isinstance(one, SetBoards)]
    return {
        one.map
        for one in made
        if len({name.removesuffix("/rev") for name, *_ in one.boards}) < len(one.boards)
    }
