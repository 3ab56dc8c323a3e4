"""Boards: pictures with their scale, on maps of the module."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil
from typing import Any

from modgen.importing.source import INCH, Ids, Source, children, is_valid, link
from modgen.model.files.whole_pictures import MAX_PIXELS
from modgen.model.types.places import Board
from modgen.unpacking.xml import Node

LARGEST = 2000
"""The largest side of a board in mm."""


@dataclass
class ImportedBoard:
    """A board: its data for `map.yaml`, its component and its size in pixels."""

    id: str
    map: str
    node: Node
    width: int
    height: int
    data: dict[str, Any]

    @property
    def name(self) -> str:
        """The engine's name of the board."""
        return self.node.attributes.get("name", "")


@dataclass
class Boards:
    """The boards of a module, in the order of its maps."""

    all: list[ImportedBoard] = field(default_factory=list)
    by_name: dict[tuple[str, str], ImportedBoard] = field(default_factory=dict)
    """By the names of map and board."""
    hands: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The windows of sides' hands: the names of the map and of its side."""


def least_dpi(source: Source) -> int:
    """The pixels per inch from which on every board is small enough."""
    sides = [
        max(source.size(node.attributes.get("image", "")) or (0, 0))
        for owner in source.maps
        for picker in children(owner, "BoardPicker")
        for node in children(picker, "Board")
    ]
    return ceil(max(sides, default=0) * INCH / LARGEST)


def import_boards(source: Source) -> Boards:
    """The boards of all maps. A board that is too large stays only in the parts."""
    boards, ids = Boards(), Ids()
    for owner in source.maps:
        map_name = owner.attributes.get("mapName", "")
        if owner.name == "PlayerHand":
            sides = owner.attributes.get("side", "")
            boards.hands[map_name] = (map_name, sides)
        for picker in children(owner, "BoardPicker"):
            for node in children(picker, "Board"):
                _board(source, boards, ids, map_name, node)
    source.brief = False
    return boards


def _board(source: Source, boards: Boards, ids: Ids, map_name: str, node: Node) -> None:
    source.brief = not source.is_own(node)
    name = node.attributes.get("name", "")
    if (map_name, name) in boards.by_name:
        source.keep("boards of the same name", name)
        return
    image = source.picture(node.attributes.get("image", ""))
    size = source.size(image)
    width, height = size or source.locations.size(map_name, name)
    if image and size is None:
        source.keep("boards whose picture cannot be read; their size is assumed", name or map_name)
    elif not image and node.attributes.get("image"):
        source.keep("boards whose picture is missing; their size is assumed", name or map_name)
    data: dict[str, Any] = {"id": ids(name or map_name, "board"), "name": name, "map": map_name}
    huge = size is not None and width * height > MAX_PIXELS
    if huge:
        shape = f"{name or map_name} ({width:,} x {height:,} pixels)"
        source.keep("boards whose picture is too large to be read", shape)
    if size and not huge:
        data |= {"picture": image, "dpi": source.dpi}
    if not size or huge or image.lower().endswith(".svg"):
        data |= {"width": source.mm(width), "height": source.mm(height)}
    if max(source.mm(width), source.mm(height)) > LARGEST:
        source.keep("boards that are too large", name)
        return
    if not is_valid(Board, data):
        source.keep("boards without a size or with a name that a game cannot have", name)
        return
    board = ImportedBoard(data["id"], map_name, node, width, height, data)
    link(node, f"board:{board.id}")
    boards.all.append(board)
    boards.by_name[map_name, name] = board
